import { pathSteps } from '../contract/field.ts';
import type { Body, Json } from '../contract/kind.ts';
import { type Coerced, UNREADABLE } from './coercion.ts';
import type { Moves } from './moves.ts';
import type { Column } from './record.ts';

/** How the values of a row's columns become a body: built once for a sheet, walked for each row. */
export type Shape = Leaf | List | Group | Items;

interface Leaf {
  readonly is: 'leaf';
  readonly at: number;
}

/** A list of plain values: one column with the whole, then columns with one item each. */
interface List {
  readonly is: 'list';
  readonly parts: { readonly at: number; readonly number: number | undefined }[];
}

interface Group {
  readonly is: 'group';
  readonly members: Map<string, Shape>;
}

interface Items {
  readonly is: 'items';
  readonly items: { readonly number: number; readonly group: Group }[];
}

/** The shape of a body from its columns, in the order of the columns. */
export function shapeOf(columns: readonly Column[]): Group {
  const root: Group = { is: 'group', members: new Map() };
  columns.forEach((column, at) => {
    plant(root, column, at);
  });
  sortNumbers(root);
  return root;
}

function plant(root: Group, column: Column, at: number): void {
  const rest = column.path.split('.');
  const steps = pathSteps(column.field.path);
  let group = root;
  for (const [depth, { name, array }] of steps.entries()) {
    rest.shift();
    if (depth === steps.length - 1) {
      if (array)
        listAt(group, name).parts.push({ at, number: rest.length > 0 ? Number(rest[0]) : undefined });
      else if (rest.length === 0) group.members.set(name, { is: 'leaf', at });
      else plantBelow(groupAt(group, name), rest, at);
    } else group = array ? itemAt(group, name, Number(rest.shift())) : groupAt(group, name);
  }
}

/** The rest of an open field's path: names that the contract does not know. */
function plantBelow(group: Group, names: readonly string[], at: number): void {
  for (const name of names.slice(0, -1)) group = groupAt(group, name);
  group.members.set(names.at(-1)!, { is: 'leaf', at });
}

function groupAt(group: Group, name: string): Group {
  const found = group.members.get(name);
  if (found?.is === 'group') return found;
  const made: Group = { is: 'group', members: new Map() };
  group.members.set(name, made);
  return made;
}

function listAt(group: Group, name: string): List {
  const found = group.members.get(name);
  if (found?.is === 'list') return found;
  const made: List = { is: 'list', parts: [] };
  group.members.set(name, made);
  return made;
}

function itemAt(group: Group, name: string, number: number): Group {
  let found = group.members.get(name);
  if (found?.is !== 'items') {
    found = { is: 'items', items: [] };
    group.members.set(name, found);
  }
  const there = found.items.find((item) => item.number === number);
  if (there) return there.group;
  const made: Group = { is: 'group', members: new Map() };
  found.items.push({ number, group: made });
  return made;
}

function sortNumbers(group: Group): void {
  for (const member of group.members.values()) {
    if (member.is === 'list') member.parts.sort((one, other) => (one.number ?? -1) - (other.number ?? -1));
    if (member.is === 'group') sortNumbers(member);
    if (member.is !== 'items') continue;
    member.items.sort((one, other) => one.number - other.number);
    for (const item of member.items) sortNumbers(item.group);
  }
}

/** Whether an item of the body stands elsewhere than the columns number it. */
export interface Walk {
  moved: boolean;
  /** Filled when given. */
  readonly moves?: Moves;
}

/** The body of a row's values; `values` stand in the order of the columns. */
export function assemble(shape: Group, values: readonly Coerced[], walk: Walk): Body {
  const body = buildGroup(shape, values, walk, '', '');
  return body === undefined || body === UNREADABLE ? {} : (body as Body);
}

/** Undefined when all below is blank; `UNREADABLE` when nothing below could be read. */
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
  let held = false;
  for (const [name, member] of group.members) {
    const value =
      member.is === 'leaf'
        ? values[member.at]
        : walk.moves
          ? build(member, values, walk, dotted(to, name), dotted(from, name))
          : build(member, values, walk, '', '');
    if (value === undefined) continue;
    if (value === UNREADABLE) held = true;
    else {
      body ??= {};
      body[name] = value;
    }
  }
  return body ?? (held ? UNREADABLE : undefined);
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
    const place = list?.length ?? 0;
    const item = walk.moves
      ? buildGroup(group, values, walk, dotted(to, `${place}`), dotted(from, `${number}`))
      : buildGroup(group, values, walk, '', '');
    if (item === undefined) continue;
    list ??= [];
    if (number !== place) {
      walk.moved = true;
      walk.moves?.add(dotted(to, `${place}`), dotted(from, `${number}`));
    }
    // an item that could not be read keeps its place, so that the next ones keep theirs
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
  let held = false;
  for (const { at, number } of parts) {
    const value = values[at];
    if (value === undefined) continue;
    if (value === UNREADABLE) {
      held = true;
      continue;
    }
    const items = value as Json[];
    list ??= [];
    const first = list.length;
    if (number === undefined ? parts.length > 1 : first !== number || items.length > 1) walk.moved = true;
    for (const [offset, item] of items.entries()) {
      if (number !== undefined) walk.moves?.add(dotted(to, `${first + offset}`), dotted(from, `${number}`));
      else if (parts.length > 1) walk.moves?.add(dotted(to, `${first + offset}`), from);
      list.push(item);
    }
  }
  return held ? UNREADABLE : list;
}
