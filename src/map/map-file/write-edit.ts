import { isDeepStrictEqual } from 'node:util';
import { type ParsedMap, parseMap, type SheetEntry } from './map-file.ts';
import {
  blockText,
  canBeKey,
  type EntryDraft,
  entryLines,
  isQuestion,
  linesText,
  type MapLine,
  questionStart,
  type SectionDraft,
  scalarText,
  sectionsLines,
  valueText,
} from './write.ts';

/** What to add to an entry of a map file (`at`, from 0), or a new entry. */
export interface Addition {
  readonly at?: number;
  readonly entry: EntryDraft;
}

/**
 * Adds lines to the text of a map file. All other lines stay as they are, except questions of `trace map` that are now
 * answered. Null if the form of the file does not allow it: nothing of a person's file may be lost.
 */
export function extendedMap(text: string, additions: readonly Addition[]): string | null {
  let current = text;
  let expected: SheetEntry[] | undefined;
  for (const addition of additions) {
    for (const step of stepsOf(addition)) {
      const parsed = parseMap(current);
      if (!('lineOf' in parsed)) return null;
      expected ??= structuredClone(parsed.map.sheets);
      current = new Editor(current, parsed).with(step);
      merge(expected, step);
    }
  }
  if (expected === undefined) return text;
  const written = parseMap(current);
  return 'lineOf' in written && isDeepStrictEqual(written.map.sheets, expected) ? current : null;
}

/** One step for each section: each changes the numbers of the lines below it. */
const stepsOf = ({ at, entry }: Addition): Addition[] =>
  at === undefined
    ? [{ entry }]
    : entry.sections.map((section) => ({ at, entry: { ...entry, sections: [section] } }));

class Editor {
  readonly #newline: string;
  readonly #lines: string[];
  readonly #parsed: ParsedMap;

  constructor(text: string, parsed: ParsedMap) {
    this.#newline = text.includes('\r\n') ? '\r\n' : '\n';
    this.#lines = text.split(/\r?\n/);
    this.#parsed = parsed;
  }

  with({ at, entry }: Addition): string {
    if (at === undefined) this.#append(entry);
    else for (const section of entry.sections) this.#extend(at, section);
    return this.#lines.join(this.#newline);
  }

  /** The index of the line of a key. */
  #lineOf(...path: readonly (string | number)[]): number {
    return this.#parsed.lineOf(['sheets', ...path]) - 1;
  }

  #append(entry: EntryDraft): void {
    const first = this.#lineOf(0);
    const indent = indentOf(this.#lines[first]!);
    this.#insert(this.#endOf(first, indent, true), entryLines(entry, ' '.repeat(indent)));
  }

  /** Adds a section, or lines to a section. */
  #extend(at: number, { name, below, lines }: SectionDraft): void {
    const entry = this.#parsed.map.sheets[at]!;
    if (name === 'settings') {
      this.#extendSettings(at, entry, lines);
      return;
    }
    const path = [at, name];
    const known = entry[name] as Record<string, unknown> | undefined;
    const holder = below === undefined ? known : (known?.[below] as Record<string, unknown> | undefined);
    const fresh = lines.filter(
      ({ key, value }) =>
        holder === undefined || !Object.hasOwn(holder, key) || (holder[key] === '?' && !isQuestion(value)),
    );
    if (fresh.length === 0) return;
    const isFlow = isFlowEntry(this.#lines[this.#lineOf(at)]!);
    const section = { name, lines: fresh, ...(below === undefined ? {} : { below }) };
    const full = below === undefined ? path : [...path, below];
    if (known === undefined && isFlow) this.#insertFlow([at], sectionFlow(section));
    else if (known === undefined) this.#insertSection(at, section);
    else if (holder === undefined && this.#blockOf(path) === undefined)
      this.#insertFlow(path, `${scalarText(below!)}: { ${flowText(fresh)} }, `);
    else if (holder === undefined) this.#insertBlock(path, at, fresh, below);
    else if (this.#blockOf(full) === undefined) this.#insertFlow(full, `${flowText(fresh)}, `);
    else this.#insertBlock(full, at, fresh);
  }

  /** Adds keys of the entry itself. */
  #extendSettings(at: number, entry: SheetEntry, lines: readonly MapLine[]): void {
    const fresh = lines.filter(({ key }) => !Object.hasOwn(entry, key));
    const from = this.#lineOf(at);
    if (isFlowEntry(this.#lines[from]!)) {
      if (flowText(fresh) !== '') this.#insertFlow([at], `${flowText(fresh)}, `);
      return;
    }
    const column = this.#keyColumn(at);
    for (const line of fresh) {
      const end = this.#endOf(from, column, false);
      const text = `${' '.repeat(column)}${linesText([line], '')}`;
      const asked = this.#question(line.key, from, end);
      if (asked === undefined) this.#insert(end, [text]);
      else if (!isQuestion(line.value)) this.#lines[asked] = text;
    }
  }

  #insertSection(at: number, section: SectionDraft): void {
    const column = this.#keyColumn(at);
    const rest = { ...section, lines: this.#withoutAsked(at, section) };
    const lines = sectionsLines([rest], ' '.repeat(column));
    this.#insert(this.#endOf(this.#lineOf(at), column, false), lines);
  }

  /** Adds lines at the end of a section that is written in lines, or in the place of their questions. */
  #insertBlock(
    path: readonly (string | number)[],
    at: number,
    lines: readonly MapLine[],
    below?: string,
  ): void {
    const header = this.#blockOf(path)!;
    const first = this.#lines.findIndex((line, index) => index > header && !isRemark(line));
    const column = indentOf(this.#lines[first]!);
    const indent = ' '.repeat(column);
    const rest: MapLine[] = [];
    for (const line of lines) {
      const end = this.#endOf(header, column, false);
      const asked =
        below === undefined
          ? (this.#asked(path, line.key) ?? this.#question(line.key, header + 1, end))
          : undefined;
      if (asked === undefined) rest.push(line);
      else if (!isQuestion(line.value) && canBeKey(line.key))
        this.#lines[asked] = `${' '.repeat(indentOf(this.#lines[asked]!))}${linesText([line], '')}`;
    }
    const fresh = below === undefined ? rest : this.#withoutAsked(at, { name: 'values', below, lines: rest });
    if (fresh.length === 0) return;
    const text = below === undefined ? linesText(fresh, '') : blockText(scalarText(below), fresh);
    this.#insert(
      this.#endOf(header, column, false),
      text.map((line) => `${indent}${line}`),
    );
  }

  /** The line of a key whose value is `?`. */
  #asked(path: readonly (string | number)[], key: string): number | undefined {
    const [at, name] = path as [number, keyof SheetEntry];
    const section = this.#parsed.map.sheets[at]![name] as Record<string, unknown> | undefined;
    return path.length === 2 && section?.[key] === '?' ? this.#lineOf(...path, key) : undefined;
  }

  /**
   * Removes the questions of a section without answers, which is a comment as a whole, that the lines answer. Returns
   * the lines without questions that are asked already.
   */
  #withoutAsked(at: number, { name, below, lines }: SectionDraft): MapLine[] {
    const entry = this.#lineOf(at);
    const end = this.#endOf(entry, this.#keyColumn(at), false);
    const title = `${below === undefined ? name : scalarText(below)}:`;
    const header = this.#lines.findIndex(
      (line, index) => index > entry && index < end && remarkText(line) === title,
    );
    if (header < 0) return [...lines];
    return lines.filter(({ key, value }) => {
      const asked = this.#question(key, header + 1, this.#endOfRemark(header));
      if (asked === undefined) return true;
      if (isQuestion(value) || !canBeKey(key)) return false;
      this.#lines.splice(asked, 1);
      this.#removeHeaders(asked - 1);
      return true;
    });
  }

  /** The index after the last line of a commented section. */
  #endOfRemark(header: number): number {
    const depth = remarkDepth(this.#lines[header]!);
    let end = header + 1;
    while (end < this.#lines.length && remarkDepth(this.#lines[end]!) > depth) end++;
    return end;
  }

  /** Removes commented headers of sections that have no question any more. */
  #removeHeaders(at: number): void {
    for (let index = at; index > 0; index--) {
      const line = this.#lines[index]!;
      if (!remarkText(line).endsWith(':') || this.#endOfRemark(index) > index + 1) return;
      this.#lines.splice(index, 1);
    }
  }

  /** The line of the question about a key. */
  #question(key: string, from: number, to: number): number | undefined {
    const start = questionStart(key).slice(1).trim();
    for (let index = from; index < to; index++) {
      const own = remarkText(this.#lines[index]!);
      if (own === start || own.startsWith(`${start}  #`)) return index;
    }
    return undefined;
  }

  /** The column of the keys of an entry. */
  #keyColumn(at: number): number {
    const line = this.#lines[this.#lineOf(at)]!;
    return /^\s*-\s+/.exec(line)?.[0].length ?? indentOf(line);
  }

  /** The index of the line of a key whose lines are below it; undefined if they are in braces. */
  #blockOf(path: readonly (string | number)[]): number | undefined {
    const line = this.#parsed.blockLineOf(['sheets', ...path]);
    return line === undefined ? undefined : line - 1;
  }

  #insertFlow(path: readonly (string | number)[], text: string): void {
    const index = this.#lineOf(...path);
    const line = this.#lines[index]!;
    const key = path.at(-1)!;
    const from = typeof key === 'number' ? 0 : Math.max(0, afterKey(line, key));
    const open = line.indexOf('{', from);
    // Without a brace the text stays as it is, and `extendedMap` notices that the lines are missing.
    if (open >= 0)
      this.#lines[index] = `${line.slice(0, open + 1)} ${text}${line.slice(open + 1).trimStart()}`;
  }

  /** The index after the last line of a block whose lines are indented by at least `column`. */
  #endOf(start: number, column: number, isList: boolean): number {
    let end = start + 1;
    for (let index = start + 1; index < this.#lines.length; index++) {
      const line = this.#lines[index]!;
      if (line.trim() === '') continue;
      const indent = indentOf(line);
      const isInside =
        indent > column || (indent === column && (!isList || /^\s*(?:-(?:\s|$)|#)/.test(line)));
      if (isInside) end = index + 1;
      else if (!line.trimStart().startsWith('#')) break;
    }
    return end;
  }

  #insert(at: number, lines: readonly string[]): void {
    // A last line without an end of line stays the last line of the person.
    this.#lines.splice(at, 0, ...lines);
    if (at === this.#lines.length - lines.length && lines.length > 0) this.#lines.push('');
  }
}

const isFlowEntry = (line: string): boolean => /^\s*-\s*\{/.test(line);
const indentOf = (line: string): number => line.length - line.trimStart().length;
/** The text of a comment line; empty for other lines. */
const remarkText = (line: string): string =>
  line.trimStart().startsWith('#') ? line.trimStart().slice(1).trim() : '';
/** The number of spaces before the text of a comment line; -1 for other lines. */
const remarkDepth = (line: string): number =>
  remarkText(line) === '' ? -1 : indentOf(line.trimStart().slice(1));
const isRemark = (line: string): boolean => /^\s*(?:#|$)/.test(line);

/** The index in a line after a key and its colon; -1 if the line does not have it. */
function afterKey(line: string, key: string): number {
  for (const form of [scalarText(key), JSON.stringify(key), `'${key.replaceAll("'", "''")}'`, key]) {
    const at = line.indexOf(`${form}:`);
    if (at >= 0) return at + form.length + 1;
  }
  return -1;
}

type Answered = MapLine & { readonly value: string | readonly string[] };

const answered = (lines: readonly MapLine[]): Answered[] =>
  lines.filter((line): line is Answered => line.value !== null && canBeKey(line.key));

const flowText = (lines: readonly MapLine[]): string =>
  answered(lines)
    .map(({ key, value }) => `${scalarText(key)}: ${valueText(value)}`)
    .join(', ');

function sectionFlow({ name, below, lines }: SectionDraft): string {
  const text = flowText(lines);
  if (text === '') return '';
  return below === undefined ? `${name}: { ${text} }, ` : `${name}: { ${scalarText(below)}: { ${text} } }, `;
}

/** Adds what an addition gives to the entries that are expected after the change. */
function merge(entries: SheetEntry[], { at, entry }: Addition): void {
  if (at === undefined) {
    const { sections, comment, ...own } = entry;
    entries.push({ ...own } as SheetEntry);
  }
  const target = entries[at ?? entries.length - 1]! as Record<string, unknown>;
  for (const { name, below, lines } of entry.sections) {
    const given = Object.fromEntries(answered(lines).map(({ key, value }) => [key, value]));
    if (Object.keys(given).length === 0) continue;
    if (name === 'settings') {
      for (const [key, value] of Object.entries(given)) target[key] ??= value;
      continue;
    }
    const section = (target[name] ?? {}) as Record<string, unknown>;
    target[name] =
      below === undefined
        ? {
            ...section,
            ...Object.fromEntries(Object.entries(given).filter(([key]) => isAdded(section, key))),
          }
        : { ...section, [below]: { ...given, ...(section[below] as object | undefined) } };
  }
}

const isAdded = (section: Record<string, unknown>, key: string): boolean =>
  !Object.hasOwn(section, key) || section[key] === '?';
