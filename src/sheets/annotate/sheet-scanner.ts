import { say } from '../../say.ts';
import { columnAt } from '../cell.ts';
import { Damage } from '../damage.ts';
import type { Archive } from '../xlsx/archive.ts';
import { rawPieces } from './parts.ts';
import { attribute, type RawXml, tagsOf } from './tags.ts';

/** Edits the XML of a sheet; each method returns the XML that replaces its piece. */
export interface SheetEditor {
  /** Everything before the first row, up to `<sheetData>`. `prefix`: the namespace prefix of the elements, such as `x:`. */
  head(xml: RawXml, prefix: string): RawXml;
  /** One row. */
  row(xml: RawXml, tag: RawXml): RawXml;
  /** Everything after the last row, from `</sheetData>` on. */
  tail(xml: RawXml): RawXml;
}

/** Maximum size of each piece: head, tail and each row. */
const MAX_PIECE = 64 * 1024 ** 2;
const OPEN_TAG = /<[^\s/>"'=<!?]+(?:"[^"]*"|'[^']*'|[^"'>])*>/y;

/** Passes the pieces of a sheet to an editor and ignores what it returns. */
export async function scanSheet(archive: Archive, part: string, editor: SheetEditor): Promise<void> {
  for await (const _ of editedSheet(archive, part, editor));
}

/** The bytes of a sheet as the editor changes it. */
export async function* editedSheet(
  archive: Archive,
  part: string,
  editor: SheetEditor,
): AsyncGenerator<Buffer> {
  const scanner = new SheetScanner(part, editor);
  for await (const piece of rawPieces(archive, part)) {
    const done = scanner.push(piece);
    if (done !== '') yield Buffer.from(done, 'latin1');
  }
  yield Buffer.from(scanner.end(), 'latin1');
}

/** Splits the XML of a sheet into head, rows and tail. Reads it once, and keeps only a limited part in memory. */
class SheetScanner {
  private readonly part: string;
  private readonly editor: SheetEditor;
  private state: 'head' | 'rows' | 'tail' = 'head';
  private buffer = '';
  private at = 0;
  private output = '';
  /** Offset in the buffer of the first character that is not in the output yet. */
  private kept = 0;
  /** Offset in the buffer of the next comment or CDATA section. */
  private markup = -1;
  private openRow = '<row';
  private closeRow = '</row';
  private closeData = '</sheetData';

  constructor(part: string, editor: SheetEditor) {
    this.part = part;
    this.editor = editor;
  }

  /** Adds the next part of the XML; returns the edited XML that is complete. */
  push(piece: RawXml): RawXml {
    this.buffer = this.buffer.slice(this.at) + piece;
    this.at = 0;
    this.kept = 0;
    this.output = '';
    this.markup = this.buffer.indexOf('<!');
    if (this.state === 'head') this.readHead();
    if (this.state === 'rows') this.readRows();
    this.output += this.buffer.slice(this.kept, this.at);
    if (this.buffer.length - this.at > MAX_PIECE) throw new Damage(say().copy.partLarge({ part: this.part }));
    return this.output;
  }

  /** Ends the XML; returns the rest of the edited XML. */
  end(): RawXml {
    if (this.state !== 'tail') throw new Damage(say().copy.partNoEnd({ part: this.part }));
    return this.editor.tail(this.buffer.slice(this.at));
  }

  private readHead(): void {
    for (const { name, prefix, kind, start, end, text, depth } of tagsOf(this.buffer)) {
      if (depth !== 1 || name !== 'sheetData') continue;
      const isEmpty = kind === 'empty';
      const opened = isEmpty ? text.replace(/\s*\/>$/, '>') : text;
      this.output = this.editor.head(this.buffer.slice(0, start) + opened, prefix);
      this.openRow = `<${prefix}row`;
      this.closeRow = `</${prefix}row`;
      this.closeData = `</${prefix}sheetData`;
      this.state = isEmpty ? 'tail' : 'rows';
      if (isEmpty) this.buffer = `${this.closeData}>${this.buffer.slice(end)}`;
      this.at = isEmpty ? 0 : end;
      this.kept = this.at;
      this.markup = this.buffer.indexOf('<!', this.at);
      return;
    }
  }

  private readRows(): void {
    const { buffer, openRow, closeData } = this;
    for (;;) {
      const start = buffer.indexOf('<', this.at);
      if (start === -1 || buffer.length - start < closeData.length + 2) return;
      if (buffer.startsWith(closeData, start)) {
        this.output += buffer.slice(this.kept, start);
        this.kept = start;
        this.at = start;
        this.state = 'tail';
        return;
      }
      if (buffer.startsWith('<!--', start)) {
        const end = buffer.indexOf('-->', start);
        if (end === -1) return;
        this.at = end + 3;
        continue;
      }
      if (!buffer.startsWith(openRow, start) || !/[\s/>]/.test(buffer[start + openRow.length]!))
        throw new Damage(say().copy.partOther({ part: this.part }));
      OPEN_TAG.lastIndex = start;
      const tag = OPEN_TAG.exec(buffer)?.[0];
      if (tag === undefined) return;
      const end = tag.endsWith('/>') ? start + tag.length : this.rowEnd(start, start + tag.length);
      if (end === -1) return;
      this.take(start, end, tag);
    }
  }

  private take(start: number, end: number, tag: RawXml): void {
    const xml = this.buffer.slice(start, end);
    const replaced = this.editor.row(xml, tag);
    if (replaced !== xml) {
      this.output += this.buffer.slice(this.kept, start) + replaced;
      this.kept = end;
    }
    this.at = end;
  }

  /** The offset of the end of the row; -1 if the row is not complete. */
  private rowEnd(start: number, from: number): number {
    const { buffer, closeRow } = this;
    const close = buffer.indexOf(closeRow, from);
    if (close === -1) return -1;
    if (this.markup !== -1 && this.markup < start) this.markup = buffer.indexOf('<!', start);
    if (this.markup === -1 || this.markup > close) {
      const end = buffer.indexOf('>', close);
      return end === -1 ? -1 : end + 1;
    }
    // A CDATA section may contain text that looks like the end of a row.
    for (const { name, kind, depth, end } of tagsOf(buffer, from))
      if (kind === 'close' && depth === -1 && name === 'row') return end;
    return -1;
  }
}

/** A cell in the XML of a row. */
export interface RawCell {
  /** From 0. */
  readonly column: number;
  readonly start: number;
  readonly end: number;
  readonly tag: RawXml;
}

/** The cells of a row, in the order of the XML. */
export function cellsOf(row: RawXml, prefix: string): RawCell[] {
  const cells: RawCell[] = [];
  let column = -1;
  const add = (start: number, end: number, tag: RawXml) => {
    column = columnOf(attribute(tag, 'r')) ?? column + 1;
    cells.push({ column, start, end, tag });
  };
  if (row.includes('<!')) {
    let opened: { start: number; text: RawXml } | undefined;
    for (const { name, kind, depth, start, end, text } of tagsOf(row)) {
      if (depth !== 1 || name !== 'c') continue;
      if (kind === 'empty') add(start, end, text);
      else if (kind === 'open') opened = { start, text };
      else if (opened) add(opened.start, end, opened.text);
    }
    return cells;
  }
  const open = `<${prefix}c`;
  const close = `</${prefix}c`;
  for (let at = row.indexOf(open); at !== -1; ) {
    if (!/[\s/>]/.test(row[at + open.length] ?? '')) {
      at = row.indexOf(open, at + 1);
      continue;
    }
    OPEN_TAG.lastIndex = at;
    const tag = OPEN_TAG.exec(row)![0];
    let end = at + tag.length;
    if (!tag.endsWith('/>')) {
      let from = row.indexOf(close, end);
      while (/[^\s>]/.test(row[from + close.length]!)) from = row.indexOf(close, from + 1);
      end = row.indexOf('>', from) + 1;
    }
    add(at, end, tag);
    at = row.indexOf(open, end);
  }
  return cells;
}

/** The last column of a row, from 0; -1 if it has no cells. */
export function lastColumnOf(row: RawXml, prefix: string): number {
  const open = `<${prefix}c`;
  if (!row.includes('<!')) {
    for (let at = row.lastIndexOf(open); at !== -1; at = at === 0 ? -1 : row.lastIndexOf(open, at - 1)) {
      if (!/[\s/>]/.test(row[at + open.length] ?? '')) continue;
      OPEN_TAG.lastIndex = at;
      const column = columnOf(attribute(OPEN_TAG.exec(row)?.[0] ?? '', 'r'));
      if (column !== undefined) return column;
      break;
    }
  }
  return cellsOf(row, prefix).at(-1)?.column ?? -1;
}

/** The number of a row: from its own address, else from that of its first cell, else one more than the row before. */
export function rowNumber(row: RawXml, tag: RawXml, prefix: string, before: number): number {
  const own = Number(attribute(tag, 'r'));
  if (own > 0) return own;
  const first = cellsOf(row, prefix)[0];
  const cell = first === undefined ? undefined : attribute(first.tag, 'r');
  return Number(/\d+$/.exec(cell ?? '')?.[0] ?? before + 1);
}

/** The 0-based column of an address such as `F17`. */
function columnOf(address: string | undefined): number | undefined {
  const letters = /^\s*([A-Za-z]{1,3})/.exec(address ?? '')?.[1];
  return letters === undefined ? undefined : columnAt(letters.toUpperCase());
}
