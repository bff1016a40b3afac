import { existsSync, lstatSync } from 'node:fs';
import { constants, copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { FSWatcher } from 'chokidar';
import { moveToNew } from '../../drafts.ts';
import { TraceError } from '../../errors.ts';
import { takeLock } from '../../ledger/lock.ts';
import { settingsIn } from '../../pipe.ts';
import { say } from '../../say.ts';
import { isNamedAsSource } from '../../sheets/format.ts';
import { isLockFile } from '../flags/named-files.ts';

export interface WatchSettings {
  /** How long a file must not change until it counts as complete, in milliseconds. */
  readonly stableMs: number;
  /** How often the folder is read, for disks that report no changes, in milliseconds; null to be notified. */
  readonly pollMs: number | null;
  /** After how many milliseconds a file is tried again. */
  readonly retryMs: number;
  /** Called for a file whose name is not that of a spreadsheet. */
  readonly onOther: (path: string) => void;
  /** Called for a file that is empty: it is complete if it still is when it is tried again. */
  readonly onEmpty: (path: string) => void;
}

const POLL_OF_STABLE_MS = 100;

/** The complete spreadsheets of a folder, which one process at a time watches. */
export class WatchedFolder implements AsyncDisposable {
  readonly #folder: string;
  readonly #settings: WatchSettings;
  readonly #lock: Disposable;
  readonly #ready = new Set<string>();
  /** The states of the empty files that wait. */
  readonly #empty = new Set<string>();
  readonly #later = new Map<NodeJS.Timeout, () => unknown>();
  #watcher: FSWatcher | undefined;
  #failure: unknown;
  #wake = () => {};

  /**
   * @param folder the real path of the folder
   * @throws TraceError `watch-locked` if another process watches the folder
   */
  constructor(folder: string, settings: WatchSettings) {
    this.#folder = folder;
    this.#settings = settings;
    try {
      this.#lock = takeLock(join(folder, '.trace-watch.lock'));
    } catch (error) {
      if (!(error instanceof TraceError) || error.exit !== 'locked') throw error;
      throw new TraceError('locked', 'watch-locked', say().watch.locked({ folder }), say().watch.lockedHow());
    }
  }

  /** The files that are complete, each when it is, in the order of their names. Ends when `signal` is aborted. */
  async *files(signal: AbortSignal): AsyncGenerator<string> {
    const { watch } = await import('chokidar');
    const { stableMs, pollMs, onOther, onEmpty } = this.#settings;
    this.#watcher = watch(this.#folder, {
      depth: 0,
      followSymlinks: false,
      ignored: (path) => path !== this.#folder && isNotMeant(path),
      awaitWriteFinish: {
        stabilityThreshold: stableMs,
        pollInterval: Math.min(stableMs, POLL_OF_STABLE_MS),
      },
      ...(pollMs !== null && { backend: 'polling', pollingInterval: pollMs, pollingBinaryInterval: pollMs }),
    });
    for (const event of ['add', 'change'] as const)
      this.#watcher.on(event, (path) => (isNamedAsSource(path) ? this.add(path) : onOther(path)));
    this.#watcher.on('error', (error) => {
      this.#failure ??= error;
      this.#wake();
    });
    signal.addEventListener('abort', () => this.#wake(), { once: true });
    while (!signal.aborted) {
      if (this.#failure !== undefined) throw this.#failure;
      const [path] = [...this.#ready].sort();
      if (path === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      this.#ready.delete(path);
      const state = stateOf(path);
      if (state?.endsWith(' 0') && !this.#empty.has(state)) {
        this.#empty.add(state);
        onEmpty(path);
        this.retry(path);
      } else if (state !== null) yield path;
    }
  }

  /** Adds a file that is complete. */
  add(path: string): void {
    this.#ready.add(path);
    this.#wake();
  }

  /** Adds a file again after some time. */
  retry(path: string): void {
    this.later(() => this.add(path));
  }

  /** Calls `work`, which must not throw, after the time of a retry, or when the watch ends. */
  later(work: () => unknown): void {
    const timer = setTimeout(() => {
      this.#later.delete(timer);
      work();
    }, this.#settings.retryMs);
    this.#later.set(timer, work);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#later.keys()) clearTimeout(timer);
    await this.#watcher?.close();
    for (const work of this.#later.values()) await work();
    this.#lock[Symbol.dispose]();
  }
}

/** Whether a file is hidden, unfinished by its name, a lock file of Excel, or a settings file. */
const isNotMeant = (path: string): boolean =>
  /^\.|\.(?:tmp|part|partial|crdownload|filepart)$/i.test(basename(path)) ||
  isLockFile(path) ||
  settingsIn(path) !== undefined;

/** The identity, time and size of a regular file: it changes when the file does. Null for anything else. */
export function stateOf(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  return found?.isFile() ? `${found.ino} ${found.mtimeNs} ${found.size}` : null;
}

const reportBeside = (path: string): string => `${path}.report.json`;

/** The path that a file gets in a folder: `orders.csv`, or `orders (2).csv` if that name is taken. */
export function newPath(file: string, folder: string): string {
  const extension = extname(file);
  for (let number = 1; ; number++) {
    const name = `${basename(file, extension)}${number === 1 ? '' : ` (${number})`}${extension}`;
    const path = join(folder, name);
    if (![path, reportBeside(path)].some(existsSync)) return path;
  }
}

/**
 * Moves a file to its `newPath` in a folder, with a copy of its report beside it: `orders.csv` and
 * `orders.csv.report.json`. Returns the path. Rejects with the error of the system; the file then stays.
 */
export async function moveWithReport(file: string, report: string | null, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = newPath(file, folder);
  try {
    if (report !== null) await copyFile(report, reportBeside(path), constants.COPYFILE_EXCL);
    await moveToNew(file, path);
    return path;
  } catch (error) {
    if (report !== null) await rm(reportBeside(path), { force: true });
    throw error;
  }
}

/** Moves a file back into a folder, and removes the report beside it. Rejects with the error of the system; the file then stays. */
export async function moveBack(path: string, folder: string): Promise<void> {
  await moveWithReport(path, null, folder);
  await rm(reportBeside(path), { force: true });
}
