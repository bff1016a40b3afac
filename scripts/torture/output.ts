import { readFileSync, statSync } from 'node:fs';
import type { ReportRecord } from '../../src/cli/view/report-schema.ts';
import type { MockStats } from '../../src/mock/tally.ts';

export interface Report {
  readonly run: string;
  readonly records: readonly ReportRecord[];
}

/** The first line of a run. */
const BEGUN = /^\w+ .*, run (\d{8}-\d{6}-[0-9a-f]{4})$/m;

/** The id of the run that a command started or resumed. */
export const runIn = (stderr: string): string | null => BEGUN.exec(stderr)?.[1] ?? null;

/** Reads the report file of a command. Returns a description of the problem if that fails. */
export function readReport(path: string, started: number): Report | string {
  try {
    if (statSync(path).mtimeMs < started - 1) return `${path} is older than the command`;
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch (error) {
    return `${path} cannot be read: ${(error as Error).message}`;
  }
}

/** The next command that a message names. */
export function adviceOf(stderr: string): string | null {
  const next = /\b(?:Next: (?:.*?: )?|Import again: )(trace .*)$/m.exec(stderr)?.[1];
  return next === undefined ? null : next.trim();
}

/** Number of faults whose name starts with `begin`. */
export function countFaults({ faults }: MockStats, begin: string): number {
  return Object.entries(faults).reduce((sum, [name, times]) => sum + (name.startsWith(begin) ? times : 0), 0);
}
