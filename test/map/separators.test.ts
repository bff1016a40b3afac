import { expect, test } from 'vitest';
import { kindsOf } from '../../src/contract/registry.ts';
import { SheetSurvey } from '../../src/map/propose.ts';
import { isSlashed } from '../../src/records/field-coercion.ts';

/** The proposal for one column of a list, beside the columns of a component or a product. */
function proposedFor(
  field: string,
  values: readonly string[],
  { kind = 'component', keys = {} }: { kind?: string; keys?: Record<string, readonly string[]> } = {},
) {
  const interfaceName = kind === 'brand-product' ? 'v3' : 'v2';
  const survey = new SheetSurvey({ file: 'x.csv', sheet: kind, kinds: kindsOf(interfaceName) });
  survey.addReferences(new Map(Object.entries(keys).map(([name, own]) => [name, new Set(own)])));
  survey.add({ row: 1, cells: ['Qqq', 'Zzqx'] });
  for (const [at, value] of values.entries()) survey.add({ row: at + 2, cells: [`R-${at}`, value] });
  const { columns, words } = survey.proposal({ kind, headerRow: 1, columns: new Map([[1, field]]) });
  const { separator } = columns[1]!;
  return {
    separator: separator && [separator.value, separator.sample],
    words: words.map(({ word, value }) => [word, value]),
  };
}

const PACKAGING = { packaging: ['E-1', 'E-2', 'A/1'] };

test.each([
  // Keys of another sheet prove the separator, also a slash; a key that contains the sign does not.
  ['packagingRefs', ['E-1, E-2', 'E-1'], [',', 'E-1, E-2']],
  ['packagingRefs', ['E-1/E-2'], ['/', 'E-1/E-2']],
  ['packagingRefs', ['E-1 + E-2', 'E-1'], ['+', 'E-1 + E-2']],
  ['packagingRefs', ['E-1, E-9'], [',', 'E-1, E-9']],
  ['packagingRefs', ['E-1, Carton'], [null, 'E-1, Carton']],
  ['packagingRefs', ['E-1, E-2', 'E-1;E-2'], [null, 'E-1, E-2']],
  ['packagingRefs', ['E-1, E-2', 'E-1/E-2'], [null, 'E-1, E-2']],
  ['packagingRefs', ['A/1', 'E-1; E-2'], undefined],
  ['packagingRefs', ['X/2', 'SS27/004'], undefined],
])('the field %s of a product with the values %j has the separator %j', (field, values, separator) => {
  expect(proposedFor(field, values, { kind: 'product', keys: PACKAGING }).separator).toEqual(separator);
});

test.each([
  [['L-1, L-2'], [',', 'L-1, L-2']],
  [['L-1, 2026'], [null, 'L-1, 2026']],
  [
    ['L-1, L-22', 'L-3'],
    [null, 'L-1, L-22'],
  ],
  [
    ['L-1, L-2', 'L-1', 'L-2'],
    [',', 'L-1, L-2'],
  ],
  [
    ['L-1 / L-2', 'L-1'],
    [null, 'L-1 / L-2'],
  ],
  [['L-1/L-2'], [null, 'L-1/L-2']],
  [['L-1; L-2', 'L-3'], undefined],
])('lots that no other sheet has, with the values %j, have the separator %j', (values, separator) => {
  expect(proposedFor('lotReferences', values).separator).toEqual(separator);
});

test.each([
  // The import splits at commas between known countries without a line in the map file.
  [['Turkey, Morocco', 'TR'], undefined, []],
  [['Turkey / Morocco', 'TR'], ['/', 'Turkey / Morocco'], []],
  [['Turkey / Zzz', 'Turkey / Morocco'], ['/', 'Turkey / Zzz'], [['Zzz', null]]],
  // Nothing proves the separator; the whole value is a question until a person decides the separator.
  [['Turkey / Zzz'], [null, 'Turkey / Zzz'], [['Turkey / Zzz', null]]],
  [['Turkey, Zzz'], [null, 'Turkey, Zzz'], [['Turkey, Zzz', null]]],
  [['Korea, Republic of', 'Turkey'], undefined, []],
  [['Zzz/Yyy'], undefined, [['Zzz/Yyy', null]]],
  // The values are on several lines of one cell.
  [['Turkey\nMorocco', 'TR'], undefined, []],
  [['Turkey\r\nZzz Y\n', 'TR'], undefined, [['Zzz Y', null]]],
  [
    ['Turkey\nZzz', 'Turkey Zzz'],
    undefined,
    [
      ['Turkey Zzz', null],
      ['Zzz', null],
    ],
  ],
  [[...Array.from({ length: 250 }, () => 'TR'), 'Turkey\nZzz'], undefined, [['Zzz', null]]],
])('countries with the values %j have the separator %j, and the words %j', (values, separator, words) => {
  const proposed = proposedFor('manufacturingAssemblyCountry', values, { kind: 'product' });
  expect([proposed.separator, proposed.words]).toEqual([separator, words]);
});

test('a header for countries is not refuted by cells with several lines of countries', () => {
  const survey = new SheetSurvey({ file: 'x.csv', sheet: 'product', kinds: kindsOf('v2') });
  survey.add({ row: 1, cells: ['Réf. produit', 'Collection', 'Pays de confection'] });
  for (const row of [2, 3, 4]) survey.add({ row, cells: [`P-${row}`, 'SS27', 'Turquie\nMaroc'] });
  const { columns, words } = survey.proposal({ kind: 'product' });
  expect([columns[2]!.target, words]).toEqual(['manufacturingAssemblyCountry', []]);
});

test('a separator of GTINs is proposed only if each part is a complete GTIN', () => {
  const gtins = (values: readonly string[]) =>
    proposedFor('gtins', values, { kind: 'brand-product' }).separator;
  expect(gtins(['3607012345678, 3607012345685'])).toEqual([',', '3607012345678, 3607012345685']);
  expect(gtins(['3607012345678, 36070'])).toEqual([null, '3607012345678, 36070']);
});

test.each([
  ['L-1/L-2', true],
  ['LOT 1 / LOT 2', true],
  ['A12-B/A13-C', true],
  ['SS26/001', false],
  ['12/05/2026', false],
  ['https://a.example/b', false],
  ['1/2', false],
  [`${'L-1/'.repeat(5000)}L-1`, false],
])('a text such as $0 may have several values: $1', (text, expected) => {
  expect(isSlashed(text)).toBe(expected);
});
