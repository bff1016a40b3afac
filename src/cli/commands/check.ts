import type { Command } from 'commander';
import { colorLevel, write } from '../../context.ts';
import { totalsOf } from '../../import/end-run.ts';
import { findingFrom } from '../../import/report/report-parts.ts';
import { verdictOf } from '../../import/report/verdict.ts';
import { History } from '../../ledger/history.ts';
import type { Session } from '../command.ts';
import { flags, helpTail } from '../flags/help.ts';
import { inputOf } from '../flags/input.ts';
import { type InputOptions, inputFlags } from '../flags/input-flags.ts';
import { namedFiles } from '../flags/named-files.ts';
import { shared } from '../flags/shared.ts';
import { inspecting } from '../run/inspecting.ts';
import { type Invocation, invocationOf } from '../run/invocation.ts';
import { checkJson, checkLines } from '../view/check-view.ts';

interface CheckOptions extends InputOptions {
  readonly json?: boolean;
}

export function define(command: Command, session: Session): void {
  inputFlags(command);
  flags(command, [shared('json', ': the findings, one entry per cell')]);
  helpTail(
    command,
    ['trace check batch.xlsx', 'trace check *.csv --strict', 'trace check batch.xlsx --json > findings.json'],
    'all',
  );
  command.action(async (files: string[], options: CheckOptions) =>
    session.exit(
      await runCheck(invocationOf(namedFiles(files, session.context.cwd), command), options, session),
    ),
  );
}

async function runCheck(invocation: Invocation, options: CheckOptions, session: Session): Promise<number> {
  const { context } = session;
  const input = await inputOf(invocation.files, { ...options, offline: true }, session);
  const inspection = await inspecting('check', input, invocation, options, session);
  using ledger = inspection.ledger;
  const { groups, run, runId, records } = inspection;
  const totals = totalsOf(ledger, run);
  const verdict = verdictOf({
    command: 'check',
    run: runId,
    environment: input.environment.name,
    ...invocation,
    totals,
    selected: records - new History(ledger, run).notChosen(),
    ignored: new History(ledger, run).ignored(),
    partlyRead: new History(ledger, run).stopped(),
    errors: groups.counts().error,
    warnings: groups.counts().warning,
    skipInvalid: false,
    stop: context.signal.aborted ? { exit: 'interrupted', reason: 'interrupted' } : null,
    toSend: 0,
  });
  session.exit(verdict.exitCode);
  if (options.json) {
    const history = new History(ledger, run);
    const findings = (function* () {
      for (const row of history.findings()) yield findingFrom(row);
    })();
    for await (const chunk of checkJson({
      findings,
      files: () => history.files(),
      counts: () => groups.counts(),
      ignoredColumns: () => history.ignored(),
    })) {
      await write(context.stdout, chunk);
    }
    await write(context.stdout, '\n');
  } else {
    for (const line of checkLines(groups, records, verdict, colorLevel(context)))
      await write(context.stdout, `${line}\n`);
  }
  return verdict.exitCode;
}
