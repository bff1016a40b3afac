import { decoded, detached } from './xml-characters.ts';

/** Character codes in cell references. Upper and lower case letters differ in the case bit. */
const DIGIT_0 = 0x30;
const LETTER_A = 0x41;
const LETTER_Z = 0x5a;
const CASE_BIT = 0x20;

/** The attributes of a tag, stored as offsets into its text: a string is created only when a value is read. */
export class XmlAttributes {
  count = 0;
  private readonly part: string;
  private text = '';
  /** Four offsets for each attribute: start and end of its name, start and end of its value. */
  private readonly spans: number[] = [];

  /** @param part name of the part, for errors. */
  constructor(part: string) {
    this.part = part;
  }

  /** Removes all attributes. Attributes that are added next refer to `text`. */
  clear(text: string): void {
    this.text = text;
    this.count = 0;
  }

  add(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    const at = this.count * 4;
    this.spans[at] = nameStart;
    this.spans[at + 1] = nameEnd;
    this.spans[at + 2] = valueStart;
    this.spans[at + 3] = valueEnd;
    this.count++;
  }

  /** The character code of a one-character name, else 0. */
  character(index: number): number {
    const start = this.spans[index * 4]!;
    return this.spans[index * 4 + 1]! - start === 1 ? this.text.charCodeAt(start) : 0;
  }

  /** Whether an attribute has exactly this name, compared without creating a string. */
  hasName(index: number, name: string): boolean {
    const start = this.spans[index * 4]!;
    return this.spans[index * 4 + 1]! - start === name.length && this.text.startsWith(name, start);
  }

  /** @throws Damage if the value contains an unknown entity. */
  value(index: number): string {
    const text = this.text.slice(this.spans[index * 4 + 2], this.spans[index * 4 + 3]);
    return decoded(detached(text), this.part);
  }

  /** The value of the attribute with exactly this name. */
  get(name: string): string | undefined {
    return this.find((found) => found === name);
  }

  /** The value of the attribute with this local name, with or without a prefix. */
  getLocal(name: string): string | undefined {
    return this.find(
      (found) => found === name || (found.endsWith(`:${name}`) && !found.startsWith('xmlns:')),
    );
  }

  /** The column in the letters at the start of the value (`AB12` is 27), -1 if there are none. */
  column(index: number): number {
    const end = this.spans[index * 4 + 3]!;
    let column = 0;
    let at = this.spans[index * 4 + 2]!;
    for (; at < end; at++) {
      const letter = this.text.charCodeAt(at) & ~CASE_BIT;
      if (letter < LETTER_A || letter > LETTER_Z) break;
      // Stops far beyond the last column of any sheet, so that the number stays exact.
      if (column < 1_000_000) column = column * 26 + letter - LETTER_A + 1;
    }
    return column - 1;
  }

  /** The whole number at the end of the value (`AB12` is 12), -1 if there is none. */
  integer(index: number): number {
    const end = this.spans[index * 4 + 3]!;
    let value = -1;
    for (let at = this.spans[index * 4 + 2]!; at < end; at++) {
      const digit = this.text.charCodeAt(at) - DIGIT_0;
      if (digit < 0 || digit > 9) {
        if (value >= 0) return -1;
      } else if (value < 1e12) value = Math.max(value, 0) * 10 + digit;
    }
    return value;
  }

  private find(matches: (name: string) => boolean): string | undefined {
    for (let index = 0; index < this.count; index++) {
      const name = this.text.slice(this.spans[index * 4], this.spans[index * 4 + 1]);
      if (matches(name)) return this.value(index);
    }
    return undefined;
  }
}
