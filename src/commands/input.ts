import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Environment, resolveEnvironment } from '../config/environment.ts';
import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/schema.ts';
import type { InterfaceName } from '../contract/kind.ts';
import { findKind, interfaceNamed, kindsOf } from '../contract/registry.ts';
import { TraceError } from '../errors.ts';
import type { FindingCode } from '../findings/catalogue.ts';
import { nearestSentence } from '../findings/nearest.ts';
import { CHANGES, changeFault, type Severities, type SeverityChange } from '../findings/severity.ts';
import { ignoreKey, readIgnoreNames } from '../records/ignored.ts';
import { contractOf } from '../run/contract.ts';
import type { InputSettings } from '../run/input.ts';
import { LIMIT_NAMES, parseLimit } from '../sheets/limits.ts';
import type { Limits } from '../sheets/source.ts';
import type { Session } from './command.ts';
import { flags } from './help.ts';
import { shared } from './shared-flags.ts';

/** The flags of every command that reads spreadsheets. */
export interface InputOptions {
  readonly env?: string;
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
  readonly config?: string;
  readonly stateDir?: string;
  readonly rate?: string;
  readonly concurrency?: string;
  readonly settle?: string;
  readonly timeout?: string;
  readonly yesTrust?: boolean;
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

/** Resolves flags and configuration: where to, and what to read. Throws TraceError on a value that cannot be. */
export async function inputOf(
  files: readonly string[],
  options: InputOptions & { readonly offline?: boolean },
  { context }: Session,
): Promise<{ environment: Environment; settings: InputSettings }> {
  const loaded = await loadConfig(context.cwd, options.config, context.signal);
  const environment = await resolveEnvironment(loaded, options, context.cwd);
  const unsaid = environment.interface.from === 'default';
  const interfaceName = unsaid ? interfaceOfKinds(options) : environment.interface.value;
  const kindNames = kindsOf(interfaceName).flatMap((kind) => [kind.plural, kind.name]);
  const kind = (flag: string, name: string) => {
    const found = findKind(interfaceName, name);
    if (found) return found.name;
    throw new TraceError(
      'usage',
      'kind-unknown',
      `${flag}: "${name}" is no kind of record.${nearestSentence(name, kindNames)}`,
      `Kinds: ${[...new Set(kindNames)].join(', ')}.`,
    );
  };
  if (options.dataCollection && interfaceName === 'v2') {
    throw new TraceError(
      'usage',
      'flags-exclude',
      '--data-collection is about supplier data collection, which the interface v2 does not have.',
      'Say --interface v3, or leave it out.',
    );
  }
  const names = namedColumns('--ignore-columns', options.ignoreColumns);
  const extra = namedColumns('--extra-columns', options.extraColumns);
  filled('--batch', options.batch);
  filled('--only', options.only);
  if (files.filter((file) => file === '-').length > 1)
    throw new TraceError('usage', 'flag-value', 'Standard input (-) can be read once only.');
  const sheets = new Map<string, string>();
  for (const pair of options.sheet ?? []) {
    const at = pair.lastIndexOf('=');
    if (at < 1)
      throw new TraceError('usage', 'flag-value', `--sheet ${pair}: write it as NAME=kind or NAME=skip.`);
    const value = pair.slice(at + 1).trim();
    // the spaces count: a workbook may have a sheet "A" and a sheet "A "
    sheets.set(
      pair.slice(0, at).toLowerCase(),
      value.toLowerCase() === 'skip' ? 'skip' : kind('--sheet', value),
    );
  }
  const delimiter =
    options.delimiter === undefined
      ? undefined
      : options.delimiter.toLowerCase() === 'tab' || options.delimiter === '\\t'
        ? '\t'
        : options.delimiter;
  oneOf('--delimiter', delimiter, [';', ',', '\t', '|']);
  oneOf('--decimal', options.decimal, [',', '.']);
  oneOf('--date-order', options.dateOrder, ['day-first', 'month-first']);
  return {
    environment,
    settings: {
      files: files.map((file) =>
        file === '-' ? file : shortest(resolve(context.cwd, file), file, context.cwd),
      ),
      interface: interfaceName,
      interfaceBySheets: unsaid && interfaceName === 'v2',
      contract: contractOf(environment),
      place: contractWords(options),
      collection: options.dataCollection === true,
      update: options.update === true,
      family: environment.family.value,
      projectTypes: environment.projectTypes,
      batch: options.batch?.trim() ?? null,
      only: (options.only ?? '')
        .split(',')
        .filter((name) => name.trim() !== '')
        .map((name) => kind('--only', name.trim())),
      sheets,
      strict: options.strict === true,
      severities: severitiesOf(loaded.config, options.severity ?? []),
      ignore: {
        names: new Set([...(loaded.config.ignoreColumns ?? []), ...names].map(ignoreKey)),
        unknown: options.ignoreUnknownColumns === true,
        flagged: names,
      },
      extra: {
        names: new Set([...(loaded.config.extraColumns ?? []), ...extra].map(ignoreKey)),
        flagged: extra,
      },
      externalRefs: options.externalRefs === true,
      allowEmpty: options.allowEmpty === true,
      ...(options.encoding ? { encoding: options.encoding } : {}),
      ...(delimiter ? { delimiter } : {}),
      ...(options.decimal ? { decimal: options.decimal as ',' | '.' } : {}),
      ...(options.dateOrder ? { dateOrder: options.dateOrder as 'day-first' | 'month-first' } : {}),
      ...(options.fileLimit ? { limits: limitsOf(options.fileLimit) } : {}),
      stdin: context.stdin,
    },
  };
}

/** The headers that a flag names. */
function namedColumns(name: string, values: readonly string[] | undefined): string[] {
  if (values === undefined) return [];
  const value = values.join(',');
  const names = readIgnoreNames(value);
  if (names !== undefined && names.length > 0) return names;
  const why = names === undefined ? 'a quote is not closed' : 'it is empty';
  throw new TraceError(
    'usage',
    'flag-value',
    `${name} ${value}: ${why}.`,
    'Write headers with commas between them; one that has a comma in double quotes.',
  );
}

/** What the configuration and `--severity` make of findings; the flag counts. */
function severitiesOf(config: Config, pairs: readonly string[]): Severities {
  const severities = new Map(Object.entries(config.severity ?? {})) as Map<FindingCode, SeverityChange>;
  for (const pair of pairs) {
    const [code = '', to = ''] = pair.split('=').map((part) => part.trim());
    const isChange = (CHANGES as readonly string[]).includes(to);
    const fault = isChange
      ? changeFault(code, to as SeverityChange)
      : {
          why: `write it as CODE=${CHANGES.join(', CODE=')}`,
          hint: 'For example: composition-total=warning.',
        };
    if (fault) throw new TraceError('usage', 'flag-value', `--severity ${pair}: ${fault.why}.`, fault.hint);
    severities.set(code as FindingCode, to as SeverityChange);
  }
  return severities;
}

/** The flags by which a command about the contract finds the same one. */
function contractWords({ env, config }: InputOptions): string[] {
  return [
    ...(env === undefined ? [] : ['--env', env]),
    ...(config === undefined ? [] : ['--config', config]),
  ];
}

/** The interface of the kinds that the flags name: v3 when one of them is of v3 alone. */
function interfaceOfKinds({ only = '', sheet = [], dataCollection }: InputOptions): InterfaceName {
  if (dataCollection) return 'v3';
  return interfaceNamed([...only.split(','), ...sheet.map((pair) => pair.slice(pair.lastIndexOf('=') + 1))]);
}

function limitsOf(pairs: readonly string[]): Partial<Limits> {
  const limits: Partial<Record<keyof Limits, number>> = {};
  for (const pair of pairs) {
    const parsed = parseLimit(pair);
    if (!parsed)
      throw new TraceError(
        'usage',
        'flag-value',
        `--file-limit ${pair}: write it as NAME=NUMBER, such as part-bytes=3GB.`,
        `Limits: ${LIMIT_NAMES.join(', ')}.`,
      );
    if (!parsed.limit)
      throw new TraceError(
        'usage',
        'flag-value',
        `--file-limit ${pair}: there is no limit "${parsed.name}".${nearestSentence(parsed.name, LIMIT_NAMES)}`,
        `Limits: ${LIMIT_NAMES.join(', ')}.`,
      );
    limits[parsed.limit] = parsed.value;
  }
  return limits;
}

/** Flags that say how a run is shown, confirmed or approved, not what it does. */
const NOT_REPEATED = [
  '--env',
  '--json',
  '--json-lines',
  '--dry-run',
  '--force',
  '--restore-ledger',
  '--new-ledger',
  '--yes',
  '--no-input',
  '--yes-trust',
];

/** What was typed: the files, and the flags for the next command to repeat; whoever prints it names the environment. */
export interface Asked {
  readonly files: readonly string[];
  /** Word by word. */
  readonly flags: readonly string[];
}

export function askedOf(files: readonly string[], command: Command): Asked {
  const flags = command.options.flatMap((option) => {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) !== 'cli' || NOT_REPEATED.includes(option.long!)) return [];
    const values = [command.getOptionValue(name) as string | string[] | true].flat();
    return values.flatMap((value) => (value === true ? [option.long!] : [option.long!, value]));
  });
  return { files, flags };
}

/** As the person named it, when that leads to the same file from where the process stands. */
function shortest(absolute: string, named: string, cwd: string): string {
  return cwd === process.cwd() ? named : absolute;
}

/** An empty value is a variable that was not set: it must not mean "all", or "none". */
function filled(flag: string, value: string | undefined): void {
  if (value === undefined || value.replace(/[\s,]/g, '') !== '') return;
  throw new TraceError('usage', 'flag-value', `${flag} "${value}": it is empty.`);
}

function oneOf(flag: string, value: string | undefined, allowed: readonly string[]): void {
  if (value === undefined || allowed.includes(value)) return;
  const names = allowed.map((name) => (name === '\t' ? 'tab' : name)).join(' ');
  throw new TraceError('usage', 'flag-value', `${flag} ${value}: it takes one of ${names}.`);
}
