import { say } from '../say.ts';
import type { FindingCode } from './catalogue.ts';
import type { Finding, Severity } from './finding.ts';

/** The severities in the order in which they are printed. */
export const SEVERITIES = ['error', 'warning', 'fixed', 'notice'] as const satisfies readonly Severity[];

/** How much the groups store to print. */
export interface GroupLimits {
  /** Maximum number of groups with the same code and severity. */
  readonly perCode: number;
  /** Maximum number of those groups in one column. */
  readonly perColumn: number;
  /** Number of ranges of rows of a group. */
  readonly ranges: number;
  /** Number of values of a group. */
  readonly values: number;
}

const FIRST: GroupLimits = { perCode: 50, perColumn: 10, ranges: 5, values: 5 };

/** With `--all`: so much that only a damaged file has more, and little enough for the memory. */
export const ALL: GroupLimits = { perCode: 10_000, perColumn: 10_000, ranges: 100_000, values: 1000 };

/** Number of distinct values that are counted in a group. */
const VALUES_COUNTED = 1000;
/** Number of distinct values that are counted in all groups together. */
const VALUES_COUNTED_IN_ALL = 20_000;

interface GroupValue {
  readonly value: string;
  readonly count: number;
  readonly suggestion?: string;
}

/** Findings with the same cause, which are printed as one line with their rows. */
export interface FindingGroup {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly file: string;
  readonly sheet?: string;
  readonly column?: string;
  readonly kind?: string;
  readonly field?: string;
  /** The message of the first finding. Others may differ if the code has a summary or `rest` is set. */
  readonly message: string;
  readonly suggestion?: string;
  readonly count: number;
  readonly rows: RowRanges;
  /** The first few distinct values. */
  readonly values: readonly GroupValue[];
  /** Number of distinct values. */
  readonly distinct: number;
  /** There are more distinct values than were counted. */
  readonly manyValues: boolean;
  /**
   * Set if the group collects what exceeds a maximum: all further messages in this column, or all further columns with
   * this code.
   */
  readonly rest?: 'column' | 'code';
}

/** Groups findings by cause, in bounded memory. */
export class FindingGroups {
  readonly #groups = new Map<string, Group>();
  readonly #sizes = new Map<string, number>();
  readonly #counts: Record<Severity, number> = { error: 0, warning: 0, notice: 0, fixed: 0 };
  readonly #budget = { values: VALUES_COUNTED_IN_ALL };
  readonly #limits: GroupLimits;

  constructor(limits = FIRST) {
    this.#limits = limits;
  }

  add(finding: Finding): void {
    this.#counts[finding.severity] += 1;
    this.#groupOf(finding).add(finding, this.#budget);
  }

  /** Errors, warnings, fixed values, then notices; within each in the order of the first finding. */
  groups(): FindingGroup[] {
    const all = [...this.#groups.values()];
    return SEVERITIES.flatMap((severity) => all.filter((group) => group.severity === severity));
  }

  /** Number of findings by severity. */
  counts(): Record<Severity, number> {
    return { ...this.#counts };
  }

  #groupOf(finding: Finding): Group {
    const { code, severity, origin } = finding;
    const byCode = JSON.stringify([code, severity]);
    const byColumn = JSON.stringify([code, severity, origin.file, origin.sheet, origin.column]);
    const key = summaryOf(code) === undefined ? `${byColumn}${finding.message}` : byColumn;
    const known = this.#groups.get(key);
    if (known) return known;
    if (this.#full(byColumn, this.#limits.perColumn) && !this.#full(byCode, this.#limits.perCode)) {
      return this.#restOf(`rest${byColumn}`, finding, 'column', byCode);
    }
    if (this.#full(byCode, this.#limits.perCode)) {
      const rest = this.#groups.get(`rest${byColumn}`);
      return rest ?? this.#restOf(`rest${byCode}`, finding, 'code');
    }
    this.#grow(byCode);
    this.#grow(byColumn);
    return this.#open(key, new Group(finding, this.#limits));
  }

  #restOf(key: string, finding: Finding, rest: 'column' | 'code', counted?: string): Group {
    const known = this.#groups.get(key);
    if (known) return known;
    if (counted !== undefined) this.#grow(counted);
    return this.#open(key, new Group(finding, this.#limits, rest));
  }

  #open(key: string, group: Group): Group {
    this.#groups.set(key, group);
    return group;
  }

  #full(key: string, limit: number): boolean {
    return (this.#sizes.get(key) ?? 0) >= limit;
  }

  #grow(key: string): void {
    this.#sizes.set(key, (this.#sizes.get(key) ?? 0) + 1);
  }
}

/**
 * The line for all findings of a code in a column, from their number; undefined if each different message is a line of
 * its own.
 */
export function summaryOf(
  code: FindingCode,
): ((values: { count: number; number: string }) => string) | undefined {
  const summaries: Partial<Record<FindingCode, (values: { count: number; number: string }) => string>> =
    say().summaries;
  return summaries[code];
}

class Group implements FindingGroup {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly file: string;
  readonly sheet?: string;
  readonly column?: string;
  readonly kind?: string;
  readonly field?: string;
  readonly message: string;
  readonly suggestion?: string;
  readonly rest?: 'column' | 'code';
  readonly rows: RowRanges;
  readonly values: { value: string; count: number; suggestion?: string }[] = [];
  readonly #seen = new Set<string>();
  readonly #valuesShown: number;
  count = 0;
  manyValues = false;

  constructor(first: Finding, limits: GroupLimits, rest?: 'column' | 'code') {
    this.rows = new RowRanges(limits.ranges);
    this.#valuesShown = limits.values;
    this.code = first.code;
    this.severity = first.severity;
    this.file = first.origin.file;
    this.message = first.message;
    if (first.origin.sheet !== undefined) this.sheet = first.origin.sheet;
    if (first.origin.column !== undefined) this.column = first.origin.column;
    if (first.kind !== undefined) this.kind = first.kind;
    if (first.field !== undefined) this.field = first.field;
    if (first.suggestion !== undefined) this.suggestion = first.suggestion;
    if (rest !== undefined) this.rest = rest;
  }

  get distinct(): number {
    return this.#seen.size;
  }

  add(finding: Finding, budget: { values: number }): void {
    this.count += 1;
    if (finding.origin.row !== undefined) this.rows.add(finding.origin.row);
    if (finding.value !== undefined) this.#addValue(finding.value, finding.suggestion, budget);
  }

  #addValue(value: string, suggestion: string | undefined, budget: { values: number }): void {
    if (this.#seen.has(value)) {
      const shown = this.values.find((known) => known.value === value);
      if (shown) shown.count += 1;
      return;
    }
    const isShown = this.values.length < this.#valuesShown;
    if (!isShown && (this.#seen.size >= VALUES_COUNTED || budget.values <= 0)) {
      this.manyValues = true;
      return;
    }
    this.#seen.add(value);
    budget.values -= 1;
    if (isShown) this.values.push({ value, count: 1, ...(suggestion === undefined ? {} : { suggestion }) });
  }
}

/** Row numbers in the order they are added, stored as a few ranges and the number of other rows, in bounded memory. */
export class RowRanges {
  readonly #ranges: [first: number, last: number][] = [];
  #previous: number | undefined;
  #count = 0;
  #more = 0;
  readonly #most: number;

  constructor(most = FIRST.ranges) {
    this.#most = most;
  }

  /** Adds a row number. Adding the last one again has no effect: a row may have several findings in a column. */
  add(row: number): void {
    if (row === this.#previous) return;
    this.#previous = row;
    this.#count += 1;
    const last = this.#ranges.at(-1);
    if (last && this.#more === 0 && row === last[1] + 1) last[1] = row;
    else if (this.#ranges.length < this.#most) this.#ranges.push([row, row]);
    else this.#more += 1;
  }

  get count(): number {
    return this.#count;
  }

  /** The first ranges of rows. */
  get ranges(): readonly (readonly [first: number, last: number])[] {
    return this.#ranges;
  }

  /** The number of rows after `ranges`. */
  get more(): number {
    return this.#more;
  }
}
