import { pathSteps } from '../contract/field.ts';
import type { Column } from './record.ts';

/** The structure of a body: built once for each sheet, filled for each row. */
export type Shape = Leaf | List | Group | Items;

interface Leaf {
  readonly is: 'leaf';
  readonly at: number;
}

/**
 * A list of plain values. It is filled by one column with the whole list, or by several columns with one item
 * each.
 */
export interface List {
  readonly is: 'list';
  readonly parts: { readonly at: number; readonly number: number | undefined }[];
}

export interface Group {
  readonly is: 'group';
  readonly members: Map<string, Shape>;
  /** The members in their order, when the shape is complete. */
  inOrder: readonly { readonly name: string; readonly shape: Shape }[];
}

export interface Items {
  readonly is: 'items';
  readonly items: { readonly number: number; readonly group: Group }[];
}

/** A column or a map file entry that fills a field. */
type Filler = Pick<Column, 'field' | 'path'>;

/** Builds the shape of a body from its columns, in their order. */
export function shapeOf(columns: readonly Filler[]): Group {
  const root: Group = { is: 'group', members: new Map(), inOrder: [] };
  columns.forEach((column, at) => {
    addColumn(root, column, at);
  });
  complete(root);
  return root;
}

function addColumn(root: Group, column: Filler, at: number): void {
  const rest = column.path.split('.');
  const steps = pathSteps(column.field.path);
  let group = root;
  for (const [depth, { name, array }] of steps.entries()) {
    rest.shift();
    if (depth === steps.length - 1) {
      if (array)
        listAt(group, name).parts.push({ at, number: rest.length > 0 ? Number(rest[0]) : undefined });
      else if (rest.length === 0) group.members.set(name, { is: 'leaf', at });
      else addBelow(groupAt(group, name), rest, at);
    } else group = array ? itemAt(group, name, Number(rest.shift())) : groupAt(group, name);
  }
}

/** Adds the names of a path below an open field. The contract does not define these names. */
function addBelow(group: Group, names: readonly string[], at: number): void {
  for (const name of names.slice(0, -1)) group = groupAt(group, name);
  group.members.set(names.at(-1)!, { is: 'leaf', at });
}

function groupAt(group: Group, name: string): Group {
  const found = group.members.get(name);
  if (found?.is === 'group') return found;
  const made: Group = { is: 'group', members: new Map(), inOrder: [] };
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
  const made: Group = { is: 'group', members: new Map(), inOrder: [] };
  found.items.push({ number, group: made });
  return made;
}

/** Sorts the items of lists by their numbers. */
function complete(group: Group): void {
  group.inOrder = [...group.members].map(([name, shape]) => ({ name, shape }));
  for (const member of group.members.values()) {
    if (member.is === 'list') member.parts.sort((one, other) => (one.number ?? -1) - (other.number ?? -1));
    if (member.is === 'group') complete(member);
    if (member.is !== 'items') continue;
    member.items.sort((one, other) => one.number - other.number);
    for (const item of member.items) complete(item.group);
  }
}
