import { expect, test } from 'vitest';
import { namedTogether } from '../../../src/cli/map/sheet-names.ts';
import type { EntryDraft, SectionDraft } from '../../../src/map/map-file/write.ts';

const columns = (...pairs: readonly (readonly [string, string | null])[]): SectionDraft => ({
  name: 'columns',
  lines: pairs.map(([key, value]) => ({ key, value })),
});
const words = (word: string, value: string | null): SectionDraft => ({
  name: 'values',
  below: 'type',
  lines: [{ key: word, value }],
});

/** The names of the entries for two sheets, A and B. */
function namesOf(one: Partial<EntryDraft>, other: Partial<EntryDraft>, form = 'same') {
  const sections = [columns(['Typ', 'type'])];
  return namedTogether([
    { entry: { sheet: 'A', kind: 'component', sections, ...one }, form: 'same' },
    { entry: { sheet: 'B', kind: 'component', sections, ...other }, form },
  ]).map(({ sheet }) => sheet);
}

test.each<[string, Partial<EntryDraft>, Partial<EntryDraft>]>([
  ['the same lines', {}, {}],
  [
    'a question that only one sheet has',
    { sections: [columns(['Typ', 'type'], ['Herk.', null])] },
    { sections: [columns(['Typ', 'type'])] },
  ],
  ['other words', { sections: [words('Knopf', 'METAL')] }, { sections: [words('Stoff', 'TEXTILE')] }],
])('sheets that are read alike share an entry: %s', (_, one, other) => {
  expect(namesOf(one, other)).toEqual([
    ['A', 'B'],
    ['A', 'B'],
  ]);
});

test.each<[string, Partial<EntryDraft>, Partial<EntryDraft>]>([
  ['another header row', { headerRow: 3 }, { headerRow: 4 }],
  ['another field', {}, { sections: [columns(['Typ', 'category'])] }],
  ['a question that the other decides', {}, { sections: [columns(['Typ', null])] }],
  [
    'rows that only one joins',
    {},
    { sections: [{ name: 'settings', lines: [{ key: 'groupBy', value: ['Typ'] }] }] },
  ],
  [
    'a word with another value',
    { sections: [words('Knopf', 'METAL')] },
    { sections: [words('Knopf', 'WOOD')] },
  ],
  ['a word that one asks', { sections: [words('Knopf', 'METAL')] }, { sections: [words('Knopf', null)] }],
  ['another file', { file: 'a.xlsx' }, { file: 'b.xlsx' }],
  ['sheets that are skipped', { kind: 'skip' }, { kind: 'skip' }],
])('sheets have entries of their own: %s', (_, one, other) => {
  expect(namesOf(one, other)).toEqual(['A', 'B']);
});

test('sheets with other headers have entries of their own', () => {
  expect(namesOf({}, {}, 'other')).toEqual(['A', 'B']);
});

test('sheets of one name stay together, also beside a sheet that is read as one of them', () => {
  const entry = (sheet: string, target: string) => ({
    entry: { sheet, kind: 'component', sections: [columns(['Typ', target])] },
    form: 'same',
  });
  const drafts = [entry('BOM *', 'type'), entry('Liste', 'type'), entry('BOM *', 'category')];
  expect(namedTogether(drafts).map(({ sheet }) => sheet)).toEqual(['BOM *', 'Liste', 'BOM *']);
});
