/** Character codes of markup. */
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const SLASH = 0x2f;
export const DIGIT_0 = 0x30;
export const DIGIT_9 = 0x39;
export const LESS_THAN = 0x3c;
export const EQUALS = 0x3d;
export const GREATER_THAN = 0x3e;

/** What a byte means in a text. An underscore may start an escape; entities and line ends are replaced. */
export const TEXT = 0;
export const END = 1;
export const UNDERSCORE = 2;
const REPLACED = 3;
export const BEYOND_ASCII = 4;
export const KINDS: Uint8Array = new Uint8Array(256);
KINDS[LESS_THAN] = END;
KINDS[0x5f] = UNDERSCORE;
KINDS[0x26] = REPLACED;
KINDS[0x0d] = REPLACED;
KINDS.fill(BEYOND_ASCII, 0x80);

const FORMULA_END = Buffer.from('</f>');
/** A longer number is not plain. */
const LONGEST_NUMBER = 40;

/** Whether the bytes contain others at an offset. */
export function matches(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let index = 0; index < expected.length; index++)
    if (bytes[at + index] !== expected[index]) return false;
  return true;
}

/** The end of a formula, 0 if it is not plain. */
export function pastFormula(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (bytes[at] === SPACE) {
    const name = ++at;
    if (bytes[name] === SLASH) break;
    at = pastName(bytes, name);
    if (at === name || bytes[at] !== EQUALS || bytes[at + 1] !== QUOTE) return 0;
    at = pastValue(bytes, at + 2, end);
    if (at === 0) return 0;
  }
  if (bytes[at] === SLASH) return bytes[at + 1] === GREATER_THAN ? at + 2 : 0;
  if (bytes[at] !== GREATER_THAN) return 0;
  while (bytes[at] !== LESS_THAN) at++;
  return matches(bytes, at, FORMULA_END) ? at + FORMULA_END.length : 0;
}

/** The end of the name of an attribute. */
export function pastName(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at]! > GREATER_THAN || (bytes[at]! > SPACE && bytes[at]! < LESS_THAN)) at++;
  return at;
}

/** The end of the value of an attribute, after its quote; 0 if there is none. */
export function pastValue(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== QUOTE) at++;
  return at < end ? at + 1 : 0;
}

/** A whole number of at most seven digits; 0 if it is not one. */
export function wholeNumber(bytes: Buffer, start: number, end: number): number {
  if (end - start > 7) return 0;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = bytes[at]! - DIGIT_0;
    if (digit < 0 || digit > 9) return 0;
    value = value * 10 + digit;
  }
  return value;
}

/** A number with an exponent or many digits, NaN if it is not one. */
export function longNumber(bytes: Buffer, start: number, end: number): number {
  if (end === start || end - start > LONGEST_NUMBER) return Number.NaN;
  const text = bytes.toString('latin1', start, end);
  const value = /^[-+.\deE]+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}
