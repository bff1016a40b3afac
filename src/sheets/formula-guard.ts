/**
 * A text that a spreadsheet may run as a formula, also after blanks and quotes, or in full-width characters. Some
 * programs drop tabs, line breaks and NUL at the start.
 */
const FORMULA =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is one of the beginnings
  /^[\s\u0000'"\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^'*[\t\r\n\u0000]/;

/** A number, optionally negative: a spreadsheet reads it as a number. */
const NUMBER = /^-\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?$/;

/** Characters at which some spreadsheet splits a text, whatever the file's separator, and the text after them. */
const AFTER_SPLIT = /([,;|\t\v\f\r\n\u0085\u2028\u2029])([^,;|\t\v\f\r\n\u0085\u2028\u2029]+)/g;

/** Whether a spreadsheet might run this cell when it opens a text file. */
const isFormula = (text: string): boolean => FORMULA.test(text) && !NUMBER.test(text);

/**
 * Adds an apostrophe before the text, and inside it after each separator and line break, wherever a spreadsheet could
 * start a formula: one that splits at another separator ignores our quotes. Inside a text numbers are guarded too,
 * since following text may join them.
 */
export function guarded(text: string): string {
  const inside = text.replace(AFTER_SPLIT, (all, split: string, rest: string) =>
    FORMULA.test(rest) ? `${split}'${rest}` : all,
  );
  return isFormula(text) ? `'${inside}` : inside;
}

/** Reverts `guarded`; a text that `guarded` never returns is unchanged. */
export function unguarded(text: string): string {
  if (!text.includes("'")) return text;
  const inside = text.replace(AFTER_SPLIT, (all, split: string, rest: string) =>
    rest.startsWith("'") && FORMULA.test(rest.slice(1)) ? split + rest.slice(1) : all,
  );
  const before = inside.startsWith("'") && isFormula(inside.slice(1)) ? inside.slice(1) : inside;
  return before !== text && guarded(before) === text ? before : text;
}
