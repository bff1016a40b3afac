import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { command } from '../../advice.ts';
import type { Environment } from '../../config/environment.ts';
import { stateHome, type Variables } from '../../config/home.ts';
import { TraceError, usage } from '../../errors.ts';
import { lastBackup } from '../../ledger/backup.ts';
import type { DamagedLedger } from '../../ledger/errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type CheckDepth, ledgerState, openToRead } from '../../ledger/ledger-file.ts';
import { Marker, markName } from '../../ledger/marker.ts';
import { numberText, say } from '../../say.ts';
import { type StateFiles, stateFiles } from './state-files.ts';
import { targetOf } from './target.ts';

/**
 * Throws TraceError `ledger-lost` if there is no ledger but reports show earlier runs. A new ledger would send all
 * records again.
 */
export function refuseLostLedger(files: Pick<StateFiles, 'ledger' | 'reports'>): void {
  const error = goneWithReports(files);
  if (error !== null) throw error;
}

function goneWithReports({ ledger, reports }: Pick<StateFiles, 'ledger' | 'reports'>): TraceError | null {
  if ((statSync(ledger, { throwIfNoEntry: false })?.size ?? 0) > 0 || !hasReports(reports)) return null;
  return usage('ledger-lost', say().ledger.goneWithReports({ path: ledger }), recoveryHint(ledger));
}

function hasReports(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.json'));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** Why a ledger cannot be used: it is missing, damaged, an older copy, or a different ledger. */
export interface LedgerFault {
  readonly state: 'gone' | 'other' | 'older' | 'damaged';
  readonly error: TraceError;
}

/**
 * The markers of a target. One is next to the locks. Another is in the home folder, so that it survives the
 * removal of the state folder. The embedded mock has only the first one, because its data is in the state folder,
 * too.
 */
export function markerOf({ baseUrl, stateDir }: Environment, target: string, env: Variables): Marker {
  const paths = [join(locksOf(stateFiles(stateDir.value)), markName(target))];
  const home = baseUrl.value === null ? null : homeMark(stateDir.value, target, env);
  return new Marker(target, home === null ? paths : [...paths, home]);
}

function homeMark(stateDir: string, target: string, env: Variables): string | null {
  const home = stateHome(env);
  return home === null ? null : join(home, 'ledgers', markName(stateDir, target));
}

const locksOf = (files: Pick<StateFiles, 'lock'>): string => dirname(files.lock('any'));

/** Whether the embedded mock has lost its data. The records in the ledger are then no longer in the mock. */
export const isMockLost = ({ baseUrl }: Environment, { mock }: StateFiles): boolean =>
  baseUrl.value === null && !existsSync(mock);

/** Returns why the ledger of a state folder cannot be used for a target; null if it can. Throws other errors. */
export function ledgerFault(environment: Environment, marker: Marker, depth: CheckDepth): LedgerFault | null {
  const files = stateFiles(environment.stateDir.value);
  const path = files.ledger;
  const found = ledgerState(path, marker, depth);
  if (found.state === 'intact') return null;
  if (found.state === 'missing') return goneFault(files, found.isMarked);
  if (found.state === 'damaged') return { state: 'damaged', error: withRecovery(found.error) };
  if (found.state === 'older')
    return { state: 'older', error: olderError(path, found.commits, found.marked) };
  return { state: 'other', error: otherLedgerError(path) };
}

/** The path of the ledger to compare with; null if the target has none. Throws TraceError if it cannot be used. */
export function ledgerToCompare(environment: Environment, env: Variables): string | null {
  const files = stateFiles(environment.stateDir.value);
  if (isMockLost(environment, files)) return null;
  const fault = ledgerFault(environment, markerOf(environment, targetOf(environment), env), 'reading');
  if (fault) throw fault.error;
  return existsSync(files.ledger) ? files.ledger : null;
}

function goneFault(files: StateFiles, isMarked: boolean): LedgerFault | null {
  const error = isMarked ? lostError(files.ledger) : goneWithReports(files);
  return error && { state: 'gone', error };
}

/**
 * Opens the ledger of a state folder for reading. `place`: the flags that locate the folder. `targets`: targets to
 * which records may have been sent; their markers are searched if the folder does not exist. Throws TraceError
 * `ledger-missing` if nothing was sent from this folder, and other errors if the ledger cannot be used.
 */
export function ledgerToRead(
  folder: string,
  env: Variables,
  place: readonly string[] = [],
  targets: readonly string[] = [],
): Ledger {
  const files = stateFiles(folder);
  const path = files.ledger;
  const elsewhere = (target: string) => homeMark(folder, target, env);
  const found = openToRead(path, { folder: locksOf(files), elsewhere }, targets);
  if (found.state === 'intact') return found.ledger;
  if (found.state === 'older') throw olderError(path, found.commits, found.marked);
  const fault = found.state === 'missing' ? goneFault(files, found.isMarked) : null;
  throw fault ? fault.error : missingError(folder, place);
}

const missingError = (folder: string, place: readonly string[]) =>
  usage('ledger-missing', say().runs.noLedger({ folder }), importFirst(place));

/** The hint for an empty state folder. `place`: the flags that locate the folder. */
export const importFirst = (place: readonly string[]): string =>
  say().runs.importFirst({ command: command('import', say().placeholders.file(), ...place) });

/** The error if a ledger existed at this path and is now missing. */
export function lostError(path: string): TraceError {
  return usage('ledger-lost', say().ledger.gone({ path }), recoveryHint(path));
}

function otherLedgerError(path: string): TraceError {
  return usage('ledger-lost', say().ledger.other({ path }), say().ledger.otherHint());
}

function olderError(path: string, has: number, seq: number): TraceError {
  return usage(
    'ledger-behind',
    say().ledger.older({ path, has: numberText(has), all: numberText(seq) }),
    say().ledger.olderHint({ more: say().ledger.newLedger() }),
  );
}

/** Returns the error of a damaged ledger with a hint on how to continue. */
export function withRecovery({ exit, code, message, path, cause }: DamagedLedger): TraceError {
  return new TraceError(exit, code, message, recoveryHint(path), cause);
}

function recoveryHint(path: string): string {
  const found = lastBackup(path);
  const { newLedger, restore, restoreBackup } = say().ledger;
  if (!found) return restore({ more: newLedger() });
  const time = found.madeAt.toISOString().slice(0, 16).replace('T', ' ');
  return restoreBackup({ path: found.path, time, more: newLedger() });
}
