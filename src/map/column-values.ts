import type { Field } from '../contract/field.ts';
import { getOrCreate } from '../contract/grouped.ts';
import { oncePer } from '../contract/kind.ts';
import { cleanText } from '../recognise/text.ts';
import { isBlankWord } from '../recognise/text-coercion.ts';

/** The values of a column: different texts with the number of their rows. */
export interface ColumnValues {
  readonly words: ReadonlyMap<string, number>;
  /** The texts that a person wrote on several lines, as they are, with the number of their rows. */
  readonly lines?: ReadonlyMap<string, number>;
  /** Number of rows with a value, and number of rows. */
  readonly filled: number;
  readonly rows: number;
  /** Whether there are more different texts than are counted. */
  readonly isCut: boolean;
}

/** The values as the import reads them for a field: in a cell of a list, line feeds separate values. */
export const valuesFor = ({ path }: Field, values: ColumnValues): ColumnValues =>
  path.endsWith('[]') && values.lines ? valuesByLine(values) : values;

const valuesByLine = oncePer((values: ColumnValues): ColumnValues => {
  const words = new Map(values.words);
  for (const [text, rows] of values.lines ?? []) {
    const line = cleanText(text);
    const others = (words.get(line) ?? 0) - rows;
    if (others > 0) words.set(line, others);
    else words.delete(line);
    words.set(text, rows);
  }
  return { ...values, words };
});

const MAX_EXAMINED_VALUES = 300;
const FEW_VALUES = 12;
const FIRST_VALUES = 100;

/** What a text of a column must match. */
export type Test = RegExp | ((text: string) => boolean);

/** The different values that are examined, without blank words. They are remembered, because many tests need them. */
const examined = oncePer(({ words }: ColumnValues): readonly string[] =>
  words
    .keys()
    .filter((text) => !isBlankWord(text))
    .take(MAX_EXAMINED_VALUES)
    .toArray(),
);

/** The shares of the tests of a column, which are the same for fields of one list or form. */
const sharesOf = oncePer((_values: ColumnValues) => new Map<Test, number>());

/** The share of a column's different values that pass a test, from 0 to 1; -1 without values. It is remembered by the test. */
export function shareOf(values: ColumnValues, test: Test): number {
  return getOrCreate(sharesOf(values), test, () => countedShare(examined(values), test));
}

function countedShare(texts: readonly string[], test: Test): number {
  let good = 0;
  for (const [at, text] of texts.entries()) {
    // If none of the first values passes, hardly any does.
    if (good === 0 && at >= FEW_VALUES) return 0;
    if (typeof test === 'function' ? test(text) : test.test(text)) good++;
  }
  return texts.length === 0 ? -1 : good / texts.length;
}

/** Whether there are texts, and most of them pass a test. */
export const areMost = (texts: readonly string[], isOne: (text: string) => boolean): boolean =>
  texts.length > 0 && texts.filter(isOne).length >= texts.length * 0.8;

/** Whether most of the first different values pass a test. */
export const areMostly = ({ words }: ColumnValues, isOne: (text: string) => boolean): boolean =>
  areMost(words.keys().take(FIRST_VALUES).toArray(), isOne);

/** Whether the values are the numbers of lines: 1, 2, 3 or 0010, 0020, 0030 in this order, with few gaps, shared by many rows. */
export function areLineNumbers({ words, filled, isCut }: ColumnValues): boolean {
  if (isCut || words.size * 2 > filled || words.size > 200) return false;
  const numbers = [...words.keys()].map((text) => (/^\d{1,4}$/.test(text) ? Number(text) : 0));
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return (
    (least === 1 || least === 10) &&
    numbers.every((number, at) => number % least === 0 && number > (numbers[at - 1] ?? 0)) &&
    most <= least * words.size * 2
  );
}

/** Whether the values number the rows from 1, each once. */
export const areRowNumbers = ({ words, filled, isCut }: ColumnValues): boolean =>
  !isCut &&
  words.size === filled &&
  words.size > 2 &&
  [...words.keys()].every((text, at) => text === `${at + 1}`);
