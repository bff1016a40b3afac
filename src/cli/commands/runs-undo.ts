import { resolve } from 'node:path';
import { command as advised, operands } from '../../advice.ts';
import { type Context, write } from '../../context.ts';
import { type InterfaceName, isUpdatable, type KindSpec } from '../../contract/kind.ts';
import { kindsOf } from '../../contract/registry.ts';
import { fixedFields, locks } from '../../contract/v3/update.ts';
import { usage } from '../../errors.ts';
import { importWords } from '../../import/report/repeat-command.ts';
import { reportParts } from '../../import/report/report-parts.ts';
import type { Ledger, RunRow } from '../../ledger/ledger.ts';
import { sendsRecords } from '../../ledger/runs.ts';
import { headingOf } from '../../read/tables/headings.ts';
import { kindText, say } from '../../say.ts';
import { noTotals, type Outcome, type Totals } from '../../send/push/outcome.ts';
import type { TableCell, TableColumn } from '../../sheets/table-file.ts';
import { forTerminal } from '../../terminal-text.ts';
import { writeList } from '../run/list-file.ts';
import { count, totalsText } from '../view/sentences.ts';
import { terminalWidth, wrapIndented } from '../view/wrap.ts';

/** The outcomes of records that a run stored in the service, or may have. */
const MAY_BE_STORED: ReadonlySet<Outcome> = new Set(['created', 'updated', 'in-doubt']);
/** The outcomes of records that the service had before the run. */
const STORED_BEFORE = ['existing', 'unchanged', 'outdated'] as const;

interface UndoOptions {
  readonly out?: string;
  readonly force?: boolean;
  /** The flags with which the next command finds the ledger. */
  readonly place: readonly string[];
  /** Whether a process still works on the run. */
  readonly active: boolean;
}

/**
 * Lists what a run stored in the service in a file for the operator of the service, and prints what can be taken back.
 * Sends nothing.
 *
 * @throws TraceError `run-unknown` for a run that sends nothing; `flag-value`, `export-exists`, `export-unwritable` for
 * the file
 */
export async function listForUndo(
  ledger: Ledger,
  run: RunRow,
  { out, force = false, place, active }: UndoOptions,
  { cwd, stdout }: Context,
): Promise<void> {
  if (!sendsRecords(run)) throw usage('run-unknown', say().runs.notAnImport({ run: run.id }));
  const typed = out ?? `undo-${run.id}.csv`;
  const kinds = kindsOf(run.interface as InterfaceName);
  const totals = new Map<string, Totals>();
  const all = noTotals();
  const rows = function* (): Iterable<readonly TableCell[]> {
    for (const record of reportParts(ledger, run, active).records) {
      const { kind, key, outcome, id, studyId, family, importationBatch, origin } = record;
      all[outcome]++;
      if (!MAY_BE_STORED.has(outcome)) continue;
      const ofKind = totals.get(kind) ?? noTotals();
      ofKind[outcome]++;
      totals.set(kind, ofKind);
      const spec = kinds.find(({ name }) => name === kind);
      const way = spec && isUpdatable(spec) ? 'update' : 'operator';
      const place = [origin.file, origin.sheet, origin.rows?.join(', ') ?? origin.row];
      yield [kind, key, id, studyId, outcome, way, family, importationBatch, ...place];
    }
  };
  const path = resolve(cwd, typed);
  await writeList(path, { name: 'undo', columns: columns() }, rows(), force);
  const lines = [
    ...(run.finishedAt === null ? [say().runs.undoOpen({ run: run.id })] : []),
    ...kinds.flatMap((kind) =>
      totals.has(kind.name) ? [kindLine(kind, totals.get(kind.name)!, place)] : [],
    ),
  ];
  const earlier = STORED_BEFORE.reduce((sum, outcome) => sum + all[outcome], 0);
  if (earlier > 0) lines.push(say().runs.undoEarlier({ count: earlier, number: count(earlier) }));
  const stored = [...MAY_BE_STORED].reduce((sum, outcome) => sum + all[outcome], 0);
  lines.push(
    say().runs.undoListed({
      ...{ count: stored, number: count(stored) },
      ...{ file: typed, environment: run.environment },
    }),
  );
  const width = terminalWidth(stdout);
  for (const line of lines)
    await write(stdout, `${wrapIndented(forTerminal(line, 2000), width).join('\n')}\n`);
}

/** The line about the records of a kind that can be taken back: `supplier: 2 created. …`. */
function kindLine(kind: KindSpec, totals: Totals, place: readonly string[]): string {
  const head = { kind: kindText(kind.name), totals: totalsText(totals) };
  if (!isUpdatable(kind)) return say().runs.undoNever(head);
  const files = operands([say().placeholders.file()], place);
  const next = advised(...importWords(kind.plural), ...files);
  const line = say().runs.undoUpdate({ ...head, command: next, fields: fixedFields(kind).join(', ') });
  return locks(kind) ? `${line} ${say().runs.undoLocks()}` : line;
}

const columns = (): TableColumn[] =>
  [
    ...['kind', 'key', 'id', 'studyId', 'outcome', 'takeBack'],
    ...['family', 'importationBatch', 'file', 'sheet', 'row'],
  ].map((name) => ({ name, heading: headingOf(name), type: 'text' }));
