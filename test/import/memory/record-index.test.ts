import { describe, expect, test } from 'vitest';
import { type Body, KEY_SEPARATOR } from '../../../src/contract/kind.ts';
import type { AddressedRecord } from '../../../src/records/check/record-index.ts';
import { type Compare, type Given, inLedger, inMemory, type Known } from './compared.ts';

const supplier = (supplierRef: string, more: Body = {}, family = 'STANDARD'): Given => ({
  ...{ kind: 'supplier', body: { supplierRef, ...more }, family },
});
const product = (productRef: string, more: Body = {}, family = 'STANDARD'): Given => ({
  kind: 'product',
  body: { productRef, productCollectionRef: 'C', productColorCode: 'ECRU', ...more },
  family,
});
const component = (componentRef: string, productRef: string, more: Body = {}): Given => ({
  kind: 'component',
  body: { componentRef, productRef, productCollectionRef: 'C', productColorCode: 'ECRU', ...more },
  family: 'STANDARD',
});
const material = (uniqueIdentifier: string, ...used: string[]): Given => ({
  kind: 'material',
  body: { uniqueIdentifier, usedMaterials: used.map((one) => ({ uniqueIdentifier: one })) },
});
const other = (kind: string, uniqueIdentifier: string, more: Body = {}): Given => ({
  kind,
  body: { uniqueIdentifier, ...more },
});

const rows = (found: Iterable<AddressedRecord>) => [...found].map(({ row }) => row);
const keysOf = (...parts: string[]) => parts.join(KEY_SEPARATOR);
const known = (kind: string, key: string, family = 'STANDARD', body: Body = {}): Known => ({
  ...{ kind, key, family, body },
});

describe.each<[name: string, compare: Compare]>([
  ['a ledger', inLedger],
  ['a check in memory', inMemory],
])('the records of %s', (_, compare) => {
  const v2 = (given: readonly Given[], earlier: readonly Known[] = []) => compare('v2', given, earlier).index;

  test('records have their origin in the input', () => {
    const [found] = v2([{ ...supplier('A'), line: 7 }, supplier('A')]).recordsWithSameKey();
    expect(found).toMatchObject({
      ...{ kind: 'supplier', family: 'STANDARD', key: 'A', file: 'batch.xlsx', sheet: 'suppliers' },
      ...{ row: 2, line: 7, columns: '{"supplierRef":"B"}', batch: '' },
    });
  });

  test('records with one key are grouped by kind, key and family', () => {
    const given = [
      ...[supplier('B', { name: 'x' }), supplier('A'), supplier('B', { name: 'y' })],
      ...[product('A'), supplier('A'), supplier('B', {}, 'E360'), supplier('A', {}, 'E360')],
      ...[supplier('C'), product('A'), supplier('\u{1f600}'), supplier('\uff21')],
      ...[supplier('\u{1f600}'), supplier('\uff21')],
    ];
    const index = v2(given);
    const found = [...index.recordsWithSameKey()];
    expect(rows(found)).toEqual([5, 10, 3, 6, 2, 4, 12, 14, 11, 13]);
    expect(found[0]!.hash).toBe(found[1]!.hash);
    const [first, second] = found.slice(4) as [AddressedRecord, AddressedRecord];
    expect(index.differingRecord(first)?.row).toBe(second.row);
    expect(index.differingRecord(found[2]!)).toBeUndefined();
    expect(JSON.parse(index.bodyOf(second))).toEqual({ supplierRef: 'B', name: 'y' });
  });

  test('records with a shared reference are reported if their content differs', () => {
    const more = { supplierComponentCode: 'x' };
    const index = v2([
      ...[component('M1', 'P1'), component('M2', 'P1', more), component('M2', 'P2')],
      ...[component('M1', 'P2'), component('M2', 'P3', more)],
    ]);
    const found = [...index.sharedRefs()];
    expect(found.map(({ row, shareKey }) => [row, shareKey])).toEqual([3, 4, 6].map((row) => [row, 'M2']));
    expect(found[0]!.shareHash).toBe(found[2]!.shareHash);
    expect(found[0]!.shareHash).not.toBe(found[1]!.shareHash);
  });

  test('records have unresolved references, unless the input or the ledger has the record', () => {
    const given = [product('P', { supplierRef: 'S1', packagingRefs: ['E2', 'E1', 'E2'] }), supplier('S1')];
    const index = v2([...given, component('M', 'Q', { supplierRef: 'S2' })], [known('packaging', 'E1')]);
    expect(
      [...index.unresolvedReferences()].map(({ row, field, toKind, toKey }) => [row, field, toKind, toKey]),
    ).toEqual([
      [2, 'packagingRefs', 'packaging', 'E2'],
      [4, 'productRef', 'product', keysOf('Q', 'C', 'ECRU')],
      [4, 'supplierRef', 'supplier', 'S2'],
    ]);
  });

  test('records name only the first of many unresolved references', () => {
    const refs = Array.from({ length: 25 }, (_, at) => `E${at}`);
    const found = [...v2([product('P', { packagingRefs: refs })]).unresolvedReferences()];
    expect(found).toHaveLength(21);
    expect(found.at(-1)).toMatchObject({ row: 2, toKey: '', more: 5 });
  });

  test('records may leave the last part of a referenced key blank, which then fits any value', () => {
    const blank = { productColorCode: '' };
    const given = [component('M', 'P', blank), component('M', 'Q', blank), component('M', 'R', blank)];
    const index = v2([product('P'), ...given], [known('product', keysOf('R', 'C', 'BLEU'))]);
    expect([...index.unresolvedReferences()].map(({ row, toKey }) => [row, toKey])).toEqual([
      [4, keysOf('Q', 'C', '')],
    ]);
  });

  test('records have the keys of the input and of the ledger, listed for each kind', () => {
    const index = v2([supplier('B'), product('P', { supplierRef: 'S' })], [known('supplier', 'A')]);
    expect(index.keysOf('supplier')).toEqual(['A', 'B']);
    expect([index.hasSheetOf('product'), index.hasSheetOf('packaging')]).toEqual([true, false]);
  });

  test('records are found if their keys look alike', () => {
    const given = ['a-1', 'A-1', 'b-1', 'B\u20111', 'c-1', 'a-1', 'd-1', 'A  2'].map((ref) => supplier(ref));
    const index = v2([...given, product('a-1')], [known('supplier', 'C-1')]);
    expect([...index.lookAlikes()].map(({ row, other }) => [row, other])).toEqual([
      ...[
        [2, 'A-1'],
        [5, 'b-1'],
        [6, 'C-1'],
      ],
    ]);
  });

  test('records are found if only zeros in front of numbers differ, also from keys of earlier runs', () => {
    const given = ['0017', '17', '5', '6', '7', 'F-001', 'F-1'].map((ref) => supplier(ref));
    const earlier = [known('supplier', '00005'), known('supplier', '0006'), known('supplier', '6')];
    const index = v2([...given, product('P')], [...earlier, known('product', keysOf('P', 'C', '007'))]);
    expect([...index.lookAlikes()].map(({ row, other }) => [row, other])).toEqual([
      [2, '17'],
      [4, '00005'],
    ]);
    const colours = v2(
      [{ ...product('P'), body: { ...product('P').body, productColorCode: '7' } }],
      [known('product', keysOf('P', 'C', '007'))],
    );
    expect([...colours.lookAlikes()].map(({ other }) => other)).toEqual([keysOf('P', 'C', '007')]);
  });

  test('records are counted by family', () => {
    const given = [
      ...[supplier('A'), supplier('B', {}, 'E360'), { ...supplier('C'), isSelected: false }],
      ...[product('P'), { ...supplier('D'), isInvalid: true }, supplier('E', {}, '')],
    ];
    const index = v2(given);
    expect(index.families()).toEqual([
      { kind: 'supplier', family: 'STANDARD', count: 2 },
      { kind: 'supplier', family: 'E360', count: 1 },
      { kind: 'product', family: 'STANDARD', count: 1 },
    ]);
    expect(rows(index.recordsOfFamily('supplier', 'STANDARD'))).toEqual([2, 6]);
  });

  test('records are found if they refer to a record that only another family has', () => {
    const given = [
      ...[supplier('A', {}, 'E360'), supplier('B', {}, 'E360'), supplier('B'), supplier('C', {}, '')],
      ...['A', 'B', 'C', 'D', 'E'].map((ref) => product(`P${ref}`, { supplierRef: ref })),
      component('M', 'PA', { productColorCode: '' }),
      component('M', 'PX', { productColorCode: '' }),
      ...[product('PX', {}, 'AGEC'), product('PX', { productColorCode: 'BLEU' }, 'E360')],
    ];
    const index = v2(given, [
      known('supplier', 'D', 'AGEC'),
      known('supplier', 'E', 'AGEC'),
      known('supplier', 'E'),
    ]);
    expect(
      [...index.referencesToOtherFamilies()].map(({ row, toKey, actual }) => [row, toKey, actual]),
    ).toEqual([
      ...[
        [6, 'A', 'E360'],
        [9, 'D', 'AGEC'],
        [12, keysOf('PX', 'C', ''), 'E360'],
      ],
    ]);
  });

  test('records are found if they refer to a record with an unexpected value', () => {
    const expects = { field: 'category', value: 'OTHER - Warehouse' };
    const given = [
      ...[supplier('A', { category: 'OTHER - Packaging' }), supplier('B', { category: expects.value })],
      ...[supplier('C'), supplier('B', { category: 'x' })],
      ...['A', 'B', 'C', 'D', 'E'].map((warehouseRef) => product(`P${warehouseRef}`, { warehouseRef })),
      product('Q', { supplierRef: 'A' }),
    ];
    const earlier = [
      known('supplier', 'C', 'STANDARD', { category: 'y' }),
      known('supplier', 'D', 'STANDARD', { category: expects.value }),
    ];
    const naming = { kind: 'product', field: 'warehouseRef', to: 'supplier' };
    const found = [...v2(given, earlier).unexpectedValues(naming, expects)];
    expect(found.map(({ row, toKey, actual }) => [row, toKey, actual])).toEqual([
      ...[
        [6, 'A', 'OTHER - Packaging'],
        [8, 'C', 'y'],
      ],
    ]);
  });

  test('records of v3 are found if a key that they refer to is of several kinds or unknown', () => {
    const id = '0f0e0d0c-1111-4222-8333-444455556666';
    const item = (key: string, itemUniqueIdentifier: string) =>
      other('purchased-item', key, { itemUniqueIdentifier });
    const items = ['X', 'Y', 'Z'].map((one) => item(`I${one}`, one));
    const byId = (key: string, itemId: string) => other('purchased-item', key, { itemId });
    const given = [
      material('X'),
      other('component', 'X'),
      ...items,
      byId('J', id),
      byId('K', 'X'),
      byId('L', 'W'),
    ];
    const { index } = compare('v3', given, [known('product', 'Y', ''), known('component', 'Y', '')]);
    const of = 'material|component|product';
    expect([...index.ambiguousReferences()].map(({ row, toKind, toKey }) => [row, toKind, toKey])).toEqual([
      ...[
        [4, 'component, material', 'X'],
        [5, 'component, product', 'Y'],
        [8, 'component, material', 'X'],
      ],
    ]);
    expect([...index.unresolvedReferences()].map(({ row, toKind, toKey }) => [row, toKind, toKey])).toEqual([
      ...[
        [6, of, 'Z'],
        [9, of, 'W'],
      ],
    ]);
  });

  test('records of v3 are found if they refer to each other in a cycle', () => {
    const chain = Array.from({ length: 50 }, (_, at) => material(`C${at}`, `C${at + 1}`));
    const given = [
      ...chain,
      material('A', 'B', 'C3'),
      material('B', 'A'),
      material('S', 'S'),
      material('T', 'A'),
    ];
    const records = compare('v3', [...given, material('D'), material('D')]);
    const found = [...records.cycles()].map(({ finding: found }) => [
      found.finding.origin.row,
      found.finding.message,
    ]);
    expect(found).toEqual([
      [52, expect.stringContaining('A refers to material B')],
      [54, expect.stringContaining('S refers to itself')],
    ]);
  });
});
