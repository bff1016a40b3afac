import { forTerminal, jsonText } from '../../../terminal-text.ts';
import { yamlText } from './lines.ts';

/** Noncharacters, which YAML does not allow even in quotes. */
const NONCHARACTERS = /[\ufffe\uffff]/g;

/** Formats a text as a YAML key or value. Every character that YAML or a terminal may misread is escaped. */
export function scalarText(text: string): string {
  const own = yamlText(text);
  return own === text
    ? own
    : jsonText(text).replace(NONCHARACTERS, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
}

/** Maximum length of a key: YAML allows no longer one on a line of its own. */
const LONGEST_KEY = 500;

/** Whether a text can be a key of a map file. */
export const canBeKey = (text: string): boolean => text !== '__proto__' && text.length <= LONGEST_KEY;

/** Formats texts from a file as a comment of at most `width` characters. */
export function commentText(texts: readonly string[], width: number): string {
  const safe = texts.map((text) => forTerminal(text, MOST_PIECE).replace(NONCHARACTERS, '\u00b7'));
  return forTerminal(safe.join(', '), width).trim();
}

/** Maximum length of one sample. */
const MOST_PIECE = 40;
