import { createWriteStream } from 'node:fs';
import { open, rename, rm, truncate, writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { makeFolder } from '../../folder.ts';

/** A file that grows at its end. */
export interface Growing {
  append(bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** What an export does to files. Tests bring one that dies at any of these steps. */
export interface Disk {
  /** Makes a folder; `open` to others as the system makes folders, or else for this person alone. */
  folder(path: string, open?: boolean): Promise<void>;
  /** Writes a whole file anew, for this person alone. */
  write(path: string, text: string): Promise<void>;
  grow(path: string): Promise<Growing>;
  cut(path: string, bytes: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** A file or a whole folder; one that is not there is all right. */
  remove(path: string): Promise<void>;
  /** A new file as a stream; there must be none. */
  stream(path: string): Writable;
}

const STATE_HINT = 'Name another folder with --state-dir.';

export const systemDisk: Disk = {
  async folder(path, open = false) {
    makeFolder(path, open ? { hint: 'Name another with --out.' } : { mode: 0o700, hint: STATE_HINT });
  },
  write: (path, text) => writeFile(path, text, { mode: 0o600 }),
  async grow(path) {
    const file = await open(path, 'a', 0o600);
    return { append: (bytes) => file.appendFile(bytes), close: () => file.close() };
  },
  cut: (path, bytes) => truncate(path, bytes),
  rename,
  remove: (path) => rm(path, { recursive: true, force: true }),
  stream: (path) => createWriteStream(path, { flags: 'wx' }),
};
