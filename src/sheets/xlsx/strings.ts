import { beyond } from '../limits.ts';
import type { Limits } from '../source.ts';
import type { Archive } from './archive.ts';
import { readXml } from './read-xml.ts';
import { CLOSE, OPEN, TEXT, type Xml } from './xml.ts';
import { detached } from './xml-characters.ts';

/** What a text costs in memory at least, in characters. */
const LEAST = 24;

/** The texts that cells share, by their number. */
export interface SharedStrings {
  readonly texts: readonly string[];
  /** Numbers of those that are longer than a cell may be, with their length; the text is cut. */
  readonly tooLong: ReadonlyMap<number, number>;
}

/** Reads the shared texts: runs of rich text joined, phonetic help left out. */
export async function sharedStringsOf(
  archive: Archive,
  part: string | undefined,
  limits: Limits,
): Promise<SharedStrings> {
  const texts: string[] = [];
  const tooLong = new Map<number, number>();
  if (part === undefined || !archive.has(part)) return { texts, tooLong };
  let total = 0;
  const collector = new TextCollector(limits.cellCharacters);
  await readXml(archive, part, (token, xml) => {
    if (collector.take(token, xml, 2)) return;
    if (xml.depth !== 1 || xml.name !== 'si') return;
    if (token === OPEN) collector.clear();
    if (token !== CLOSE) return;
    const text = collector.value();
    total += Math.max(text.length, LEAST);
    if (total > limits.sharedCharacters) {
      const what = (most: string) => `The shared texts of the workbook have more than ${most} characters`;
      throw beyond(limits, 'sharedCharacters', what);
    }
    if (collector.length > limits.cellCharacters) tooLong.set(texts.length, collector.length);
    texts.push(text);
    collector.clear();
  });
  return { texts, tooLong };
}

/**
 * Gathers the text of an `si` or `is` element: of its `t` and of the `t` of its runs, not of phonetic help. What is
 * over the limit is counted and not kept.
 */
export class TextCollector {
  /** Characters seen, also those over the limit. */
  length = 0;
  private readonly limit: number;
  private gathered = '';
  private collecting = false;
  private phonetic = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  clear(): void {
    this.gathered = '';
    this.length = 0;
    this.collecting = false;
    this.phonetic = 0;
  }

  /** @param depth of the element itself, open; true when the token was within it. */
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
    if (this.length <= this.limit) this.gathered = this.gathered === '' ? text : this.gathered + text;
    else if (this.gathered.length < this.limit) this.gathered = (this.gathered + text).slice(0, this.limit);
  }

  /** The text with `_x000D_` and its kind resolved. It does not keep the chunk alive from which it was cut. */
  value(): string {
    return detached(unescaped(this.gathered));
  }
}

/** Resolves the escapes for characters that XML cannot hold: `_x000D_`, and `_x005F_` for the underscore. */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
