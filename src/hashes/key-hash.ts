export const FIRST_FACTOR = 0x9e3779b1;
export const SECOND_FACTOR = 0x85ebca77;

/** Random, so that no file can be made whose hashes collide. */
export const SEEDS = [randomWord(), randomWord(), randomWord()] as const;

function randomWord(): number {
  return Math.trunc(Math.random() * 2 ** 32) | 0;
}

/** Computes hashes of keys, of 64 bits. They differ from run to run: they are compared in memory and never stored. */
export class Hash {
  #first = 0;
  #second = 0;
  #length = 0;
  /** The halves of the last hash. */
  high = 0;
  low = 0;

  /** Hashes a key. Hashes with different tags differ. */
  key(tag: number, text: string): void {
    this.start(tag);
    this.add(text);
    this.end();
  }

  /** Starts the hash of a key whose parts are added one after the other. */
  start(tag: number): void {
    this.#first = SEEDS[0] ^ Math.imul(tag + 1, SECOND_FACTOR);
    this.#second = SEEDS[1] ^ Math.imul(tag + 1, FIRST_FACTOR);
    this.#length = 0;
  }

  add(text: string): void {
    let first = this.#first;
    let second = this.#second;
    const { length } = text;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      first = Math.imul(((first << 5) | (first >>> 27)) ^ code, FIRST_FACTOR);
      second = Math.imul(((second << 13) | (second >>> 19)) ^ code, SECOND_FACTOR);
    }
    this.#first = first;
    this.#second = second;
    this.#length += length;
  }

  end(): void {
    const first = this.#first ^ this.#length;
    this.high = mixed(first ^ mixed(this.#second)) >>> 0;
    this.low = mixed(this.#second ^ mixed(first ^ FIRST_FACTOR)) >>> 0;
  }
}

/** The finaliser of MurmurHash3: each bit of the input changes each bit of the result with the same chance. */
export function mixed(word: number): number {
  let bits = word ^ (word >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
