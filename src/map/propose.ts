import type { KindSpec } from '../contract/kind.ts';
import { byScore, SEARCHED_ROWS } from '../recognise/sheet-kind.ts';
import { isSkippedName, kindsLikelyNamed, stemOf } from '../recognise/sheet-names.ts';
import { cleanCell } from '../recognise/text.ts';
import { headerKey } from '../records/headers.ts';
import type { Row } from '../sheets/cell.ts';
import { type Links, NO_LINKS } from './evidence.ts';
import { HeaderSearch, isFound } from './header-search.ts';
import { type JoinedHeader, textIn, valueIn } from './joined-header.ts';
import { KnownHeaders } from './known-headers.ts';
import type { ColumnProposal, LabelProposal, SheetProposal } from './proposal.ts';
import { missingOf, proposeColumns } from './propose-columns.ts';
import { withComposition } from './propose-composition.ts';
import type { SheetColumn } from './propose-draft.ts';
import { type MergedRows, proposeRows, type TextRow, withoutRepeats } from './propose-rows.ts';
import { type KnownReferences, separatorsIn, withSeparators } from './propose-separators.ts';
import { proposeWords } from './propose-words.ts';
import { columnsOfPart } from './row-groups.ts';
import { missingIn, type RowPart, rowParts } from './row-parts.ts';
import { kindsOfRows } from './rows-of-kinds.ts';
import {
  addressOf,
  columnOfLabel,
  type FormAbove,
  type FormLabel,
  formIn,
  kindOfForm,
  kindsBelow,
  labelsFor,
  outsideForm,
  rowsOfForm,
} from './sheet-form.ts';
import { chooseKind, fitOf } from './sheet-kinds.ts';
import { SheetRows } from './sheet-rows.ts';
import { type Answers, type SurveyInput, type TextsOfSheet, textsOf } from './survey-input.ts';
import { TableEnd } from './table-end.ts';

/** Collects the rows of a sheet, in bounded memory, for a proposal of how to read it. */
export class SheetSurvey {
  readonly #input: SurveyInput;
  readonly #allKinds: readonly KindSpec[];
  /** The kinds that the names of the sheet and the file suggest. */
  readonly #bySheet: readonly KindSpec[];
  readonly #byFile: readonly KindSpec[];
  readonly #rows: SheetRows;
  readonly #end: TableEnd;
  #below: SheetSurvey | undefined;
  readonly #known: KnownHeaders;
  readonly #headers: HeaderSearch;
  #searched: { readonly count: number; readonly rows: readonly Row[] } | undefined;
  #references: KnownReferences = new Map();
  #links: Links = NO_LINKS;

  constructor(input: SurveyInput, rows = new SheetRows()) {
    this.#rows = rows;
    const { part, kinds } = input;
    this.#allKinds = kinds;
    this.#input = part ? { ...input, kinds: kinds.filter(({ name }) => name === part.kind) } : input;
    this.#known = new KnownHeaders(this.#input.kinds, input.learned);
    this.#headers = new HeaderSearch(this.#known);
    this.#end = new TableEnd(this.#known.isKnown, () => this.#headerRow({}), this.#rows);
    const { below } = input;
    this.#bySheet = kindsLikelyNamed(kinds, below?.title ?? input.sheet);
    this.#byFile = below ? [] : kindsLikelyNamed(kinds, stemOf(input.file));
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
    if (form && !this.#headerRow({})) return [form, ...below];
    for (const row of this.#end.released()) this.#rows.add(row);
    const kind = form && this.#allKinds.find(({ name }) => name === form.#input.part!.kind);
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
    const fits = byScore(this.#input.kinds.map((kind) => this.#fit(kind, columns, undefined, [])));
    const kind = kindOfForm(fits)?.name;
    if (form.length === 0 || kind === undefined) return undefined;
    const part = { kind, columns: new Set(form.keys()) };
    return new SheetSurvey({ ...this.#input, part, form }, rows);
  }

  /** The labels of a form above the header row. */
  #labelsAbove(): readonly FormLabel[] {
    const { below, form, part } = this.#input;
    const header = this.#headerRow({});
    const first = header?.joins?.[0] ?? header?.row ?? Number.POSITIVE_INFINITY;
    if (below || form || part || first === 1) return [];
    return formIn(
      this.#rows.first.filter(({ row }) => row < first).slice(0, SEARCHED_ROWS),
      this.#known.isKnown,
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
    this.#links = links;
  }

  /**
   * The kind if it is certain or the most likely one, its references, and the different texts of each column if all were
   * counted.
   */
  texts(answers: Answers): TextsOfSheet | undefined {
    const { kind, kindCandidates, columns } = this.proposal(answers);
    const name = kind ?? kindCandidates[0];
    const header = this.#headerRow(answers);
    if (name === undefined || name === 'skip' || !header) return undefined;
    const spec = this.#input.kinds.find((one) => one.name === name);
    const refersTo = new Map(spec?.references.map(({ fields, to }) => [fields[0]!, to]));
    return { kind: name, refersTo, columns: textsOf(this.#columns(header), columns, spec) };
  }

  /** Takes the references of the records in other sheets, which are whole values in the lists of this sheet. */
  addReferences(references: KnownReferences): void {
    this.#references = references;
  }

  /** The kind and the references of the records, if both are certain; no references if some were not counted. */
  references(answers: Answers): { readonly kind: string; readonly texts?: Iterable<string> } | undefined {
    const { kind, columns } = this.proposal(answers);
    const key = this.#input.kinds.find(({ name }) => name === kind)?.key[0];
    const column = columns.find(({ target }) => target === key);
    const header = this.#headerRow(answers);
    if (kind === null || !column || !header) return undefined;
    const values = this.#columns(header).find(({ index }) => index === column.index)?.values;
    return { kind, ...(values && !values.isCut && { texts: values.words.keys() }) };
  }

  /** The surveys of the kinds that the rows describe; none if they describe only one. */
  parts(answers: Answers): SheetSurvey[] {
    const { kinds } = this.#input;
    const { kind, kindCandidates } = this.proposal(answers);
    const main = kinds.find(({ name }) => name === (kind ?? kindCandidates[0]));
    const header = this.#headerRow(answers);
    if (!main || !header) return [];
    const rows = this.#rows.textRows(header);
    const columns = this.#columns(header);
    const input = { ...this.#input, header, ...this.#lastRow() };
    const byText = kindsOfRows({
      ...{ kinds, columns, rows, links: this.#links },
      columnsOf: (own) => this.#rows.only(header, ({ row }) => own.has(row)).columns(header),
      propose: (own, some, targets) => this.#fit(own, some.columns, targets, some.rows).proposals,
    });
    if (byText.length > 0)
      return byText.map((part) => {
        const { index, texts } = part.rows!;
        const isOwn = (row: Row) => texts.includes(valueIn(row, index));
        return new SheetSurvey({ ...input, part }, this.#rows.only(header, isOwn));
      });
    const parts = rowParts({
      ...{ kinds, main, header, columns, rows },
      named: this.#bySheet.length > 0 ? this.#bySheet : this.#byFile,
      above: this.#rows.first.find(({ row }) => row === (header.joins?.[0] ?? header.row) - 1),
      elsewhere: this.#links,
      propose: (own, some, targets) => this.#fit(own, some, targets, rows).proposals,
    });
    return parts.map((part) => new SheetSurvey({ ...input, part }, this.#rows));
  }

  /** The same rows without some columns, by their indexes: those of other tables of a map file. */
  without(columns: ReadonlySet<number>): SheetSurvey {
    return new SheetSurvey({ ...this.#input, without: columns }, this.#rows);
  }

  /** The columns of the table, or those of the part. */
  #columns(header: JoinedHeader): SheetColumn[] {
    const { part, without } = this.#input;
    const all = this.#rows.columns(header);
    const own = part ? columnsOfPart(all, part, header) : all;
    return own.filter(({ index }) => !without?.has(index));
  }

  proposal(given: Answers = {}): SheetProposal {
    const { file, sheet, kinds, learned, part, below, form } = this.#input;
    for (const row of this.#end.released()) this.#rows.add(row);
    const answers = part
      ? { kind: part.kind, ...given, columns: new Map([...(part.targets ?? []), ...(given.columns ?? [])]) }
      : given;
    const header = this.#headerRow(answers);
    const place = { file, sheet, ...(below && { isBelow: true as const }) };
    const nothing = { ...place, columns: [], words: [] };
    if (!header) {
      const isSkipped = answers.kind === undefined && (this.#rows.first.length === 0 || isSkippedName(sheet));
      const kind = answers.kind ?? (isSkipped ? 'skip' : null);
      return { ...nothing, kind, kindCandidates: [], headerRow: null, namesHeaderRow: false };
    }
    const columns = this.#columns(header);
    const fits = byScore(
      kinds.map((kind) => this.#fit(kind, columns, answers.columns, this.#rows.textRows(header))),
    );
    const asked =
      answers.kind === undefined ? undefined : fits.find(({ kind }) => kind.name === answers.kind);
    const { best, isKnown, ranked, kindCandidates } = chooseKind(fits, columns, this.#links);
    // A table of something else, such as audits or contacts, below the records.
    const isOther = below !== undefined && !fits.some(({ hasKey }) => hasKey);
    const isSkipped =
      answers.kind === 'skip' ||
      (!asked && isOther) ||
      (!asked && isSkippedName(sheet) && !(best.hasKey && best.fields >= 3));
    const chosen = asked ?? (kindCandidates[0] === 'skip' ? undefined : ranked);
    if (isSkipped || !chosen) {
      const kind = isSkipped ? 'skip' : null;
      return { ...nothing, kind, kindCandidates, headerRow: header.row, namesHeaderRow: false };
    }
    const { kind } = chosen;
    const values = learned?.values.get(kind.name) ?? new Map();
    const all = this.#rows.textRows(header);
    const labels = this.#labelsFor(kind, chosen.proposals);
    const fit = labels.length > 0 ? this.#fitBelow(kind, columns, answers, labels) : chosen;
    // Rows of which a part repeats a record are one record.
    const rows = part && !part.rows ? withoutRepeats(all, fit.proposals) : all;
    const made = withComposition(kind, this.#allKinds, columns, fit.proposals, rows);
    const proposals = withSeparators(kind, made.proposals, columns, values, this.#references);
    const isOpen = ({ field }: { field: string }) => !labels.some(({ target }) => target === field);
    const missing = missingOf(kind, proposals, this.#links, new Set(part?.keys?.keys()));
    const pairs = proposals.map((proposal, at) => ({ proposal, values: columns[at]!.values }));
    return {
      ...place,
      kind: asked || isKnown ? kind.name : null,
      kindCandidates: [...new Set([kind.name, ...kindCandidates])],
      headerRow: form ? form[0]!.row : header.row,
      namesHeaderRow:
        !form && (header.joins !== undefined || !isFound(this.#rows.first, kind, header, proposals)),
      columns: form
        ? proposals.map((one) => ({ ...one, letters: addressOf(form[one.index]!) }))
        : proposals.map((one) => (isShared(one, part, header) ? { ...one, isShared: true } : one)),
      ...(form && { isForm: true as const }),
      ...this.#lastRow(),
      words: proposeWords(kind, pairs, values, separatorsIn(answers, proposals)),
      missing: missingIn([...missing.filter(isOpen), ...made.missing], part),
      ...(part?.rows && { rows: part.rows }),
      ...(header.joins && { headerRows: header.joins }),
      ...(labels.length > 0 && { labels }),
      ...proposeRows(kind, proposals, rows, this.#rows.mergesBelow(header)),
    };
  }

  /** The last row, if there is a title or another table below it. */
  #lastRow(): Pick<SheetProposal, 'lastRow'> {
    const isApart = this.#below !== undefined && this.#end.apart.length > 0;
    const lastRow = isApart ? this.#rows.last!.row : (this.#end.otherTable ?? this.#input.lastRow);
    return lastRow === undefined ? {} : { lastRow };
  }

  /** The labels above the table that fill fields which no column has. */
  #labelsFor(kind: KindSpec, proposals: readonly ColumnProposal[]): readonly LabelProposal[] {
    const { above } = this.#input;
    if (!above) return [];
    const rows = rowsOfForm(above.labels);
    const fit = this.#fit(above.kind ?? kind, rows.columns(rows.first[0]!), undefined, []);
    return labelsFor(kind, proposals, above.kind, fit.proposals);
  }

  /** What is proposed for the columns of a table below labels that fill some of its fields. */
  #fitBelow(
    kind: KindSpec,
    columns: readonly SheetColumn[],
    answers: Answers,
    labels: readonly LabelProposal[],
  ) {
    const rows = this.#headerRow(answers)!;
    const filled = labels.map(({ label }, at) => columnOfLabel(label, this.#input.above!, at));
    const targets = filled.map(({ index }, at) => [index, labels[at]!.target] as const);
    const own = new Map([...(answers.columns ?? []), ...targets]);
    const fit = this.#fit(kind, [...columns, ...filled], own, this.#rows.textRows(rows));
    return { ...fit, proposals: fit.proposals.slice(0, columns.length) };
  }

  #headerRow({ headerRow }: Answers): JoinedHeader | undefined {
    if (headerRow !== undefined) return this.#rows.first.find(({ row }) => row === headerRow);
    if (this.#input.form) return this.#rows.first[0];
    if (this.#input.header) return this.#input.header;
    return this.#headers.find(this.#searchedRows(), (upper, lower) => this.#rows.areMerged(upper, lower));
  }

  /** The first rows without those of a form, and without the titles beside it. */
  #searchedRows(): readonly Row[] {
    const first = this.#rows.first.slice(0, SEARCHED_ROWS);
    if (this.#searched?.count !== first.length) {
      const rows = outsideForm(first, formIn(first, this.#known.isKnown));
      this.#searched = { count: first.length, rows };
    }
    return this.#searched.rows;
  }

  #fit(
    kind: KindSpec,
    columns: readonly SheetColumn[],
    targets: Answers['columns'],
    rows: readonly TextRow[],
  ) {
    const { learned, part } = this.#input;
    const own = new Map<string, string>();
    for (const [header, target] of learned?.columns.get(kind.name) ?? []) {
      own.set(headerKey(header), target);
      own.set(header, target);
    }
    const proposals = proposeColumns(kind, columns, own, targets ?? new Map(), this.#references, {
      ...{ links: this.#links, rows },
      ...(part?.keys && { known: new Set(part.keys.keys()) }),
    });
    const name = this.#bySheet.includes(kind) ? 3 : this.#byFile.includes(kind) ? 2 : 0;
    return fitOf(kind, proposals, name);
  }
}

/** Whether a column outside a part of the rows has the same header. */
const isShared = ({ header }: ColumnProposal, part: RowPart | undefined, row: JoinedHeader): boolean =>
  part !== undefined &&
  Array.from(row.cells, (_, index) => index).some(
    (index) => !part.columns.has(index) && header !== '' && textIn(row, index) === header,
  );

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
