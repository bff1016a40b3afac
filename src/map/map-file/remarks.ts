import type { Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { canBeKey, scalarText } from './texts.ts';
import type { MapLine } from './write.ts';

/** A mapping of a map file. */
export type Mapping = YAMLMap<Scalar<string>, MapValue>;
export type MapValue = Scalar<string> | Mapping | YAMLSeq<Scalar<string>>;

export type MapPair = Pair<Scalar<string>, MapValue>;

/** A pair of a mapping, or a line of its comments without its sign. */
type MappingPart = MapPair | string;

/**
 * The pairs and comments of a mapping in their order. A question is a comment such as `# Farbe: ? # rot`. In a section
 * that has only questions, the name of the section is a comment, too.
 */
export class MappingLines {
  readonly #map: Mapping;
  readonly #isEntry: boolean;
  readonly #parts: MappingPart[];
  /** Whether the mapping is in braces, where comments cannot be added. */
  readonly #isFlow: boolean;
  /** The comments that became answers. */
  readonly removed: string[] = [];

  /** The comment before an entry is above its hyphen, so it does not belong to the entry. */
  constructor(map: Mapping, isEntry: boolean) {
    this.#map = map;
    this.#isEntry = isEntry;
    this.#isFlow = map.flow === true;
    this.#parts = this.#isFlow
      ? map.items
      : [
          ...(isEntry ? [] : linesOf(map.commentBefore)),
          ...map.items.flatMap((pair) => [...linesOf(pair.key.commentBefore), pair]),
          ...linesOf(map.comment),
        ];
  }

  /** The index of the question about a key, in the section with these titles; undefined if there is no such question. */
  find(titles: readonly string[], key: string): number | undefined {
    const [from, to] = this.#rangeOf(titles) ?? [0, 0];
    const start = `${nameOf(key)}: ?`;
    for (let at = from; at < to; ) {
      const text = textOf(this.#parts[at]!);
      if (text === start || (text.startsWith(start) && /^\s+#/.test(text.slice(start.length)))) return at;
      // Lines that are indented below a title belong to another section.
      at = text.endsWith(':') ? this.#endOf(at) : at + 1;
    }
    return undefined;
  }

  /** Adds a question at the end of a section. */
  ask(titles: readonly string[], { key, comment }: MapLine): void {
    if (this.#isFlow) return;
    let to = this.#parts.findLastIndex((part) => part !== '') + 1;
    for (const [depth, title] of titles.entries()) {
      const range = this.#rangeOf(titles.slice(0, depth + 1));
      if (!range) this.#parts.splice(to, 0, `${indent(depth)}${scalarText(title)}:`);
      to = range?.[1] ?? to + 1;
    }
    const note = comment ? ` # ${comment}` : '';
    this.#parts.splice(to, 0, `${indent(titles.length)}${nameOf(key)}: ?${note}`);
  }

  /** Adds a pair, in the place of a question or at the end. */
  add(pair: MapPair, at?: number): void {
    if (this.#isFlow) pair.value!.comment = null;
    if (at === undefined) this.#parts.push(pair);
    else this.removed.push(...this.#parts.splice(at, 1, pair).map(textOf));
  }

  /** Removes a question, and the titles of its section if they have no other. */
  remove(at: number, titles: readonly string[]): void {
    this.removed.push(...this.#parts.splice(at, 1).map(textOf));
    const title = at - 1;
    if (titles.length > 0 && this.#isTitle(title, titles.at(-1)!) && this.#endOf(title) === at)
      this.remove(title, titles.slice(0, -1));
  }

  /** Where the lines of a commented section are. */
  #rangeOf(titles: readonly string[]): [from: number, to: number] | undefined {
    let [from, to] = [0, this.#parts.length];
    for (const title of titles) {
      const at = this.#parts.findIndex((_, index) => index >= from && this.#isTitle(index, title));
      if (at < 0 || at >= to) return undefined;
      [from, to] = [at + 1, this.#endOf(at)];
    }
    return [from, to];
  }

  #isTitle = (at: number, title: string): boolean =>
    textOf(this.#parts[at] ?? '') === `${scalarText(title)}:`;

  /** The index after the comments that are indented more than this one. */
  #endOf(at: number): number {
    const depth = depthOf(this.#parts[at]!);
    const end = this.#parts.findIndex((part, index) => index > at && depthOf(part) <= depth);
    return end < 0 ? this.#parts.length : end;
  }

  /** Gives the mapping its lines. */
  write(): void {
    if (this.#isFlow) return;
    if (!this.#isEntry) this.#map.commentBefore = null;
    this.#map.items = [];
    let lines: string[] = [];
    for (const part of this.#parts) {
      if (typeof part === 'string') {
        lines.push(part);
        continue;
      }
      part.key.commentBefore = lines.join('\n') || null;
      this.#map.items.push(part);
      lines = [];
    }
    this.#map.comment = lines.join('\n') || null;
  }
}

const linesOf = (comment: string | null | undefined): string[] => (comment ? comment.split('\n') : []);
const textOf = (part: MappingPart): string => (typeof part === 'string' ? part.trim() : '');
/** The number of spaces before the text of a comment; -1 for a pair. */
const depthOf = (part: MappingPart): number => (textOf(part) === '' ? -1 : String(part).search(/\S/));
const indent = (depth: number): string => ` ${'  '.repeat(depth)}`;

/** The key in a question. A key that a map file cannot have is truncated, so it never matches. */
const nameOf = (key: string): string => scalarText(canBeKey(key) ? key : `${key.slice(0, 60)}…`);
