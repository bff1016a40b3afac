import { basename, join } from 'node:path';
import { entryOf } from '../../findings/catalogue.ts';
import type { InputSettings } from '../../import/input/settings.ts';
import { type Inspection, inspect } from '../../import/inspect.ts';
import { say } from '../../say.ts';
import { isWorkbook } from '../../sheets/annotate/extension.ts';
import type { KeptCell } from '../../sheets/annotate/new-values.ts';
import { Damage } from '../../sheets/damage.ts';
import { limitsOf, withInput } from '../copied-input.ts';
import { writeValues } from '../copied-values.ts';
import { type Difference, differencesIn, type FixJob, type WrittenCopy } from './differences.ts';
import { type Repair, repairsOf } from './row-repairs.ts';

/** An input file, and where its repaired copy is written. */
export interface FixTarget {
  readonly file: string;
  readonly path: string;
}

/** The result of `fixFiles`. */
export interface FixResult {
  readonly repaired: readonly Repair[];
  readonly notRepaired: readonly Repair[];
  /** Workbooks of other formats than .xlsx and .xlsm: their copies have only values, without formats and formulas. */
  readonly plain: ReadonlySet<string>;
  /** Repaired files that are annotated copies of trace: their notes and colours stay in the new copies. */
  readonly annotated: ReadonlySet<string>;
  /** Number of errors that remain for a person to correct. */
  readonly errors: number;
}

/**
 * Writes copies of the files in which cells have the values that trace sends. The copies are read again before they are
 * kept: a repair that would change what is sent is withdrawn. The copies are in `folder`, which must be empty; `keep` is
 * called with the path of each.
 *
 * @throws Damage if a file cannot be copied, changed while it was read, or if the copies would not send the same records
 */
export async function fixFiles(
  job: FixJob,
  targets: readonly FixTarget[],
  folder: string,
  keep: (target: FixTarget, copy: string) => Promise<void>,
): Promise<FixResult> {
  const workbooks = await workbooksAmong(job, targets);
  const found: Repair[] = [];
  const settings: InputSettings = {
    ...job.settings,
    onRow: (...row) => {
      found.push(...repairsOf(...row));
    },
  };
  const before = await inspect({ ...job, settings, command: 'check' });
  const files = before.ledger.history(before.run).files();
  const all = oncePerCell(found.filter(({ file, isOfPlainCopy }) => !isOfPlainCopy || !workbooks.has(file)));
  const left = new Map<Repair, Pick<Repair, 'whyNot' | 'formula'>>();
  const plain = new Set<string>();
  const isDone = (repair: Repair) => repair.whyNot === null && !left.has(repair);
  try {
    for (let round = 0; ; round++) {
      job.signal.throwIfAborted();
      const copies: WrittenCopy[] = [];
      for (const [at, { file, path }] of targets.entries()) {
        const copy = join(folder, `${round}-${at}-${basename(path)}`);
        const own = all.filter((repair) => repair.file === file && isDone(repair));
        const hash = files.find((one) => one.path === file)?.sha256;
        const { kept, names, hasOnlyValues } = await writeValues(job, file, own, copy, hash);
        if (hasOnlyValues) plain.add(file);
        const byCell = new Map(
          own.map((one) => [cellKey({ ...one, sheet: names.get(one.sheet) ?? one.sheet }), one]),
        );
        for (const { why, formula, ...cell } of kept)
          left.set(byCell.get(cellKey(cell))!, {
            whyNot: why === 'missing' ? 'elsewhere' : why,
            ...(formula !== undefined && { formula }),
          });
        copies.push({ file, copy, names });
      }
      const differences = await differencesIn(job, before, copies, all.filter(isDone));
      job.signal.throwIfAborted();
      if (differences.length === 0) {
        for (const [at, target] of targets.entries()) await keep(target, copies[at]!.copy);
        const repaired = all.filter(isDone);
        return {
          repaired,
          notRepaired: all.flatMap((repair) => (isDone(repair) ? [] : { ...repair, ...left.get(repair) })),
          plain,
          annotated: annotatedIn(before, new Set(repaired.map(({ file }) => file))),
          errors: before.findingGroups.counts().error,
        };
      }
      const concerned = (widely: boolean) =>
        all.filter((repair) => isDone(repair) && mayCause(repair, differences, widely));
      const near = round > 0 ? [] : concerned(false);
      const withdrawn = near.length > 0 ? near : concerned(true);
      if (withdrawn.length === 0) throw new Damage(say().fix.differs(), say().fix.differsHow());
      for (const repair of withdrawn)
        left.set(repair, { whyNot: mayAffectColumn(repair, differences) ? 'column' : 'other' });
    }
  } finally {
    before.ledger.close();
  }
}

/** Each repair once: several tables of a sheet may read a cell. If they read different values, it is not repaired. */
function oncePerCell(repairs: readonly Repair[]): Repair[] {
  const byCell = new Map<string, Repair>();
  for (const repair of repairs) {
    const key = JSON.stringify([repair.file, cellKey(repair)]);
    const other = byCell.get(key);
    if (other === undefined || other.whyNot !== null) byCell.set(key, other ?? repair);
    else if (repair.whyNot !== null || JSON.stringify(repair.value) !== JSON.stringify(other.value))
      byCell.set(key, { ...repair, value: undefined, whyNot: repair.whyNot ?? 'other' });
  }
  return [...byCell.values()];
}

/** Which of `files` are annotated copies of trace. */
const annotatedIn = ({ findingGroups }: Inspection, files: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    [...findingGroups.groups()].flatMap(({ code, file }) =>
      code === 'annotation-ignored' && files.has(file) ? file : [],
    ),
  );

const cellKey = ({ sheet, row, column }: Pick<KeptCell, 'sheet' | 'row' | 'column'>): string =>
  JSON.stringify([sheet, row, column]);

/** Whether a repair may have caused one of the differences. `widely`: any difference in the same sheet counts. */
const mayCause = (repair: Repair, differences: readonly Difference[], widely: boolean): boolean =>
  mayAffectColumn(repair, differences) ||
  differences.some(
    ({ file, sheet, row, column, fields }) =>
      file === repair.file &&
      sheet === repair.sheet &&
      (widely ||
        (row === repair.row &&
          (column === undefined || column === repair.column) &&
          (fields === undefined || fields.has(repair.field)))),
  );

/** Whether a repair may have changed how trace reads other cells of its column, such as the order of day and month. */
const mayAffectColumn = (repair: Repair, differences: readonly Difference[]): boolean =>
  repair.code !== 'map-value' &&
  entryOf(repair.code).isEvidence === true &&
  differences.some(
    ({ file, sheet, row, column, fields }) =>
      file === repair.file &&
      sheet === repair.sheet &&
      row !== repair.row &&
      column === undefined &&
      (fields === undefined || fields.has(repair.field)),
  );

/** The files that are .xlsx or .xlsm workbooks: their copies keep formats, formulas and notes. */
async function workbooksAmong(job: FixJob, targets: readonly FixTarget[]): Promise<ReadonlySet<string>> {
  const workbooks = new Set<string>();
  for (const { file } of targets)
    if (await withInput(job, file, undefined, (input) => isWorkbook(input, limitsOf(job))))
      workbooks.add(file);
  return workbooks;
}
