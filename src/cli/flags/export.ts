import type { Command } from 'commander';
import type { V3Question } from '../../read/export/v3-list.ts';
import type { ReadOptions } from '../reads.ts';
import type { FilterOptions } from './filters.ts';
import { flags } from './help.ts';
import { shared } from './shared.ts';

export interface ExportOptions extends ReadOptions, FilterOptions {
  readonly out?: string;
  readonly format?: string;
  readonly grain?: string;
  readonly excel?: string;
  readonly raw?: boolean;
  readonly force?: boolean;
  readonly fresh?: boolean;
  readonly resume?: boolean;
  readonly showcase?: boolean;
  readonly changedSinceLast?: boolean;
  /** For a page. */
  readonly title?: string;
  /** For a list of v3: the question of its flags and their files, so that `--resume` needs neither. */
  readonly v3?: V3Question;
  /** For a list of v3: no limit. */
  readonly all?: boolean;
}

/** `variable`: whether TRACE_GRAIN sets `--grain`. It names grains of studies, which products do not have. */
export function exportFlags(command: Command, grains: readonly string[], variable = true): void {
  flags(command, [
    ['--out <file|folder|->', 'output: a file, a folder (one file per grain), or - for standard output'],
    ['--format <name>', 'csv, xlsx, json or ndjson (default: by the extension of --out, else csv)'],
    ...(grains.length > 1
      ? ([
          ['--grain <names>', `what a row is: ${grains.join(', ')} (default: all of them)`, { variable }],
        ] as const)
      : []),
    [
      '--excel <language>',
      'write CSV for Excel in fr or en; Excel drops leading zeros (0101), a workbook keeps them',
    ],
    ['--raw', 'CSV: keep texts unchanged, even those that a spreadsheet would run as formulas'],
    [
      '--changed-since-last',
      'only records that changed since the last export; without changes no file is touched',
    ],
    shared('force', ': one that an export did not write'),
    shared('fresh'),
    shared('resume', '; --out and --format may differ'),
  ]);
}

/** Runs an export. Tables and their writers are loaded only then. */
export async function startExport(
  ...args: Parameters<typeof import('../exporting.ts').exporting>
): Promise<void> {
  const { exporting } = await import('../exporting.ts');
  await exporting(...args);
}
