import { expect } from 'vitest';
import { kindNamed, type V2Kind } from '../../../src/contract/registry.ts';
import { BoundEntry } from '../../../src/map/map-file/bind.ts';
import { parseMap } from '../../../src/map/map-file/map-file.ts';
import type { Cell } from '../../../src/sheets/cell.ts';
import { readSheet } from '../../records/sheet.ts';

/** Binds an entry for all sheets; `yaml` has its other members. */
export function bind(kind: V2Kind, yaml: string): BoundEntry {
  const text = `version: 1\nsheets:\n  - sheet: "*"\n    kind: ${kind}\n${yaml}`;
  const parsed = parseMap(text);
  if (!('lineOf' in parsed)) throw new Error(parsed.map(({ problem }) => problem).join('; '));
  return new BoundEntry(
    { ...parsed, name: 'm.yaml' },
    parsed.map.sheets[0]!,
    ['sheets', 0],
    kindNamed('v2', kind),
  );
}

/** The faults of an entry, as `line: problem`. */
export const faults = (kind: V2Kind, yaml: string) =>
  bind(kind, yaml).faults.map(({ line, problem }) => `${line}: ${problem.replace('sheets.1.', '')}`);

/** Reads rows with an entry. */
export function read(
  kind: V2Kind,
  yaml: string,
  headers: readonly Cell[],
  ...rows: readonly (readonly Cell[])[]
) {
  const mapping = bind(kind, yaml);
  expect(mapping.faults).toEqual([]);
  const { map, findings, drafts } = readSheet(kind, headers, rows, { ...mapping.defaults, mapping });
  const found = [...findings, ...drafts.flatMap((draft) => draft.findings)].filter(
    ({ code }) => !['header-missing', 'column-ignored'].includes(code),
  );
  return {
    ...{ map, bodies: drafts.map(({ body }) => body), findings: found },
    found: found.map(({ code, origin, suggestion }) => [code, origin.column ?? '', suggestion ?? '']),
    suggestions: findings.filter(({ code }) => code === 'header-missing').map(({ suggestion }) => suggestion),
  };
}
