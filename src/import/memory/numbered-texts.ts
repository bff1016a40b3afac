import { textHash } from './content-hash.ts';

const SHIFT = 14;
const PART_LENGTH = 2 ** SHIFT;

/** A growing list of whole numbers of 32 bits: 4 bytes each, and nothing is copied when it grows. */
export class NumberList {
  readonly #parts: Int32Array[] = [];
  length = 0;

  /** Returns the new length, like an array. */
  push(number: number): number {
    const at = this.length & (PART_LENGTH - 1);
    if (at === 0) this.#parts.push(new Int32Array(PART_LENGTH));
    this.#parts[this.length >>> SHIFT]![at] = number;
    return ++this.length;
  }

  at(index: number): number {
    return this.#parts[index >>> SHIFT]![index & (PART_LENGTH - 1)]!;
  }

  set(index: number, number: number): void {
    this.#parts[index >>> SHIFT]![index & (PART_LENGTH - 1)] = number;
  }
}

/** Bytes of a part of the texts. */
const TEXT_PART = 2 ** 20;
/** The number of a text that the table does not have. */
export const NO_TEXT = -1;

/**
 * Texts of several groups, each once in its group, numbered from 0 in the order in which they are added. They are kept
 * outside of the heap of V8: a million texts in a `Map` make a check take a third longer (decision 43).
 */
export class NumberedTexts {
  /** Pairs of a hash and the number of its text plus one; 0 if the slot is free. */
  #slots = new Int32Array(2 ** 11);
  /** Of each text: its group, where it is, and its length. */
  readonly #groups = new NumberList();
  readonly #places = new NumberList();
  readonly #lengths = new NumberList();
  readonly #parts: Uint8Array[] = [];
  /** Texts with characters of more than a byte. */
  readonly #wide = new Map<number, string>();
  #usedOfPart = TEXT_PART;

  get size(): number {
    return this.#groups.length;
  }

  /** The number of a text, which is added if it is missing. */
  add(group: number, text: string): number {
    const hash = textHash(text, group);
    const slot = this.#slotOf(hash, group, text);
    const known = this.#slots[slot + 1]!;
    if (known !== 0) return known - 1;
    this.#store(text);
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = this.#groups.push(group);
    if (this.size * 4 > this.#slots.length) this.#grow();
    return this.size - 1;
  }

  find(group: number, text: string): number {
    return this.#slots[this.#slotOf(textHash(text, group), group, text) + 1]! - 1;
  }

  groupOf(number: number): number {
    return this.#groups.at(number);
  }

  text(number: number): string {
    const place = this.#places.at(number);
    if (place === NO_TEXT) return this.#wide.get(number)!;
    const { buffer } = this.#parts[Math.trunc(place / TEXT_PART)]!;
    return Buffer.from(buffer, place % TEXT_PART, this.#lengths.at(number)).toString('latin1');
  }

  /** The slot of a text, or the free one where it belongs. */
  #slotOf(hash: number, group: number, text: string): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = (hash << 1) & mask; ; slot = (slot + 2) & mask) {
      const next = slots[slot + 1]!;
      if (next === 0 || (slots[slot] === hash && this.#isAt(next - 1, group, text))) return slot;
    }
  }

  #isAt(number: number, group: number, text: string): boolean {
    if (this.#groups.at(number) !== group || this.#lengths.at(number) !== text.length) return false;
    const place = this.#places.at(number);
    if (place === NO_TEXT) return this.#wide.get(number) === text;
    const part = this.#parts[Math.trunc(place / TEXT_PART)]!;
    const start = place % TEXT_PART;
    for (let at = 0; at < text.length; at++) if (part[start + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  #store(text: string): void {
    const { length } = text;
    if (this.#usedOfPart + length >= TEXT_PART) {
      this.#parts.push(new Uint8Array(Math.max(TEXT_PART, length)));
      this.#usedOfPart = 0;
    }
    const part = this.#parts.at(-1)!;
    const start = this.#usedOfPart;
    let all = 0;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      part[start + at] = code;
      all |= code;
    }
    const isWide = all > 0xff;
    // A copy, because `text` may be a piece of a large text, which V8 would then keep in memory.
    if (isWide) this.#wide.set(this.size, Buffer.from(text, 'utf16le').toString('utf16le'));
    else this.#usedOfPart += length;
    this.#places.push(isWide ? NO_TEXT : (this.#parts.length - 1) * TEXT_PART + start);
    this.#lengths.push(length);
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Int32Array(old.length * 2);
    const mask = slots.length - 1;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from + 1] === 0) continue;
      let to = (old[from]! << 1) & mask;
      while (slots[to + 1] !== 0) to = (to + 2) & mask;
      slots[to] = old[from]!;
      slots[to + 1] = old[from + 1]!;
    }
    this.#slots = slots;
  }
}
