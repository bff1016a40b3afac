import { foldText } from '../fold.ts';
import { textDecodedOnce } from '../recognise/decoded-twice.ts';
import { headerWords } from '../recognise/header-similarity.ts';
import { headerRowIn } from '../recognise/sheet-kind.ts';
import { cellText, cleanText } from '../recognise/text.ts';
import { foldedTerm } from '../recognise/words/word-list.ts';
import type { HeaderRow } from '../records/record.ts';
import type { Row } from '../sheets/cell.ts';
import { namedRow } from './map-file/header-rows.ts';

const SEARCHED_COLUMNS = 200;
const LONGEST_TEXT = 1000;
/** A header row. `joins`: the numbers of the rows that were joined to make it. */
export type JoinedHeader = HeaderRow & { readonly joins?: readonly number[] };

/** Headers of groups of columns that do not change what the headers below them mean. */
const NEUTRAL_HEADINGS = foldedTerm('neutralHeadings');

/** Headers above the columns of the materials of a composition, with the number of the material or without. */
const COMPOSITION = foldedTerm('composition');

/** The path of a column in another system, after its name: `Season (product.metafields.custom.season)`. */
const SYSTEM_PATH = / \((?:[\w-]+\.){2,}[\w-]+\)$/;

const CERTIFICATE = /^(?:certif|label|zertifi|siegel|standard)/;

/**
 * The text to look up for a header: without its path in another system, without the header above it if that adds no
 * meaning, and in a composition with the number of the material.
 */
export function lookupTextOf(header: JoinedHeader, index: number): string {
  const written = textIn(header, index);
  const text = textDecodedOnce(written) ?? written;
  const lower = header.joins === undefined ? undefined : header.lower?.[index];
  if (lower === undefined || lower === '' || lower === text || !text.endsWith(lower))
    return text.replace(SYSTEM_PATH, '');
  const upper = text.slice(0, -lower.length).replace(/ \/ $/, '');
  if (NEUTRAL_HEADINGS.has(foldText(upper))) return lower;
  const [, name = '', number] = /^(.*?)\s*(\d{1,2})?$/.exec(upper)!;
  if (!COMPOSITION.has(foldText(name)) || /\d/.test(lower)) return hasAllWordsOf(lower, upper) ? lower : text;
  const before = header.cells.slice(0, index).filter((cell) => cell === header.cells[index]).length;
  const item = number ?? before + 1;
  // Below a composition, a certificate is that of the material.
  return CERTIFICATE.test(foldText(lower)) ? `Material ${item} certifications` : `${lower} ${item}`;
}

/** Whether a header has all words of the header above it: `Nom de la substance` below `Substances`. */
function hasAllWordsOf(lower: string, upper: string): boolean {
  if (/\d/.test(upper)) return false;
  const words = headerWords(upper).map(singular);
  const own = new Set(headerWords(lower).map(singular));
  return words.length > 0 && words.every((word) => own.has(word));
}

const singular = (word: string): string => word.replace(/[sx]$/, '');

/** Whether a header of a row is above several headers of the next row, because cells to its right are blank or merged. */
function isAbove(upper: Row, lower: Row): boolean {
  let above = '';
  let extended = 0;
  for (let index = 0; index < Math.min(lower.cells.length, SEARCHED_COLUMNS); index++) {
    const text = textIn(upper, index);
    if (text !== '') above = text;
    else if (above !== '' && textIn(lower, index) !== '') extended++;
    if ([upper, lower].some(({ cells }) => cells[index] != null && typeof cells[index] !== 'string'))
      return false;
  }
  return extended > 0;
}

/** Two rows that no merged cells connect are joined if that gives this many more known headers than either row alone. */
const MORE_KNOWN = 2;
/** Minimum share of known headers in joined rows. */
const MIN_KNOWN_SHARE = 0.5;

/** Finds the header row among the first rows of a sheet. */
export class HeaderSearch {
  readonly #isKnown: (header: string) => boolean;
  /** The header rows that were joined, by their numbers. */
  readonly #joined = new Map<string, JoinedHeader>();

  constructor(isKnown: (header: string) => boolean) {
    this.#isKnown = isKnown;
  }

  /**
   * The row with the most known headers, or two of them that are joined. `areMerged`: whether cells are merged over two
   * rows, so that both are headers or neither is.
   */
  find(rows: readonly Row[], areMerged: (upper: Row, lower: Row) => boolean): JoinedHeader | undefined {
    const best = headerRowIn(rows, (row) => {
      const { filled, known } = this.#headersIn(row);
      return { score: known === 0 ? 0 : (known * known) / filled };
    });
    return this.#joinedHeader(rows, areMerged) ?? (best && best.score >= 0.5 ? best.row : undefined);
  }

  #headersIn(row: JoinedHeader): { readonly filled: number; readonly known: number } {
    let filled = 0;
    const known = new Set<string>();
    for (let index = 0; index < Math.min(row.cells.length, SEARCHED_COLUMNS); index++) {
      const text = textIn(row, index);
      if (text === '') continue;
      filled++;
      const meant = lookupTextOf(row, index);
      if (typeof row.cells[index] !== 'string') continue;
      if (this.#isKnown(text) || (meant !== text && this.#isKnown(meant))) known.add(`${text}\n${meant}`);
    }
    return { filled, known: known.size };
  }

  /** Two rows whose joined headers are known, if a header of the upper row is above several of the lower one. */
  #joinedHeader(
    rows: readonly Row[],
    areMerged: (upper: Row, lower: Row) => boolean,
  ): JoinedHeader | undefined {
    const most = Math.max(...rows.map((row) => this.#headersIn(row).known));
    let best: { header: JoinedHeader; known: number } | undefined;
    for (const [at, lower] of rows.entries()) {
      const upper = rows[at - 1];
      if (upper?.row !== lower.row - 1 || !isAbove(upper, lower)) continue;
      const joins = [upper.row, lower.row];
      const header = this.#joined.get(joins.join()) ?? { ...namedRow(joins, rows)!, joins };
      this.#joined.set(joins.join(), header);
      const { filled, known } = this.#headersIn(header);
      const alone = Math.max(this.#headersIn(upper).known, this.#headersIn(lower).known);
      const isMore = areMerged(upper, lower) ? known >= most : known >= alone + MORE_KNOWN;
      const isClear = isMore && known >= filled * MIN_KNOWN_SHARE;
      if (isClear && known > (best?.known ?? 0)) best = { header, known };
    }
    return best?.header;
  }
}

const LINE_FEEDS = /[\n\r\u2028\u2029]+/;

/** The text of a cell that a person wrote on several lines; undefined if it has one line. */
export function linesIn({ cells }: Row, index: number): string | undefined {
  const cell = cells[index];
  if (typeof cell !== 'string' || !LINE_FEEDS.test(cell)) return undefined;
  const lines = cell.slice(0, LONGEST_TEXT).split(LINE_FEEDS).map(cleanText);
  const filled = lines.filter((line) => line !== '');
  return filled.length > 1 ? filled.join('\n') : undefined;
}

/** The value of a cell, as the import reads texts that were decoded twice. */
export function valueIn(row: Row, index: number): string {
  const text = textIn(row, index);
  return textDecodedOnce(text) ?? text;
}

export function textIn({ cells }: Row, index: number): string {
  const cell = cells[index];
  return cell === null || cell === undefined ? '' : cleanText(cellText(cell).slice(0, LONGEST_TEXT));
}
