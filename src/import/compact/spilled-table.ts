import { readSync, writeSync } from 'node:fs';
import { FLAGS, HashTable, PARTS } from '../../hashes/hash-table.ts';
import { openSpoolNow, type SpoolFile } from '../../sheets/spool.ts';

/** Maximum number of hashes in memory: few enough for the caches of the processor. */
const MOST = 2 ** 14;
const WORD_BYTES = 4;

/**
 * Adds the flags and the first value of a hash to its slot in a table, where `isNew` of the table says whether another
 * slot with the hash was added before.
 */
export type Merge = (table: HashTable, at: number, flags: number, value: number) => void;

export interface SpillOptions {
  /** Maximum number of hashes in memory. */
  readonly most?: number;
  /** Of the temporary file; by default the folder of the system. */
  readonly folder?: string;
}

/** The slots of a full table in the file, sorted by part: where they start, and the word where each part ends. */
interface Run {
  readonly start: number;
  readonly ends: Uint32Array;
}

/**
 * A hash table whose memory does not grow: when it is full, its slots move to a temporary file. `put` then no longer knows
 * their hashes, so that a hash may have several slots until `part` merges them. If the file cannot be written, all
 * hashes stay in memory.
 */
export class SpilledTable extends HashTable {
  readonly #merge: Merge;
  readonly #most: number;
  readonly #folder: string | undefined;
  readonly #runs: Run[] = [];
  #file: SpoolFile | undefined;
  #written = 0;
  #isWritable = true;
  #buffer = new Uint32Array(0);
  readonly #merged: HashTable;

  constructor(values: number, merge: Merge, { most = MOST, folder }: SpillOptions = {}) {
    super(values);
    this.#merged = new HashTable(values);
    this.#merge = merge;
    this.#most = most;
    this.#folder = folder;
  }

  override put(high: number, low: number): number {
    if (this.size >= this.#most && this.#isWritable) this.#spill();
    return super.put(high, low);
  }

  /** Adds a hash with its flags and its first value. */
  add(high: number, low: number, flags: number, value = 0): void {
    this.#merge(this, this.put(high, low), flags, value);
  }

  /** A table with all hashes of a part, each once. It is valid until the next call; it may have other hashes, too. */
  part(part: number): HashTable {
    if (this.#runs.length === 0) return this;
    const merged = this.#merged;
    merged.dropPart(part - 1);
    let words = this.sizeOf(part) * this.width;
    for (const { ends } of this.#runs) words += ends[part]! - startOf(ends, part);
    merged.reserve(part, words / this.width);
    for (const { start, ends } of this.#runs) {
      const from = startOf(ends, part);
      this.#add(this.#read(start + from * WORD_BYTES, ends[part]! - from));
    }
    const own = this.#room(this.sizeOf(part) * this.width);
    this.copyPart(part, own, 0);
    this.#add(own);
    return merged;
  }

  /** Removes the file, and all hashes from the memory. */
  close(): void {
    this.#file?.close();
    this.#file = undefined;
    this.#runs.length = 0;
    this.#buffer = new Uint32Array(0);
    this.clear();
  }

  #spill(): void {
    const words = this.#room(this.size * this.width);
    const ends = new Uint32Array(PARTS);
    let end = 0;
    for (let part = 0; part < PARTS; part++) {
      end = this.copyPart(part, words, end);
      ends[part] = end;
    }
    const bytes = new Uint8Array(words.buffer, 0, end * WORD_BYTES);
    try {
      this.#file ??= openSpoolNow(this.#folder);
      for (let done = 0; done < bytes.length; )
        done += writeSync(this.#file.fd, bytes, done, bytes.length - done, this.#written + done);
    } catch {
      this.#isWritable = false;
      return;
    }
    this.#runs.push({ start: this.#written, ends });
    this.#written += bytes.length;
    this.clear();
  }

  #read(start: number, length: number): Uint32Array {
    const words = this.#room(length);
    const bytes = new Uint8Array(words.buffer, 0, length * WORD_BYTES);
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(this.#file!.fd, bytes, done, bytes.length - done, start + done);
      if (read === 0) throw new Error('a temporary file of trace became shorter while it was used');
      done += read;
    }
    return words;
  }

  /** Words for slots, used again by the next call. */
  #room(words: number): Uint32Array {
    if (this.#buffer.length < words) this.#buffer = new Uint32Array(words);
    return this.#buffer.subarray(0, words);
  }

  #add(words: Uint32Array): void {
    const { width } = this;
    const merged = this.#merged;
    for (let at = 0; at < words.length; at += width) {
      const low = words[at + 1]!;
      this.#merge(merged, merged.put(words[at]!, low), low & FLAGS, width > 2 ? words[at + 2]! : 0);
    }
  }
}

const startOf = (ends: Uint32Array, part: number): number => (part === 0 ? 0 : ends[part - 1]!);
