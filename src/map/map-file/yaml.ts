import {
  Composer,
  CST,
  type Document,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type ParsedNode,
  Parser,
  type Scalar,
  type ScalarTag,
  type Tags,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { numberText, say } from '../../say.ts';
import { yamlFault } from '../../yaml-fault.ts';
import type { YamlPath } from './lines.ts';
import { quotedText, scalarText } from './texts.ts';

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
  /** The parsed document with its comments, to extend the file. */
  readonly document: Document.Parsed;
  lineOf(path: YamlPath): number;
  /** A line as it is written, with its comment. */
  lineText(line: number): string;
  /** The line of the key of a mapping that is written in lines. Undefined for one in braces. */
  blockLineOf(path: YamlPath): number | undefined;
}

/** Says which keys may be given several times. */
type Repeatable = (path: YamlPath) => boolean;

/** Maximum length of a file, in characters. */
const MOST_TEXT = 2_000_000;
const MOST_VALUES = 200_000;
const MOST_DEPTH = 10;

/**
 * Parses one YAML document of mappings, sequences and texts. Numbers are not converted. Aliases, anchors, tags and
 * repeated keys are refused, so that the content cannot become larger than the file. If `mayRepeat` accepts a key,
 * repeated mappings are joined, and a repeated equal text is ignored.
 */
export function parseYaml(text: string, mayRepeat: Repeatable = () => false): YamlContent | Fault {
  if (text.length > MOST_TEXT)
    return { line: 1, problem: say().mapFile.characters({ number: numberText(MOST_TEXT) }) };
  const lines = new LineCounter();
  const tokens = tokensOf(text, lines);
  if (!Array.isArray(tokens)) return tokens;
  const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, customTags: ownTexts });
  const [document, ...others] = [...composer.compose(tokens, true, text.length)];
  if (others.length > 0) return { line: 1, problem: say().mapFile.documents() };
  const [error] = document!.errors;
  if (error) return invalid(lines.linePos(error.pos[0]).line, error.message);
  const read = new Tree(document as Document.Parsed, lines, mayRepeat).read();
  if (isFault(read)) return read;
  const lineText = (line: number) => text.slice(lines.lineStarts[line - 1], lines.lineStarts[line]).trim();
  return { ...read, lineText };
}

/** Writes texts that are added, and texts in double quotes, as `scalarText` does. */
const ownTexts = (tags: Tags): Tags =>
  tags.map((tag) => {
    if (typeof tag === 'string' || tag.collection !== undefined) return tag;
    const stringify: ScalarTag['stringify'] = (item, ...rest) =>
      item.type === undefined
        ? scalarText(String(item.value))
        : item.type === 'QUOTE_DOUBLE'
          ? quotedText(String(item.value))
          : tag.stringify!(item, ...rest);
    return { ...tag, stringify };
  });

export const isFault = (read: object): read is Fault => 'problem' in read;

const invalid = (line: number, reason: string): Fault => ({
  line,
  problem: say().mapFile.invalidYaml({ reason: yamlFault(reason) }),
});

/** The tokens of a text. Checks the limits before the library builds a tree. */
function tokensOf(text: string, lines: LineCounter): CST.Token[] | Fault {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  const tokens: CST.Token[] = [];
  let [values, items, before] = [0, 0, ''];
  for (const lexeme of new Lexer().lex(text)) {
    const line = lines.lineStarts.length;
    if (before !== CST.SCALAR && /^[&*]/.test(lexeme)) return { line, problem: say().mapFile.anchors() };
    if (before !== CST.SCALAR && lexeme.startsWith('!')) return { line, problem: say().mapFile.tags() };
    tokens.push(...parser.next(lexeme));
    // One more than the limit: the document itself is on the stack, too.
    if (parser.stack.length > MOST_DEPTH + 1) return invalid(line, 'nesting');
    before = lexeme;
    if (VALUES.has(lexeme.charAt(0))) values++;
    else if (ITEMS.has(lexeme.charAt(0))) items++;
    if (values > MOST_VALUES || items > MOST_VALUES)
      return { line: 1, problem: say().mapFile.manyValues({ number: numberText(MOST_VALUES) }) };
  }
  tokens.push(...parser.end());
  for (const token of tokens)
    if (token.type === 'document') token.end = [...settleComments(token.value), ...(token.end ?? [])];
  return tokens;
}

/** The first characters of lexemes that start a text or a collection in brackets. */
const VALUES: ReadonlySet<string> = new Set([CST.SCALAR, '"', "'", '[', '{']);
/** The first characters of lexemes that start an item, which may be blank, or a directive. */
const ITEMS: ReadonlySet<string> = new Set('-:,?%');

/**
 * Moves the comments at the end of a block to the block with their indentation, because the parser puts all of them in
 * the innermost one. Returns those that belong to an outer block.
 */
function settleComments(block: CST.Token | null | undefined): CST.SourceToken[] {
  if (block?.type !== 'block-map' && block?.type !== 'block-seq') return [];
  const items: CST.CollectionItem[] = block.items;
  for (const [at, { value }] of items.entries()) {
    const rest = settleComments(value);
    if (rest.length === 0) continue;
    if (at + 1 === items.length) items.push({ start: rest });
    else items[at + 1]!.start.unshift(...rest);
  }
  const { start, key, sep, value } = items.at(-1)!;
  if (key || sep || value) return [];
  const from = start.findIndex(({ type, indent }) => type === 'comment' && indent < block.indent);
  return from < 0 ? [] : start.splice(from);
}

class Tree {
  readonly #document: Document.Parsed;
  readonly #lineCounter: LineCounter;
  readonly #mayRepeat: Repeatable;
  readonly #lines = new Map<string, number>();
  /** The lines of keys whose mapping is written in lines. */
  readonly #blocks = new Map<string, number>();
  #fault: Fault | undefined;

  constructor(document: Document.Parsed, lineCounter: LineCounter, mayRepeat: Repeatable) {
    this.#document = document;
    this.#lineCounter = lineCounter;
    this.#mayRepeat = mayRepeat;
  }

  read(): Omit<YamlContent, 'lineText'> | Fault {
    const value = this.#node(this.#document.contents, [], 1);
    if (this.#fault) return this.#fault;
    const document = this.#document;
    const lineOf = (path: YamlPath): number =>
      path.length === 0 ? 1 : (this.#lines.get(keyOf(path)) ?? lineOf(path.slice(0, -1)));
    return { value, document, lineOf, blockLineOf: (path) => this.#blocks.get(keyOf(path)) };
  }

  /** Reads a node. The entries of a mapping are added to `into`. */
  #node(node: ParsedNode | null, path: YamlPath, line: number, into: Record<string, unknown> = {}): unknown {
    if (node === null || this.#fault) return null;
    if (isScalar(node)) return isBlank(node) ? null : node.source;
    if (isSeq(node)) return this.#items(node, path, line);
    if (!isMap(node)) return null;
    if (!node.flow && !this.#blocks.has(keyOf(path))) this.#blocks.set(keyOf(path), line);
    return this.#entries(node, path, line, into);
  }

  #items({ items }: YAMLSeq.Parsed, path: YamlPath, before: number): unknown[] {
    return items.map((item, at) => {
      const own = [...path, at];
      const line = this.#lineAt(item, before);
      this.#lines.set(keyOf(own), line);
      return this.#node(item, own, line);
    });
  }

  #entries(
    { items }: YAMLMap.Parsed,
    path: YamlPath,
    before: number,
    entries: Record<string, unknown>,
  ): Record<string, unknown> {
    let line = before;
    for (const { key: keyNode, value } of items) {
      line = this.#lineAt(keyNode, line);
      const key = this.#node(keyNode, path, line);
      if (this.#fault) break;
      if (typeof key !== 'string') return this.#refuse(line, say().mapFile.keyText());
      const own = [...path, key];
      if (Object.hasOwn(entries, key) && this.#isRepeated(value, own, entries[key], line)) continue;
      if (key === '__proto__') return this.#refuse(line, say().mapFile.keyRefused({ key }));
      if (Object.hasOwn(entries, key))
        return this.#refuse(line, say().mapFile.keyTwice({ key: key.slice(0, 60) }));
      this.#lines.set(keyOf(own), line);
      entries[key] = this.#node(value, own, line);
    }
    return entries;
  }

  /** Reads the node of a repeated key if it extends the value of the key or is equal to it. Returns whether that is so. */
  #isRepeated(node: ParsedNode | null, path: YamlPath, known: unknown, line: number): boolean {
    if (!this.#mayRepeat(path)) return false;
    if (isMap(node) && isRecord(known)) {
      this.#node(node, path, line, known);
      return true;
    }
    return typeof known === 'string' && !isMap(node) && this.#node(node, path, line) === known;
  }

  /** The line of a node; `before` for a blank one. */
  #lineAt(node: ParsedNode, before: number): number {
    return isScalar(node) && isBlank(node) ? before : this.#lineCounter.linePos(node.range[0]).line;
  }

  #refuse(line: number, problem: string): Record<string, unknown> {
    this.#fault ??= { line, problem };
    return {};
  }
}

const isBlank = ({ type, source }: Scalar.Parsed): boolean => type === 'PLAIN' && source === '';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const keyOf = (path: YamlPath): string => JSON.stringify(path);
