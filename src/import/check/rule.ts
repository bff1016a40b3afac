import type { FamilyName, ProjectTypes } from '../../contract/family.ts';
import { type Field, pathSteps } from '../../contract/field.ts';
import type { Body, Json, KindSpec } from '../../contract/kind.ts';
import { CATALOGUE, type FindingCode } from '../../findings/catalogue.ts';
import type { Finding, Severity } from '../../findings/finding.ts';
import type { Draft } from '../records/record.ts';
import { cut } from '../records/text.ts';

/** The input of a rule: a row as a body, and its family. */
export interface RowContext {
  readonly draft: Draft;
  readonly kind: KindSpec;
  readonly body: Body;
  /** Null if the family is unknown; a separate finding reports that. */
  readonly family: FamilyName | null;
  readonly projectTypes: ProjectTypes;
  /** Whether the rules of supplier data collection apply. */
  readonly collection: boolean;
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

/** A rule checks a row and reports findings. */
export type RowRule = (context: RowContext) => void;

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
  extra: { value?: unknown; suggestion?: string } = {},
): Finding {
  const column = path === null ? undefined : draft.columnOf(path);
  const { row, line } = (path === null ? undefined : draft.rowOf?.(path)) ?? draft;
  return {
    code,
    severity,
    origin: {
      file: draft.map.file,
      sheet: draft.map.sheet,
      row,
      ...(line === undefined ? {} : { line }),
      ...(column ? { column } : {}),
    },
    kind: draft.map.kind.name,
    ...(path === null ? {} : { field: path }),
    ...(extra.value === undefined ? {} : { value: shown(extra.value) }),
    message,
    ...(extra.suggestion === undefined ? {} : { suggestion: extra.suggestion }),
  };
}

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
