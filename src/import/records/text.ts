import type { Cell } from '../../sheets/cell.ts';

const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/;
const ODD_SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
/**
 * Invisible characters: controls (except C1, which proves a wrong encoding), zero-width characters, direction marks.
 */
const INVISIBLE =
  /[[\p{Cc}--[\u0080-\u009f]]\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gv;

/**
 * Cleans a text: trims it, replaces unusual spaces by plain ones and line breaks and tabs by one space, removes
 * invisible characters, composes accents (NFC). Plain inner spaces stay.
 */
export function cleanText(text: string): string {
  if (isClean(text)) return text;
  const lines = text.normalize('NFC').split(BREAKS);
  if (lines.length === 1) return cleanLine(lines[0]!);
  return lines
    .map(cleanLine)
    .filter((line) => line !== '')
    .join(' ');
}

const cleanLine = (line: string): string => line.replace(ODD_SPACE, ' ').replace(INVISIBLE, '').trim();

/** Whether `cleanText` would change nothing. The common case, so it uses no regular expression. */
function isClean(text: string): boolean {
  const last = text.length - 1;
  if (last < 0) return true;
  if (text.charCodeAt(0) === 32 || text.charCodeAt(last) === 32) return false;
  for (let at = 0; at <= last; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 || code >= 0x300) return false;
    if (code >= 0x7f && (code === 0x7f || code === 0x85 || code === 0xa0 || code === 0xad)) return false;
  }
  return true;
}

const PLAIN = /^\p{ASCII}*$/u;
const MARKS = /[\u0300-\u036f]/g;

/** Folds a text to lower-case letters and digits without accents: `Réf. fournisseur` is `reffournisseur`. */
export function foldText(text: string): string {
  const bare = PLAIN.test(text) ? text : text.normalize('NFKD').replace(MARKS, '');
  // Loading the Unicode letter classes takes longer than reading a small file.
  if (PLAIN.test(bare)) return bare.toLowerCase().replace(/[^a-z0-9]/g, '');
  return bare
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The text of a cell as a spreadsheet shows it. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  switch (cell.type) {
    case 'date':
      return cell.iso;
    case 'percent':
      return `${round6(cell.value * 100)}%`;
    case 'padded':
    case 'time':
      return cell.text;
    case 'error':
      return cell.code;
    case 'uncached':
      return '';
  }
}

/** The text in quotes for a message, truncated to 60 characters. */
export function quoted(text: string): string {
  return `"${cut(text, 60)}"`;
}

export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** Rounds to six decimals: a percent cell of 0.57 is 57, not 56.99999999999999. */
export function round6(value: number): number {
  return Math.abs(value) < 1e9 ? Math.round(value * 1e6) / 1e6 : value;
}
