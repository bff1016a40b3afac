import type { Field } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { cleanText } from '../recognise/text.ts';
import { isBlankWord } from '../recognise/text-coercion.ts';
import { shippedResolver } from '../recognise/words/shipped.ts';
import { hasComma, isSeparated, isSlashed, pieces, singleValueTest } from '../records/field-coercion.ts';
import { headerKey } from '../records/headers.ts';
import { wordKey } from '../records/mapped.ts';
import { type ColumnValues, valuesFor } from './column-values.ts';
import { isWholeCell } from './map-file/settings-of-fields.ts';
import { fieldNamed, unnumberedPath } from './map-file/targets.ts';
import { listOf } from './map-file/values.ts';
import type { ColumnProposal, SeparatorProposal } from './proposal.ts';
import type { SheetColumn } from './propose-draft.ts';
import type { Answers } from './survey-input.ts';

/** The separators that a map file may have to name. Other separators, such as `;`, need no line. */
const SIGNS = [',', '/', '+'] as const;

/** Longer texts are not split. */
const MAX_LENGTH = 1000;

/** The references of all records of a kind in the sheets that are mapped together, by the name of the kind. */
export type KnownReferences = ReadonlyMap<string, ReadonlySet<string>>;

interface ListColumn {
  readonly kind: KindSpec;
  readonly field: Field;
  readonly values: ColumnValues;
  /** Words of the map file, by `wordKey`. */
  readonly words: ReadonlyMap<string, string>;
  /** The keys of the records of all sheets. */
  readonly keys: KnownReferences;
}

/** The proposals with the separators of the values in the cells of their columns. `learned`: words by field. */
export const withSeparators = (
  kind: KindSpec,
  proposals: readonly ColumnProposal[],
  columns: readonly SheetColumn[],
  learned: ReadonlyMap<string, ReadonlyMap<string, string>>,
  keys: KnownReferences,
): ColumnProposal[] =>
  proposals.map((proposal, at) => {
    const field = fieldNamed(kind, proposal.target ?? '')?.field;
    if (!field) return proposal;
    const own = [...(learned.get(unnumberedPath(field.path)) ?? [])];
    const words = new Map(own.map(([word, value]) => [wordKey(word), value]));
    const separator = separatorOf({
      ...{ kind, field, words, keys },
      values: valuesFor(field, columns[at]!.values),
    });
    return separator === undefined ? proposal : { ...proposal, separator };
  });

/**
 * The separator of the values in the cells of a list. It is proven only if every piece of the cells is a known value,
 * and the whole cells are not. Undefined if the column is no list, or needs no line.
 */
function separatorOf(column: ListColumn): SeparatorProposal | undefined {
  const { kind, field, values } = column;
  if (!field.path.endsWith('[]') || isWholeCell(kind, field) || field.value.type === 'open') return undefined;
  const texts = [...values.words.keys()].filter((text) => text.length <= MAX_LENGTH && !isBlankWord(text));
  const isListed = field.value.type === 'choice' || field.value.type === 'country';
  return isListed ? valueSeparator(column, texts) : textSeparator(column, texts);
}

/** The pieces of a cell of a list of values, as the import reads it. */
export const piecesOf = ({ value }: Field, text: string, separator?: string): string[] =>
  trimmed(separator === undefined ? pieces(text, singleValueTest(value)) : text.split(separator));

const trimmed = (parts: readonly string[]): string[] => parts.map(cleanText).filter((part) => part !== '');

/** References and texts: an unproven separator is a question, because the import does not read such cells. */
function textSeparator(column: ListColumn, texts: readonly string[]): SeparatorProposal | undefined {
  const isKnown = textTest(column);
  const forms = formsOf(column);
  const areKnown = (text: string, sign: string) => {
    const parts = trimmed(text.split(sign));
    // A slash may be part of a reference, so its form proves nothing.
    return (
      parts.length > 1 && parts.every((part) => isKnown(part) || (sign === ',' && forms.has(formOf(part))))
    );
  };
  const separated = texts.filter(
    (text) =>
      hasComma(text) ||
      isSlashed(text) ||
      (['/', '+'] as const).some((sign) => text.includes(sign) && areKnown(text, sign) && !isKnown(text)),
  );
  const [sample] = separated;
  if (sample === undefined) return undefined;
  const sign = SIGNS.find((one) => separated.every((text) => text.includes(one) && areKnown(text, one)));
  const isProven =
    sign !== undefined &&
    !column.values.isCut &&
    !texts.some((text) => text.includes(sign) && isKnown(text)) &&
    !texts.some(isSeparated);
  return { sample, value: isProven ? sign : null, choices: signsIn(separated) };
}

/** Lists of values and countries: a separator is a question only if some of the pieces are known. */
function valueSeparator(column: ListColumn, texts: readonly string[]): SeparatorProposal | undefined {
  const isKnown = valueTest(column);
  const unread = texts.filter((text) => piecesOf(column.field, text).some((piece) => !isKnown(piece)));
  const [sign, other] = SIGNS.filter((one) =>
    unread.some((text) => {
      const parts = trimmed(text.split(one));
      return parts.length > 1 && parts.some(isKnown);
    }),
  );
  if (sign === undefined) return undefined;
  const having = texts.filter((text) => text.includes(sign));
  const isProven =
    other === undefined &&
    !texts.some(isSeparated) &&
    having.every((text) => !isKnown(text) && trimmed(text.split(sign)).some(isKnown)) &&
    having.some((text) => trimmed(text.split(sign)).every(isKnown));
  return {
    sample: unread.find((text) => text.includes(sign))!,
    value: isProven ? sign : null,
    choices: signsIn(having),
  };
}

const signsIn = (texts: readonly string[]): string[] =>
  SIGNS.filter((sign) => texts.some((text) => text.includes(sign)));

/** Whether a text is a value of the list of a field, or a shipped word or a word of the map file. */
function valueTest(column: ListColumn): (text: string) => boolean {
  const isListed = singleValueTest(column.field.value);
  const list = listOf(column.kind, column.field);
  const resolve = list && shippedResolver(list);
  return (text) =>
    isListed?.(text) === true ||
    column.words.has(wordKey(text)) ||
    (resolve !== undefined && 'value' in resolve(text));
}

/**
 * Whether a text is a whole value: the key of a record of another sheet, a number with the digits that the field needs,
 * or a cell of its own in another row.
 */
function textTest({ kind, field: { path, value }, keys, values }: ListColumn): (text: string) => boolean {
  if (value.type !== 'reference') return () => false;
  const { digits } = value;
  if (digits !== undefined) return (text) => text.length === digits && /^\d+$/.test(text);
  const own = kind.references
    .filter(({ fields }) => fields.length === 1 && unnumberedPath(fields[0]!) === unnumberedPath(path))
    .flatMap(({ to, or = [] }) => [to, ...or])
    .map((name) => keys.get(name));
  return (text) =>
    own.some((known) => known?.has(text) === true) || (values.words.has(text) && !/[,/+]/.test(text));
}

/** The form of a reference: its letters and digits stand for all others. */
const formOf = (text: string): string => text.replace(/\p{L}/gu, 'a').replace(/\d/g, '0');

/** The forms of the references that have cells of their own; if none has, that of the first piece of a cell with commas. */
function formsOf({ field: { value }, values }: ListColumn): ReadonlySet<string> {
  // A number with too few digits cannot be a reference.
  if ('digits' in value && value.digits !== undefined) return new Set();
  const texts = [...values.words.keys()].filter((text) => /\d/.test(text) && text.length <= MAX_LENGTH);
  const alone = texts.filter((text) => !/[,/]/.test(text));
  const pieces = trimmed(texts.find((text) => hasComma(text))?.split(',') ?? []);
  return new Set((alone.length > 0 ? alone : pieces.slice(0, 1)).map(formOf));
}

/** The separators that a person or the map file gives, by index of the column. */
export function separatorsIn(
  { separators = new Map(), separatorsBy = {} }: Answers,
  proposals: readonly ColumnProposal[],
): Map<number, string> {
  const known = new Map(separators);
  for (const { index, header, target } of proposals) {
    const own = Object.entries(separatorsBy).find(
      ([key]) => headerKey(key) === headerKey(header) || unnumberedPath(key) === unnumberedPath(target ?? ''),
    );
    if (own && !known.has(index)) known.set(index, own[1]);
  }
  return known;
}
