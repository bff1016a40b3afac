import { createWriteStream, writeSync } from 'node:fs';
import { open, rename, rm, truncate, writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { makeFolder } from '../../folder.ts';
import { say } from '../../say.ts';

/** A file to which bytes are appended. */
export interface AppendFile {
  append(bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** The file operations of an export. Tests replace it with a disk on which any operation can fail. */
export interface Disk {
  /** Creates a folder that only this user can read. `hint`: what to do if it cannot be created. */
  folder(path: string, hint?: string): Promise<void>;
  /** Writes a complete file, private to this user. */
  write(path: string, text: string): Promise<void>;
  append(path: string): Promise<AppendFile>;
  truncate(path: string, bytes: number): Promise<void>;
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
  async append(path) {
    const file = await open(path, 'a', 0o600);
    return {
      // Records are small, and a thread for each costs more than writing it.
      async append(bytes) {
        for (let done = 0; done < bytes.length; ) done += writeSync(file.fd, bytes, done);
      },
      close: () => file.close(),
    };
  },
  truncate: (path, bytes) => truncate(path, bytes),
  rename,
  remove: (path) => rm(path, { recursive: true, force: true }),
  stream: (path) => createWriteStream(path, { flags: 'wx', mode: 0o600 }),
};

/** Number of characters that are written at once. */
const BLOCK = 64 * 1024;

/** Writes texts to a new file, and moves it to its path when it is complete. */
export async function writeTexts(
  disk: Disk,
  draft: string,
  path: string,
  texts: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  await disk.remove(draft);
  const file = await disk.append(draft);
  try {
    let block = '';
    for await (const text of texts) {
      block += text;
      if (block.length < BLOCK) continue;
      await file.append(Buffer.from(block));
      block = '';
    }
    await file.append(Buffer.from(block));
  } finally {
    await file.close();
  }
  await disk.rename(draft, path);
}
