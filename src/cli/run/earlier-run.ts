import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { command as advised } from '../../advice.ts';
import { addressOf } from '../../config/address.ts';
import { requireState } from '../../config/approval.ts';
import { configuredPlaces } from '../../config/configured-places.ts';
import type { Environment } from '../../config/environment.ts';
import { type LoadedConfig, loadConfig } from '../../config/load.ts';
import { resolveEnvironment, stateDir } from '../../config/resolve-environment.ts';
import { type Context, write } from '../../context.ts';
import { type InterfaceName, keyText } from '../../contract/kind.ts';
import { kindsOf } from '../../contract/registry.ts';
import { usage } from '../../errors.ts';
import { repeatCommand } from '../../import/report/repeat-command.ts';
import { messageTexts } from '../../import/report/report-parts.ts';
import type { RunCommand, Verdict } from '../../import/report/run-event.ts';
import { totalsOf } from '../../import/report/run-result.ts';
import { environmentLabel, type RunSummary, verdictOf } from '../../import/report/verdict.ts';
import type { EndedRun } from '../../import/send-run.ts';
import { manualKinds } from '../../import/staged/make-plan.ts';
import { importFirst, ledgerToRead } from '../../import/state/ledger-faults.ts';
import { lockLedger } from '../../import/state/lock-ledger.ts';
import { currentTarget, EMBEDDED, targetAt, targetOf } from '../../import/state/target.ts';
import type { Ledger, RunRow } from '../../ledger/ledger.ts';
import { sendsRecords } from '../../ledger/runs.ts';
import { namedTarget } from '../../ledger/targets.ts';
import { numberText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { Invocation, Session } from '../command.ts';
import { flags, shared } from '../flags/help.ts';
import { type EnvironmentOptions, PACE_FLAGS, TRUST_FLAG } from '../flags/input-flags.ts';
import { hasLaterReport } from '../view/file.ts';
import { OUTDATED_SHOWN, outdatedLines } from '../view/outdated-view.ts';
import { lineFor } from '../view/wrap.ts';
import type { LedgerFlags } from './sending.ts';

/** The values of the flags of commands that work on an earlier run. */
export type LedgerOptions = EnvironmentOptions & Pick<LedgerFlags, 'restoreLedger'>;

/** A run of the ledger, and the environment that it was sent to. */
export interface EarlierRun {
  readonly run: RunRow;
  readonly environment: Environment;
}

export function earlierRunFlags(command: Command): void {
  command.argument('[run]', say().helpArguments.run());
  const place = [shared('env', 'defaultOfRun'), shared('config'), shared('stateDir')];
  flags(command, [...place, TRUST_FLAG, ...PACE_FLAGS]);
}

/**
 * Finds the run with this id or, without an id, the one that `choose` selects. Also returns the environment with the
 * address that the run was sent to. Null if there is no such run.
 *
 * @throws TraceError if the id is unknown, the run sent nothing, or `--env` has another address than the run
 */
export async function findEarlierRun(
  id: string | undefined,
  options: LedgerOptions,
  { context }: Session,
  choose: (ledger: Ledger, matches: (run: RunRow) => boolean) => RunRow | undefined,
): Promise<EarlierRun | null> {
  const loaded = await loadConfig(context.cwd, options.config, context.signal);
  const resolved = (name: string) => resolveEnvironment(loaded, { ...options, env: name }, context.cwd);
  if (options.restoreLedger) {
    const environment = await resolveEnvironment(loaded, options, context.cwd);
    await requireState(environment, context.env);
    const open = lockLedger({ environment, env: context.env, now: context.now, replace: 'restore' });
    open.close();
    if (open.warning) await write(context.stderr, lineFor(context.stderr, open.warning));
  }
  const place = placeFlagsOf(options);
  const folder = stateDir(loaded, options, context.cwd).value;
  using ledger = ledgerToRead(folder, context.env, place, targetsOf(loaded));
  const named = options.env === undefined ? undefined : await resolved(options.env);
  // A run is found by the address that it was sent to, as environments can be renamed.
  const run =
    id !== undefined
      ? foundRun(ledger, id, place)
      : named === undefined
        ? choose(ledger, () => true)
        : (choose(ledger, (one) => wasSentTo(one, named)) ??
          choose(ledger, (one) => one.environment === named.name));
  if (!run) return null;
  if (!sendsRecords(run)) {
    throw usage('run-unknown', say().runs.notAnImport({ run: run.id }));
  }
  if (named === undefined) {
    const environment = await resolved(nameFor(run, loaded));
    await requireState(environment, context.env);
    return { run, environment };
  }
  await requireState(named, context.env);
  if (!wasSentTo(run, named)) {
    throw usage(
      'run-elsewhere',
      run.environment === named.name
        ? say().runs.movedAddress({
            ...{ run: run.id, target: run.target },
            ...{ environment: named.name, address: targetOf(named) },
          })
        : say().runs.otherEnvironment({
            ...{ run: run.id, target: run.environment, environment: named.name },
          }),
      say().runs.removeEnv(),
    );
  }
  return { run, environment: named };
}

/** The current name of the environment that a run was sent to; it may have been renamed since. */
function nameFor(run: RunRow, { config }: LoadedConfig): string {
  const names = Object.entries(config.environments ?? {}).flatMap(([name, { baseUrl, account = null }]) =>
    baseUrl !== undefined && hasAddress(run, addressOf(baseUrl), account) ? [name] : [],
  );
  return names.find((name) => name === run.environment) ?? names[0] ?? run.environment;
}

function wasSentTo(run: RunRow, { baseUrl, account }: Environment): boolean {
  return hasAddress(run, baseUrl.value === null ? EMBEDDED : addressOf(baseUrl.value), account.value);
}

/**
 * Whether a run was sent to this address and account. If the target of the run contains no account, only the address is
 * compared.
 */
function hasAddress(run: RunRow, address: string, account: string | null): boolean {
  const target = currentTarget(run.target);
  const old = namedTarget(target);
  const isBare = target === targetAt(address, null);
  return old === null ? isBare || target === targetAt(address, account) : addressOf(old.address) === address;
}

/** The targets of the environments in the configuration. */
const targetsOf = (loaded: LoadedConfig): string[] =>
  configuredPlaces(loaded, null).map(({ address, account }) => targetAt(address, account));

/** The flags with which another command finds the same ledger. */
export function placeFlagsOf({
  config,
  stateDir: folder,
}: Pick<LedgerOptions, 'config' | 'stateDir'>): string[] {
  return [
    ...(config === undefined ? [] : ['--config', config]),
    ...(folder === undefined ? [] : ['--state-dir', folder]),
  ];
}

/** Opens the ledger that the flags select, to read it. The caller closes it. */
export async function openLedger(
  options: Pick<LedgerOptions, 'config' | 'stateDir'>,
  { cwd, env, signal }: Context,
): Promise<Ledger> {
  const loaded = await loadConfig(cwd, options.config, signal);
  return ledgerToRead(stateDir(loaded, options, cwd).value, env, placeFlagsOf(options), targetsOf(loaded));
}

/**
 * The run whose id is or starts with `id`.
 *
 * @param place flags of the suggested command, so that it finds the same ledger
 * @throws TraceError `run-unknown`
 */
export function foundRun(ledger: Ledger, id: string, place: readonly string[] = []): RunRow {
  const run = ledger.runs.find(id);
  if (run) return run;
  if (ledger.runs.list(1).length === 0) {
    throw usage('run-unknown', say().runs.noneYet(), importFirst(place));
  }
  throw usage(
    'run-unknown',
    say().runs.unknown({ id }),
    say().runs.toList({ command: advised('runs', 'list', ...place) }),
  );
}

/**
 * The file of the report after a resume or resolve: that of `--report`, else the one of the run, unless it has the report
 * of a later run or its folder is gone, like that of a job that ended. Null for the state folder.
 */
export async function reportPathOf(
  run: RunRow,
  { report }: { readonly report?: string },
  { cwd }: Context,
): Promise<string | null> {
  if (report !== undefined) return resolve(cwd, report);
  const { report: first } = JSON.parse(run.options) as { report?: string | null };
  const path = first ? resolve(cwd, first) : null;
  return path && existsSync(dirname(path)) && !(await hasLaterReport(path, run.id)) ? path : null;
}

/** The verdict on the whole run after a resume or resolve. */
export function verdictOfEarlierRun(
  command: RunCommand,
  { ledger, run, runId, stop }: Pick<EndedRun, 'ledger' | 'run' | 'runId' | 'stop'>,
  environment: Environment,
  invocation: Invocation,
): Verdict {
  const history = ledger.history(run);
  const findings = new Map(history.findingCounts().map(({ severity, count }) => [severity, count]));
  return verdictOf({
    command,
    run: runId,
    environment: environment.name,
    label: environmentLabel(environment),
    ...invocation,
    totals: totalsOf(ledger, run),
    ignored: history.ignoredColumns(),
    partlyRead: history.partlyRead(),
    unsent: history.unsentSheets(),
    errors: findings.get('error') ?? 0,
    warnings: findings.get('warning') ?? 0,
    skipInvalid: true,
    ...remainingWork(ledger, runId, environment),
    stop,
    toSend: 0,
  });
}

/** What remains to be done in a run, and the command that does it. */
export function remainingWork(
  ledger: Ledger,
  runId: string,
  { inDoubt }: Environment,
): Pick<
  RunSummary,
  'openRecords' | 'readableInDoubt' | 'missingIds' | 'repeatCommand' | 'updatable' | 'updateCommand'
> {
  const row = ledger.runs.find(runId)!;
  if (row.stage !== 'planned') return {};
  const keptInDoubt = manualKinds(kindsOf(row.interface as InterfaceName), inDoubt.value);
  const updatable = ledger.outdated.countUpdatable(row.run);
  return {
    openRecords: ledger.runs.countResumable(row.run, keptInDoubt),
    readableInDoubt: inDoubt.value === 'verify' ? ledger.doubts.countReadable(row.run) : 0,
    missingIds: ledger.runs.countMissingIds(row.run),
    repeatCommand: repeatCommand(row),
    updatable,
    ...(updatable > 0 && { updateCommand: repeatCommand(row, '--update') }),
  };
}

/**
 * The lines about records that were sent before: to another address, and, unless `quiet`, unchanged ones whose rows now
 * have another importation batch.
 */
export function* sentBefore(
  { ledger, run }: Pick<EndedRun, 'ledger' | 'run'>,
  quiet = false,
): Iterable<string> {
  const environment = ledger.runs.environmentOf(run);
  for (const { target, count } of ledger.sentRecords.sentElsewhere(run)) {
    const texts = { count, number: numberText(count), target, environment };
    yield forTerminal(say().runs.sentElsewhere(texts), 1000);
  }
  const batches = quiet ? [] : ledger.plan(run).otherBatches();
  if (batches.length === 0) return;
  const total = batches.reduce((sum, { count }) => sum + count, 0);
  const more = batches.length - BATCHES_SHOWN;
  const names = batches
    .slice(0, BATCHES_SHOWN)
    .map(({ batch }) => batch)
    .join(', ');
  const shown = more > 0 ? say().plan.andMore({ names, number: numberText(more) }) : names;
  yield forTerminal(say().runs.otherBatch({ count: total, number: numberText(total), batches: shown }), 1000);
}

const BATCHES_SHOWN = 3;

/** The lines about the outdated records of a run, with the fields that differ. */
export function* outdatedOf(
  { ledger, run }: Pick<EndedRun, 'ledger' | 'run'>,
  width: number | undefined,
): Iterable<string> {
  const total = totalsOf(ledger, run).outdated;
  if (total === 0) return;
  const rows = ledger.outdated.rows(run, OUTDATED_SHOWN);
  const records = rows.map(({ kind, key, file, sheet, row, messages }) => ({
    kind,
    key: keyText(key),
    origin: { file, sheet, row },
    messages: messageTexts(messages),
  }));
  yield* outdatedLines(records, { width, total });
}
