import { command } from '../../advice.ts';
import { type InterfaceName, keyText } from '../../contract/kind.ts';
import { kindsOf } from '../../contract/registry.ts';
import { type ErrorText, EXIT_CODES } from '../../errors.ts';
import type { FindingCode } from '../../findings/catalogue.ts';
import { type Finding, placeText, type Severity } from '../../findings/finding.ts';
import type { FindingRow, RecordRow } from '../../ledger/history.ts';
import type { History, Ledger, RunRow } from '../../ledger/ledger.ts';
import type { Message, StoredNote } from '../../ledger/rows.ts';
import { say } from '../../say.ts';
import { noTotals, type Outcome, type Totals } from '../../send/push/outcome.ts';
import { changesOf } from './changes.ts';
import { placeFlagsOfRun, repeatCommand } from './repeat-command.ts';
import { errorOf, totalsOf } from './run-result.ts';

/** Maximum number of attempts that the report lists for a record, as in its schema. */
const MAX_ATTEMPTS = 20;

/**
 * Returns the contents of the report of a run, from the ledger: the lists stream, in the order of the input. `active`: a
 * process is still executing the run. `detail`: what only the page of the run shows, read when it is written. Only records with problems list their attempts, and only the last ones, so that a report of a million records stays short.
 */
export function reportParts(ledger: Ledger, run: RunRow, active = false) {
  const history = ledger.history(run.run);
  const exitCode = run.exitCode ?? EXIT_CODES.interrupted.code;
  const verdict = verdictFrom(run, active);
  return {
    head: {
      run: run.id,
      environment: run.environment,
      interface: run.interface,
      startedAt: run.startedAt,
      finishedAt: run.finishedAt ?? ledger.killedRuns.lastEvent(run.run),
      exitCode,
      error: exitCode === 0 ? null : (verdict?.error ?? errorOf(exitCode, verdict)),
      verdict: verdict && { text: verdict.text, next: verdict.next },
      totals: totalsOf(ledger, run.run),
    },
    files: history.files(),
    batches: batchesOf(history),
    findings: findingsIn(ledger, run.run),
    ignoredColumns: history.ignoredColumns(),
    records: mapItems(history.records(), (row) => ({
      ...recordFrom(row, run, active),
      tries: hadProblem(row) ? attemptsOf(history, row).slice(-MAX_ATTEMPTS) : [],
    })),
    detail: {
      place: placeFlagsOfRun(run),
      waves: () => ledger.pace(run.run).waves(),
      slots: (number: number) => ledger.pace(run.run).slots(number),
      changes: () => changesOf(ledger, run.run, kindsOf(run.interface as InterfaceName)),
    },
  };
}

/** The verdict of a run, and its error if one was stored. */
function verdictFrom(
  run: RunRow,
  active: boolean,
): { text: string; next: string | null; error?: ErrorText | null } | null {
  const { id, stage, verdict, finishedAt } = run;
  if (verdict?.startsWith('{')) return JSON.parse(verdict);
  if (active) return { text: say().records.notEnded(), next: null };
  if (verdict !== 'killed' && finishedAt !== null) return null;
  if (stage === 'planned')
    return {
      text: say().records.killedSending(),
      next: command('resume', id, ...placeFlagsOfRun(run)),
    };
  return { text: say().records.killedBefore(), next: repeatCommand(run) };
}

function batchesOf(history: History): { importationBatch: string; totals: Totals }[] {
  const batches = new Map<string, Totals>();
  for (const { batch, outcome, count } of history.batches()) {
    const totals = batches.get(batch) ?? noTotals();
    totals[outcome as Outcome] += count;
    batches.set(batch, totals);
  }
  return [...batches].map(([importationBatch, totals]) => ({ importationBatch, totals }));
}

/** The stored findings of a run, in their order. */
export const findingsIn = (ledger: Ledger, run: number) =>
  mapItems(ledger.history(run).findings(), reportedFinding);

export type ReportedFinding = ReturnType<typeof reportedFinding>;

/** A stored finding as JSON shows it. Unknown fields are null. */
export function reportedFinding(row: FindingRow) {
  const { code, severity, file, sheet, line, column, kind, field, value, message, suggestion } = row;
  return {
    code: code as FindingCode,
    severity: severity as Severity,
    origin: { file, sheet, row: row.row, line, column },
    ...{ kind, field, value },
    message: boundedText(message),
    suggestion: suggestion === null ? null : boundedText(suggestion),
  };
}

/** Maximum length of a message or suggestion, in characters. It may quote a whole cell. */
const TEXT_CHARACTERS = 2000;

const boundedText = (text: string): string =>
  text.length <= TEXT_CHARACTERS ? text : `${text.slice(0, TEXT_CHARACTERS - 1)}…`;

/** Converts a stored row to a finding. */
export function findingFrom(row: FindingRow): Finding {
  const { code, severity, file, sheet, line, column, kind, field, value, message, suggestion } = row;
  return {
    code: code as Finding['code'],
    severity: severity as Finding['severity'],
    origin: {
      file,
      ...(sheet === null ? {} : { sheet }),
      ...(row.row === null ? {} : { row: row.row }),
      ...(line === null ? {} : { line }),
      ...(column === null ? {} : { column }),
    },
    ...(kind === null ? {} : { kind }),
    ...(field === null ? {} : { field }),
    ...(value === null ? {} : { value }),
    message,
    ...(suggestion === null ? {} : { suggestion }),
  };
}

/** The errors in the row of an invalid record, each with its address. The row may have records of other kinds. */
function reasonsOf({ file, sheet, kind, reasons }: RecordRow): string[] {
  if (reasons === null) return [];
  type Reason = [
    number | null,
    string | null,
    string,
    string | null,
    FindingCode,
    string | null,
    string | null,
  ];
  const own = (JSON.parse(reasons) as Reason[]).filter(([, , , , , , of]) => of === null || of === kind);
  return own.map(([row, column, message, suggestion, code, field]) => {
    const origin = {
      file,
      sheet,
      ...(row === null ? {} : { row }),
      ...(column === null ? {} : { column }),
    };
    const more = suggestion === null || message.includes(suggestion) ? '' : ` → ${suggestion}`;
    const text = say().verdict.place({
      label: placeText({ code, origin, ...(field !== null && { field }) }),
      sentence: `${message}${more}`,
    });
    return text.slice(0, TEXT_CHARACTERS);
  });
}

/** A record in the report. */
function recordFrom(row: RecordRow, run: RunRow, active: boolean) {
  const messages = [...new Set([...messageTexts(row.messages), ...reasonsOf(row)])];
  // The run stopped, or was killed, before it could store a message.
  if (row.outcome === 'in-doubt' && messages.length === 0 && !active)
    messages.push(say().records.uncertain({ command: command('resolve', run.id, ...placeFlagsOfRun(run)) }));
  const answer = (row.answer === null ? {} : JSON.parse(row.answer)) as Record<string, string | undefined>;
  const blockedBy =
    row.blockedBy === null
      ? null
      : (JSON.parse(row.blockedBy) as { kind: string; key: string; outcome: Outcome });
  return {
    kind: row.kind,
    key: keyText(row.key),
    family: row.family || null,
    importationBatch: row.batch || null,
    origin: {
      file: row.file,
      sheet: row.sheet,
      row: row.row,
      line: row.line,
      ...(row.rows !== null && { rows: JSON.parse(row.rows) as number[] }),
    },
    outcome: row.outcome as Outcome,
    id: answer.id ?? null,
    studyId: answer.studyId ?? null,
    qrCodeLink: answer.qrCodeLink ?? null,
    showcaseLink: answer.showcaseLink ?? null,
    messages,
    blockedBy: blockedBy && { ...blockedBy, key: keyText(blockedBy.key) },
    attempts: row.attempts,
  };
}

/** The records of a run, each with its attempts. */
export function recordsWithAttempts(ledger: Ledger, run: RunRow, active = false) {
  const history = ledger.history(run.run);
  return mapItems(history.records(), (row) => ({
    ...recordFrom(row, run, active),
    tries: attemptsOf(history, row),
  }));
}

/** Whether anything but a successful first attempt happened to a record. */
function hadProblem({ outcome, attempts, messages }: RecordRow): boolean {
  return attempts > 1 || outcome !== 'created' || messages !== null;
}

/** The attempts of a record, as `runs show` prints them. */
export function attemptsOf(history: History, { id, attempts }: Pick<RecordRow, 'id' | 'attempts'>) {
  const rows = attempts === 0 ? [] : history.attempts(id);
  return rows.map((row) => ({ ...row, error: messageTexts(row.error) }));
}

function* mapItems<In, Out>(items: Iterable<In>, map: (item: In) => Out): Iterable<Out> {
  for (const item of items) yield map(item);
}

type Sentences = {
  readonly [Code in StoredNote['code']]: (note: Extract<StoredNote, { code: Code }>) => string;
};

const SENTENCES: Sentences = {
  'existing-earlier': (note) => say().records['existing-earlier'](note),
  'sent-uncertain': (note) => say().records['sent-uncertain'](note),
  held: ({ run, place }) => say().records.held({ command: command('resolve', run, ...place) }),
  'other-batch': (note) => say().records['other-batch'](note),
  'killed-while-sending': () => say().records['killed-while-sending'](),
  'outcome-unstored': () => say().records['outcome-unstored'](),
  'ledger-unwritable': () => say().records['ledger-unwritable'](),
  settled: ({ run, found }) =>
    say().records[`settled-${found}`]({
      run: run === null ? say().records.laterRun() : say().records.run({ run }),
    }),
  'settled-since': (note) => say().records['settled-since'](note),
  'sent-since': (note) => say().records['sent-since'](note),
  'sent-elsewhere': (note) => say().records['sent-elsewhere'](note),
  'content-unknown': () => say().records['content-unknown'](),
  'older-copy': () => say().records['older-copy'](),
  'not-looked-up': () => say().records['not-looked-up'](),
  'confirmed-sent': ({ by, on }) =>
    say().records['confirmed-sent']({ by, on, command: command('resolve', '--sent') }),
  'confirmed-kept': ({ by, on }) =>
    say().records['confirmed-kept']({ by, on, command: command('resolve', '--keep') }),
};

/** The sentences for messages that the ledger stores as codes (JSON). */
export const messageTexts = (stored: string | null): string[] =>
  stored === null ? [] : (JSON.parse(stored) as Message[]).map(textOf);

function textOf(message: Message): string {
  if (typeof message === 'string') return message;
  const sentence = SENTENCES[message.code] as ((note: StoredNote) => string) | undefined;
  // The code is from a newer version of trace.
  return sentence === undefined ? message.code : sentence(message);
}
