import type { Command } from 'commander';
import { command as advised } from '../advice.ts';
import { addressOf } from '../config/address.ts';
import { requireState } from '../config/approval.ts';
import { configuredPlaces } from '../config/configured-places.ts';
import { type Environment, resolveEnvironment, stateDir } from '../config/environment.ts';
import { type LoadedConfig, loadConfig } from '../config/load.ts';
import { write } from '../context.ts';
import { type InterfaceName, keyText } from '../contract/kind.ts';
import { kindsOf } from '../contract/registry.ts';
import { TraceError } from '../errors.ts';
import type { RunCommand, Verdict } from '../import/event.ts';
import { importFirst, ledgerToRead } from '../import/ledger-state.ts';
import { lockLedger } from '../import/lock-ledger.ts';
import { heldKinds } from '../import/make-plan.ts';
import { messageTexts } from '../import/message-text.ts';
import { EMBEDDED, targetAt, targetOf } from '../import/place.ts';
import type { Pushed } from '../import/push-run.ts';
import { runAgain } from '../import/run-again.ts';
import { totalsOf } from '../import/run-end.ts';
import { type Ended, verdictOf, whereOf } from '../import/verdict.ts';
import { countUpdatable, outdatedRows } from '../ledger/changed.ts';
import { readableOf } from '../ledger/doubts.ts';
import { History } from '../ledger/history.ts';
import type { Ledger, RunRow } from '../ledger/ledger.ts';
import { otherBatches } from '../ledger/sent-records.ts';
import { namedTarget } from '../ledger/targets.ts';
import { isSent, resumableOf, wantingIds } from '../ledger/unfinished.ts';
import { forTerminal } from '../terminal-text.ts';
import type { Asked } from './asked.ts';
import type { Session } from './command.ts';
import { flags } from './flags/help.ts';
import { type EnvironmentOptions, settingFlags, TRUST_FLAG } from './flags/input-flags.ts';
import { shared } from './flags/shared.ts';
import { OUTDATED_SHOWN, outdatedLines } from './view/outdated-view.ts';

/** The flags of the commands that work on what an earlier run left in the ledger. */
export interface LedgerOptions extends EnvironmentOptions {
  readonly restoreLedger?: boolean;
}

/** A run of the ledger, and the environment that it went to. */
export interface Left {
  readonly run: RunRow;
  readonly environment: Environment;
}

export function leftFlags(command: Command): void {
  command.argument('[run]', 'id of the run, or the start of it');
  flags(command, [
    shared('env', ' (default: that of the run)'),
    shared('config'),
    shared('stateDir'),
    TRUST_FLAG,
  ]);
  settingFlags(command, ['rate', 'concurrency', 'settle', 'timeout']);
}

/**
 * The run that is named, or else the one that `choose` finds among those that are meant, and the environment that sends
 * where it was sent. Null when there is none to choose.
 * Throws TraceError when the run is not known, is no import, or went elsewhere than the environment that is named.
 */
export async function leftRun(
  id: string | undefined,
  options: LedgerOptions,
  { context }: Session,
  choose: (ledger: Ledger, meant: (run: RunRow) => boolean) => RunRow | undefined,
): Promise<Left | null> {
  const loaded = await loadConfig(context.cwd, options.config, context.signal);
  const resolved = (name: string) => resolveEnvironment(loaded, { ...options, env: name }, context.cwd);
  if (options.restoreLedger) {
    const environment = await resolveEnvironment(loaded, options, context.cwd);
    await requireState(environment, context.env);
    const held = lockLedger({ environment, env: context.env, now: context.now, replace: 'restore' });
    held.close();
    if (held.warning) await write(context.stderr, `${forTerminal(held.warning, 1000)}\n`);
  }
  const place = ledgerWords(options);
  const folder = stateDir(loaded, options, context.cwd).value;
  using ledger = ledgerToRead(folder, context.env, place, targetsOf(loaded));
  if (id === undefined) ledger.check('unfinished');
  const named = options.env === undefined ? undefined : await resolved(options.env);
  // The name is only a name: what counts is where a run went.
  const run =
    id !== undefined
      ? foundRun(ledger, id, place)
      : named === undefined
        ? choose(ledger, () => true)
        : (choose(ledger, (one) => wentTo(one, named)) ??
          choose(ledger, (one) => one.environment === named.name));
  if (!run) return null;
  if (!isSent(run)) {
    throw new TraceError('usage', 'run-unknown', `Run ${run.id} is no import: it sent nothing.`);
  }
  if (named === undefined) {
    const environment = await resolved(nameFor(run, loaded));
    await requireState(environment, context.env);
    return { run, environment };
  }
  await requireState(named, context.env);
  if (!wentTo(run, named)) {
    throw new TraceError(
      'usage',
      'run-elsewhere',
      run.environment === named.name
        ? `Run ${run.id} went to ${run.target}, and ${named.name} is at another address now: ${targetOf(named)}.`
        : `Run ${run.id} went to ${run.environment}, not to ${named.name}.`,
      'Leave --env out: the run knows where it went.',
    );
  }
  return { run, environment: named };
}

/** The name of the environment that sends where a run was sent: the run's own, or that of one that was renamed. */
function nameFor(run: RunRow, { config }: LoadedConfig): string {
  const names = Object.entries(config.environments ?? {}).flatMap(([name, { baseUrl, account = null }]) =>
    baseUrl !== undefined && wentThere(run, addressOf(baseUrl), account) ? [name] : [],
  );
  return names.find((name) => name === run.environment) ?? names[0] ?? run.environment;
}

function wentTo(run: RunRow, { baseUrl, account }: Environment): boolean {
  return wentThere(run, baseUrl.value === null ? EMBEDDED : addressOf(baseUrl.value), account.value);
}

/** Whether a run went to an address and account, as far as its target says: the ledger is asked when it is held. */
function wentThere({ target }: RunRow, address: string, account: string | null): boolean {
  const old = namedTarget(target);
  const isBare = target === targetAt(address, null);
  return old === null ? isBare || target === targetAt(address, account) : addressOf(old.address) === address;
}

/** Where the environments of the configuration send. */
export const targetsOf = (loaded: LoadedConfig): string[] =>
  configuredPlaces(loaded, null).map(({ address, account }) => targetAt(address, account));

/** The flags by which a command finds the same ledger. */
export function ledgerWords({
  config,
  stateDir: folder,
}: Pick<LedgerOptions, 'config' | 'stateDir'>): string[] {
  return [
    ...(config === undefined ? [] : ['--config', config]),
    ...(folder === undefined ? [] : ['--state-dir', folder]),
  ];
}

/**
 * The run of an id, or of the start of one, with its rows checked. `place` are the flags that led to the ledger. Throws
 * TraceError.
 */
export function foundRun(ledger: Ledger, id: string, place: readonly string[] = []): RunRow {
  const run = ledger.findRun(id);
  if (run) ledger.check([run.run]);
  if (run) return run;
  if (ledger.runs(1).length === 0) {
    throw new TraceError(
      'usage',
      'run-unknown',
      'There is no run yet: nothing was imported from here.',
      importFirst(place),
    );
  }
  throw new TraceError(
    'usage',
    'run-unknown',
    `No single run has an id that starts with "${id}".`,
    `${advised('runs', 'list', ...place)} shows them.`,
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
    where: whereOf(environment),
    ...asked,
    totals: totalsOf(ledger, run),
    ignored: new History(ledger, run).ignored(),
    stopped: new History(ledger, run).stopped(),
    errors: findings.get('error') ?? 0,
    warnings: findings.get('warning') ?? 0,
    skipInvalid: true,
    ...leftOver(ledger, runId, environment),
    stop,
    toSend: 0,
  });
}

/** What is left to do of a run, and by which command. */
export function leftOver(
  ledger: Ledger,
  runId: string,
  { inDoubt }: Environment,
): Pick<Ended, 'left' | 'readable' | 'wantingIds' | 'again' | 'updatable' | 'updating'> {
  const row = ledger.findRun(runId)!;
  if (row.stage !== 'planned') return {};
  const held = heldKinds(kindsOf(row.interface as InterfaceName), inDoubt.value);
  const updatable = countUpdatable(ledger, row.run);
  return {
    left: resumableOf(ledger, row.run, held),
    readable: inDoubt.value === 'verify' ? readableOf(ledger, row.run) : 0,
    wantingIds: wantingIds(ledger, row.run),
    again: runAgain(row),
    updatable,
    ...(updatable > 0 && { updating: runAgain(row, '--update') }),
  };
}

/** What is said of unchanged records whose rows have another importation batch than they were sent with. */
export function* otherBatchesOf({ ledger, run }: Pick<Pushed, 'ledger' | 'run'>): Iterable<string> {
  const others = otherBatches(ledger, run);
  if (others.length === 0) return;
  const total = others.reduce((sum, { count }) => sum + count, 0);
  const named = others.slice(0, BATCHES_SHOWN).map(({ batch }) => batch);
  const more = others.length > BATCHES_SHOWN ? ` and ${others.length - BATCHES_SHOWN} more` : '';
  const records = total === 1 ? '1 unchanged record was' : `${total} unchanged records were`;
  yield forTerminal(
    `${records} sent with another importation batch (${named.join(', ')}${more}): the service keeps it.`,
    1000,
  );
}

const BATCHES_SHOWN = 3;

/** The outdated records of a run, with the fields that differ: said before its last line. */
export function* outdatedOf({ ledger, run }: Pick<Pushed, 'ledger' | 'run'>): Iterable<string> {
  const total = totalsOf(ledger, run).outdated;
  if (total === 0) return;
  const rows = outdatedRows(ledger, run, OUTDATED_SHOWN);
  const records = rows.map(({ kind, key, file, sheet, row, messages }) => ({
    kind,
    key: keyText(key),
    origin: { file, sheet, row },
    messages: messageTexts(messages),
  }));
  yield* outdatedLines(records, total);
}
