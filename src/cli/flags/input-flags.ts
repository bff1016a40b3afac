import type { Command } from 'commander';
import { flags } from './help.ts';
import { shared } from './shared.ts';

/** Flags that name an environment, and replace settings of it. */
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

/** The settings of an environment that a flag can replace. */
const SETTINGS = {
  interface: shared('interface', ' (default: detected from the sheets, else v2)'),
  family: shared('family'),
  rate: ['--rate <number>', 'maximum requests per second; 0 = unlimited (default 100)'],
  concurrency: ['--concurrency <number>', 'maximum requests at the same time (default 16)'],
  settle: ['--settle <time>', 'pause between kinds, such as 4s, 500ms or 0 (default 4s)'],
  timeout: ['--timeout <time>', 'maximum time to wait for a response (default 30s)'],
} as const;

export function settingFlags(command: Command, names: readonly (keyof typeof SETTINGS)[]): void {
  flags(
    command,
    names.map((name) => SETTINGS[name]),
  );
}

/** Of the commands that use the address and the token of an environment. */
export const TRUST_FLAG = ['--yes-trust', 'approve the configuration for this run only, as in CI'] as const;

/** Of the commands that send changed records as updates, or show what they would send. */
export const UPDATE_FLAG = [
  '--update',
  'send changes of purchased items and brand products that the service has (v3)',
] as const;

/** Flags that say which records are read; rows of updates are of one kind, and have neither family nor batch. */
function recordFlags(command: Command): void {
  settingFlags(command, ['interface', 'family']);
  flags(command, [
    ['--batch <name>', 'importation batch of every row (default: that of the row)'],
    ['--only <kinds>', 'send only these kinds, such as suppliers,packaging'],
    [
      '--data-collection',
      'check what supplier data collection needs too (v3): e-mails of sites, purchase orders, links',
    ],
  ]);
}

export function inputFlags(command: Command, rows: 'records' | 'updates' = 'records'): void {
  command.argument(
    '<files...>',
    '.xlsx, .xlsm, .csv, .tsv, or patterns such as "*.csv"; - for standard input',
  );
  placeFlags(command);
  if (rows === 'records') recordFlags(command);
  flags(command, [
    [
      '--sheet <name=kind>',
      'kind of the rows of a sheet or file; "NAME=skip" skips it; may be repeated',
      { collect: true },
    ],
    ['--strict', 'treat changed values and unknown values of incomplete lists as errors'],
    ['--external-refs', 'assume that records missing from the input already exist in the service'],
    [
      '--ignore-columns <names>',
      'columns that are not sent, by their headers, such as "Colour code,Notes"; may be repeated',
      { collect: true },
    ],
    ['--ignore-unknown-columns', 'do not send columns that match no field, whatever their values'],
    [
      '--extra-columns <names>',
      'columns that match no field and are sent under their headers (v3); may be repeated',
      { collect: true },
    ],
    [
      '--severity <code=severity>',
      'make a check that is stricter than the interface a warning, an error or off: composition-total=warning; may be repeated',
      { collect: true },
    ],
    ['--allow-empty', 'accept files without rows'],
    shared('encoding'),
    ['--delimiter <character>', 'separator of the cells of text files: ; , tab | (default: detected)'],
    ['--decimal <mark>', 'decimal mark of ambiguous numbers: , or .'],
    ['--date-order <order>', 'order of ambiguous dates: day-first or month-first'],
    [
      '--file-limit <name=value>',
      'limit on reading a file, such as part-bytes=3GB or sheets=2000; may be repeated',
      { collect: true },
    ],
  ]);
}
