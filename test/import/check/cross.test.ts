import { describe, expect, test } from 'vitest';
import { KEY_SEPARATOR } from '../../../src/contract/kind.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import {
  type AddressedRecord,
  type CrossFinding,
  checkAcross,
  type RecordIndex,
} from '../../../src/import/check/cross.ts';

let ids = 0;
function placed(
  kind: string,
  key: string,
  row: number,
  more: Partial<AddressedRecord> = {},
): AddressedRecord {
  const columns = JSON.stringify({ supplierRef: 'B', productRef: 'C', componentRef: 'A' });
  return {
    id: ++ids,
    kind,
    family: 'STANDARD',
    key,
    hash: 'h',
    batch: 'B',
    file: 'batch.xlsx',
    sheet: 'Feuil1',
    row,
    columns,
    ...more,
  };
}

const NOTHING: RecordIndex = {
  sameKey: () => [],
  unresolved: () => [],
  sharedRefs: () => [],
  keysOf: () => [],
  families: () => [],
  ofFamily: () => [],
  saysElse: () => [],
};

function across(index: Partial<RecordIndex>, settings: { externalRefs?: boolean } = {}): CrossFinding[] {
  const all = { strict: false, externalRefs: false, kinds: kindsOf('v2'), ...settings };
  return [...checkAcross({ ...NOTHING, ...index }, all)];
}

/** `code row effect column: message`. */
const reported = (found: readonly CrossFinding[]) =>
  found.map(
    ({ finding, effect }) =>
      `${finding.code} ${finding.origin.row} ${effect} ${finding.origin.column}: ${finding.message}`,
  );

describe('the same key twice', () => {
  test('with the same content: the first row stays, each other is a twin', () => {
    const rows = [
      placed('supplier', 'FRN-1', 2),
      placed('supplier', 'FRN-1', 5),
      placed('supplier', 'FRN-1', 9, { file: 'b.csv' }),
    ];
    const found = across({ sameKey: () => rows });
    expect(reported(found)).toEqual([
      'duplicate-identical 5 twin B: supplier FRN-1 repeats batch.xlsx › Feuil1!A2; it is sent once',
      'duplicate-identical 9 twin B: supplier FRN-1 repeats batch.xlsx › Feuil1!A2; it is sent once',
    ]);
    expect(found.map(({ record, finding }) => [record, finding.severity, finding.value])).toEqual([
      [rows[1]!.id, 'notice', 'FRN-1'],
      [rows[2]!.id, 'notice', 'FRN-1'],
    ]);
  });

  test('with different content: every row is an error that names another', () => {
    const rows = [
      placed('supplier', 'FRN-1', 2),
      placed('supplier', 'FRN-1', 5, { hash: 'other' }),
      placed('supplier', 'FRN-1', 9),
    ];
    expect(reported(across({ sameKey: () => rows }))).toEqual([
      'duplicate-different 2 invalid B: supplier FRN-1 is also at batch.xlsx › Feuil1!A5, with different content',
      'duplicate-different 5 invalid B: supplier FRN-1 is also at batch.xlsx › Feuil1!A2, with different content',
      'duplicate-different 9 invalid B: supplier FRN-1 is also at batch.xlsx › Feuil1!A5, with different content',
    ]);
  });

  test('with many rows of one content and one of another: each row is compared a few times', () => {
    let compared = 0;
    const rows = Array.from({ length: 5000 }, (_, at) =>
      Object.defineProperty(placed('supplier', 'FRN-1', at + 2), 'hash', {
        get: () => {
          compared++;
          return at === 4999 ? 'other' : 'h';
        },
      }),
    );
    const found = across({ sameKey: () => rows });
    expect(found).toHaveLength(5000);
    expect(found[0]!.finding.message).toContain('is also at batch.xlsx › Feuil1!A5001');
    expect(found[4999]!.finding.message).toContain('is also at batch.xlsx › Feuil1!A2');
    expect(compared).toBeLessThan(5 * 5000);
  });

  test('a key of any length is shown in short', () => {
    const rows = [2, 3].map((row) => placed('supplier', 'K'.repeat(32_000), row, { hash: String(row) }));
    for (const { finding } of across({ sameKey: () => rows })) {
      expect(finding.message.length).toBeLessThan(300);
      expect(finding.value).toHaveLength(200);
    }
  });

  test('in another kind or family is another record', () => {
    const rows = [
      placed('supplier', 'X', 2),
      placed('supplier', 'X', 3),
      placed('packaging', 'X', 4),
      placed('packaging', 'X', 5, { hash: 'other' }),
      placed('packaging', 'X', 6, { family: 'AGEC' }),
      placed('packaging', 'X', 7, { family: 'AGEC' }),
    ];
    expect(across({ sameKey: () => rows }).map(({ finding }) => [finding.code, finding.origin.row])).toEqual([
      ['duplicate-identical', 3],
      ['duplicate-different', 4],
      ['duplicate-different', 5],
      ['duplicate-identical', 7],
    ]);
  });
});

describe('references', () => {
  const naming = (row: number, toKey: string, toKind = 'supplier', field = 'supplierRef') => ({
    ...placed('product', 'ROB-1', row),
    field,
    toKind,
    toKey,
  });
  const known = {
    supplier: ['FRN-0001', 'FRN-0002'],
    product: [['ROB-1', 'SS27', 'ECRU'].join(KEY_SEPARATOR)],
  };
  const keysOf = (kind: string) => known[kind as keyof typeof known] ?? [];

  test('to unknown records suggest the nearest of their kind', () => {
    const found = across({ unresolved: () => [naming(2, 'FRN-001'), naming(3, 'Tissages du Nord')], keysOf });
    expect(reported(found)).toEqual([
      'reference-unknown 2 invalid B: supplier FRN-001 is neither in the input nor known from earlier runs',
      'reference-unknown 3 invalid B: supplier Tissages du Nord is neither in the input nor known from earlier runs',
    ]);
    expect(found.map(({ finding }) => finding.suggestion)).toEqual(['did you mean "FRN-0001"?', undefined]);
  });

  test('are warnings if missing records are assumed to exist in the service', () => {
    const found = across({ unresolved: () => [naming(2, 'FRN-001')], keysOf }, { externalRefs: true });
    expect(found).toMatchObject([
      { effect: null, finding: { code: 'reference-external', severity: 'warning' } },
    ]);
  });

  test('of several fields are shown in parts, without the blank last one', () => {
    const key = ['ROB-2', 'SS27', 'ECRU'].join(KEY_SEPARATOR);
    const partial = ['ROB-2', 'SS27', ''].join(KEY_SEPARATOR);
    const found = across({
      unresolved: () => [
        naming(2, key, 'product', 'productRef'),
        naming(3, partial, 'product', 'productRef'),
      ],
      keysOf,
    });
    expect(found.map(({ finding }) => [finding.value, finding.suggestion, finding.origin.column])).toEqual([
      ['ROB-2 / SS27 / ECRU', 'did you mean "ROB-1 / SS27 / ECRU"?', 'C'],
      ['ROB-2 / SS27', undefined, 'C'],
    ]);
  });

  test('query the candidates of a kind once, however many there are', () => {
    let asked = 0;
    const unresolved = () => Array.from({ length: 500 }, (_, at) => naming(at + 2, `FRN-9${at}`));
    const counted = (kind: string) => {
      asked++;
      return keysOf(kind);
    };
    across({ unresolved, keysOf: counted });
    expect(asked).toBe(1);
  });
});

test('one component reference with differing content is doubtful against its first row', () => {
  const shared = (row: number, shareKey: string, shareHash: string) => ({
    ...placed('component', 'k', row),
    shareKey,
    shareHash,
  });
  const found = across({
    sharedRefs: () => [
      shared(2, 'CMP-1', 'a'),
      shared(3, 'CMP-1', 'b'),
      shared(4, 'CMP-1', 'a'),
      shared(5, 'CMP-2', 'b'),
    ],
  });
  expect(reported(found)).toEqual([
    'shared-ref-differs 3 null A: component CMP-1 has different content here than at batch.xlsx › Feuil1!A2',
  ]);
  expect(found[0]!.finding.severity).toBe('warning');
});

test('suggestions for unknown references cost no more with many keys, or long ones', () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => `FRN-${at}`);
  const naming = (toKey: string, row: number) => ({
    ...placed('product', `ROB-${row}`, row),
    field: 'supplierRef',
    toKind: 'supplier',
    toKey,
  });
  const suggested = (toKeys: readonly string[], among = keys) =>
    across({ unresolved: () => toKeys.map(naming), keysOf: () => among }).map(
      ({ finding }) => finding.suggestion !== undefined,
    );
  const near = suggested(Array.from({ length: 1000 }, (_, at) => `FRX-${at}`));
  expect(near.slice(0, 250)).toEqual(Array(250).fill(true));
  expect(near.slice(250)).toEqual(Array(750).fill(false));
  const long = 'K'.repeat(32_000);
  expect(suggested([`${long}A`, 'FRX-1'], [`${long}B`, ...keys])).toEqual([false, true]);
});

describe('a project type that leaves the family of the others', () => {
  const families = (...groups: readonly [kind: string, family: string, count: number][]) =>
    across({
      families: () => groups.map(([kind, family, count]) => ({ kind, family, count })),
      ofFamily: (kind, family) => [placed(kind, `${kind} of ${family}`, 7, { family })],
    }).map(({ finding, effect }) => `${finding.code} ${finding.severity} ${effect}: ${finding.message}`);
  const warned = (kind: string, family: string, text: string) =>
    `family-differs warning null: the ${kind} ${kind} of ${family} is ${family}, but ${text}`;

  test('is a warning where one row is alone, whatever its kind', () => {
    expect(families(['supplier', 'STANDARD', 2], ['packaging', 'AGEC_PACKAGING_ONLY', 1])).toEqual([
      warned('packaging', 'AGEC_PACKAGING_ONLY', 'all other rows are STANDARD'),
    ]);
  });

  test('is a warning of a few among many of their kind', () => {
    expect(families(['supplier', 'STANDARD', 60], ['supplier', 'MODULE360_AGEC', 3])).toEqual([
      warned('supplier', 'MODULE360_AGEC', 'most rows are STANDARD'),
    ]);
  });

  test('is none where a kind has another family as a whole, or where families are mixed', () => {
    expect(families(['supplier', 'STANDARD', 60], ['packaging', 'AGEC_PACKAGING_ONLY', 3])).toEqual([]);
    expect(families(['supplier', 'STANDARD', 5], ['supplier', 'MODULE360_AGEC', 3])).toEqual([]);
    expect(families(['supplier', 'STANDARD', 1], ['supplier', 'MODULE360_AGEC', 1])).toEqual([]);
    expect(families(['supplier', 'STANDARD', 60])).toEqual([]);
  });
});

test('a warehouse that is a supplier of another category is a warning', () => {
  const found = across({
    saysElse: ({ kind, field, to }, { value }) =>
      kind === 'product' && field === 'warehouseRef' && to === 'supplier' && value === 'OTHER - Warehouse'
        ? [{ ...placed('product', 'ROB-1', 3), toKey: 'FRN-1', said: 'TRANSFORMATION - Dyeing' }]
        : [],
  });
  expect(reported(found)).toEqual([
    'warehouse-category 3 null undefined: warehouseRef FRN-1 is a supplier with the category "TRANSFORMATION - Dyeing", not "OTHER - Warehouse"',
  ]);
});
