import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { command } from '../advice.ts';
import type { Environment } from '../config/environment.ts';
import { stateHome } from '../config/home.ts';
import { TraceError } from '../errors.ts';
import { lastBackup } from '../ledger/backup.ts';
import { DamagedLedger } from '../ledger/errors.ts';
import { identityOf, isMade, seqOf, seqsOf } from '../ledger/guard.ts';
import { Ledger } from '../ledger/ledger.ts';
import { hashOf, Marker, readMark } from '../ledger/marker.ts';
import { type StateFiles, stateFiles, targetOf } from './place.ts';

/**
 * Throws TraceError `ledger-lost` if there is no ledger and reports show that there was one: a new ledger would send everything
 * again.
 */
export function refuseLost({ ledger, reports }: Pick<StateFiles, 'ledger' | 'reports'>): void {
  if ((statSync(ledger, { throwIfNoEntry: false })?.size ?? 0) > 0 || !hasReports(reports)) return;
  throw new TraceError(
    'usage',
    'ledger-lost',
    `The ledger ${ledger} is gone, and the reports beside it tell of earlier runs: without it trace cannot know what was sent.`,
    'Restore it from a copy. To start without a memory, move the reports away or name another folder with --state-dir.',
  );
}

function hasReports(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.json'));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Why a ledger cannot be used: it is gone, replaced by another one, older than it was, or damaged.
 */
export interface Trouble {
  readonly what: 'gone' | 'other' | 'older' | 'damaged';
  readonly error: TraceError;
}

/** How much is checked: everything before a run that sends, only what is read before reading. */
export type Depth = 'sending' | 'reading';

/**
 * The markers of a target, next to the locks and in the home folder of the person, which stays when the state folder is
 * removed. The data of the embedded mock is removed with that folder, so it needs no marker elsewhere.
 */
export function markerOf({ baseUrl, stateDir }: Environment, target: string, env: Variables): Marker {
  const paths = [join(locksOf(stateFiles(stateDir.value)), `${hashOf(target)}.mark`)];
  const home = baseUrl.value === null ? null : homeMark(stateDir.value, target, env);
  return new Marker(target, home === null ? paths : [...paths, home]);
}

function homeMark(stateDir: string, target: string, env: Variables): string | null {
  const home = stateHome(env);
  return home === null ? null : join(home, 'ledgers', `${hashOf(stateDir, target)}.mark`);
}

const locksOf = (files: Pick<StateFiles, 'lock'>): string => dirname(files.lock('any'));

/** Whether the embedded mock lost its data, so that nothing in a ledger is valid for it. */
export const lostMock = ({ baseUrl }: Environment, { mock }: StateFiles): boolean =>
  baseUrl.value === null && !existsSync(mock);

/** The reason why the ledger of a state folder cannot be used for a target; null when it can. Throws other errors. */
export function troubleOf(environment: Environment, marker: Marker, depth: Depth): Trouble | null {
  const files = stateFiles(environment.stateDir.value);
  const path = files.ledger;
  // Read first: the ledger of an active run is ahead of its markers, never behind.
  const marks = marker.read();
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0)
    return goneTrouble(files, marks.length > 0);
  let ledger: Ledger | undefined;
  try {
    ledger = Ledger.reading(path);
    if (depth === 'sending') ledger.checkStructure();
    if (!isMade(ledger)) return goneTrouble(files, marks.length > 0);
    ledger.check(depth === 'sending' ? 'unfinished' : []);
    const [id, seq] = [identityOf(ledger), seqOf(ledger, targetOf(environment))];
    if (marks.some((mark) => mark.ledger !== id)) return { what: 'other', error: other(path) };
    const ahead = Math.max(0, ...marks.map((mark) => mark.seq));
    return ahead > seq ? { what: 'older', error: older(path, seq, ahead) } : null;
  } catch (error) {
    if (!(error instanceof DamagedLedger)) throw error;
    return { what: 'damaged', error: withWays(error) };
  } finally {
    ledger?.close();
  }
}

/**
 * The path of the ledger to compare with; null when there is none for the target. Throws TraceError when it is gone or cannot
 * be used.
 */
export function knownLedger(environment: Environment, env: Variables): string | null {
  const files = stateFiles(environment.stateDir.value);
  if (lostMock(environment, files)) return null;
  const trouble = troubleOf(environment, markerOf(environment, targetOf(environment), env), 'reading');
  if (trouble) throw trouble.error;
  return existsSync(files.ledger) ? files.ledger : null;
}

/**
 * Throws TraceError when the ledger that was just opened for writing is a new one and its markers are of another: that one was
 * removed meanwhile.
 */
export function refuseNew(ledger: Ledger, marker: Marker): void {
  const id = identityOf(ledger);
  if (marker.read().some((mark) => mark.ledger !== id)) throw gone(ledger.path);
}

function goneTrouble(files: StateFiles, isMarked: boolean): Trouble | null {
  if (isMarked) return { what: 'gone', error: gone(files.ledger) };
  try {
    refuseLost(files);
    return null;
  } catch (error) {
    if (error instanceof TraceError) return { what: 'gone', error };
    throw error;
  }
}

/**
 * Opens the ledger of a state folder for reading. `place`: the flags that led to it; `targets`: where its records may have
 * been sent, to find their markers when the folder is gone. Throws TraceError `ledger-missing` when nothing was sent from
 * here, and others when the ledger cannot be used.
 */
export function ledgerToRead(
  folder: string,
  env: Variables,
  place: readonly string[] = [],
  targets: readonly string[] = [],
): Ledger {
  const files = stateFiles(folder);
  const path = files.ledger;
  const marks = marksIn(locksOf(files));
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const isMarked = () => targets.some((target) => readMark(homeMark(folder, target, env) ?? '') !== null);
  const trouble = size === 0 ? goneTrouble(files, marks.length > 0 || isMarked()) : null;
  if (trouble) throw trouble.error;
  if (!existsSync(path)) throw missing(folder, place);
  const ledger = Ledger.reading(path);
  try {
    if (!isMade(ledger)) throw missing(folder, place);
    ledger.check([]);
    const id = identityOf(ledger);
    const targets = seqsOf(ledger);
    const known = new Map(targets.map(({ target, seq }) => [hashOf(target), seq]));
    const home = targets.flatMap(({ target }) => readMark(homeMark(folder, target, env) ?? '') ?? []);
    for (const { ledger: of, target, seq } of [...marks, ...home]) {
      const has = known.get(target) ?? 0;
      if (of === id && seq > has) throw older(path, has, seq);
    }
    return ledger;
  } catch (error) {
    ledger.close();
    throw error;
  }
}

function marksIn(locks: string) {
  try {
    const names = readdirSync(locks).filter((name) => name.endsWith('.mark'));
    return names.flatMap((name) => readMark(join(locks, name)) ?? []);
  } catch {
    return [];
  }
}

const missing = (folder: string, place: readonly string[]) =>
  new TraceError(
    'usage',
    'ledger-missing',
    `There is no ledger in ${folder}: nothing was imported from here.`,
    importFirst(place),
  );

/** A hint for when nothing was imported; `place` are the flags that led there. */
export const importFirst = (place: readonly string[]): string =>
  `Import first (${command('import', 'FILE', ...place)}, with your spreadsheet for FILE), or name the folder with --state-dir.`;

const NEW =
  'An import with --new-ledger starts with an empty one: everything in the input is then sent again.';

function gone(path: string): TraceError {
  return new TraceError(
    'usage',
    'ledger-lost',
    `The ledger ${path} is gone: without it trace cannot know what was sent. Nothing was sent.`,
    ways(path, 'Restore it from a copy'),
  );
}

function other(path: string): TraceError {
  return new TraceError(
    'usage',
    'ledger-lost',
    `The ledger ${path} is not the one that knows what was sent to this environment. Nothing was sent.`,
    'Restore that one, and import with --restore-ledger. An import with --new-ledger continues with the one that is there: everything in the input is then sent again.',
  );
}

function older(path: string, has: number, seq: number): TraceError {
  return new TraceError(
    'usage',
    'ledger-behind',
    `The ledger ${path} is older than it was: it has ${has} of ${seq} commits, and does not know what was sent since. Nothing was sent.`,
    `Restore a newer copy, or continue with this one by an import with --restore-ledger. ${NEW}`,
  );
}

/** The same error, with the ways to continue as its hint. */
export function withWays({ exit, code, message, path, cause }: DamagedLedger): TraceError {
  return new TraceError(exit, code, message, ways(path, 'Restore it from a copy'), cause);
}

function ways(path: string, first: string): string {
  const found = lastBackup(path);
  const backup = found
    ? `: the last sound backup is ${found.path} (${found.madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC), and an import with --restore-ledger puts it in place.`
    : '.';
  return `${first}${backup} ${NEW}`;
}
