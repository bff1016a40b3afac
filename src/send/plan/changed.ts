import { toContractNames } from '../../contract/body.ts';
import { type Body, isUpdatable, type Json, type KindSpec, uncomparedFields } from '../../contract/kind.ts';
import { fixedFields } from '../../contract/v3/update.ts';
import { fieldText } from '../../findings/finding.ts';
import { kindText, numberText, say } from '../../say.ts';
import { patchOf } from './patch.ts';

/**
 * Returns the fields of a row that differ from the content that the service accepted. Equivalent forms (see
 * `isEquivalent`) are not changes, because another version of trace may have written them. For a kind with
 * updates, a field that is missing from the row is not a change.
 */
export function changedFields(kind: KindSpec, accepted: Body, given: Body): Change[] {
  const before = toContractNames(kind, accepted);
  const changes = isUpdatable(kind)
    ? diff(...givenIn(kind, before, given), uncomparedFields(kind))
    : diff(before, given, uncomparedFields(kind));
  return changes.filter((change) => !isEquivalent(change.before, change.after));
}

/** Reduces both bodies to the fields that an update would set, and the identity fields that both have. */
function givenIn(kind: KindSpec, before: Body, given: Body): [Body, Body] {
  const { set } = patchOf(kind, before, given);
  const fixed = fixedFields(kind).filter((name) => before[name] !== undefined && given[name] !== undefined);
  const names = new Set([...fixed, ...Object.keys(set)]);
  return [withOnlyFields(before, names), { ...withOnlyFields(given, new Set(fixed)), ...set }];
}

function withOnlyFields(body: Body, names: ReadonlySet<string>): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name)));
}

/**
 * Whether two values mean the same: a number and its text, a day and midnight of that day, a value and a list of
 * only that value.
 */
export function isEquivalent(one: Json | undefined, other: Json | undefined): boolean {
  const [a, b] = [normalForm(one), normalForm(other)];
  if (isTree(a) && isTree(b)) {
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...names].every((name) => isEquivalent(ownMember(a, name), ownMember(b, name)));
  }
  if (isTree(a) || isTree(b)) return false;
  return textOf(a) === textOf(b);
}

/** Reduces null, an empty list or object to undefined, and a list of one value to the value. */
function normalForm(value: Json | undefined): Json | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'object') return value;
  if (Object.keys(value).length === 0) return undefined;
  return Array.isArray(value) && value.length === 1 && !isTree(value[0]) ? normalForm(value[0]) : value;
}

/** The text by which a value is compared. `2026-04-15` and the start of that day are equal; `00012` is not the number 12. */
function textOf(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  return String(value).replace(/^(\d{4}-\d{2}-\d{2})T00:00(:00(\.0+)?)?Z?$/, '$1');
}

type Tree = Json[] | { [name: string]: Json };

const isTree = (value: Json | undefined): value is Tree => typeof value === 'object' && value !== null;

const ownMember = (tree: Tree, name: string): Json | undefined =>
  Object.hasOwn(tree, name) ? (tree as Record<string, Json>)[name] : undefined;

/** Joins names of fields. At most `most` names are listed. */
export function firstNames(names: readonly string[], most: number): string {
  const more = names.length - most;
  const first = names.slice(0, most).join(', ');
  return more > 0 ? say().plan.andMore({ names: first, number: numberText(more) }) : first;
}

const MOST_NAMES = 5;

/** The messages of a changed record that was not sent. `accepted`: the service accepted the earlier content. */
export function outdatedMessages(kind: KindSpec, changes: readonly Change[], accepted = true): string[] {
  const { noUpdate, sinceAccepted, sinceReported, useUpdate } = say().plan;
  const why = isUpdatable(kind) ? useUpdate() : noUpdate({ kind: kindText(kind.name) });
  const names = new Set(changes.map(({ path }) => path.split('.')[0]!));
  const texts = { fields: firstNames([...names], MOST_NAMES), why };
  return [accepted ? sinceAccepted(texts) : sinceReported(texts), ...changeTexts(changes)];
}

/** The value of a path in two bodies. Undefined if a body does not have the path. */
export interface Change {
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** The paths whose values differ between two bodies, sorted. Top-level fields in `except` are ignored. */
export function diff(
  before: Json | undefined,
  after: Json | undefined,
  except: readonly string[] = [],
): Change[] {
  const changes: Change[] = [];
  compare('', before, after);
  return changes;

  function compare(path: string, a: Json | undefined, b: Json | undefined): void {
    if (isTree(a) && isTree(b) && Array.isArray(a) === Array.isArray(b)) {
      for (const name of [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()) {
        if (path === '' && except.includes(name)) continue;
        compare(path === '' ? name : `${path}.${name}`, ownMember(a, name), ownMember(b, name));
      }
    } else if (a !== b) {
      changes.push({ path, before: a, after: b });
    }
  }
}

/** The value of a field before and after a change. Undefined if the field had, or has, no value. */
export interface ChangedField {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A value that the ledger does not know. */
export const NOT_KNOWN = Symbol('unknown');

/** Maximum length of a printed value, and maximum number of printed changes. */
const MAX_VALUE = 80;
const MOST_CHANGES = 20;

/**
 * Formats a change: `name: "Tissages" -> "Tissages Vallon"`. The caller escapes control characters for the
 * terminal.
 */
export function changeText({ path, before, after }: ChangedField): string {
  return say().plan.field({
    field: fieldText(path),
    before: valueText(before),
    after: valueText(after),
  });
}

/** One line for each of the first changes of a record, and a line with the number of further changes. */
export function changeTexts(changes: readonly ChangedField[]): string[] {
  const more = changes.length - MOST_CHANGES;
  const texts = changes.slice(0, MOST_CHANGES).map(changeText);
  return more > 0 ? [...texts, say().plan.moreFields({ count: more, number: numberText(more) })] : texts;
}

/** Formats a value for a message: quoted and truncated. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return say().plan.none();
  if (value === NOT_KNOWN) return say().plan.unknown();
  const text = withoutSecrets(typeof value === 'string' ? value : JSON.stringify(value));
  const characters = Array.from(text);
  const cut = characters.length > MAX_VALUE ? `${characters.slice(0, MAX_VALUE - 1).join('')}…` : text;
  return typeof value === 'string' ? `"${cut}"` : cut;
}

/** Removes passwords, keys and signatures from web addresses. */
function withoutSecrets(text: string): string {
  return text
    .replace(/(\/\/)[^/@\s"]+@/g, '$1[redacted]@')
    .replace(/([?&][^=&\s"]*(?:token|key|secret|sig|pass|auth)[^=&\s"]*=)[^&#\s"]+/gi, '$1[redacted]');
}
