import { Damage } from '../damage.ts';
import { decoded, detached, heldBack, unixLines } from './xml-characters.ts';

/** What `Xml.next` came to. An element without content gives OPEN and CLOSE. */
export const MORE = 0;
export const OPEN = 1;
export const CLOSE = 2;
export const TEXT = 3;
const ONWARD = -1;

/** A tag, or a name of an element, that is longer than this is none. */
const TAG_CHARACTERS = 1024 ** 2;
const NAME_CHARACTERS = 255;
const DEPTH = 256;
const NAMES = 10_000;

/**
 * Takes XML apart, chunk by chunk, without building anything. Elements are known by their local name, whatever
 * their prefix. Only what a workbook needs: no document types and no entities but the five of XML itself.
 *
 * Give it text by `push`, call `next` until it says MORE, and `finish` after the last chunk.
 */
export class Xml {
  /** Local name of the element that was opened or closed last. */
  name = '';
  /** Elements that are open, the one just opened included, the one just closed not. */
  depth = 0;
  /** Attributes of the element just opened. */
  attributes = 0;

  private readonly part: string;
  private buffer = '';
  private at = 0;
  private last = false;
  private rootSeen = false;
  private pendingClose = false;
  /** What ends the comment, instruction or character data that is open. */
  private terminator = '';
  private textStart = 0;
  private textEnd = 0;
  private plain = false;
  private readonly qualified: string[] = [];
  private readonly local: string[] = [];
  private readonly locals = new Map<string, string>();
  /** Four numbers an attribute: start and end of its name and of its value. */
  private readonly spans: number[] = [];

  constructor(part: string) {
    this.part = part;
  }

  push(chunk: string): void {
    this.buffer = this.at < this.buffer.length ? this.buffer.slice(this.at) + chunk : chunk;
    this.at = 0;
  }

  /** Says that no text follows: from now on MORE means the end. */
  finish(): void {
    this.last = true;
  }

  /** @throws Damage where the text is not well-formed, or declares a document type. */
  next(): number {
    if (this.pendingClose) {
      this.pendingClose = false;
      this.depth--;
      return CLOSE;
    }
    while (this.at < this.buffer.length) {
      if (this.terminator !== '') {
        const token = this.throughTerminator();
        if (token !== ONWARD) return token;
        continue;
      }
      if (this.buffer.charCodeAt(this.at) !== 60) {
        if (!this.readText()) return MORE;
        if (this.depth > 0) return TEXT;
        continue;
      }
      if (this.at + 1 >= this.buffer.length) return this.needMore();
      const sign = this.buffer.charCodeAt(this.at + 1);
      if (sign === 47) return this.readClose();
      if (sign !== 33 && sign !== 63) return this.readOpen();
      if (!this.enterMarkup(sign)) return this.needMore();
    }
    if (this.last && (this.depth > 0 || !this.rootSeen || this.terminator !== '')) {
      throw this.damage('ends before its end');
    }
    return MORE;
  }

  /** The piece of text just read: long texts, and those with CDATA in them, come in pieces. */
  text(): string {
    const text = this.buffer.slice(this.textStart, this.textEnd);
    return this.plain ? unixLines(text) : decoded(text, this.part);
  }

  /** Code of the one character of which the name of an attribute consists, else 0. */
  attributeSign(index: number): number {
    const start = this.spans[index * 4]!;
    return this.spans[index * 4 + 1]! - start === 1 ? this.buffer.charCodeAt(start) : 0;
  }

  /** Whether an attribute has this very name, without making a text of it. */
  isAttribute(index: number, name: string): boolean {
    const start = this.spans[index * 4]!;
    return this.spans[index * 4 + 1]! - start === name.length && this.buffer.startsWith(name, start);
  }

  attributeValue(index: number): string {
    const text = this.buffer.slice(this.spans[index * 4 + 2], this.spans[index * 4 + 3]);
    return decoded(detached(text), this.part);
  }

  /** The attribute of this very name, without prefix. */
  attribute(name: string): string | undefined {
    return this.attributeWhere((found) => found === name);
  }

  /** The attribute of this local name, with a prefix or without. */
  attributeLocal(name: string): string | undefined {
    return this.attributeWhere(
      (found) => found === name || (found.endsWith(`:${name}`) && !found.startsWith('xmlns:')),
    );
  }

  /** A column from the letters that begin the value (`AB12` is 27), -1 when there are none. */
  attributeColumn(index: number): number {
    const end = this.spans[index * 4 + 3]!;
    let column = 0;
    let at = this.spans[index * 4 + 2]!;
    for (; at < end; at++) {
      const letter = this.buffer.charCodeAt(at) & ~32;
      if (letter < 65 || letter > 90) break;
      // far beyond any sheet, and still a sound number
      if (column < 1_000_000) column = column * 26 + letter - 64;
    }
    return column - 1;
  }

  /** The whole number that ends the value (`AB12` is 12), -1 when there is none. */
  attributeInteger(index: number): number {
    const end = this.spans[index * 4 + 3]!;
    let value = -1;
    for (let at = this.spans[index * 4 + 2]!; at < end; at++) {
      const digit = this.buffer.charCodeAt(at) - 48;
      if (digit < 0 || digit > 9) {
        if (value >= 0) return -1;
      } else if (value < 1e12) value = Math.max(value, 0) * 10 + digit;
    }
    return value;
  }

  private attributeWhere(wanted: (name: string) => boolean): string | undefined {
    for (let index = 0; index < this.attributes; index++) {
      const name = this.buffer.slice(this.spans[index * 4], this.spans[index * 4 + 1]);
      if (wanted(name)) return this.attributeValue(index);
    }
    return undefined;
  }

  private readText(): boolean {
    const { buffer, at } = this;
    let end = buffer.indexOf('<', at);
    if (end === -1) {
      end = this.last ? buffer.length : buffer.length - heldBack(buffer, at);
      if (end <= at) return false;
    }
    this.at = end;
    this.textStart = at;
    this.textEnd = end;
    this.plain = false;
    if (this.depth === 0 && buffer.slice(at, end).trim() !== '')
      throw this.damage('holds text outside its root');
    return true;
  }

  private readClose(): number {
    const end = this.buffer.indexOf('>', this.at);
    if (end === -1) return this.needMore();
    const name = this.depth === 0 ? '' : this.qualified[this.depth - 1]!;
    const nameEnd = this.at + 2 + name.length;
    const fits = name !== '' && this.buffer.startsWith(name, this.at + 2);
    if (!fits || (nameEnd !== end && this.buffer.slice(nameEnd, end).trim() !== '')) {
      throw this.damage(
        `closes an element that is not open (${this.buffer.slice(this.at, end + 1).slice(0, 40)})`,
      );
    }
    this.at = end + 1;
    this.depth--;
    this.name = this.local[this.depth]!;
    return CLOSE;
  }

  private readOpen(): number {
    const { buffer, spans } = this;
    const length = buffer.length;
    const nameStart = this.at + 1;
    let at = nameStart;
    let sign = 0;
    for (; at < length; at++) {
      sign = buffer.charCodeAt(at);
      if (sign <= 32 || sign === 62 || sign === 47) break;
    }
    const nameEnd = at;
    let count = 0;
    for (;;) {
      at = this.pastBlanks(at);
      if (at >= length) return this.needMore();
      sign = buffer.charCodeAt(at);
      if (sign === 62 || sign === 47) break;
      const start = at;
      for (; at < length; at++) {
        sign = buffer.charCodeAt(at);
        if (sign <= 32 || sign === 61 || sign === 62) break;
      }
      const end = at;
      at = this.pastBlanks(at);
      if (at >= length) return this.needMore();
      if (buffer.charCodeAt(at) !== 61) throw this.damage('holds an attribute without a value');
      at = this.pastBlanks(at + 1);
      if (at >= length) return this.needMore();
      sign = buffer.charCodeAt(at);
      if (sign !== 34 && sign !== 39) throw this.damage('holds an attribute without quotes');
      const valueStart = ++at;
      while (at < length && buffer.charCodeAt(at) !== sign) at++;
      if (at >= length) return this.needMore();
      spans[count * 4] = start;
      spans[count * 4 + 1] = end;
      spans[count * 4 + 2] = valueStart;
      spans[count * 4 + 3] = at;
      count++;
      at++;
    }
    this.attributes = count;
    const empty = sign === 47;
    if (empty && ++at >= length) return this.needMore();
    if (empty && buffer.charCodeAt(at) !== 62) throw this.damage('holds a stray slash');
    this.at = at + 1;
    this.enter(nameStart, nameEnd);
    this.pendingClose = empty;
    return OPEN;
  }

  private pastBlanks(from: number): number {
    let at = from;
    while (at < this.buffer.length && this.buffer.charCodeAt(at) <= 32) at++;
    return at;
  }

  private enter(nameStart: number, nameEnd: number): void {
    if (this.depth === 0) {
      if (this.rootSeen) throw this.damage('has two roots');
      this.rootSeen = true;
    }
    const { depth } = this;
    const before = this.qualified[depth];
    // siblings mostly have one name: no new text then
    if (
      before === undefined ||
      nameEnd - nameStart !== before.length ||
      !this.buffer.startsWith(before, nameStart)
    ) {
      if (nameEnd - nameStart > NAME_CHARACTERS) throw this.damage('is not well-formed');
      const name = detached(this.buffer.slice(nameStart, nameEnd));
      let local = this.locals.get(name);
      if (local === undefined) {
        if (!/^[\p{L}_:][\p{L}\p{N}_:.-]*$/u.test(name) || this.locals.size > NAMES) {
          throw this.damage('is not well-formed');
        }
        local = detached(name.slice(name.indexOf(':') + 1));
        this.locals.set(name, local);
      }
      if (depth >= DEPTH) throw this.damage(`is nested deeper than ${DEPTH} elements`);
      this.qualified[depth] = name;
      this.local[depth] = local;
    }
    this.name = this.local[depth]!;
    this.depth = depth + 1;
  }

  /** Steps over `<!--`, `<?` or `<![CDATA[`; false when the text at hand does not say which. */
  private enterMarkup(sign: number): boolean {
    const { buffer, at } = this;
    if (sign === 63) {
      this.terminator = '?>';
      this.at += 2;
    } else if (buffer.startsWith('<!--', at)) {
      this.terminator = '-->';
      this.at += 4;
    } else if (buffer.startsWith('<![CDATA[', at) && this.depth > 0) {
      this.terminator = ']]>';
      this.at += 9;
    } else if (buffer.length - at < 9 && !this.last) return false;
    else throw this.damage('declares a document type (DTD), which no workbook needs');
    return true;
  }

  /** Moves on to the end of what is open, or of the text at hand. Character data is handed on in pieces. */
  private throughTerminator(): number {
    const { buffer, at, terminator } = this;
    const end = buffer.indexOf(terminator, at);
    let stop = end;
    if (end === -1) {
      // the start of the terminator, and the first half of a line end, may stand at the end of the chunk
      stop = this.last ? buffer.length : buffer.length - terminator.length;
      if (!this.last && buffer.charCodeAt(stop - 1) === 13) stop--;
      if (stop <= at) return this.last ? ONWARD : MORE;
    }
    this.at = end === -1 ? stop : end + terminator.length;
    if (end !== -1) this.terminator = '';
    this.textStart = at;
    this.textEnd = stop;
    this.plain = true;
    return terminator === ']]>' && stop > at ? TEXT : ONWARD;
  }

  private needMore(): number {
    if (this.last) throw this.damage('ends within a tag');
    if (this.buffer.length - this.at > TAG_CHARACTERS) throw this.damage('holds a tag that does not end');
    return MORE;
  }

  private damage(what: string): Damage {
    return new Damage(`The part ${this.part} ${what}.`);
  }
}
