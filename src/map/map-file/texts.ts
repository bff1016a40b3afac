import { yamlText } from '../../recognise/text.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';

/** Noncharacters, which YAML does not allow even in quotes. */
const NONCHARACTERS = /[\ufffe\uffff]/g;

/** Formats a text as a YAML key or value. Every character that YAML or a terminal may misread is escaped. */
export const scalarText = (text: string): string => (yamlText(text) === text ? text : quotedText(text));

export const quotedText = (text: string): string =>
  jsonText(text).replace(NONCHARACTERS, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);

/** Maximum length of a key: YAML allows no longer one on a line of its own. */
const LONGEST_KEY = 500;

/** Whether a text can be a key of a map file. */
export const canBeKey = (text: string): boolean => text !== '__proto__' && text.length <= LONGEST_KEY;

/** Formats a text as a comment of at most `width` characters. */
export const commentText = (text: string, width: number): string =>
  forTerminal(text, width).replace(NONCHARACTERS, '\u00b7').trim();
