import type { CatalogueEntry } from './finding.ts';

/** Findings about map files and about sheets that are read with one. */
export const MAP_FINDINGS = {
  // Map files.
  'map-used': { severity: 'notice' },
  'map-unused': { severity: 'notice' },
  'map-sheet': { severity: 'error' },
  'map-column': { severity: 'warning' },
  'map-fill': { severity: 'error' },
  'map-layout': { severity: 'error' },
  'map-key': { severity: 'error' },
  'map-word': { severity: 'error' },
  'map-likely': { severity: 'warning' },
  'map-unit': { severity: 'error' },
  'map-separator': { severity: 'error' },
  'reference-name': { severity: 'error' },
  'map-date-order': { severity: 'error' },
} as const satisfies Record<string, CatalogueEntry>;
