import { lstatSync } from 'node:fs';
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
}

const POLL_OF_STABLE_MS = 100;

/** The complete spreadsheets of a folder, which one process at a time watches. */
export class WatchedFolder implements AsyncDisposable {
  readonly #folder: string;
  readonly #settings: WatchSettings;
  readonly #lock: Disposable;
  readonly #ready = new Set<string>();
  readonly #timers = new Set<NodeJS.Timeout>();
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
    const { stableMs, pollMs, onOther } = this.#settings;
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
      // An empty file is not written yet: its next change is reported.
      if (stateOf(path)?.endsWith(' 0') === false) yield path;
    }
  }

  /** Adds a file that is complete. */
  add(path: string): void {
    this.#ready.add(path);
    this.#wake();
  }

  /** Adds a file again after some time. */
  retry(path: string): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.add(path);
    }, this.#settings.retryMs);
    this.#timers.add(timer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#watcher?.close();
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

/**
 * Moves a file into a folder, with a copy of its report beside it: `orders.csv` and `orders.csv.report.json`, or
 * `orders (2).csv` if the folder has that name. Returns the name. Rejects with the error of the system; the file then stays.
 */
export async function moveWithReport(file: string, report: string | null, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const extension = extname(file);
  for (let number = 1; ; number++) {
    const name = `${basename(file, extension)}${number === 1 ? '' : ` (${number})`}${extension}`;
    const ofReport = join(folder, `${name}.report.json`);
    if ([join(folder, name), ofReport].some((path) => lstatSync(path, { throwIfNoEntry: false }))) continue;
    try {
      if (report !== null) await copyFile(report, ofReport, constants.COPYFILE_EXCL);
      await moveToNew(file, join(folder, name));
      return name;
    } catch (error) {
      await rm(ofReport, { force: true });
      throw error;
    }
  }
}
