import type { Command } from 'commander';
import { type Environment, resolveEnvironment, stateDir } from '../config/environment.ts';
import { loadConfig } from '../config/load.ts';
import { write } from '../context.ts';
import { TraceError } from '../errors.ts';
import { History } from '../ledger/history.ts';
import type { Ledger, RunRow } from '../ledger/ledger.ts';
import { isSent, leftOf } from '../ledger/unfinished.ts';
import { forTerminal } from '../report/terminal-text.ts';
import { totalsOf } from '../run/end.ts';
import type { RunCommand, Verdict } from '../run/event.ts';
import { ledgerToRead } from '../run/ledger-state.ts';
import { holdLedger, type Pushed } from '../run/pushed.ts';
import { verdictOf } from '../run/verdict.ts';
import type { Session } from './command.ts';
import { flags } from './help.ts';
import { type Asked, settingFlags } from './input.ts';

/** The flags of the commands that work on what an earlier run left in the ledger. */
export interface LedgerOptions {
  readonly env?: string;
  readonly config?: string;
  readonly stateDir?: string;
  readonly rate?: string;
  readonly concurrency?: string;
  readonly settle?: string;
  readonly timeout?: string;
  readonly restoreLedger?: boolean;
}

/** A run of the ledger, and the environment that it went to. */
export interface Left {
  readonly run: RunRow;
  readonly environment: Environment;
}

export function leftFlags(command: Command): void {
  command.argument('[run]', 'id of the run, or the start of one');
  flags(command, [
    ['--env <name>', 'environment of the run, when none is named'],
    ['--config <file>', 'configuration file, instead of trace.config.yaml in this folder'],
    ['--state-dir <folder>', 'where the ledger and the reports live, instead of .trace'],
  ]);
  settingFlags(command, ['rate', 'concurrency', 'settle', 'timeout']);
}

/**
 * The run that is named, or else the one that `choose` finds. Null when there is none to choose.
 * Throws TraceError when the run is not known, is no import, or went to another environment than the one named.
 */
export async function leftRun(
  id: string | undefined,
  options: LedgerOptions,
  { context }: Session,
  choose: (ledger: Ledger, environment: string | undefined) => RunRow | undefined,
): Promise<Left | null> {
  const loaded = await loadConfig(context.cwd, options.config);
  if (options.restoreLedger) {
    const environment = await resolveEnvironment(loaded, options, context.cwd);
    const held = holdLedger({ environment, env: context.env, now: context.now, replace: 'restore' });
    held.close();
    if (held.warning) await write(context.stderr, `${forTerminal(held.warning, 1000)}\n`);
  }
  using ledger = ledgerToRead(stateDir(loaded, options, context.cwd).value, context.env);
  if (id === undefined) ledger.check('unfinished');
  const run = id === undefined ? choose(ledger, options.env) : foundRun(ledger, id);
  if (!run) return null;
  if (!isSent(run)) {
    throw new TraceError('usage', 'run-unknown', `Run ${run.id} is no import: it sent nothing.`);
  }
  if (options.env !== undefined && options.env !== run.environment) {
    throw new TraceError(
      'usage',
      'run-elsewhere',
      `Run ${run.id} went to ${run.environment}, not to ${options.env}.`,
      'Leave --env out: the run knows its environment.',
    );
  }
  return {
    run,
    environment: await resolveEnvironment(loaded, { ...options, env: run.environment }, context.cwd),
  };
}

const IMPORT = 'Run trace import first, or name the folder with --state-dir.';

/** The run that is named, with its rows checked. Throws TraceError. */
export function foundRun(ledger: Ledger, id: string): RunRow {
  const run = ledger.findRun(id);
  if (run) ledger.check([run.run]);
  if (run) return run;
  if (ledger.runs(1).length === 0) {
    throw new TraceError(
      'usage',
      'run-unknown',
      'There is no run yet: nothing was imported from here.',
      IMPORT,
    );
  }
  throw new TraceError(
    'usage',
    'run-unknown',
    `No single run has an id that starts with "${id}".`,
    'trace runs list shows them.',
  );
}

/** How the whole run stands after one of these commands. */
export function verdictOfLeft(
  command: RunCommand,
  { ledger, run, runId, stop }: Pick<Pushed, 'ledger' | 'run' | 'runId' | 'stop'>,
  environment: Environment,
  asked: Asked,
): Verdict {
  const findings = new Map(
    new History(ledger, run).findingCounts().map(({ severity, count }) => [severity, count]),
  );
  return verdictOf({
    command,
    run: runId,
    environment: environment.name,
    ...asked,
    totals: totalsOf(ledger, run),
    errors: findings.get('error') ?? 0,
    warnings: findings.get('warning') ?? 0,
    skipInvalid: true,
    left: leftOf(ledger, run),
    stop,
    toSend: 0,
  });
}
