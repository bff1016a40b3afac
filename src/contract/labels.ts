import texts from '../language/compiled/labels.js';
import { LANGUAGES, type Language } from '../language/languages.ts';
import type { Field } from './field.ts';
import { type KindSpec, oncePer } from './kind.ts';
import { remembered } from './remembered.ts';

/** Texts of fields by their paths. */
type ByPath = Readonly<Record<string, string>>;

/** What `kinds.yaml` of a language has for a kind, or as `common` for all kinds that have a field. */
interface KindTexts {
  /** The name of its sheet. */
  readonly sheet?: string;
  /** Other names of its sheet and of files, ` | ` between them. trace recognises the kind by all of them. */
  readonly names?: string;
  /** The label of each field; in fields of arrays, `{n}` stands for the number of the item. */
  readonly labels?: ByPath;
  /** Other headers that always mean the field, before any other rule is tried, ` | ` between them. */
  readonly headers?: ByPath;
  /** Other usual names of the column of each field, ` | ` between them. A similar header may mean the field, too. */
  readonly columnNames?: ByPath;
}

/** The labels of all kinds in one language, as its `kinds.yaml` has them. */
interface Labels {
  /** The text at the start of the key of an example row, by which the row is recognised. */
  readonly exampleMark: string;
  /** Names of sheets that have no records, ` | ` between them: `Guide`. */
  readonly informational: string;
  /** Free texts of example rows, by the text of the contract. Texts that are missing here are not translated. */
  readonly examples: Readonly<Record<string, string>>;
  readonly kinds: Readonly<Record<KindSpec['interface'], Readonly<Record<string, KindTexts>>>>;
}

const labelsFile = remembered((language: Language): Labels => JSON.parse(texts[language]), Infinity);

/** Names, in a language, of sheets without records, ` | ` between them. */
export const informationalNames = (language: Language): string => labelsFile(language).informational;

/** The mark of an example row in a language. */
export const exampleMark = (language: Language): string => labelsFile(language).exampleMark;

/** A free text of an example row as a template in this language has it. */
export const exampleText = (text: string, language: Language): string =>
  labelsFile(language).examples[text] ?? text;

/** `exampleText` for each language. */
export const EXAMPLE_TEXTS: readonly ((text: string) => string)[] = LANGUAGES.map(
  (language) => (text) => exampleText(text, language),
);

/** The text of a key without the mark of an example row in any language; undefined if it has no such mark. */
export function withoutExampleMark(text: string): string | undefined {
  const start = text.trimStart();
  if (!start.startsWith('[')) return undefined;
  const upper = start.toUpperCase();
  const mark = LANGUAGES.map(exampleMark).find((one) => upper.startsWith(one));
  return mark && start.slice(mark.length).trim();
}

/** The texts of a field in a language: from its kind, else from `common`. */
function textsOf(
  { interface: name, name: own }: KindSpec,
  { interfacePath, path }: Field,
  language: Language,
  type: 'labels' | 'headers' | 'columnNames',
): readonly string[] {
  const { common, [own]: kind } = labelsFile(language).kinds[name];
  return splitText(kind?.[type]?.[interfacePath ?? path] ?? common?.[type]?.[interfacePath ?? path]);
}

const splitText = (text: string | undefined): readonly string[] => text?.split(' | ') ?? [];

/** The texts of a language for one kind, without the common ones; empty for a kind without texts. */
const wordsOf = ({ interface: name, name: own }: KindSpec, language: Language): KindTexts =>
  labelsFile(language).kinds[name][own] ?? {};

/** The labels of the fields of a kind by their paths, `{n}` for the number of an item. */
export const labelsOf = (kind: KindSpec, language: Language): ByPath =>
  Object.fromEntries(
    kind.fields.flatMap((field) =>
      textsOf(kind, field, language, 'labels').map((label) => [field.interfacePath ?? field.path, label]),
    ),
  );

/** The name of the sheet of a kind; undefined if the language has none. */
export const sheetLabel = (kind: KindSpec, language: Language): string | undefined =>
  wordsOf(kind, language).sheet;

/** The usual names of the column of a field besides its labels: from all languages, then from the contract. */
export const columnNames = (kind: KindSpec, field: Field): readonly string[] => [
  ...LANGUAGES.flatMap((language) => textsOf(kind, field, language, 'columnNames')),
  ...(field.names ?? []),
];

/** The names of a kind, and of sheets and files for it, in all languages. */
export const kindNames = oncePer((kind: KindSpec): readonly string[] => {
  const words = LANGUAGES.map((language) => wordsOf(kind, language));
  return [
    kind.name,
    kind.plural,
    ...words.flatMap(({ sheet, names }) => [sheet ?? [], splitText(names)].flat()),
  ];
});

/** The label of a field as a template writes it, with the number of the item; undefined if it has none. */
export function labelOf(kind: KindSpec, field: Field, language: Language, item: number): string | undefined {
  return textsOf(kind, field, language, 'labels')[0]?.replace('{n}', String(item));
}

/** The language in which most headers are labels of a kind, apart from units; `other` if no language leads. */
export function labelLanguage(kind: KindSpec, headers: Iterable<string>, other: Language): Language {
  const bare = (text: string) => text.replace(/\s*\(.*/, '').toLowerCase();
  const own = new Set([...headers].map(bare));
  const known = (of: Language) =>
    Object.values(labelsOf(kind, of)).filter((label) => own.has(bare(label))).length;
  return LANGUAGES.reduce((best, one) => (known(one) > known(best) ? one : best), other);
}

/** The labels and other headers of all fields of a kind in all languages, without the numbers of items. */
export function allLabels(kind: KindSpec): { readonly field: Field; readonly text: string }[] {
  return LANGUAGES.flatMap((language) =>
    kind.fields.flatMap((field) => {
      const texts = (['labels', 'headers'] as const).flatMap((type) => textsOf(kind, field, language, type));
      return texts.map((text) => ({ field, text: text.replace('{n}', ' ') }));
    }),
  );
}
