const EQUALS = 0x3d;

/** `="00012"` */
const FORMULA_TEXT = /^="[^"]*(?:""[^"]*)*"$/;

/** Whether a cell is a formula that contains only a text in quotes. */
export function isFormulaText(text: string): boolean {
  return text.charCodeAt(0) === EQUALS && FORMULA_TEXT.test(text);
}

/** The text `00012` of the formula `="00012"`, which programs write so that a spreadsheet keeps the zeros. */
export const textOfFormula = (formula: string): string => formula.slice(2, -1).replaceAll('""', '"');

/**
 * A text that a spreadsheet may run as a formula: it starts with an operator, possibly a full-width one, after any blanks
 * and quotes, or with a tab, a line break or NUL, which some programs drop.
 */
const FORMULA =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches NUL
  /^[\s\u0000'"\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^'*[\t\r\n\u0000]/;

/** A negative number: a spreadsheet does not run it as a formula. */
const NEGATIVE_NUMBER = /^-\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Matches a character at which some spreadsheet program splits a text (whatever separator the file uses), and the text
 * after it.
 */
const SEPARATOR_AND_REST = /([,;|\t\v\f\r\n\u0085\u2028\u2029])([^,;|\t\v\f\r\n\u0085\u2028\u2029]+)/g;

/** Whether a spreadsheet might run this cell when it opens a text file. */
const isFormula = (text: string): boolean => FORMULA.test(text) && !NEGATIVE_NUMBER.test(text);

/**
 * Adds an apostrophe wherever a spreadsheet could start a formula: at the start of the text, and after each separator
 * and line break inside it, because a spreadsheet that splits at another separator ignores our quotes. Negative numbers
 * inside a text get one too, because the text after them may make them a formula.
 */
export function guardFormulas(text: string): string {
  const inside = text.replace(SEPARATOR_AND_REST, (all, split: string, rest: string) =>
    FORMULA.test(rest) ? `${split}'${rest}` : all,
  );
  return isFormula(text) ? `'${inside}` : inside;
}

/** Removes the apostrophes that `guardFormulas` added; any other text is unchanged. */
export function unguardFormulas(text: string): string {
  if (!text.includes("'")) return text;
  const inside = text.replace(SEPARATOR_AND_REST, (all, split: string, rest: string) =>
    rest.startsWith("'") && FORMULA.test(rest.slice(1)) ? split + rest.slice(1) : all,
  );
  const before = inside.startsWith("'") && isFormula(inside.slice(1)) ? inside.slice(1) : inside;
  return before !== text && guardFormulas(before) === text ? before : text;
}
