import { type Body, isObject, type Json } from '../contract/kind.ts';
import { remembered } from '../contract/remembered.ts';
import { type Finding, fieldText } from '../findings/finding.ts';
import { cut, quoted, round6 } from '../recognise/text.ts';
import { kindText, numberText, say } from '../say.ts';
import { movedPath } from './column-paths.ts';
import type { Draft, Layout } from './record.ts';
import { sheetFinding } from './sheet-finding.ts';

/** Maximum number of rows of a record. Readers pass one row more, which shows that there are too many. */
export const MOST_ROWS = 1000;

/**
 * Joins the drafts of the rows of one record. A value that only some rows have is that of the record; items of lists
 * are added in the order of the rows, unless a row repeats a whole list; numbers in `add` are added up. Two different
 * values for one field are an error that names both rows, and so is a number in `unclear` that two rows have.
 */
export function joinDrafts(drafts: readonly Draft[], rules: JoinRules): Draft {
  const joined = new JoinedDraft(drafts[0]!, rules);
  for (const draft of drafts.slice(1)) joined.join(draft);
  if (drafts.length > MOST_ROWS) joined.reportTooManyRows();
  return joined;
}

/**
 * The paths of numbers to add up (`add`), of values that the first row decides (`first`), and of numbers that may be the
 * total or a part in each row (`unclear`).
 */
type JoinRules = Omit<NonNullable<Layout['group']>, 'by'>;

/** A part of the joined body, and the draft and the path from which it comes. */
interface Part {
  readonly draft: Draft;
  readonly path: string;
}

class JoinedDraft implements Draft {
  readonly map: Draft['map'];
  readonly row: number;
  readonly line: number | undefined;
  readonly body: Body;
  readonly findings: Finding[];
  readonly unreadable: Set<string>;
  readonly rows: number[];
  isMoved: boolean;
  readonly #first: Draft;
  readonly #rules: JoinRules;
  /** Where parts of the body come from that are not from the first row. */
  readonly #parts = new Map<string, Part>();
  /** The lists of all rows, as JSON, by path: a row may repeat a list. */
  readonly #listsAt = remembered((_path: string) => new Set<string>(), Infinity);
  /** The texts and numbers of each list, by path. */
  readonly #plainItems = new Map<string, Set<Json>>();

  constructor(first: Draft, rules: JoinRules) {
    this.map = first.map;
    this.row = first.row;
    this.line = first.line;
    this.body = structuredClone(first.body);
    this.findings = [...first.findings];
    this.unreadable = new Set(first.unreadable);
    this.rows = [...(first.rows ?? [first.row])];
    this.isMoved = first.isMoved === true;
    this.#first = first;
    this.#rules = rules;
    this.#rememberLists(first.body, '');
  }

  join(draft: Draft): void {
    this.rows.push(draft.row);
    this.isMoved ||= draft.isMoved === true;
    const moved = new Map<string, string>();
    this.#joinGroup(this.body, draft.body, '', draft, moved);
    for (const finding of draft.findings)
      this.findings.push(
        finding.field === undefined ? finding : { ...finding, field: movedPath(finding.field, moved) },
      );
    for (const path of draft.unreadable) this.unreadable.add(movedPath(path, moved));
  }

  reportTooManyRows(): void {
    const about = { number: numberText(MOST_ROWS), kind: kindText(this.map.kind.name) };
    this.#report(this.#first, this.map.kind.key[0]!, undefined, say().cells.tooManyRows(about));
  }

  ownParts(): Iterable<string> {
    return this.#parts.keys();
  }

  columnOf(path: string): string | undefined {
    const { draft, path: own } = this.#partOf(path);
    return draft.columnOf(own);
  }

  rowOf(path: string): Pick<Draft, 'row' | 'line'> {
    const { draft, path: own } = this.#partOf(path);
    return draft.rowOf?.(own) ?? draft;
  }

  #partOf(path: string): Part {
    for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
      const part = this.#parts.get(path.slice(0, end));
      if (part) return { draft: part.draft, path: part.path + path.slice(end) };
    }
    return { draft: this.#first, path };
  }

  #joinGroup(to: Body, from: Body, around: string, draft: Draft, moved: Map<string, string>): void {
    for (const [name, value] of Object.entries(from)) {
      const path = around + name;
      const known = to[name];
      if (known === undefined) {
        to[name] = structuredClone(value);
        this.#parts.set(path, { draft, path });
        this.#rememberLists({ [name]: value }, around);
      } else if (Array.isArray(value) && Array.isArray(known)) this.#append(known, value, path, draft, moved);
      else if (isObject(value) && isObject(known)) this.#joinGroup(known, value, `${path}.`, draft, moved);
      else if (this.#rules.add.has(path) && typeof value === 'number' && typeof known === 'number')
        to[name] = round6(known + value);
      else if (this.#rules.first.has(path)) continue;
      else if (value !== known) this.#reportConflict(path, known, value, draft);
      else if (this.#rules.unclear.has(path)) this.#reportUnclear(path, value, draft);
    }
  }

  #append(
    known: Json[],
    items: readonly Json[],
    path: string,
    draft: Draft,
    moved: Map<string, string>,
  ): void {
    const lists = this.#listsAt(path);
    const text = JSON.stringify(items);
    if (lists.has(text)) return;
    lists.add(text);
    const plain = this.#plainItemsAt(path, known);
    for (const [at, item] of items.entries()) {
      if (plain.has(item)) continue;
      if (isPlain(item)) plain.add(item);
      const place = `${path}.${known.length}`;
      const other = firstAlike(known, item, known.length - at);
      if (other !== undefined) this.#reportAlike(`${path}.${other}`, item, draft, `${path}.${at}`);
      if (place !== `${path}.${at}`) moved.set(`${path}.${at}`, place);
      this.#parts.set(place, { draft, path: `${path}.${at}` });
      known.push(structuredClone(item));
    }
  }

  /** Reports an item that may be the same as an item of another row, with fewer or more values. */
  #reportAlike(known: string, item: Json, draft: Draft, own: string): void {
    const about = { ...this.#messageValues(own, known), known: fieldText(known) };
    this.#report(draft, own, item, say().cells.itemAlike(about), say().cells.itemAlikeAdvice());
  }

  /** For messages about a field: its name, the row that gave its known value, and the kind of the record. */
  #messageValues(path: string, known = path) {
    const kind = kindText(this.map.kind.name);
    return { field: fieldText(path), row: String(this.rowOf(known).row), kind };
  }

  #rememberLists(body: Body, around: string): void {
    for (const [name, value] of Object.entries(body)) {
      if (Array.isArray(value)) this.#listsAt(around + name).add(JSON.stringify(value));
      else if (isObject(value)) this.#rememberLists(value, `${around}${name}.`);
    }
  }

  #plainItemsAt(path: string, known: readonly Json[]): Set<Json> {
    let plain = this.#plainItems.get(path);
    if (!plain) {
      plain = new Set(known.filter(isPlain));
      this.#plainItems.set(path, plain);
    }
    return plain;
  }

  #reportConflict(path: string, known: Json, value: Json, draft: Draft): void {
    const about = this.#messageValues(path);
    const { rowsDiffer, rowsDifferAddUp, rowsDifferAdvice } = say().cells;
    const message = rowsDiffer({ ...about, value: quoted(textOf(value)), known: quoted(textOf(known)) });
    const suggestion = typeof value === 'number' ? rowsDifferAddUp(about) : rowsDifferAdvice();
    this.#report(draft, path, value, message, suggestion);
  }

  #reportUnclear(path: string, value: Json, draft: Draft): void {
    const about = this.#messageValues(path);
    const message = say().cells.rowsRepeat({ ...about, value: quoted(textOf(value)) });
    this.#report(draft, path, value, message, say().cells.rowsRepeatAdvice(about));
  }

  #report(
    { row, line, map }: Draft,
    path: string,
    value: Json | undefined,
    message: string,
    suggestion?: string,
  ): void {
    const place = { row, line, column: this.#first.columnOf(path) };
    const about = {
      field: path,
      ...(value !== undefined && { value: cut(textOf(value), 200) }),
      message,
      ...(suggestion !== undefined && { suggestion }),
    };
    this.findings.push(sheetFinding(map, place, 'row-conflict', about));
  }
}

/** Maximum number of earlier items with which a new item is compared. */
const MAX_COMPARED_ITEMS = 200;

/** The index of one of the first `count` items that has all values of `item`, or only values that `item` has. */
function firstAlike(known: readonly Json[], item: Json, count: number): number | undefined {
  if (!isObject(item)) return undefined;
  for (let at = Math.max(0, count - MAX_COMPARED_ITEMS); at < count; at++) {
    const other = known[at]!;
    if (isObject(other) && (isPart(other, item) || isPart(item, other))) return at;
  }
  return undefined;
}

/** Whether `whole` has all values of `item`. */
const isPart = (item: Body, whole: Body): boolean =>
  Object.entries(item).every(
    ([name, value]) =>
      value === whole[name] ||
      (typeof value === 'object' && JSON.stringify(value) === JSON.stringify(whole[name])),
  );

const isPlain = (value: Json): boolean => typeof value !== 'object';

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
