import {
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  getScalarValue,
  parseEvents,
  type YAMLException,
} from 'js-yaml';
import { numberText, say } from '../../say.ts';
import { yamlFault } from '../../yaml-fault.ts';
import type { YamlPath } from './lines.ts';

/** A problem in the file, and its line. */
export interface Fault {
  /** 1-based. */
  readonly line: number;
  readonly problem: string;
}

/**
 * The content of a file, and the line of each key and item. Every scalar is a text, exactly as it is written; a
 * blank one is null.
 */
export interface YamlContent {
  readonly value: unknown;
  lineOf(path: YamlPath): number;
  /** The line of the key of a mapping that is written in lines. Undefined for one in braces. */
  blockLineOf(path: YamlPath): number | undefined;
}

/** Says which keys may be given several times. */
type Repeatable = (path: YamlPath) => boolean;

/** Maximum length of a file, in characters. */
const MOST_TEXT = 2_000_000;
const MOST_NODES = 200_000;
const MOST_DEPTH = 10;

/**
 * Parses one YAML document of mappings, sequences and texts. Numbers are not converted. Aliases, anchors, tags and
 * repeated keys are refused, so that the content cannot become larger than the file. If `mayRepeat` holds for a
 * repeated key, mappings are joined, and the same text counts once.
 */
export function parseYaml(text: string, mayRepeat: Repeatable = () => false): YamlContent | Fault {
  if (text.length > MOST_TEXT)
    return { line: 1, problem: say().mapFile.characters({ number: numberText(MOST_TEXT) }) };
  let events: Event[];
  try {
    events = parseEvents(text, { maxDepth: MOST_DEPTH });
  } catch (error) {
    const { reason, mark } = error as YAMLException;
    if (reason === undefined) throw error;
    return { line: (mark?.line ?? 0) + 1, problem: say().mapFile.invalidYaml({ reason: yamlFault(reason) }) };
  }
  if (events.length > MOST_NODES)
    return { line: 1, problem: say().mapFile.manyValues({ number: numberText(MOST_NODES) }) };
  return new Tree(text, events, mayRepeat).read();
}

export const isFault = (read: object): read is Fault => 'problem' in read;

class Tree {
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #mayRepeat: Repeatable;
  readonly #lines = new Map<string, number>();
  /** The lines of keys whose mapping is written in lines. */
  readonly #blocks = new Map<string, number>();
  readonly #starts: number[] = [0];
  #at = 0;
  #fault: Fault | undefined;

  constructor(text: string, events: readonly Event[], mayRepeat: Repeatable) {
    this.#text = text;
    this.#events = events;
    this.#mayRepeat = mayRepeat;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  read(): YamlContent | Fault {
    const documents = this.#events.filter(({ type }) => type === EVENT_ID.DOCUMENT).length;
    if (documents > 1) return { line: 1, problem: say().mapFile.documents() };
    this.#at = 1;
    const value = documents === 0 ? null : this.#node([], 1);
    if (this.#fault) return this.#fault;
    const lines = this.#lines;
    const lineOf = (path: YamlPath) => {
      for (let end = path.length; end > 0; end--) {
        const line = lines.get(keyOf(path.slice(0, end)));
        if (line !== undefined) return line;
      }
      return 1;
    };
    return { value, lineOf, blockLineOf: (path) => this.#blocks.get(keyOf(path)) };
  }

  /** Reads a node. The entries of a mapping are added to `into`. */
  #node(path: YamlPath, line: number, into: Record<string, unknown> = {}): unknown {
    const event = this.#events[this.#at++];
    if (event === undefined || this.#fault) return null;
    if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) return null;
    if (event.type === EVENT_ID.ALIAS || event.anchorStart >= 0)
      return this.#refuse(this.#lineAt(event.anchorStart), say().mapFile.anchors());
    if (event.tagStart >= 0) return this.#refuse(this.#lineAt(event.tagStart), say().mapFile.tags());
    if (event.type === EVENT_ID.SCALAR)
      return event.valueStart < 0 ? null : getScalarValue(this.#text, event);
    if (event.type === EVENT_ID.SEQUENCE) return this.#items(path);
    if (event.style === COLLECTION_STYLE.BLOCK && !this.#blocks.has(keyOf(path)))
      this.#blocks.set(keyOf(path), line);
    return this.#entries(path, line, into);
  }

  #items(path: YamlPath): unknown[] {
    const items: unknown[] = [];
    while (!this.#fault && this.#events[this.#at]?.type !== EVENT_ID.POP) {
      const own = [...path, items.length];
      const line = this.#nextLine() ?? this.#lines.get(keyOf(path)) ?? 1;
      this.#lines.set(keyOf(own), line);
      items.push(this.#node(own, line));
    }
    this.#at++;
    return items;
  }

  #entries(path: YamlPath, before: number, entries: Record<string, unknown>): Record<string, unknown> {
    let line = before;
    while (!this.#fault && this.#events[this.#at]?.type !== EVENT_ID.POP) {
      line = this.#nextLine() ?? line;
      const key = this.#node(path, line);
      if (this.#fault) break;
      if (typeof key !== 'string') return this.#refuse(line, say().mapFile.keyText());
      const own = [...path, key];
      if (Object.hasOwn(entries, key) && this.#isRepeated(own, entries[key], line)) continue;
      if (key === '__proto__') return this.#refuse(line, say().mapFile.keyRefused({ key }));
      if (Object.hasOwn(entries, key))
        return this.#refuse(line, say().mapFile.keyTwice({ key: key.slice(0, 60) }));
      this.#lines.set(keyOf(own), line);
      entries[key] = this.#node(own, line);
    }
    this.#at++;
    return entries;
  }

  /** Reads the next node if it adds to the value that its key has already, or repeats it. */
  #isRepeated(path: YamlPath, known: unknown, line: number): boolean {
    if (!this.#mayRepeat(path)) return false;
    const isMapping = this.#events[this.#at]?.type === EVENT_ID.MAPPING;
    if (isMapping && isRecord(known)) {
      this.#node(path, line, known);
      return true;
    }
    return typeof known === 'string' && !isMapping && this.#node(path, line) === known;
  }

  /** The line of the next node; undefined for a blank one. */
  #nextLine(): number | undefined {
    const event = this.#events[this.#at];
    if (event === undefined) return undefined;
    const start =
      event.type === EVENT_ID.SCALAR
        ? event.valueStart
        : event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE
          ? event.start
          : -1;
    return start < 0 ? undefined : this.#lineAt(start);
  }

  #lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  #refuse(line: number, problem: string): Record<string, unknown> {
    this.#fault ??= { line, problem };
    return {};
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const keyOf = (path: YamlPath): string => JSON.stringify(path);
