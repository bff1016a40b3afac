import { expect, test } from 'vitest';
import type { Field, Value } from '../../../src/contract/field.ts';
import type { Body, IdentifierRule, Json, KindSpec } from '../../../src/contract/kind.ts';
import type { ClosedList } from '../../../src/contract/list.ts';
import { KINDS } from '../../../src/contract/registry.ts';
import type { Finding } from '../../../src/findings/finding.ts';
import { checkRow } from '../../../src/records/check/check-row.ts';
import { rowFinding } from '../../../src/records/check/rule.ts';
import type { Draft } from '../../../src/records/record.ts';
import { numberText } from '../../../src/say.ts';

const field = (path: string, value: Value, more: Partial<Field> = {}): Field => ({
  ...{ path, value, names: [], note: '', ...more },
});

const toy = (fields: readonly Field[], more: Partial<KindSpec> = {}): KindSpec => {
  const { rules: _, totals: __, collection: ___, ...supplier } = KINDS.v3.supplier;
  return { ...supplier, name: 'toy', fields, openBody: undefined, ...more } as KindSpec;
};

const draftOf = (kind: KindSpec, body: Body, more: Partial<Draft> = {}): Draft => ({
  map: { file: 'toys.csv', sheet: 'toys', kind, headerRow: 1, columns: [] },
  ...{ row: 7, body, findings: [], unreadable: new Set(), columnOf: () => undefined },
  ...more,
});

/** The findings of all rules on a body of a toy kind. */
function findings(kind: KindSpec, body: Body, more: { draft?: Partial<Draft>; place?: string[] } = {}) {
  const { draft, ...settings } = more;
  return checkRow(draftOf(kind, body, draft), body, null, { strict: false, projectTypes: {}, ...settings });
}
const said = (found: readonly Finding[]) =>
  found.map(({ code, field: path, message, suggestion }) => [code, path, message, suggestion]);

const DIGITS = 'correct the digits, and format the column as text so that zeros at the beginning stay';
const OR_TURN_OFF = '; if the service accepts it as it is, set hints: false for the environment';

test.each<[what: string, value: Value, cell: Json, message: string | null]>([
  ['at the minimum', { type: 'number', min: 5 }, 5, null],
  ['below it', { type: 'number', min: 5 }, 4, 'size is 4; allowed: 5 or more'],
  ['at the maximum', { type: 'number', max: 5, unit: 'kg' }, 5, null],
  ['above it', { type: 'number', max: 5, unit: 'kg' }, 6, 'size is 6 kg; allowed: at most 5 kg'],
  ['within both', { type: 'number', min: 1, max: 5 }, 1, null],
  ['above both', { type: 'number', min: 1, max: 5 }, 6, 'size is 6; allowed: 1 to 5'],
  ['of our own limits', { type: 'number', min: 1, ours: 'bounds' }, 0, 'size is 0; plausible: 1 or more'],
  ['without limits', { type: 'number' }, -1e9, null],
  ['that is a text', { type: 'number', min: 5 }, '4', null],
])('a number %s, as %j with the value %j, has the message: %s', (_, value, cell, message) => {
  expect(findings(toy([field('size', value)]), { size: cell }).map((found) => found.message)).toEqual(
    message === null ? [] : [message],
  );
});

test.each<[min: number | undefined, max: number | undefined, unit: string, value: number, hint: boolean]>([
  [5, 1000, 'g', 0.005, true],
  [5, 1000, 'g', 1, true],
  [5, 1000, 'g', 1.001, false],
  [5, 1000, 'g', 0.004, false],
  [5, 1000, 'g', 1001, false],
  [5, 1000, 'kg', 0.5, false],
])('a weight of %s to %s %s, given as %s, is perhaps in kilograms: %s', (min, max, unit, weight, hint) => {
  const kind = toy([field('weight', { type: 'number', unit, ...(min && { min }), ...(max && { max }) })]);
  const [found] = findings(kind, { weight });
  expect(found!.suggestion).toBe(hint ? `did you mean ${numberText(weight * 1000)} g?` : undefined);
});

test.each<[what: string, text: Json, message: string | null]>([
  ['that is shorter', 'ab', 'name has 2 characters; allowed: 3 to 5'],
  ['of the minimum length', 'abc', null],
  ['of the maximum length', 'abcde', null],
  ['that is longer', 'abcdef', 'name has 6 characters; allowed: 3 to 5'],
  ['of five wide characters', '🧵🧵🧵🧵🧵', null],
  ['that is a number', 12, null],
])('with limits of 3 to 5 characters, a text %s, %j, has the message: %s', (_, text, message) => {
  for (const type of ['text', 'reference'] as const) {
    const kind = toy([field('name', { type, length: { min: 3, max: 5 } })]);
    expect(said(findings(kind, { name: text }))).toEqual(
      message === null ? [] : [['text-length', 'name', message, undefined]],
    );
  }
});

test('a text shorter than a minimum that the interface does not show gets advice to turn the check off', () => {
  const kind = toy([field('name', { type: 'text', length: { min: 3, max: Infinity } })], { openBody: true });
  const message = 'name has 2 characters; allowed: 3 or more';
  const suggestion = `write a text of this length${OR_TURN_OFF}`;
  expect(findings(kind, { name: 'ab' })).toMatchObject([{ value: 'ab', message, suggestion }]);
});

test.each<[code: Json, message: string | null]>([
  ['1234', null],
  [1234, null],
  ['123', '"123" does not have 4 digits; leading zeros may be lost'],
  ['12345', '"12345" does not have 4 digits'],
  ['12A', '"12A" does not have 4 digits'],
  ['A12', '"A12" does not have 4 digits'],
  ['A1234', '"A1234" does not have 4 digits'],
  ['1234A', '"1234A" does not have 4 digits'],
])('a code of four digits with the value %j has the message: %s', (code, message) => {
  const plain = toy([field('code', { type: 'reference', digits: 4 })]);
  const open = { ...plain, openBody: true } as const;
  const found = (suggestion: string) => (message === null ? [] : [['digits', 'code', message, suggestion]]);
  for (const kind of [plain, open])
    expect(said(findings(kind, { code }))).toEqual(
      found(`${DIGITS}; if the service accepts it as it is: --severity digits=warning`),
    );
  if (message !== null) expect(findings(plain, { code })[0]!.value).toBe(code);
});

test('texts and codes without limits have no finding', () => {
  const kind = toy([field('name', { type: 'text' }), field('code', { type: 'reference' })]);
  expect(findings(kind, { name: '', code: '' })).toEqual([]);
});

const listOf = (count: number, more: Partial<ClosedList> = {}): ClosedList => ({
  name: 'toy.list',
  values: Array.from({ length: count }, (_, at) => `VALUE-${at}-OF-THE-LIST`),
  complete: true,
  ...more,
});
const ofList = (list: ClosedList) => toy([field('choice', { type: 'choice', list })]);

test('the message on a list shows up to eight values, and for a longer list the command that shows it', () => {
  const message = (count: number, place: string[] = []) =>
    findings(ofList(listOf(count)), { choice: 'X' }, { place })[0]!.message;
  const shows = (place: string) =>
    `"X" is not in toy.list; trace taxonomy list toy.list --interface v3${place} shows its 9 values`;
  expect(message(8)).toBe(`"X" is not in toy.list: ${listOf(8).values.join(', ')}`);
  expect(message(9)).toBe(shows(''));
  expect(message(9, ['--env', 'uat'])).toBe(shows(' --env uat'));
});

test.each<[value: Json, code: string | null]>([
  ['SURE', null],
  ['LIKELY', null],
  ['DOUBTFUL', 'list-doubtful'],
  ['LIKELLY', 'list-near'],
  ['OTHER', 'not-in-known-list'],
  [5, null],
])('the value %j of an incomplete list has the finding %s', (choice, code) => {
  const more = { values: ['SURE'], likely: ['LIKELY'], doubtful: ['DOUBTFUL'], complete: false };
  const list = listOf(0, more);
  expect(findings(ofList(list), { choice }).map((found) => found.code)).toEqual(code === null ? [] : [code]);
});

test('an end date is compared with the start date of its own group', () => {
  const kind = toy([
    field('start', { type: 'date' }),
    field('end', { type: 'date' }, { notBefore: 'start' }),
    field('season.start', { type: 'date' }),
    field('season.end', { type: 'date' }, { notBefore: 'start' }),
  ]);
  const late = { start: '2026-01-01', end: '2026-01-02' };
  const early = { start: '2026-01-02', end: '2026-01-01' };
  const paths = (body: Body) => findings(kind, body).map((found) => [found.code, found.field]);
  expect(paths({ ...late, season: late })).toEqual([]);
  expect(paths({ ...early, season: late })).toEqual([['date-order', 'end']]);
  expect(paths({ ...late, season: early })).toEqual([['date-order', 'season.end']]);
  expect(paths({ start: '2026-01-02', season: { end: '2026-01-01' } })).toEqual([]);
  expect(paths({ start: 20260102, end: '2026-01-01' })).toEqual([]);
});

test('the shares of a row are not added up in an update', () => {
  const shares: Partial<KindSpec> = { totals: [{ items: 'parts', share: 'percentage' }] };
  const body = { parts: [{ percentage: 60 }] };
  expect(findings(toy([], shares), body).map(({ code }) => code)).toEqual(['composition-total']);
  expect(findings(toy([], { ...shares, partial: true }), body)).toEqual([]);
});

const RULES: Readonly<Record<string, IdentifierRule>> = {
  exactlyOne: { type: 'exactly-one', of: 'the toy', fields: ['id', 'name'] },
  either: { type: 'either', of: 'an owner or an address', groups: [['owner'], ['address']] },
  together: { type: 'together', of: 'the owner', fields: [['owner'], ['name']] },
  demands: { type: 'demands', of: 'the toy', field: 'id', other: 'sort', value: 'BEAR' },
};

test.each<[rule: string, body: Body, codes: string[]]>([
  ['exactlyOne', { id: null, name: '' }, ['identifier-missing']],
  ['exactlyOne', { id: 'a', name: null }, []],
  ['exactlyOne', { id: 'a', name: '' }, []],
  ['exactlyOne', { id: 'a', name: 0 }, ['identifier-both']],
  ['either', { owner: null, address: '' }, ['owner-or-address']],
  ['either', { owner: { name: null }, address: { lines: [''] } }, ['owner-or-address']],
  ['either', { owner: { name: false }, address: null }, []],
  ['together', { owner: null, name: '' }, []],
  ['together', { owner: 'a', name: null }, ['owner-incomplete']],
  ['together', { owner: '', name: 'a' }, ['owner-incomplete']],
  ['demands', { id: null }, []],
  ['demands', { id: '' }, []],
  ['demands', { id: 'a', sort: null }, ['identifier-kind']],
])('null and an empty text count as missing identifiers, by the rule %s: %j', (rule, body, codes) => {
  const kind = toy([], { rules: [RULES[rule]!] });
  expect(findings(kind, body).map(({ code }) => code)).toEqual(codes);
});

test('addresses that are not texts have no finding', () => {
  const kind = toy([field('mail', { type: 'email' }), field('page', { type: 'url' })]);
  expect(findings(kind, { mail: 12, page: true })).toEqual([]);
  expect(findings(kind, { mail: 'x', page: 'y' }).map(({ code }) => code)).toEqual(['email', 'url']);
});

test.each([
  ['www.example.com/a.jpg', 'did you mean "https://www.example.com/a.jpg"?'],
  ['https://example.com/a b.pdf', 'did you mean "https://example.com/a%20b.pdf"?'],
  ['example.com/fiche produit.pdf', 'did you mean "https://example.com/fiche%20produit.pdf"?'],
  ['https://a.fr/1 https://b.fr/2', 'write the full address: https://...'],
  ['www.example.com page 3', 'write the full address: https://...'],
])('the suggestion for the address "%s" is: %s', (value, suggestion) => {
  const kind = toy([field('page', { type: 'url' })]);
  expect(findings(kind, { page: value })).toMatchObject([{ code: 'url', suggestion }]);
});

test('the finding of a row of a text file has its line, and no column, value or suggestion that is unknown', () => {
  const draft = draftOf(toy([]), {}, { line: 9, columnOf: () => undefined });
  expect(rowFinding(draft, 'required', 'error', 'a', 'a message')).toStrictEqual({
    code: 'required',
    severity: 'error',
    origin: { file: 'toys.csv', sheet: 'toys', row: 7, line: 9 },
    kind: 'toy',
    field: 'a',
    message: 'a message',
  });
});

test('the value of a finding is a text; an object is shown as JSON', () => {
  const draft = draftOf(toy([]), {}, { columnOf: (path) => (path === 'a' ? 'C' : undefined) });
  const found = rowFinding(draft, 'required', 'error', 'a', 'm', { value: { b: 1 }, suggestion: 's' });
  expect(found).toMatchObject({ value: '{"b":1}', suggestion: 's', field: 'a', origin: { column: 'C' } });
  expect(found.origin).not.toHaveProperty('line');
});
