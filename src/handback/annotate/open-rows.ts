import type { Severity } from '../../findings/finding.ts';
import { RANKS } from '../../sheets/annotate/marks.ts';

/**
 * Outcomes after which the record is missing in the service or differs from its row, with a severity. Notices: rows
 * that only wait for other rows. All other outcomes are successes, or the row has findings.
 */
const OPEN_SEVERITIES: Readonly<Record<string, Severity>> = {
  rejected: 'error',
  failed: 'error',
  'in-doubt': 'error',
  outdated: 'warning',
  blocked: 'notice',
  'not-attempted': 'notice',
};

/** The severity of a row with this outcome; undefined if the row is not open. */
export const openSeverity = (status: string): Severity | undefined => OPEN_SEVERITIES[status];

/** Maximum number of rows that are listed for each severity. */
const MOST_LISTED = 1000;

/** An open row: its record is missing in the service, or differs from the row. */
export interface OpenRow {
  /** The name of the sheet in the copy. */
  readonly sheet: string;
  readonly row: number;
  readonly severity: Severity;
  readonly status: string;
  readonly message: string;
}

/** The number of rows of a sheet for each outcome, and its open rows for each severity. */
interface SheetOutcomes {
  readonly counts: Map<string, number>;
  readonly listed: Map<Severity, OpenRow[]>;
}

/** Counts the rows of a file by outcome, and lists the first open ones. */
export class OpenRows {
  readonly #sheets = new Map<string, SheetOutcomes>();

  /** Starts a sheet. Rows of an earlier pass over it are forgotten. */
  begin(sheet: string): void {
    this.#sheets.set(sheet, { counts: new Map(), listed: new Map() });
  }

  count(sheet: string, outcome: string): void {
    const { counts } = this.#sheets.get(sheet)!;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }

  /** Adds an open row to the list. `count` counts it. */
  add(row: OpenRow): void {
    const { listed } = this.#sheets.get(row.sheet)!;
    const rows = listed.get(row.severity) ?? [];
    listed.set(row.severity, rows);
    if (rows.length < MOST_LISTED) rows.push(row);
  }

  /** The number of rows of each outcome, the worst first. */
  get outcomes(): readonly { readonly outcome: string; readonly count: number }[] {
    const all = new Map<string, number>();
    for (const { counts } of this.#sheets.values())
      for (const [outcome, count] of counts) all.set(outcome, (all.get(outcome) ?? 0) + count);
    const rank = (outcome: string) =>
      RANKS[OPEN_SEVERITIES[outcome] ?? (outcome === 'invalid' ? 'error' : 'notice')];
    return [...all]
      .map(([outcome, count]) => ({ outcome, count }))
      .sort((a, b) => rank(a.outcome) - rank(b.outcome));
  }

  /** The open rows with these severities: the number of all, and the first of them, in the order of `severities`. */
  listed(...severities: readonly Severity[]): { readonly rows: readonly OpenRow[]; readonly count: number } {
    const rows = severities.flatMap((severity) =>
      [...this.#sheets.values()].flatMap(({ listed }) => listed.get(severity) ?? []),
    );
    const count = this.outcomes
      .filter(({ outcome }) => severities.includes(OPEN_SEVERITIES[outcome]!))
      .reduce((sum, one) => sum + one.count, 0);
    return { rows: rows.slice(0, MOST_LISTED), count };
  }
}
