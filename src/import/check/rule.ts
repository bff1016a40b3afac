import type { FamilyName } from '../../contract/family.ts';
import { type Field, pathSteps } from '../../contract/field.ts';
import type { Body, Json, KindSpec } from '../../contract/kind.ts';
import { CATALOGUE, type FindingCode } from '../../findings/catalogue.ts';
import type { Finding, Origin, Severity } from '../../findings/finding.ts';
import type { Draft } from '../records/record.ts';
import { cut } from '../records/text.ts';

/** The input of a rule: a row as a body, and its family. */
export interface RowContext {
  readonly draft: Draft;
  readonly kind: KindSpec;
  readonly body: Body;
  /** Null if the family is unknown; a separate finding reports that. */
  readonly family: FamilyName | null;
  /** Flags that select the environment, for commands in messages. */
  readonly place: readonly string[];
  /** Reports a finding at the cell of a body path; without a path, at the row. */
  report(
    code: FindingCode,
    path: string | null,
    message: string,
    extra?: { value?: unknown; suggestion?: string },
  ): void;
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
 * A part of a rule. Its fast tests decide whether a body certainly has no finding. `report` runs if one of them fails,
 * and decides exactly: it may find nothing.
 */
export type Check = FieldCheck | BodyCheck;

/** A check of a field. */
export interface FieldCheck {
  readonly field: Field;
  /** Set if the field must have a value: in every body, or wherever the object that contains it is given. */
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

/** The severity of a code: with `--strict`, changed values and unknown list values are errors. */
export function severityOf(code: FindingCode, strict: boolean): Severity {
  const { severity } = CATALOGUE[code];
  return strict && (severity === 'fixed' || code === 'not-in-known-list') ? 'error' : severity;
}

/** A value for a finding, truncated to 200 characters. */
function shown(value: unknown): string {
  return cut(typeof value === 'string' ? value : JSON.stringify(value), 200);
}

/** Builds the finding of a rule on a row. */
export function rowFinding(
  draft: Draft,
  code: FindingCode,
  severity: Severity,
  path: string | null,
  message: string,
  extra?: { value?: unknown; suggestion?: string },
): Finding {
  const { file, sheet, kind } = draft.map;
  const column = path === null ? undefined : draft.columnOf(path);
  const { row, line } = (path === null ? undefined : draft.rowOf?.(path)) ?? draft;
  const origin: Writable<Origin> = { file, sheet, row };
  if (line !== undefined) origin.line = line;
  if (column) origin.column = column;
  const about: Partial<Writable<Finding>> = { code, severity, origin, kind: kind.name };
  if (path !== null) about.field = path;
  if (extra?.value !== undefined) about.value = shown(extra.value);
  about.message = message;
  if (extra?.suggestion !== undefined) about.suggestion = extra.suggestion;
  return about as Finding;
}

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** One occurrence of a field in a body, with or without a value. */
export interface Leaf {
  /** The path with 0-based item numbers, such as `composition.1.material`. */
  readonly path: string;
  readonly value: Json | undefined;
  /** Whether the object that contains the field exists in the body. */
  readonly grouped: boolean;
}

/** Cache of parsed field paths. */
const steps = new Map<string, { name: string; array: boolean }[]>();

/**
 * Returns all occurrences of a field in a body. A missing object or list gives one leaf without a
 * value, so that required fields in it are reported.
 */
export function leavesOf(field: Field, body: Body): Leaf[] {
  let path = steps.get(field.path);
  if (!path) {
    path = pathSteps(field.path);
    steps.set(field.path, path);
  }
  if (path.length === 1 && !path[0]!.array)
    return [{ path: path[0]!.name, value: body[path[0]!.name], grouped: true }];
  const leaves: Leaf[] = [];
  walk(body, 0, '', path, leaves);
  return leaves;
}

function walk(
  at: Json | undefined,
  depth: number,
  around: string,
  path: { name: string; array: boolean }[],
  leaves: Leaf[],
): void {
  const { name, array } = path[depth]!;
  const here = around + name;
  const found = typeof at === 'object' && at !== null && !Array.isArray(at) ? at[name] : undefined;
  const next = Array.isArray(found) && found.length === 0 ? undefined : found;
  const last = depth === path.length - 1;
  if (array && Array.isArray(next)) {
    next.forEach((item, index) => {
      if (last) leaves.push({ path: `${here}.${index}`, value: item, grouped: true });
      else walk(item, depth + 1, `${here}.${index}.`, path, leaves);
    });
  } else if (last || next === undefined) {
    leaves.push({
      path: around + firstPath(path.slice(depth)),
      value: array ? undefined : next,
      grouped: last,
    });
  } else if (typeof next === 'object') {
    // If there is a plain value instead of an object, there are no fields below it.
    walk(next, depth + 1, `${here}.`, path, leaves);
  }
}

/** The path of a leaf in a missing group, numbered as if it were in the first item. */
const firstPath = (path: { name: string; array: boolean }[]): string =>
  path.map(({ name, array }, at) => (array && at < path.length - 1 ? `${name}.0` : name)).join('.');
