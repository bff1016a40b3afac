import { say } from '../../say.ts';
import { limitError } from '../limits.ts';
import type { Limits } from '../source.ts';
import type { Archive } from './archive.ts';
import { takePlainStrings } from './plain-strings.ts';
import { TextTable } from './text-table.ts';
import { CLOSE, MORE, OPEN, TEXT, Xml } from './xml.ts';
import { detached } from './xml-characters.ts';
import { XmlPieces } from './xml-pieces.ts';

/** The shared texts of a workbook. */
export interface SharedStrings {
  readonly texts: TextTable;
  /** Lengths of texts that are too long for a cell, by number; the texts are truncated. */
  readonly tooLong: ReadonlyMap<number, number>;
}

/** Reads the shared texts: runs of rich text are joined, phonetic text is ignored. */
export async function sharedStringsOf(
  archive: Archive,
  part: string | undefined,
  limits: Limits,
): Promise<SharedStrings> {
  const reader = new StringsReader(limits, part ?? '');
  if (part !== undefined && archive.has(part)) {
    for await (const chunk of archive.chunks(part)) reader.push(chunk);
    reader.finish();
  }
  return reader;
}

/** Reads plain texts from bytes, and all others from tokens. */
export class StringsReader implements SharedStrings {
  readonly texts = new TextTable();
  readonly tooLong = new Map<number, number>();
  private readonly limits: Limits;
  private readonly xml: Xml;
  private readonly pieces = new XmlPieces('</si>');
  private readonly collector: TextCollector;

  constructor(limits: Limits, part: string) {
    this.limits = limits;
    this.xml = new Xml(part);
    this.collector = new TextCollector(limits.cellCharacters);
  }

  push(chunk: Buffer | string): void {
    const { xml, pieces } = this;
    if (typeof chunk === 'string') {
      this.read(chunk);
      return;
    }
    pieces.push(chunk);
    for (;;) {
      const isBetween = xml.depth === 1 && xml.isAtToken && this.collector.length === 0;
      if (isBetween) this.takePlain();
      const text = pieces.next(isBetween);
      if (text === undefined) return;
      this.read(text);
    }
  }

  finish(): void {
    this.read(this.pieces.rest());
    this.xml.finish();
    this.read('');
    this.texts.nextBlock();
  }

  private takePlain(): void {
    const { pieces, texts } = this;
    const { bytes, at, end } = pieces;
    const next = takePlainStrings(bytes, at, end, texts, this.limits.cellCharacters);
    if (next === at) return;
    pieces.skipTo(next);
    this.checkLimit();
  }

  private read(text: string): void {
    const { xml, collector, texts } = this;
    xml.push(text);
    for (let token = xml.next(); token !== MORE; token = xml.next()) {
      if (collector.take(token, xml, 2) || xml.depth !== 1 || xml.name !== 'si') continue;
      if (token === CLOSE) {
        if (collector.length > this.limits.cellCharacters) this.tooLong.set(texts.length, collector.length);
        texts.add(collector.value());
        this.checkLimit();
      }
      collector.clear();
    }
  }

  private checkLimit(): void {
    if (this.texts.characters <= this.limits.sharedCharacters) return;
    throw limitError(this.limits, 'sharedCharacters', say().limits.texts);
  }
}

/**
 * Collects the text of an `si` or `is` element: its `t` and the `t` of its runs, without phonetic text. Text beyond the
 * limit is counted but not stored.
 */
export class TextCollector {
  /** Number of characters, including those beyond the limit. */
  length = 0;
  private readonly limit: number;
  private collected = '';
  private collecting = false;
  private phonetic = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  clear(): void {
    this.collected = '';
    this.length = 0;
    this.collecting = false;
    this.phonetic = 0;
  }

  /**
   * Takes a token; returns whether it is inside the element.
   *
   * @param depth depth of the element.
   */
  take(token: number, xml: Xml, depth: number): boolean {
    if (token === TEXT) {
      if (this.collecting) this.add(xml.text());
      return true;
    }
    if (xml.depth < depth || (token === OPEN && xml.depth === depth)) return false;
    if (xml.name === 'rPh') this.phonetic += token === OPEN ? 1 : -1;
    else if (xml.name === 't' && this.phonetic === 0) this.collecting = token === OPEN;
    return true;
  }

  add(text: string): void {
    this.length += text.length;
    if (this.length <= this.limit) this.collected = this.collected === '' ? text : this.collected + text;
    else if (this.collected.length < this.limit)
      this.collected = (this.collected + text).slice(0, this.limit);
  }

  /** The text as it stands, as a string of its own (see `detached`). */
  raw(): string {
    return detached(this.collected);
  }

  /** The text with escapes such as `_x000D_` resolved, as a string of its own (see `detached`). */
  value(): string {
    return detached(unescaped(this.collected));
  }
}

/** Resolves escapes of characters that XML cannot contain: `_x000D_`, and `_x005F_` for the underscore. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
