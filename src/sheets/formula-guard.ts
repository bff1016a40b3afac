/**
 * A text that a spreadsheet may take for a formula, also behind blanks and quotes, or in full-width signs. Tabs, line
 * breaks and zero characters at its start are dropped by some, and show what follows them.
 */
const FORMULA =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is one of the beginnings
  /^[\s\u0000'"\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^'*[\t\r\n\u0000]/;

/** A number with nothing before it but a minus: a spreadsheet reads a number, and runs nothing. */
const NUMBER = /^-\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?$/;

/** Where a spreadsheet may split a text, whatever separator the file was written with; then what follows up to the next. */
const AFTER_SPLIT = /([,;|\t\v\f\r\n\u0085\u2028\u2029])([^,;|\t\v\f\r\n\u0085\u2028\u2029]+)/g;

/** Whether a spreadsheet that opens a text file might run this cell. */
const isFormula = (text: string): boolean => FORMULA.test(text) && !NUMBER.test(text);

/**
 * The text with an apostrophe before it, and inside it after each separator and line break, wherever a spreadsheet
 * would start a formula: one that splits at another separator than ours ignores our quotes. Inside, a number is
 * guarded too: what follows it in the line may be read as part of it.
 */
export function guarded(text: string): string {
  const inside = text.replace(AFTER_SPLIT, (all, split: string, rest: string) =>
    FORMULA.test(rest) ? `${split}'${rest}` : all,
  );
  return isFormula(text) ? `'${inside}` : inside;
}

/** The text as it was before `guarded`; a text that `guarded` does not write is unchanged. */
export function unguarded(text: string): string {
  if (!text.includes("'")) return text;
  const inside = text.replace(AFTER_SPLIT, (all, split: string, rest: string) =>
    rest.startsWith("'") && FORMULA.test(rest.slice(1)) ? split + rest.slice(1) : all,
  );
  const before = inside.startsWith("'") && isFormula(inside.slice(1)) ? inside.slice(1) : inside;
  return before !== text && guarded(before) === text ? before : text;
}
