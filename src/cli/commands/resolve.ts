import type { Command } from 'commander';
import { type Context, write } from '../../context.ts';
import { usage } from '../../errors.ts';
import type { Verdict } from '../../import/report/run-event.ts';
import { keepRun, resolveRun } from '../../import/resolve/resolve-run.ts';
import type { Ledger, RunRow } from '../../ledger/ledger.ts';
import { sendsRecords } from '../../ledger/runs.ts';
import { say } from '../../say.ts';
import { jsonText } from '../../terminal-text.ts';
import { type Invocation, invocationOf, type Session } from '../command.ts';
import { flags, helpNote, shared } from '../flags/help.ts';
import { CONFIRM_FLAGS } from '../run/confirm.ts';
import { earlierRunFlags, findEarlierRun, reportPathOf, verdictOfEarlierRun } from '../run/earlier-run.ts';
import { excludeText, reportFlags, runSending } from '../run/sending.ts';
import type { OpenRecord } from '../view/document-schema.ts';
import { terminalWidth } from '../view/wrap.ts';
import { listRecords, RESOLVE_FLAGS, type ResolveOptions, selectedRecords } from './resolve-list.ts';
import {
  DOUBT_FLAGS,
  KEEP,
  keptRecords,
  resolveDocument,
  settledRecords,
  unlistedLines,
  untouchedLines,
} from './resolve-records.ts';

export function define(command: Command, session: Session): void {
  earlierRunFlags(command);
  flags(command, [...RESOLVE_FLAGS, ...reportFlags().slice(0, 2), shared('json'), ...CONFIRM_FLAGS]);
  helpNote(command, say().helpNotes.resolve());
  helpNote(command, say().helpNotes.resolveWays());
  command.action(async (id: string | undefined, options: ResolveOptions) =>
    session.exit(await runResolve(id, invocationOf([], command), options, session)),
  );
}

async function runResolve(
  id: string | undefined,
  invocation: Invocation,
  options: ResolveOptions,
  session: Session,
): Promise<number> {
  const { context } = session;
  const ways = ([...DOUBT_FLAGS, KEEP] as const).filter((way) => options[way]);
  if (ways.length > 1) {
    throw usage('flags-exclude', excludeText(...ways.map((way) => `--${way}`)));
  }
  const earlier = await findEarlierRun(id, options, session, lastOpen);
  if (earlier === null) return printNothingOpen(options, context);
  const how = ways[0];
  if (how === undefined) return listRecords(earlier, invocation, options, session);
  const { run, environment } = earlier;
  const common = {
    name: 'resolve' as const,
    environment,
    options,
    reportPath: await reportPathOf(run, options, context),
    inputs: [],
    continues: run.id,
  };
  const by = context.env.USER || context.env.USERNAME || say().resolve.person();
  const document = (verdict: Verdict, records: readonly OpenRecord[]) => [
    jsonText(resolveDocument(run.id, environment.name, verdict, records)),
  ];
  if (how === KEEP) {
    return runSending(
      {
        ...common,
        sends: false,
        run: async (job) =>
          keepRun({
            ...job,
            ...{ runId: run.id, by },
            pick: (rows) => selectedRecords(rows, options, run.id, say().resolve.isOutdated()),
          }),
        verdict: (kept) => verdictOfEarlierRun('resolve', kept, environment, invocation),
        lines: (kept) => unlistedLines(kept, terminalWidth(context.stderr)),
        document: (kept, verdict) => document(verdict, keptRecords(kept)),
      },
      session,
    );
  }
  return runSending(
    {
      ...common,
      sends: how !== 'sent',
      run: (job) =>
        resolveRun({
          ...job,
          ...{ runId: run.id, by, how },
          pick: (rows) => selectedRecords(rows, options, run.id, say().resolve.isDoubt()),
        }),
      verdict: (resolved) => verdictOfEarlierRun('resolve', resolved, environment, invocation),
      lines: (resolved) => untouchedLines(resolved, run.interface, environment, context),
      document: (resolved, verdict) =>
        document(verdict, settledRecords(resolved, run.interface, environment, context.now())),
    },
    session,
  );
}

/** The last import that has a record in doubt or an outdated record. */
function lastOpen(ledger: Ledger, matches: (run: RunRow) => boolean) {
  return ledger.runs
    .list()
    .find(
      (run) =>
        sendsRecords(run) &&
        matches(run) &&
        run.exitCode !== 0 &&
        (ledger.doubts.rows(run.run).length > 0 || ledger.outdated.has(run.run)),
    );
}

/** Prints that no record has to be settled. Returns the exit code. */
async function printNothingOpen(options: ResolveOptions, { stdout, stderr }: Context): Promise<number> {
  if (options.json) {
    const verdict = { exitCode: 0, text: say().resolve.nothing(), next: null };
    await write(stdout, `${jsonText(resolveDocument(null, options.env ?? null, verdict, []))}\n`);
  }
  await write(stderr, `${say().resolve.nothing()}\n`);
  return 0;
}
