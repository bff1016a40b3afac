import type { Command } from 'commander';
import { LIMIT_NAMES } from '../../sheets/limits.ts';
import { flags, helpNote } from './help.ts';
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

function placeFlags(command: Command): void {
  flags(command, [shared('env', ' (default mock)'), shared('config'), shared('stateDir')]);
}

/** For commands that read rows of records. */
export const ANNOTATE_FLAG = [
  '--annotate <file>',
  'write a copy of the workbook in which each problem is coloured and explained',
] as const;

/** The settings of an environment that a flag can override. */
const SETTINGS = {
  interface: shared('interface', ' (default: detected from the sheets, else v2)'),
  family: shared('family'),
  rate: ['--rate <number>', 'maximum requests per second; 0 = unlimited (default 100)'],
  concurrency: ['--concurrency <number>', 'maximum requests at the same time (default 16)'],
  settle: ['--settle <time>', 'pause between kinds of records, such as 4s, 500ms or 0 (default 4s)'],
  timeout: ['--timeout <time>', 'maximum time to wait for a response (default 30s)'],
} as const;

export function settingFlags(command: Command, names: readonly (keyof typeof SETTINGS)[]): void {
  flags(
    command,
    names.map((name) => SETTINGS[name]),
  );
}

/** For every command that uses the address and token of an environment. */
export const TRUST_FLAG = ['--yes-trust', 'approve the configuration for this run only, for CI'] as const;

/** For every command that sends changed records as updates, or shows what it would send. */
export const UPDATE_FLAG = [
  '--update',
  'update purchased items and brand products that the service already has (v3)',
] as const;

/**
 * Flags for rows that create records. Commands for updates do not have these flags, because an update file has one
 * kind, and no family or batch.
 */
function recordFlags(command: Command): void {
  settingFlags(command, ['interface', 'family']);
  flags(command, [
    ['--batch <name>', 'importation batch for all rows (default: the batch in each row)'],
    ['--only <kinds>', 'send only these kinds, such as suppliers,packaging'],
    [
      '--data-collection',
      'also check what supplier data collection requires (v3): e-mails, purchase orders, links',
    ],
  ]);
}

export const SHEET_FLAG = [
  '--sheet <name=kind>',
  'kind of records in a sheet or file; "NAME=skip" skips it; may be repeated',
  { collect: true },
] as const;

export const MAP_FLAG = [
  '--map <file>',
  'map file: columns and words of sheets (default: trace.map.yaml beside the file)',
] as const;

export const DELIMITER_FLAG = [
  '--delimiter <character>',
  'delimiter of text files: ; , tab | (default: detected)',
] as const;

export const FILE_LIMIT_FLAG = [
  '--file-limit <name=value>',
  'change a limit for reading files (names: below), such as part-bytes=3GB; may be repeated',
  { collect: true },
] as const;

/** The names of the limits, for the help of a command with `FILE_LIMIT_FLAG`. */
export const limitNote = (command: Command): void =>
  helpNote(command, `Limits for --file-limit: ${LIMIT_NAMES.join(', ')}.`);

export const filesArgument = (command: Command, need: 'required' | 'optional' = 'required'): Command =>
  command.argument(
    need === 'required' ? '<files...>' : '[files...]',
    '.xlsx, .xls, .ods, .csv and others, or patterns such as "*.csv"; - for standard input',
  );

export function inputFlags(command: Command, rows: 'records' | 'updates' = 'records'): void {
  filesArgument(command);
  placeFlags(command);
  if (rows === 'records') recordFlags(command);
  flags(command, [
    SHEET_FLAG,
    MAP_FLAG,
    ['--strict', 'report corrected values and values not in incomplete lists as errors'],
    ['--external-refs', 'assume that records missing from the input already exist in the service'],
    [
      '--ignore-columns <names>',
      'ignore columns with these headers, such as "Colour code,Notes"; may be repeated',
      { collect: true },
    ],
    ['--ignore-unknown-columns', 'ignore all columns that match no field'],
    [
      '--extra-columns <names>',
      'send columns with these headers, which match no field (v3); may be repeated',
      { collect: true },
    ],
    [
      '--severity <code=severity>',
      "severity of one of trace's own checks: error, warning or off; may be repeated",
      { collect: true },
    ],
    ['--allow-empty', 'accept files without rows'],
    shared('encoding'),
    DELIMITER_FLAG,
    ['--decimal <mark>', 'decimal mark of ambiguous numbers: , or .'],
    ['--date-order <order>', 'order of day and month in ambiguous dates: day-first or month-first'],
    FILE_LIMIT_FLAG,
  ]);
  limitNote(command);
}
