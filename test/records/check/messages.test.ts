import { expect, test } from 'vitest';
import type { V2Kind } from '../../../src/contract/registry.ts';
import type { Finding } from '../../../src/findings/finding.ts';
import type { Cell } from '../../../src/sheets/cell.ts';
import { checked } from './rows.ts';

/** `[value] message | suggestion`, each where there is one. */
const said = ({ message, value, suggestion }: Finding): string =>
  `${value === undefined ? '' : `[${value}] `}${message}${suggestion === undefined ? '' : ` | ${suggestion}`}`;

const MATERIAL = 'composition.1.material';
const NOT_KNOWN = 'is not in the known part of component.material';
const ALLOWED = 'allowed: 5 to 10,000 g';
const NAMES = 'STANDARD, MODULE360_AGEC, AGEC_PACKAGING_ONLY, AGEC_NO_FDC, E360, AGEC';
const dates = (start: string | null, end: string | null) => ({
  'certifications.1.type': 'GOTS',
  'certifications.1.date_start': start,
  'certifications.1.date_end': end,
});

test.each<[kind: V2Kind, change: Readonly<Record<string, Cell | undefined>>, ...findings: string[]]>([
  ['supplier', { projectType: null }, `the family of the row is unknown | set --family to one of ${NAMES}`],
  ['supplier', { projectType: 'PREMIUM' }, `[PREMIUM] "PREMIUM" is not a family: ${NAMES}`],
  [
    'supplier',
    { projectType: 'AGEC' },
    'the project type of the family AGEC is not public | request it and set families.AGEC.projectType in trace.config.yaml',
  ],
  ['supplier', { projectType: 'standard' }, '[standard] "standard" → "STANDARD"'],
  [
    'supplier',
    { importationBatch: undefined },
    'the row has no importation batch | add a column importationBatch, or set --batch NAME',
  ],
  ['supplier', { category: null }, 'category is missing'],
  [
    'component',
    { [MATERIAL]: 'COTTN' },
    '[COTTN] "COTTN" is not in the known part of component.material; if the service accepts it, send it with --severity list-near=warning | did you mean "COTTON"?',
  ],
  ['component', { [MATERIAL]: 'TEAK' }, `[TEAK] "TEAK" ${NOT_KNOWN}; it is sent anyway`],
  [
    'product',
    { category: 'OTHER' },
    '[OTHER] product.category OTHER: the interface does not say whether it is accepted',
  ],
  ['product', { weight: 4.999 }, `[4.999] weight is 4.999 g; ${ALLOWED} | did you mean 4,999 g?`],
  ['product', { weight: 0.005 }, `[0.005] weight is 0.005 g; ${ALLOWED} | did you mean 5 g?`],
  ['product', { weight: 0.0049 }, `[0.0049] weight is 0.0049 g; ${ALLOWED}`],
  ['packaging', { percentageRecycled: 101 }, '[101] percentageRecycled is 101 %; plausible: 0 to 100 %'],
  ['component', { componentWeight: -1 }, '[-1] componentWeight is -1 g; plausible: 0 or more g'],
  [
    'supplier',
    { 'contacts.1.person.email': 'a@b' },
    '[a@b] "a@b" is not an e-mail address; use one address per cell, such as name@example.com',
  ],
  ['product', { picture: 'x y' }, '[x y] "x y" is not a web address | write the full address: https://...'],
  [
    'product',
    { picture: 'img-1.shop.com' },
    '[img-1.shop.com] "img-1.shop.com" is not a web address | did you mean "https://img-1.shop.com"?',
  ],
  [
    'product',
    dates('2026-06-02', '2026-06-01'),
    '[2026-06-01] certifications.1.date_end is 2026-06-01, before date_start 2026-06-02',
  ],
  ['product', dates('2026-06-02', null)],
  ['product', dates(null, '2026-06-02')],
  ['component', { 'composition.2.material': 'WOOL' }, 'composition: 1 of 2 materials have a share'],
])('a %s with %j has the finding: $2', (kind, change, ...findings) => {
  expect(checked(kind, change).findings.map(said)).toEqual(findings);
});

test('a batch that --batch replaces is named in the finding', () => {
  expect(checked('supplier', {}, { batch: 'W9' }).findings.map(said)).toEqual([
    '[W1] "W1" is not used: --batch sets the batch of every row',
  ]);
});

test('a missing field says that it is required when any part of its group is given', () => {
  const part = checked('supplier', { 'address.city': 'Roubaix' }).findings[0]!;
  expect(part.message).toBe('address.country is missing: it is required when any part of address is given');
});

test.each([
  ['Aucune', ['blank-word', 'required'], ' | did you mean "NONE"?'],
  ['', ['required'], ''],
])('a missing list value gets a suggestion only from a word in its cell: %j', (word, codes, suggestion) => {
  const { findings } = checked('packaging', { ecoModulation: word });
  expect(findings.map(({ code }) => code)).toEqual(codes);
  expect(said(findings.at(-1)!)).toBe(`ecoModulation is missing${suggestion}`);
});
