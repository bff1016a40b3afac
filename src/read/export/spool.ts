import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { refuseLink } from '../../folder.ts';
import type { Language } from '../../say.ts';
import type { Answered } from '../../service/read-record.ts';
import { type AppendFile, type Disk, writeTexts } from './disk.ts';
import type { Item, ItemOrder } from './item.ts';
import type { Problem } from './problem.ts';
import type { ListEntry } from './resource.ts';
import { SortedEntries, type SortedEntry } from './sorted-entries.ts';

/** What an export selects. It is stored with the records. */
export interface SpoolHeader {
  readonly version: 1;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The command and its flags as JSON, for `--resume`. Never contains a secret. */
  readonly asked: string;
  readonly environment: string;
  /** Missing in spools of earlier versions. */
  readonly target?: string;
  /** The language of its headers and problems. Missing in spools of earlier versions: English. */
  readonly language?: Language;
}

/** The items to fetch, and the problems that occurred while listing them. */
export interface SpooledList {
  /** Number of items. */
  readonly total: number;
  readonly problems: readonly Problem[];
  /** Reads the items one by one: a list may be long. */
  items(): Generator<Item>;
}

const HEADER = 'head.json';
const ITEMS = 'items.ndjson';
const RECORDS_FILE = 'answers.ndjson';
const HASHES_FILE = 'known.json';

const LINE_END = 0x0a;
const LINE_FEED = Buffer.of(LINE_END);
const TAB = 0x09;
const HEADER_BYTES = 4096;
const BLOCK_BYTES = 64 * 1024;

/**
 * The data of an export on disk: a list of items, written completely or not at all, and one line for each fetched
 * record with a header, a tab and its JSON. If a killed process left an incomplete line, opening the spool removes it.
 */
export class ExportSpool {
  readonly folder: string;
  readonly entries: SortedEntries;
  /** The keys of the records that were in the spool when it was opened. */
  readonly kept = new Set<string>();
  readonly #disk: Disk;
  #size = 0;
  #file: AppendFile | null = null;
  #reader: FileHandle | null = null;
  #block = Buffer.alloc(0);

  constructor(folder: string, disk: Disk) {
    this.folder = folder;
    this.entries = new SortedEntries(folder);
    this.#disk = disk;
  }

  /** The header of a spool; null if it is missing or unreadable. */
  static async headerOf(folder: string): Promise<SpoolHeader | null> {
    try {
      const header = JSON.parse(await readFile(join(folder, HEADER), 'utf8')) as SpoolHeader;
      return header.version === 1 ? header : null;
    } catch {
      return null;
    }
  }

  /** Creates an empty spool. `known`: the hashes of the last export, with which new hashes are compared at the end. */
  async begin(header: SpoolHeader, known: string | null): Promise<void> {
    await this.discard();
    await this.#disk.folder(this.folder);
    if (known !== null) await this.#disk.write(join(this.folder, HASHES_FILE), known);
    await this.#replace(HEADER, JSON.stringify(header));
  }

  /** Opens an existing spool and removes the first incomplete line and everything after it. */
  async open(): Promise<void> {
    const path = join(this.folder, RECORDS_FILE);
    refuseLink(path);
    if (existsSync(path)) {
      const complete = await this.#scan(path);
      if (complete < (await stat(path)).size) await this.#disk.truncate(path, complete);
      this.#size = complete;
    }
    this.#file = await this.#disk.append(path);
    this.#reader = await open(path, 'r');
  }

  /** The list of items; null until it is complete. */
  list(): SpooledList | null {
    const path = join(this.folder, ITEMS);
    if (!existsSync(path)) return null;
    const problems: Problem[] = [];
    let total = 0;
    for (const item of itemsIn(path)) {
      if ('key' in item) total++;
      else problems.push(item);
    }
    return {
      total,
      problems,
      *items() {
        for (const item of itemsIn(path)) if ('key' in item) yield item;
      },
    };
  }

  async keepList(entries: AsyncIterable<ListEntry<Item>>): Promise<void> {
    const lines = (async function* () {
      for await (const next of entries)
        yield `${JSON.stringify('item' in next ? next.item : next.problem)}\n`;
    })();
    await writeTexts(this.#disk, join(this.folder, `${ITEMS}.part`), join(this.folder, ITEMS), lines);
  }

  /** The hashes that the last export had stored when this export began; null without `--changed-since-last`. */
  async known(): Promise<string | null> {
    return readFile(join(this.folder, HASHES_FILE), 'utf8').catch(() => null);
  }

  /** Appends a record, as one line of JSON. Resolves when it is in the file. */
  async keep(
    key: string,
    answer: { place: ItemOrder; state: string; hash: string; json: Buffer },
  ): Promise<void> {
    const { place, state, hash, json } = answer;
    const header = Buffer.from(`${JSON.stringify({ key, place, state, hash, bytes: json.length })}\t`);
    const entry = { place, state, hash, offset: this.#size + header.length, bytes: json.length };
    this.#size += header.length + json.length + 1;
    await this.#file!.append(Buffer.concat([header, json, LINE_FEED]));
    this.entries.add(entry);
  }

  /** Reads a record. Synchronous, because the file is usually in the cache of the system, where a thread would be slower. */
  read({ offset, bytes }: SortedEntry): Answered {
    if (this.#block.length < bytes) this.#block = Buffer.allocUnsafeSlow(2 * bytes);
    const read = readSync(this.#reader!.fd, this.#block, { length: bytes, position: offset });
    return JSON.parse(this.#block.toString('utf8', 0, read)) as Answered;
  }

  async close(): Promise<void> {
    await this.#file?.close();
    await this.#reader?.close();
    this.entries.close();
    this.#file = null;
    this.#reader = null;
  }

  /** Removes the spool. The header comes first, so that a partly removed spool is not opened again. */
  async discard(): Promise<void> {
    await this.close();
    for (const name of [HEADER, ITEMS, `${ITEMS}.part`, RECORDS_FILE, HASHES_FILE, `${HEADER}.part`]) {
      await this.#disk.remove(join(this.folder, name));
    }
  }

  async #replace(name: string, text: string): Promise<void> {
    const draft = join(this.folder, `${name}.part`);
    await this.#disk.write(draft, text);
    await this.#disk.rename(draft, join(this.folder, name));
  }

  /** Indexes all complete lines. Returns the offset of the first incomplete line. */
  async #scan(path: string): Promise<number> {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      let at = 0;
      for (;;) {
        const entry = await entryAt(file, at, size);
        if (!entry) return at;
        this.entries.add(entry);
        this.kept.add(entry.key);
        at = entry.offset + entry.bytes + 1;
      }
    } finally {
      await file.close();
    }
  }
}

/** The items and problems in the lines of a list file. */
function* itemsIn(path: string): Generator<Item | Problem> {
  const file = openSync(path, 'r');
  try {
    const block = Buffer.allocUnsafe(BLOCK_BYTES);
    let parts: Buffer[] = [];
    for (let length = readSync(file, block); length > 0; length = readSync(file, block)) {
      let from = 0;
      for (let at = block.indexOf(LINE_END); at !== -1 && at < length; at = block.indexOf(LINE_END, from)) {
        const line = Buffer.concat([...parts, block.subarray(from, at)]).toString('utf8');
        yield JSON.parse(line) as Item | Problem;
        parts = [];
        from = at + 1;
      }
      parts.push(Buffer.from(block.subarray(from, length)));
    }
  } finally {
    closeSync(file);
  }
}

/** The key and entry of the record whose line begins at the offset `at`; null if the line is not complete. */
async function entryAt(
  file: FileHandle,
  at: number,
  size: number,
): Promise<(SortedEntry & { readonly key: string }) | null> {
  for (let length = HEADER_BYTES; at < size; length *= 4) {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: at });
    const tab = buffer.subarray(0, bytesRead).indexOf(TAB);
    if (tab < 0) {
      if (at + bytesRead >= size) return null;
      continue;
    }
    try {
      const header = JSON.parse(buffer.toString('utf8', 0, tab)) as Omit<SortedEntry, 'offset'> & {
        readonly key: string;
      };
      const offset = at + tab + 1;
      const last = offset + header.bytes;
      if (!Number.isSafeInteger(last) || last >= size) return null;
      const { buffer: end } = await file.read({ buffer: Buffer.alloc(1), position: last });
      return end[0] === LINE_END ? { ...header, offset } : null;
    } catch {
      return null;
    }
  }
  return null;
}
