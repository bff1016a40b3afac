import type { InputOptions as InputFlags } from '../cli/flags/input-flags.ts';
import { flagError, usage } from '../errors.ts';
import { nearestSentence } from '../nearest.ts';
import { headerList } from '../records/header-list.ts';
import { say } from '../say.ts';
import type { CheckOptions, ExportOptions, ImportOptions } from './options.ts';

type Option = keyof (CheckOptions & ImportOptions & ExportOptions);

/** Options that are no flags. */
const NO_FLAGS = [
  ...(['files', 'ids', 'stdin', 'token', 'env', 'cwd', 'signal', 'forced'] as const),
  ...(['all', 'showcase', 'ledger'] as const),
] satisfies Option[];

/** Options whose flag has their name. */
const SAME = [
  ...(['config', 'stateDir', 'rate', 'concurrency', 'timeout', 'settle', 'interface', 'family'] as const),
  ...(['batch', 'dataCollection', 'update', 'map', 'strict', 'externalRefs'] as const),
  ...(['ignoreUnknownColumns', 'allowEmpty', 'encoding', 'delimiter', 'decimal', 'dateOrder'] as const),
  ...(['skipInvalid', 'yes', 'out', 'format', 'excel', 'dataHeaders', 'raw', 'changedSinceLast'] as const),
  ...(['force', 'fresh', 'collection', 'productRef', 'color', 'run', 'since', 'search', 'limit'] as const),
] satisfies Option[];

/** Options that are lists of texts. */
const LISTS = [
  ...(['files', 'ids', 'only', 'ignoreColumns', 'extraColumns', 'grains', 'states', 'languages'] as const),
] satisfies Option[];

/** Options that are true or false. `'false'` would be a yes to JavaScript. */
const SWITCHES = [
  ...([
    'yes',
    'trust',
    'skipInvalid',
    'strict',
    'externalRefs',
    'ignoreUnknownColumns',
    'allowEmpty',
  ] as const),
  ...(['dataCollection', 'update', 'all', 'showcase', 'dataHeaders', 'raw', 'changedSinceLast'] as const),
  ...(['force', 'fresh'] as const),
] satisfies Option[];

const joined = (values: readonly string[]) => values.join(',');
const headers = (values: readonly string[]) => values.map((value) => headerList([value]));
const pairs = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([name, value]) => `${name}=${value}`);

/** Options with another name or value than their flag: its name, and how it writes the value. */
const OTHERS: Record<Exclude<Option, (typeof NO_FLAGS | typeof SAME)[number]>, readonly [string, Write?]> = {
  environment: ['env'],
  trust: ['yesTrust'],
  only: ['only', joined],
  sheets: ['sheet', pairs],
  ignoreColumns: ['ignoreColumns', headers],
  extraColumns: ['extraColumns', headers],
  severities: ['severity', pairs],
  fileLimits: ['fileLimit', pairs],
  grains: ['grain', joined],
  states: ['state', joined],
  languages: ['dataLang', joined],
};
type Write = (value: never) => string | readonly string[];

/** The flags of a command, by the names that the command gets. */
export type Flags = InputFlags & Readonly<Record<string, string | readonly string[] | true>>;

const isOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name);

/**
 * The flags that mean the same as the options of a function.
 *
 * @throws TraceError `option-unknown`, `flag-value`
 */
export function flagsOf(options: object): Flags {
  const flags: Record<string, string | readonly string[] | true> = {};
  for (const [option, value] of Object.entries(options)) {
    if (value !== undefined) refuseOtherType(option, value);
    if (isOf(NO_FLAGS, option) || value === undefined || value === false) continue;
    if (isOf(SAME, option)) {
      // The content of a configuration is no value of a flag.
      if (typeof value !== 'object') flags[option] = value === true ? true : String(value);
      continue;
    }
    if (!Object.hasOwn(OTHERS, option)) throw unknown(option);
    const [name, write] = OTHERS[option as keyof typeof OTHERS];
    flags[name] = write ? write(value as never) : value;
  }
  return flags as Flags;
}

function refuseOtherType(name: string, value: unknown): void {
  if (isOf(SWITCHES, name) && typeof value !== 'boolean') throw flagError(say().usage.optionSwitch({ name }));
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
  if (isOf(LISTS, name) && !isList) throw flagError(say().usage.optionList({ name }));
}

function unknown(name: string): Error {
  const near = nearestSentence(name, [...NO_FLAGS, ...SAME, ...Object.keys(OTHERS)]);
  return usage('option-unknown', say().usage.option({ name, near }));
}
