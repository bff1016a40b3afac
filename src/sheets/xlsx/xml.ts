import { numberText, say } from '../../say.ts';
import { Damage } from '../damage.ts';
import { XmlAttributes } from './xml-attributes.ts';
import { CARRIAGE_RETURN, copyOfText, incompleteEnd, resolveEntities, unixLines } from './xml-characters.ts';

/** Tokens that `Xml.next` returns. An element without content gives OPEN and CLOSE. */
export const MORE = 0;
export const OPEN = 1;
export const CLOSE = 2;
export const TEXT = 3;
/** Internal: no token yet, continue. */
const CONTINUE = -1;

/** Limits of well-formed parts: length of a tag and of a name, depth, and number of different names. */
const TAG_CHARACTERS = 1024 ** 2;
const NAME_CHARACTERS = 255;
const MAX_DEPTH = 256;
const MAX_NAMES = 10_000;

/** Character codes of markup. All characters up to the space count as blank. */
const SPACE = 0x20;
const EXCLAMATION_MARK = 0x21;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const LESS_THAN = 0x3c;
const EQUALS = 0x3d;
const GREATER_THAN = 0x3e;
const QUESTION_MARK = 0x3f;

/**
 * Parses XML chunk by chunk without building a tree. Elements are identified by their local name. It supports what
 * workbooks need: no document types, and only the five entities that XML defines.
 *
 * Pass text to `push`, call `next` until it returns MORE, and call `finish` after the last chunk.
 */
export class Xml {
  /** Local name of the element opened or closed last. */
  name = '';
  /** Number of open elements, including the one just opened, excluding the one just closed. */
  depth = 0;
  /** The attributes of the element just opened. */
  readonly attributes: XmlAttributes;

  private readonly part: string;
  private buffer = '';
  private at = 0;
  private last = false;
  private rootSeen = false;
  private pendingClose = false;
  /** The characters that end the open comment, instruction or character data; empty if none is open. */
  private terminator = '';
  private textStart = 0;
  private textEnd = 0;
  private plain = false;
  private readonly qualified: string[] = [];
  private readonly local: string[] = [];
  private readonly locals = new Map<string, string>();

  constructor(part: string) {
    this.part = part;
    this.attributes = new XmlAttributes(part);
  }

  push(chunk: string): void {
    this.buffer = this.at < this.buffer.length ? this.buffer.slice(this.at) + chunk : chunk;
    this.at = 0;
  }

  /** Whether all text so far is read, and the next character starts a token. */
  get isAtToken(): boolean {
    return this.at === this.buffer.length && !this.pendingClose && this.terminator === '';
  }

  /** Marks the end of the text: from now on MORE means that all tokens were read. */
  finish(): void {
    this.last = true;
  }

  /**
   * The next token.
   *
   * @throws Damage if the text is not well-formed or declares a document type.
   */
  next(): number {
    if (this.pendingClose) {
      this.pendingClose = false;
      this.depth--;
      return CLOSE;
    }
    while (this.at < this.buffer.length) {
      if (this.terminator !== '') {
        const token = this.throughTerminator();
        if (token !== CONTINUE) return token;
        continue;
      }
      if (this.buffer.charCodeAt(this.at) !== LESS_THAN) {
        if (!this.readText()) return MORE;
        if (this.depth > 0) return TEXT;
        continue;
      }
      if (this.at + 1 >= this.buffer.length) return this.needMore();
      const next = this.buffer.charCodeAt(this.at + 1);
      if (next === SLASH) return this.readClose();
      if (next !== EXCLAMATION_MARK && next !== QUESTION_MARK) return this.readOpen();
      if (!this.enterMarkup(next)) return this.needMore();
    }
    if (this.last && (this.depth > 0 || !this.rootSeen || this.terminator !== '')) {
      throw this.damage(say().damaged.truncated);
    }
    return MORE;
  }

  /** The piece of text just read. Long texts, and texts with CDATA, come in pieces. */
  text(): string {
    const text = this.buffer.slice(this.textStart, this.textEnd);
    return this.plain ? unixLines(text) : resolveEntities(text, this.part);
  }

  private readText(): boolean {
    const { buffer, at } = this;
    let end = buffer.indexOf('<', at);
    if (end === -1) {
      end = this.last ? buffer.length : buffer.length - incompleteEnd(buffer, at);
      if (end <= at) return false;
    }
    this.at = end;
    this.textStart = at;
    this.textEnd = end;
    this.plain = false;
    if (this.depth === 0 && buffer.slice(at, end).trim() !== '') throw this.damage(say().damaged.outsideRoot);
    return true;
  }

  private readClose(): number {
    const end = this.buffer.indexOf('>', this.at);
    if (end === -1) return this.needMore();
    const name = this.depth === 0 ? '' : this.qualified[this.depth - 1]!;
    const nameEnd = this.at + 2 + name.length;
    const fits = name !== '' && this.buffer.startsWith(name, this.at + 2);
    if (!fits || (nameEnd !== end && this.buffer.slice(nameEnd, end).trim() !== '')) {
      const tag = this.buffer.slice(this.at, end + 1).slice(0, 40);
      throw this.damage(({ part }) => say().damaged.closesOther({ part, tag }));
    }
    this.at = end + 1;
    this.depth--;
    this.name = this.local[this.depth]!;
    return CLOSE;
  }

  private readOpen(): number {
    const { buffer, attributes } = this;
    const length = buffer.length;
    const nameStart = this.at + 1;
    let at = nameStart;
    let code = 0;
    for (; at < length; at++) {
      code = buffer.charCodeAt(at);
      if (code <= SPACE || code === GREATER_THAN || code === SLASH) break;
    }
    const nameEnd = at;
    attributes.clear(buffer);
    for (;;) {
      at = this.pastBlanks(at);
      if (at >= length) return this.needMore();
      code = buffer.charCodeAt(at);
      if (code === GREATER_THAN || code === SLASH) break;
      const start = at;
      for (; at < length; at++) {
        code = buffer.charCodeAt(at);
        if (code <= SPACE || code === EQUALS || code === GREATER_THAN) break;
      }
      const end = at;
      at = this.pastBlanks(at);
      if (at >= length) return this.needMore();
      if (buffer.charCodeAt(at) !== EQUALS) throw this.damage(say().damaged.noValue);
      at = this.pastBlanks(at + 1);
      if (at >= length) return this.needMore();
      code = buffer.charCodeAt(at);
      if (code !== QUOTE && code !== APOSTROPHE) throw this.damage(say().damaged.noQuotes);
      const valueStart = ++at;
      while (at < length && buffer.charCodeAt(at) !== code) at++;
      if (at >= length) return this.needMore();
      attributes.add(start, end, valueStart, at);
      at++;
    }
    const empty = code === SLASH;
    if (empty && ++at >= length) return this.needMore();
    if (empty && buffer.charCodeAt(at) !== GREATER_THAN) throw this.damage(say().damaged.slash);
    this.at = at + 1;
    this.enter(nameStart, nameEnd);
    this.pendingClose = empty;
    return OPEN;
  }

  private pastBlanks(from: number): number {
    let at = from;
    while (at < this.buffer.length && this.buffer.charCodeAt(at) <= SPACE) at++;
    return at;
  }

  private enter(nameStart: number, nameEnd: number): void {
    if (this.depth === 0) {
      if (this.rootSeen) throw this.damage(say().damaged.twoRoots);
      this.rootSeen = true;
    }
    const { depth } = this;
    const before = this.qualified[depth];
    // Siblings usually have the same name, so the string of the last name is reused.
    if (
      before === undefined ||
      nameEnd - nameStart !== before.length ||
      !this.buffer.startsWith(before, nameStart)
    ) {
      if (nameEnd - nameStart > NAME_CHARACTERS) throw this.damage(say().damaged.notWellFormed);
      const name = copyOfText(this.buffer.slice(nameStart, nameEnd));
      let local = this.locals.get(name);
      if (local === undefined) {
        if (!/^[\p{L}_:][\p{L}\p{N}_:.-]*$/u.test(name) || this.locals.size > MAX_NAMES) {
          throw this.damage(say().damaged.notWellFormed);
        }
        local = copyOfText(name.slice(name.indexOf(':') + 1));
        this.locals.set(name, local);
      }
      if (depth >= MAX_DEPTH)
        throw this.damage(({ part }) => say().damaged.depth({ part, most: numberText(MAX_DEPTH) }));
      this.qualified[depth] = name;
      this.local[depth] = local;
    }
    this.name = this.local[depth]!;
    this.depth = depth + 1;
  }

  /** Enters `<!--`, `<?` or `<![CDATA[`; returns false if more text is needed to distinguish them. */
  private enterMarkup(next: number): boolean {
    const { buffer, at } = this;
    if (next === QUESTION_MARK) {
      this.terminator = '?>';
      this.at += 2;
    } else if (buffer.startsWith('<!--', at)) {
      this.terminator = '-->';
      this.at += 4;
    } else if (buffer.startsWith('<![CDATA[', at) && this.depth > 0) {
      this.terminator = ']]>';
      this.at += 9;
    } else if (buffer.length - at < 9 && !this.last) return false;
    else throw this.damage(say().damaged.documentType);
    return true;
  }

  /** Skips to the end of the open markup, or of the text so far. Returns TEXT for each piece of character data. */
  private throughTerminator(): number {
    const { buffer, at, terminator } = this;
    const end = buffer.indexOf(terminator, at);
    let stop = end;
    if (end === -1) {
      // The chunk may end inside the terminator or inside a line end of two characters.
      stop = this.last ? buffer.length : buffer.length - terminator.length;
      if (!this.last && buffer.charCodeAt(stop - 1) === CARRIAGE_RETURN) stop--;
      if (stop <= at) return this.last ? CONTINUE : MORE;
    }
    this.at = end === -1 ? stop : end + terminator.length;
    if (end !== -1) this.terminator = '';
    this.textStart = at;
    this.textEnd = stop;
    this.plain = true;
    return terminator === ']]>' && stop > at ? TEXT : CONTINUE;
  }

  private needMore(): number {
    if (this.last) throw this.damage(say().damaged.inTag);
    if (this.buffer.length - this.at > TAG_CHARACTERS) throw this.damage(say().damaged.openTag);
    return MORE;
  }

  private damage(message: (values: { readonly part: string }) => string): Damage {
    return new Damage(message({ part: this.part }));
  }
}
