import { HashTable } from './hash-table.ts';
import { Hash } from './key-hash.ts';

/**
 * A set of keys of which only hashes of 61 bits are kept: some 12 bytes a key. Of a million keys, two have the same hash
 * once in five million runs.
 */
export class SeenKeys {
  readonly #table = new HashTable(0);
  readonly #hash = new Hash();

  /** The number of keys. */
  get size(): number {
    return this.#table.size;
  }

  has(key: string): boolean {
    this.#hash.key(0, key);
    return this.#table.find(this.#hash.high, this.#hash.low) !== -1;
  }

  /** Adds a key. Returns whether it is new. */
  add(key: string): boolean {
    this.#hash.key(0, key);
    this.#table.put(this.#hash.high, this.#hash.low);
    return this.#table.isNew;
  }
}
