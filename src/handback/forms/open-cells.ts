import { type Field, pathSteps } from '../../contract/field.ts';
import { type Body, isObject, type KindSpec } from '../../contract/kind.ts';
import { labelOf } from '../../contract/labels.ts';
import { entryOf } from '../../findings/catalogue.ts';
import { type Finding, fieldText } from '../../findings/finding.ts';
import { type CheckJob, checkInput } from '../../import/check-input.ts';
import { kindsIn } from '../../import/input/settings.ts';
import { findingFrom } from '../../import/report/report-parts.ts';
import type { Draft, SheetMap } from '../../records/record.ts';
import { type Language, language, say } from '../../say.ts';
import type { ColumnHeaders } from '../annotate/column-headers.ts';
import { Explainer } from '../annotate/note-text.ts';
import { repeatAtShares } from '../annotate/sheet-marks.ts';
import { languageOfSupplier } from './form-language.ts';
import { type RecordRow, recordRows, rowId } from './record-rows.ts';

export type FormJob = Omit<CheckJob, 'listsAll'> & {
  /** Certificates that end until this day are asked for: `YYYY-MM-DD`. */
  readonly until: string;
};

/** The open cells of the input, in the language of the process. */
export interface OpenCells {
  /** What is asked, by `rowId` and the letters of the column. */
  readonly cells: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** The errors of rows and of their cells. */
  readonly errors: readonly Finding[];
  /** Number of errors that no cell can answer, such as those of headers. */
  readonly others: number;
  /** The languages of the suppliers in the input, by key. */
  readonly suppliers: ReadonlyMap<string, Language>;
  readonly kinds: readonly KindSpec[];
  /** The SHA-256 of each file. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Checks the input, and finds its cells with errors and its certificates that end. */
export async function openCells(job: FormJob): Promise<OpenCells> {
  const cells = new Map<string, Map<string, string[]>>();
  const suppliers = new Map<string, Language>();
  const add = (row: string, letters: string, note: string) => {
    const columns = cells.get(row) ?? new Map<string, string[]>();
    const notes = columns.get(letters) ?? [];
    cells.set(row, columns.set(letters, notes.includes(note) ? notes : [...notes, note]));
  };
  const ends = new Map<string, { row: string; letters: string; end: string }>();
  const onRow: NonNullable<FormJob['settings']['onRow']> = (row, draft, completed) => {
    const [record] = recordRows(row, draft, completed);
    if (record!.kind.name === 'supplier') suppliers.set(record!.key, languageOfSupplier(completed.body));
    for (const one of endingCells(draft, job.until)) {
      const of = rowId({ ...record!, row: draft.rowOf?.(one.path).row ?? row.row });
      ends.set(of + one.letters, { row: of, letters: one.letters, end: one.end });
    }
  };
  const headers = new Map<string, Map<string, ColumnHeaders>>();
  const lettersOf = new Map<string, Readonly<Record<string, string>>>();
  const onSheet = ({ file, sheet, kind, columns }: SheetMap) => {
    const at = columns.map((column) => [column.path, column.letters] as const);
    lettersOf.set(JSON.stringify([file, sheet, kind.name]), Object.fromEntries(at));
    const own = columns.map(({ path, field }) => [fieldText(path), labelIn(kind, path, field)] as const);
    headers.set(sheet, (headers.get(sheet) ?? new Map()).set(kind.name, new Map(own)));
  };
  const settings = { ...job.settings, onRow, onSheet };
  using checked = await checkInput({ ...job, settings, listsAll: true });
  job.signal.throwIfAborted();
  const kinds = kindsIn({ ...job.settings, interface: checked.interface });
  const { allowedCut, blank } = say().form;
  const explainer = new Explainer(kinds, job.settings.files, undefined, headers, allowedCut);
  const errors: Finding[] = [];
  let others = 0;
  for (const row of checked.stored?.ledger.history(checked.stored.run).findings() ?? []) {
    if (row.severity !== 'error') continue;
    const finding = findingFrom(row);
    const { file, sheet, row: number, column } = finding.origin;
    if (sheet === undefined || number === undefined || column === undefined) others++;
    else if (entryOf(finding.code).isAboutColumns || entryOf(finding.code).invalidatesSheet) others++;
    else {
      errors.push(finding);
      // A form has values only: the cell is empty there.
      const isFormula = finding.code === 'cell-error' || finding.code === 'cell-uncached';
      const note = isFormula ? blank() : explainer.note(finding);
      const columns = lettersOf.get(JSON.stringify([file, sheet, finding.kind])) ?? {};
      for (const { origin } of repeatAtShares(finding, columns))
        add(rowId({ file, sheet, row: number }), origin.column!, note);
    }
  }
  for (const { row, letters, end } of ends.values()) add(row, letters, say().form.ends({ date: end }));
  const hashes = new Map(checked.files.map(({ path, sha256 }) => [path, sha256]));
  return { cells, errors, others, suppliers, kinds, hashes };
}

/** The label of a field in a form, by its body path. */
const labelIn = (kind: KindSpec, path: string, field: Field): string =>
  labelOf(kind, field, language(), itemIn(path)) ?? fieldText(path);

/** The number of the array item in a body path, from 1. */
export const itemIn = (path: string): number => Number(/\.(\d+)(?=\.|$)/.exec(path)?.[1] ?? 0) + 1;

/** The rows of records that have open cells. */
export async function openRows(
  job: FormJob,
  cells: ReadonlyMap<string, unknown>,
): Promise<readonly RecordRow[]> {
  const rows = new Map<string, RecordRow>();
  const onRow: NonNullable<FormJob['settings']['onRow']> = (...read) => {
    // A row may have records of several kinds.
    for (const row of recordRows(...read))
      if (cells.has(rowId(row))) rows.set(row.kind.name + rowId(row), row);
  };
  using _ = await checkInput({
    ...{ ...job, emit: () => {}, listsAll: false },
    settings: { ...job.settings, onRow },
  });
  job.signal.throwIfAborted();
  return [...rows.values()];
}

/** The dates and links of the certificates of a record that end until a day, which a new certificate replaces. */
function* endingCells({ map, body, columnOf }: Draft, until: string) {
  for (const { path, notBefore } of map.kind.fields) {
    const [array, name, ...deeper] = pathSteps(path);
    if (notBefore === undefined || !array?.array || name === undefined || deeper.length > 0) continue;
    const items = body[array.name];
    for (const [at, item] of (Array.isArray(items) ? items : []).entries()) {
      const end = isObject(item) ? item[name.name] : undefined;
      if (typeof end !== 'string' || end > until) continue;
      for (const renewed of renewedFields(map.kind, array.name)) {
        const own = `${array.name}.${at}.${renewed}`;
        const letters = columnOf(own);
        if (letters) yield { path: own, letters, end };
      }
    }
  }
}

const renewedFields = ({ fields }: KindSpec, array: string): string[] =>
  fields.flatMap(({ path, value: { type } }) =>
    path.startsWith(`${array}[].`) && (type === 'date' || type === 'url') ? path.slice(array.length + 3) : [],
  );

/** The supplier that a record is of: itself, or the first one that it refers to; null if it names none. */
export function supplierOf({ kind, key, body }: Pick<RecordRow, 'kind' | 'key' | 'body'>): string | null {
  if (kind.name === 'supplier') return key || null;
  for (const { fields, to } of kind.references) {
    const found = to === 'supplier' && fields.length === 1 ? valueAt(body, fields[0]!) : undefined;
    if (typeof found === 'string' && found !== '') return found;
  }
  return null;
}

const valueAt = (body: Body, path: string): unknown =>
  path.split('.').reduce<unknown>((one, name) => (isObject(one) ? one[name] : undefined), body);
