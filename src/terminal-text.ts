/**
 * Characters that move a cursor, turn the reading direction or cannot be seen: C0, DEL, C1, bidi and other format
 * characters (zero-width ones, the byte order mark, tags and what stands unassigned among them), line separators, halves of surrogate pairs, fillers.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]|\u034f/u;
const UNSAFE_ALL = new RegExp(UNSAFE.source, 'gu');

/**
 * A foreign text (cell, head, name of a sheet or file, message of the service) made safe for a terminal: unsafe
 * characters, newlines too, as `\x1b` or `\u{202e}`, and cut at `length` characters with an ellipsis.
 */
export function forTerminal(text: string, length = 200): string {
  const plain = text.length <= length && !UNSAFE.test(text);
  if (plain) return text;
  // Code points have one or two units: this much is enough to fill the length, whatever the text's size.
  const escaped = Array.from(text.slice(0, 2 * length + 2), escapeOne);
  const size = escaped.reduce((sum, piece) => sum + width(piece), 0);
  if (size <= length && text.length <= 2 * length + 2) return escaped.join('');
  return `${upTo(escaped, length - 1)}…`;
}

/** Whether a text can be shown, and pasted, as it is: `forTerminal` would change nothing in it. */
export function isTypable(text: string): boolean {
  return !UNSAFE.test(text);
}

/** One JSON line of a value, unsafe characters written as escapes: the same value for whoever parses it. */
export function jsonText(value: unknown): string {
  const json = JSON.stringify(value);
  if (!UNSAFE.test(json)) return json;
  return json.replace(UNSAFE_ALL, (character) =>
    Array.from(
      { length: character.length },
      (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

function escapeOne(character: string): string {
  if (!UNSAFE.test(character)) return character;
  const code = character.codePointAt(0)!;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

/** As many whole pieces as fit: an escape is never cut in two. */
function upTo(pieces: readonly string[], length: number): string {
  let taken = '';
  let size = 0;
  for (const piece of pieces) {
    size += width(piece);
    if (size > length) break;
    taken += piece;
  }
  return taken;
}

/** Characters of a piece: an escape counts each of its own, a pair of surrogates counts one. */
function width(piece: string): number {
  return piece.startsWith('\\') ? piece.length : 1;
}
