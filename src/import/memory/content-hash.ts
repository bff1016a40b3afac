import type { Body, Json } from '../../contract/kind.ts';

const FACTOR = 0x9e3779b1;
/** Random, so that no file can be made whose hashes collide. */
const SEED = Math.trunc(Math.random() * 2 ** 32) | 0;
/** With these, an empty text, an empty list and an empty object have different hashes. */
const LIST_SALT = 0x5bd1e995;
const OBJECT_SALT = 0x2c1b3c6d;

const MOST_NAMES = 1000;
const seeds = new Map<string, number>();

/** A hash of 32 bits of a body without the fields in `except`. The order of its fields does not matter. */
export function contentHash(body: Body, except: ReadonlySet<string>): number {
  let sum = 0;
  for (const name in body) if (!except.has(name)) sum = (sum + valueHash(body[name]!, seedOf(name))) | 0;
  return sum;
}

function valueHash(value: Json, seed: number): number {
  if (typeof value === 'string') return textHash(value, seed);
  if (typeof value !== 'object' || value === null) return textHash(JSON.stringify(value), ~seed);
  const isList = Array.isArray(value);
  let hash = mixedBits(seed ^ (isList ? LIST_SALT : OBJECT_SALT));
  if (isList) for (const item of value) hash = mixedBits(hash + valueHash(item, seed));
  else for (const name in value) hash = (hash + valueHash(value[name]!, seed ^ seedOf(name))) | 0;
  return mixedBits(hash);
}

/** The hash of the name of a field, remembered because bodies have few different ones. */
function seedOf(name: string): number {
  let seed = seeds.get(name);
  if (seed === undefined) {
    seed = textHash(name, 0);
    if (seeds.size < MOST_NAMES) seeds.set(name, seed);
  }
  return seed;
}

/** A hash of 32 bits, which differs from run to run. Two characters are hashed at a time. */
export function textHash(text: string, seed: number): number {
  const { length } = text;
  let hash = SEED ^ seed ^ length;
  let at = 0;
  for (; at + 1 < length; at += 2) {
    const pair = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
    hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ pair, FACTOR);
  }
  if (at < length) hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ text.charCodeAt(at), FACTOR);
  return mixedBits(hash);
}

/** The finaliser of MurmurHash3: each bit of the input changes each bit of the result with the same chance. */
function mixedBits(word: number): number {
  let bits = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
