import { createWriteStream } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { makeFolder } from '../../folder.ts';
import { say } from '../../say.ts';

/** The file operations of an export. Tests replace it with a disk on which any operation can fail. */
export interface Disk {
  /** Creates a folder that only this user can read. `hint`: what to do if it cannot be created. */
  folder(path: string, hint?: string): Promise<void>;
  /** Writes a complete file, private to this user. */
  write(path: string, text: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file or a whole folder, if it exists. */
  remove(path: string): Promise<void>;
  /** A stream to a new file, private to this user; fails if the file exists. */
  stream(path: string): Writable;
}

export const systemDisk: Disk = {
  async folder(path, hint = say().exports.chooseState()) {
    makeFolder(path, { mode: 0o700, hint });
  },
  write: (path, text) => writeFile(path, text, { mode: 0o600 }),
  rename,
  remove: (path) => rm(path, { recursive: true, force: true }),
  stream: (path) => createWriteStream(path, { flags: 'wx', mode: 0o600 }),
};
