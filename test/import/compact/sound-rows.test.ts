import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { referencesIn } from '../../../src/contract/body.ts';
import type { Field } from '../../../src/contract/field.ts';
import { type KindSpec, keyOf } from '../../../src/contract/kind.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import { checkRow, complete } from '../../../src/import/check/check-row.ts';
import { compactKinds } from '../../../src/import/compact/compact-kinds.ts';
import { SoundRows } from '../../../src/import/compact/sound-rows.ts';
import type { InputSettings } from '../../../src/import/input/settings.ts';
import { readRow } from '../../../src/import/records/read.ts';
import { recogniseSheet } from '../../../src/import/records/recognise.ts';
import type { Cell } from '../../../src/sheets/cell.ts';
import { full, SLOW } from '../../effort.ts';

const RUNS = { numRuns: SLOW ? full(1500) : 400 };
const SETTINGS: InputSettings = {
  ...{ files: [], interface: 'v2', family: null, batch: null, projectTypes: {}, strict: false, only: [] },
  ...{ sheets: new Map(), externalRefs: false, allowEmpty: false, stdin: Readable.from([]) },
};

/** The headers of a field: two for the items of a list. */
const headersOf = ({ path }: Field): string[] =>
  path.endsWith('[]')
    ? [path.slice(0, -2)]
    : path.includes('[]')
      ? [path.replaceAll('[]', '.1'), path.replaceAll('[]', '.2')]
      : [path];

/** Cells that are right for few fields, or for none. */
const ODD_CELLS = [
  '',
  ' ',
  '-',
  '0',
  '1',
  '0.5',
  '50',
  '140',
  '-2',
  'x',
  'TBD',
  'France',
  'oui',
  'a;b',
  '(clear)',
  'É ',
];

/** A cell of a column: mostly the example of its field. */
function cellOf({ key: [key] }: KindSpec, field: Field, header: string): fc.Arbitrary<Cell> {
  const isShare = field.path.endsWith('.percentage');
  // A row with the key of an example row may be one.
  const own = field.path === key ? `${field.example}-9` : String(field.example);
  const certain = field.value.type === 'boolean' ? 'true' : isShare ? '100' : own;
  const example = field.path === 'projectType' ? 'STANDARD' : certain;
  const isSecond = header.includes('.2');
  // Cells of objects, of lists in lists, and with the end of a period are not tested one by one.
  const isRare = /\[\].*\[\]|^[^[]+\./.test(field.path) || field.notBefore !== undefined;
  return fc.oneof(
    { weight: isSecond || isRare ? 10 : 200, arbitrary: fc.constant<Cell>(example) },
    { weight: isSecond || isRare ? 200 : 4, arbitrary: fc.constant<Cell>(null) },
    { weight: 1, arbitrary: fc.constantFrom<Cell>(...ODD_CELLS) },
    { weight: 1, arbitrary: fc.constantFrom<Cell>(`${example}1`, `${example}-0`, example.toLowerCase()) },
    { weight: 1, arbitrary: fc.constantFrom<Cell>(50, 0.5, true, { type: 'error', code: '#N/A' }) },
  );
}

const sound: Record<string, number> = {};

/** Compares a row that is read as a sound one with the same row, read and checked in full. */
function compare(kind: KindSpec, columns: readonly { header: string; cells: readonly Cell[] }[]): void {
  const rows = columns[0]!.cells.map((_, at) => ({
    ...{ row: at + 2, line: at + 2 },
    cells: columns.map(({ cells }) => cells[at]!),
  }));
  const firstRows = [{ row: 1, line: 1, cells: columns.map(({ header }) => header) }, ...rows];
  const about = { interfaceName: kind.interface, file: 'list.csv', sheet: 'list', kinds: [kind], others: [] };
  const { map } = recogniseSheet({ ...about, asKind: kind, firstRows, options: {} });
  const compact = compactKinds({ ...SETTINGS, interface: kind.interface })?.kinds.get(kind.name);
  const soundRows = map && compact && SoundRows.of(map, compact, SETTINGS);
  if (!map || !compact || !soundRows) return;
  for (const row of rows) {
    const record = soundRows.record(row, 1);
    if (!record) continue;
    sound[kind.name] = (sound[kind.name] ?? 0) + 1;
    const draft = readRow(map, row);
    const completed = complete(draft, SETTINGS);
    const { body, family } = completed;
    const findings = [...draft.findings, ...completed.findings, ...checkRow(draft, body, family, SETTINGS)];
    expect(findings).toEqual([]);
    expect(record).toMatchObject({ kind, family: family ?? '', key: keyOf(kind, body), row: row.row });
    expect(record.content).toBe(compact.shared.of(body));
    expect(referencesIn(kind, record.body)).toEqual(referencesIn(kind, body));
    for (const name of compact.names) expect(record.body[name]).toEqual(body[name]);
  }
}

describe.each(kindsOf('v2').map((kind) => [kind.name, kind] as const))('a sound row of a %s', (_, kind) => {
  test('has no finding, and the keys, references and content of the whole row', { tags: ['sampled'] }, () => {
    const columns = kind.fields.flatMap((field) => headersOf(field).map((header) => ({ field, header })));
    const row = fc.tuple(...columns.map(({ field, header }) => cellOf(kind, field, header)));
    const sheet = fc.tuple(
      fc.array(row, { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat(columns.length - 1), { maxLength: 3 }),
    );
    fc.assert(
      fc.property(sheet, ([rows, absent]) => {
        const present = columns.flatMap(({ header }, at) =>
          absent.includes(at) ? [] : [{ header, cells: rows.map((cells) => cells[at]!) }],
        );
        compare(kind, present);
      }),
      RUNS,
    );
  });
});

test('many rows of components are sound', { tags: ['sampled'] }, () => {
  expect(sound.component).toBeGreaterThan(100);
});
