import type { KindSpec } from '../../contract/kind.ts';
import type { Finding } from '../../findings/finding.ts';
import { cleanCell, cleanText, cut, isDoubtful, isFilled, quoted } from '../../recognise/text.ts';
import { aKind, kindText, say } from '../../say.ts';
import type { Cell, Row } from '../../sheets/cell.ts';
import { cellParts } from '../fill.ts';
import { allColumns, type Fill, type SheetMap } from '../record.ts';
import { sheetFinding } from '../sheet-finding.ts';
import { isNumber, isTotalWord, readsLikeTotal, totalLabel } from '../total-words.ts';
import { type BareContent, BareRows } from './bare-rows.ts';
import { markedExample } from './example-row.ts';
import { hasRemarks, numbersColumns, unitsAbove, unitsIn, unitsOfNumbers, withoutUnit } from './first-row.ts';
import { HeaderRows, headerNames } from './header-rows.ts';
import { beginsLikeNote, isNote, isSignatureRow } from './notes.ts';
import { LONGEST_TEXT, type OddRow, skipRow } from './odd-row.ts';

const MAY_BE_TOTAL =
  /^\W{0,3}(?:grand|sous|sub|zwischen|gesamt|tot(?:al|\.)|summe|somm[ea]|soma|suma|s\/t|[Σ∑])/i;

/** A text without blanks, with a digit or a mark between its parts. */
const CODE = /^\S*[\d_./-]\S*$/;
/** A name of words, with its value: `Buyer: Nordvik`. */
const NAMED_VALUE = /^\p{L}[\p{L}\p{M} ]*[:：] ?\S/u;
/** Number of words of a sentence in the column of the key: references are never that long. */
const LEAST_WORDS = 7;
/** With fewer values in a record, a row with few of them may be one. */
const MANY_VALUES = 8;
/** With fewer columns, a record may have nothing but its key. */
const LEAST_COLUMNS = 3;
/** With fewer required columns, a row with nothing but its key may be a record with a mistake. */
const LEAST_REQUIRED = 3;
/** A key of this form is that of a record if it has a digit and is not a header: words for totals begin with g, s, t or z. */
const PLAIN_KEY = /^[a-fh-ru-y0-9][\w/-]*$/i;

/**
 * Finds the rows of a sheet that are not records: totals, notes, repeated headers, and the header row of a second
 * table. A row that could be a record, even an incomplete one, is a record.
 */
export class OddRows {
  readonly #map: SheetMap;
  readonly #headers: HeaderRows;
  /** The names of all fields and the headers of the sheet, in lower case. */
  readonly #names: ReadonlySet<string>;
  /** The lengths of the names with digits. */
  readonly #numbered: ReadonlySet<number>;
  /** Indexes of the columns of the key. */
  readonly #keys: readonly number[];
  /** Indexes of the columns that no record may leave blank. */
  readonly #required: readonly number[];
  /** The required columns without those whose blank cells get the value above, and those that rows below may fill. */
  readonly #ownRequired: readonly number[];
  /** The required columns that no row may leave blank, whatever is below it. */
  readonly #rowRequired: readonly number[];
  readonly #bareRows: BareRows;
  readonly #columns: number;
  /** The columns in which a word, and nothing else, is a heading: all their references have digits or marks. */
  readonly #codes: ReadonlySet<number>;
  /** The index of the first column with a header. */
  readonly #first: number;
  #last: number;
  #records = 0;
  #allHaveDigits = true;
  /** Whether a blank row, a total or a note is between the last record and the row. */
  #isAfterGap = false;
  #firstRecord: readonly Cell[] = [];
  #lastRecord: readonly Cell[] = [];

  constructor(map: SheetMap, kinds: readonly KindSpec[], firstRows: readonly Row[] = []) {
    this.#map = map;
    const key = map.kind.key[0];
    const columns = map.columns.filter(({ path }) => path === key).map(({ index }) => index);
    this.#keys = columns.length > 0 ? columns : cellsOf(map.fills?.find(({ path }) => path === key));
    this.#required = map.columns.filter(({ field }) => field.required === 'always').map(({ index }) => index);
    this.#rowRequired = this.#required.filter((index) => !map.layout?.fillDown.includes(index));
    this.#ownRequired = map.layout?.group ? [] : this.#rowRequired;
    this.#bareRows = new BareRows(map, this.#keys);
    this.#headers = new HeaderRows(map, kinds, (text) => this.#isName(text));
    this.#names = headerNames(map, kinds);
    this.#numbered = new Set([...this.#names].filter((name) => /\d/.test(name)).map(({ length }) => length));
    const all = allColumns(map);
    this.#columns = all.length;
    this.#first = Math.min(...all.map(({ index }) => index));
    this.#last = map.headerRow;
    this.#codes = this.#columnsOfCodes(firstRows);
  }

  /** Returns why the row is not a record, or undefined if it is one. Call it for each row, in order. */
  find(found: Row): OddRow | undefined {
    const follows = found.row === this.#last + 1;
    this.#last = found.row;
    if (follows && this.#records > 0) {
      const key = this.#keyOf(found.cells);
      if (typeof key === 'string' && this.#isReference(key) && this.#isUsual(found.cells))
        return this.#remember(key, found, true);
    }
    const example = this.#example(found);
    if (example) return example;
    // A note or a header may have a footnote mark, which is an error only in a record.
    const row = found.cells.some(isDoubtful) ? { ...found, cells: found.cells.map(withoutDoubt) } : found;
    if (!follows) this.#isAfterGap = true;
    const odd =
      (this.#records === 0 ? this.#belowHeader(row) : undefined) ??
      this.#section(row) ??
      this.#findOther(row, follows);
    if (odd && !odd.continues) this.#isAfterGap = true;
    return odd;
  }

  /** Takes note of a row that has nothing of the table, although it has values of other tables. */
  pass({ row }: Row): void {
    this.#last = row;
  }

  #example(row: Row): OddRow | undefined {
    const index = this.#keys.find((at) => isFilled(row.cells[at]));
    const key = index === undefined ? undefined : row.cells[index];
    return typeof key === 'string' && key.includes('[') ? markedExample(this.#map, row, index!) : undefined;
  }

  #findOther(row: Row, follows: boolean): OddRow | undefined {
    const key = this.#keyOf(row.cells);
    const isNewForm = this.#keysHaveDigits && typeof key === 'string' && !/\d/.test(key);
    if (follows && key !== null && !isNewForm && !this.#isSuspect(key))
      return (
        (this.#records === 0 ? this.#heading(row, key) : this.#bareRow(row, key)) ?? this.#remember(key, row)
      );
    const odd = this.#total(row) ?? this.#note(row, key) ?? this.#apart(row, key) ?? this.#headers.find(row);
    if (odd) return odd;
    const unknown = isNewForm ? this.#headers.unknownTable(row) : undefined;
    if (unknown) return unknown;
    const unclear = typeof key === 'string' ? this.#unclear(row, cleanText(key), isNewForm) : undefined;
    return unclear ?? this.#heading(row, key) ?? this.#bareRow(row, key) ?? this.#remember(key, row);
  }

  /** A row above the first record that numbers the columns, or has their units. */
  #belowHeader(row: Row): OddRow | undefined {
    const { cells } = row;
    const text = () => cells.map(cleanCell).filter(Boolean).join(' | ');
    if (numbersColumns(this.#map, row)) return skipRow(this.#map, row, text(), 'numbers', true);
    if (hasRemarks(row)) return skipRow(this.#map, row, text(), 'remarks', true);
    const units = this.#keyOf(cells) === null ? unitsIn(row) : undefined;
    const open = withoutUnit(this.#map, units ?? unitsOfNumbers(this.#map, row));
    if (open.length > 0) return this.#withUnits(row, open);
    return units && skipRow(this.#map, row, text(), 'units', true);
  }

  #withUnits(row: Row, headers: readonly string[]): OddRow {
    const names = headers.slice(0, 4).map(quoted).join(', ');
    const { hasUnits, writeUnits } = say().layouts;
    return { ...this.#unclearRow(row, hasUnits({ columns: names }), writeUnits()), continues: true };
  }

  /** A row above the header row with units of the columns. */
  unitsAbove(firstRows: readonly Row[]): Finding | undefined {
    const found = unitsAbove(this.#map, firstRows);
    return found && this.#withUnits(found.row, found.headers).finding;
  }

  /** Remembers the record, and whether the keys of all records so far have digits. */
  #remember(key: Cell, row: Row, hasDigits = false): undefined {
    if (key === null) return;
    const { cells } = row;
    if (this.#bareRows.isOpen) this.#bareRows.remember(row, !this.#isIncomplete(cells, this.#rowRequired));
    if (this.#records === 0) this.#firstRecord = cells;
    this.#lastRecord = cells;
    this.#isAfterGap = false;
    this.#records++;
    if (!hasDigits && typeof key === 'string' && !/\d/.test(key)) this.#allHaveDigits = false;
  }

  get #keysHaveDigits(): boolean {
    return this.#allHaveDigits && this.#records > 0;
  }

  #keyOf(cells: readonly Cell[]): Cell {
    for (const index of this.#keys) {
      const cell = cells[index];
      if (isFilled(cell)) return cell!;
    }
    return null;
  }

  /** Whether a key is certainly that of a record. For most keys it is, so that the rest of their rows is not tested. */
  #isReference(key: string): boolean {
    return !this.#numbered.has(key.length) && PLAIN_KEY.test(key) && /\d/.test(key);
  }

  #isSuspect(key: Cell): boolean {
    if (typeof key !== 'string' || key.length > LONGEST_TEXT) return false;
    return /[\s*:]|[a-z]\.\d/i.test(key) || MAY_BE_TOTAL.test(key) || this.#isName(key);
  }

  /** Whether a text is a name of a field, or a header of the sheet. */
  #isName(text: string): boolean {
    // The name of a field has [] where a header has the number of an item.
    const name = text
      .trim()
      .toLowerCase()
      .replace(/\.\d+(?=\.|$)/g, '[]');
    return this.#names.has(name);
  }

  /** A row with the total of other rows (`totalLabel`). */
  #total(row: Row): OddRow | undefined {
    const { cells } = row;
    const label = totalLabel(cells, this.#lastRecord)?.label;
    if (label === undefined) return undefined;
    const key = this.#keyOf(cells);
    if (key !== null && cleanCell(key) !== label) return undefined;
    // A complete row may be a record with the reference TOTAL-12.
    const isPlain = key !== null && isTotalWord(label) && readsLikeTotal(label);
    if (!isPlain && !this.#isIncomplete(cells, this.#required)) return undefined;
    return skipRow(this.#map, row, label, 'total', false);
  }

  /**
   * A row with one text, in the first column: a sentence, one that begins with a word for a note, or a name with its value above
   * records (`Buyer: Nordvik`). A text in another column may continue the record above.
   */
  #note(row: Row, key: Cell): OddRow | undefined {
    let note: string | undefined;
    for (const [index, cell] of row.cells.entries()) {
      if (!isFilled(cell)) continue;
      if (note !== undefined || typeof cell !== 'string' || index > this.#first) return undefined;
      note = cleanText(cell);
    }
    if (note === undefined || this.#columns < 3) return undefined;
    const isMarked = /^\*|^\(\d\)/.test(note) || beginsLikeNote(note);
    const words = note.slice(0, LONGEST_TEXT).split(' ').length;
    const isOfKey = note.startsWith('※') || (isMarked && words > 1) || words >= LEAST_WORDS;
    const isSkipped = key === null ? isMarked || NAMED_VALUE.test(note) : isOfKey;
    return isSkipped ? skipRow(this.#map, row, note, 'note', false) : undefined;
  }

  /** A row below blank rows with labels for signatures, or without a key and with few values: a title, or a note such as `Care | 30 °C`. */
  #apart(row: Row, key: Cell): OddRow | undefined {
    if (!this.#isAfterGap || this.#records === 0) return undefined;
    const texts = row.cells.map(cleanCell).filter((text) => text !== '');
    if (isSignatureRow(texts)) return skipRow(this.#map, row, texts.join(' | '), 'note', false);
    if (key !== null || this.#map.layout) return undefined;
    const usual = this.#lastRecord.filter(isFilled).length;
    if (usual < MANY_VALUES || texts.length > usual / 4) return undefined;
    return skipRow(this.#map, row, texts.join(' | '), 'note', false);
  }

  /** The heading of the rows below it: words in a column of references that are codes, and nothing else. */
  #section(row: Row): OddRow | undefined {
    const index = row.cells.findIndex(isFilled);
    if (!this.#codes.has(index)) return undefined;
    const text = cleanCell(row.cells[index]);
    const isAlone = row.cells.findLastIndex(isFilled) === index;
    return isAlone && !/\d/.test(text) && !CODE.test(text)
      ? skipRow(this.#map, row, text, 'heading', false)
      : undefined;
  }

  /** The columns of references that are codes in all complete rows, if a row needs several other values. */
  #columnsOfCodes(rows: readonly Row[]): ReadonlySet<number> {
    if (this.#rowRequired.length < LEAST_REQUIRED) return new Set();
    const complete = rows.filter(
      ({ row, cells }) => row > this.#map.headerRow && !this.#isIncomplete(cells, this.#rowRequired),
    );
    const { references } = this.#map.kind;
    const named = this.#map.columns.filter(({ path }) => references.some(({ fields }) => fields[0] === path));
    const indexes = new Set([...this.#keys, ...named.map(({ index }) => index)]);
    const texts = (index: number) => complete.map(({ cells }) => cleanCell(cells[index])).filter(Boolean);
    const areCodes = (own: readonly string[]) => own.length > 0 && own.every((text) => CODE.test(text));
    return new Set(indexes.values().filter((index) => areCodes(texts(index))));
  }

  /** Whether the row would not be a complete record: a cell of the required columns is blank, or it has no key. */
  #isIncomplete(cells: readonly Cell[], required: readonly number[]): boolean {
    const isBlank = (index: number) => !isFilled(cells[index]);
    return (this.#keys.length > 0 && this.#keys.every(isBlank)) || required.some(isBlank);
  }

  /**
   * A row that would be sent as a record, because it has all required values, but may be a heading, a total, a note or
   * a footer.
   */
  #unclear(row: Row, key: string, isNewForm: boolean): OddRow | undefined {
    const mayBeTotal = readsLikeTotal(key);
    const mayBeNote = isNote(key);
    if (!isNewForm && !mayBeTotal && !mayBeNote) return undefined;
    if (this.#isIncomplete(row.cells, this.#ownRequired)) return undefined;
    const { name } = this.#map.kind;
    const texts = say().layouts;
    const shown = { key: quoted(cut(key, 40)) };
    const kind = { kind: kindText(name), aKind: aKind(name) };
    const beside = row.cells.filter((cell, index) => isFilled(cell) && !this.#keys.includes(index));
    const isBare = beside.every((cell) => isNumber(cell, cleanCell(cell)));
    // A supplier with other values may have the name Total.
    if (mayBeTotal && (name !== 'supplier' || (isBare && /\d/.test(key))))
      return this.#unclearRow(row, texts.totalInKey(shown), texts.renameTotal(kind));
    if (mayBeNote && !isBare) return this.#unclearRow(row, texts.noteInKey(shown), texts.moveNote(kind));
    if (!isNewForm || this.#columns < 2) return undefined;
    const unlike = beside.length === 0 ? texts.keyUnlike : texts.numbersUnlike;
    if (isBare) return this.#unclearRow(row, unlike(shown), texts.makeFirst(kind));
    if (!this.#isAfterGap || !this.#hasFewValues(beside.length + 1)) return undefined;
    return this.#unclearRow(row, texts.apartUnlike(shown), texts.moveUp(kind));
  }

  /**
   * Whether this number of values is too small for a record: at most half of that of the first or the last record.
   * Three required values are always enough.
   */
  #hasFewValues(filled: number): boolean {
    const records = [this.#firstRecord, this.#lastRecord];
    const usual = Math.max(...records.map((cells) => cells.filter(isFilled).length));
    const isLong = usual >= LEAST_COLUMNS && this.#ownRequired.length < LEAST_COLUMNS;
    return isLong && filled <= Math.max(LEAST_COLUMNS - 1, usual / 2);
  }

  /** A row above the first record that has only a key without digits. */
  #heading(row: Row, key: Cell): OddRow | undefined {
    const map = this.#map;
    if (this.#records > 0 || typeof key !== 'string' || /\d/.test(key)) return undefined;
    const hasMore = row.cells.some((cell, index) => isFilled(cell) && !this.#keys.includes(index));
    if (hasMore || map.columns.length < LEAST_COLUMNS || this.#isIncomplete(row.cells, this.#ownRequired))
      return undefined;
    const { heading, writeOthers } = say().layouts;
    const shown = { key: quoted(cut(cleanText(key), 40)) };
    return this.#unclearRow(row, heading(shown), writeOthers({ aKind: aKind(map.kind.name) }));
  }

  /** Whether a row fills a column that the first record fills, so that it is certainly not bare. */
  #isUsual(cells: readonly Cell[]): boolean {
    const { usualColumn } = this.#bareRows;
    return usualColumn === undefined || isFilled(cells[usualColumn]);
  }

  /** A row below the first record that has less than records have: a heading, a total or the number of a page. */
  #bareRow(row: Row, key: Cell): OddRow | undefined {
    const what = this.#isUsual(row.cells) ? undefined : this.#bareRows.find(row.cells);
    if (what === undefined || key === null || this.#isIncomplete(row.cells, this.#rowRequired))
      return undefined;
    const isSame = cleanCell(key) === cleanCell(this.#keyOf(this.#lastRecord));
    return isSame && this.#map.layout?.group ? undefined : this.#bareFinding(row, what);
  }

  /** A row above the first record that has only a key. It is known to be odd only after the rows below it. */
  above(): OddRow | undefined {
    const { above } = this.#bareRows;
    return above && this.#bareFinding(above, 'key');
  }

  #bareFinding(row: Row, what: BareContent): OddRow {
    const { name } = this.#map.kind;
    const { onlyKey, onlyNumbers, writeOthers } = say().layouts;
    const kind = kindText(name);
    const message = what === 'key' ? onlyKey({ kind }) : onlyNumbers({ kind });
    return this.#unclearRow(row, message, writeOthers({ aKind: aKind(name) }));
  }

  #unclearRow(row: Row, message: string, suggestion: string): OddRow {
    const value = cut(row.cells.map(cleanCell).filter(Boolean).join(' | '), LONGEST_TEXT);
    const finding = sheetFinding(this.#map, row, 'row-unclear', { value, message, suggestion });
    return { stops: false, continues: false, finding };
  }
}

/** The indexes of the columns from which a template builds a value. */
const cellsOf = (fill: Fill | undefined): number[] => cellParts(fill?.parts ?? []).map(({ index }) => index);

const withoutDoubt = (cell: Cell): Cell => (isDoubtful(cell) ? cell.code : cell);
