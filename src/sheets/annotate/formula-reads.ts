import { columnAt, columnLetters } from '../cell.ts';
import type { Archive } from '../xlsx/archive.ts';
import { type FormatRule, type ListRule, rulesIn } from './sheet-rules.ts';
import { scanned } from './sheet-scanner.ts';
import { type MergedRange, rangesOf } from './sheet-survey.ts';
import { cellsOfReference, STRUCTURED, type Tables } from './structured-references.ts';
import { attribute, plainText, type RawXml, tagsOf } from './tags.ts';
import { UnreadRows } from './unread-rows.ts';

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
  String.raw`${BEFORE}${SHEET}(\$?[A-Z]{1,3})(\$?\d{1,7})(?::(\$?[A-Z]{1,3})(\$?\d{1,7}))?(?![\p{L}\p{N}_(.!])`,
  'giu',
);
const COLUMNS = new RegExp(
  String.raw`${BEFORE}${SHEET}\$?([A-Z]{1,3}):\$?([A-Z]{1,3})(?![\p{L}\p{N}_(.!$])`,
  'giu',
);
const ROWS = new RegExp(String.raw`${BEFORE}${SHEET}\$?(\d{1,7}):\$?(\d{1,7})(?![\p{L}\p{N}_(.!])`, 'giu');
const NAMES = /(?<![\p{L}\p{N}_.'])[\p{L}_\\][\p{L}\p{N}_.\\]*(?![\p{L}\p{N}_.\\(!'])/gu;
/** Formulas that may read any cell, when they are computed, and ranges between two sheets. */
const ANYWHERE = /\bINDIRECT\s*\(|:\s*(?:'|[\p{L}\p{N}_.]+\s*!)/iu;
/** Formulas that may read any cell of the sheets to which they refer. */
const NEARBY = /\bOFFSET\s*\(|:\s*[\p{L}\p{N}_.]+\s*\(|\)\s*:/iu;
const isComputed = (formula: string): boolean => ANYWHERE.test(formula) || NEARBY.test(formula);

const CELL = String.raw`\$?[A-Z]{1,3}\$?\d{1,7}`;
/** Parts of a formula that only ask whether a cell is blank. */
const BLANK_TESTS = new RegExp(
  String.raw`\bISBLANK\(${CELL}\)|\bLEN\((?:TRIM\(${CELL}\)|${CELL})\)\s*(?:=|>|<>)\s*0|${BEFORE}${CELL}\s*(?:=|<>)\s*""(?!["&])|\bCOUNTA\(${CELL}(?::${CELL})?\)|\b(?:ROW|COLUMN)\(${CELL}\)`,
  'giu',
);

/** A cell whose row or column has no `$`. */
const RELATIVE = /(?<![\p{L}\p{N}_.$'])(?:[A-Z]{1,3}\$?\d|\$[A-Z]{1,3}\d)/iu;

interface Found {
  readonly read: Map<number, Set<number>>;
  readonly columns: ReadonlyMap<number, UnreadRows>;
}

/** The other cells for which a formula is computed, by their distance: what it reads moves with them, except with a `$`. */
interface Reach {
  readonly rows: Span;
  readonly columns: Span;
}
type Span = readonly [first: number, last: number];

const HERE: Reach = { rows: [0, 0], columns: [0, 0] };

/** What formulas and conditional formats read, and the lists of the cells, by the name of the sheet. */
export interface Readers {
  readonly read: ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<number>>>;
  readonly lists: ReadonlyMap<string, readonly ListRule[]>;
  /** The addresses of formulas that compute what they read, by the sheets of which they may read any cell. */
  readonly computing: ReadonlyMap<string, string>;
}

/**
 * Which of the cells the formulas of a workbook read, and its conditional formats. If a formula computes what it reads
 * (`INDIRECT`), the others are not known.
 */
export async function cellsRead(
  archive: Archive,
  { names, tables }: { readonly names: DefinedNames; readonly tables: Tables },
  sheets: readonly AskedSheet[],
): Promise<Readers> {
  const reads = new FormulaReads(sheets, names, tables);
  const lists = new Map<string, readonly ListRule[]>();
  for (const { name, part } of sheets) {
    let formula = /(?!)/g;
    await scanned(archive, part, {
      head(xml, prefix) {
        formula = new RegExp(`<${prefix}f\\b([^>]*)>([^<]+)</${prefix}f\\s*>`, 'g');
        return xml;
      },
      row(xml) {
        for (const { 1: attributes, 2: text, index } of xml.matchAll(formula)) {
          reads.at = () => `${name}!${cellBefore(xml, index)}`;
          reads.add(plainText(text!), name, reachOf(`<f ${attributes}>`));
        }
        return '';
      },
      tail(xml) {
        const rules = rulesIn(xml);
        lists.set(name, rules.lists);
        for (const rule of rules.formats) {
          reads.at = () => `${name}!${firstCell(rule)}`;
          reads.addFormat(rule, name);
        }
        for (const rule of rules.lists) reads.addList(rule, name);
        return '';
      },
    });
  }
  return { read: reads.result(), lists, computing: reads.computing };
}

class FormulaReads {
  readonly #sheets = new Map<string, Found>();
  readonly #ofSheet = new Map<string, string>();
  readonly #tables: Tables;
  readonly #names: DefinedNames;
  /** Names that were followed, with the sheet of the formula. */
  readonly #followed = new Set<string>();
  /** The address of the formula that is added. */
  at: () => string = () => '';
  /** By sheet, the address of the first formula that may read any cell of it. */
  readonly computing = new Map<string, string>();

  constructor(sheets: readonly AskedSheet[], names: DefinedNames, tables: Tables) {
    this.#tables = tables;
    for (const { name, cells } of sheets) {
      const columns = new Map(
        [...rowsByColumn(cells)].map(([column, rows]) => [column, new UnreadRows(rows)]),
      );
      this.#sheets.set(name.toLowerCase(), { read: new Map(), columns });
      this.#ofSheet.set(name.toLowerCase(), name);
    }
    this.#names = names;
  }

  /** Adds what a formula on a sheet reads. */
  add(formula: string, sheet: string, reach = HERE, isNear = false): void {
    const text = formula.replace(/"[^"]*"/g, '""');
    if (ANYWHERE.test(text)) for (const name of this.#ofSheet.keys()) this.#mayRead(name);
    else this.#addText(text, sheet, reach, isNear || NEARBY.test(text));
  }

  /** Adds what a conditional format reads. Whether a cell is blank does not depend on its value. */
  addFormat({ formula, ranges, comparesCells }: FormatRule, sheet: string): void {
    if (comparesCells && /[A-Z"]/i.test(formula.replace(/^""$/, '')))
      for (const { first, last } of ranges)
        this.#range(sheet, [first.row, last.row], [first.column, last.column]);
    this.add(formula.replace(BLANK_TESTS, ''), sheet, reachIn(ranges));
  }

  /** Adds what the formula of a list reads to compute its values. */
  addList({ formula, ranges }: ListRule, sheet: string): void {
    const text = formula.replace(/"[^"]*"/g, '""');
    if (isComputed(text)) this.#addText(text, sheet, reachIn(ranges), false);
  }

  /** Adds what references to the columns of tables read, and removes them. */
  #withoutTables(text: string, isNear: boolean): string {
    if (!text.includes('[')) return text;
    return text.replace(STRUCTURED, (all, name: string, inner: string) => {
      const table = this.#tables.get(name.toLowerCase());
      if (table !== undefined) this.#addCells(table.sheet, cellsOfReference(table, inner), isNear);
      return table === undefined ? all : '0';
    });
  }

  #addCells(sheet: string, { first, last }: MergedRange, isNear: boolean): void {
    this.#range(sheet, [first.row, last.row], [first.column, last.column], isNear);
  }

  #addText(formula: string, sheet: string, { rows, columns }: Reach, isNear: boolean): void {
    const text = this.#withoutTables(formula, isNear);
    const add = (on = sheet, down: Span = [1, LAST], across: Span = [0, LAST]) =>
      this.#range(on, down, across, isNear);
    for (const [, on, left, top, right = left, bottom = top] of text.matchAll(CELLS))
      add(on, spanOf(top!, bottom!, rows, Number), spanOf(left!, right!, columns, columnOf));
    for (const [, on, left, right] of text.matchAll(COLUMNS))
      add(on, undefined, spanOf(left!, right!, columns, columnOf));
    for (const [, on, top, bottom] of text.matchAll(ROWS)) add(on, spanOf(top!, bottom!, rows, Number));
    for (const [name] of text.matchAll(NAMES)) this.#follow(name.toLowerCase(), sheet, isNear);
  }

  /** Adds what a name stands for, once. Cells beside the formula are not the same for each formula. */
  #follow(name: string, sheet: string, isNear: boolean): void {
    const table = this.#tables.get(name);
    if (table !== undefined) this.#addCells(table.sheet, table.cells, isNear);
    const key = JSON.stringify([name, sheet, isNear]);
    const texts = this.#names.get(name);
    if (texts === undefined || this.#followed.has(key)) return;
    this.#followed.add(key);
    for (const text of texts) {
      if (RELATIVE.test(text)) for (const one of this.#ofSheet.keys()) this.#mayRead(one);
      this.add(text, sheet, HERE, isNear);
    }
  }

  result(): Map<string, ReadonlyMap<number, ReadonlySet<number>>> {
    return new Map([...this.#sheets].map(([key, { read }]) => [this.#ofSheet.get(key)!, read]));
  }

  /** `sheet`: its name in lower case. */
  #mayRead(sheet: string): void {
    const name = this.#ofSheet.get(sheet);
    if (name !== undefined && !this.computing.has(name)) this.computing.set(name, this.at());
  }

  #range(on: string, [top, bottom]: Span, [first, last]: Span, isNear = false): void {
    const quoted = unquoted(on);
    // Of another workbook.
    if (quoted.includes('[')) return;
    // No sheet has this sign in its name: it is a range of sheets.
    if (quoted.includes(':')) for (const name of this.#ofSheet.keys()) this.#mayRead(name);
    if (isNear) this.#mayRead(quoted.toLowerCase());
    const sheet = this.#sheets.get(quoted.toLowerCase());
    for (const [column, unread] of sheet?.columns ?? [])
      if (column >= first && column <= last)
        for (const row of unread.take(top, bottom))
          sheet!.read.set(row, (sheet!.read.get(row) ?? new Set()).add(column));
  }
}

/** The name of a sheet in a formula. */
export const unquoted = (name: string): string => /^'(.*)'$/s.exec(name)?.[1]?.replaceAll("''", "'") ?? name;

const columnOf = (letters: string): number => columnAt(letters.toUpperCase());

/** From one end of a reference to the other, as a formula has them, for all cells for which it is computed. */
function spanOf(one: string, other: string, reach: Span, at: (text: string) => number): Span {
  const ends = [one, other].flatMap((text) => {
    const own = at(text.replace('$', ''));
    return text.startsWith('$') ? own : reach.map((distance) => own + distance);
  });
  return [Math.min(...ends), Math.max(...ends)];
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

/** The address of the cell whose formula begins at an index of a row. */
function cellBefore(row: RawXml, index: number): string {
  const tag = row.slice(row.lastIndexOf(' r=', index), index);
  return /^ r=["']([A-Z]+\d+)["']/.exec(tag)?.[1] ?? '';
}

const firstCell = ({ ranges: [range] }: FormatRule): string =>
  range === undefined ? '' : `${columnLetters(range.first.column)}${range.first.row}`;

function reachOf(tag: RawXml): Reach {
  const isShared = attribute(tag, 't') === 'shared';
  return isShared ? reachIn(rangesOf(attribute(tag, 'ref'))) : HERE;
}

/** The reach of a formula of ranges, which is written for the first cell: of the first range, or of all. */
function reachIn(ranges: readonly MergedRange[]): Reach {
  const span = (part: 'row' | 'column'): Span => {
    const least = Math.min(...ranges.map(({ first }) => first[part]));
    const size = Math.max(...ranges.map(({ last }) => last[part])) - least;
    return [ranges.length > 1 ? -size : 0, size];
  };
  return ranges.length === 0 ? HERE : { rows: span('row'), columns: span('column') };
}

/** The names that a workbook defines, in lower case, with their formulas. */
export type DefinedNames = ReadonlyMap<string, readonly string[]>;

/** The names that a workbook defines: a sheet may have a name of its own. */
export function namesIn(workbook: RawXml): DefinedNames {
  const names = new Map<string, string[]>();
  for (const { name, kind, end, text } of tagsOf(workbook)) {
    if (name !== 'definedName' || kind !== 'open') continue;
    const key = plainText(attribute(text, 'name') ?? '').toLowerCase();
    const formula = plainText(workbook.slice(end, workbook.indexOf('<', end)));
    names.set(key, [...(names.get(key) ?? []), formula]);
  }
  return names;
}
