import type { Archive } from '../xlsx/archive.ts';
import { relationsOf } from '../xlsx/relations.ts';
import { rawPart, rawPieces } from './parts.ts';
import { SheetScanner } from './sheet-scanner.ts';
import { columnAt } from './sheet-survey.ts';
import { attribute, plainText, type RawXml, tagsOf } from './tags.ts';

/** A sheet of a workbook, and the cells of it that are asked about: columns from 0 by row. */
export interface AskedSheet {
  readonly name: string;
  readonly part: string;
  readonly cells: ReadonlyMap<number, ReadonlySet<number>>;
}

const LAST = Number.MAX_SAFE_INTEGER;

const SHEET = String.raw`(?:('(?:[^']|'')+'|[\p{L}\p{N}_.\\[\]]+)!)?`;
/** Where a reference cannot begin, so that each letter of a formula is read once. */
const BEFORE = String.raw`(?<![\p{L}\p{N}_.$!':\\[\]])`;
const CELLS = new RegExp(
  String.raw`${BEFORE}${SHEET}\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?(?![\p{L}\p{N}_(.!])`,
  'giu',
);
const COLUMNS = new RegExp(
  String.raw`${BEFORE}${SHEET}\$?([A-Z]{1,3}):\$?([A-Z]{1,3})(?![\p{L}\p{N}_(.!$])`,
  'giu',
);
const ROWS = new RegExp(String.raw`${BEFORE}${SHEET}\$?(\d{1,7}):\$?(\d{1,7})(?![\p{L}\p{N}_(.!])`, 'giu');
const NAMES = /(?<![\p{L}\p{N}_.'])[\p{L}_\\][\p{L}\p{N}_.\\]*(?![\p{L}\p{N}_.\\(!'])/gu;
/** Formulas whose cells are only known when they are computed, and ranges between two sheets. */
const COMPUTED = /\b(?:INDIRECT|OFFSET)\s*\(|:\s*(?:'|[\p{L}\p{N}_.]+\s*[(!])|\)\s*:/iu;

/** A cell whose row or column has no `$`. */
const RELATIVE = /(?<![\p{L}\p{N}_.$'])(?:[A-Z]{1,3}\$?\d|\$[A-Z]{1,3}\d)/iu;

interface Found {
  readonly cells: AskedSheet['cells'];
  readonly read: Map<number, Set<number>>;
  readonly columns: ReadonlyMap<number, UnreadRows>;
}

/** What a formula with several results covers besides: its rows and columns after the first. */
interface Reach {
  readonly rows: number;
  readonly columns: number;
}

/**
 * Which of the cells the formulas of a workbook read, by the name of their sheet. If a formula computes what it reads
 * (`INDIRECT`), these are all of them.
 */
export async function cellsRead(
  archive: Archive,
  workbook: RawXml,
  sheets: readonly AskedSheet[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<number>>>> {
  const reads = new FormulaReads(sheets, namesIn(workbook));
  for (const { name, part } of sheets) await reads.addTables(archive, name, part);
  for (const { name, part } of sheets) {
    let formula = /(?!)/g;
    const scanner = new SheetScanner(part, {
      head(xml, prefix) {
        formula = new RegExp(`<${prefix}f\\b([^>]*)>([^<]+)</${prefix}f\\s*>`, 'g');
        return xml;
      },
      row(xml) {
        for (const [, attributes, text] of xml.matchAll(formula))
          reads.add(plainText(text!), name, reachOf(`<f ${attributes}>`));
        return '';
      },
      tail: (xml) => xml,
    });
    for await (const piece of rawPieces(archive, part)) scanner.push(piece);
    scanner.end();
  }
  return reads.result();
}

class FormulaReads {
  readonly #sheets = new Map<string, Found>();
  readonly #ofSheet = new Map<string, string>();
  readonly #names: Map<string, readonly { readonly text: string; readonly sheet: string }[]>;
  /** Names that were followed, with the sheet of the formula. */
  readonly #followed = new Set<string>();
  #readsAll = false;

  constructor(sheets: readonly AskedSheet[], names: ReadonlyMap<string, readonly string[]>) {
    for (const { name, cells } of sheets) {
      const columns = new Map(
        [...rowsByColumn(cells)].map(([column, rows]) => [column, new UnreadRows(rows)]),
      );
      this.#sheets.set(name.toLowerCase(), { cells, read: new Map(), columns });
      this.#ofSheet.set(name.toLowerCase(), name);
    }
    this.#names = new Map(
      [...names].map(([name, texts]) => [name, texts.map((text) => ({ text, sheet: '' }))]),
    );
  }

  /** Tables are names for the cells of a sheet. */
  async addTables(archive: Archive, sheet: string, part: string): Promise<void> {
    for (const { kind, target } of await relationsOf(archive, part)) {
      if (kind !== 'table' || !archive.has(target)) continue;
      const root =
        [...tagsOf(await rawPart(archive, target))].find(({ name }) => name === 'table')?.text ?? '';
      const text = attribute(root, 'ref') ?? '';
      for (const name of ['name', 'displayName'].map((one) => plainText(attribute(root, one) ?? '')))
        if (name !== '') this.#names.set(name.toLowerCase(), [{ text, sheet }]);
    }
  }

  /** Adds what a formula on a sheet reads. */
  add(formula: string, sheet: string, reach: Reach = { rows: 0, columns: 0 }): void {
    if (this.#readsAll) return;
    const text = formula.replace(/"[^"]*"/g, '""');
    if (COMPUTED.test(text)) {
      this.#readsAll = true;
      return;
    }
    for (const [, on, left, top, right = left, bottom = top] of text.matchAll(CELLS))
      this.#range(on ?? sheet, Number(top), Number(bottom) + reach.rows, left!, right!, reach.columns);
    for (const [, on, left, right] of text.matchAll(COLUMNS))
      this.#range(on ?? sheet, 1, LAST, left!, right!, reach.columns);
    for (const [, on, top, bottom] of text.matchAll(ROWS))
      this.#range(on ?? sheet, Number(top), Number(bottom) + reach.rows, 'A', 'XFD', 0);
    for (const [name] of text.matchAll(NAMES)) this.#follow(name.toLowerCase(), sheet);
  }

  /** Adds what a name stands for, once. Cells beside the formula are not the same for each formula. */
  #follow(name: string, sheet: string): void {
    const key = JSON.stringify([name, sheet]);
    if (!this.#names.has(name) || this.#followed.has(key)) return;
    this.#followed.add(key);
    for (const own of this.#names.get(name)!) {
      if (own.sheet === '' && RELATIVE.test(own.text)) this.#readsAll = true;
      this.add(own.text, own.sheet === '' ? sheet : own.sheet);
    }
  }

  result(): Map<string, ReadonlyMap<number, ReadonlySet<number>>> {
    return new Map(
      [...this.#sheets].map(([key, { cells, read }]) => [
        this.#ofSheet.get(key)!,
        this.#readsAll ? cells : read,
      ]),
    );
  }

  #range(on: string, top: number, bottom: number, left: string, right: string, more: number): void {
    const quoted = /^'(.*)'$/s.exec(on)?.[1]?.replaceAll("''", "'") ?? on;
    // Of another workbook.
    if (quoted.includes('[')) return;
    // No sheet has this sign in its name: it is a range of sheets.
    if (quoted.includes(':')) this.#readsAll = true;
    const sheet = this.#sheets.get(quoted.toLowerCase());
    const first = columnAt(left.toUpperCase());
    const last = columnAt(right.toUpperCase()) + more;
    for (const [column, unread] of sheet?.columns ?? [])
      if (column >= first && column <= last)
        for (const row of unread.take(Math.min(top, bottom), Math.max(top, bottom)))
          sheet!.read.set(row, (sheet!.read.get(row) ?? new Set()).add(column));
  }
}

/** Rows of a column in order, each of which is taken once, however many ranges have it. */
class UnreadRows {
  readonly #rows: readonly number[];
  /** The place of the next row that was not taken. */
  readonly #next: Int32Array;

  constructor(rows: readonly number[]) {
    this.#rows = rows.toSorted((one, other) => one - other);
    this.#next = Int32Array.from({ length: rows.length + 1 }, (_, at) => at);
  }

  *take(first: number, last: number): Generator<number> {
    let low = 0;
    for (let high = this.#rows.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (this.#rows[middle]! < first) low = middle + 1;
      else high = middle;
    }
    for (let at = this.#find(low); at < this.#rows.length && this.#rows[at]! <= last; at = this.#find(at)) {
      yield this.#rows[at]!;
      this.#next[at] = at + 1;
    }
  }

  #find(from: number): number {
    const next = this.#next;
    let at = from;
    while (next[at] !== at) {
      next[at] = next[next[at]!]!;
      at = next[at]!;
    }
    return at;
  }
}

function rowsByColumn(cells: AskedSheet['cells']): Map<number, number[]> {
  const columns = new Map<number, number[]>();
  for (const [row, own] of cells)
    for (const column of own) {
      const rows = columns.get(column);
      if (rows) rows.push(row);
      else columns.set(column, [row]);
    }
  return columns;
}

function reachOf(tag: RawXml): Reach {
  const [, left, top, right, bottom] =
    /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec((attribute(tag, 't') === 'shared' && attribute(tag, 'ref')) || '') ??
    [];
  if (left === undefined) return { rows: 0, columns: 0 };
  return { rows: Number(bottom) - Number(top), columns: columnAt(right!) - columnAt(left) };
}

/** The names that a workbook defines, in lower case, with their formulas: a sheet may have a name of its own. */
function namesIn(workbook: RawXml): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { name, kind, end, text } of tagsOf(workbook)) {
    if (name !== 'definedName' || kind !== 'open') continue;
    const key = plainText(attribute(text, 'name') ?? '').toLowerCase();
    const formula = plainText(workbook.slice(end, workbook.indexOf('<', end)));
    names.set(key, [...(names.get(key) ?? []), formula]);
  }
  return names;
}
