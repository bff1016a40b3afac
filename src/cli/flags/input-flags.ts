import type { Command } from 'commander';
import { say } from '../../say.ts';
import { LIMIT_NAMES } from '../../sheets/limits.ts';
import { type FlagLine, flags, helpNote } from './help.ts';
import { shared } from './shared.ts';

/** Flags that select an environment and override its settings. */
export interface EnvironmentOptions {
  readonly env?: string;
  readonly config?: string;
  readonly stateDir?: string;
  readonly rate?: string;
  readonly concurrency?: string;
  readonly settle?: string;
  readonly timeout?: string;
  readonly yesTrust?: boolean;
}

/** The flags of every command that reads spreadsheets. */
export interface InputOptions extends EnvironmentOptions {
  readonly interface?: string;
  readonly family?: string;
  readonly batch?: string;
  readonly only?: string;
  readonly sheet?: readonly string[];
  readonly strict?: boolean;
  readonly externalRefs?: boolean;
  readonly dataCollection?: boolean;
  readonly update?: boolean;
  readonly allowEmpty?: boolean;
  readonly ignoreColumns?: readonly string[];
  readonly ignoreUnknownColumns?: boolean;
  readonly extraColumns?: readonly string[];
  readonly map?: string;
  readonly severity?: readonly string[];
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly decimal?: string;
  readonly dateOrder?: string;
  readonly fileLimit?: readonly string[];
}

/** The flags with which another command finds the same contract. */
export const contractFlags = ({ env, config }: EnvironmentOptions): string[] => [
  ...(env === undefined ? [] : ['--env', env]),
  ...(config === undefined ? [] : ['--config', config]),
];

/** For commands that read rows of records. */
export const ANNOTATE_FLAG = ['--annotate <file>', 'annotate'] as const;

/** The settings of an environment that a flag can override. */
const SETTINGS = {
  interface: shared('interface', 'defaultOfSheets'),
  family: shared('family'),
  rate: ['--rate <number>', 'rate'],
  concurrency: ['--concurrency <number>', 'concurrency'],
  settle: ['--settle <time>', 'settle'],
  timeout: ['--timeout <time>', 'timeout'],
} as const;

export const settingFlags = (...names: readonly (keyof typeof SETTINGS)[]): FlagLine[] =>
  names.map((name) => SETTINGS[name]);

/** For every command that uses the address and token of an environment. */
export const TRUST_FLAG = ['--yes-trust', 'yesTrust'] as const;

/** For every command that sends records. */
export const PACE_FLAGS = settingFlags('rate', 'concurrency', 'settle', 'timeout');

/** For every command that reads from a service. */
export const READ_FLAGS: readonly FlagLine[] = [
  ...[shared('env', 'defaultMock'), shared('config'), shared('stateDir'), TRUST_FLAG],
  ...settingFlags('rate', 'concurrency', 'timeout'),
];

/** For every command that sends changed records as updates, or shows what it would send. */
export const UPDATE_FLAG = ['--update', 'update'] as const;

/**
 * Flags for rows that create records. Commands for updates do not have these flags, because an update file has one
 * kind, and no family or batch.
 */
const RECORD_FLAGS: readonly FlagLine[] = [
  ...settingFlags('interface', 'family'),
  ['--batch <name>', 'batch'],
  ['--only <kinds>', 'only'],
  ['--data-collection', 'dataCollection'],
];

export const SHEET_FLAG = ['--sheet <name=kind>', 'sheet', { collect: true }] as const;

export const MAP_FLAG = ['--map <file>', 'map'] as const;

export const DELIMITER_FLAG = ['--delimiter <character>', 'delimiter'] as const;

export const FILE_LIMIT_FLAG = ['--file-limit <name=value>', 'fileLimit', { collect: true }] as const;

/** The names of the limits, for the help of a command with `FILE_LIMIT_FLAG`. */
export const limitNote = (command: Command): void =>
  helpNote(command, say().helpNotes.limits({ names: LIMIT_NAMES.join(', ') }));

export const filesArgument = (command: Command, need: 'required' | 'optional' = 'required'): Command =>
  command.argument(need === 'required' ? '<files...>' : '[files...]', say().helpArguments.files());

export function inputFlags(command: Command, rows: 'records' | 'updates' = 'records'): void {
  filesArgument(command);
  flags(command, [
    ...[shared('env', 'defaultMock'), shared('config'), shared('stateDir')],
    ...(rows === 'records' ? RECORD_FLAGS : []),
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
  ]);
  limitNote(command);
}
