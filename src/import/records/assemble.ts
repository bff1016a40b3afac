import type { Body, Json } from '../../contract/kind.ts';
import { type Coerced, UNREADABLE } from './coercion.ts';
import type { Moves } from './moves.ts';
import type { Group, Items, List, Shape } from './shape.ts';

/** How a body is built, and whether list items were renumbered. */
export interface Walk {
  moved: boolean;
  /** Whether blank items before filled ones stay, as empty objects. */
  readonly keepPlaces?: boolean;
  /** Records the renumbered items, if given. */
  readonly moves?: Moves;
}

/** Builds the body from the values of a row, which are in the order of the columns. */
export function assemble(shape: Group, values: readonly Coerced[], walk: Walk): Body {
  const body = buildGroup(shape, values, walk, '', '');
  return body === undefined || body === UNREADABLE ? {} : (body as Body);
}

/** Undefined if all values below are blank; `UNREADABLE` if none of them could be read. */
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
  for (const [name, member] of group.members) {
    const value =
      member.is === 'leaf'
        ? values[member.at]
        : walk.moves
          ? build(member, values, walk, dotted(to, name), dotted(from, name))
          : build(member, values, walk, '', '');
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
    const item = walk.moves
      ? buildGroup(group, values, walk, dotted(to, `${place}`), dotted(from, `${number}`))
      : buildGroup(group, values, walk, '', '');
    if (item === undefined) continue;
    list ??= [];
    while (list.length < place) list.push({});
    if (number !== place) {
      walk.moved = true;
      walk.moves?.add(dotted(to, `${place}`), dotted(from, `${number}`));
    }
    // An unreadable item keeps its number, so that the next ones keep theirs.
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
      if (number !== undefined) walk.moves?.add(dotted(to, `${first + offset}`), dotted(from, `${number}`));
      else if (parts.length > 1) walk.moves?.add(dotted(to, `${first + offset}`), from);
      list.push(item);
    }
  }
  return isUnreadable ? UNREADABLE : list;
}
