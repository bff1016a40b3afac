import { say } from '../../say.ts';
import { limitError } from '../limits.ts';
import type { Limits } from '../source.ts';
import type { Archive } from './archive.ts';
import { readXml } from './read-xml.ts';
import { TextTable } from './text-table.ts';
import { CLOSE, OPEN, TEXT, type Xml } from './xml.ts';
import { detached } from './xml-characters.ts';

/** The shared texts of a workbook. */
export interface SharedStrings {
  readonly texts: Pick<TextTable, 'get'>;
  /** Lengths of texts that are too long for a cell, by number; the texts are truncated. */
  readonly tooLong: ReadonlyMap<number, number>;
}

/** Reads the shared texts: runs of rich text are joined, phonetic text is ignored. */
export async function sharedStringsOf(
  archive: Archive,
  part: string | undefined,
  limits: Limits,
): Promise<SharedStrings> {
  const texts = new TextTable();
  const tooLong = new Map<number, number>();
  if (part === undefined || !archive.has(part)) return { texts, tooLong };
  const collector = new TextCollector(limits.cellCharacters);
  await readXml(archive, part, (token, xml) => {
    if (collector.take(token, xml, 2) || xml.depth !== 1 || xml.name !== 'si') return;
    if (token === CLOSE) {
      if (collector.length > limits.cellCharacters) tooLong.set(texts.length, collector.length);
      texts.add(unescaped(collector.collected));
      if (texts.characters > limits.sharedCharacters)
        throw limitError(limits, 'sharedCharacters', say().limits.texts);
    }
    collector.clear();
  });
  texts.nextBlock();
  return { texts, tooLong };
}

/**
 * Collects the text of an `si` or `is` element: its `t` and the `t` of its runs, without phonetic text. Text beyond the
 * limit is counted but not stored.
 */
export class TextCollector {
  /** Number of characters, including those beyond the limit. */
  length = 0;
  private readonly limit: number;
  /** The text so far. It may keep the chunk that it is from in memory. */
  collected = '';
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
