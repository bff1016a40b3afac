import { describe, expect, test } from 'vitest';
import { KEY_SEPARATOR } from '../../../src/contract/kind.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import { checkAcross } from '../../../src/records/check/cross.ts';
import type { CrossFinding } from '../../../src/records/check/cross-finding.ts';
import { type AddressedRecord, type RecordIndex, tableKey } from '../../../src/records/check/record-index.ts';
import { placed } from './placed.ts';

/** Queries that find nothing, except those that a test gives. */
const indexOf = (index: Partial<RecordIndex>): RecordIndex =>
  new Proxy(
    { differingRecord: () => undefined, hasSheetOf: () => true, bodyOf: () => '{}', ...index } as RecordIndex,
    {
      get: (own, query) => Reflect.get(own, query) ?? (() => []),
    },
  );

function across(
  index: Partial<RecordIndex>,
  settings: { externalRefs?: boolean; strict?: boolean; sharedTables?: ReadonlySet<string> } = {},
): CrossFinding[] {
  const all = { strict: false, externalRefs: false, kinds: kindsOf('v2'), ...settings };
  return [...checkAcross(indexOf(index), all)];
}

/** `code row effect column: message`. */
const reported = (found: readonly CrossFinding[]) =>
  found.map(
    ({ finding, effect }) =>
      `${finding.code} ${finding.origin.row} ${effect} ${finding.origin.column}: ${finding.message}`,
  );
const suggestions = (found: readonly CrossFinding[]) => found.map(({ finding }) => finding.suggestion);

/** Three rows of one supplier, whose contents have these hashes. */
const supplierRows = (...hashes: readonly string[]) =>
  [2, 5, 9].map((row, at) => placed('supplier', 'FRN-1', row, { hash: hashes[at] ?? 'h' }));
describe('rows with the same key', () => {
  test('rows with the same key and content are one record: the first row is sent, the others are reported as twins', () => {
    const rows = supplierRows();
    const found = across({ recordsWithSameKey: () => rows });
    expect(reported(found)).toEqual([
      'duplicate-identical 5 twin B: supplier FRN-1 repeats batch.xlsx › Feuil1!A2; it is sent once',
      'duplicate-identical 9 twin B: supplier FRN-1 repeats batch.xlsx › Feuil1!A2; it is sent once',
    ]);
    expect(found.map(({ record, finding }) => [record, finding.severity, finding.value])).toEqual([
      [rows[1]!.id, 'notice', 'FRN-1'],
      [rows[2]!.id, 'notice', 'FRN-1'],
    ]);
  });

  test('rows with the same key and different content are all errors, and each error names another row', () => {
    const rows = supplierRows('h', 'other');
    expect(reported(across({ recordsWithSameKey: () => rows }))).toEqual([
      'duplicate-different 2 invalid B: supplier FRN-1 is also at batch.xlsx › Feuil1!A5, with different content',
      'duplicate-different 5 invalid B: supplier FRN-1 is also at batch.xlsx › Feuil1!A2, with different content',
      'duplicate-different 9 invalid B: supplier FRN-1 is also at batch.xlsx › Feuil1!A5, with different content',
    ]);
  });

  const sharedTables = new Set([tableKey({ file: 'batch.xlsx', sheet: 'Feuil1', kind: 'supplier' })]);

  test('rows of a table that shares them repeat a record without a notice', () => {
    const found = across({ recordsWithSameKey: () => supplierRows() }, { sharedTables });
    expect(found.map(({ effect, isExpected }) => [effect, isExpected])).toEqual([
      ['twin', true],
      ['twin', true],
    ]);
  });

  test('of rows of a table that shares them, the first one of each content is an error', () => {
    const rows = supplierRows('h', 'other', 'h');
    const [first, second, third] = across({ recordsWithSameKey: () => rows }, { sharedTables });
    expect(reported([first!, second!])).toEqual([
      'duplicate-different 2 invalid B: supplier FRN-1 is also at batch.xlsx › Feuil1!A5, with different content',
      'duplicate-different 5 invalid B: supplier FRN-1 is also at batch.xlsx › Feuil1!A2, with different content',
    ]);
    expect([third!.record, third!.effect, third!.isExpected]).toEqual([rows[2]!.id, 'twin', true]);
  });

  test('rows with the same key and different content are each compared only a few times, however many there are', () => {
    let compared = 0;
    const rows = Array.from({ length: 5000 }, (_, at) =>
      Object.defineProperty(placed('supplier', 'FRN-1', at + 2), 'hash', {
        get: () => {
          compared++;
          return at === 4999 ? 'other' : 'h';
        },
      }),
    );
    const different = ({ hash }: AddressedRecord) => rows.find((row) => row.hash !== hash);
    const found = across({ recordsWithSameKey: () => rows, differingRecord: different });
    expect(found).toHaveLength(5000);
    expect(found[0]!.finding.message).toContain('is also at batch.xlsx › Feuil1!A5001');
    expect(found[4999]!.finding.message).toContain('is also at batch.xlsx › Feuil1!A2');
    expect(compared).toBeLessThan(5 * 5000);
  });

  test('rows with the same key in two batches are sent with the batch of the first row', () => {
    const rows = [placed('supplier', 'FRN-1', 2), placed('supplier', 'FRN-1', 5, { batch: 'W2' })];
    expect(reported(across({ recordsWithSameKey: () => rows }))).toEqual([
      'duplicate-identical 5 twin B: supplier FRN-1 repeats batch.xlsx › Feuil1!A2; it is sent once, with the importation batch "B" of that row; "W2" of this row is not used',
    ]);
  });

  test('rows with the same key of an unknown kind have a finding at the second row, without a field', () => {
    const rows = [placed('label', 'L-1', 2), placed('label', 'L-1', 5)];
    const [found] = across({ recordsWithSameKey: () => rows });
    expect(found!.finding).not.toHaveProperty('field');
    expect(found!.finding.origin).toEqual({ file: 'batch.xlsx', sheet: 'Feuil1', row: 5 });
  });

  test('rows with the same key do not include rows with another key', () => {
    const rows = [placed('supplier', 'X', 2), placed('supplier', 'Y', 3)];
    expect(across({ recordsWithSameKey: () => rows })).toEqual([]);
  });

  test('rows with the same key have findings in which a long key is shortened', () => {
    const rows = [2, 3].map((row) => placed('supplier', 'K'.repeat(32_000), row, { hash: String(row) }));
    for (const { finding } of across({ recordsWithSameKey: () => rows })) {
      expect(finding.message.length).toBeLessThan(300);
      expect(finding.value).toHaveLength(200);
    }
  });

  test('rows with the same key do not include rows of another kind or family', () => {
    const rows = [
      placed('supplier', 'X', 2),
      placed('supplier', 'X', 3),
      placed('packaging', 'X', 4),
      placed('packaging', 'X', 5, { hash: 'other' }),
      placed('packaging', 'X', 6, { family: 'AGEC' }),
      placed('packaging', 'X', 7, { family: 'AGEC' }),
    ];
    const found = across({ recordsWithSameKey: () => rows });
    expect(found.map(({ finding: { code, origin, field } }) => [code, origin.row, field])).toEqual([
      ['duplicate-identical', 3, 'supplierRef'],
      ['duplicate-different', 4, 'packagingRef'],
      ['duplicate-different', 5, 'packagingRef'],
      ['duplicate-identical', 7, 'packagingRef'],
    ]);
  });
});

describe('references', () => {
  const naming = (row: number, toKey: string, toKind = 'supplier', field = 'supplierRef') => ({
    ...placed('product', 'ROB-1', row),
    ...{ field, toKind, toKey },
  });
  const known = {
    supplier: ['FRN-0001', 'FRN-0002'],
    product: [['ROB-1', 'SS27', 'ECRU'].join(KEY_SEPARATOR)],
  };
  const keysOf = (kind: string) => known[kind as keyof typeof known] ?? [];

  test('references to unknown records suggest the nearest key of their kind', () => {
    const found = across({
      unresolvedReferences: () => [naming(2, 'FRN-001'), naming(3, 'Tissages du Nord')],
      keysOf,
    });
    expect(reported(found)).toEqual([
      'reference-unknown 2 invalid B: supplier FRN-001 is neither in the input nor known from earlier runs',
      'reference-unknown 3 invalid B: supplier Tissages du Nord is neither in the input nor known from earlier runs',
    ]);
    expect(suggestions(found)).toEqual(['did you mean "FRN-0001"?', undefined]);
  });

  test('suggest a key with swapped digits or lost zeros, but not one with another number', () => {
    const keys = ['FRN-0052', 'FRN-0401', 'FRN-041', 'FNR-0041', 'FNR-0042'];
    const unresolved = () => keys.map((key, at) => naming(at + 2, key));
    const near = 'did you mean "FRN-0041"?';
    expect(
      suggestions(across({ unresolvedReferences: unresolved, keysOf: () => ['FRN-0002', 'FRN-0041'] })),
    ).toEqual([...[undefined, undefined, near, near, undefined]]);
  });

  test('references are warnings if missing records are assumed to exist in the service', () => {
    const found = across(
      { unresolvedReferences: () => [naming(2, 'FRN-001')], keysOf },
      { externalRefs: true },
    );
    expect(found).toMatchObject([
      { effect: null, finding: { code: 'reference-external', severity: 'warning' } },
    ]);
  });

  test('references to a key of several fields are shown in parts, without the blank last one', () => {
    const named = ['ROB-1/SS27/ECRUE', 'ROB-2/SS27/'].map((key, at) =>
      naming(at + 2, key.replaceAll('/', KEY_SEPARATOR), 'product', 'productRef'),
    );
    const found = across({ unresolvedReferences: () => named, keysOf });
    expect(found.map(({ finding }) => [finding.value, finding.suggestion, finding.origin.column])).toEqual([
      ['ROB-1 / SS27 / ECRUE', 'did you mean "ROB-1 / SS27 / ECRU"?', 'C'],
      ['ROB-2 / SS27', undefined, 'C'],
    ]);
  });

  test('references to a key of several fields suggest only the parts that differ, at their column', () => {
    const columns = { productRef: 'C', productCollectionRef: 'D', productColorCode: 'E' };
    const named = ['ROB-1/SS27/ECRUE', 'ROBE-1/SS27/ECRU', 'ROBE-1/SS27/ECRUE'].map((key) => ({
      ...placed('component', 'CMP-1', 2, {}, columns),
      ...{ field: 'productRef', toKind: 'product', toKey: key.replaceAll('/', KEY_SEPARATOR) },
    }));
    const found = across({ unresolvedReferences: () => named, keysOf });
    expect(
      found.map(({ finding: { origin, field, suggestion } }) => [origin.column, field, suggestion]),
    ).toEqual([
      ['E', 'productColorCode', 'did you mean "ECRU"?'],
      ['C', 'productRef', 'did you mean "ROB-1"?'],
      ['C', 'productRef', 'did you mean productRef "ROB-1", productColorCode "ECRU"?'],
    ]);
  });

  test('references to one of several kinds suggest the nearest key of any of them', () => {
    const unresolved = () => [naming(2, 'CMP-01', 'material|component', 'itemUniqueIdentifier')];
    const keys = { component: ['CMP-001'], material: ['MAT-77'] };
    const found = across({
      unresolvedReferences: unresolved,
      keysOf: (kind) => keys[kind as keyof typeof keys],
    });
    const { message, suggestion } = found[0]!.finding;
    expect(message).toBe('material or component CMP-01 is neither in the input nor known from earlier runs');
    expect(suggestion).toBe('did you mean "CMP-001"?');
  });

  test('references that are too many to list one by one are counted in one finding', () => {
    const unresolved = () => [{ ...naming(2, '', 'material|component'), more: 40 }, naming(3, 'FRN-001')];
    const found = across({ unresolvedReferences: unresolved, keysOf });
    expect(reported(found)).toEqual([
      'reference-unknown 2 invalid B: 40 more of the material or component records that the row refers to are neither in the input nor known from earlier runs',
      'reference-unknown 3 invalid B: supplier FRN-001 is neither in the input nor known from earlier runs',
    ]);
    expect(found[0]!.finding.value).toBe('40 more of row 2');
    expect(found[0]!.finding).not.toHaveProperty('suggestion');
    expect(across({ unresolvedReferences: unresolved, keysOf }, { externalRefs: true })).toMatchObject([
      { effect: null },
      { effect: null },
    ]);
  });

  test('references to a kind without a sheet in the input name the missing sheet', () => {
    const index = (toKind: string) => ({
      unresolvedReferences: () => [naming(2, 'X-1', toKind)],
      hasSheetOf: (kind: string) => kind === 'product',
    });
    const suggested = (toKind: string, settings = {}) => suggestions(across(index(toKind), settings));
    const file = 'was read: add the file; if the service already has them: --external-refs';
    expect(suggested('supplier')).toEqual([`no sheet of suppliers ${file}`]);
    expect(suggested('material|component')).toEqual([`no sheet of such records ${file}`]);
    expect(suggested('product')).toEqual([undefined]);
    expect(suggested('product|component')).toEqual([undefined]);
    expect(suggested('supplier', { externalRefs: true })).toEqual([undefined]);
  });

  test('references to the same unknown record get the same suggestion', () => {
    const found = across({
      unresolvedReferences: () => [naming(2, 'FRN-001'), naming(3, 'FRN-001')],
      keysOf,
    });
    expect(suggestions(found)).toEqual(Array(2).fill('did you mean "FRN-0001"?'));
  });

  test('references to unknown records get no suggestion after the first 2000', () => {
    const unresolved = () => Array.from({ length: 2001 }, (_, at) => naming(at + 2, `FNR-000${at}`));
    const found = across({ unresolvedReferences: unresolved, keysOf: () => ['FRN-0002', 'FRN-0002000'] });
    expect(found[2]!.finding.suggestion).toBe('did you mean "FRN-0002"?');
    expect(found[2000]!.finding.suggestion).toBe(undefined);
  });

  test('references in a part of a field are reported at the column of the part, else at that of the field', () => {
    const at = (columns: Readonly<Record<string, string>>, field = 'usedMaterials.0.uniqueIdentifier') => {
      const row = { ...naming(2, 'M-1', 'material', field), columns: JSON.stringify(columns) };
      return across({ unresolvedReferences: () => [row] })[0]!.finding.origin.column;
    };
    expect(at({ usedMaterials: 'D', 'usedMaterials.0.uniqueIdentifier': 'E' })).toBe('E');
    expect(at({ usedMaterials: 'D' })).toBe('D');
    expect(at({ materials: 'D' })).toBe(undefined);
  });

  test('references in a text file are reported with their line', () => {
    const origin = (line: number | null | undefined) =>
      across({
        unresolvedReferences: () => [{ ...naming(2, 'FRN-001'), ...(line !== undefined && { line }) }],
      })[0]!.finding.origin;
    expect(origin(9)).toMatchObject({ row: 2, line: 9 });
    for (const none of [null, undefined]) expect(origin(none)).not.toHaveProperty('line');
  });

  test('query the keys of a kind once, however many references there are', () => {
    let asked = 0;
    const unresolved = () => Array.from({ length: 500 }, (_, at) => naming(at + 2, `FRN-9${at}`));
    const counted = (kind: string) => {
      asked++;
      return keysOf(kind);
    };
    across({ unresolvedReferences: unresolved, keysOf: counted });
    expect(asked).toBe(1);
  });
});

const shared = (row: number, shareHash: string, kind = 'component', shareKey = 'CMP-1') => ({
  ...placed(kind, `${shareKey} ${row}`, row),
  ...{ shareKey, shareHash },
});

test('a component reference whose content differs from its first row is a warning', () => {
  const rows = [shared(2, 'a'), shared(3, 'b'), shared(4, 'a'), shared(5, 'b', 'component', 'CMP-2')];
  const found = across({ sharedRefs: () => rows });
  expect(reported(found)).toEqual([
    'shared-ref-differs 3 null A: component CMP-1 has different content here than at batch.xlsx › Feuil1!A2',
  ]);
  expect(found[0]!.finding.severity).toBe('warning');
});

test('a component reference is compared only within its kind; the finding for an unknown kind has no field', () => {
  expect(across({ sharedRefs: () => [shared(2, 'a'), shared(3, 'b', 'label')] })).toEqual([]);
  for (const kind of ['label', 'supplier']) {
    const [found] = across({ sharedRefs: () => [shared(2, 'a', kind), shared(3, 'b', kind)] });
    expect(found!.finding).not.toHaveProperty('field');
  }
});

test('suggestions for unknown references have a limited cost, however many or long the keys are', () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => `FRN-${at}`);
  const naming = (toKey: string, row: number) => ({
    ...placed('product', `ROB-${row}`, row),
    ...{ field: 'supplierRef', toKind: 'supplier', toKey },
  });
  const suggested = (toKeys: readonly string[], among = keys) =>
    suggestions(across({ unresolvedReferences: () => toKeys.map(naming), keysOf: () => among })).map(
      (suggestion) => suggestion !== undefined,
    );
  const near = suggested(Array.from({ length: 1000 }, (_, at) => `FRX-${at}`));
  expect(near.slice(0, 250)).toEqual(Array(250).fill(true));
  expect(near.slice(250)).toEqual(Array(750).fill(false));
  // A text of more than 32 letters needs four comparisons.
  const after = suggested([
    ...Array.from({ length: 62 }, (_, at) => `${'W'.repeat(33)}${at}`),
    ...Array.from({ length: 4 }, (_, at) => `FRX-${at}`),
  ]);
  expect(after.slice(62)).toEqual([true, true, false, false]);
  const long = 'K'.repeat(32_000);
  expect(suggested([`${long}A`, 'FRX-1'], [`${long}B`, ...keys])).toEqual([false, true]);
});

test.each<[what: string, rows: string, warned: string[]]>([
  ['one is alone, whatever its kind', '2 STANDARD supplier, 1 AGEC packaging', ['AGEC packaging: all other']],
  ['a few are among many', '60 STANDARD supplier, 3 E360 supplier', ['E360 supplier: most']],
  ['the few come first', '3 E360 supplier, 57 STANDARD supplier', ['E360 supplier: most']],
  ['the majority is small', '5 STANDARD supplier, 3 E360 supplier', ['E360 supplier: most']],
  [
    'several are few; of two with as many rows the first is usual',
    '30 STANDARD supplier, 30 MODULE360_AGEC supplier, 1 E360 supplier, 2 AGEC supplier',
    ['E360 supplier: most', 'AGEC supplier: most'],
  ],
  ['a kind has another one', '60 STANDARD supplier, 40 AGEC packaging, 1 STANDARD packaging', []],
  ['all kinds count together', '2 STANDARD supplier, 1 AGEC packaging, 4 AGEC product', []],
  ['a kind as a whole has another one', '60 STANDARD supplier, 3 AGEC packaging', []],
  ['two are as many', '1 STANDARD supplier, 1 E360 supplier', []],
  ['they are mixed', '5 STANDARD supplier, 5 E360 supplier, 1 AGEC supplier', []],
  ['there is one', '60 STANDARD supplier', []],
])('the rows whose family is not the usual one, where %s (%s), get the warnings %j', (_, rows, warned) => {
  const families = () =>
    rows.split(', ').map((group) => {
      const [count, family, kind] = group.split(' ') as [string, string, string];
      return { kind, family, count: Number(count) };
    });
  const ofFamily = (kind: string, family: string) => [placed(kind, `of ${family}`, 7, { family })];
  const found = across({ families, recordsOfFamily: ofFamily });
  expect(
    found.map(({ finding, effect }) => [finding.code, finding.severity, effect, finding.message]),
  ).toEqual(
    warned.map((one) => {
      const [, family, kind, most] = /^(\w+) (\w+): (.+)$/.exec(one)!;
      const message = `the ${kind} of ${family} is ${family}, but ${most} rows are STANDARD`;
      return ['family-differs', 'warning', null, message];
    }),
  );
});

test('a reference to a warehouse is a warning if the supplier has another category', () => {
  const found = across({
    unexpectedValues: ({ kind, field, to }, { value }) =>
      kind === 'product' && field === 'warehouseRef' && to === 'supplier' && value === 'OTHER - Warehouse'
        ? [{ ...placed('product', 'ROB-1', 3), toKey: 'FRN-1', actual: 'TRANSFORMATION - Dyeing' }]
        : [],
  });
  expect(reported(found)).toEqual([
    'warehouse-category 3 null undefined: warehouseRef FRN-1 is a supplier with the category "TRANSFORMATION - Dyeing", not "OTHER - Warehouse"',
  ]);
});

describe('the suggestion for two rows that differ', () => {
  const columns = { supplierRef: 'B', name: 'C', 'address.city': 'F', category: 'D' };
  const first = placed('supplier', 'FRN-1', 2, {}, columns);
  const other = (more = {}) => placed('supplier', 'FRN-1', 5, { hash: 'other', ...more }, columns);
  const differing = (own: object, theirs: object, more = {}) => {
    const rows = [first, other(more)];
    const bodyOf = ({ id }: AddressedRecord) => JSON.stringify(id === first.id ? own : theirs);
    return across({ recordsWithSameKey: () => rows, bodyOf })[0]!.finding.suggestion;
  };
  test.each<[what: string, own: object, other: object, text: string | undefined, more?: object]>([
    [
      'a field, with both values and cells',
      { name: 'Lin', city: 'Lyon', importationBatch: 'A' },
      { name: 'Lin & Cie', city: 'Lyon', importationBatch: 'B' },
      'the rows differ in name ("Lin" in C2, "Lin & Cie" in C5)',
    ],
    [
      'a field that one row lacks',
      { name: 'Lin', address: { city: 'Lyon' } },
      { name: 'Lin', address: { city: null } },
      'the rows differ in address.city ("Lyon" in F2, nothing in batch.xlsx › Divers!F5)',
      { sheet: 'Divers' },
    ],
    [
      'numbers and a value in a list',
      { list: [{ share: 40 }] },
      { list: [{ share: 60 }] },
      'the rows differ in list.1.share (40 in A2, 60 in A5)',
    ],
    [
      'many fields',
      { name: 'a', category: 'b', d: '1', e: '2', f: '3' },
      {},
      'the rows differ in name ("a" in C2, nothing in C5), category ("b" in D2, nothing in D5), d ("1" in A2, nothing in A5) and 2 more fields',
    ],
    ['nothing that is compared', { importationBatch: 'A' }, { importationBatch: 'B' }, undefined],
  ])('names the difference: %s', (_, own, theirs, text, more) => {
    expect(differing(own, theirs, more)).toBe(text);
  });

  test('the suggestion for two rows that differ does not name fields in which rows with a shared reference may differ', () => {
    const bodyOf = ({ row }: AddressedRecord) =>
      JSON.stringify({ componentRef: 'CMP-1', productRef: `P-${row}`, componentWeight: row });
    const [found] = across({ sharedRefs: () => [shared(2, 'a'), shared(3, 'b')], bodyOf });
    expect(found!.finding.suggestion).toBe('the rows differ in componentWeight (3 in A3, 2 in A2)');
  });
});

test('keys that look alike are a warning, and an error with --strict', () => {
  const lookAlikes = () => [{ ...placed('supplier', 'FRN\u20111', 3), other: 'FRN-1' }];
  const line =
    'key-looks-alike 3 null B: the key FRN\u20111 of the supplier looks like FRN-1, which is another record (U+2011, there U+002D)';
  expect(reported(across({ lookAlikes }))).toEqual([line]);
  expect(across({ lookAlikes }, { strict: true }).map(({ finding }) => finding.severity)).toEqual(['error']);
});

test('a reference to a record of another family is a warning', () => {
  const named = { field: 'supplierRef', toKind: 'supplier', toKey: 'FRN-1', actual: 'E360' };
  const found = across({ referencesToOtherFamilies: () => [{ ...placed('product', 'ROB-1', 4), ...named }] });
  expect(reported(found)).toEqual([
    'reference-family 4 null B: the product ROB-1 is STANDARD, but the supplier FRN-1 is E360',
  ]);
});
