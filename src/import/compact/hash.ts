import type { Body, Json } from '../../contract/kind.ts';

const FIRST_FACTOR = 0x9e3779b1;
const SECOND_FACTOR = 0x85ebca77;

/** Random, so that no file can be made whose hashes collide. */
const SEEDS = [randomWord(), randomWord()] as const;

function randomWord(): number {
  return Math.trunc(Math.random() * 2 ** 32);
}

const number = new Float64Array(1);
const numberWords = new Uint32Array(number.buffer);

/** Computes hashes of 64 bits. They differ from run to run: they are compared in memory and never stored. */
export class Hash {
  #first = 0;
  #second = 0;
  /** The halves of the hash, after `end`. */
  high = 0;
  low = 0;

  /** Starts a hash. Hashes with different tags differ. */
  start(tag: number): void {
    this.#first = SEEDS[0];
    this.#second = SEEDS[1];
    this.#word(tag);
  }

  text(text: string): void {
    let [first, second] = [this.#first, this.#second];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      first = Math.imul(((first << 5) | (first >>> 27)) ^ code, FIRST_FACTOR);
      second = Math.imul(((second << 13) | (second >>> 19)) ^ code, SECOND_FACTOR);
    }
    this.#first = first;
    this.#second = second;
    this.#word(text.length);
  }

  end(): void {
    const [first, second] = [this.#first, this.#second];
    this.high = mixed(first ^ mixed(second)) >>> 0;
    this.low = mixed(second ^ mixed(first ^ FIRST_FACTOR)) >>> 0;
  }

  /** Hashes the content of a body without the fields in `except`. The order of fields does not matter. */
  content(body: Body, except: ReadonlySet<string>): void {
    this.start(0);
    this.#members(body, except);
    this.end();
  }

  #word(word: number): void {
    this.#first = Math.imul(((this.#first << 5) | (this.#first >>> 27)) ^ word, FIRST_FACTOR);
    this.#second = Math.imul(((this.#second << 13) | (this.#second >>> 19)) ^ word, SECOND_FACTOR);
  }

  /** Adds up the hashes of the members, each computed on its own. */
  #members(members: Body, except?: ReadonlySet<string>): void {
    const [first, second] = [this.#first, this.#second];
    let [high, low, count] = [0, 0, 0];
    for (const name in members) {
      if (except?.has(name)) continue;
      this.start(1);
      this.text(name);
      this.#value(members[name]!);
      this.end();
      high = (high + this.high) | 0;
      low = (low + this.low) | 0;
      count++;
    }
    this.#first = first;
    this.#second = second;
    this.#word(count);
    this.#word(high);
    this.#word(low);
  }

  #value(value: Json): void {
    if (typeof value === 'string') {
      this.#word(2);
      this.text(value);
    } else if (typeof value === 'number') {
      // JSON writes -0 as 0.
      number[0] = value === 0 ? 0 : value;
      this.#word(3);
      this.#word(numberWords[0]!);
      this.#word(numberWords[1]!);
    } else if (Array.isArray(value)) {
      this.#word(4);
      this.#word(value.length);
      for (const item of value) this.#value(item);
    } else if (typeof value === 'object' && value !== null) {
      this.#word(5);
      this.#members(value);
    } else {
      this.#word(value === null ? 6 : value ? 7 : 8);
    }
  }
}

/** The finaliser of MurmurHash3: each bit of the input changes each bit of the result with the same chance. */
function mixed(word: number): number {
  let bits = word ^ (word >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
