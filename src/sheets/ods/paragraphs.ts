import { CLOSE, OPEN, TEXT, type Xml } from '../xlsx/xml.ts';

/** Elements in a paragraph that are not part of its text. */
const OUTSIDE = new Set([
  'annotation',
  'annotation-end',
  'frame',
  'note',
  'ruby-text',
  'custom-shape',
  'line',
  'rect',
  'g',
]);

/** Maximum number of spaces that one element stands for. */
const MAX_SPACES = 1000;

/**
 * Collects the text of a cell: its paragraphs, separated by line breaks, with white space as OpenDocument defines it.
 * Text beyond the limit is counted but not stored.
 */
export class Paragraphs {
  length = 0;
  private readonly limit: number;
  private collected = '';
  private paragraphs = 0;
  /** Depth of an element whose content is skipped; 0 if none is. */
  private skipped = 0;
  /** The text ends with a space that the next one, or the end of the paragraph, removes. */
  private openSpace = false;
  private atStart = true;

  constructor(limit: number) {
    this.limit = limit;
  }

  get text(): string {
    return this.collected;
  }

  clear(): void {
    this.length = 0;
    this.collected = '';
    this.paragraphs = 0;
    this.skipped = 0;
    this.openSpace = false;
    this.atStart = true;
  }

  /** Takes a token inside a cell whose depth is given. */
  take(token: number, xml: Xml, cell: number): void {
    if (this.skipped > 0) {
      if (token === CLOSE && xml.depth < this.skipped) this.skipped = 0;
      return;
    }
    if (token === TEXT) {
      if (xml.depth > cell) this.words(xml.text());
    } else if (token === OPEN) this.open(xml, cell);
    else if (xml.depth === cell) this.openSpace = false;
  }

  private open(xml: Xml, cell: number): void {
    const { name, depth } = xml;
    if (depth === cell + 1) {
      if (name !== 'p' && name !== 'h') this.skipped = depth;
      else {
        this.openSpace = false;
        this.atStart = true;
        if (this.paragraphs++ > 0) this.add('\n');
      }
    } else if (OUTSIDE.has(name)) this.skipped = depth;
    else if (name === 's') this.fixed(' '.repeat(spaces(xml.attributes.getLocal('c'))));
    else if (name === 'tab') this.fixed('\t');
    else if (name === 'line-break') this.fixed('\n');
  }

  private words(text: string): void {
    const collapsed = text.replace(/[ \t\r\n]+/g, ' ');
    const isBlank = collapsed === ' ';
    const words = collapsed.replace(/^ | $/g, '');
    if (collapsed.startsWith(' ') && !this.atStart) this.openSpace = true;
    if (isBlank || words === '') return;
    if (this.openSpace) this.add(' ');
    this.add(words);
    this.atStart = false;
    this.openSpace = collapsed.endsWith(' ');
  }

  private fixed(text: string): void {
    if (this.openSpace) this.add(' ');
    this.openSpace = false;
    this.atStart = false;
    this.add(text);
  }

  private add(text: string): void {
    this.length += text.length;
    if (this.collected.length < this.limit) this.collected = (this.collected + text).slice(0, this.limit);
  }
}

function spaces(count: string | undefined): number {
  return /^\d{1,4}$/.test(count ?? '') ? Math.min(Number(count), MAX_SPACES) : 1;
}
