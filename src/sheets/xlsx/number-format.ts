/** What a number means under its format. `zeros` is the width to which it is padded. */
export type NumberFormat =
  | { readonly kind: 'plain' }
  | { readonly kind: 'date' }
  | { readonly kind: 'percent' }
  | { readonly kind: 'padded'; readonly zeros: number };

const PLAIN: NumberFormat = { kind: 'plain' };
const DATE: NumberFormat = { kind: 'date' };
const PERCENT: NumberFormat = { kind: 'percent' };

/** A spreadsheet takes 255 characters; the patterns below are slow on texts that are made to be. */
const LONGEST_CODE = 1000;

/** Formats that need no code, by their number. 18 to 21 and 45 to 47 show a time alone: plain numbers. */
export function builtInFormat(id: number): NumberFormat {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return DATE;
  return id === 9 || id === 10 ? PERCENT : PLAIN;
}

/** Reads a format code (`dd/mm/yyyy`, `0.0%`, `0000000`); texts in it and conditions say nothing. */
export function formatOfCode(code: string): NumberFormat {
  if (code.length > LONGEST_CODE) return PLAIN;
  // the part for positive numbers; a semicolon may also stand within a text
  const timed = code.replace(/\[(?:h+|m+|s+)\]/gi, 'h');
  const shown = timed.replace(/"[^"]*"?|\\.|[_*].|\[[^\]]*\]/gs, '').split(';', 1)[0]!;
  if (/^(general|standard)$/i.test(shown.trim())) return PLAIN;
  const signs = shown.replace(/general|am\/pm|a\/p/gi, '').toLowerCase();
  if (/[yd]/.test(signs) || (/m/.test(signs) && !/[hs]/.test(signs))) return DATE;
  if (signs.includes('%')) return PERCENT;
  return /^00+$/.test(signs) ? { kind: 'padded', zeros: signs.length } : PLAIN;
}
