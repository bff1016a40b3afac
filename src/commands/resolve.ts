import { resolve } from 'node:path';
import type { Command } from 'commander';
import { command as advised } from '../advice.ts';
import { type Environment, stateDir } from '../config/environment.ts';
import { loadConfig } from '../config/load.ts';
import { type Context, colorLevel, write } from '../context.ts';
import { keyText } from '../contract/kind.ts';
import { EXIT_CODES, TraceError } from '../errors.ts';
import { hasOutdated, type OutdatedRow } from '../ledger/changed.ts';
import type { Ledger, RunRow } from '../ledger/ledger.ts';
import { type DoubtfulRow, doubtfulRows, isSent } from '../ledger/unfinished.ts';
import { type DoubtRecord, doubtLines, doubtTable } from '../report/doubt-view.ts';
import { hasLaterReport } from '../report/file.ts';
import { SCHEMA_VERSION } from '../report/json-document.ts';
import { outdatedLines, outdatedList } from '../report/outdated-view.ts';
import { writeRunReport } from '../report/run-report.ts';
import { amount } from '../report/sentences.ts';
import { forTerminal, jsonText } from '../report/terminal-text.ts';
import { errorOf } from '../run/error-text.ts';
import { ledgerToRead } from '../run/ledger-state.ts';
import { runParts, wordsOf } from '../run/report-parts.ts';
import {
  absentFrom,
  canBeRead,
  type Kept,
  keepRun,
  listOpen,
  type Resolved,
  resolveRun,
} from '../run/resolve.ts';
import type { Session } from './command.ts';
import { flags, helpNote, helpTail } from './help.ts';
import { type Asked, askedOf } from './input.ts';
import {
  foundRun,
  type LedgerOptions,
  type Left,
  ledgerWords,
  leftFlags,
  leftOver,
  leftRun,
  verdictOfLeft,
} from './left.ts';
import { CONFIRM_FLAGS, type Listening, REPORT_FLAGS, runSending, type SendingOptions } from './sending.ts';
import { shared } from './shared-flags.ts';

interface ResolveOptions extends LedgerOptions, SendingOptions {
  readonly verify?: boolean;
  readonly resend?: boolean;
  readonly sent?: boolean;
  readonly keep?: boolean;
  readonly key?: readonly string[];
  readonly kind?: string;
}

const WAYS = ['verify', 'resend', 'sent'] as const;
/** Of outdated records. */
const KEEP = 'keep' as const;

export function define(command: Command, session: Session): void {
  leftFlags(command);
  flags(command, [
    ['--verify', 'read them from the service: mark those that exist as created, send the others'],
    ['--resend', 'send them again; records that the service already has are marked created'],
    ['--sent', 'mark them as created, without an id: you have seen them in the service'],
    ['--keep', 'accept the new content of outdated records as known; nothing is sent'],
    ['--key <key>', 'only the record of this key, as it is listed; may be repeated', { collect: true }],
    ['--kind <name>', 'only records of this kind'],
    ...REPORT_FLAGS.slice(0, 2),
    shared('json'),
    ...CONFIRM_FLAGS,
  ]);
  helpNote(
    command,
    'Without --verify, --resend, --sent or --keep it lists the records that the service may or may not have stored, and the outdated ones: they changed since the service accepted them, and it has no update for them. Nothing is sent. Without a run it uses the last run that has such records.',
  );
  helpNote(
    command,
    '--sent, --resend and --keep settle only records that were listed before and have not changed since; others are listed instead. --resend sends once. It is refused while the record that was sent before may still appear (setting: absence). After --keep the next import of the same content is unchanged; another change is outdated again.',
  );
  helpTail(command, [
    'trace resolve',
    'trace resolve 20261121-0213 --verify',
    'trace resolve 20261121-0213 --sent --key FRN-0042 --key FRN-0043',
    'trace resolve 20261121-0213 --resend --kind supplier',
    'trace resolve 20261121-0213 --keep',
  ]);
  command.action(async (id: string | undefined, options: ResolveOptions) =>
    session.exit(await runResolve(id, askedOf([], command), options, session)),
  );
}

async function runResolve(
  id: string | undefined,
  asked: Asked,
  options: ResolveOptions,
  session: Session,
): Promise<number> {
  const { context } = session;
  const ways = ([...WAYS, KEEP] as const).filter((way) => options[way]);
  if (ways.length > 1) {
    const said = ways.map((way) => `--${way}`).join(' and ');
    throw new TraceError('usage', 'flags-exclude', `${said} are different ways to settle a record: say one.`);
  }
  const left = await leftRun(id, options, session, lastOpen);
  if (left === null) {
    if (options.json) {
      const verdict = { text: NOTHING_OPEN, next: null };
      const document = { schemaVersion: SCHEMA_VERSION, run: null, environment: options.env ?? null };
      await write(context.stdout, `${jsonText({ ...document, exitCode: 0, verdict, records: [] })}\n`);
    }
    await write(context.stderr, `${NOTHING_OPEN}\n`);
    return 0;
  }
  const how = ways[0];
  if (how === undefined) return list(left, asked, options, session);
  const { run, environment } = left;
  const first = JSON.parse(run.options) as { report?: string | null };
  const report = first.report ? resolve(context.cwd, first.report) : null;
  const later = report && (await hasLaterReport(report, run.id)) ? null : report;
  const common = {
    environment,
    options,
    reportPath: options.report === undefined ? later : resolve(context.cwd, options.report),
    inputs: [],
    goesOn: true,
  };
  const job = (listening: Listening) => ({
    runId: run.id,
    by: context.env.USER || context.env.USERNAME || 'a person',
    environment,
    env: context.env,
    now: context.now,
    signal: context.signal,
    forced: context.forced,
    ...listening,
  });
  if (how === KEEP) {
    return runSending(
      {
        ...common,
        sends: false,
        run: async (listening) =>
          keepRun({ ...job(listening), pick: (rows) => picked(rows, options, run.id, 'outdated') }),
        verdict: (kept) => verdictOfLeft('resolve', kept, environment, asked),
        lines: unlistedLines,
        document: (kept, { exitCode, text, next }) => {
          const document = {
            schemaVersion: SCHEMA_VERSION,
            run: run.id,
            environment: environment.name,
            exitCode,
          };
          return [jsonText({ ...document, verdict: { text, next }, records: keptRecords(kept) })];
        },
      },
      session,
    );
  }
  return runSending(
    {
      ...common,
      sends: how !== 'sent',
      run: (listening) =>
        resolveRun({ ...job(listening), how, pick: (rows) => picked(rows, options, run.id, 'in doubt') }),
      verdict: (resolved) => verdictOfLeft('resolve', resolved, environment, asked),
      lines: (resolved) => untouchedLines(resolved, run.interface, environment, context),
      document: (resolved, verdict) => [
        jsonText({
          schemaVersion: SCHEMA_VERSION,
          run: run.id,
          environment: environment.name,
          exitCode: verdict.exitCode,
          verdict: { text: verdict.text, next: verdict.next },
          records: settledRecords(resolved, run.interface, environment, context.now()),
        }),
      ],
    },
    session,
  );
}

/** The last import with a record in doubt, or with one that is outdated still. */
function lastOpen(ledger: Ledger, meant: (run: RunRow) => boolean) {
  return ledger
    .runs()
    .find(
      (run) =>
        isSent(run) &&
        meant(run) &&
        run.exitCode !== 0 &&
        (doubtfulRows(ledger, run.run).length > 0 || hasOutdated(ledger, run.run)),
    );
}

/** Prints the records in doubt, those that are outdated, and what can be done. Sends nothing. */
async function list(
  { run, environment }: Left,
  asked: Asked,
  options: ResolveOptions,
  { context, known }: Session,
): Promise<number> {
  const loaded = await loadConfig(context.cwd, options.config, context.signal);
  const folder = stateDir(loaded, options, context.cwd).value;
  const pick = (rows: readonly DoubtfulRow[], outdated: readonly OutdatedRow[]) => {
    const all = [...rows, ...outdated];
    const ids = new Set((all.length === 0 ? [] : picked(all, options, run.id)).map((row) => row.id));
    return {
      rows: rows.filter((row) => ids.has(row.id)),
      outdated: outdated.filter((row) => ids.has(row.id)),
    };
  };
  const listing = listOpen({ environment, env: context.env, now: context.now, runId: run.id }, pick, () =>
    ledgerToRead(folder, context.env, ledgerWords(options)),
  );
  const { ledger, rows, outdated, noted } = listing;
  try {
    const { run: number } = foundRun(ledger, run.id);
    const verdict = verdictOfLeft(
      'resolve',
      { ledger, run: number, runId: run.id, stop: null },
      environment,
      asked,
    );
    const exitCode =
      rows.length > 0 ? EXIT_CODES.doubt.code : outdated.length > 0 ? EXIT_CODES.rows.code : verdict.exitCode;
    const now = context.now();
    const inDoubt = rows.map((row) => recordOf(row, run.interface, environment, now));
    const changed = outdated.map(outdatedRecord);
    const records = [...inDoubt, ...changed];
    if (options.json) {
      const document = {
        schemaVersion: SCHEMA_VERSION,
        run: run.id,
        environment: environment.name,
        exitCode,
      };
      const { text, next } = verdict;
      await write(context.stdout, `${jsonText({ ...document, verdict: { text, next }, records })}\n`);
    } else {
      const place = ledgerWords(options);
      const { updatable = 0, updating = null } = leftOver(ledger, run.id, environment);
      const update = updatable > 0 ? updating : null;
      const lines = [
        ...(inDoubt.length > 0 || changed.length === 0
          ? doubtLines(run.id, inDoubt, colorLevel(context), place)
          : []),
        ...outdatedList(run.id, changed, { place, update }),
      ];
      for (const line of lines) await write(context.stdout, `${line}\n`);
    }
    if (records.length === 0 && verdict.next && !options.json)
      await write(context.stderr, `Next: ${forTerminal(verdict.next, 1000)}\n`);
    if (!noted && records.length > 0) await write(context.stderr, `${NOT_NOTED}\n`);
    if (options.report !== undefined) {
      const { head, ...parts } = runParts(ledger, foundRun(ledger, run.id));
      const error = errorOf(exitCode, { text: verdict.text, next: verdict.next });
      await writeRunReport(resolve(context.cwd, options.report), { ...head, exitCode, error }, parts, {
        force: options.force === true,
        keep: [ledger.path],
      });
    }
    known.reported = true;
    return exitCode;
  } finally {
    listing.close();
  }
}

const NOTHING_OPEN = 'No record is in doubt or outdated.';
const NOT_NOTED =
  'Another run is pushing, or the state folder is read-only: list the records again before you settle them.';

/** Says which of the records that were named were not settled, and why. */
function* untouchedLines(
  { untouched }: Resolved,
  interfaceName: string,
  environment: Environment,
  { now, ...context }: Context,
): Iterable<string> {
  const reasons = {
    'not-listed': [
      'settled: not listed since the last try, until now.',
      'Look up what is listed in the service, then type the command again.',
    ],
    'too-early': [
      'sent again: the service may still store what was sent before.',
      'Type the command again at the time under "absent counts from".',
    ],
  } as const;
  for (const why of ['not-listed', 'too-early'] as const) {
    const rows = untouched.filter((one) => one.why === why).map(({ row }) => row);
    if (rows.length === 0) continue;
    const [what, next] = reasons[why];
    yield `${amount(rows.length, 'record')} in doubt ${rows.length === 1 ? 'was' : 'were'} not ${what} ${next}`;
    const records = rows.map((row) => recordOf(row, interfaceName, environment, now()));
    yield* doubtTable(records, colorLevel({ now, ...context }));
  }
}

function recordOf(row: DoubtfulRow, interfaceName: string, environment: Environment, now: Date): DoubtRecord {
  const from = row.isUpdate ? null : absentFrom(row, interfaceName, environment, now);
  return {
    kind: row.kind,
    key: keyText(row.key),
    family: row.family || null,
    importationBatch: row.batch || null,
    origin: { file: row.file, sheet: row.sheet, row: row.row },
    outcome: 'in-doubt',
    sentAt: row.sentAt,
    absenceCountsFrom: from?.toISOString() ?? null,
    attempts: row.attempts,
    messages: wordsOf(row.messages),
    ways: WAYS.filter((way) => way !== 'verify' || canBeRead(interfaceName, row.kind)),
  };
}

/** As it is listed: only a person settles it. */
const outdatedRecord = (row: OutdatedRow): DoubtRecord => ({
  kind: row.kind,
  key: keyText(row.key),
  family: row.family || null,
  importationBatch: row.batch || null,
  origin: { file: row.file, sheet: row.sheet, row: row.row },
  outcome: 'outdated',
  sentAt: null,
  absenceCountsFrom: null,
  attempts: row.attempts,
  messages: wordsOf(row.messages),
  ways: [KEEP],
});

const keptRecords = ({ picked, unlisted }: Kept): DoubtRecord[] => [
  ...picked.map((row) => ({ ...outdatedRecord(row), outcome: 'unchanged' as const, ways: [] })),
  ...unlisted.map(outdatedRecord),
];

/** Says which of the outdated records that were named are listed only now. */
function* unlistedLines({ unlisted }: Kept): Iterable<string> {
  if (unlisted.length === 0) return;
  const were = unlisted.length === 1 ? 'was' : 'were';
  yield `${amount(unlisted.length, 'outdated record')} ${were} not settled: not listed as they are, until now. Look at what differs, then type the command again.`;
  yield* outdatedLines(unlisted.map(outdatedRecord));
}

/** The records that were meant, as they ended. */
function settledRecords(
  { ledger, picked, untouched }: Resolved,
  interfaceName: string,
  environment: Environment,
  at: Date,
): DoubtRecord[] {
  const now = ledger.db.prepare('select outcome, attempts, messages from records where id = ?');
  return [...picked, ...untouched.map(({ row }) => row)].map((row) => {
    const { outcome, attempts, messages } = now.get(row.id) as {
      outcome: DoubtRecord['outcome'];
      attempts: number;
      messages: string | null;
    };
    const before = recordOf({ ...row, attempts, messages }, interfaceName, environment, at);
    return { ...before, outcome, ways: outcome === 'in-doubt' ? before.ways : [] };
  });
}

/** Those of the key and the kind that were named. Throws TraceError when none fits. */
function picked<Row extends { readonly key: string; readonly kind: string }>(
  rows: readonly Row[],
  options: ResolveOptions,
  run: string,
  state = 'in doubt or outdated',
): readonly Row[] {
  const { key, kind } = options;
  const keys = key?.map((text) => text.trim());
  for (const text of keys ?? []) {
    if (rows.some((row) => keyText(row.key) === text)) continue;
    throw new TraceError(
      'usage',
      'key-unknown',
      `--key "${text}": no record of this run is ${state} under that key.`,
      `${advised('resolve', run, ...ledgerWords(options))} lists them.`,
    );
  }
  const some = rows.filter(
    (row) =>
      (keys === undefined || keys.includes(keyText(row.key))) &&
      (kind === undefined || row.kind === kind || `${row.kind}s` === kind),
  );
  if (some.length > 0 || rows.length === 0) return some;
  throw new TraceError('usage', 'kind-unknown', `--kind ${kind}: no record of that kind is ${state}.`);
}
