import type { Body, Json } from '../contract/kind.ts';
import type { Finding } from '../findings/finding.ts';
import { type Coerced, UNREADABLE } from '../recognise/coercion.ts';
import type { Row } from '../sheets/cell.ts';
import type { Column, Draft, SheetMap } from './record.ts';
import type { Group, Items, List, Shape } from './shape.ts';

/** Finds the column letters of a body path. */
export class ColumnLetters {
  readonly #columns: readonly Column[];
  #letters: Map<string, string> | undefined;

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
  }

  /**
   * The column letters of a path in the numbering of the columns. A group has the letters of its first column; an
   * item of a list in one cell has those of that column.
   */
  of(path: string): string | undefined {
    this.#letters ??= this.#index();
    return (
      this.#letters.get(path) ??
      this.#letters.get(path.replace(/\.\d+$/, '')) ??
      this.#columns.find((column) => isWholeList(column) && path.startsWith(`${column.path}.`))?.letters
    );
  }

  #index(): Map<string, string> {
    const letters = new Map<string, string>();
    for (const column of this.#columns) {
      for (let end = column.path.length; end > 0; end = column.path.lastIndexOf('.', end - 1)) {
        const path = column.path.slice(0, end);
        if (!letters.has(path)) letters.set(path, column.letters);
      }
    }
    for (const column of this.#columns) letters.set(column.path, column.letters);
    return letters;
  }
}

/** Whether a column fills a whole list. */
const isWholeList = ({ field, path }: Column): boolean => field.path === `${path}[]`;

/** The draft that `readRow` returns for a row. */
export class RowDraft implements Draft {
  readonly map: SheetMap;
  readonly row: number;
  readonly line?: number;
  readonly body: Body;
  readonly findings: readonly Finding[];
  readonly unreadable: ReadonlySet<string>;
  readonly #letters: ColumnLetters;
  readonly #itemPaths: ItemPaths | undefined;

  constructor(
    map: SheetMap,
    { row, line }: Row,
    body: Body,
    findings: readonly Finding[],
    unreadable: ReadonlySet<string>,
    letters: ColumnLetters,
    itemPaths: ItemPaths | undefined,
  ) {
    this.map = map;
    this.row = row;
    if (line !== undefined) this.line = line;
    this.body = body;
    this.findings = findings;
    this.unreadable = unreadable;
    this.#letters = letters;
    this.#itemPaths = itemPaths;
  }

  columnOf(path: string): string | undefined {
    return this.#letters.of(this.#itemPaths ? movedPath(path, this.#itemPaths.byBody) : path);
  }
}

/** Settings for building a body. */
export interface Walk {
  moved: boolean;
  /** Whether blank items before filled ones are kept, as empty objects. */
  readonly keepPlaces?: boolean;
  /** If given, receives the list items whose number changed. */
  readonly itemPaths?: ItemPaths;
}

/** Builds a body from the values of a row. The values are in the order of the columns. */
export function assemble(shape: Group, values: readonly Coerced[], walk: Walk): Body {
  const body = buildGroup(shape, values, walk, '', '');
  return body === undefined || body === UNREADABLE ? {} : (body as Body);
}

/**
 * Builds a part of the body. Returns undefined if all its values are blank, and `UNREADABLE` if none could be
 * read.
 */
function build(shape: Shape, values: readonly Coerced[], walk: Walk, to: string, from: string): Coerced {
  switch (shape.is) {
    case 'leaf':
      return values[shape.at];
    case 'group':
      return buildGroup(shape, values, walk, to, from);
    case 'list':
      return buildList(shape, values, walk, to, from);
    case 'items':
      return buildItems(shape, values, walk, to, from);
  }
}

function buildGroup(group: Group, values: readonly Coerced[], walk: Walk, to: string, from: string): Coerced {
  let body: { [name: string]: Json } | undefined;
  let isUnreadable = false;
  const { inOrder } = group;
  for (let at = 0; at < inOrder.length; at++) {
    const { name, shape } = inOrder[at]!;
    const value =
      shape.is === 'leaf'
        ? values[shape.at]
        : walk.itemPaths
          ? build(shape, values, walk, dotted(to, name), dotted(from, name))
          : build(shape, values, walk, '', '');
    if (value === undefined) continue;
    if (value === UNREADABLE) isUnreadable = true;
    else {
      body ??= {};
      body[name] = value;
    }
  }
  return body ?? (isUnreadable ? UNREADABLE : undefined);
}

const dotted = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function buildItems(
  { items }: Items,
  values: readonly Coerced[],
  walk: Walk,
  to: string,
  from: string,
): Coerced {
  let list: Json[] | undefined;
  for (const { number, group } of items) {
    const place = walk.keepPlaces ? number : (list?.length ?? 0);
    const item = walk.itemPaths
      ? buildGroup(group, values, walk, dotted(to, `${place}`), dotted(from, `${number}`))
      : buildGroup(group, values, walk, '', '');
    if (item === undefined) continue;
    list ??= [];
    while (list.length < place) list.push({});
    if (number !== place) {
      walk.moved = true;
      walk.itemPaths?.add(dotted(to, `${place}`), dotted(from, `${number}`));
    }
    // Keep the number of an unreadable item, so that the items after it keep their numbers.
    list.push(item === UNREADABLE ? {} : item);
  }
  return list;
}

function buildList(
  { parts }: List,
  values: readonly Coerced[],
  walk: Walk,
  to: string,
  from: string,
): Coerced {
  let list: Json[] | undefined;
  let isUnreadable = false;
  for (const { at, number } of parts) {
    const value = values[at];
    if (value === undefined) continue;
    if (value === UNREADABLE) {
      isUnreadable = true;
      continue;
    }
    const items = value as Json[];
    list ??= [];
    const first = list.length;
    if (number === undefined ? parts.length > 1 : first !== number || items.length > 1) walk.moved = true;
    for (const [offset, item] of items.entries()) {
      if (number !== undefined)
        walk.itemPaths?.add(dotted(to, `${first + offset}`), dotted(from, `${number}`));
      else if (parts.length > 1) walk.itemPaths?.add(dotted(to, `${first + offset}`), from);
      list.push(item);
    }
  }
  return isUnreadable ? UNREADABLE : list;
}

/** Maps list paths in the body to list paths in the columns and back, for a row whose blank items were dropped. */
export class ItemPaths {
  /** The path in the columns, by the path in the body. Both paths end with the number of an item. */
  readonly byBody = new Map<string, string>();
  /** The path in the body, by the path in the columns. */
  readonly byColumn = new Map<string, string>();

  add(bodyPath: string, columnPath: string): void {
    this.byBody.set(bodyPath, columnPath);
    if (!this.byColumn.has(columnPath)) this.byColumn.set(columnPath, bodyPath);
  }
}

/** Replaces the longest prefix of the path that `to` contains. */
export function movedPath(path: string, to: ReadonlyMap<string, string>): string {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const found = to.get(path.slice(0, end));
    if (found !== undefined) return found + path.slice(end);
  }
  return path;
}
