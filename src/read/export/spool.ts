import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { refuseLink } from '../../ledger/database.ts';
import type { Answered } from '../../service/read-record.ts';
import type { Disk, Growing } from './disk.ts';
import type { Item, Place } from './item.ts';
import type { Problem } from './problem.ts';

/** What an export was asked for, kept beside what it fetched. */
export interface SpoolHead {
  readonly version: 1;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** For `--resume`: the command and its flags, as JSON. Never a secret. */
  readonly asked: string;
  readonly environment: string;
  /** Missing in spools of before. */
  readonly target?: string;
}

/** What the list came to. */
export interface SpooledList {
  readonly items: readonly Item[];
  readonly problems: readonly Problem[];
}

/** An answer in the spool. */
export interface Entry {
  readonly key: string;
  readonly place: Place;
  readonly state: string;
  /** Of the answer, to tell whether it changed. */
  readonly hash: string;
  readonly offset: number;
  readonly bytes: number;
}

const HEAD = 'head.json';
const ITEMS = 'items.ndjson';
const ANSWERS = 'answers.ndjson';
const KNOWN = 'known.json';

const LINE_END = 0x0a;
const LINE_FEED = Buffer.of(LINE_END);
const TAB = 0x09;
const HEAD_BYTES = 4096;

/**
 * What an export has fetched, on disk: a list of items, written whole or not at all, and a line for each answer, its
 * head and its body apart by a tab. A line that a kill cut off is dropped when the spool is opened again.
 */
export class Spool {
  readonly folder: string;
  readonly entries = new Map<string, Entry>();
  readonly #disk: Disk;
  #size = 0;
  #growing: Growing | null = null;
  #waiting: { bytes: readonly Buffer[]; done: () => void; failed: (error: unknown) => void }[] = [];
  #writing = false;
  #reader: FileHandle | null = null;

  constructor(folder: string, disk: Disk) {
    this.folder = folder;
    this.#disk = disk;
  }

  /** The head of a spool that is there; null when there is none that can be read. */
  static async headOf(folder: string): Promise<SpoolHead | null> {
    try {
      const head = JSON.parse(await readFile(join(folder, HEAD), 'utf8')) as SpoolHead;
      return head.version === 1 ? head : null;
    } catch {
      return null;
    }
  }

  /** Begins anew; what was there is gone. `known`: what the last export saw, to compare with at the end. */
  async begin(head: SpoolHead, known: string | null): Promise<void> {
    await this.discard();
    await this.#disk.folder(this.folder);
    if (known !== null) await this.#disk.write(join(this.folder, KNOWN), known);
    await this.#whole(HEAD, JSON.stringify(head));
  }

  /** Opens what is there: answers up to the first line that is not whole; what follows is cut off. */
  async open(): Promise<void> {
    const path = join(this.folder, ANSWERS);
    refuseLink(path);
    if (existsSync(path)) {
      const sound = await this.#scan(path);
      if (sound < (await stat(path)).size) await this.#disk.cut(path, sound);
      this.#size = sound;
    }
    this.#growing = await this.#disk.grow(path);
    this.#reader = await open(path, 'r');
  }

  /** Null until the list was read to its end. */
  async list(): Promise<SpooledList | null> {
    try {
      const lines = (await readFile(join(this.folder, ITEMS), 'utf8')).split('\n');
      const parsed = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Item | Problem);
      return {
        items: parsed.filter((line): line is Item => 'key' in line),
        problems: parsed.filter((line): line is Problem => 'advice' in line),
      };
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return null;
      throw error;
    }
  }

  async keepList(items: AsyncIterable<Item | Problem>): Promise<void> {
    const draft = join(this.folder, `${ITEMS}.part`);
    await this.#disk.remove(draft);
    const file = await this.#disk.grow(draft);
    try {
      let lines = '';
      for await (const item of items) {
        lines += `${JSON.stringify(item)}\n`;
        if (lines.length < 64 * 1024) continue;
        await file.append(Buffer.from(lines));
        lines = '';
      }
      await file.append(Buffer.from(lines));
    } finally {
      await file.close();
    }
    await this.#disk.rename(draft, join(this.folder, ITEMS));
  }

  /** What the last export saw when this one began; null when that is not asked for. */
  async known(): Promise<string | null> {
    return readFile(join(this.folder, KNOWN), 'utf8').catch(() => null);
  }

  /** Resolves when the answer is in the file; those that wait together are written together. `json` is on one line. */
  keep(key: string, answer: { place: Place; state: string; hash: string; json: Buffer }): Promise<void> {
    const { place, state, hash, json } = answer;
    const head = Buffer.from(`${JSON.stringify({ key, place, state, hash, bytes: json.length })}\t`);
    const entry = { key, place, state, hash, offset: this.#size + head.length, bytes: json.length };
    this.#size += head.length + json.length + 1;
    return new Promise((resolve, failed) => {
      const done = () => {
        this.entries.set(key, entry);
        resolve();
      };
      this.#waiting.push({ bytes: [head, json, LINE_FEED], done, failed });
      if (!this.#writing) void this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      try {
        await this.#growing!.append(Buffer.concat(group.flatMap(({ bytes }) => bytes)));
        for (const { done } of group) done();
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
    }
    this.#writing = false;
  }

  async read({ offset, bytes }: Entry): Promise<Answered> {
    const { buffer } = await this.#reader!.read({ buffer: Buffer.allocUnsafe(bytes), position: offset });
    return JSON.parse(buffer.toString('utf8')) as Answered;
  }

  async close(): Promise<void> {
    await this.#growing?.close();
    await this.#reader?.close();
    this.#growing = null;
    this.#reader = null;
  }

  /** Removes it; the head first, so that no half of it is ever taken for a spool. */
  async discard(): Promise<void> {
    await this.close();
    for (const name of [HEAD, ITEMS, `${ITEMS}.part`, ANSWERS, KNOWN, `${HEAD}.part`]) {
      await this.#disk.remove(join(this.folder, name));
    }
  }

  async #whole(name: string, text: string): Promise<void> {
    const draft = join(this.folder, `${name}.part`);
    await this.#disk.write(draft, text);
    await this.#disk.rename(draft, join(this.folder, name));
  }

  /** Takes in every whole line; gives where the first other one begins. */
  async #scan(path: string): Promise<number> {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      let at = 0;
      for (;;) {
        const entry = await entryAt(file, at, size);
        if (!entry) return at;
        this.entries.set(entry.key, entry);
        at = entry.offset + entry.bytes + 1;
      }
    } finally {
      await file.close();
    }
  }
}

/** The whole line that begins at `at`; null when there is none. */
async function entryAt(file: FileHandle, at: number, size: number): Promise<Entry | null> {
  for (let length = HEAD_BYTES; at < size; length *= 4) {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: at });
    const tab = buffer.subarray(0, bytesRead).indexOf(TAB);
    if (tab < 0) {
      if (at + bytesRead >= size) return null;
      continue;
    }
    try {
      const head = JSON.parse(buffer.toString('utf8', 0, tab)) as Omit<Entry, 'offset'>;
      const offset = at + tab + 1;
      const last = offset + head.bytes;
      if (!Number.isSafeInteger(last) || last >= size) return null;
      const { buffer: end } = await file.read({ buffer: Buffer.alloc(1), position: last });
      return end[0] === LINE_END ? { ...head, offset } : null;
    } catch {
      return null;
    }
  }
  return null;
}
