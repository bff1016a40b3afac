import { expect, test } from 'vitest';
import { withSharedNames } from '../../../src/cli/map/sheet-names.ts';
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
function namesOf(one: Partial<EntryDraft>, other: Partial<EntryDraft>, layout = 'same') {
  const sections = [columns(['Typ', 'type'])];
  return withSharedNames([
    { entry: { sheet: 'A', kind: 'component', sections, ...one }, layout: 'same' },
    { entry: { sheet: 'B', kind: 'component', sections, ...other }, layout },
  ]).map(({ sheet }) => sheet);
}

test.each<[string, Partial<EntryDraft>, Partial<EntryDraft>]>([
  ['the same lines', {}, {}],
  [
    'a question that only one sheet has',
    { sections: [columns(['Typ', 'type'], ['Herk.', null])] },
    { sections: [columns(['Typ', 'type'])] },
  ],
  ['different words', { sections: [words('Knopf', 'METAL')] }, { sections: [words('Stoff', 'TEXTILE')] }],
])('two sheets with %s share an entry of the map file', (_, one, other) => {
  expect(namesOf(one, other)).toEqual([
    ['A', 'B'],
    ['A', 'B'],
  ]);
});

test.each<[string, Partial<EntryDraft>, Partial<EntryDraft>]>([
  ['different header rows', { headerRow: 3 }, { headerRow: 4 }],
  ['different fields for a column', {}, { sections: [columns(['Typ', 'category'])] }],
  ['a question that only one of them answers', {}, { sections: [columns(['Typ', null])] }],
  [
    'a groupBy that only one of them has',
    {},
    { sections: [{ name: 'settings', lines: [{ key: 'groupBy', value: ['Typ'] }] }] },
  ],
  [
    'different values of one word',
    { sections: [words('Knopf', 'METAL')] },
    { sections: [words('Knopf', 'WOOD')] },
  ],
  ['a word open in only one', { sections: [words('Knopf', 'METAL')] }, { sections: [words('Knopf', null)] }],
  ['different files', { file: 'a.xlsx' }, { file: 'b.xlsx' }],
  ['the kind skip', { kind: 'skip' }, { kind: 'skip' }],
])('two sheets with %s have separate entries', (_, one, other) => {
  expect(namesOf(one, other)).toEqual(['A', 'B']);
});

test('two sheets with different headers have separate entries', () => {
  expect(namesOf({}, {}, 'other')).toEqual(['A', 'B']);
});

test('sheets that share a name are not joined with another sheet, even if one of them is read like it', () => {
  const entry = (sheet: string, target: string) => ({
    entry: { sheet, kind: 'component', sections: [columns(['Typ', target])] },
    layout: 'same',
  });
  const drafts = [entry('BOM *', 'type'), entry('Liste', 'type'), entry('BOM *', 'category')];
  expect(withSharedNames(drafts).map(({ sheet }) => sheet)).toEqual(['BOM *', 'Liste', 'BOM *']);
});
