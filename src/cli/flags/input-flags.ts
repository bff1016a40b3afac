import type { Command } from 'commander';
import { say } from '../../say.ts';
import { LIMIT_NAMES } from '../../sheets/limits.ts';
import { flags, helpNote, type OptionsOf, shared } from './help.ts';

/** The settings of an environment that a flag can override. */
export const SETTINGS = {
  interface: shared('interface', 'defaultOfSheets'),
  family: shared('family'),
  rate: ['--rate <number>', 'rate'],
  concurrency: ['--concurrency <number>', 'concurrency'],
  settle: ['--settle <time>', 'settle'],
  timeout: ['--timeout <time>', 'timeout'],
} as const;

/** For every command that uses the address and token of an environment. */
export const TRUST_FLAG = ['--yes-trust', 'yesTrust'] as const;

/** For every command that reads the configuration or the ledger. */
export const CONFIG_FLAGS = [shared('config'), shared('stateDir')] as const;

const PLACE_FLAGS = [shared('env', 'defaultMock'), ...CONFIG_FLAGS] as const;

/** For every command that sends records. */
export const PACE_FLAGS = [SETTINGS.rate, SETTINGS.concurrency, SETTINGS.settle, SETTINGS.timeout] as const;

/** For every command that reads from a service. */
export const READ_FLAGS = [
  ...PLACE_FLAGS,
  TRUST_FLAG,
  ...[SETTINGS.rate, SETTINGS.concurrency, SETTINGS.timeout],
] as const;

/** For commands that read rows of records. */
export const ANNOTATE_FLAG = ['--annotate <file>', 'annotate'] as const;

/** For every command that sends changed records as updates, or shows what it would send. */
export const UPDATE_FLAG = ['--update', 'update'] as const;

/**
 * Flags for rows that create records. Commands for updates do not have these flags, because an update file has one
 * kind, and no family or batch.
 */
const RECORD_FLAGS = [
  ...[SETTINGS.interface, SETTINGS.family],
  ['--batch <name>', 'batch'],
  ['--only <kinds>', 'only'],
  ['--data-collection', 'dataCollection'],
] as const;

export const SHEET_FLAG = ['--sheet <name=kind>', 'sheet', { collect: true }] as const;

export const MAP_FLAG = ['--map <file>', 'map'] as const;

export const DELIMITER_FLAG = ['--delimiter <character>', 'delimiter'] as const;

export const FILE_LIMIT_FLAG = ['--file-limit <name=value>', 'fileLimit', { collect: true }] as const;

/** Flags for all rows. */
const ROW_FLAGS = [
  SHEET_FLAG,
  MAP_FLAG,
  ['--strict', 'strict'],
  ['--external-refs', 'externalRefs'],
  ['--ignore-columns <names>', 'ignoreColumns', { collect: true }],
  ['--ignore-unknown-columns', 'ignoreUnknownColumns'],
  ['--extra-columns <names>', 'extraColumns', { collect: true }],
  ['--severity <code=severity>', 'severity', { collect: true }],
  ['--allow-empty', 'allowEmpty'],
  shared('encoding'),
  DELIMITER_FLAG,
  ['--decimal <mark>', 'decimal'],
  ['--date-order <order>', 'dateOrder'],
  FILE_LIMIT_FLAG,
] as const;

/** The values of the flags that select an environment and override its settings. */
export type EnvironmentOptions = OptionsOf<
  readonly [...typeof PLACE_FLAGS, ...typeof PACE_FLAGS, typeof TRUST_FLAG]
>;

/** The values of the flags of every command that reads spreadsheets. */
export type InputOptions = EnvironmentOptions &
  OptionsOf<readonly [...typeof RECORD_FLAGS, ...typeof ROW_FLAGS, typeof UPDATE_FLAG]>;

/** The flags with which another command finds the same contract. */
export const contractFlags = ({ env, config }: EnvironmentOptions): string[] => [
  ...(env === undefined ? [] : ['--env', env]),
  ...(config === undefined ? [] : ['--config', config]),
];

/** The names of the limits, for the help of a command with `FILE_LIMIT_FLAG`. */
export const limitNote = (command: Command): Command =>
  helpNote(command, say().helpNotes.limits({ names: LIMIT_NAMES.join(', ') }));

export const filesArgument = (command: Command, need: 'required' | 'optional' = 'required'): Command =>
  command.argument(need === 'required' ? '<files...>' : '[files...]', say().helpArguments.files());

export function inputFlags(
  command: Command,
  rows: 'records' | 'updates' = 'records',
  files: 'required' | 'optional' | 'none' = 'required',
): void {
  if (files !== 'none') filesArgument(command, files);
  flags(command, [...PLACE_FLAGS, ...(rows === 'records' ? RECORD_FLAGS : []), ...ROW_FLAGS]);
  limitNote(command);
}
