import type { Body, Json } from '../../contract/kind.ts';
import { FIRST_FACTOR, mixed, SECOND_FACTOR, SEEDS } from '../../hashes/key-hash.ts';

/**
 * Hashes the content of bodies without the fields in `except`, to 32 bits. The order of fields does not matter. The
 * hashes differ from run to run, too.
 */
export class ContentHash {
  readonly #except: ReadonlySet<string>;
  readonly #seeds = new Map<string, number>();

  constructor(except: ReadonlySet<string>) {
    this.#except = except;
  }

  of(body: Body): number {
    let sum = 0;
    for (const name in body) {
      const seed = this.seedOf(name);
      if (seed !== 0) sum = (sum + ofValue(body[name]!, seed)) | 0;
    }
    return endOfContent(sum);
  }

  /** The seed of the hashes of a field; 0 for a field that is ignored. */
  seedOf(name: string): number {
    let seed = this.#seeds.get(name);
    if (seed === undefined) {
      seed = this.#except.has(name) ? 0 : ofName(name) || 1;
      if (this.#seeds.size < MOST_NAMES) this.#seeds.set(name, seed);
    }
    return seed;
  }
}

/** The hash of a content, from the sum of the hashes of its values. */
const endOfContent = (sum: number): number => mixed(sum ^ SEEDS[2]) >>> 0;

/** The seeds of the values in an object and in a list. */
const seedOfMember = (seed: number, name: string): number => mixed(seed ^ ofName(name));
const seedOfItem = (seed: number, at: number): number => mixed(Math.imul(seed, SECOND_FACTOR) + at);

/** The hashes of an object and of a list, without the values in them. */
const ofObject = (seed: number): number => mixed(seed ^ 6);
const ofList = (seed: number): number => mixed(seed ^ 7);

const number = new Float64Array(1);
const numberWords = new Uint32Array(number.buffer);

/** The hash of a value: for an object or a list, the sum of its own hash and those of all values in it. */
function ofValue(value: Json, seed: number): number {
  if (typeof value === 'string') return ofText(value, seed ^ 1);
  if (typeof value === 'number') {
    // JSON writes -0 as 0.
    number[0] = value === 0 ? 0 : value;
    return mixed(Math.imul(mixed(seed ^ 2 ^ numberWords[0]!), SECOND_FACTOR) ^ numberWords[1]!);
  }
  if (typeof value !== 'object' || value === null) return mixed(seed ^ (value === null ? 3 : value ? 4 : 5));
  let sum = Array.isArray(value) ? ofList(seed) : ofObject(seed);
  if (Array.isArray(value))
    for (let at = 0; at < value.length; at++) sum = (sum + ofValue(value[at]!, seedOfItem(seed, at))) | 0;
  else for (const name in value) sum = (sum + ofValue(value[name]!, seedOfMember(seed, name))) | 0;
  return sum;
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
