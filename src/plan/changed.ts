import { asCalled } from '../contract/completion-names.ts';
import { type Body, type Json, type KindSpec, notContent } from '../contract/kind.ts';
import { isUpdatable } from '../contract/v3/update.ts';
import { fieldText } from '../findings/finding.ts';
import { type Change, diff } from './diff.ts';

/**
 * The fields in which a row differs from what the service accepted, by what they say: a number written as a text, a day as a
 * moment or one value as a list of one is no difference, as another version of trace may have written it so.
 */
export function changedFields(kind: KindSpec, accepted: Body, given: Body): Change[] {
  return diff(asCalled(kind, accepted), given, notContent(kind)).filter(
    ({ before, after }) => !saysTheSame(before, after),
  );
}

/** Whether two values say the same in other forms. */
export function saysTheSame(one: Json | undefined, other: Json | undefined): boolean {
  const [a, b] = [bare(one), bare(other)];
  if (isTree(a) && isTree(b)) {
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...names].every((name) => saysTheSame(own(a, name), own(b, name)));
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

/** More of a value, or of a record's changes, is not printed. */
const MOST_OF_VALUE = 80;
const MOST_CHANGES = 20;

/** `name: "Tissages" -> "Tissages Vallon"`. Characters that a terminal obeys are left to whoever prints it. */
export function changeText({
  path,
  before,
  after,
}: Pick<Change, 'path'> & Record<'before' | 'after', unknown>): string {
  return `${fieldText(path)}: ${valueText(before)} -> ${valueText(after)}`;
}

/** A line for each change of a record, the first of them; the rest is counted. */
export function changeTexts(changes: readonly Change[]): string[] {
  const more = changes.length - MOST_CHANGES;
  const texts = changes.slice(0, MOST_CHANGES).map(changeText);
  return more > 0 ? [...texts, `and ${more} more ${more === 1 ? 'field' : 'fields'}`] : texts;
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return '(none)';
  const text = withoutSecrets(typeof value === 'string' ? value : JSON.stringify(value));
  const cut =
    text.length > MOST_OF_VALUE
      ? `${Array.from(text.slice(0, 2 * MOST_OF_VALUE))
          .slice(0, MOST_OF_VALUE - 1)
          .join('')}…`
      : text;
  return typeof value === 'string' ? `"${cut}"` : cut;
}

/** A web address may carry a password, a key or a signature. */
function withoutSecrets(text: string): string {
  return text
    .replace(/(\/\/)[^/@\s"]+@/g, '$1[redacted]@')
    .replace(/([?&][^=&\s"]*(?:token|key|secret|sig|pass|auth)[^=&\s"]*=)[^&#\s"]+/gi, '$1[redacted]');
}

/** Names of the fields at the top of the bodies that hold the changes, the first of them. */
function fieldNames(changes: readonly Pick<Change, 'path'>[]): string {
  const names = [...new Set(changes.map(({ path }) => path.split('.')[0]!))];
  const more = names.length - MOST_NAMES;
  return more > 0 ? `${names.slice(0, MOST_NAMES).join(', ')} and ${more} more` : names.join(', ');
}

const MOST_NAMES = 5;

/** What is said of a record that changed and was not sent. */
export function outdatedMessages(kind: KindSpec, changes: readonly Change[]): string[] {
  const why = isUpdatable(kind)
    ? 'not sent, as a create is no update: say --update'
    : `the service takes no change of a ${kind.name}, so nothing was sent`;
  return [`${fieldNames(changes)} changed since it was accepted; ${why}`, ...changeTexts(changes)];
}
