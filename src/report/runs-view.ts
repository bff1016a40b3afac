import type { Origin } from '../findings/finding.ts';
import { originText } from '../findings/finding.ts';
import { OUTCOMES, type Outcome, type Totals } from '../push/outcome.ts';
import type { ColorLevel } from './listener.ts';
import { count } from './pace.ts';
import { colors, totalsText } from './sentences.ts';
import { type Column, table, textWidth } from './table.ts';
import { forTerminal } from './terminal-text.ts';

export interface RunRow {
  readonly run: string;
  readonly environment: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly totals: Readonly<Totals>;
  /** Null while it runs, and when it was killed. */
  readonly exitCode: number | null;
}

export interface RunRecordRow {
  readonly kind: string;
  /** Parts joined by ` / `. */
  readonly key: string;
  readonly origin: Origin;
  /** Null for one that was staged and has no outcome yet. */
  readonly outcome: Outcome | null;
  readonly messages: readonly string[];
}

/** The runs as a table for people; outcomes that occur in none are left out. */
export function* runLines(runs: readonly RunRow[], colorLevel: ColorLevel): Generator<string> {
  if (runs.length === 0) {
    yield 'No run yet.';
    return;
  }
  const outcomes = OUTCOMES.filter((outcome) => runs.some(({ totals }) => totals[outcome] > 0));
  const columns: Column[] = [
    { head: 'run' },
    { head: 'environment' },
    { head: 'started' },
    ...outcomes.map((outcome) => ({ head: outcome, align: 'right' }) as const),
    { head: 'exit', align: 'right' },
  ];
  const rows = runs.map(({ run, environment, startedAt, totals, exitCode }) => [
    forTerminal(run),
    forTerminal(environment),
    forTerminal(startedAt),
    ...outcomes.map((outcome) => count(totals[outcome])),
    exitCode === null ? '-' : `${exitCode}`,
  ]);
  const [heads, ...lines] = table(columns, rows);
  yield colors(colorLevel).bold(heads!);
  yield* lines;
}

const OUTCOME_WIDTH = Math.max(...OUTCOMES.map((outcome) => outcome.length)) + 2;
const KIND_WIDTH = 'component'.length + 2;

/** One run: a line about it, then a line for each record as it comes. */
export async function* runRecordLines(
  run: RunRow,
  records: Iterable<RunRecordRow> | AsyncIterable<RunRecordRow>,
): AsyncGenerator<string> {
  const exit = run.exitCode === null ? 'not ended' : `exit ${run.exitCode}`;
  yield `run ${forTerminal(run.run)}, ${forTerminal(run.environment)}, ${forTerminal(run.startedAt)}, ${exit}: ${totalsText(run.totals)}`;
  for await (const { kind, key, origin, outcome, messages } of records) {
    const place = originText({
      ...origin,
      file: forTerminal(origin.file),
      ...(origin.sheet === undefined ? {} : { sheet: forTerminal(origin.sheet) }),
    });
    const words = messages.map((message) => forTerminal(message, 500)).join('; ');
    const line = `${padded(outcome ?? 'open', OUTCOME_WIDTH)}${padded(forTerminal(kind), KIND_WIDTH)}${forTerminal(key)}  ${place}`;
    yield words === '' ? line : `${line}  ${words}`;
  }
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(width - textWidth(text), 1));
}
