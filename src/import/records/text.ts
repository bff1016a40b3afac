import type { Cell } from '../../sheets/cell.ts';

const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/;
const ODD_SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
/** Characters that nobody sees: controls (C1 stays: it is evidence of a wrong encoding), zero-width, direction marks. */
const INVISIBLE =
  /[[\p{Cc}--[\u0080-\u009f]]\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gv;

/**
 * The text without spaces around it, odd spaces as plain ones, invisible characters removed, line breaks and tabs as
 * one space, accents composed (NFC). Plain inner spaces stay as they are.
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

/** True when `cleanText` has nothing to do; the common case, so no regular expression. */
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

/** Letters and digits only, small, without accents: `Réf. fournisseur` is `reffournisseur`. */
export function foldText(text: string): string {
  const bare = PLAIN.test(text) ? text : text.normalize('NFKD').replace(MARKS, '');
  // the classes of all letters cost more to set up than a small file to read
  if (PLAIN.test(bare)) return bare.toLowerCase().replace(/[^a-z0-9]/g, '');
  return bare
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** A cell as a person sees it. */
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

/** `text` in quotes for a message, cut at 60 characters. */
export function quoted(text: string): string {
  return `"${cut(text, 60)}"`;
}

export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** Rounded to six decimals: 0.57 of a percent cell is 57, not 56.99999999999999. */
export function round6(value: number): number {
  return Math.abs(value) < 1e9 ? Math.round(value * 1e6) / 1e6 : value;
}
