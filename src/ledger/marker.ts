import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { type TraceError, usage } from '../errors.ts';
import { makeFolder, refuseLink } from '../folder.ts';
import { say } from '../say.ts';
import { Query } from './rows.ts';

/** The number of commits of a ledger at the time a request to a target was sent or its outcome was stored. */
export interface Mark {
  /** The id of the ledger. */
  readonly ledger: string;
  /** The hash of the target. A marker that was copied to another name is ignored. */
  readonly target: string;
  /** The number of commits of runs that send to the target. */
  readonly seq: number;
}

const MAGIC = 'trace-mark-1';
const SEQ_DIGITS = 16;
const MARK_TEXT = /^trace-mark-1 ([0-9a-f]{32}) ([0-9a-f]{32}) (\d{16}) ([0-9a-f]{8})\n$/;

/** A hash of fixed length, for a target or for a state folder and a target. */
export const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);

/** The name of the file of a marker: for a target, or for a state folder and a target. */
export const markName = (...parts: readonly string[]): string => `${hashOf(...parts)}.mark`;

/** Encodes a marker as a line of fixed length that includes a checksum. */
export function encodeMark({ ledger, target, seq }: Mark): Buffer {
  const text = `${MAGIC} ${ledger} ${target} ${String(seq).padStart(SEQ_DIGITS, '0')}`;
  return Buffer.from(`${text} ${crc32(text).toString(16).padStart(8, '0')}\n`);
}

/** Parses a marker; null if it is malformed. */
export function decodeMark(bytes: Uint8Array): Mark | null {
  const text = Buffer.from(bytes).toString('latin1');
  const [, ledger, target, digits, sum] = MARK_TEXT.exec(text) ?? [];
  if (sum === undefined || crc32(text.slice(0, text.lastIndexOf(' '))) !== Number.parseInt(sum, 16))
    return null;
  return { ledger: ledger!, target: target!, seq: Number(digits) };
}

/** The marker in a file. Null if it is missing, unreadable or damaged: another file may have an intact one. */
export function readMark(path: string): Mark | null {
  try {
    return decodeMark(readFileSync(path));
  } catch {
    return null;
  }
}

/** The intact markers of all targets in a folder. */
export function marksIn(folder: string): Mark[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.mark'));
    return names.flatMap((name) => readMark(join(folder, name)) ?? []);
  } catch {
    return [];
  }
}

/**
 * The markers of a ledger for one target, in files outside of it: next to the locks, and in the home folder of the
 * user. They are written in place, with one write each, after each commit and before its requests are sent, so that
 * they survive a kill. They reach the disk after the ledger: after a power cut they may be behind it, but never ahead.
 */
export class Marker {
  readonly target: string;
  readonly #paths: readonly string[];
  readonly #hash: string;
  #files: number[] | null = null;

  /** Only the first file of `paths` must be writable. */
  constructor(target: string, paths: readonly string[]) {
    this.target = target;
    this.#hash = hashOf(target);
    this.#paths = paths;
  }

  /** The intact markers. */
  read(): Mark[] {
    return this.#paths.flatMap((path) => {
      const mark = readMark(path);
      return mark?.target === this.#hash ? [mark] : [];
    });
  }

  /** Throws a system error if the first file cannot be written. */
  write(ledger: string, seq: number): void {
    this.#files ??= this.#open();
    const line = encodeMark({ ledger, target: this.#hash, seq });
    for (const [at, file] of this.#files.entries()) {
      try {
        writeSync(file, line, 0, line.length, 0);
      } catch (error) {
        if (at === 0) throw error;
      }
    }
  }

  /** Flushes the markers to the disk. Ignores errors, because a marker that is behind its ledger does no harm. */
  sync(): void {
    for (const file of this.#files ?? []) {
      try {
        fsyncSync(file);
      } catch {
        // Ignored: the marker stays behind.
      }
    }
  }

  /** Deletes the markers. After that, a loss of the ledger is no longer detected. */
  remove(): void {
    this.close();
    for (const path of this.#paths) rmSync(path, { force: true });
  }

  close(): void {
    for (const file of this.#files ?? []) closeSync(file);
    this.#files = null;
  }

  #open(): number[] {
    return this.#paths.flatMap((path, at) => {
      try {
        return [openMark(path)];
      } catch (error) {
        if (at === 0) throw error;
        return [];
      }
    });
  }
}

/** Opens a marker file that only its owner can read and write; refuses a link. A malformed file is emptied first. */
function openMark(path: string): number {
  makeFolder(dirname(path), { mode: 0o700 });
  refuseLink(path);
  const isSound = readMark(path) !== null;
  return openSync(path, isSound ? 'r+' : 'w', 0o600);
}

/**
 * Detects that the ledger of a sending run was lost. Each commit has a number, which is written to markers outside of
 * the ledger before a request is sent. The open file must also still be the one at its path.
 */
export class Guard {
  readonly #ledger: string;
  readonly #marker: Marker;
  readonly #raise;
  readonly #target: string;
  readonly #path: string;
  readonly #file: string | null;
  #seq = 0;
  /**
   * Whether markers are written. They are written from the first request on, because losing a ledger from which
   * nothing was sent does no harm.
   */
  #marks: boolean;

  constructor(db: DatabaseSync, path: string, marker: Marker) {
    this.#ledger = identityOf(db);
    this.#target = marker.target;
    this.#marker = marker;
    this.#marks = marker.read().length > 0;
    this.#raise = new Query(
      db,
      'insert into marks(target, seq) values (?, 1) on conflict do update set seq = seq + 1 returning seq',
      { seq: 'integer' },
    );
    this.#path = path;
    this.#file = fileId(path);
  }

  /** Increases the number of commits. Call it inside the transaction. */
  count(): void {
    this.#seq = this.#raise.one(this.#target).seq;
  }

  /** Call it after the commit. `sendsNext`: requests are sent next. Throws if they must not be sent. */
  afterCommit(sendsNext: boolean): void {
    this.#marks ||= sendsNext;
    try {
      if (this.#marks) this.#marker.write(this.#ledger, this.#seq);
    } catch (error) {
      // If nothing is sent next, a failed marker is ignored: the ledger already has the outcome.
      if (sendsNext) throw error;
    }
    const gone = this.goneError();
    if (gone && sendsNext) throw gone;
  }

  /** The error if the ledger was removed or replaced; null while it is at its path. */
  goneError(): TraceError | null {
    if (fileId(this.#path) === this.#file) return null;
    return usage('ledger-gone', say().ledger.removed({ path: this.#path }), say().ledger.removedHint());
  }

  /** Flushes the markers to the disk. */
  sync(): void {
    this.#marker.sync();
  }

  close(): void {
    this.#marker.sync();
    this.#marker.close();
  }
}

/** The device and inode of a file; null if it does not exist. */
export function fileId(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}

/** The unique id of a ledger. */
export function identityOf(db: DatabaseSync): string {
  return new Query(db, 'select id from identity', { id: 'text' }).one().id;
}
