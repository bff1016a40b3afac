/** A text shorter than this cannot become large in memory. */
const SHORT = 64 * 1024;
/**
 * Limits far above the largest page of a list: depth, number of all lists and objects, number of fields of one object.
 */
const DEEPEST = 200;
const MOST_PARTS = 1_000_000;
const MOST_NAMES = 10_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/**
 * Whether a JSON text is safe to parse. A text that consists of brackets takes fifty times its size in memory. Does not
 * check whether it is well-formed.
 */
export function isParsable(text: string): boolean {
  if (text.length <= SHORT) return true;
  const names = new Uint32Array(DEEPEST + 1);
  let depth = 0;
  let parts = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(text, at);
    else if (sign === COLON) {
      if (++names[depth]! > MOST_NAMES) return false;
    } else if (sign === BRACKET || sign === BRACE) {
      if (++depth > DEEPEST || ++parts > MOST_PARTS) return false;
      names[depth] = 0;
    } else if (sign === BRACKET + 2 || sign === BRACE + 2) depth = Math.max(0, depth - 1);
  }
  return true;
}

/** Returns where the quoted text that begins at `from` ends. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === BACKSLASH) at++;
    else if (sign === QUOTE) return at;
  }
  return text.length;
}
