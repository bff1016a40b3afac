import { asCalled } from '../../contract/completion-names.ts';
import { type Body, type Json, type KindSpec, notContent } from '../../contract/kind.ts';
import { fixedFields, isUpdatable } from '../../contract/v3/update.ts';
import { changeTexts } from './change-text.ts';
import { type Change, diff } from './diff.ts';
import { patchOf } from './patch.ts';

/**
 * The fields in which the content of a row differs from what the service accepted. A number as a text, a day as a moment and
 * one value as a list of one are equal: another version of trace may have written them so. For a kind that can be updated, a
 * field that the row does not give is not a change.
 */
export function changedFields(kind: KindSpec, accepted: Body, given: Body): Change[] {
  const before = asCalled(kind, accepted);
  const changes = isUpdatable(kind)
    ? diff(...givenIn(kind, before, given), notContent(kind))
    : diff(before, given, notContent(kind));
  return changes.filter((change) => !isEquivalent(change.before, change.after));
}

/** Both bodies with the fields alone that an update would set, and those of identity that both have. */
function givenIn(kind: KindSpec, before: Body, given: Body): [Body, Body] {
  const { set } = patchOf(kind, before, given);
  const fixed = fixedFields(kind).filter((name) => before[name] !== undefined && given[name] !== undefined);
  const names = new Set([...fixed, ...Object.keys(set)]);
  return [only(before, names), { ...only(given, new Set(fixed)), ...set }];
}

function only(body: Body, names: ReadonlySet<string>): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name)));
}

/** Whether two values say the same in other forms. */
export function isEquivalent(one: Json | undefined, other: Json | undefined): boolean {
  const [a, b] = [bare(one), bare(other)];
  if (isTree(a) && isTree(b)) {
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...names].every((name) => isEquivalent(own(a, name), own(b, name)));
  }
  if (isTree(a) || isTree(b)) return false;
  return a === b || textOf(a) === textOf(b);
}

/** Without what says nothing: null, an empty list or object, a list around one value. */
function bare(value: Json | undefined): Json | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object') return value;
  if (Object.keys(value).length === 0) return undefined;
  return Array.isArray(value) && value.length === 1 && !isTree(value[0]) ? bare(value[0]) : value;
}

/** `2026-04-15` and the start of that day are the same; `00012` is not the number 12. */
function textOf(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  return String(value).replace(/^(\d{4}-\d{2}-\d{2})T00:00(:00(\.0+)?)?Z?$/, '$1');
}

type Tree = Json[] | { [name: string]: Json };

const isTree = (value: Json | undefined): value is Tree => typeof value === 'object' && value !== null;

const own = (tree: Tree, name: string): Json | undefined =>
  Object.hasOwn(tree, name) ? (tree as Record<string, Json>)[name] : undefined;

/** Names of the fields at the top of the bodies that hold the changes, the first of them. */
function fieldNames(changes: readonly Pick<Change, 'path'>[]): string {
  const names = [...new Set(changes.map(({ path }) => path.split('.')[0]!))];
  const more = names.length - MOST_NAMES;
  return more > 0 ? `${names.slice(0, MOST_NAMES).join(', ')} and ${more} more` : names.join(', ');
}

const MOST_NAMES = 5;

/** The messages of a record that changed and was not sent; `accepted`: the service took the earlier content. */
export function outdatedMessages(kind: KindSpec, changes: readonly Change[], accepted = true): string[] {
  const since = accepted
    ? 'it was accepted'
    : 'the service said that it has this key, whose content there was never compared';
  const why = isUpdatable(kind)
    ? 'not sent, as a create is no update: say --update'
    : `the service has no update for a ${kind.name}, so nothing was sent`;
  return [`${fieldNames(changes)} changed since ${since}; ${why}`, ...changeTexts(changes)];
}
