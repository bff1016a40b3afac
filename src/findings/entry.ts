import type { Severity } from './finding.ts';

/** A finding of the catalogue. */
export interface Entry {
  readonly severity: Severity;
  /** What it means and what to do: the text of docs/findings.md. */
  readonly meaning: string;
  /**
   * The line that stands for many findings of this code: one line for each column. `{rows}` is replaced by the number
   * of rows. Codes without it get one line for each message.
   */
  readonly summary?: string;
  /** Whether it is a check of trace, stricter than the interface. `--severity` can lower it or turn it off. */
  readonly ours?: true;
}
