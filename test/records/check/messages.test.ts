import { expect, test } from 'vitest';
import type { V2Kind } from '../../../src/contract/registry.ts';
import type { Finding } from '../../../src/findings/finding.ts';
import type { Cell } from '../../../src/sheets/cell.ts';
import { checked } from './rows.ts';

type Said = Pick<Finding, 'message' | 'value' | 'suggestion'>;
const said = ({ message, value, suggestion }: Finding): Said => ({
  message,
  ...(value !== undefined && { value }),
  ...(suggestion !== undefined && { suggestion }),
});

const FAMILIES = 'STANDARD, MODULE360_AGEC, AGEC_PACKAGING_ONLY, AGEC_NO_FDC, E360, AGEC';
const dates = (start: string | null, end: string | null) => ({
  'certifications.1.type': 'GOTS',
  'certifications.1.date_start': start,
  'certifications.1.date_end': end,
});

test.each<[kind: V2Kind, change: Readonly<Record<string, Cell | undefined>>, finding: Said | null]>([
  [
    'supplier',
    { projectType: null },
    { message: 'the family of the row is unknown', suggestion: `set --family to one of ${FAMILIES}` },
  ],
  [
    'supplier',
    { projectType: 'PREMIUM' },
    { message: `"PREMIUM" is not a family: ${FAMILIES}`, value: 'PREMIUM' },
  ],
  [
    'supplier',
    { projectType: 'AGEC' },
    {
      message: 'the project type of the family AGEC is not public',
      suggestion: 'request it and set families.AGEC.projectType in trace.config.yaml',
    },
  ],
  ['supplier', { projectType: 'standard' }, { message: '"standard" → "STANDARD"', value: 'standard' }],
  [
    'supplier',
    { importationBatch: undefined },
    {
      message: 'the row has no importation batch',
      suggestion: 'add a column importationBatch, or set --batch NAME',
    },
  ],
  ['supplier', { category: null }, { message: 'category is missing' }],
  [
    'component',
    { 'composition.1.material': 'COTTN' },
    {
      message:
        '"COTTN" is not in the known part of component.material; if the service accepts it, send it with --severity list-near=warning',
      value: 'COTTN',
      suggestion: 'did you mean "COTTON"?',
    },
  ],
  [
    'component',
    { 'composition.1.material': 'TEAK' },
    { message: '"TEAK" is not in the known part of component.material; it is sent anyway', value: 'TEAK' },
  ],
  [
    'product',
    { category: 'OTHER' },
    { message: 'product.category OTHER: the interface does not say whether it is accepted', value: 'OTHER' },
  ],
  [
    'product',
    { weight: 4.999 },
    {
      message: 'weight is 4.999 g; allowed: 5 to 10,000 g',
      value: '4.999',
      suggestion: 'did you mean 4,999 g?',
    },
  ],
  [
    'product',
    { weight: 0.005 },
    { message: 'weight is 0.005 g; allowed: 5 to 10,000 g', value: '0.005', suggestion: 'did you mean 5 g?' },
  ],
  ['product', { weight: 0.0049 }, { message: 'weight is 0.0049 g; allowed: 5 to 10,000 g', value: '0.0049' }],
  [
    'packaging',
    { percentageRecycled: 101 },
    { message: 'percentageRecycled is 101 %; plausible: 0 to 100 %', value: '101' },
  ],
  [
    'component',
    { componentWeight: -1 },
    { message: 'componentWeight is -1 g; plausible: 0 or more g', value: '-1' },
  ],
  [
    'supplier',
    { 'contacts.1.person.email': 'paul@atelier' },
    {
      message: '"paul@atelier" is not an e-mail address; use one address per cell, such as name@example.com',
      value: 'paul@atelier',
    },
  ],
  [
    'product',
    { picture: 'my photo.jpg' },
    {
      message: '"my photo.jpg" is not a web address',
      value: 'my photo.jpg',
      suggestion: 'write the full address: https://...',
    },
  ],
  [
    'product',
    { picture: 'img-1.example-shop.com' },
    {
      message: '"img-1.example-shop.com" is not a web address',
      value: 'img-1.example-shop.com',
      suggestion: 'did you mean "https://img-1.example-shop.com"?',
    },
  ],
  [
    'product',
    dates('2026-06-02', '2026-06-01'),
    {
      message: 'certifications.1.date_end is 2026-06-01, before date_start 2026-06-02',
      value: '2026-06-01',
    },
  ],
  ['product', dates('2026-06-02', null), null],
  ['product', dates(null, '2026-06-02'), null],
  [
    'component',
    { 'composition.2.material': 'WOOL' },
    { message: 'composition: 1 of 2 materials have a share' },
  ],
])('%s %j: %j', (kind, change, finding) => {
  expect(checked(kind, change).findings.map(said)).toEqual(finding === null ? [] : [finding]);
});

test('a batch that --batch replaces is named', () => {
  expect(checked('supplier', {}, { batch: 'W9' }).findings.map(said)).toEqual([
    { message: '"W1" is not used: --batch sets the batch of every row', value: 'W1' },
  ]);
});

test('a required part of an item, and a requirement of a family, say why', () => {
  const part = checked('supplier', { 'address.city': 'Roubaix' }).findings[0]!;
  expect(part.message).toBe('address.country is missing: it is required when any part of address is given');
});

test.each([
  ['Aucune', ['blank-word', 'required'], { suggestion: 'did you mean "NONE"?' }],
  ['', ['required'], {}],
])('a required value of a list, for which a cell has %j', (word, codes, suggestion) => {
  const { findings } = checked('packaging', { ecoModulation: word });
  expect(findings.map(({ code }) => code)).toEqual(codes);
  expect(said(findings.at(-1)!)).toEqual({ message: 'ecoModulation is missing', ...suggestion });
});
