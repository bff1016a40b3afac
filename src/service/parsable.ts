/** A text that is shorter cannot become large. */
const SHORT = 64 * 1024;
/** Deeper than any record; objects and lists of the largest page of a list are far below. */
const DEEPEST = 200;
const MOST_PARTS = 1_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/**
 * Whether a JSON text may be parsed: one of nothing but brackets takes fifty times its size in memory. Looks at the
 * brackets alone, not at whether it is well-formed.
 */
export function isParsable(text: string): boolean {
  if (text.length <= SHORT) return true;
  let depth = 0;
  let parts = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      at++;
      for (; at < text.length; at++) {
        const inside = text.charCodeAt(at);
        if (inside === BACKSLASH) at++;
        else if (inside === QUOTE) break;
      }
    } else if (sign === BRACKET || sign === BRACE) {
      if (++depth > DEEPEST || ++parts > MOST_PARTS) return false;
    } else if (sign === BRACKET + 2 || sign === BRACE + 2) depth--;
  }
  return true;
}
