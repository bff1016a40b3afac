import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { LANGUAGES, type Language, WORD_LANGUAGES } from '../src/language/languages.ts';
import type { WordList } from '../src/recognise/words/word-list.ts';
import type { Made } from './committed.ts';
import { countryNames } from './make-countries.ts';

type Words = Readonly<Record<string, string>>;
type ByList = Readonly<Record<string, Words>>;

interface LanguageWords {
  readonly values: ByList;
  readonly headers: Words;
  /** What suggestions say, in the languages of what a person reads. */
  readonly suggestions?: Words;
  readonly terms: Words;
  /** By number. */
  readonly months: Words;
  /** By kind. */
  readonly sheets: Words;
}

/** The words of no one language. The values of `questions` and `codes` are separated by ` | `. */
interface OtherWords {
  readonly values: ByList;
  readonly brands: ByList;
  readonly questions: ByList;
  readonly codes: ByList;
  readonly modifiers: ByList;
  readonly countries: Words;
  readonly noCountries: Words;
  readonly systems: ByList;
  readonly terms: Words;
  readonly remarksOfTypes: Words;
  readonly units: ByList;
  readonly lists: Words;
}

/** What `kinds.yaml` has: for each interface and kind, and as `common` for the kinds that have a field. */
interface KindsFile {
  readonly exampleMark: string;
  readonly informational: string;
  readonly examples?: Words;
  readonly v2: Readonly<Record<string, KindTexts>>;
  readonly v3: Readonly<Record<string, KindTexts>>;
}

interface KindTexts {
  readonly sheet?: string;
  readonly names?: string;
  readonly row?: string;
  readonly labels: Words;
  readonly headers?: Words;
  readonly columnNames?: Words;
  readonly notes?: Words;
}

export const fileOf = (language: string, name: string): unknown =>
  load(readFileSync(new URL(`../src/language/${language}/${name}.yaml`, import.meta.url), 'utf8'));

/**
 * The words of the languages as modules of JSON texts, which cost nothing before they are parsed: those for the values of
 * lists, for countries and for cells (`terms`), which a check reads, and those of headers, which only `trace map` reads.
 */
export function madeWords(): Made {
  const other = fileOf('any', 'words') as OtherWords;
  const languages = WORD_LANGUAGES.map((name) => fileOf(name, 'words') as LanguageWords);
  const values = [...languages, other].map((one) => one.values);
  const lists = [...new Set(values.flatMap(Object.keys))].map((name): [string, WordList] => [
    name,
    {
      values: joined(values.map((one) => one[name] ?? {})),
      brands: other.brands[name] ?? {},
      questions: split(other.questions[name]),
      codes: split(other.codes[name]),
      modifiers: other.modifiers[name] ?? {},
    },
  ]);
  const headers = WORD_LANGUAGES.map((name, at) => [name, languages[at]!.headers] as const);
  const { notions, identified, ...fields } = fileOf('any', 'fields') as Readonly<Record<string, unknown>>;
  return new Map([
    ...moduleOf('examples', fileOf('any', 'examples') as Readonly<Record<string, readonly string[]>>),
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
  const kinds = LANGUAGES.map((name) => fileOf(name, 'kinds') as KindsFile);
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
        ...(fileOf(name, 'templates') as object),
        kinds: perKind(file, ({ row, notes }) => ({ row, notes })),
      })),
    ),
    ...moduleOf(
      'headings',
      parts((name) => fileOf(name, 'headings')),
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
