import texts from '../language/compiled/labels.js';
import { LANGUAGES, type Language } from '../language/languages.ts';
import type { Field } from './field.ts';
import { type KindSpec, oncePer } from './kind.ts';
import { remembered } from './remembered.ts';

/** The labels of a kind in one language. */
interface KindLabels {
  /** The name of its sheet. */
  readonly sheet: string;
  /** Other names of its sheet. trace recognises the kind by all of them. */
  readonly names: readonly string[];
  /** The label of each field by its path; in fields of arrays, `{n}` stands for the number of the item. */
  readonly fields: Readonly<Record<string, string>>;
  /** Other headers of fields by path, ` | ` between them: without a unit, or usual words. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What `kinds.yaml` of a language has for a kind, or as `common` for all kinds that have a field. */
interface KindTexts {
  readonly sheet: string;
  readonly names?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The labels of all kinds in one language, as its `kinds.yaml` has them. */
interface Labels {
  /** Begins the key of an example row, so that the row is recognised as one. */
  readonly exampleMark: string;
  /** Names of sheets that have no records, ` | ` between them: `Guide`. */
  readonly informational: string;
  /** Free texts of example rows, by the text of the contract; others stay as they are. */
  readonly examples: Readonly<Record<string, string>>;
  readonly kinds: Readonly<Record<KindSpec['interface'], Readonly<Record<string, KindTexts>>>>;
}

const labelsFile = remembered((language: Language): Labels => JSON.parse(texts[language]), Infinity);

/** Names of sheets that only inform, in a language, ` | ` between them. */
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

/** The text of a key without the mark of an example row, in any language; undefined if it has none. */
export function withoutExampleMark(text: string): string | undefined {
  const start = text.trimStart();
  if (!start.startsWith('[')) return undefined;
  const upper = start.toUpperCase();
  const mark = LANGUAGES.map(exampleMark).find((one) => upper.startsWith(one));
  return mark && start.slice(mark.length).trim();
}

const labelsByLanguage = oncePer(
  (kind: KindSpec) => new Map(LANGUAGES.map((one) => [one, labelsIn(one, kind)])),
);

function labelsIn(language: Language, kind: KindSpec): KindLabels | undefined {
  const { common, [kind.name]: own } = labelsFile(language).kinds[kind.interface];
  if (!own) return undefined;
  const labels = kind.fields.flatMap(({ was, path }) => {
    const label = own.labels[was ?? path] ?? common!.labels[was ?? path];
    return label === undefined ? [] : [[was ?? path, label] as const];
  });
  const { sheet, names, headers = {} } = own;
  return { sheet, names: names?.split(' | ') ?? [], fields: Object.fromEntries(labels), headers };
}

/** The labels of a kind; undefined for a kind that the registry does not have. */
export const labelsOf = (kind: KindSpec, language: Language): KindLabels | undefined =>
  labelsByLanguage(kind).get(language);

/** The names of a kind, and of sheets and files for it, in all languages. */
export const kindNames = oncePer((kind: KindSpec): readonly string[] => {
  const own = LANGUAGES.flatMap((language) => labelsOf(kind, language) ?? []);
  return [
    kind.name,
    kind.plural,
    ...kind.sheetNames,
    ...own.flatMap(({ sheet, names }) => [sheet, ...names]),
  ];
});

/** The label of a field as a template writes it, with the number of the item; undefined if it has none. */
export function labelOf(kind: KindSpec, field: Field, language: Language, item: number): string | undefined {
  return labelsOf(kind, language)?.fields[field.was ?? field.path]?.replace('{n}', String(item));
}

/** The language in which most headers are labels of a kind, apart from units; `other` if no language leads. */
export function labelLanguage(kind: KindSpec, headers: Iterable<string>, other: Language): Language {
  const bare = (text: string) => text.replace(/\s*\(.*/, '').toLowerCase();
  const own = new Set([...headers].map(bare));
  const known = (of: Language) =>
    Object.values(labelsOf(kind, of)?.fields ?? {}).filter((label) => own.has(bare(label))).length;
  return LANGUAGES.reduce((best, one) => (known(one) > known(best) ? one : best), other);
}

/** The labels and other headers of all fields of a kind in all languages, without the numbers of items. */
export function allLabels(kind: KindSpec): { readonly field: Field; readonly text: string }[] {
  return LANGUAGES.flatMap((language) =>
    kind.fields.flatMap((field) => {
      const path = field.was ?? field.path;
      const own = labelsOf(kind, language);
      const texts = [own?.fields[path] ?? [], own?.headers[path]?.split(' | ') ?? []].flat();
      return texts.map((text) => ({ field, text: text.replace('{n}', ' ') }));
    }),
  );
}
