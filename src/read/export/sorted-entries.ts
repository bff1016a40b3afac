import { readSync, writeSync } from 'node:fs';
import { openSpoolNow, type SpoolFile } from '../../sheets/spool.ts';
import { compareSortKeys, type ItemOrder } from './item.ts';

/** A record in the spool. */
export interface SortedEntry {
  readonly place: ItemOrder;
  readonly state: string;
  /** The hash of the record. It differs if the record changed. */
  readonly hash: string;
  readonly offset: number;
  readonly bytes: number;
}

/** Entries in the temporary file, sorted. */
interface Run {
  readonly start: number;
  readonly end: number;
}

/** The next entry of a sorted run, and the entries after it. */
interface Head {
  entry: SortedEntry;
  readonly run: number;
  readonly rest: Iterator<SortedEntry>;
}

/** Maximum number of entries in memory. */
const MAX_ENTRIES = 8192;
const BLOCK_BYTES = 16 * 1024;
const LINE_END = 0x0a;

/**
 * The entries of a spool, in the order of the rows and without duplicates: the first of several with the same sort key
 * counts. Memory does not grow with their number, because sorted runs of them are in a private temporary file.
 */
export class SortedEntries implements Iterable<SortedEntry> {
  readonly #folder: string;
  readonly #most: number;
  readonly #runs: Run[] = [];
  #recent: SortedEntry[] = [];
  #count = 0;
  #size = 0;
  #file: SpoolFile | null = null;

  /** @param folder the folder of the temporary file */
  constructor(folder: string, most = MAX_ENTRIES) {
    this.#folder = folder;
    this.#most = most;
  }

  /** Number of entries that were added. */
  get count(): number {
    return this.#count;
  }

  add(entry: SortedEntry): void {
    this.#recent.push(entry);
    this.#count++;
    if (this.#recent.length < this.#most) return;
    this.#file ??= openSpoolNow(this.#folder);
    this.#write(inOrder(this.#recent), this.#file.fd);
    this.#recent = [];
  }

  /** Reads the entries. None may be added meanwhile. */
  *[Symbol.iterator](): Generator<SortedEntry> {
    let before: SortedEntry | undefined;
    for (const entry of this.#merged()) {
      if (before && compareSortKeys(before.place, entry.place) === 0) continue;
      yield entry;
      before = entry;
    }
  }

  close(): void {
    this.#file?.close();
    this.#file = null;
  }

  #write(entries: readonly SortedEntry[], file: number): void {
    const start = this.#size;
    const lines = entries.map(({ place, state, hash, offset, bytes }) =>
      JSON.stringify([...place, state, hash, offset, bytes]),
    );
    const block = Buffer.from(`${lines.join('\n')}\n`);
    for (let done = 0; done < block.length; )
      done += writeSync(file, block, done, block.length - done, start + done);
    this.#size += block.length;
    this.#runs.push({ start, end: this.#size });
  }

  *#merged(): Generator<SortedEntry> {
    const heads: Head[] = [];
    for (const [run, entries] of this.#sources().entries()) {
      const rest = entries[Symbol.iterator]();
      const { value } = rest.next();
      if (value) insert(heads, { entry: value, run, rest });
    }
    for (let head = heads.shift(); head; head = heads.shift()) {
      yield head.entry;
      const { value } = head.rest.next();
      if (!value) continue;
      head.entry = value;
      insert(heads, head);
    }
  }

  #sources(): Iterable<SortedEntry>[] {
    return [...this.#runs.map((run) => this.#read(run)), inOrder(this.#recent)];
  }

  *#read({ start, end }: Run): Generator<SortedEntry> {
    let block = Buffer.alloc(0);
    for (let at = start; at < end; ) {
      const next = Buffer.alloc(Math.min(BLOCK_BYTES, end - at));
      const read = readSync(this.#file!.fd, next, { position: at });
      if (read === 0) throw new Error('the temporary file of the export is too short');
      at += read;
      block = Buffer.concat([block, next.subarray(0, read)]);
      const complete = block.lastIndexOf(LINE_END);
      if (complete < 0) continue;
      for (const line of block.toString('utf8', 0, complete).split('\n')) yield entryOf(line);
      block = block.subarray(complete + 1);
    }
  }
}

function entryOf(line: string): SortedEntry {
  const [collection, productRef, color, id, state, hash, offset, bytes] = JSON.parse(line) as [
    ...ItemOrder,
    ...[state: string, hash: string, offset: number, bytes: number],
  ];
  return { place: [collection, productRef, color, id], state, hash, offset, bytes };
}

/** A stable sort: of entries with the same sort key, the one that was added first comes first. */
const inOrder = (entries: SortedEntry[]): SortedEntry[] =>
  entries.sort((one, other) => compareSortKeys(one.place, other.place));

/** Inserts a head into a sorted list of heads. */
function insert(heads: Head[], head: Head): void {
  let [from, to] = [0, heads.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = heads[middle]!;
    if ((compareSortKeys(other.entry.place, head.entry.place) || other.run - head.run) < 0) from = middle + 1;
    else to = middle;
  }
  heads.splice(from, 0, head);
}
