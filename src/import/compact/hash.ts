import type { Body, Json } from '../../contract/kind.ts';

const FIRST_FACTOR = 0x9e3779b1;
const SECOND_FACTOR = 0x85ebca77;

/** Random, so that no file can be made whose hashes collide. */
const SEEDS = [randomWord(), randomWord(), randomWord()] as const;

function randomWord(): number {
  return Math.trunc(Math.random() * 2 ** 32) | 0;
}

/** Computes hashes of keys, of 64 bits. They differ from run to run: they are compared in memory and never stored. */
export class Hash {
  /** The halves of the last hash. */
  high = 0;
  low = 0;

  /** Hashes a key. Hashes with different tags differ. */
  key(tag: number, text: string): void {
    let first = SEEDS[0] ^ Math.imul(tag + 1, SECOND_FACTOR);
    let second = SEEDS[1] ^ Math.imul(tag + 1, FIRST_FACTOR);
    const { length } = text;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      first = Math.imul(((first << 5) | (first >>> 27)) ^ code, FIRST_FACTOR);
      second = Math.imul(((second << 13) | (second >>> 19)) ^ code, SECOND_FACTOR);
    }
    first ^= length;
    this.high = mixed(first ^ mixed(second)) >>> 0;
    this.low = mixed(second ^ mixed(first ^ FIRST_FACTOR)) >>> 0;
  }
}

/**
 * Hashes the content of bodies without the fields in `except`, to 32 bits. The order of fields does not matter. The
 * hashes differ from run to run, too.
 */
export class ContentHash {
  readonly #except: ReadonlySet<string>;
  /** The hashes of the names of fields; 0 for those that are ignored. */
  readonly #names = new Map<string, number>();

  constructor(except: ReadonlySet<string>) {
    this.#except = except;
  }

  of(body: Body): number {
    let sum = SEEDS[2];
    for (const name in body) {
      const hash = this.#names.get(name) ?? this.#ofName(name);
      if (hash !== 0) sum = (sum + ofValue(body[name]!, hash)) | 0;
    }
    return mixed(sum) >>> 0;
  }

  #ofName(name: string): number {
    const hash = this.#except.has(name) ? 0 : ofName(name) || 1;
    if (this.#names.size < MOST_NAMES) this.#names.set(name, hash);
    return hash;
  }
}

/** Adds up the hashes of the members, each computed on its own. */
function ofMembers(members: Body, seed: number): number {
  let sum = Math.imul(seed, FIRST_FACTOR);
  for (const name in members)
    sum = (sum + ofValue(members[name]!, Math.imul(seed, SECOND_FACTOR) ^ ofName(name))) | 0;
  return mixed(sum);
}

const number = new Float64Array(1);
const numberWords = new Uint32Array(number.buffer);

function ofValue(value: Json, seed: number): number {
  if (typeof value === 'string') return ofText(value, seed ^ 1);
  if (typeof value === 'number') {
    // JSON writes -0 as 0.
    number[0] = value === 0 ? 0 : value;
    return mixed(Math.imul(mixed(seed ^ 2 ^ numberWords[0]!), SECOND_FACTOR) ^ numberWords[1]!);
  }
  if (typeof value !== 'object' || value === null) return mixed(seed ^ (value === null ? 3 : value ? 4 : 5));
  if (!Array.isArray(value)) return ofMembers(value, mixed(seed ^ 6));
  let hash = mixed(seed ^ 7);
  for (const item of value) hash = ofValue(item, Math.imul(hash, FIRST_FACTOR));
  return mixed(hash ^ value.length);
}

function ofText(text: string, seed: number): number {
  const { length } = text;
  let hash = seed;
  for (let at = 0; at < length; at++)
    hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ text.charCodeAt(at), FIRST_FACTOR);
  return mixed(hash ^ length);
}

const MOST_NAMES = 1000;
const names = new Map<string, number>();

/** The hash of the name of a field, remembered because bodies have few different ones. */
function ofName(name: string): number {
  let hash = names.get(name);
  if (hash === undefined) {
    hash = ofText(name, SEEDS[2]);
    if (names.size < MOST_NAMES) names.set(name, hash);
  }
  return hash;
}

/** The finaliser of MurmurHash3: each bit of the input changes each bit of the result with the same chance. */
function mixed(word: number): number {
  let bits = word ^ (word >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
