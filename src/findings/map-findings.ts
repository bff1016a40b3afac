import type { CatalogueEntry } from './finding.ts';

/** Findings about map files and about sheets that are read with one. */
export const MAP_FINDINGS = {
  // Map files.
  'map-used': {
    severity: 'notice',
    meaning:
      'The sheet is read as a map file says. The message names the file, its hash and the line of its entry.',
  },
  'map-unused': {
    severity: 'notice',
    meaning: 'No sheet of the files matches this entry of the map file.',
  },
  'map-sheet': {
    severity: 'error',
    meaning:
      'A map file is in force, and no entry of it matches the sheet. With a map file nothing is guessed. Add an entry; `kind: skip` skips the sheet.',
  },
  'map-column': {
    severity: 'warning',
    meaning:
      'The map file has a field for a column that the sheet does not have. The field is not sent. If the column was renamed, change its header in the map file; otherwise remove the line.',
  },
  'map-fill': {
    severity: 'error',
    meaning: 'The map file makes a key of a column that the sheet does not have.',
  },
  'map-layout': {
    severity: 'error',
    meaning: 'The map file groups rows or fills cells down by a column that the sheet does not have.',
  },
  'map-key': {
    severity: 'error',
    meaning: 'The map file makes a key of this cell, which is blank or cannot be part of a text.',
  },
  'map-word': {
    severity: 'error',
    meaning:
      'A map file is in force, and the word is neither a value of the list in force nor in the map file. The suggestion is the line to add.',
    summary: '{rows} words without a value in the map file',
  },
  'map-likely': {
    severity: 'warning',
    meaning:
      'The map file gives words values that very probably are in their list, although the interface does not document them. They are sent. If the service accepts them, add them to the list with `taxonomy add`.',
  },
  'map-unit': {
    severity: 'error',
    meaning:
      'The map file takes the unit of the number from another column, which is missing or blank in this row, has an unknown word, or contradicts the unit in the cell. The suggestion is the line to add.',
  },
  'map-separator': {
    severity: 'error',
    meaning:
      'A map file is in force, and a cell of a list contains a comma, which may separate values. Add `separators` to the entry of the sheet.',
  },
  'map-date-order': {
    severity: 'error',
    meaning:
      'A map file is in force, and day and month of the date could be swapped. Add `dateOrder` to the entry of the sheet.',
  },
} as const satisfies Record<string, CatalogueEntry>;
