import type { KindSpec } from '../contract/kind.ts';
import { byScore } from '../recognise/sheet-kind.ts';
import { isSkippedName, kindsLikelyNamed, stemOf } from '../recognise/sheet-names.ts';
import { headerKey } from '../records/headers.ts';
import { withFullWords } from './full-words.ts';
import { HeaderSearch, isFound } from './header-search.ts';
import { type JoinedHeader, textIn } from './joined-header.ts';
import { KnownHeaders } from './known-headers.ts';
import type { ColumnProposal, LabelProposal, SheetProposal } from './proposal.ts';
import { proposeColumns } from './propose-columns.ts';
import { withComposition } from './propose-composition.ts';
import type { SheetColumn } from './propose-draft.ts';
import { missingOf } from './propose-missing.ts';
import { proposeRows, type TextRow, withoutRepeats } from './propose-rows.ts';
import { type KnownReferences, separatorsIn, withSeparators } from './propose-separators.ts';
import { proposeWords } from './propose-words.ts';
import { filledIn } from './row-cells.ts';
import { columnsOfPart } from './row-groups.ts';
import { missingIn, type RowPart } from './row-parts.ts';
import { type Links, NO_LINKS } from './sheet-evidence.ts';
import { addressOf, columnOfLabel, labelsFor, rowsOfForm } from './sheet-form.ts';
import { chooseKind, fitOf, hasWords, MOST_NOTES } from './sheet-kinds.ts';
import type { SheetRows } from './sheet-rows.ts';
import { type Answers, kindsOf, type SurveyInput } from './survey-input.ts';

/** Proposes how to read the rows of a table, or of a part of them. */
export class TableReader {
  readonly #input: SurveyInput;
  readonly #kinds: readonly KindSpec[];
  /** The kinds that the names of the sheet and the file suggest. */
  readonly #bySheet: readonly KindSpec[];
  readonly #byFile: readonly KindSpec[];
  readonly #rows: SheetRows;
  /** Whether a header means something. */
  readonly isKnown: (header: string) => boolean;
  readonly #headers: HeaderSearch;
  /** The references of the records in other sheets, which are whole values in the lists of this one. */
  references: KnownReferences = new Map();
  /** What other sheets show of the columns. */
  links: Links = NO_LINKS;

  constructor(input: SurveyInput, rows: SheetRows) {
    this.#rows = rows;
    this.#input = input;
    this.#kinds = kindsOf(input);
    const known = new KnownHeaders(this.#kinds, input.learned);
    this.isKnown = known.isKnown;
    this.#headers = new HeaderSearch(known);
    const { kinds, below } = input;
    this.#bySheet = kindsLikelyNamed(kinds, below?.title ?? input.sheet);
    this.#byFile = below ? [] : kindsLikelyNamed(kinds, stemOf(input.file));
  }

  /** The kinds that the name of the sheet suggests, or else that of the file. */
  get named(): readonly KindSpec[] {
    return this.#bySheet.length > 0 ? this.#bySheet : this.#byFile;
  }

  /** The columns of the table, or those of the part. */
  columns(header: JoinedHeader): SheetColumn[] {
    const { part, without } = this.#input;
    const all = withFullWords(this.#rows.columns(header));
    const own = part ? columnsOfPart({ columns: all, header }, part) : all;
    return own.filter(({ index }) => !without?.has(index));
  }

  /** What is proposed for the rows so far, without the last row. */
  proposal(given: Answers): SheetProposal {
    const { file, sheet, kinds, learned, part, below, form } = this.#input;
    const answers = part
      ? { kind: part.kind, ...given, columns: new Map([...(part.targets ?? []), ...(given.columns ?? [])]) }
      : given;
    const header = this.headerRow(answers);
    const place = { file, sheet, ...(below && { isBelow: true as const }) };
    const nothing = { ...place, columns: [], words: [] };
    const orNotes = (names: readonly string[]) => (names.length === 0 && this.#areNotes() ? ['skip'] : names);
    if (!header) {
      const isSkipped = answers.kind === undefined && (this.#rows.first.length === 0 || isSkippedName(sheet));
      const kind = answers.kind ?? (isSkipped ? 'skip' : null);
      return { ...nothing, kind, kindCandidates: orNotes([]), headerRow: null, namesHeaderRow: false };
    }
    const columns = this.columns(header);
    const fits = byScore(
      this.#kinds.map((kind) => this.fit(kind, columns, answers.columns, this.#rows.textRows(header))),
    );
    const { chosen, name, kindCandidates } = chooseKind(fits, columns, this.links, {
      ...{ sheet, isBelow: below !== undefined },
      answer: answers.kind,
    });
    if (!chosen) {
      const all = orNotes(kindCandidates);
      return { ...nothing, kind: name, kindCandidates: all, headerRow: header.row, namesHeaderRow: false };
    }
    const { kind } = chosen;
    const values = learned?.values.get(kind.name) ?? new Map();
    const all = this.#rows.textRows(header);
    const labels = this.#labelsFor(kind, chosen.proposals);
    const fit = labels.length > 0 ? this.#fitBelow(kind, columns, answers, labels) : chosen;
    // Rows of which a part repeats a record are one record.
    const rows = part && !part.rows ? withoutRepeats(kind, all, fit.proposals, part.filledDown) : all;
    const made = withComposition(kind, kinds, columns, fit.proposals, rows);
    const proposals = withSeparators(kind, made.proposals, columns, values, this.references);
    const isOpen = ({ field }: { field: string }) => !labels.some(({ target }) => target === field);
    const missing = missingOf(kind, proposals, this.links, new Set(part?.keys?.keys()));
    const pairs = proposals.map((proposal, at) => ({ proposal, values: columns[at]!.values }));
    return {
      ...place,
      kind: name,
      kindCandidates: [...new Set([kind.name, ...kindCandidates])],
      headerRow: form ? form[0]!.row : header.row,
      namesHeaderRow:
        !form && (header.joins !== undefined || !isFound(this.#rows.first, kind, header, proposals)),
      columns: form
        ? proposals.map((one) => ({ ...one, letters: addressOf(form[one.index]!) }))
        : proposals.map((one) => (isShared(one, part, header) ? { ...one, isShared: true } : one)),
      ...(form && { isForm: true as const }),
      words: proposeWords(kind, pairs, values, separatorsIn(answers, proposals)),
      missing: missingIn([...missing.filter(isOpen), ...made.missing], part),
      ...(part?.rows && { rows: part.rows }),
      ...(header.joins && { headerRows: header.joins }),
      ...(labels.length > 0 && { labels }),
      ...proposeRows(kind, proposals, rows, this.#rows.mergesBelow(header), part?.filledDown),
    };
  }

  /** Whether the rows have texts, in too few cells for the required fields of a record: a list of what is to be done. */
  #areNotes(): boolean {
    const { first, count } = this.#rows;
    const texts = first.map((row) => filledIn(row).map((index) => textIn(row, index)));
    const areFew = count === first.length && texts.every(({ length }) => length <= MOST_NOTES);
    return areFew && texts.filter((own) => own.some(hasWords)).length * 2 > texts.length;
  }

  /** The labels above the table that fill fields which no column has. */
  #labelsFor(kind: KindSpec, proposals: readonly ColumnProposal[]): readonly LabelProposal[] {
    const { above } = this.#input;
    if (!above) return [];
    const rows = rowsOfForm(above.labels);
    const fit = this.fit(above.kind ?? kind, rows.columns(rows.first[0]!), undefined, []);
    return labelsFor(kind, proposals, above.kind, fit.proposals);
  }

  /** What is proposed for the columns of a table below labels that fill some of its fields. */
  #fitBelow(
    kind: KindSpec,
    columns: readonly SheetColumn[],
    answers: Answers,
    labels: readonly LabelProposal[],
  ) {
    const rows = this.headerRow(answers)!;
    const filled = labels.map(({ label }, at) => columnOfLabel(label, this.#input.above!, at));
    const targets = filled.map(({ index }, at) => [index, labels[at]!.target] as const);
    const own = new Map([...(answers.columns ?? []), ...targets]);
    const fit = this.fit(kind, [...columns, ...filled], own, this.#rows.textRows(rows));
    return { ...fit, proposals: fit.proposals.slice(0, columns.length) };
  }

  /** The header row: the one that a person chose, or the most likely one. */
  headerRow({ headerRow }: Answers = {}): JoinedHeader | undefined {
    if (headerRow !== undefined) return this.#rows.first.find(({ row }) => row === headerRow);
    if (this.#input.form) return this.#rows.first[0];
    if (this.#input.header) return this.#input.header;
    return this.#headers.find(this.#rows.first, (upper, lower) => this.#rows.areMerged(upper, lower));
  }

  /** What is proposed for columns as those of a kind, and how well they fit it. `targets`: the fields that are known. */
  fit(
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
    const proposals = proposeColumns(kind, columns, own, targets ?? new Map(), this.references, {
      ...{ links: this.links, rows },
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
