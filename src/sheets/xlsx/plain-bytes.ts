/** Character codes of markup. */
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const SLASH = 0x2f;
export const DIGIT_0 = 0x30;
export const LESS_THAN = 0x3c;
export const EQUALS = 0x3d;
export const GREATER_THAN = 0x3e;

/** What a byte means in a text. An underscore may start an escape. */
export const TEXT = 0;
export const END = 1;
export const UNDERSCORE = 2;
/** An entity or a line end, which the tokenizer replaces. */
const REPLACED = 3;
/** The first byte of a character of Latin-1 beyond ASCII. */
export const LATIN1 = 4;
/** A byte of any other character. */
export const OTHER = 5;

export const KINDS: Uint8Array = new Uint8Array(256);
KINDS[LESS_THAN] = END;
KINDS[0x5f] = UNDERSCORE;
KINDS[0x26] = REPLACED;
KINDS[0x0d] = REPLACED;
KINDS.fill(OTHER, 0x80);
KINDS[0xc2] = LATIN1;
KINDS[0xc3] = LATIN1;

export const LETTER_X = 0x78;

/** Attribute of a `t` element that changes nothing: blanks are always kept. */
export const PRESERVE: Uint8Array = Buffer.from(' xml:space="preserve">');

/** Whether the bytes contain others at an offset. */
export function matches(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let index = 0; index < expected.length; index++)
    if (bytes[at + index] !== expected[index]) return false;
  return true;
}
