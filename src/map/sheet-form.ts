import type { KindSpec } from '../contract/kind.ts';
import { cleanCell, isFilled } from '../recognise/text.ts';
import { headerKey, type KindFit } from '../records/headers.ts';
import { labelIn } from '../records/layout/form-labels.ts';
import { columnLetters, type PlacedCell, type Row } from '../sheets/cell.ts';
import { type ColumnProposal, type LabelProposal, targetOf } from './proposal.ts';
import type { SheetColumn } from './propose-draft.ts';
import { missingOf } from './propose-missing.ts';
import { SheetRows } from './sheet-rows.ts';

/** A label of a form, and its value if it has one. */
export interface FormLabel {
  readonly label: string;
  readonly row: number;
  readonly value: PlacedCell | undefined;
}

/** Minimum number of rows of a form, and of known labels. */
const FEWEST_ROWS = 2;
const FEWEST_KNOWN = 3;
/** Maximum number of filled cells in a row of a form. */
const MOST_CELLS = 8;
/** Rows without a known label belong to a form if they are at most this far from one. */
const MOST_APART = 2;

/** Whether a text is a known header that may be a label. */
type IsLabel = (text: string) => boolean;

/**
 * The labels of a form in rows: each has its value beside it, and most are known headers. A label before a colon needs no
 * others. Empty if there is no form. `isKnown`: whether a header means something.
 */
export function formIn(rows: readonly Row[], isKnown: IsLabel): readonly FormLabel[] {
  const isLabel = (text: string) => text !== '' && !/\d\d/.test(text) && isKnown(text);
  const short = rows.filter((row) => filledIn(row).length <= MOST_CELLS);
  const found = [...short.flatMap((row) => beforeColons(row, isLabel)), ...besideValues(short, isLabel)];
  const labels = new Map<string, FormLabel>();
  for (const one of found.sort((a, b) => a.row - b.row)) {
    const key = headerKey(one.label);
    if (key !== '' && !labels.has(key)) labels.set(key, one);
  }
  return [...labels.values()];
}

/** The texts before a colon with a value behind it in the same cell: `Season: AW26`. */
const beforeColons = (row: Row, isLabel: IsLabel): FormLabel[] =>
  filledIn(row).flatMap((index) => {
    const [, colon] = labelIn(row.cells[index]);
    if (!colon || !isLabel(colon.label)) return [];
    return [labelOf(row, colon.label, { index, text: colon.rest })];
  });

/** The labels with their values in the next cells, in several rows below each other. */
function besideValues(rows: readonly Row[], isLabel: IsLabel): FormLabel[] {
  const seeds = rows.filter((row) => isSeed(row, isLabel));
  if (seeds.length < FEWEST_ROWS) return [];
  const columns = new Set(seeds.flatMap((row) => filledIn(row).filter((_, at) => at % 2 === 0)));
  const found = rows.flatMap((row) => {
    const filled = filledIn(row);
    // A blank row is between a title, such as a name and an issue, and the labels below it.
    const isTitle = row.row < seeds[0]!.row - 1 && !rows.some((other) => other.row === row.row + 1);
    const isNear = !isTitle && seeds.some((seed) => Math.abs(seed.row - row.row) <= MOST_APART);
    if (!isNear || !areByTurns(filled, columns)) return [];
    return filled.flatMap((index, at) => {
      const next = filled[at + 1];
      if (!columns.has(index) || typeof row.cells[index] !== 'string') return [];
      const value = next === undefined || columns.has(next) ? undefined : { index: next };
      return [labelOf(row, cleanCell(row.cells[index]).replace(/\s*[:：]$/, ''), value)];
    });
  });
  const known = new Set(found.filter(({ label }) => isLabel(label)).map(({ label }) => headerKey(label)));
  return known.size >= FEWEST_KNOWN ? found : [];
}

/** Whether a row begins with a label, and has at most one value behind each, and one at least. */
const areByTurns = (filled: readonly number[], columns: ReadonlySet<number>): boolean =>
  columns.has(filled[0]!) &&
  filled.some((index) => !columns.has(index)) &&
  filled.every((index, at) => at === 0 || columns.has(index) || columns.has(filled[at - 1]!));

/** Whether the cells of a row are labels and values by turns, and most of the labels are known. */
function isSeed(row: Row, isLabel: IsLabel): boolean {
  const filled = filledIn(row);
  if (filled.length === 0 || filled.length % 2 === 1) return false;
  const labels = filled.filter((_, at) => at % 2 === 0);
  const isText = labels.every((index) => typeof row.cells[index] === 'string');
  const isKnownAt = (index: number) => isLabel(cleanCell(row.cells[index]));
  const known = labels.filter(isKnownAt).length;
  return isText && known * 2 > labels.length && !filled.some((index, at) => at % 2 === 1 && isKnownAt(index));
}

const filledIn = ({ cells }: Row): number[] => [...cells.keys()].filter((index) => isFilled(cells[index]));

function labelOf(
  { row, line, cells }: Row,
  label: string,
  value: { readonly index: number; readonly text?: string } | undefined,
): FormLabel {
  if (!value) return { label, row, value: undefined };
  const { index, text } = value;
  const place = { row, ...(line !== undefined && { line }), letters: columnLetters(index) };
  return { label, row, value: { cell: text ?? cells[index]!, ...place } };
}

/** The rows that may be those of a table: without the rows of a form, and without titles beside it. */
export function outsideForm(rows: readonly Row[], form: readonly FormLabel[]): readonly Row[] {
  if (form.length === 0) return rows;
  const own = new Set(form.map(({ row }) => row));
  const others = rows.filter(({ row }) => !own.has(row));
  const wide = others.filter((row) => filledIn(row).length > 1);
  return wide.length > 0 || form.length >= FEWEST_KNOWN ? wide : others;
}

/** The labels as a header row with one row of values. */
export function rowsOfForm(labels: readonly FormLabel[]): SheetRows {
  const rows = new SheetRows();
  rows.add({ row: 1, cells: labels.map(({ label }) => label) });
  rows.add({ row: 2, cells: labels.map(({ value }) => value?.cell ?? null) });
  return rows;
}

/** Labels are columns to the right of all others. */
const FIRST_LABEL = 100_000;

/** A label as a column whose value all rows have. */
export function columnOfLabel(label: string, { labels }: FormAbove, at: number): SheetColumn {
  const value = labels.find((one) => one.label === label)?.value?.cell ?? null;
  const words = new Map(value === null ? [] : [[cleanCell(value), 1] as const]);
  const values = { words, filled: words.size, rows: 1, isCut: false };
  return { index: FIRST_LABEL + at, header: label, values };
}

/** The address of the value of a label. */
export const addressOf = ({ row, value }: FormLabel): string =>
  value ? `${value.letters}${value.row}` : `A${row}`;

/** Minimum number of fields of a form that is a record, and maximum number of required fields that it lacks. */
const FEWEST_FIELDS = 3;
const MOST_MISSING = 1;

/** The kind of the record that a form is; undefined if the labels have no key. */
export const kindOfForm = (
  fits: readonly (KindFit & { readonly kind: KindSpec; readonly proposals: readonly ColumnProposal[] })[],
): KindSpec | undefined =>
  fits.find(
    ({ kind, proposals, hasKey, fields }) =>
      hasKey && fields >= FEWEST_FIELDS && missingOf(kind, proposals).length <= MOST_MISSING,
  )?.kind;

/** The kinds that a table below a form may have: those that refer to the record of the form, if there are any. */
export function kindsBelow(kinds: readonly KindSpec[], form: KindSpec | undefined): readonly KindSpec[] {
  const parts = kinds.filter((kind) => kind.references.some(({ to }) => to === form?.name));
  return parts.length > 0 ? parts : kinds.filter((kind) => kind !== form);
}

/** The labels above a table, and the kind of the form that they are, if they are a record. */
export interface FormAbove {
  readonly labels: readonly FormLabel[];
  readonly kind?: KindSpec;
}

/**
 * The labels that fill fields which no column of the table has: the reference to the record of the form; without such a
 * record, what the rows share. `labels`: what is proposed for the labels as columns.
 */
export function labelsFor(
  kind: KindSpec,
  columns: readonly ColumnProposal[],
  form: KindSpec | undefined,
  labels: readonly ColumnProposal[],
): LabelProposal[] {
  const isOpen = (field: string) =>
    !columns.some((column) => (form ? column.target : targetOf(column)) === field);
  const labelOf = (field: string) =>
    labels.find((label) => (form ? targetOf(label) : label.target) === field)?.header;
  const reference = form && kind.references.find(({ to }) => to === form.name);
  const shared = [...missingOf(kind, columns).map(({ field }) => field), ...SHARED_FIELDS];
  const wanted = form
    ? (reference?.fields ?? []).map((field, at) => ({ field, from: form.key[at] ?? field }))
    : [...new Set(shared)].map((field) => ({ field, from: field }));
  return wanted.flatMap(({ field, from }) => {
    const label = field === kind.key[0] || !isOpen(field) ? undefined : labelOf(from);
    return label === undefined ? [] : [{ label, target: field }];
  });
}

/** Fields that are not required, but may stand above all rows. */
const SHARED_FIELDS = ['productRef', 'productColorCode', 'supplierRef', 'purchaseOrder'];
