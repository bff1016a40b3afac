import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { makeFolder } from '../folder.ts';
import { refuseLink } from './database.ts';

/** How far a ledger had got with a target when a request left or a response was written down. */
export interface Mark {
  /** Id of the ledger. */
  readonly ledger: string;
  /** Hash of the target: a marker that was copied to another name counts for nothing. */
  readonly target: string;
  /** Commits of runs that send to the target. */
  readonly seq: number;
}

const MAGIC = 'trace-mark-1';
const SEQ_DIGITS = 16;
const TEXT = /^trace-mark-1 ([0-9a-f]{32}) ([0-9a-f]{32}) (\d{16}) ([0-9a-f]{8})\n$/;

/** Names a target, or a state folder and a target, in as many characters whatever they are. */
export const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);

/** A line of text that is always equally long, with a check sum of its own. */
export function encodeMark({ ledger, target, seq }: Mark): Buffer {
  const said = `${MAGIC} ${ledger} ${target} ${String(seq).padStart(SEQ_DIGITS, '0')}`;
  return Buffer.from(`${said} ${crc32(said).toString(16).padStart(8, '0')}\n`);
}

/** What a marker says; null when it is no whole one. */
export function decodeMark(bytes: Uint8Array): Mark | null {
  const text = Buffer.from(bytes).toString('latin1');
  const [, ledger, target, digits, sum] = TEXT.exec(text) ?? [];
  if (sum === undefined || crc32(text.slice(0, text.lastIndexOf(' '))) !== Number.parseInt(sum, 16))
    return null;
  return { ledger: ledger!, target: target!, seq: Number(digits) };
}

/** The marker in a file; null when there is none, or it cannot be read, or is damaged: another one may be sound. */
export function readMark(path: string): Mark | null {
  try {
    return decodeMark(readFileSync(path));
  } catch {
    return null;
  }
}

/**
 * The markers of a ledger for one target, outside of it: beside the locks, and where the person's own state is kept. They
 * are written after each commit and before the requests that it is about leave, in place, by one write each: a kill keeps
 * them. They reach the disk later than the ledger does, so that after a power cut they are behind it and never ahead.
 */
export class Marker {
  readonly #paths: readonly string[];
  readonly #target: string;
  #files: number[] | null = null;

  /** `paths`: the first one must be writable, the others may be. */
  constructor(target: string, paths: readonly string[]) {
    this.#target = hashOf(target);
    this.#paths = paths;
  }

  /** What the sound ones say. */
  read(): Mark[] {
    return this.#paths.flatMap((path) => {
      const mark = readMark(path);
      return mark?.target === this.#target ? [mark] : [];
    });
  }

  /** Throws what the system says when the first one cannot be written. */
  write(ledger: string, seq: number): void {
    this.#files ??= this.#open();
    const line = encodeMark({ ledger, target: this.#target, seq });
    for (const [at, file] of this.#files.entries()) {
      try {
        writeSync(file, line, 0, line.length, 0);
      } catch (error) {
        if (at === 0) throw error;
      }
    }
  }

  /** Makes what was written last as long as a disk. Best effort: a marker that is behind stops nothing. */
  sync(): void {
    for (const file of this.#files ?? []) {
      try {
        fsyncSync(file);
      } catch {
        // it stays behind
      }
    }
  }

  /** There is nothing to miss any more. */
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

/** For its owner alone, and never through a link. One of another length is emptied first. */
function openMark(path: string): number {
  makeFolder(dirname(path), { mode: 0o700 });
  refuseLink(path);
  const isSound = readMark(path) !== null;
  return openSync(path, isSound ? 'r+' : 'w', 0o600);
}
