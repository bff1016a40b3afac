import { isDeepStrictEqual } from 'node:util';
import { CST, type Document, isMap, isScalar, Lexer, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { contentOfMap } from './map-file.ts';
import { type Mapping, MappingLines, type MapValue } from './remarks.ts';
import { pathsOf } from './tables.ts';
import { canBeKey } from './texts.ts';
import { type EntryDraft, isQuestion, type MapLine, type SectionDraft } from './write.ts';
import { isFault } from './yaml.ts';

type Tree = Record<string, unknown>;

/** What to add to a table of a map file (`at`, its index among the tables of all entries), or a new entry. */
export interface Addition {
  readonly at?: number;
  readonly entry: EntryDraft;
}

/**
 * Adds lines to the text of a map file. Everything else stays, except questions of `trace map` that are now answered.
 * Null if the form of the file does not allow it: nothing of a person's file may be lost.
 */
export function extendedMap(text: string, additions: readonly Addition[]): string | null {
  const read = contentOfMap(text);
  if (isFault(read)) return null;
  const { document, value } = read;
  const before = textOf(document, text);
  const sheets = document.get('sheets') as unknown as YAMLSeq<Mapping>;
  const { sheets: expected } = value as { sheets: Tree[] };
  if (sheets.items.length === 0) sheets.flow = false;
  const answered: string[] = [];
  const paths = expected.flatMap(({ tables }, at) => pathsOf(tables, at));
  for (const { at, entry } of additions) {
    const path = at === undefined ? ['sheets', sheets.items.length] : paths[at]!;
    if (at === undefined) {
      sheets.items.push(mapping(sheets.flow));
      expected.push({});
    }
    const written = document.getIn(path) as Mapping;
    const content = path.reduce<unknown>((inner, key) => (inner as Tree)[key], value) as Tree;
    for (const section of at === undefined ? [ownSection(entry), ...entry.sections] : entry.sections) {
      answered.push(...extend(written, section));
      merge(content, section);
    }
  }
  const after = textOf(document, text);
  if (after === before) return text;
  const written = contentOfMap(after);
  const isWhole = !isFault(written) && isDeepStrictEqual(written.value, value);
  return isWhole && keepsComments(text, after, answered) ? after : null;
}

/** The text of a document, in the form of the text that it was read from. */
function textOf(document: Document, text: string): string {
  const written = document.toString({
    lineWidth: 0,
    indent: [1, 2, 3, 4, 5, 6, 7, 8].find((width) => new RegExp(`^ {${width}}[^\\s#]`, 'm').test(text)) ?? 2,
    indentSeq: !/^-\s/m.test(text),
  });
  const lines = text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
  return text.startsWith('\ufeff') ? `\ufeff${lines}` : lines;
}

/** Whether the text `after` has each comment of `before`, except the questions that were answered. */
function keepsComments(before: string, after: string, answered: readonly string[]): boolean {
  const kept = new Map<string, number>();
  for (const comment of [...commentsIn(after), ...answered.map((text) => text.trim())])
    kept.set(comment, (kept.get(comment) ?? 0) + 1);
  return commentsIn(before).every((comment) => {
    const left = kept.get(comment) ?? 0;
    kept.set(comment, left - 1);
    return left > 0;
  });
}

function commentsIn(text: string): string[] {
  let last = '';
  return [...new Lexer().lex(text)].flatMap((lexeme) => {
    const isComment = lexeme.startsWith('#') && last !== CST.SCALAR;
    last = lexeme;
    return isComment ? [lexeme.slice(1).trim()] : [];
  });
}

/** The keys at the top of a new entry, such as `sheet` and `kind`. */
function ownSection({ file, sheet, kind, comment, headerRow, lastRow }: EntryDraft): SectionDraft {
  const rows = typeof headerRow === 'number' ? `${headerRow}` : headerRow?.map(String);
  const last = lastRow === undefined ? undefined : `${lastRow}`;
  const lines = Object.entries({ file, sheet, kind, headerRow: rows, lastRow: last }).flatMap(
    ([key, value]): MapLine[] =>
      value === undefined ? [] : [{ key, value, ...(key === 'kind' && comment && { comment }) }],
  );
  return { name: 'settings', lines };
}

/** Adds lines to an entry, questions as comments. Returns the comments that became answers. */
function extend(entry: Mapping, section: SectionDraft): string[] {
  if (section.tables) {
    const tables = new YAMLSeq<Mapping>();
    tables.items = section.tables.map((table) => {
      const own = mapping(entry.flow);
      for (const one of [ownSection(table), ...table.sections]) extend(own, one);
      return own;
    });
    entry.items.push(new Pair(new Scalar(section.name as string), tables as unknown as MapValue));
    return [];
  }
  const removed: string[] = [];
  const path = pathOf(section);
  const known = new Map(
    mapsAt(entry, path).flatMap(({ items }) => items.map((pair) => [pair.key.value, pair])),
  );
  const fresh = section.lines.filter((line) => {
    const pair = known.get(line.key);
    if (pair && isScalar(pair.value) && pair.value.value === '?' && !isQuestion(line.value)) {
      removed.push(...(pair.value.comment ?? '').split('\n'));
      pair.value = nodeOf(line);
    }
    return pair === undefined;
  });
  if (fresh.some(isAnswer)) makeMap(entry, path, true);
  // The places of the lines and their questions, from the section itself up to the entry.
  const places = [...path.keys(), path.length].reverse().flatMap((depth) =>
    mapsAt(entry, path.slice(0, depth)).map((map) => ({
      titles: path.slice(depth),
      remarks: new MappingLines(map, map === entry),
    })),
  );
  const [own] = places as [(typeof places)[number]];
  for (const line of fresh) {
    const [asked] = places.flatMap(({ titles, remarks }) => {
      const at = remarks.find(titles, line.key);
      return at === undefined ? [] : [{ titles, remarks, at }];
    });
    if (!isAnswer(line)) {
      if (!asked) own.remarks.ask(own.titles, line);
      continue;
    }
    const pair = new Pair(new Scalar(line.key), nodeOf(line));
    if (asked?.titles.length === 0) asked.remarks.add(pair, asked.at);
    else {
      asked?.remarks.remove(asked.at, asked.titles);
      own.remarks.add(pair);
    }
  }
  for (const { remarks } of places) remarks.write();
  return [...removed, ...places.flatMap(({ remarks }) => remarks.removed)];
}

/** The keys that lead to a section from its entry. */
export const pathOf = ({ name, below }: SectionDraft): string[] =>
  name === 'settings' ? [] : below === undefined ? [name] : [name, below];

/** The mappings with these keys: a section may be given several times. */
const mapsAt = (map: Mapping, [key, ...rest]: readonly string[]): Mapping[] =>
  key === undefined
    ? [map]
    : map.items.flatMap((pair) =>
        pair.key.value === key && isMap(pair.value) ? mapsAt(pair.value as Mapping, rest) : [],
      );

/** Creates the mappings with these keys if they are missing. */
function makeMap(map: Mapping, [key, ...rest]: readonly string[], isEntry: boolean): void {
  if (key === undefined) return;
  let [inner] = mapsAt(map, [key]);
  if (!inner) {
    inner = mapping(map.flow);
    const remarks = new MappingLines(map, isEntry);
    remarks.add(new Pair(new Scalar(key), inner));
    remarks.write();
  }
  makeMap(inner, rest, false);
}

function mapping(isFlow: boolean | undefined): Mapping {
  const map: Mapping = new YAMLMap();
  map.flow = isFlow === true;
  return map;
}

/** The node of a value or a list, with the comment of its line. */
function nodeOf({ value, comment }: MapLine): MapValue {
  const node = Array.isArray(value) ? new YAMLSeq<Scalar<string>>() : scalarOf(`${value}`);
  if (!isScalar(node)) [node.flow, node.items] = [true, (value as readonly string[]).map(scalarOf)];
  node.comment = comment ? ` ${comment}` : null;
  return node;
}

/** A text is quoted if necessary; row numbers are not. */
function scalarOf(text: string): Scalar<string> {
  const scalar = new Scalar(text);
  if (/^[1-9]\d*$/.test(text)) scalar.type = 'PLAIN';
  return scalar;
}

/** Whether a line is written as a key with a value. */
const isAnswer = ({ key, value }: MapLine): boolean => value !== null && canBeKey(key);

/** Adds a section to the content of an entry. */
function merge(entry: Tree, section: SectionDraft): void {
  if (section.tables)
    entry[section.name] = section.tables.map((table) => {
      const own: Tree = {};
      for (const one of [ownSection(table), ...table.sections]) merge(own, one);
      return own;
    });
  let target = entry;
  const given = section.lines.filter(isAnswer);
  if (given.length === 0) return;
  for (const key of pathOf(section)) {
    target[key] ??= {};
    target = target[key] as Tree;
  }
  for (const { key, value } of given)
    if (!Object.hasOwn(target, key) || (target[key] === '?' && !isQuestion(value))) target[key] = value;
}
