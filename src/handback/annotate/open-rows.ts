import type { Severity } from '../../findings/finding.ts';
import { RANKS } from '../../sheets/annotate/marks.ts';

/**
 * How serious it is that a record did not get into the service as it is in its row. Nothing is to be corrected in rows that
 * only wait for others. Other outcomes are successes, or have findings that say what is wrong.
 */
const OPEN: Readonly<Record<string, Severity>> = {
  rejected: 'error',
  failed: 'error',
  'in-doubt': 'error',
  outdated: 'warning',
  blocked: 'notice',
  'not-attempted': 'notice',
};

/** The severity of a row that is open; undefined if it is not. */
export const openSeverity = (status: string): Severity | undefined => OPEN[status];

/** Maximum number of rows of a severity that are listed. */
const MOST_LISTED = 1000;

/** A row whose record did not get into the service as it is. */
export interface OpenRow {
  /** The name of the sheet in the copy. */
  readonly sheet: string;
  readonly row: number;
  readonly severity: Severity;
  readonly status: string;
  readonly message: string;
}

/** The rows of a sheet by their outcomes. */
interface SheetOutcomes {
  readonly counts: Map<string, number>;
  readonly listed: Map<Severity, OpenRow[]>;
}

/** The rows of a file by their outcomes: all counted, the first open ones listed. */
export class OpenRows {
  readonly #sheets = new Map<string, SheetOutcomes>();

  /** Forgets the rows of a sheet, which is read again. */
  begin(sheet: string): void {
    this.#sheets.set(sheet, { counts: new Map(), listed: new Map() });
  }

  count(sheet: string, outcome: string): void {
    const { counts } = this.#sheets.get(sheet)!;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }

  /** Lists a row that was counted. */
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
    const rank = (outcome: string) => RANKS[OPEN[outcome] ?? (outcome === 'invalid' ? 'error' : 'notice')];
    return [...all]
      .map(([outcome, count]) => ({ outcome, count }))
      .sort((a, b) => rank(a.outcome) - rank(b.outcome));
  }

  /** The open rows of severities: their number, and the first of them, the worst before others. */
  listed(...severities: readonly Severity[]): { readonly rows: readonly OpenRow[]; readonly count: number } {
    const rows = severities.flatMap((severity) =>
      [...this.#sheets.values()].flatMap(({ listed }) => listed.get(severity) ?? []),
    );
    const count = this.outcomes
      .filter(({ outcome }) => severities.includes(OPEN[outcome]!))
      .reduce((sum, one) => sum + one.count, 0);
    return { rows: rows.slice(0, MOST_LISTED), count };
  }
}
