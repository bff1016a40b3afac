import type { Finding, Origin } from '../../findings/finding.ts';
import { originText } from '../../findings/finding.ts';
import { OUTCOMES, type Outcome, type Totals } from '../../import/push/outcome.ts';
import { kindText, say, stateText } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { ColorLevel } from './listener.ts';
import { colors, joint, TROUBLE, totalsText } from './sentences.ts';
import { type Column, table, textWidth } from './table.ts';

export interface RunRow {
  readonly run: string;
  readonly environment: string;
  /** When it started, in ISO 8601, UTC. */
  readonly startedAt: string;
  readonly totals: Readonly<Totals>;
  /** Null while the run is in progress; 130 if it was killed. */
  readonly exitCode: number | null;
}

export interface RunRecordRow {
  readonly kind: string;
  /** Parts joined by ` / `. */
  readonly key: string;
  readonly origin: Origin;
  /** Null while the record has no outcome yet. */
  readonly outcome: Outcome | null;
  readonly messages: readonly string[];
  /** The id that the service gave. */
  readonly id?: string | null;
  readonly showcaseLink?: string | null;
  readonly tries: readonly RunTry[];
}

/** One attempt to send a record. */
interface RunTry {
  readonly attempt: number;
  /** When it started, in ISO 8601, UTC. */
  readonly startedAt: string;
  readonly result: string | null;
  readonly status: number | null;
  readonly error: readonly string[];
  /** When the record was read back from the service; null if it was not. `read` is the result. */
  readonly readAt: string | null;
  readonly read: string | null;
}

/** The runs as a table. */
export function* runLines(runs: readonly RunRow[], colorLevel: ColorLevel): Generator<string> {
  if (runs.length === 0) {
    yield say().runs.none();
    return;
  }
  const columns: Column[] = [
    { header: say().runs.run() },
    { header: say().runs.environment() },
    { header: say().runs.started() },
    { header: say().runs.exit(), align: 'right' },
    { header: say().runs.rows() },
  ];
  const rows = runs.map(({ run, environment, startedAt, totals, exitCode }) => [
    forTerminal(run),
    forTerminal(environment),
    forTerminal(startedAt.slice(0, 16).replace('T', ' ')),
    exitCode === null ? '-' : `${exitCode}`,
    totalsText(totals),
  ]);
  const [headers, ...lines] = table(columns, rows);
  yield colors(colorLevel).bold(headers!);
  yield* lines;
}

const OUTCOME_WIDTH = Math.max(...OUTCOMES.map((outcome) => outcome.length)) + 2;
const kindWidth = (): number =>
  Math.max(...['supplier', 'component'].map((kind) => kindText(kind).length)) + 2;

/**
 * The lines about a run: one for the run itself, one for each error of a file or sheet without records, and one for
 * each record. Lines for the attempts of a record follow it if there were several attempts or the record failed; with
 * `allAttempts`, always.
 */
export async function* runRecordLines(
  run: RunRow,
  records: Iterable<RunRecordRow> | AsyncIterable<RunRecordRow>,
  allAttempts = false,
  errors: Iterable<Finding> = [],
): AsyncGenerator<string> {
  const texts = {
    run: forTerminal(run.run),
    environment: forTerminal(run.environment),
    started: forTerminal(run.startedAt),
    totals: totalsText(run.totals),
  };
  yield run.exitCode === null
    ? say().runs.headingOpen(texts)
    : say().runs.heading({ ...texts, code: `${run.exitCode}` });
  for (const { origin, message } of errors)
    yield `${padded(say().severity.error(), OUTCOME_WIDTH)}${placeOf(origin)}  ${forTerminal(message, 500)}`;
  for await (const { kind, key, origin, outcome, messages, id, showcaseLink, tries } of records) {
    const given = showcaseLink ?? id ?? null;
    const words = joint(
      [...messages, ...(given === null ? [] : [given])].map((message) => forTerminal(message, 500)),
    );
    const line = `${padded(stateText(outcome ?? 'open'), OUTCOME_WIDTH)}${padded(forTerminal(kindText(kind)), kindWidth())}${forTerminal(key)}  ${placeOf(origin)}`;
    yield words === '' ? line : `${line}  ${words}`;
    const trouble = outcome !== null && TROUBLE.has(outcome);
    if (allAttempts || trouble || tries.length > 1) yield* tries.map(attemptLine);
  }
}

const placeOf = ({ file, sheet, ...cell }: Origin): string =>
  originText({
    ...cell,
    file: forTerminal(file),
    ...(sheet === undefined ? {} : { sheet: forTerminal(sheet) }),
  });

/**
 * A line such as ` attempt 1 2026-11-02T02:13:04.120Z in-doubt connection reset read back 2026-11-02T02:13:08.131Z:
 * found`.
 */
function attemptLine({ attempt, startedAt, result, status, error, readAt, read }: RunTry): string {
  const words = joint(error.map((text) => forTerminal(text, 500)));
  const parts = [
    say().runs.attempt({ attempt: `${attempt}` }),
    forTerminal(startedAt),
    forTerminal(result === null ? say().runs.noResponse() : attemptText(result)),
    ...(status === null || words.includes(String(status)) ? [] : [`HTTP ${status}`]),
    ...(words === '' ? [] : [words]),
    ...(read === null
      ? []
      : [say().runs.readBack({ at: forTerminal(readAt ?? ''), result: forTerminal(attemptText(read)) })]),
  ];
  return `    ${parts.join('  ')}`;
}

/** The words of a code that the ledger stores of an attempt; an unknown one, or an outcome, as `stateText` has it. */
function attemptText(code: string): string {
  const texts: Readonly<Record<string, () => string>> = say().attempts;
  return Object.hasOwn(texts, code) ? texts[code]!() : stateText(code);
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(width - textWidth(text), 1));
}
