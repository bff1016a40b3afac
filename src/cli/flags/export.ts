import type { Command } from 'commander';
import type { V3Query } from '../../read/export/v3-list.ts';
import { LANGUAGES, say } from '../../say.ts';
import type { ListReadOptions } from '../read/open.ts';
import type { FilterOptions } from './filters.ts';
import { flags, type OptionsOf, shared } from './help.ts';

/** The flag that selects tables. `variable`: whether TRACE_GRAIN sets it; that variable names tables of studies. */
const grainFlag = (names: readonly string[], variable: boolean) =>
  ['--grain <names>', () => say().helpFlags.grain({ names: names.join(', ') }), { variable }] as const;

const OUT_FLAGS = [
  ['--out <file|folder|->', 'exportOut'],
  ['--format <name>', 'format'],
] as const;

const FORM_FLAGS = [
  ['--excel <language>', () => say().helpFlags.excel({ names: LANGUAGES.join(', ') })],
  ['--data-headers', 'dataHeaders'],
  ['--raw', 'raw'],
  ['--changed-since-last', 'changedSinceLast'],
  shared('force', 'forceExport'),
  shared('fresh'),
  shared('resume', 'outOfResume'),
] as const;

/** Adds the flags of every export. `variable`: see `grainFlag`. */
export function exportFlags(command: Command, grains: readonly string[], variable = true): void {
  const grain = grains.length > 1 ? [grainFlag(grains, variable)] : [];
  flags(command, [...OUT_FLAGS, ...grain, ...FORM_FLAGS]);
}

type FormOptions = OptionsOf<
  readonly [...typeof OUT_FLAGS, ReturnType<typeof grainFlag>, ...typeof FORM_FLAGS]
>;

export interface ExportOptions extends ListReadOptions, FilterOptions, FormOptions {
  readonly showcase?: boolean;
  /** The title of a page. */
  readonly title?: string;
  /** The query of a v3 list, stored so that `--resume` needs neither its flags nor their files. */
  readonly v3?: V3Query;
  /** Whether `--all` is set: no limit for a v3 list. */
  readonly all?: boolean;
}

/** Runs an export. Loads tables and their writers only now, to keep other commands fast. */
export async function startExport(
  ...args: Parameters<typeof import('../read/exporting.ts').exporting>
): Promise<void> {
  const { exporting } = await import('../read/exporting.ts');
  await exporting(...args);
}
