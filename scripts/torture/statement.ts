import type { ReportRecord } from '../../src/cli/view/report-schema.ts';
import type { Outcome } from '../../src/send/push/outcome.ts';
import type { RequestLog, Write } from './log.ts';
import type { Wanted } from './v3.ts';

/** A row of a report. */
export type StatedRow = Pick<ReportRecord, 'kind' | 'family' | 'key' | 'outcome'>;

/** What a report says about a run at one moment; it may be final or not. */
export interface Statement {
  readonly run: string;
  /** The source: `runs show after "trace resume"`. */
  readonly source: string;
  /** When it was complete. */
  readonly at: number;
  /** The values that the run sets, if it updates. */
  readonly wanted: Wanted | null;
  readonly rows: readonly StatedRow[];
}

export interface StatementFaults {
  /** Rows that are reported as stored and were not. */
  readonly lost: readonly string[];
  /** Rows that are reported as not stored or not sent, although a request of the run stored them, perhaps later. */
  readonly wrong: readonly string[];
}

/**
 * Outcomes which mean that the service has the record as in the row. `outdated` is not one of them: rows change only in
 * the mode `edit`, which checks that outcome itself.
 */
export const TAKEN: readonly Outcome[] = ['created', 'updated', 'existing', 'unchanged'];

/** The family of a record, as the service counts it: `v3` for v3 records. */
export const familyOf = ({ family }: Pick<StatedRow, 'family'>): string => family || 'v3';

export const createName = (row: Pick<StatedRow, 'kind' | 'family' | 'key'>): string =>
  `${row.kind}|${familyOf(row)}|${row.key}`;

export const updateName = (row: Pick<StatedRow, 'kind' | 'family' | 'key'>): string =>
  `${row.kind} update|${familyOf(row)}|${row.key}`;

/**
 * Compares a report with what the service received and stored. A request that was sent before the report must not store
 * a row that the report lists as `failed` or `not-attempted`, however late. `runOf` returns the run of a command.
 */
export function judgeStatement(
  statement: Statement,
  log: RequestLog,
  runOf: (command: number) => string | undefined,
): StatementFaults {
  const { run, source, at, rows, wanted } = statement;
  const lost: string[] = [];
  const wrong: string[] = [];
  for (const row of rows) {
    const { outcome } = row;
    if (outcome === 'in-doubt') continue;
    const claim = `${source}: ${row.kind} ${row.key} of run ${run} is ${outcome}`;
    if (TAKEN.includes(outcome)) {
      if (!holds(row, wanted, log, at)) lost.push(`${claim}, and the service did not have it`);
      continue;
    }
    const stored = [createName(row), updateName(row)]
      .flatMap((name) => log.of(name))
      .find((write) => write.at <= at && write.storedAt !== null && runOf(write.command) === run);
    if (stored) wrong.push(`${claim}, and request ${stored.n} stored it${lateness(stored, at)}`);
  }
  return { lost, wrong };
}

const lateness = ({ storedAt }: Write, at: number): string =>
  storedAt! > at ? `, ${storedAt! - at} ms after the report` : '';

/** Whether the service had the record by then, with the value that the run sets. */
function holds(row: StatedRow, wanted: Wanted | null, log: RequestLog, at: number): boolean {
  if (wanted === null) return log.isStored(createName(row), at);
  return log
    .of(updateName(row))
    .some((write) => write.storedAt !== null && write.storedAt <= at && sets(write, row, wanted));
}

/** Whether a write sets the expected value of a row. */
function sets({ text }: Pick<Write, 'text'>, { key }: Pick<StatedRow, 'key'>, wanted: Wanted): boolean {
  const set = wanted.get(key);
  return set !== undefined && (JSON.parse(text) as Record<string, unknown>)[set.field] === set.value;
}

/** Whether the expected value of a row is the last one that the service stored. */
export function isLastSet(row: StatedRow, wanted: Wanted, log: RequestLog): boolean {
  const stored = log.of(updateName(row)).filter(({ storedAt }) => storedAt !== null);
  const last = stored.sort((one, other) => one.storedAt! - other.storedAt!).at(-1);
  return last !== undefined && sets(last, row, wanted);
}
