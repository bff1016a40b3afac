import { isWholeComposition } from './composition-column.ts';
import { beginsLikeNoValue, mayBeNoValue } from './field-coercion.ts';
import type { Column } from './record.ts';
import { looksLikeDate } from './text-coercion.ts';

/** Characters that a check may change or report, wherever they are. */
const ODD = 1;
const DIGIT = 2;
/** A sign between the numbers of a date. */
const DATE_SIGN = 4;
/** The letter of an exponent. */
const EXPONENT = 8;
/** A sign that separates, or may separate, the values of a list. */
const SEPARATOR = 16;

/** The classes of the characters up to U+00FF. Accented letters are as plain as ASCII: no damage consists of them only. */
const CLASSES = new Uint8Array(256);
for (let code = 0; code < CLASSES.length; code++) {
  const isPlain = (code >= 32 && code < 127) || code >= 0xc0;
  if (!isPlain || code === '?'.charCodeAt(0)) CLASSES[code]! |= ODD;
}
for (const [signs, kind] of [
  ['0123456789', DIGIT],
  ['-/.', DATE_SIGN],
  ['eE', EXPONENT],
  [';|,', SEPARATOR],
] as const)
  for (const sign of signs) CLASSES[sign.charCodeAt(0)]! |= kind;

const SPACE = 32;
const APOSTROPHE = 39;
const HYPHEN = 45;
const AFTER_DIGITS = 58;
const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

/** Longer texts are not compared with dates. */
const LONGEST_DATE = 13;

/** Tests texts in one pass, without regular expressions. */
export class PlainText {
  readonly #odd: number;
  readonly #isReference: boolean;
  readonly #areDatesMeant: boolean;

  constructor({ field, datesMeant }: Column) {
    this.#odd = field.path.endsWith('[]') ? ODD | SEPARATOR : ODD;
    this.#isReference = field.value.type === 'reference';
    this.#areDatesMeant = datesMeant === true;
  }

  /**
   * Whether the column certainly reads the text as it is, without a finding: no character may be changed, and it is no
   * placeholder, no error and no word for nothing. A reference is also no shortened number and no date.
   */
  accepts(text: string): boolean {
    const { length } = text;
    if (length === 0) return false;
    const first = text.charCodeAt(0);
    if (first === SPACE || text.charCodeAt(length - 1) === SPACE) return false;
    let classes = 0;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      classes |= code < 256 ? CLASSES[code]! : ODD;
    }
    if ((classes & this.#odd) !== 0 || (length === 1 && first === HYPHEN)) return false;
    if (mayBeNoValue(text) && !isValue(text, first, (classes & DIGIT) !== 0)) return false;
    if (!this.#isReference) return true;
    if (first === APOSTROPHE || (first < AFTER_DIGITS && (classes & EXPONENT) !== 0)) return false;
    const mayBeDate = length <= LONGEST_DATE && (classes & DIGIT) !== 0 && (classes & DATE_SIGN) !== 0;
    return !mayBeDate || this.#areDatesMeant || !looksLikeDate(text);
  }
}

/** Whether a text that begins like a placeholder or an error certainly is none: neither has its first letters, or a digit. */
function isValue(text: string, first: number, hasDigit: boolean): boolean {
  const second = text.charCodeAt(1);
  if (isLetter(first) && isLetter(second)) return hasDigit ? !isErr(first, second) : !beginsLikeNoValue(text);
  return hasDigit && first > AFTER_DIGITS;
}

/** Whether a text begins like `Err:502`. */
const isErr = (first: number, second: number): boolean => (first | 32) === 101 && (second | 32) === 114;

/** The test for a column of free texts. Undefined for other types, and for a column that a map file reads. */
export function plainText(column: Column): PlainText | undefined {
  const { field, path, mapped } = column;
  if (mapped || isWholeComposition(field)) return undefined;
  switch (field.value.type) {
    case 'text':
    case 'reference':
      return new PlainText(column);
    case 'open':
      return path === field.path && !field.value.scalar ? undefined : new PlainText(column);
    default:
      return undefined;
  }
}
