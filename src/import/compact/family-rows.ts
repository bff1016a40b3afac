import type { FamilyName } from '../../contract/family.ts';
import { pathSteps } from '../../contract/field.ts';
import { type Json, type KindSpec, keyOf } from '../../contract/kind.ts';
import type { Row } from '../../sheets/cell.ts';
import { checkerOf } from '../check/check-row.ts';
import type { FieldCheck } from '../check/rule.ts';
import { isWholeList } from '../check/rules/values.ts';
import type { RowRecord } from '../input/read-context.ts';
import { exampleTexts, hasKey } from '../input/stage-row.ts';
import { assemble } from '../records/draft.ts';
import { shareColumns } from '../records/fractions.ts';
import type { Column, SheetMap } from '../records/record.ts';
import { type Group, shapeOf } from '../records/shape.ts';
import type { CompactKind } from './compact-kinds.ts';
import { endOfContent, ofList, ofObject, seedOfItem, seedOfMember } from './hash.ts';
import { DOUBTFUL, SoundColumn } from './sound-column.ts';

/** The columns of an item of a list. `share`: the column with its share of the total, or -1. */
interface ItemColumns {
  readonly number: number;
  readonly columns: number[];
  readonly needed: number[];
  share: number;
}

/** The columns of a list of objects. */
interface ListColumns {
  readonly items: ItemColumns[];
  /** Whether the shares of its items add up to 100. */
  hasTotal: boolean;
  /** Whether the list must have items. */
  isNeeded: boolean;
  /** 0 if records with the same shared reference may differ in it. */
  readonly seed: number;
}

/** Reads the sound rows of a sheet with the same family. Its tests are those of the compiled rules. */
export class FamilyRows {
  readonly #map: SheetMap;
  readonly #family: string;
  readonly #columns: readonly SoundColumn[];
  /** The columns that every row must fill, and those whose values the rules across records use. */
  readonly #required: readonly number[];
  readonly #kept: readonly number[];
  readonly #shape: Group;
  readonly #lists: readonly ListColumns[];
  readonly #shares: readonly (readonly number[])[];
  readonly #examples: ReadonlySet<string>;
  readonly #values: (Json | undefined)[];
  readonly #keptValues: (Json | undefined)[];
  readonly #walk = { moved: false };

  private constructor(
    map: SheetMap,
    family: FamilyName | null,
    parts: {
      columns: readonly SoundColumn[];
      required: readonly number[];
      lists: readonly ListColumns[];
      names: ReadonlySet<string>;
    },
  ) {
    this.#map = map;
    this.#family = family ?? '';
    this.#columns = parts.columns;
    this.#required = parts.required;
    this.#lists = parts.lists;
    this.#kept = map.columns.flatMap(({ path }, at) => (parts.names.has(firstName(path)) ? [at] : []));
    this.#shape = shapeOf(this.#kept.map((at) => map.columns[at]!));
    this.#shares = shareColumns(map).map(({ columns }) => columns.map(({ at }) => at));
    this.#examples = exampleTexts(map.kind);
    this.#values = map.columns.map(() => undefined);
    this.#keptValues = this.#kept.map(() => undefined);
  }

  /** Null if no row is certain: a column is missing, or a check needs the whole body. */
  static of(map: SheetMap, kind: CompactKind, family: FamilyName | null): FamilyRows | null {
    const columns = map.columns.map(
      (column) => new SoundColumn(column, map, seedOf(column.path, kind), isSimple(column)),
    );
    const at = (path: string) => map.columns.findIndex((column) => column.path === path);
    const lists = listsOf(map, kind);
    const { fields, batchField } = map.kind;
    const required = fields.some(({ path, required }) => path === batchField && required)
      ? [at(batchField)]
      : [];
    for (const check of checkerOf(map.kind, family, false).checks) {
      if (check.field === undefined) {
        if (!check.totals?.every((total) => addTotal(total, map, lists))) return null;
        continue;
      }
      for (const [index, { field }] of map.columns.entries())
        if (field.path === check.field.path) columns[index]!.add(check);
      if (check.needed === undefined) continue;
      const path = neededPath(check);
      if (path !== null) required.push(at(path));
      else if (!addNeeded(check, map, lists)) return null;
    }
    return required.includes(-1)
      ? null
      : new FamilyRows(map, family, { columns, required, lists, names: kind.names });
  }

  /** The record of a row without any finding; null if it may have one. */
  record(row: Row, sheetId: number): RowRecord | null {
    const content = this.#contentOf(row);
    return content === null ? null : this.#recordOf(row.row, sheetId, endOfContent(content | 0));
  }

  /** The record, without the hash of its content, of a row that had no finding when it was read before. */
  again({ cells, row }: Row, sheetId: number): RowRecord | null {
    for (const at of this.#kept) {
      const column = this.#columns[at]!;
      const cell = cells[column.index];
      const value = cell === null || cell === undefined ? undefined : column.read(cell, cells);
      if (value === DOUBTFUL) return null;
      this.#values[at] = value;
    }
    return this.#recordOf(row, sheetId, undefined);
  }

  /** Reads the values of a row. Returns the sum of the hashes of its content; null if it may have a finding. */
  #contentOf({ cells, line }: Row): number | null {
    const width = this.#map.width!;
    if (cells.length > width || (line !== undefined && cells.length < width)) return null;
    const values = this.#values;
    let content = 0;
    for (let at = 0; at < this.#columns.length; at++) {
      const column = this.#columns[at]!;
      const cell = cells[column.index];
      if (cell === null || cell === undefined) {
        values[at] = undefined;
        continue;
      }
      const value = column.read(cell, cells);
      if (value === DOUBTFUL) return null;
      values[at] = value;
      if (value !== undefined) content += column.hash;
    }
    for (const at of this.#required) if (values[at] === undefined) return null;
    for (const shares of this.#shares) if (!arePercentages(shares, values)) return null;
    for (const list of this.#lists) {
      const hash = hashOfItems(list, values);
      if (hash === null) return null;
      content += hash;
    }
    return content;
  }

  #recordOf(row: number, sheetId: number, content: number | undefined): RowRecord | null {
    const values = this.#values;
    const kept = this.#keptValues;
    for (let at = 0; at < kept.length; at++) kept[at] = values[this.#kept[at]!];
    const body = assemble(this.#shape, kept, this.#walk);
    const { kind } = this.#map;
    if (!hasKey(kind, body) || this.#examples.has(String(body[kind.key[0]!]))) return null;
    // An object literal is much faster than one of spreads.
    const record: RowRecord = {
      kind,
      family: this.#family,
      key: keyOf(kind, body),
      body,
      isSelected: true,
      batch: '',
      sheetId,
      row,
      ending: null,
      content,
    };
    return record;
  }
}

const firstName = (path: string): string => path.split('.', 1)[0]!;

/** Whether a column fills a field of the body itself, a whole list of plain values, or a field of an item of a list. */
function isSimple({ path, field }: Column): boolean {
  const isOwn = !path.includes('.') && (field.path === path || field.path === `${path}[]`);
  return isOwn || itemPath(path, field.path) !== null;
}

/** The parts of the path of a field in an item of a list, such as `composition.0.material`; null for other paths. */
function itemPath(path: string, fieldPath: string): { list: string; number: number; name: string } | null {
  const [list, number, name, ...rest] = path.split('.');
  if (name === undefined || rest.length > 0 || !/^\d+$/.test(number!)) return null;
  return fieldPath === `${list}[].${name}` ? { list: list!, number: Number(number), name } : null;
}

function seedOf(path: string, { shared }: CompactKind): number {
  const [list, number, name] = path.split('.');
  const seed = shared.seedOf(list!);
  return name === undefined || seed === 0 ? seed : seedOfMember(seedOfItem(seed, Number(number)), name);
}

function listsOf({ columns }: SheetMap, { shared }: CompactKind): ListColumns[] {
  const lists = new Map<string, ListColumns>();
  for (const [at, { path, field }] of columns.entries()) {
    const item = itemPath(path, field.path);
    if (!item) continue;
    const list = lists.get(item.list) ?? {
      items: [],
      hasTotal: false,
      isNeeded: false,
      seed: shared.seedOf(item.list),
    };
    lists.set(item.list, list);
    let found = list.items.find(({ number }) => number === item.number);
    if (!found) {
      found = { number: item.number, columns: [], needed: [], share: -1 };
      list.items.push(found);
    }
    found.columns.push(at);
  }
  for (const { items } of lists.values()) items.sort((one, other) => one.number - other.number);
  return [...lists.values()];
}

/** The path of a needed field of the body itself; null for a field below. */
function neededPath({ field }: FieldCheck): string | null {
  const [first, ...rest] = pathSteps(field.path);
  return rest.length === 0 ? first!.name : null;
}

/** Notes that items need a field. Returns false if that cannot be decided. */
function addNeeded({ field, needed }: FieldCheck, map: SheetMap, lists: readonly ListColumns[]): boolean {
  const list = listNamed(pathSteps(field.path)[0]!.name, map, lists);
  if (!list) return needed === 'within';
  if (needed === 'always') list.isNeeded = true;
  for (const { columns, needed: own } of list.items) {
    const at = columns.find((column) => map.columns[column]!.field.path === field.path);
    if (at === undefined) return false;
    own.push(at);
  }
  return true;
}

const listNamed = (
  name: string,
  { columns }: SheetMap,
  lists: readonly ListColumns[],
): ListColumns | undefined =>
  lists.find(({ items }) => firstName(columns[items[0]!.columns[0]!]!.path) === name);

/** Notes the shares of a list. Returns false if they count together with those of other lists. */
function addTotal(
  { items, share, with: others }: NonNullable<KindSpec['totals']>[number],
  map: SheetMap,
  lists: readonly ListColumns[],
): boolean {
  if (others !== undefined) return false;
  const list = listNamed(items, map, lists);
  if (!list) return true;
  list.hasTotal = true;
  for (const item of list.items)
    item.share = item.columns.find((at) => map.columns[at]!.field.path === `${items}[].${share}`) ?? -1;
  return true;
}

/** Whether shares are blank, or certainly percentages: most are above 1. */
function arePercentages(shares: readonly number[], values: readonly (Json | undefined)[]): boolean {
  const first = values[shares[0]!];
  if (first === undefined) return shares.every((at) => values[at] === undefined);
  return typeof first === 'number' && first >= 1;
}

/** The hash of the places of items; null if an item lacks a value, is blank before another, or the total is wrong. */
function hashOfItems(list: ListColumns, values: readonly (Json | undefined)[]): number | null {
  const { items, hasTotal, isNeeded, seed } = list;
  let [place, hash, given, sum] = [0, 0, 0, 0];
  for (const { number, columns, needed, share } of items) {
    let isFilled = false;
    for (const at of columns) if (values[at] !== undefined) isFilled = true;
    if (!isFilled) continue;
    if (number !== place) return null;
    for (const at of needed) if (values[at] === undefined) return null;
    const value = share < 0 ? undefined : values[share];
    if (typeof value === 'number') {
      given++;
      sum += value;
    }
    if (seed !== 0) hash = (hash + ofObject(seedOfItem(seed, place))) | 0;
    place++;
  }
  if (hasTotal && !isWholeList(place, given, sum)) return null;
  if (place === 0) return isNeeded ? null : 0;
  return seed === 0 ? 0 : hash + ofList(seed);
}
