/**
 * Characters that move the cursor, change the reading direction or are invisible: C0, DEL, C1, bidi and other format
 * characters (zero-width, byte order mark, tags), line separators, unpaired surrogates, fillers.
 */
const unsafe = () =>
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2065\u3164\uffa0\u{e0000}-\u{e0fff}]|\u034f/u;

/** Texts of these characters are safe. The test does not load the Unicode classes. */
const PLAIN = /^[ -~]*$/;

/**
 * Makes text from outside (a cell, header, name of a sheet or file, message of the service) safe for a terminal: unsafe
 * characters, including newlines, become `\x1b` or `\u{202e}`. Longer text is truncated to `length` characters with an
 * ellipsis.
 */
export function forTerminal(text: string, length = 200): string {
  if (text.length <= length && isTypable(text)) return text;
  // This slice is long enough, because a code point has at most two code units.
  const escaped = Array.from(text.slice(0, 2 * length + 2), escapeOne);
  const size = escaped.reduce((sum, piece) => sum + width(piece), 0);
  if (size <= length && text.length <= 2 * length + 2) return escaped.join('');
  return `${truncated(escaped, length - 1)}…`;
}

/** Whether a text has no unsafe characters. */
export function isTypable(text: string): boolean {
  return PLAIN.test(text) || !unsafe().test(text);
}

/** A value as one line of JSON, with unsafe characters escaped. */
export const jsonText = (value: unknown): string => escapedJson(JSON.stringify(value));

/** One line of JSON with its unsafe characters escaped. */
export function escapedJson(json: string): string {
  if (isTypable(json)) return json;
  return json.replace(new RegExp(unsafe().source, 'gu'), (character) =>
    Array.from(
      { length: character.length },
      (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

function escapeOne(character: string): string {
  if (isTypable(character)) return character;
  const code = character.codePointAt(0)!;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

/** Joins as many pieces as fit into `length` columns. An escape is never split. */
function truncated(pieces: readonly string[], length: number): string {
  let result = '';
  let size = 0;
  for (const piece of pieces) {
    size += width(piece);
    if (size > length) break;
    result += piece;
  }
  return result;
}

/** The width of a piece: the length of an escape, 1 for any other code point. */
function width(piece: string): number {
  return piece.startsWith('\\') ? piece.length : 1;
}
