import { absenceMsIn, type Environment } from '../config/environment.ts';
import type { InterfaceName, KindSpec } from '../contract/kind.ts';
import { EXIT_CODES, TraceError } from '../errors.ts';
import { settleElsewhere } from '../ledger/elsewhere.ts';
import { Ledger } from '../ledger/ledger.ts';
import { takeLock } from '../ledger/lock.ts';
import { forgetTarget } from '../ledger/planning.ts';
import { namedTarget } from '../ledger/targets.ts';
import { brokenBy, endBrokenPush } from './broken.ts';
import type { Move } from './claim.ts';
import { endRun } from './end.ts';
import { errorOf } from './error-text.ts';
import type { RunEvent } from './event.ts';
import { settleKilled } from './killed.ts';
import { lostMock, markerOf, refuseNew, troubleOf } from './ledger-state.ts';
import { machineClock } from './machine-clock.ts';
import { takeMemory } from './memory.ts';
import { isAnotherMock, stateFiles, targetOf } from './place.ts';
import type { InDoubt } from './push/delivery.ts';
import { push } from './push/engine.ts';
import type { Stop } from './push/stop.ts';
import { type Replacement, replaceLedger } from './replace-ledger.ts';
import { openTarget } from './target.ts';

/** Records of a kind that are about to be sent, or to be settled by that. */
export interface Leaving {
  /** The kind, in the plural. */
  readonly kinds: string;
  readonly count: number;
}

/** What every run that sends is given. */
export interface SendingJob {
  readonly environment: Environment;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Aborted when what is out is not to be waited for any more. */
  readonly forced?: AbortSignal | undefined;
  readonly emit: (event: RunEvent) => void;
  /** Asked once the plan is made and before anything is sent; throws when the person does not want it. */
  readonly confirm?: ((leaving: readonly Leaving[]) => Promise<void>) | undefined;
  /** What the person wants where the ledger cannot be relied on; left out, the run stops. */
  readonly replace?: Replacement | undefined;
}

/** A run that has ended: the ledger is still open, for the report. Close it last. */
export interface Pushed {
  readonly ledger: Ledger;
  readonly run: number;
  readonly runId: string;
  readonly stop: Stop | null;
  /** What broke while records were leaving, if anything did: for the person, after the report. */
  readonly broken?: unknown;
  /** Something doubtful about how the service is reached. */
  readonly warning: string | undefined;
  /** Releases the ledger and the lock. */
  close(): void;
}

/** A ledger that no other run pushes from. */
export interface HeldLedger {
  readonly ledger: Ledger;
  readonly target: string;
  /** What is to be said of the memory of the ledger. */
  readonly warning: string | undefined;
  /** Releases the ledger and the lock. */
  close(): void;
}

/**
 * Takes the lock of the target, opens the ledger, gives the environment the memory that belongs to it, and settles what
 * killed runs left in it.
 * Throws TraceError `locked`, `account-unclear`, and others when the ledger cannot be used.
 */
export function holdLedger({
  environment,
  env,
  now,
  replace,
}: Pick<SendingJob, 'environment' | 'env' | 'now' | 'replace'>): HeldLedger {
  const files = stateFiles(environment.stateDir.value);
  const lock = takeLock(files.lock(targetOf(environment)));
  let ledger: Ledger | undefined;
  const close = () => {
    ledger?.close();
    lock.release();
  };
  try {
    const named = targetOf(environment);
    const marker = markerOf(environment, named, env);
    if (lostMock(environment, files)) marker.remove();
    const trouble = troubleOf(environment, marker, 'sending');
    const warnings: (string | undefined)[] = [];
    if (replace) warnings.push(replaceLedger(replace, trouble, { environment, files, marker, now: now() }));
    else if (trouble) throw trouble.error;
    ledger = Ledger.open(files.ledger);
    refuseNew(ledger, marker);
    ledger.guard(named, marker);
    const at = now().toISOString();
    const { target, moves } = takeMemory(ledger, environment, { at, use: 'send' });
    warnings.push(takenOver(environment.name, target, moves));
    if (isAnotherMock(ledger, environment, target, files.mock) && forgetTarget(ledger, target) > 0) {
      warnings.push(
        `The local mock has other data than the ledger remembers (${files.mock} is new): nothing counts as sent.`,
      );
    }
    settleKilled(ledger, { target, now: now(), moment: machineClock.moment() });
    const said = warnings.filter((text) => text !== undefined);
    return { ledger, target, warning: said.length === 0 ? undefined : said.join('\n'), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** What was written can still be read, for the report. */
const stopWithout = ({ exit, code, message, hint }: TraceError): Stop => ({
  exit,
  code,
  reason: `${message.slice(0, -1)}. ${hint?.replace(/\.$/, '')}`,
  next: null,
});

/** What is to be said of memory that another name, or no account, had before. */
function takenOver(name: string, target: string, moves: readonly Move[]): string | undefined {
  const from = moves
    .filter((move) => move.to === target && namedTarget(move.from)?.environment !== name)
    .map((move) => move.from);
  return from.length === 0
    ? undefined
    : `What was sent to ${from.join(', ')} counts for ${name} now (${target}).`;
}

export interface Staged {
  readonly held: HeldLedger;
  readonly run: number;
  readonly interface: InterfaceName;
  readonly waves: readonly (readonly KindSpec[])[];
  /** Ids of the records that are to be settled: what is learned of them counts for other runs as well. */
  readonly doubtful: readonly number[];
  /** Instead of what the environment says. */
  readonly inDoubt?: InDoubt;
  /** Creates of one record without a certain answer before it is left in doubt. */
  readonly mostLost?: number;
  /** Records that are blocked already were told of before. */
  readonly blockedAreReported?: boolean;
}

/**
 * Sends the open records of a planned run, if there are any, and gives the others their end. Throws what goes wrong
 * before anything was sent; what breaks later ends the run, with every record in the state that is known of it.
 */
export async function pushStaged(
  { environment, env, now, signal, forced, emit, confirm }: SendingJob,
  staged: Staged,
): Promise<Pick<Pushed, 'stop' | 'broken' | 'warning'>> {
  const { run, interface: interfaceName, waves, blockedAreReported = false } = staged;
  const { ledger, target } = staged.held;
  const interrupted = () => {
    endRun(ledger, run);
    const reason = 'interrupted before anything was sent';
    return { stop: { exit: 'interrupted', reason }, warning: undefined } as const;
  };
  if (signal.aborted) return interrupted();
  const leaving = leavingOf(ledger, run, staged.waves.flat());
  if (leaving.length === 0) return { stop: null, warning: staged.held.warning };
  await confirm?.(leaving);
  const opening = await openTarget(environment, env, 'write', signal).catch((error: unknown) => {
    if (signal.aborted && error === signal.reason) return null;
    throw error;
  });
  if (opening === null) return interrupted();
  const { service, close, redact, ...opened } = opening;
  const warnings = [staged.held.warning, opened.warning].filter((text) => text !== undefined);
  const warning = warnings.length === 0 ? undefined : warnings.join('\n');
  const onForced = () =>
    emit({ type: 'stopping', reason: 'interrupted again: what is out is not waited for, and in doubt' });
  forced?.addEventListener('abort', onForced, { once: true });
  let closing = close;
  try {
    const stop = await push(
      {
        ...{ ledger, run, target, interface: interfaceName, waves, service, emit, blockedAreReported },
        place: environment.place,
      },
      {
        rate: environment.rate.value,
        concurrency: environment.concurrency.value,
        settleMs: environment.settleMs.value,
        inDoubt: staged.inDoubt ?? environment.inDoubt.value,
        ...(staged.mostLost === undefined ? {} : { mostLost: staged.mostLost }),
        absenceMs: (kind) => absenceMsIn(environment, kind),
        signal,
        clock: machineClock,
        forced,
        now,
      },
    );
    endRun(ledger, run);
    settleElsewhere(ledger, staged.doubtful);
    const gone = ledger.gone();
    return { stop: gone ? stopWithout(gone) : stop, warning };
  } catch (error) {
    // The first error counts.
    closing = () => close().catch(() => {});
    endBrokenPush(ledger, run, staged.doubtful, now().toISOString());
    const gone = ledger.gone();
    const { stop, broken } = brokenBy(error, ledger);
    const redacted = { ...stop, reason: redact(stop.reason) };
    return { stop: redacted, broken, ...(gone ? { stop: stopWithout(gone) } : {}), warning };
  } finally {
    forced?.removeEventListener('abort', onForced);
    await closing();
  }
}

/** Ends a run that an error ends before anything was sent, lets the ledger go, and gives the error to throw. */
export function endBroken(held: HeldLedger, run: number | undefined, at: Date, error: unknown): unknown {
  const { ledger } = held;
  if (run !== undefined && ledger.db.isOpen) {
    try {
      if (ledger.db.isTransaction) ledger.db.exec('rollback');
      endRun(ledger, run);
      const stop = endOf(error, ledger);
      const said = { text: stop.reason, next: null };
      const { code } = EXIT_CODES[stop.exit];
      ledger.finishRun(
        run,
        at.toISOString(),
        code,
        JSON.stringify({ ...said, error: errorOf(code, said, stop) }),
      );
    } catch {
      // a full disk fails here too: the first error is printed, and the next run settles this one
    }
  }
  held.close();
  return error;
}

/** What of a planned run is open, by kind. */
function leavingOf({ db }: Ledger, run: number, kinds: readonly KindSpec[]): Leaving[] {
  const rows = db
    .prepare('select kind, count(*) as count from records where run = ? and outcome is null group by kind')
    .all(run) as unknown as { kind: string; count: number }[];
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
  const known = kinds.filter(({ name }) => counts.has(name));
  const others = rows.filter(({ kind }) => !known.some(({ name }) => name === kind));
  return [
    ...known.map(({ name, plural }) => ({ kinds: plural, count: counts.get(name)! })),
    ...others.map(({ kind, count }) => ({ kinds: kind, count })),
  ];
}

function endOf(error: unknown, ledger: Ledger): Stop {
  if (error instanceof TraceError) {
    const { exit, code, message, hint } = error;
    return { exit, code, reason: message, hint };
  }
  if ((error as Error | undefined)?.name === 'AbortError')
    return { exit: 'interrupted', reason: 'interrupted: nothing was sent' };
  return brokenBy(error, ledger).stop;
}
