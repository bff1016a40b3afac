import { basename, join } from 'node:path';
import { type Finding, originText } from '../../findings/finding.ts';
import { type CheckedInput, type CheckJob, checkInput } from '../../import/check-input.ts';
import { findingFrom } from '../../import/report/report-parts.ts';
import { cellText } from '../../recognise/text.ts';
import { say } from '../../say.ts';
import type { KeptCell } from '../../sheets/annotate/new-values.ts';
import { columnLetters } from '../../sheets/cell.ts';
import { writeValues } from '../copied-values.ts';
import { settingsOfCopies, type WrittenCopy } from '../fix/differences.ts';
import type { FixTarget } from '../fix/fix-files.ts';
import { type Answer, answerIn, columnFor, isChangedByPerson } from './answer-value.ts';
import { recordId } from './form-key.ts';
import type { FormCell, FormProblem, FormsRead } from './read-forms.ts';
import { type RecordRow, recordRows } from './record-rows.ts';

type MergeJob = Omit<CheckJob, 'listsAll'>;

/** An answer that was written into a cell of a copy. */
export interface MergedCell extends Answer {
  /** The address of the cell in the input. */
  readonly place: string;
  /** The addresses of the form cells that have the answer. */
  readonly forms: readonly string[];
  /** What the check of the copy says about the cell; empty if it is correct. */
  readonly errors: string[];
}

/** Answers that were not written, and why. `place`: the cell of the input, or its record. */
interface Conflict {
  readonly place: string;
  readonly reason: string;
  readonly answers: readonly { readonly place: string; readonly text: string }[];
}

/** The result of `mergeForms`. */
export interface MergeResult {
  readonly merged: readonly MergedCell[];
  readonly conflicts: readonly Conflict[];
  readonly problems: readonly FormProblem[];
  /** Number of cells that nobody has filled in. */
  readonly unanswered: number;
  /** Number of errors of the copies. */
  readonly errors: number;
  /** Sheets that formulas may read, with such a formula: their results are those of the old values. */
  readonly formulas: readonly { readonly file: string; readonly sheet: string; readonly formula: string }[];
  /** Files that changed since the forms were written. */
  readonly changedFiles: readonly string[];
}

/**
 * Writes copies of the files with the answers of forms, and checks them. An answer is placed by the key of its record. It is
 * written if its cell still has the text that the form was made from, and if no form has another answer. The copies are in
 * `folder`, which must be empty; `keep` is called with the path of each.
 *
 * @throws Damage if a file cannot be copied, or changed while it was read
 */
export async function mergeForms(
  job: MergeJob,
  { cells, problems, hashes }: FormsRead,
  targets: readonly FixTarget[],
  folder: string,
  keep: (target: FixTarget, copy: string) => Promise<void>,
): Promise<MergeResult> {
  const asked = new Set(cells.map(({ asked }) => recordId(asked)));
  const records = new Map<string, Map<string, RecordRow>>();
  const onRow: NonNullable<MergeJob['settings']['onRow']> = (...read) => {
    for (const row of recordRows(...read)) {
      const id = recordId({ kind: row.kind.name, key: row.key });
      if (!asked.has(id)) continue;
      const own = records.get(id) ?? new Map<string, RecordRow>();
      records.set(id, own.set(originText(row), row));
    }
  };
  using checked = await checkInput({ ...job, settings: { ...job.settings, onRow }, listsAll: false });
  const files = checked.files;
  const changedFiles = files.flatMap(({ path, sha256 }) => {
    const before = hashes.get(basename(path));
    return before === undefined || sha256 === null || before.has(sha256) ? [] : path;
  });
  const rowFor = (cell: FormCell) => rowIn(cell, [...(records.get(recordId(cell.asked))?.values() ?? [])]);
  const { answers, conflicts, unanswered } = placedAnswers(
    cells.filter(({ isOpen }) => isOpen),
    rowFor,
  );
  const shownOnly = cells.filter(({ isOpen }) => !isOpen);
  conflicts.push(...shownOnly.flatMap((cell) => strayAnswer(cell, rowFor(cell), changedFiles)));
  const formulas: MergeResult['formulas'][number][] = [];
  const copies: WrittenCopy[] = [];
  for (const [at, { file, path }] of targets.entries()) {
    job.signal.throwIfAborted();
    const copy = join(folder, `${at}-${basename(path)}`);
    const own = answers.filter((answer) => answer.file === file);
    const hash = files.find((one) => one.path === file)?.sha256;
    const onRead = (sheet: string, formula: string) => formulas.push({ file, sheet, formula });
    const { kept, names } = await writeValues(job, file, own, copy, hash, { onRead });
    for (const cell of kept) {
      const answer = own.find(
        ({ sheet, row, column }) =>
          (names.get(sheet) ?? sheet) === cell.sheet && row === cell.row && column === cell.column,
      )!;
      answers.splice(answers.indexOf(answer), 1);
      conflicts.push({ place: answer.place, reason: whyKept(cell), answers: shown(answer) });
    }
    copies.push({ file, copy, names });
  }
  const { errors, misfitsMap } = await checkCopies(job, copies, answers);
  const misread = misfitsMap && !hasMisfit(checked) ? targets.map(({ path }) => path) : [];
  for (const [at, target] of targets.entries()) await keep(target, copies[at]!.copy);
  return {
    ...{ merged: answers, conflicts, unanswered, errors, formulas, changedFiles },
    problems: [...problems, ...misread.map((place) => ({ place, message: say().fix.differsHow() }))],
  };
}

const shown = ({ forms, text }: MergedCell): Conflict['answers'] => forms.map((place) => ({ place, text }));

function whyKept({ why }: KeptCell): string {
  const text = say().form;
  return why === 'merged' ? text.merged() : why === 'formula' ? text.formula() : text.noCell();
}

/** What a person wrote into a cell that a form only shows. In a file that changed, nobody knows who changed the value. */
function strayAnswer(cell: FormCell, row: RecordRow | string, changedFiles: readonly string[]): Conflict[] {
  if (typeof row === 'string' || changedFiles.includes(row.file) || !isChangedByPerson(cell, row)) return [];
  const index = columnFor(cell.path, row)!;
  const now = cellText(row.cells[index] ?? row.first[index] ?? null);
  return [
    {
      place: originText({ ...row, column: columnLetters(index) }),
      reason: say().form.notAsked({ now }),
      answers: [{ place: cell.place, text: cellText(cell.cell) }],
    },
  ];
}

/** Finds the cell of each answer. `rowFor`: the row of a form cell as it is now, or why there is none. */
function placedAnswers(cells: readonly FormCell[], rowFor: (cell: FormCell) => RecordRow | string) {
  const byPlace = new Map<string, MergedCell[]>();
  const conflicts: Conflict[] = [];
  let unanswered = 0;
  for (const cell of cells) {
    const row = rowFor(cell);
    const answer = typeof row === 'string' ? null : answerIn(cell, row);
    if (typeof row !== 'string' && answer === null) {
      unanswered++;
      continue;
    }
    const { file, sheet, row: number } = typeof row === 'string' ? cell.asked : row;
    const place = originText({
      ...{ file, sheet, row: number },
      ...(answer && { column: columnLetters(answer.column) }),
    });
    const text = cellText(cell.cell);
    const changed = answer !== null && answer.from !== cell.asked.cells[cell.path];
    if (answer === null || changed) {
      const was = cell.asked.cells[cell.path]!;
      // Nothing was filled in, so nothing is lost.
      if (answer === null && (text === '' || text === was)) unanswered++;
      else {
        const reason = changed ? say().form.changed({ was, now: answer.from }) : (row as string);
        conflicts.push({ place, reason, answers: [{ place: cell.place, text }] });
      }
      continue;
    }
    const known = byPlace.get(place) ?? [];
    byPlace.set(place, [...known, { ...answer, place, forms: [cell.place], errors: [] }]);
  }
  const answers: MergedCell[] = [];
  for (const [place, all] of byPlace) {
    const [first] = all as [MergedCell];
    if (all.every(({ value }) => JSON.stringify(value) === JSON.stringify(first.value)))
      answers.push({ ...first, forms: all.flatMap(({ forms }) => forms) });
    else conflicts.push({ place, reason: say().form.differ(), answers: all.flatMap(shown) });
  }
  return { answers, conflicts, unanswered };
}

/** The row that a form cell is about, as it is now; the reason if it cannot be found. */
function rowIn({ asked, path }: FormCell, rows: readonly RecordRow[]): RecordRow | string {
  const own = rows.filter(({ at }) => at === asked.at);
  const same = own.find(
    ({ file, sheet, row }) => basename(file) === asked.file && sheet === asked.sheet && row === asked.row,
  );
  const found = same ?? (own.length === 1 ? own[0] : undefined);
  const { gone, several, noColumn } = say().form;
  if (!found) return own.length === 0 ? gone() : several();
  return columnFor(path, found) === undefined ? noColumn({ column: path }) : found;
}

/** Whether no entry of a map file matches a sheet, for example because the entries name another file. */
const hasMisfit = ({ findingGroups }: CheckedInput): boolean =>
  [...findingGroups.groups()].some(({ code }) => code === 'map-sheet');

/**
 * Checks the copies, and adds the errors of merged cells to them. Returns the number of all errors, and whether a map file
 * does not fit the copies.
 */
async function checkCopies(
  job: MergeJob,
  copies: readonly WrittenCopy[],
  merged: readonly MergedCell[],
): Promise<{ errors: number; misfitsMap: boolean }> {
  const settings = settingsOfCopies(job.settings, copies);
  using checked = await checkInput({ ...job, settings, emit: () => {}, listsAll: true });
  const byPlace = new Map(
    merged.map((cell) => {
      const { copy, names } = copies.find(({ file }) => file === cell.file)!;
      const sheet = names.get(cell.sheet) ?? cell.sheet;
      return [originText({ file: copy, sheet, row: cell.row, column: columnLetters(cell.column) }), cell];
    }),
  );
  for (const row of checked.stored?.ledger.history(checked.stored.run).findings() ?? []) {
    const { severity, origin, message }: Finding = findingFrom(row);
    if (severity !== 'error') continue;
    byPlace.get(originText(origin))?.errors.push(withNames(message, copies));
  }
  return { errors: checked.findingGroups.counts().error, misfitsMap: hasMisfit(checked) };
}

/** A message about copies with the names of the files that they are made of. */
const withNames = (message: string, copies: readonly WrittenCopy[]): string =>
  copies.reduce((text, { file, copy }) => text.replaceAll(copy, file), message);
