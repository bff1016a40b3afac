import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Environment } from '../../config/environment.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { openToSend } from '../../ledger/ledger-file.ts';
import { takeLock } from '../../ledger/lock.ts';
import type { Processes } from '../../ledger/sender.ts';
import { namedTarget } from '../../ledger/targets.ts';
import { say } from '../../say.ts';
import { elapsedMs, type Moment } from '../../service/clock.ts';
import { isMockLost, ledgerFault, lostError, markerOf } from './ledger-faults.ts';
import { machineClock } from './machine-clock.ts';
import { moveOwnRecords } from './move-records.ts';
import type { TargetMove } from './ownership.ts';
import { type Replacement, replaceLedger } from './replace-ledger.ts';
import { stateFiles } from './state-files.ts';
import { isAnotherMock, targetOf } from './target.ts';

/** How long after its last sign of life a process counts as alive if it cannot be checked from here, in milliseconds. */
const MAX_SILENCE_MS = 60_000;

/** Checks processes of this machine. A process of another machine counts as alive while its signs of life are recent. */
const processes: Processes = {
  own: { host: hostname(), pid: process.pid, began: processStart(process.pid) },
  isAlive({ host, pid, began }, seen, now) {
    const isFresh = now.getTime() - seen.getTime() < MAX_SILENCE_MS;
    if (host !== hostname()) return isFresh;
    return began === null ? isFresh && isRunning(pid) : processStart(pid) === began;
  },
};

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process started, in ticks since the machine started; null if it has ended, or on systems other than Linux. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/** What is needed to lock and open the ledger of an environment. */
export interface LockingJob {
  readonly environment: Environment;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
  /** How to replace a ledger that cannot be used. By default the run stops instead. */
  readonly replace?: Replacement | undefined;
}

/** A ledger that is locked, so that no other run can send from it. */
export interface LockedLedger {
  readonly ledger: Ledger;
  readonly target: string;
  /** A warning about the state of the ledger. */
  readonly warning: string | undefined;
  /** Releases the ledger and the lock. */
  close(): void;
}

/**
 * Takes the lock of the target, opens the ledger, moves the records of the environment to its target, and settles killed runs.
 * Throws TraceError `locked`, `account-unclear`, and others if the ledger cannot be used.
 */
export function lockLedger({ environment, env, now, replace }: LockingJob): LockedLedger {
  const files = stateFiles(environment.stateDir.value);
  const lockFile = files.lock(targetOf(environment));
  using held = new DisposableStack();
  held.use(takeLock(lockFile));
  const named = targetOf(environment);
  const marker = markerOf(environment, named, env);
  if (isMockLost(environment, files)) marker.remove();
  const fault = ledgerFault(environment, marker, 'sending');
  const warnings: (string | undefined)[] = [];
  if (replace) warnings.push(replaceLedger(replace, fault, { environment, files, marker, now: now() }));
  else if (fault) throw fault.error;
  const opened = openToSend(files.ledger, marker);
  if (opened === null) throw lostError(files.ledger);
  const ledger = held.use(opened);
  held.defer(ledger.registerSender(named, lockFile, processes, now));
  const at = now().toISOString();
  const { target, moves } = moveOwnRecords(ledger, environment, { at, use: 'send' });
  warnings.push(movedWarning(environment.name, target, moves));
  if (isAnotherMock(ledger, environment, target, files.mock) && ledger.targets.forget(target) > 0) {
    warnings.push(say().ledger.newMock({ path: files.mock }));
  }
  settleKilled(ledger, target, now(), machineClock.moment());
  ledger.runs.foldUnsent(target);
  const texts = warnings.filter((text) => text !== undefined);
  const kept = held.move();
  return {
    ...{ ledger, target, warning: texts.length === 0 ? undefined : texts.join('\n') },
    close: () => kept.dispose(),
  };
}

/** A warning if records were moved to the target, from an older name or from a target without an account. */
function movedWarning(name: string, target: string, moves: readonly TargetMove[]): string | undefined {
  const from = moves
    .filter((move) => move.to === target && namedTarget(move.from)?.environment !== name)
    .map((move) => move.from);
  return from.length === 0
    ? undefined
    : say().ledger.counts({ from: from.join(', '), environment: name, target });
}

/**
 * Settles killed runs. Stores the present time for records in doubt whose start is unknown or not comparable.
 * Requires the lock.
 */
export function settleKilled(ledger: Ledger, target: string, now: Date, moment: Moment): void {
  const isComparable = (since: Moment) => elapsedMs(since, moment) !== null;
  ledger.killedRuns.settle(target, now.toISOString(), moment, isComparable);
}
