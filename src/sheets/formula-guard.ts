/** A text that a spreadsheet may take for a formula, also behind blanks and quotes, or in full-width signs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is one of the beginnings
const FORMULA = /^[\s\u0000'"\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n\u0000]/;

/** A number with nothing before it but a minus: a spreadsheet reads a number, and runs nothing. */
const NUMBER = /^-\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether a spreadsheet that opens a text file might run this cell. */
const isFormula = (text: string): boolean => FORMULA.test(text) && !NUMBER.test(text);

/** The text with an apostrophe before it if a spreadsheet might run it. */
export const guarded = (text: string): string => (isFormula(text) ? `'${text}` : text);

/** The text as it was before `guarded`, for every text. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text;
