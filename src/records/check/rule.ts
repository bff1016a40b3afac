import type { FamilyName } from '../../contract/family.ts';
import { type Field, pathSteps } from '../../contract/field.ts';
import { type Body, isObject, type Json, type KindSpec } from '../../contract/kind.ts';
import { remembered } from '../../contract/remembered.ts';
import type { FindingCode } from '../../findings/catalogue.ts';
import { type Finding, fieldText, type Origin, type Severity } from '../../findings/finding.ts';
import { cut } from '../../recognise/text.ts';
import { say } from '../../say.ts';
import type { Draft } from '../record.ts';

/** The input of a rule: a row as a body, and its family. */
export interface RowContext {
  readonly draft: Draft;
  readonly kind: KindSpec;
  readonly body: Body;
  /** Null if the family is unknown; a separate finding reports that. */
  readonly family: FamilyName | null;
  /** Flags that select the environment, for commands in messages. */
  readonly place: readonly string[];
  /** Reports a finding at the cell of a body path. */
  report(code: FindingCode, path: string, message: string, extra?: FindingExtra): void;
}

/** The value of a finding and what to do. `suggest` runs when the suggestion is read: most findings are not shown. */
export interface FindingExtra {
  readonly value?: unknown;
  readonly suggestion?: string;
  readonly suggest?: () => string | undefined;
}

/** What the rules of a row depend on, besides its values. */
export interface RuleScope {
  readonly kind: KindSpec;
  /** Null if the family is unknown. */
  readonly family: FamilyName | null;
  /** Whether the rules of supplier data collection apply. */
  readonly collection: boolean;
}

/** A rule prepares its checks for a kind and a family. Their findings are listed in the order of the checks. */
export type RowRule = (scope: RuleScope) => readonly Check[];

/**
 * A part of a rule. A body that passes its fast tests certainly has no finding. If one of them fails, `report` applies
 * the full rule, which may still find nothing.
 */
export type Check = FieldCheck | BodyCheck;

/** A check of a field. */
export interface FieldCheck {
  readonly field: Field;
  /** Set if the field must have a value: in every body, or only where the object that contains it is given (`within`). */
  readonly needed?: 'always' | 'within';
  /** Tests one value of the field. `group` is the object that contains it. */
  readonly accepts?: (value: Json, group: Body) => boolean;
  report(context: RowContext): void;
}

/** A check of a whole body. */
export interface BodyCheck {
  readonly field?: undefined;
  accepts(body: Body): boolean;
  report(context: RowContext): void;
}

/** Builds the finding of a rule on a row, at the cell of a body path. */
export function rowFinding(
  draft: Draft,
  code: FindingCode,
  severity: Severity,
  path: string,
  message: string,
  { value: given, suggestion, suggest }: FindingExtra = {},
): Finding {
  const kind = draft.map.kind.name;
  const origin = originOf(draft, path);
  const value = given === undefined ? undefined : shown(given);
  // Object literals are much faster than objects to which properties are added.
  if (value !== undefined && !suggest)
    return suggestion === undefined
      ? { code, severity, origin, kind, field: path, value, message }
      : { code, severity, origin, kind, field: path, value, message, suggestion };
  const about = { code, severity, origin, kind, field: path };
  if (!suggest) return { ...about, message, ...(suggestion !== undefined && { suggestion }) };
  return {
    ...{ ...about, ...(value !== undefined && { value }), message },
    get suggestion() {
      return suggest();
    },
  };
}

/** A value for a finding, truncated to 200 characters. */
function shown(value: unknown): string {
  return cut(typeof value === 'string' ? value : JSON.stringify(value), 200);
}

/** The cell of a body path. */
function originOf(draft: Draft, path: string): Origin {
  const { file, sheet } = draft.map;
  const column = draft.columnOf(path) || undefined;
  const { row, line } = draft.rowOf?.(path) ?? draft;
  if (line === undefined) return column === undefined ? { file, sheet, row } : { file, sheet, row, column };
  return column === undefined ? { file, sheet, row, line } : { file, sheet, row, line, column };
}

/** Maximum number of paths whose texts are remembered. */
const MOST_TEXTS = 1000;

/** A body path as a column name, remembered: the paths of findings repeat. */
export const pathText = remembered(fieldText, MOST_TEXTS);

/** Names with `and` between them. */
export const andText = (names: readonly string[]): string =>
  names.reduce((one, other) => say().rules.and({ one, other }));

/** Why supplier data collection needs a field of the kind. `reason`: the words of the interface. */
export const reasonText = ({ name }: KindSpec, reason: string): string =>
  (say().collectionNeeds as Readonly<Record<string, (() => string) | undefined>>)[name]?.() ?? reason;

/** One occurrence of a field in a body, with or without a value. */
export interface Occurrence {
  /** The path with 0-based item numbers, such as `composition.1.material`. */
  readonly path: string;
  readonly value: Json | undefined;
  /** Whether the object that contains the field exists in the body. */
  readonly grouped: boolean;
}

/** The path of a field, parsed once. */
interface ParsedPath {
  readonly steps: readonly { readonly name: string; readonly array: boolean }[];
  /** For a field in a list of objects: the paths of its first occurrences. */
  readonly items: string[];
}

const parsedPath = remembered(
  (path: string): ParsedPath => ({ steps: pathSteps(path), items: [] }),
  Infinity,
);

/**
 * Returns all occurrences of a field in a body. A missing object or list gives one leaf without a
 * value, so that required fields in it are reported.
 */
export function leavesOf(field: Field, body: Body): Occurrence[] {
  const parsed = parsedPath(field.path);
  const { steps } = parsed;
  const [first, last] = steps as [ParsedPath['steps'][number], ParsedPath['steps'][number]?];
  if (steps.length === 1 && !first.array)
    return [{ path: first.name, value: body[first.name], grouped: true }];
  const list = body[first.name];
  if (steps.length === 2 && first.array && !last!.array && Array.isArray(list) && list.length > 0)
    return leavesOfItems(list, parsed);
  const leaves: Occurrence[] = [];
  walk(body, 0, '', steps, leaves);
  return leaves;
}

/** A check of the values of a field, which reports the values that the test does not accept. */
export const valueCheck = <Type extends string | number>(
  field: Field,
  accepts: (value: Json) => boolean,
  report: (path: string, value: Type, context: RowContext) => void,
): FieldCheck => ({
  field,
  accepts,
  report(context) {
    for (const { path, value } of leavesOf(field, context.body))
      if (value !== undefined && !accepts(value)) report(path, value as Type, context);
  },
});

/** Maximum number of paths of a field that are remembered. */
const MAX_CACHED_PATHS = 100;

/** The leaves of `list[].name`, the most common form of a field with several occurrences. */
function leavesOfItems(list: readonly Json[], { steps, items }: ParsedPath): Occurrence[] {
  const { name } = steps[1]!;
  const leaves: Occurrence[] = [];
  for (let at = 0; at < list.length; at++) {
    const item = list[at]!;
    const path = items[at] ?? `${steps[0]!.name}.${at}.${name}`;
    if (at < MAX_CACHED_PATHS) items[at] = path;
    const found = isObject(item) ? item[name] : undefined;
    const value = Array.isArray(found) && found.length === 0 ? undefined : found;
    leaves.push({ path, value, grouped: true });
  }
  return leaves;
}

function walk(
  at: Json | undefined,
  depth: number,
  around: string,
  path: ParsedPath['steps'],
  leaves: Occurrence[],
): void {
  const { name, array } = path[depth]!;
  const here = around + name;
  const found = isObject(at) ? at[name] : undefined;
  const next = Array.isArray(found) && found.length === 0 ? undefined : found;
  const last = depth === path.length - 1;
  if (array && Array.isArray(next)) {
    next.forEach((item, index) => {
      if (last) leaves.push({ path: `${here}.${index}`, value: item, grouped: true });
      else walk(item, depth + 1, `${here}.${index}.`, path, leaves);
    });
  } else if (last) leaves.push({ path: here, value: array ? undefined : next, grouped: true });
  else if (next === undefined)
    leaves.push({ path: around + firstPath(path.slice(depth)), value: undefined, grouped: false });
  else if (typeof next === 'object') {
    // If there is a plain value instead of an object, there are no fields below it.
    walk(next, depth + 1, `${here}.`, path, leaves);
  }
}

/** The path of a leaf in a missing group, numbered as if it were in the first item. */
const firstPath = (path: ParsedPath['steps']): string =>
  path.map(({ name, array }, at) => (array && at < path.length - 1 ? `${name}.0` : name)).join('.');
