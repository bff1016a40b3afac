import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { z } from 'zod';
import { WORD_LANGUAGES } from '../src/language/languages.ts';

/** A file of a language that cannot be compiled. The message has a line for each fault, with the file and the key. */
export class LanguageFault extends Error {}

export const nameOf = (language: string, name: string): string => `src/language/${language}/${name}.yaml`;

/** The content of a file of a language. */
function fileOf<Content>(schema: z.ZodType<Content>, language: string, name: string): Content {
  const path = nameOf(language, name);
  const parsed = schema.safeParse(contentOf(path));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path: keys, message }) =>
    [path, ...(keys.length > 0 ? [keys.join('.')] : []), message].join(': '),
  );
  throw new LanguageFault(faults.join('\n'));
}

function contentOf(path: string): unknown {
  try {
    return load(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
  } catch (cause) {
    throw new LanguageFault(`${path}: ${(cause as Error).message}`);
  }
}

const WORDS = z.record(z.string(), z.string());
const BY_LIST = z.record(z.string(), WORDS);
const MONTHS = z.enum(Array.from({ length: 12 }, (_, at) => String(at + 1)));

const LANGUAGE_WORDS = z.strictObject({
  values: BY_LIST,
  headers: WORDS,
  /** What suggestions say, in the languages of what a person reads. */
  suggestions: WORDS.optional(),
  terms: WORDS,
  months: z.record(MONTHS, z.string()),
  /** By kind. */
  sheets: WORDS,
});

/** The words of no one language. The values of `questions` and `codes` are separated by ` | `. */
const OTHER_WORDS = z.strictObject({
  values: BY_LIST,
  brands: BY_LIST,
  questions: BY_LIST,
  codes: BY_LIST,
  modifiers: BY_LIST,
  /** By list. */
  neutral: WORDS,
  countries: WORDS,
  noCountries: WORDS,
  systems: BY_LIST,
  terms: WORDS,
  remarksOfTypes: WORDS,
  units: BY_LIST,
  /** The words of each list: the name of a list in `values`. */
  lists: WORDS,
});

const KIND_TEXTS = z.strictObject({
  sheet: z.string().optional(),
  names: z.string().optional(),
  row: z.string().optional(),
  labels: WORDS,
  headers: WORDS.optional(),
  columnNames: WORDS.optional(),
  notes: WORDS.optional(),
});

/** What `kinds.yaml` has: for each interface and kind, and as `common` for the kinds that have a field. */
const KINDS = z.strictObject({
  exampleMark: z.string(),
  informational: z.string(),
  examples: WORDS.optional(),
  v2: z.record(z.string(), KIND_TEXTS),
  v3: z.record(z.string(), KIND_TEXTS),
});

const FIELDS = z.strictObject({ v2: BY_LIST, v3: BY_LIST, notions: WORDS, identified: WORDS });

/** The keys of what is no text, in a tree of texts. */
function* otherLeaves(value: unknown, keys: readonly string[] = []): Generator<string[]> {
  if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* otherLeaves(inner, [...keys, key]);
  else if (typeof value !== 'string') yield [...keys];
}

/** Texts, in lists and below names. */
const TREE = z.record(z.string(), z.unknown()).superRefine((tree, context) => {
  for (const keys of otherLeaves(tree))
    context.addIssue({ code: 'custom', path: keys, message: 'Invalid input: expected string' });
});

export type Words = z.infer<typeof WORDS>;
export type KindTexts = z.infer<typeof KIND_TEXTS>;
export type KindsFile = z.infer<typeof KINDS>;
type LanguageWords = z.infer<typeof LANGUAGE_WORDS>;

export const messagesOf = (language: string) => fileOf(BY_LIST, language, 'messages');
export const kindsOf = (language: string): KindsFile => fileOf(KINDS, language, 'kinds');
export const templatesOf = (language: string) => fileOf(TREE, language, 'templates');
export const headingsOf = (language: string) => fileOf(TREE, language, 'headings');
export const wordsOf = (language: string): LanguageWords => fileOf(LANGUAGE_WORDS, language, 'words');
export const otherWords = () => fileOf(OTHER_WORDS, 'any', 'words');
export const fieldPatterns = () => fileOf(FIELDS, 'any', 'fields');
export const helpExamples = () => fileOf(z.record(z.string(), z.array(z.string())), 'any', 'examples');

/**
 * The keys of words that nothing reads, each with its file: of lists, terms and kinds that neither the English words nor
 * those of no one language have.
 */
export function unknownWords(): string[] {
  const english = wordsOf('en');
  const other = otherWords();
  const { v2, v3 } = kindsOf('en');
  const known = {
    values: { ...english.values, ...other.values },
    terms: { ...english.terms, ...other.terms },
    sheets: { ...v2, ...v3 },
  };
  const lists = new Set(Object.values(other.lists));
  return WORD_LANGUAGES.flatMap((language) => {
    const words = wordsOf(language);
    return (['values', 'terms', 'sheets'] as const).flatMap((section) =>
      Object.keys(words[section])
        .filter((key) => !(key in known[section]) && !(section === 'values' && lists.has(key)))
        .map((key) => `${nameOf(language, 'words')}: ${section}.${key} is unknown`),
    );
  });
}
