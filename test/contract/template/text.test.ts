import { describe, expect, test } from 'vitest';
import type { InterfaceName } from '../../../src/contract/kind.ts';
import { labelsOf } from '../../../src/contract/labels.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import { templateWorkbook } from '../../../src/contract/template/template.ts';
import { noteOf, rowOf, TEXTS } from '../../../src/contract/template/text.ts';
import labels from '../../../src/language/compiled/labels.js';
import { LANGUAGES, type Language } from '../../../src/language/languages.ts';

const KINDS = [...kindsOf('v2'), ...kindsOf('v3')];
const OTHERS = LANGUAGES.filter((language) => language !== 'en');

/** The lines of the notes and the guide of a template that are sentences. */
function sentencesIn(name: InterfaceName, language: Language): string[] {
  const { sheets } = templateWorkbook(name, kindsOf(name), { language });
  const notes = sheets.flatMap(({ columns }) => columns.flatMap(({ note }) => note?.split('\n') ?? []));
  return [...notes, ...sheets[0]!.rows.flat().map(String)].filter((line) =>
    /\p{L}+ \p{L}+ \p{L}+/u.test(line),
  );
}

describe.each(KINDS.map((kind) => [`${kind.interface} ${kind.name}`, kind] as const))('a %s', (_, kind) => {
  test.each(LANGUAGES)('has a note in %s for every field that has a label, and for no other', (language) => {
    const { common, [kind.name]: own } = TEXTS[language].kinds[kind.interface];
    const section = `notes of ${kind.interface}.${kind.name} in src/language/${language}/kinds.yaml`;
    const labels = Object.keys(labelsOf(kind, language));
    const notes = { ...common!.notes, ...own?.notes };
    const noted = [...Object.keys(own?.notes ?? {}), ...kind.fields.map(({ path }) => path)];
    const others = noted.filter((path) => path in notes && !labels.includes(path));
    expect({ missing: labels.filter((path) => !(path in notes)), others }, section).toEqual({
      missing: [],
      others: [],
    });
    for (const field of kind.fields) {
      if (labels.includes(field.path)) expect(noteOf(kind, field, language)).toMatch(/^\p{Lu}.*\.$/su);
    }
  });

  test.each(LANGUAGES)('has a sentence in %s on what a row is', (language) => {
    const section = `row of ${kind.interface}.${kind.name} in src/language/${language}/kinds.yaml`;
    expect(rowOf(kind, language) ?? '', section).toMatch(/\.$/);
  });
});

test.each(OTHERS.flatMap((language) => (['v2', 'v3'] as const).map((name) => [name, language] as const)))(
  'the notes and the guide of a template of %s in %s contain no English',
  (name, language) => {
    const english = new Set(sentencesIn(name, 'en'));
    expect(english.size).toBeGreaterThan(20);
    expect(sentencesIn(name, language).filter((line) => english.has(line))).toEqual([]);
  },
);

test.each(OTHERS)('the free texts of example rows are in the language of the template: %s', (language) => {
  const cells = (['v2', 'v3'] as const).flatMap((name) =>
    templateWorkbook(name, kindsOf(name), { language }).sheets.flatMap(({ rows, exampleRows }) =>
      exampleRows ? rows.flat() : [],
    ),
  );
  const { examples } = JSON.parse(labels[language]) as { readonly examples: Record<string, string> };
  expect(cells).toEqual(expect.arrayContaining(Object.values(examples)));
  expect(cells.filter((cell) => typeof cell === 'string' && cell in examples)).toEqual([]);
  const words = /\b(?:and|of|the|cotton|mill|workshop|spring)\b/;
  expect(cells.filter((cell) => typeof cell === 'string' && words.test(cell))).toEqual([]);
});

test('a unit in a note is in the language of the template', () => {
  const notes = (language: Language) =>
    templateWorkbook('v2', kindsOf('v2'), { language })
      .sheets.flatMap(({ columns }) => columns)
      .find(({ note }) => note?.includes('producedQuantity'))?.note;
  expect([notes('en'), notes('fr'), notes('de')]).toEqual([
    expect.stringContaining('Number (pieces), 0 or more.'),
    expect.stringContaining('Nombre (pièces), 0 ou plus.'),
    expect.stringContaining('Zahl (Stück), 0 oder mehr.'),
  ]);
});

test('French templates have typographic apostrophes, and no-break spaces before colons and in quotes', () => {
  const texts = (['v2', 'v3'] as const).flatMap((name) =>
    templateWorkbook(name, kindsOf(name), { language: 'fr' }).sheets.flatMap(
      ({ name, columns, rows, guide }) => [
        name,
        ...columns.flatMap(({ header, note }) => [header, ...(note?.split('\n') ?? [])]),
        ...(guide ? rows.flat().map(String) : []),
      ],
    ),
  );
  expect(texts.filter((text) => /'| [;:!?»]|« |\p{L}[;!?»]/u.test(text.replaceAll(/A; B/g, '')))).toEqual([]);
});

test('the template of a family names its project type in the guide, and has no other in the list', () => {
  for (const language of LANGUAGES) {
    const { sheets } = templateWorkbook('v2', kindsOf('v2'), { family: 'AGEC', language });
    expect(sheets[0]!.rows.flat().join('\n')).toContain('AGEC');
    const lists = sheets.at(-1)!;
    const at = lists.columns.findIndex(({ header }) => header === 'projectType');
    expect(lists.rows.map((row) => row[at]).filter(Boolean)).toHaveLength(1);
  }
});
