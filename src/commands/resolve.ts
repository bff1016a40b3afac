import { resolve } from 'node:path';
import type { Command } from 'commander';
import { stateDir } from '../config/environment.ts';
import { loadConfig } from '../config/load.ts';
import { colorLevel, write } from '../context.ts';
import { keyText } from '../contract/kind.ts';
import { EXIT_CODES, TraceError } from '../errors.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type DoubtfulRow, doubtfulRows, isSent } from '../ledger/unfinished.ts';
import { type DoubtRecord, doubtLines } from '../report/doubt-view.ts';
import { jsonText } from '../report/terminal-text.ts';
import { ledgerToRead } from '../run/ledger-state.ts';
import { wordsOf } from '../run/report-parts.ts';
import { canBeRead, type Resolved, resolveRun } from '../run/resolve.ts';
import type { Session } from './command.ts';
import { flags, helpTail } from './help.ts';
import { type Asked, askedOf } from './input.ts';
import { foundRun, type LedgerOptions, type Left, leftFlags, leftRun, verdictOfLeft } from './left.ts';
import { CONFIRM_FLAGS, runSending, type SendingOptions } from './sending.ts';

interface ResolveOptions extends LedgerOptions, SendingOptions {
  readonly verify?: boolean;
  readonly resend?: boolean;
  readonly sent?: boolean;
  readonly key?: readonly string[];
  readonly kind?: string;
}

const WAYS = ['verify', 'resend', 'sent'] as const;

export function define(command: Command, session: Session): void {
  leftFlags(command);
  flags(command, [
    ['--verify', 'read them back: what is there becomes created, what is not is sent'],
    ['--resend', 'send them again now; one that the service has already then becomes created'],
    ['--sent', 'a person has seen them in the service: they become created, without an id'],
    ['--key <key>', 'only the record of this key, as it is listed; may be repeated', { collect: true }],
    ['--kind <name>', 'only records of this kind'],
    ['--json', 'print JSON'],
    ...CONFIRM_FLAGS,
  ]);
  command.addHelpText(
    'after',
    '\nWithout --verify, --resend or --sent it lists the records of a run of which nobody knows whether the service took' +
      '\nthem, and sends nothing. Without a run it takes the last one that has such records.',
  );
  helpTail(command, [
    'trace resolve',
    'trace resolve 20261121-0213 --verify',
    'trace resolve 20261121-0213 --sent --key FRN-0042 --key FRN-0043',
    'trace resolve 20261121-0213 --resend --kind supplier',
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
  const ways = WAYS.filter((way) => options[way]);
  if (ways.length > 1) {
    const said = ways.map((way) => `--${way}`).join(' and ');
    throw new TraceError('usage', 'flags-exclude', `${said} are different ways to settle a record: say one.`);
  }
  const left = await leftRun(id, options, session, lastDoubtful);
  if (left === null) {
    await write(context.stderr, 'No record is in doubt.\n');
    return 0;
  }
  const how = ways[0];
  if (how === undefined) return list(left, asked, options, session);
  const { run, environment } = left;
  const { report } = JSON.parse(run.options) as { report?: string | null };
  return runSending(
    {
      environment,
      options,
      reportPath: report ? resolve(context.cwd, report) : null,
      inputs: [],
      sends: how !== 'sent',
      run: (emit) =>
        resolveRun({
          runId: run.id,
          how,
          pick: (rows) => picked(rows, options),
          by: context.env.USER || context.env.USERNAME || 'a person',
          environment,
          env: context.env,
          now: context.now,
          signal: context.signal,
          emit,
        }),
      verdict: (resolved) => verdictOfLeft('resolve', resolved, environment, asked),
      document: (resolved, verdict) => [
        jsonText({
          schemaVersion: 1,
          run: run.id,
          environment: environment.name,
          exitCode: verdict.exitCode,
          verdict: { text: verdict.text, next: verdict.next },
          records: settledRecords(resolved, run.interface),
        }),
      ],
    },
    session,
  );
}

/** The last import with a record in doubt. */
function lastDoubtful(ledger: Ledger, environment: string | undefined) {
  return ledger
    .runs()
    .find(
      (run) =>
        isSent(run) &&
        (environment ?? run.environment) === run.environment &&
        run.exitCode !== 0 &&
        doubtfulRows(ledger, run.run).length > 0,
    );
}

/** Prints the records in doubt and what can be done. Sends nothing. */
async function list(
  { run, environment }: Left,
  asked: Asked,
  options: ResolveOptions,
  { context }: Session,
): Promise<number> {
  const loaded = await loadConfig(context.cwd, options.config);
  using ledger = ledgerToRead(stateDir(loaded, options, context.cwd).value, context.env);
  const { run: number } = foundRun(ledger, run.id);
  const rows = doubtfulRows(ledger, number);
  const shown = rows.length === 0 ? [] : picked(rows, options);
  const records = shown.map((row) => recordOf(row, run.interface));
  const exitCode = rows.length > 0 ? EXIT_CODES.doubt.code : 0;
  if (options.json) {
    const { text, next } = verdictOfLeft(
      'resolve',
      { ledger, run: number, runId: run.id, stop: null },
      environment,
      asked,
    );
    const document = { schemaVersion: 1, run: run.id, environment: environment.name, exitCode };
    await write(context.stdout, `${jsonText({ ...document, verdict: { text, next }, records })}\n`);
    return exitCode;
  }
  for (const line of doubtLines(run.id, records, colorLevel(context)))
    await write(context.stdout, `${line}\n`);
  return exitCode;
}

function recordOf(row: DoubtfulRow, interfaceName: string): DoubtRecord {
  return {
    kind: row.kind,
    key: keyText(row.key),
    family: row.family || null,
    importationBatch: row.batch || null,
    origin: { file: row.file, sheet: row.sheet, row: row.row },
    outcome: 'in-doubt',
    sentAt: row.sentAt,
    attempts: row.attempts,
    messages: wordsOf(row.messages),
    ways: WAYS.filter((way) => way !== 'verify' || canBeRead(interfaceName, row.kind)),
  };
}

/** The records that were meant, as they ended. */
function settledRecords({ ledger, picked }: Resolved, interfaceName: string): DoubtRecord[] {
  const now = ledger.db.prepare('select outcome, attempts, messages from records where id = ?');
  return picked.map((row) => {
    const { outcome, attempts, messages } = now.get(row.id) as {
      outcome: DoubtRecord['outcome'];
      attempts: number;
      messages: string | null;
    };
    const before = recordOf({ ...row, attempts, messages }, interfaceName);
    return { ...before, outcome, ways: outcome === 'in-doubt' ? before.ways : [] };
  });
}

/** Those of the key and the kind that were named. Throws TraceError when none fits. */
function picked(rows: readonly DoubtfulRow[], { key, kind }: ResolveOptions): readonly DoubtfulRow[] {
  const keys = key?.map((text) => text.trim());
  for (const text of keys ?? []) {
    if (rows.some((row) => keyText(row.key) === text)) continue;
    throw new TraceError(
      'usage',
      'key-unknown',
      `--key "${text}": no record of this run is in doubt under that key.`,
      'trace resolve without --key lists them.',
    );
  }
  const some = rows.filter(
    (row) =>
      (keys === undefined || keys.includes(keyText(row.key))) &&
      (kind === undefined || row.kind === kind || `${row.kind}s` === kind),
  );
  if (some.length > 0 || rows.length === 0) return some;
  throw new TraceError('usage', 'kind-unknown', `--kind ${kind}: no record of that kind is in doubt.`);
}
