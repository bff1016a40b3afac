import type { Command } from 'commander';
import type { V3Query } from '../../read/export/v3-list.ts';
import { say } from '../../say.ts';
import type { ReadOptions } from '../read/open.ts';
import type { FilterOptions } from './filters.ts';
import { flags } from './help.ts';
import { shared } from './shared.ts';

export interface ExportOptions extends ReadOptions, FilterOptions {
  readonly out?: string;
  readonly format?: string;
  readonly grain?: string;
  readonly excel?: string;
  readonly dataHeaders?: boolean;
  readonly raw?: boolean;
  readonly force?: boolean;
  readonly fresh?: boolean;
  readonly resume?: boolean;
  readonly showcase?: boolean;
  readonly changedSinceLast?: boolean;
  /** The title of a page. */
  readonly title?: string;
  /** The query of a v3 list, stored so that `--resume` needs neither its flags nor their files. */
  readonly v3?: V3Query;
  /** Whether `--all` is set: no limit for a v3 list. */
  readonly all?: boolean;
}

/**
 * Adds the flags of every export. `variable`: whether TRACE_GRAIN sets `--grain`; that variable names tables of
 * studies, so only exports of studies use it.
 */
export function exportFlags(command: Command, grains: readonly string[], variable = true): void {
  flags(command, [
    ['--out <file|folder|->', 'exportOut'],
    ['--format <name>', 'format'],
    ...(grains.length > 1
      ? ([
          ['--grain <names>', () => say().helpFlags.grain({ names: grains.join(', ') }), { variable }],
        ] as const)
      : []),
    ['--excel <language>', 'excel'],
    ['--data-headers', 'dataHeaders'],
    ['--raw', 'raw'],
    ['--changed-since-last', 'changedSinceLast'],
    shared('force', 'forceExport'),
    shared('fresh'),
    shared('resume', 'outOfResume'),
  ]);
}

/** Runs an export. Loads tables and their writers only now, to keep other commands fast. */
export async function startExport(
  ...args: Parameters<typeof import('../read/exporting.ts').exporting>
): Promise<void> {
  const { exporting } = await import('../read/exporting.ts');
  await exporting(...args);
}
