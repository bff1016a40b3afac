import { columnPath, type Field, pathSteps } from '../contract/field.ts';
import { type KindSpec, oncePer } from '../contract/kind.ts';
import { allLabels, columnNames } from '../contract/labels.ts';
import { remembered } from '../contract/remembered.ts';
import { foldText } from '../fold.ts';
import { HINT_CONFIDENCE, HINT_LEAD, headerWords, similarity } from '../recognise/header-similarity.ts';
import { cellText, cleanText } from '../recognise/text.ts';
import type { Row } from '../sheets/cell.ts';
import { compositionField } from './composition-column.ts';
import type { DateOrder } from './date.ts';
import { UNSAFE_NAMES } from './extra-columns.ts';
import { unitNamed } from './number.ts';

const MAX_CACHED_HEADERS = 5000;

/**
 * Folds a header for comparison. A percent sign is kept, wherever it is in the header. Every header is looked up for
 * every kind, and kinds share field names.
 */
const foldHeader = remembered(
  (header: string) => (header.includes('%') ? '%' : '') + foldText(header),
  MAX_CACHED_HEADERS,
);

const IN_BRACKETS = /[([{（【]([^()[\]{}（）【】]{1,40})[)\]}）】]/;
const AT_END = /[\s,/_-](?:en |in )?([a-zA-Z]{1,12}|%)\s*\*?$/;

/** A date format at the end: `Date de début JJ/MM/AAAA`. */
const DATE_AT_END = /[\s,:_-]([a-z]{1,4}[./-][a-z]{1,4}[./-][a-z]{1,4})\s*\*?$/i;

/** A header split into its name, its unit and its remarks. */
interface HeaderParts {
  readonly bare: string;
  readonly unit: string | undefined;
  /** The texts in brackets that are not a unit, and a date format at the end. */
  readonly remarks: readonly string[];
}

/**
 * Splits off the unit and the remarks of a header: `Poids (kg)` is `Poids` with the unit `kg`, `Part %` is `Part`
 * with `%`, `Country (ISO)` is `Country` with the remark `ISO`. Undefined if there are none.
 */
export function headerParts(header: string): HeaderParts | undefined {
  const text = header.slice(0, 200).trim();
  const bracket = IN_BRACKETS.exec(text);
  if (bracket) {
    const parts = bracket[1]!.split(/[,;]/).map((part) => part.replace(/^\s*(?:en|in)\s+/i, '').trim());
    const unit = parts.find((part) => unitNamed(part) !== undefined);
    const remarks = parts.filter((part) => part !== '' && part !== unit);
    const bare = text.slice(0, bracket.index) + text.slice(bracket.index + bracket[0].length);
    return { bare, unit, remarks };
  }
  const date = DATE_AT_END.exec(text);
  if (date && headerDateOrder(date[1]!) !== undefined)
    return { bare: text.slice(0, date.index), unit: undefined, remarks: [date[1]!] };
  const end = AT_END.exec(text);
  if (!end || unitNamed(end[1]!) === undefined) return undefined;
  return { bare: text.slice(0, end.index), unit: end[1]!, remarks: [] };
}

/** Splits the numbers off a header: `Matière n° 2` is `Matière` with 2. */
function headerNumbers(header: string): { bare: string; numbers: number[] } {
  const numbers: number[] = [];
  const bare = header.replace(/(?:\bn\s?[°º]\s?|#\s?)?(\d+)/gi, (_, digits: string) => {
    numbers.push(Number(digits));
    return ' ';
  });
  return { bare, numbers };
}

/** Parts of a date as headers write them in the languages of the words: `GG.AA.YYYY` is Turkish, `ZZ.LL.AAAA` Romanian. */
const DAY = '(?:j{1,2}|d{1,2}|g{1,2}|t{1,2}|z{1,2}|day|jour|tag|dia|giorno|gün|dzień|zi|dag|ngày|日|η{1,2})';
const MONTH = '(?:m{1,3}|a{1,2}|l{1,2}|month|mois|monat|mes|mese|ay|miesiąc|lună|maand|tháng|月|μ{1,2})';
const YEAR = '(?:a{4}|y{4}|j{4}|r{4}|aa|yy|year|année|an|jahr|anno|año|yıl|rok|jaar|năm|年|any|ε{4})';
const SIGN = '[\\s./\\\\-]{0,3}';

const ORDERS: readonly (readonly [RegExp, DateOrder | 'year-first'])[] = [
  [pattern(DAY, MONTH, YEAR), 'day-first'],
  [pattern(MONTH, DAY, YEAR), 'month-first'],
  [pattern(YEAR, MONTH, DAY), 'year-first'],
];

function pattern(...parts: readonly string[]): RegExp {
  return new RegExp(`^${parts.join(SIGN)}$`, 'iu');
}

/** The order of a remark such as `JJ/MM/AAAA` or `format: mm/dd/yyyy`; undefined if it is not a date format. */
export function headerDateOrder(remark: string): DateOrder | 'year-first' | undefined {
  const bare = remark.replace(/^\s*(?:au\s+)?(?:date\s+)?format\s*:?\s*/i, '').trim();
  return ORDERS.find(([form]) => form.test(bare))?.[1];
}

/**
 * The key by which the user ignores or sends a column: the folded header, or the header itself if its folded form
 * is empty.
 */
export const headerKey = (header: string): string => foldHeader(header) || cleanText(header);

/** The meaning of a header: a field, the numbers of its list items, and for an open field the names below it. */
export interface Meaning {
  readonly field: Field;
  /** The item numbers in the header, outer list first. Lists without a number mean their first item. */
  readonly numbers: readonly number[];
  readonly below: readonly string[];
  /** Text in brackets that is neither a unit nor a name of the field: `obligatoire`, `milliers`. */
  readonly remarks?: readonly string[];
}

interface Alias {
  readonly key: string;
  readonly field: Field;
  readonly text: string;
}

/**
 * Last names of paths that are too general to match without the rest of the path: a column `Status` is probably
 * not the status of hazardous substances.
 */
const VAGUE_NAMES = new Set(['type', 'file', 'value', 'status', 'label']);

const MOST_MEANINGS = 2000;
/** Maximum number of words in a header that is compared: a sentence is not a field name. */
const MOST_WORDS = 12;

/** Maximum number of an item. A higher number in a header is not an item number. */
const MOST_ITEMS = 200;

/**
 * All headers of each field of a kind, the most certain first: the path, its last name if unique, forms of the path
 * (singular groups, group and last name), then the names of the fields in order. A later entry never overrides an
 * earlier one.
 */
export function headerAliases(kind: KindSpec): Alias[] {
  const fields = kind.fields.map(withSteps);
  const leaves = new Map<string, number>();
  for (const { leaf } of fields) leaves.set(leaf, (leaves.get(leaf) ?? 0) + 1);
  const groups = new Set(fields.filter(({ isNested }) => isNested).map(({ steps }) => steps[0]!.name));
  return [
    ...fields.map(({ field }) => alias(field, field.path)),
    ...fields
      .filter(({ leaf, isNested }) => !VAGUE_NAMES.has(leaf) || !isNested)
      .filter(({ leaf }) => leaves.get(leaf) === 1 && !groups.has(leaf))
      .map(({ field, leaf }) => alias(field, leaf)),
    ...fields.flatMap((path) => formsOf(path).map((form) => alias(path.field, form))),
    ...kind.fields.flatMap((field) => columnNames(kind, field).map((name) => alias(field, name))),
  ];
}

const alias = (field: Field, text: string): Alias => ({ key: foldHeader(text), field, text });

/** The headers of templates, in all languages. They are never headers of other fields, so they have precedence. */
const labelAliases = (kind: KindSpec): Alias[] =>
  allLabels(kind).map(({ field, text }) => alias(field, text));

/** Headers of a column with the whole composition. */
function compositionAliases(kind: KindSpec): Alias[] {
  const field = kind.interface === 'v2' ? compositionField(kind) : undefined;
  return field === undefined ? [] : field.names!.map((text) => alias(field, text));
}

function withSteps(field: Field) {
  const steps = pathSteps(field.path);
  return { field, steps, leaf: steps.at(-1)!.name, isNested: steps.length > 1 };
}

/** Forms of a path: singular groups, the group and the last name. */
function formsOf({ steps, leaf, isNested }: ReturnType<typeof withSteps>): string[] {
  const singular = steps.map(({ name, array }) => (array ? name.replace(/s$/, '') : name));
  const whole = singular.join('.');
  return isNested ? [whole, `${steps[0]!.name}.${leaf}`, `${singular[0]}.${singular.at(-1)}`] : [whole];
}

const numbersOf = remembered(headerNumbers, MAX_CACHED_HEADERS);
const partsOf = remembered(headerParts, MAX_CACHED_HEADERS);

/** How well the headers of a sheet fit a kind. */
export interface KindFit {
  /** Number of different fields that they name. */
  readonly fields: number;
  /** Whether one of them is the own key of the kind. */
  readonly hasKey: boolean;
  /** Number of fields, plus 2 with the key, plus what the name of the sheet says. */
  readonly score: number;
}

/** The fit of a kind whose fields with these paths are named. `named`: the points for the name of the sheet or the file. */
export function kindFit(paths: ReadonlySet<string>, key: string | undefined, named = 0): KindFit {
  const hasKey = key !== undefined && paths.has(key);
  return { fields: paths.size, hasKey, score: paths.size + (hasKey ? 2 : 0) + named };
}

export const NO_FIT: KindFit = { fields: 0, hasKey: false, score: 0 };

interface SpelledAlias {
  readonly words: readonly string[];
  readonly field: Field;
  /** Whether the name has a percent sign. Without it, `% matière` would be similar to any header with `matière`. */
  readonly isShare: boolean;
}

/** Looks up the meaning of headers for a kind. */
export class HeaderIndex {
  readonly #fields = new Map<string, Field>();
  readonly #open: readonly Field[];
  /** Rows are looked up several times, and sheets often have the same headers. */
  readonly #meaningOf = remembered((header: string): Meaning | undefined => {
    const text = cleanText(header);
    return this.#named(text) ?? this.#withoutUnit(text) ?? this.#below(text);
  }, MOST_MEANINGS);

  readonly #kind: KindSpec;
  /**
   * The words of each field's names. Created when the first unknown header is looked up, because few sheets have
   * unknown headers.
   */
  #spelled: readonly SpelledAlias[] | undefined;

  constructor(kind: KindSpec) {
    this.#kind = kind;
    const aliases = [...labelAliases(kind), ...headerAliases(kind), ...compositionAliases(kind)];
    for (const { key, field } of aliases) if (!this.#fields.has(key)) this.#fields.set(key, field);
    this.#open = kind.fields.filter((field) => field.value.type === 'open');
  }

  /** The meaning of a header; undefined if no field has that name. */
  meaning(header: string): Meaning | undefined {
    return header.length > 200 ? undefined : this.#meaningOf(header);
  }

  /** How well a row with these texts fits the kind as a header row. */
  fit(texts: Iterable<string>): KindFit {
    const paths = new Set<string>();
    for (const text of texts) {
      const path = text === '' ? undefined : this.meaning(text)?.field.path;
      if (path !== undefined) paths.add(path);
    }
    return kindFit(paths, this.#kind.key[0]);
  }

  /** How well a row fits. One known header among others says nothing, unless it is the key. */
  readonly fitOfRow = ({ cells }: Row): KindFit => {
    const texts = cells.map(cellText).filter(Boolean);
    const fit = this.fit(texts);
    return fit.fields === 1 && texts.length > 2 && !fit.hasKey ? NO_FIT : fit;
  };

  #named(text: string): Meaning | undefined {
    const key = foldHeader(text);
    const exact = this.#fields.get(key);
    if (exact) return { field: exact, numbers: [], below: [] };
    if (!/\d/.test(key)) return undefined;
    const { bare, numbers } = numbersOf(text);
    const field = this.#fields.get(foldHeader(bare));
    if (!field || numbers.some((number) => number > MOST_ITEMS)) return undefined;
    const arrays = pathSteps(field.path).filter((step) => step.array).length;
    return numbers.length <= arrays ? { field, numbers, below: [] } : undefined;
  }

  #withoutUnit(text: string): Meaning | undefined {
    const parts = partsOf(text);
    const meaning = parts && this.#named(parts.bare);
    if (!meaning) return undefined;
    const { field } = meaning;
    if (parts.unit !== undefined) {
      const { value } = field;
      if (value.type !== 'number' || value.unit !== unitNamed(parts.unit)) return undefined;
    }
    const remarks = parts.remarks.filter((remark) => !this.#isNameOf(field, remark));
    return remarks.length === 0 ? meaning : { ...meaning, remarks };
  }

  /**
   * Whether a text is another name of the field, or consists of words of such a name: `net` is a word of `Poids
   * net`.
   */
  #isNameOf(field: Field, text: string): boolean {
    if (this.#named(text)?.field === field) return true;
    const words = headerWords(text);
    if (words.length === 0 || /\d/.test(text)) return false;
    return this.#aliases().some(
      (alias) => alias.field === field && words.every((word) => alias.words.includes(word)),
    );
  }

  #below(text: string): Meaning | undefined {
    const dot = text.indexOf('.');
    if (dot < 1) return undefined;
    const key = foldHeader(text.slice(0, dot));
    const field = this.#open.find((candidate) => foldHeader(candidate.path) === key);
    const below = text
      .slice(dot + 1)
      .split('.')
      .map((name) => name.trim());
    const unsafe = below.some((name) => name === '' || UNSAFE_NAMES.has(name));
    return field && !unsafe ? { field, numbers: [], below } : undefined;
  }

  /**
   * The fields that are similar to a header (at least `HINT_CONFIDENCE`) and have no column yet, most similar
   * first.
   */
  likely(
    header: string,
    taken: ReadonlySet<Field>,
  ): { readonly field: Field; readonly confidence: number }[] {
    const words = headerWords(headerNumbers(cleanText(header).slice(0, 100)).bare).slice(0, MOST_WORDS);
    const isShare = header.includes('%');
    const best = new Map<Field, number>();
    for (const alias of this.#aliases()) {
      if (taken.has(alias.field) || (alias.isShare && !isShare)) continue;
      const confidence = similarity(words, alias.words);
      if (confidence >= HINT_CONFIDENCE && confidence > (best.get(alias.field) ?? 0))
        best.set(alias.field, confidence);
    }
    return [...best]
      .map(([field, confidence]) => ({ field, confidence }))
      .sort((one, other) => other.confidence - one.confidence);
  }

  /** The path of the most likely field of a header, with its number; undefined if none or several are likely. */
  nearest(header: string, taken: ReadonlySet<Field>): string | undefined {
    const [best, next] = this.likely(header, taken);
    if (!best || (next && best.confidence - next.confidence < HINT_LEAD)) return undefined;
    return columnPath(best.field.path, numbersOf(header).numbers[0] || 1);
  }

  #aliases(): readonly SpelledAlias[] {
    this.#spelled ??= headerAliases(this.#kind).map(({ text, field }) => ({
      words: headerWords(text),
      field,
      isShare: text.includes('%'),
    }));
    return this.#spelled;
  }
}

/** The header index of a kind, built once. */
export const headersOf = oncePer((kind: KindSpec) => new HeaderIndex(kind));
