import { Chalk, type ChalkInstance } from 'chalk';
import { fileText, type Severity } from '../../findings/finding.ts';
import { SEVERITIES } from '../../findings/group.ts';
import type { RunEvent, Verdict } from '../../import/report/run-event.ts';
import { kindsText, kindText, numberText, say, theKind } from '../../say.ts';
import { type PlanSummary, STATUSES } from '../../send/plan/plan.ts';
import { OUTCOMES, type Outcome, outcomeText, type Totals } from '../../send/push/outcome.ts';
import { forTerminal } from '../../terminal-text.ts';
import { textWidth } from './table.ts';
import { wrapWhole } from './wrap.ts';

/**
 * The sentences that both `listener.ts` and `tasks.ts` print. Text from files and from the service is made safe for a
 * terminal.
 */

export type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/** Outcomes for which each row is printed on its own line. */
export const TROUBLE_OUTCOMES: ReadonlySet<Outcome> = new Set([
  'outdated',
  'rejected',
  'blocked',
  'failed',
  'in-doubt',
]);

/** Maximum number of lines about troubled rows for each wave; a last line counts further rows. */
export const TROUBLE_SHOWN = 20;

/** The colour level of chalk: 0 for no colours. */
export type ColorLevel = 0 | 1 | 2 | 3;

export function colors(level: ColorLevel): ChalkInstance {
  return new Chalk({ level });
}

export function sheetName({ file, sheet }: { readonly file: string; readonly sheet: string }): string {
  return `${forTerminal(fileText(file))} › ${forTerminal(fileText(sheet))}`;
}

const SEVERITY_WORDS = {
  error: 'error',
  warning: 'warning',
  fixed: 'fixed value',
  notice: 'notice',
} as const satisfies Record<Severity, Noun>;

/** The number of findings by severity, such as `no errors, 2 warnings, 14 fixed values`. */
export function severitiesText(findings: Readonly<Record<Severity, number>>): string {
  const parts = SEVERITIES.filter((severity) => severity === 'error' || findings[severity] > 0);
  return parts.map((severity) => amount(findings[severity], SEVERITY_WORDS[severity])).join(', ');
}

/** The statuses of records that are not sent. */
const NOT_SENT = STATUSES.filter((status) => status !== 'new' && status !== 'changed');

/**
 * The sentence about a plan, such as `planned 3 waves: 572 records to send, 12 unchanged`. `invalid`: whether errors of
 * the input prevent sending.
 */
export function plannedText(plan: PlanSummary, invalid = false): string {
  const toSend = plan.waves.reduce((sum, wave) => sum + wave.toSend, 0);
  const rest = NOT_SENT.map((status) => {
    const groups = plan.waves.flatMap((wave) => wave.groups);
    return [groups.reduce((sum, { counts }) => sum + counts[status], 0), status] as const;
  })
    .filter(([number]) => number > 0)
    .map(([number, status]) => `, ${count(number)} ${outcomeText(status, number)}`)
    .join('');
  const { planned, plannedInvalid } = say().progress;
  const texts = { waves: amount(plan.waves.length, 'wave'), records: amount(toSend, 'record'), rest };
  return invalid && toSend > 0 ? plannedInvalid(texts) : planned(texts);
}

export function waveName({
  wave,
  kinds,
}: {
  readonly wave: number;
  readonly kinds: readonly string[];
}): string {
  return say().progress.wave({ wave: `${wave}`, kinds: listOf(kinds) });
}

const listOf = (plurals: readonly string[]): string =>
  plurals.map((plural) => forTerminal(kindsText(plural))).join(', ');

/** Joins messages about one thing to one line. */
export const joinedMessages = (messages: readonly string[]): string => messages.join(say().progress.joint());

const EVENT_TEXTS: { readonly [Type in SharedEvent['type']]: (event: EventOf<Type>) => string } = {
  'run-started'({ command, environment, origin, run }) {
    const address = origin === null ? '' : ` (${forTerminal(origin)})`;
    const sentence = say().progress[command]({ place: `${forTerminal(environment)}${address}` });
    if (command === 'check' || run === '') return sentence;
    return say().progress.withRun({ sentence, run: forTerminal(run) });
  },
  'file-opened'({ file, description, sheets }) {
    const texts = { file: forTerminal(fileText(file)), description: forTerminal(description) };
    return sheets > 1
      ? say().progress.fileSheets({ ...texts, sheets: amount(sheets, 'sheet') })
      : say().progress.file(texts);
  },
  /** The sentence about a check, such as `checked 572 records: no errors, 2 warnings, 14 fixed values`. */
  checked({ records, findings }) {
    const texts = { records: amount(records, 'record'), findings: severitiesText(findings) };
    return say().progress.checked({ count: records, ...texts });
  },
  /** The line about a row, such as `rejected: component CMP-1 / ROB-2041: the message of the service`. */
  row({ kind, key, outcome, messages }) {
    const words = joinedMessages(messages.map((message) => forTerminal(message, 500)));
    const texts = { outcome: outcomeText(outcome), kind: kindText(kind), key: forTerminal(key) };
    return words === '' ? say().progress.row(texts) : say().progress.rowWith({ ...texts, messages: words });
  },
  throttled({ status, waitMs, concurrency }) {
    return say().progress.throttled({
      status: `${status}`,
      time: duration(waitMs),
      requests: amount(concurrency, 'request'),
    });
  },
  'concurrency-found'({ concurrency, because, latencyMs }) {
    const { each, limitSlower, limitThrottled } = say().progress;
    const texts = {
      requests: amount(concurrency, 'request'),
      each: latencyMs === null ? '' : each({ time: `${Math.round(latencyMs)} ms` }),
    };
    return because === 'throttled' ? limitThrottled(texts) : limitSlower(texts);
  },
  retry({ kind, key, attempt, waitMs, reason }) {
    return say().progress.retry({
      attempt: `${attempt}`,
      kind: theKind(kind),
      key: forTerminal(key),
      reason: forTerminal(reason),
      time: duration(waitMs),
    });
  },
  'reading-back'({ kind, key, waitMs, reason }) {
    const { readingBackIn, readingBackNow } = say().progress;
    const texts = { kind: theKind(kind), key: forTerminal(key), reason: forTerminal(reason) };
    return waitMs === 0 ? readingBackNow(texts) : readingBackIn({ ...texts, time: duration(waitMs) });
  },
  'memory-restored': ({ memory }) => say().memory.restored({ name: memory }),
  settling({ ms, after }) {
    return say().progress.settling({ time: duration(ms), kinds: listOf(after) });
  },
  planned: ({ plan, invalid }) => plannedText(plan, invalid),
  stopping: ({ reason }) => say().progress.stopping({ reason: forTerminal(reason, 500) }),
};

/** An event about which a terminal and a log have the same sentence. */
export type SharedEvent = Exclude<
  RunEvent,
  { type: 'sheet-started' | 'rows-read' | 'wave-started' | 'wave-finished' | 'verdict' }
>;

/** The sentence about an event. */
export const eventText = (event: SharedEvent): string => EVENT_TEXTS[event.type](event as never);

/** The line that counts the rows that are not shown. */
export const hiddenText = (rows: number): string =>
  say().progress.hidden({ count: rows, number: count(rows) });

/** The number of rows by outcome, such as `50 created, 2 rejected`; `no rows` for none. */
export function totalsText(totals: Readonly<Totals>): string {
  const parts = OUTCOMES.filter((outcome) => totals[outcome] > 0);
  return parts.length === 0
    ? say().none.row()
    : parts.map((outcome) => `${count(totals[outcome])} ${outcomeText(outcome, totals[outcome])}`).join(', ');
}

/** Whether all rows succeeded. */
export function isSuccess(totals: Readonly<Totals>): boolean {
  return !['invalid', 'not-attempted', ...TROUBLE_OUTCOMES].some((outcome) => totals[outcome as Outcome] > 0);
}

/** A command to paste is never truncated. */
const UNLIMITED = Number.POSITIVE_INFINITY;

/** The last line of a run: what happened, and the next command to run. */
export function verdictText(
  { exitCode, totals, text, next }: Verdict,
  chalk: ChalkInstance,
  width?: number,
): string {
  const color = exitCode === 0 ? (totals.outdated > 0 ? chalk.yellow : chalk.green) : chalk.red;
  const good = (line: string) => color(line);
  const sentence = forTerminal(text, 1000);
  if (next === null) return wrapWhole(sentence, width).map(good).join('\n');
  const advice = forTerminal(next, UNLIMITED);
  const whole = say().verdict.next({ advice: chalk.bold(advice) });
  const plain = say().verdict.next({ advice });
  if (width === undefined || textWidth(`${sentence} ${plain}`) <= width) return `${good(sentence)} ${whole}`;
  const lines = wrapWhole(plain, width).map((line) => chalk.bold(line));
  return [...wrapWhole(sentence, width).map(good), ...lines].join('\n');
}

/** A noun that can be counted. */
export type Noun = keyof ReturnType<typeof say>['counts'];

/** A number and a noun, such as `1 record`, `572 records` or `no records`. */
export const amount = (value: number, noun: Noun): string =>
  value === 0 ? say().none[noun]() : say().counts[noun]({ count: value, number: count(value) });

/** A whole number with separators: `12,345`. */
export const count = numberText;

/** A duration such as `500 ms`, `4 s`, `2 min 5 s`, `3 h 20 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${numberText(Number((ms / 1000).toFixed(1)))} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
