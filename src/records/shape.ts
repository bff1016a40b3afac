import { pathSteps } from '../contract/field.ts';
import type { Column } from './record.ts';
import { originColumns } from './whole-origin.ts';

/** The structure of a body: built once for each sheet, filled for each row. */
export type BodyShape = FieldLeaf | List | Group | Items;

interface FieldLeaf {
  readonly type: 'leaf';
  readonly at: number;
}

/**
 * A list of plain values. It is filled by one column with the whole list, or by several columns with one item
 * each.
 */
export interface List {
  readonly type: 'list';
  readonly parts: { readonly at: number; readonly number: number | undefined }[];
}

export interface Group {
  readonly type: 'group';
  readonly members: Map<string, BodyShape>;
  /** The members in their order, when the shape is complete. */
  orderedMembers: readonly { readonly name: string; readonly shape: BodyShape }[];
}

export interface Items {
  readonly type: 'items';
  readonly items: { readonly number: number; readonly group: Group }[];
}

/** A column or a map file entry that fills a field. */
type Filler = Pick<Column, 'field' | 'path'>;

/** Builds the shape of a body from its columns, in their order. */
export function bodyShapeOf(columns: readonly Filler[]): Group {
  const root = newGroup();
  // The origin of whole compositions is in their items.
  const { origin } = originColumns(columns) ?? {};
  columns.forEach((column, at) => {
    if (at !== origin) addColumn(root, column, at);
  });
  sortItems(root);
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
        memberAt<List>(group, name, { type: 'list', parts: [] }).parts.push({
          at,
          number: rest.length > 0 ? Number(rest[0]) : undefined,
        });
      else if (rest.length === 0) group.members.set(name, { type: 'leaf', at });
      else addPathInOpenField(groupAt(group, name), rest, at);
    } else group = array ? itemAt(group, name, Number(rest.shift())) : groupAt(group, name);
  }
}

/** Adds the names of a path below an open field. The contract does not define these names. */
function addPathInOpenField(group: Group, names: readonly string[], at: number): void {
  for (const name of names.slice(0, -1)) group = groupAt(group, name);
  group.members.set(names.at(-1)!, { type: 'leaf', at });
}

const newGroup = (): Group => ({ type: 'group', members: new Map(), orderedMembers: [] });

const groupAt = (group: Group, name: string): Group => memberAt(group, name, newGroup());

/** The member with this name, if it is of the same form as `made`; else `made` becomes the member. */
function memberAt<Member extends BodyShape>(group: Group, name: string, made: Member): Member {
  const found = group.members.get(name);
  if (found?.type === made.type) return found as Member;
  group.members.set(name, made);
  return made;
}

function itemAt(group: Group, name: string, number: number): Group {
  const { items } = memberAt<Items>(group, name, { type: 'items', items: [] });
  const there = items.find((item) => item.number === number);
  if (there) return there.group;
  const made = newGroup();
  items.push({ number, group: made });
  return made;
}

/** Sorts the items of lists by their numbers. */
function sortItems(group: Group): void {
  group.orderedMembers = [...group.members].map(([name, shape]) => ({ name, shape }));
  for (const member of group.members.values()) {
    if (member.type === 'list') member.parts.sort((one, other) => (one.number ?? -1) - (other.number ?? -1));
    if (member.type === 'group') sortItems(member);
    if (member.type !== 'items') continue;
    member.items.sort((one, other) => one.number - other.number);
    for (const item of member.items) sortItems(item.group);
  }
}
