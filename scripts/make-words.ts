import { LANGUAGES, type Language, WORD_LANGUAGES } from '../src/language/languages.ts';
import type { WordList } from '../src/recognise/words/word-list.ts';
import type { Made } from './committed.ts';
import {
  fieldPatterns,
  headingsOf,
  helpExamples,
  type KindsFile,
  type KindTexts,
  kindsOf,
  otherWords,
  templatesOf,
  type Words,
  wordsOf,
} from './language-files.ts';
import { countryNames } from './make-countries.ts';

/**
 * The words of the languages as modules of JSON texts, which cost nothing before they are parsed: those for the values of
 * lists, for countries and for cells (`terms`), which a check reads, and those of headers, which only `trace map` reads.
 */
export function madeWords(): Made {
  const other = otherWords();
  const languages = WORD_LANGUAGES.map(wordsOf);
  const values = [...languages, other].map((one) => one.values);
  const lists = [...new Set(values.flatMap(Object.keys))].map((name): [string, WordList] => [
    name,
    {
      values: joined(values.map((one) => one[name] ?? {})),
      brands: other.brands[name] ?? {},
      questions: split(other.questions[name]),
      codes: split(other.codes[name]),
      modifiers: other.modifiers[name] ?? {},
      neutral: other.neutral[name],
    },
  ]);
  const headers = WORD_LANGUAGES.map((name, at) => [name, languages[at]!.headers] as const);
  const { notions, identified, ...fields } = fieldPatterns();
  return new Map([
    ...moduleOf('examples', helpExamples()),
    ...moduleOf('values', Object.fromEntries(lists)),
    ...moduleOf('suggestions', { suggestions: joined(languages.map(({ suggestions = {} }) => suggestions)) }),
    ...moduleOf('countries', {
      ...{ countries: other.countries, noCountries: other.noCountries },
      ...countryNames(languages.map(({ terms }) => terms.joining!).join(' | ')),
    }),
    ...moduleOf('headers', {
      ...Object.fromEntries(headers),
      systems: other.systems,
      ...{ fields, notions, identified },
    }),
    ...moduleOf('terms', {
      ...joined([...languages, other].map(({ terms }) => terms)),
      months: joined(languages.map(({ months }) => months)),
      sheets: joined(languages.map(({ sheets }) => sheets)),
      ...{ remarksOfTypes: other.remarksOfTypes, units: other.units, lists: other.lists },
    }),
  ]);
}

/** What templates and tables have in each language: labels, which a check reads too; texts of templates; headings. */
export function madeTemplateTexts(): Made {
  const kinds = LANGUAGES.map(kindsOf);
  const parts = (make: (name: Language, file: KindsFile) => unknown) =>
    Object.fromEntries(LANGUAGES.map((name, at) => [name, make(name, kinds[at]!)]));
  const perKind = ({ v2, v3 }: KindsFile, of: (texts: KindTexts) => unknown) =>
    Object.fromEntries(
      Object.entries({ v2, v3 }).map(([name, all]) => [
        name,
        Object.fromEntries(Object.entries(all).map(([kind, texts]) => [kind, of(texts)])),
      ]),
    );
  return new Map([
    ...moduleOf(
      'labels',
      parts((_, file) => ({
        exampleMark: file.exampleMark,
        informational: file.informational,
        examples: file.examples ?? {},
        kinds: perKind(file, ({ row: _, notes, ...texts }) => texts),
      })),
    ),
    ...moduleOf(
      'templates',
      parts((name, file) => ({
        ...templatesOf(name),
        kinds: perKind(file, ({ row, notes }) => ({ row, notes })),
      })),
    ),
    ...moduleOf(
      'headings',
      parts((name) => headingsOf(name)),
    ),
  ]);
}

/** The words of all languages for each value. */
function joined(languages: readonly Words[]): Words {
  const all = new Map<string, string[]>();
  for (const words of languages)
    for (const [value, text] of Object.entries(words)) all.set(value, [...(all.get(value) ?? []), text]);
  return Object.fromEntries([...all].map(([value, texts]) => [value, texts.join(' | ')]));
}

const split = (words: Words = {}): Record<string, readonly string[]> =>
  Object.fromEntries(Object.entries(words).map(([word, values]) => [word, values.split(' | ')]));

function moduleOf(name: string, parts: Readonly<Record<string, unknown>>): [string, Uint8Array][] {
  const lines = Object.entries(parts).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(JSON.stringify(value))},\n`,
  );
  const types = Object.keys(parts).map((key) => `  readonly ${JSON.stringify(key)}: string;\n`);
  const file = `src/language/compiled/${name}`;
  return [
    [`${file}.js`, Buffer.from(`export default {\n${lines.join('')}};\n`)],
    [`${file}.d.ts`, Buffer.from(`declare const ${name}: {\n${types.join('')}};\nexport default ${name};\n`)],
  ];
}
