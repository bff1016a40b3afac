import { say } from '../say.ts';
import type { FindingCode } from './catalogue.ts';
import type { Finding, Origin, Severity } from './finding.ts';

/** The severities in the order in which they are printed. */
export const SEVERITIES = ['error', 'warning', 'fixed', 'notice'] as const satisfies readonly Severity[];

/** How much the groups store to print. */
export interface GroupLimits {
  /** Maximum number of groups with the same code and severity. */
  readonly perCode: number;
  /** Maximum number of groups with the same code and severity in one column. */
  readonly perColumn: number;
  /** Maximum number of ranges of rows of a group. */
  readonly ranges: number;
  /** Maximum number of values of a group. */
  readonly values: number;
}

const DEFAULT_LIMITS: GroupLimits = { perCode: 50, perColumn: 10, ranges: 5, values: 5 };

/** The limits with `--all`: only a damaged file has more, and the groups still fit into memory. */
export const ALL_LIMITS: GroupLimits = { perCode: 10_000, perColumn: 10_000, ranges: 100_000, values: 1000 };

/** Maximum number of distinct values that are counted in a group. */
const VALUES_COUNTED = 1000;
/** Maximum number of distinct values that are counted in all groups together. */
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
  readonly rows: Readonly<Pick<RowRanges, 'count' | 'ranges' | 'more'>>;
  /** The first few distinct values. */
  readonly values: readonly GroupValue[];
  /** Number of distinct values. */
  readonly distinct: number;
  /** Whether there are more distinct values than were counted. */
  readonly manyValues: boolean;
  /**
   * Set if the group collects what exceeds a maximum: all further messages in this column, or all further columns with
   * this code.
   */
  readonly rest?: 'column' | 'code';
}

/** Groups findings by cause, in bounded memory. */
export class FindingGroups {
  readonly #groups: Group[] = [];
  readonly #codes = new Map<string, CodeGroups>();
  readonly #counts: Record<Severity, number> = { error: 0, warning: 0, notice: 0, fixed: 0 };
  readonly #budget = { values: VALUES_COUNTED_IN_ALL };
  readonly #limits: GroupLimits;

  constructor(limits = DEFAULT_LIMITS) {
    this.#limits = limits;
  }

  add(finding: Finding): void {
    this.#counts[finding.severity] += 1;
    this.#groupOf(finding).add(finding, this.#budget);
  }

  /** Errors, warnings, fixed values, then notices; within each in the order of the first finding. */
  groups(): FindingGroup[] {
    return SEVERITIES.flatMap((severity) => this.#groups.filter((group) => group.severity === severity));
  }

  /** Number of findings by severity. */
  counts(): Record<Severity, number> {
    return { ...this.#counts };
  }

  /** Finds the group without building a text as a key, because there may be millions of findings. */
  #groupOf(finding: Finding): Group {
    const { code, severity, origin } = finding;
    const ofCode = entryOf(this.#codes, IDS[severity] + code, () => new CodeGroups(code));
    const column = ofCode.columnOf(origin);
    const line = ofCode.hasSummary ? '' : finding.message;
    const known = column.groups.get(line) ?? column.rest;
    if (known) return known;
    const { perColumn, perCode } = this.#limits;
    if (ofCode.size >= perCode) {
      ofCode.rest ??= this.#open(finding, 'code');
      return ofCode.rest;
    }
    ofCode.size++;
    const group = this.#open(finding, column.groups.size < perColumn ? undefined : 'column');
    if (group.rest) column.rest = group;
    else column.groups.set(line, group);
    return group;
  }

  #open(finding: Finding, rest?: 'column' | 'code'): Group {
    const group = new Group(finding, this.#limits, rest);
    this.#groups.push(group);
    return group;
  }
}

const IDS: Readonly<Record<Severity, string>> = { error: 'e ', warning: 'w ', notice: 'n ', fixed: 'f ' };

/** The groups of a column by message; by '' if all findings of the code in the column share one line. */
interface ColumnGroups {
  readonly groups: Map<string, Group>;
  rest?: Group;
}

/** The groups of a code and severity. */
class CodeGroups {
  /** Whether all findings in a column share one line, so that their messages are not compared. */
  readonly hasSummary: boolean;
  /** The number of its groups, without `rest`. */
  size = 0;
  rest: Group | undefined;
  readonly #files = new Map<string, Map<string | undefined, Columns>>();

  constructor(code: FindingCode) {
    this.hasSummary = summaryOf(code) !== undefined;
  }

  columnOf({ file, sheet, column }: Origin): ColumnGroups {
    const sheets = entryOf(this.#files, file, () => new Map<string | undefined, Columns>());
    const columns = entryOf(sheets, sheet, (): Columns => new Map());
    return entryOf(columns, column, () => ({ groups: new Map() }));
  }
}

type Columns = Map<string | undefined, ColumnGroups>;

function entryOf<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}

/**
 * A function that formats the line for all findings of a code in a column; undefined if each different message gets a
 * line.
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
  /** The counted values; null for values that are not in `values`. */
  readonly #seen = new Map<string, { count: number } | null>();
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
    const { suggestion } = first;
    if (suggestion !== undefined) this.suggestion = suggestion;
    if (rest !== undefined) this.rest = rest;
  }

  get distinct(): number {
    return this.#seen.size;
  }

  add(finding: Finding, budget: { values: number }): void {
    this.count += 1;
    if (finding.origin.row !== undefined) this.rows.add(finding.origin.row);
    if (finding.value !== undefined) this.#addValue(finding.value, finding, budget);
  }

  #addValue(value: string, finding: Finding, budget: { values: number }): void {
    const seen = this.#seen.get(value);
    if (seen) seen.count += 1;
    if (seen !== undefined) return;
    const isShown = this.values.length < this.#valuesShown;
    if (!isShown && (this.#seen.size >= VALUES_COUNTED || budget.values <= 0)) {
      this.manyValues = true;
      return;
    }
    // Reading the suggestion builds it, so it is read only if it is shown.
    const suggestion = isShown ? finding.suggestion : undefined;
    const kept = isShown ? { value, count: 1, ...(suggestion === undefined ? {} : { suggestion }) } : null;
    this.#seen.set(value, kept);
    budget.values -= 1;
    if (kept) this.values.push(kept);
  }
}

/** Row numbers in the order they are added, stored as a few ranges and the number of other rows, in bounded memory. */
export class RowRanges {
  /** The first ranges of rows. */
  readonly ranges: [first: number, last: number][] = [];
  count = 0;
  /** The number of rows after `ranges`. */
  more = 0;
  #previous: number | undefined;
  readonly #most: number;

  constructor(most = DEFAULT_LIMITS.ranges) {
    this.#most = most;
  }

  /** Adds a row number. Adding the last one again has no effect: a row may have several findings in a column. */
  add(row: number): void {
    if (row === this.#previous) return;
    this.#previous = row;
    this.count += 1;
    const last = this.ranges.at(-1);
    if (last && this.more === 0 && row === last[1] + 1) last[1] = row;
    else if (this.ranges.length < this.#most) this.ranges.push([row, row]);
    else this.more += 1;
  }
}
