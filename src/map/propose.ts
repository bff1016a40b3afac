import { byScore, SEARCHED_ROWS } from '../recognise/sheet-kind.ts';
import { cleanCell } from '../recognise/text.ts';
import type { Row } from '../sheets/cell.ts';
import { valueIn } from './joined-header.ts';
import type { MixedRows } from './kind-rows.ts';
import { partsOfBlocks } from './parts-of-blocks.ts';
import type { SheetProposal } from './proposal.ts';
import type { MergedRows } from './propose-rows.ts';
import type { KnownReferences } from './propose-separators.ts';
import { TableReader } from './propose-table.ts';
import { rowParts, type SharedRows } from './row-parts.ts';
import { kindsOfRows } from './rows-of-kinds.ts';
import type { Links } from './sheet-evidence.ts';
import { type FormAbove, type FormLabel, formIn, kindOfForm, kindsBelow, rowsOfForm } from './sheet-form.ts';
import { SheetRows } from './sheet-rows.ts';
import { type Answers, kindsOf, type SurveyInput, type TextsOfSheet, textsOf } from './survey-input.ts';
import { TableEnd } from './table-end.ts';

/** Collects the rows of a sheet, in bounded memory, for a proposal of how to read it. */
export class SheetSurvey {
  readonly #input: SurveyInput;
  readonly #rows: SheetRows;
  readonly #end: TableEnd;
  #below: SheetSurvey | undefined;
  readonly #table: TableReader;

  constructor(input: SurveyInput, rows = new SheetRows()) {
    this.#rows = rows;
    this.#input = { ...input, kinds: kindsOf(input) };
    this.#table = new TableReader(input, rows);
    this.#end = new TableEnd(this.#table.isKnown, () => this.#table.headerRow(), rows);
  }

  /** Cells of a column that are merged over several rows. */
  addMerge(merged: MergedRows): void {
    this.#rows.addMerge(merged);
    this.#below?.addMerge(merged);
  }

  add(row: Row): void {
    if (this.#below) {
      this.#below.add(row);
      return;
    }
    if (this.#rows.isTotal(row)) return;
    const place = this.#end.place(row);
    if (place.in === 'table') for (const one of place.rows) this.#rows.add(one);
    if (place.in !== 'below') return;
    const title = place.title?.cells.map(cleanCell).find((text) => text !== '') ?? '';
    this.#below = new SheetSurvey({ ...this.#input, below: { title } }, this.#rows.below());
    // A row just above the headers may have the headers of their groups.
    if (place.title?.row === row.row - 1) this.#below.add(place.title);
    this.#below.add(row);
  }

  /** The form above the rows of the sheet, and its tables, one below the other. */
  tables(): SheetSurvey[] {
    const below = this.#below?.tables() ?? [];
    const form = this.form();
    const labels = this.#labelsAbove();
    if (labels.length === 0) return [this, ...below];
    if (form && !this.#table.headerRow()) return [form, ...below];
    for (const row of this.#end.released()) this.#rows.add(row);
    const kind = form && this.#input.kinds.find(({ name }) => name === form.#input.part!.kind);
    const kinds = kindsBelow(this.#input.kinds, kind);
    const above: FormAbove = { labels, ...(kind && { kind }) };
    const input = { ...this.#input, kinds, above, ...this.#lastRow() };
    return [...(form ? [form] : []), new SheetSurvey(input, this.#rows), ...below];
  }

  /** The form above the rows of the sheet, if its labels have the key and other fields of a kind. */
  form(): SheetSurvey | undefined {
    const form = this.#labelsAbove();
    const rows = rowsOfForm(form);
    const columns = rows.columns(rows.first[0]!);
    const fits = byScore(this.#input.kinds.map((kind) => this.#table.fit(kind, columns, undefined, [])));
    const kind = kindOfForm(fits)?.name;
    if (form.length === 0 || kind === undefined) return undefined;
    const part = { kind, columns: new Set(form.keys()) };
    return new SheetSurvey({ ...this.#input, part, form }, rows);
  }

  /** The labels of a form above the header row. */
  #labelsAbove(): readonly FormLabel[] {
    const { below, form, part } = this.#input;
    const header = this.#table.headerRow();
    const first = header?.joins?.[0] ?? header?.row ?? Number.POSITIVE_INFINITY;
    if (below || form || part || first === 1) return [];
    return formIn(
      this.#rows.first.filter(({ row }) => row < first).slice(0, SEARCHED_ROWS),
      this.#table.isKnown,
    );
  }

  /** The kind of the records that a part of the rows or columns describes; undefined if it is all of the sheet. */
  get partKind(): string | undefined {
    return this.#input.part?.kind;
  }

  /** Number of rows, with those above the header row. */
  get rowCount(): number {
    return this.#rows.count;
  }

  /** Takes what other sheets show of the columns. */
  addLinks(links: Links): void {
    this.#table.links = links;
  }

  /**
   * The kind if it is certain or the most likely one, its references, and the different texts of each column if all were
   * counted.
   */
  texts(answers: Answers): TextsOfSheet | undefined {
    const read = this.#read(answers);
    if (!read) return undefined;
    const { kind, columns, proposals } = read;
    const refersTo = new Map(kind.references.map(({ fields, to }) => [fields[0]!, to]));
    return { kind: kind.name, refersTo, columns: textsOf(columns, proposals, kind) };
  }

  /** The kind, certain or most likely, with the columns and what is proposed for them; undefined if no kind is likely. */
  #read(answers: Answers) {
    const { kind: known, kindCandidates, columns: proposals } = this.proposal(answers);
    const kind = this.#input.kinds.find(({ name }) => name === (known ?? kindCandidates[0]));
    const header = this.#table.headerRow(answers);
    if (!kind || !header) return undefined;
    return { kind, isCertain: known !== null, header, columns: this.#table.columns(header), proposals };
  }

  /** Takes the references of the records in other sheets, which are whole values in the lists of this sheet. */
  addReferences(references: KnownReferences): void {
    this.#table.references = references;
  }

  /** The kind and the references of the records, if both are certain; no references if some were not counted. */
  references(answers: Answers): { readonly kind: string; readonly texts?: Iterable<string> } | undefined {
    const read = this.#read(answers);
    const key = read?.proposals.find(({ target }) => target === read.kind.key[0]);
    if (!read?.isCertain || !key) return undefined;
    const values = read.columns.find(({ index }) => index === key.index)?.values;
    return { kind: read.kind.name, ...(values && !values.isCut && { texts: values.words.keys() }) };
  }

  /** The surveys of the kinds that the rows describe; none if they describe only one. */
  parts(answers: Answers): SheetSurvey[] {
    const read = this.#read(answers);
    if (!read) return [];
    const { kinds } = this.#input;
    const { kind: main, header } = read;
    const input = { ...this.#input, header, ...this.#lastRow() };
    const mixed: MixedRows = {
      ...{ kinds, columns: read.columns, rows: this.#rows.textRows(header), links: this.#table.links },
      columnsOf: (own) => this.#rows.only(header, ({ row }) => own.has(row)).columns(header),
      propose: (own, some, targets) => this.#table.fit(own, some.columns, targets, some.rows).proposals,
    };
    const byText = kindsOfRows(mixed, main, read.proposals);
    if (byText.length > 0)
      return byText.map((part) => {
        const { index, texts } = part.rows!;
        const isOwn = (row: Row) => texts.includes(valueIn(row, index));
        return new SheetSurvey({ ...input, part }, this.#rows.only(header, isOwn));
      });
    const filled = this.#rows.filledDown(header);
    const columns = filled ? filled.rows.columns(header) : read.columns;
    const rows = (filled?.rows ?? this.#rows).textRows(header);
    const shared: SharedRows = {
      ...{ kinds, main, header, columns, rows },
      named: this.#table.named,
      above: this.#rows.first.find(({ row }) => row === (header.joins?.[0] ?? header.row) - 1),
      elsewhere: this.#table.links,
      propose: (own, some, targets) => this.#table.fit(own, some, targets, rows).proposals,
    };
    const beside = rowParts(shared);
    const parts = beside.length === 0 && filled ? partsOfBlocks(shared, filled.indexes) : beside;
    const own = filled && { filledDown: filled.indexes };
    return parts.map((part) => new SheetSurvey({ ...input, part: { ...part, ...own } }, this.#rows));
  }

  /** The same rows without some columns, by their indexes: those of other tables of a map file. */
  without(columns: ReadonlySet<number>): SheetSurvey {
    return new SheetSurvey({ ...this.#input, without: columns }, this.#rows);
  }

  /** What is proposed for the rows so far. */
  proposal(answers: Answers = {}): SheetProposal {
    for (const row of this.#end.released()) this.#rows.add(row);
    return { ...this.#table.proposal(answers), ...this.#lastRow() };
  }

  /** The last row, if there is a title or another table below it. */
  #lastRow(): Pick<SheetProposal, 'lastRow'> {
    const isApart = this.#below !== undefined && this.#end.apart.length > 0;
    const lastRow = isApart ? this.#rows.last!.row : (this.#end.otherTable ?? this.#input.lastRow);
    return lastRow === undefined ? {} : { lastRow };
  }
}

/** The proposal for a sheet whose rows are all given. */
export function proposeSheet({
  rows,
  answers,
  ...input
}: SurveyInput & { readonly rows: Iterable<Row>; readonly answers?: Answers }): SheetProposal {
  const survey = new SheetSurvey(input);
  for (const row of rows) survey.add(row);
  return survey.proposal(answers);
}
