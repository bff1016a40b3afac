import { resolve } from 'node:path';
import type { z } from 'zod';
import { type Completion, pathsIn } from '../contract/completion.ts';
import type { FamilyName, ProjectTypes } from '../contract/family.ts';
import { absenceMsOf, type InterfaceName, type KindSpec } from '../contract/kind.ts';
import type { RequiredSets } from '../contract/required-sets.ts';
import { type ConfiguredPaths, mergedPaths } from '../contract/v3/update-paths.ts';
import { TraceError } from '../errors.ts';
import { nearestSentence } from '../nearest.ts';
import { addressOf, isWithin } from './address.ts';
import {
  approvablePlaces,
  type ConfiguredPlace,
  configuredPlaces,
  outsideState,
} from './configured-places.ts';
import { contractFile, readContract } from './contract-file.ts';
import type { LoadedConfig } from './load.ts';
import type * as Schema from './schema.ts';
import { configuredSource, sourceName, type TokenSource } from './token-source.ts';

/** A setting with its source, for `trace env show`. */
export interface Sourced<T> {
  readonly value: T;
  readonly from: string;
}

/** A resolved environment. Precedence: flags, environment variables, file, defaults. */
export interface Environment {
  readonly name: string;
  /** Null for the embedded mock, or if there is none (`hasNoAddress`). */
  readonly baseUrl: Sourced<string | null>;
  /** The configuration has no address: only commands that send and read nothing may use it. */
  readonly hasNoAddress: boolean;
  readonly token: Sourced<TokenSource>;
  /** Name of the token source, for the ledger, the trust files and messages; see `sourceName`. */
  readonly tokenSource: string;
  /** The brand or customer of the token, if configured. */
  readonly account: Sourced<string | null>;
  /** All environments of the configuration that have an address. */
  readonly configured: readonly ConfiguredPlace[];
  /** The source of the address and the token source, and whether they are approved. */
  readonly origin: ConfigOrigin;
  readonly interface: Sourced<InterfaceName>;
  /** Whether names, lengths and lists of v3 apply that the interface does not document. */
  readonly hints: Sourced<boolean>;
  /** Required fields that differ from the interface and its completion. */
  readonly required: RequiredSets;
  readonly family: Sourced<FamilyName | null>;
  readonly rate: Sourced<number>;
  readonly concurrency: Sourced<number>;
  readonly settleMs: Sourced<number>;
  readonly inDoubt: Sourced<'verify' | 'hold' | 'resend'>;
  /** Time (ms) after which the absence of a record proves that it was not stored. */
  readonly absence: Sourced<AbsenceSetting>;
  readonly timeoutMs: Sourced<number>;
  readonly stateDir: Sourced<string>;
  readonly projectTypes: ProjectTypes;
  /** The flags `--config` and `--state-dir`, if given, for commands in messages. */
  readonly place: readonly string[];
  /** Paths of v3 updates that the interface does not document. */
  readonly updatePaths: ConfiguredPaths;
  /** What was imported, added or learned about the contract. */
  readonly completion: Completion;
}

/** The configuration file of an environment. */
interface ConfigOrigin {
  /** Null if there is none. */
  readonly file: string | null;
  /** What needs approval; the token source is named relative to the file's folder. Null for the embedded mock. */
  readonly place: ConfiguredPlace | null;
  /** Whether its addresses and token sources need approval. */
  readonly needsApproval: boolean;
  /** Approved for this run (`--yes-trust`). */
  readonly approvedForRun: boolean;
  /** Whether the file moves the ledger, the reports and the mock's data out of its folder. */
  readonly movesState: boolean;
}

/** Milliseconds for all kinds, or by kind; other kinds have their default. */
type AbsenceSetting = number | Readonly<Partial<Record<string, number>>>;

/** Time (ms) after which the absence of a record of a kind counts in an environment. */
export function absenceMsIn({ absence }: Pick<Environment, 'absence'>, kind: KindSpec): number {
  const { value } = absence;
  return typeof value === 'number' ? value : (value[kind.name] ?? absenceMsOf(kind));
}

/** Flags and variables that override the file, as text; undefined if not given. */
export interface Overrides {
  readonly env?: string | undefined;
  readonly interface?: string | undefined;
  readonly family?: string | undefined;
  readonly rate?: string | undefined;
  readonly concurrency?: string | undefined;
  readonly settle?: string | undefined;
  readonly timeout?: string | undefined;
  readonly stateDir?: string | undefined;
  readonly yesTrust?: boolean | undefined;
  /** Nothing is sent or read, so an address and a token source are not needed. */
  readonly offline?: boolean | undefined;
}

/** Environments that exist without a configuration. Only `mock` is usable without one. */
const BUILT_IN = ['mock', 'sandbox', 'production'];

/** Whether a host name is this machine. */
export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

export function environmentNames({ config }: LoadedConfig): string[] {
  return [...new Set([...BUILT_IN, ...Object.keys(config.environments ?? {})])];
}

/**
 * Resolves the environment that the flags select (default `mock`). Throws TraceError if it has no base address, or
 * for an invalid value.
 */
export async function resolveEnvironment(
  loaded: LoadedConfig,
  overrides: Overrides,
  cwd: string,
): Promise<Environment> {
  const name = overrides.env ?? 'mock';
  knownName(loaded, name);
  const own = loaded.config.environments?.[name] ?? {};
  const file = loaded.file === null ? 'file' : `${loaded.file} (environments.${name})`;
  const pick = async <T>(
    flag: string,
    typeOf: (schema: typeof Schema) => z.ZodType<T>,
    fromFlag: string | undefined,
    fromFile: T | undefined,
    fallback: T,
  ): Promise<Sourced<T>> => {
    if (fromFlag !== undefined)
      return {
        value: parse(flag, typeOf(await import('./schema.ts')), fromFlag),
        from: `--${flag} or TRACE_${flag.replace(/-/g, '_').toUpperCase()}`,
      };
    return fromFile === undefined ? { value: fallback, from: 'default' } : { value: fromFile, from: file };
  };
  const embedded = name === 'mock' && own.baseUrl === undefined;
  const hasNoAddress = !embedded && own.baseUrl === undefined;
  if (hasNoAddress && !overrides.offline) {
    throw new TraceError(
      'usage',
      'environment-no-address',
      `The environment ${name} has no base address.`,
      `Add it to ${loaded.file ?? 'trace.config.yaml in this folder'}: environments: { ${name}: { baseUrl: https://..., tokenEnv: NAME } }`,
    );
  }
  if (name === 'mock' && !embedded && !overrides.offline) refuseRemoteMock(own.baseUrl!, loaded);
  const local = embedded || (own.baseUrl !== undefined && isLoopback(new URL(own.baseUrl).hostname));
  const source: TokenSource =
    embedded || hasNoAddress ? { type: 'embedded' } : configuredSource(own, loaded.folder);
  const state = stateDir(loaded, overrides, cwd);
  const movesState = overrides.stateDir === undefined && outsideState(loaded) !== null;
  const base = isWithin(state.value, loaded.folder) ? loaded.folder : null;
  const completion = await readContract(contractFile(loaded.folder, name));
  return {
    name,
    baseUrl: embedded
      ? { value: null, from: 'default (the embedded mock)' }
      : { value: own.baseUrl ?? null, from: file },
    hasNoAddress,
    token: tokenOf(own, source, file),
    tokenSource: sourceName(source, base),
    account:
      embedded || own.account === undefined
        ? { value: null, from: 'default' }
        : { value: own.account, from: file },
    configured: configuredPlaces(loaded, base),
    origin: {
      file: loaded.file,
      place: approvablePlaces(loaded).find((place) => place.name === name) ?? null,
      needsApproval: (!embedded || movesState) && loaded.chosen !== true,
      movesState,
      approvedForRun: overrides.yesTrust === true,
    },
    interface: await pick(
      'interface',
      (schema) => schema.interfaceName,
      overrides.interface,
      own.interface,
      'v2',
    ),
    hints: { value: own.hints ?? true, from: own.hints === undefined ? 'default' : file },
    required: own.required ?? {},
    family: await pick<FamilyName | null>(
      'family',
      (schema) => schema.family,
      overrides.family,
      own.family,
      null,
    ),
    rate: await pick('rate', (schema) => schema.rate, overrides.rate, own.rate, embedded ? 0 : 100),
    concurrency: await pick(
      'concurrency',
      (schema) => schema.concurrency,
      overrides.concurrency,
      own.concurrency,
      16,
    ),
    settleMs: await pick(
      'settle',
      (schema) => schema.duration,
      overrides.settle,
      own.settle,
      local && name === 'mock' ? 0 : 4000,
    ),
    inDoubt: { value: own.inDoubt ?? 'verify', from: own.inDoubt === undefined ? 'default' : file },
    absence: {
      // The embedded mock stores immediately or never: it ends with the run.
      value: own.absence ?? (embedded ? 0 : {}),
      from: own.absence === undefined ? 'default' : file,
    },
    timeoutMs: await pick('timeout', (schema) => schema.timeout, overrides.timeout, own.timeout, 30_000),
    stateDir: state,
    place: placeOf(loaded, overrides),
    projectTypes: { ...completion.projectTypes, ...projectTypes(loaded) },
    updatePaths: mergedPaths(pathsIn(completion), updatePaths(loaded)),
    completion,
  };
}

function placeOf({ named }: LoadedConfig, { stateDir: folder }: Overrides): string[] {
  return [
    ...(named === undefined ? [] : ['--config', named]),
    ...(folder === undefined ? [] : ['--state-dir', folder]),
  ];
}

/** The settings that a contract needs, also for environments without a base address. */
export function contractPlace(
  loaded: LoadedConfig,
  name = 'mock',
): Pick<Environment, 'name' | 'hints' | 'required'> & { readonly file: string } {
  knownName(loaded, name);
  const { hints, required = {} } = loaded.config.environments?.[name] ?? {};
  return {
    name,
    hints: { value: hints ?? true, from: hints === undefined ? 'default' : (loaded.file ?? 'file') },
    required,
    file: contractFile(loaded.folder, name),
  };
}

function knownName(loaded: LoadedConfig, name: string): void {
  const names = environmentNames(loaded);
  if (names.includes(name)) return;
  throw new TraceError(
    'usage',
    'environment-unknown',
    `Unknown environment "${name}".${nearestSentence(name, names)}`,
    `Known: ${names.join(', ')}. Define others under environments in trace.config.yaml.`,
  );
}

export function stateDir(loaded: LoadedConfig, overrides: Overrides, cwd: string): Sourced<string> {
  if (overrides.stateDir !== undefined)
    return { value: resolve(cwd, overrides.stateDir), from: '--state-dir or TRACE_STATE_DIR' };
  if (loaded.config.stateDir !== undefined)
    return { value: resolve(loaded.folder, loaded.config.stateDir), from: loaded.file ?? 'file' };
  return { value: resolve(loaded.folder, '.trace'), from: 'default' };
}

export function projectTypes({ config }: LoadedConfig): ProjectTypes {
  return Object.fromEntries(
    Object.entries(config.families ?? {}).map(([name, family]) => [name, family?.projectType]),
  );
}

/** The configured paths of v3 updates (`v3.updatePaths`). */
export function updatePaths({ config }: LoadedConfig): ConfiguredPaths {
  return (config.v3?.updatePaths ?? {}) as ConfiguredPaths;
}

function parse<T>(flag: string, type: z.ZodType<T>, text: string): T {
  const parsed = type.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new TraceError('usage', 'flag-value', `--${flag} "${text}": it ${parsed.error.issues[0]!.message}.`);
}

function tokenOf(own: Schema.EnvironmentConfig, source: TokenSource, file: string): Sourced<TokenSource> {
  if (source.type === 'embedded') return { value: source, from: 'default (the embedded mock)' };
  const isDefault = source.type === 'env' && own.tokenEnv === undefined;
  return { value: source, from: isDefault ? 'default' : file };
}

/**
 * The environment `mock` is always on this machine, whatever the configuration says. Throws TraceError
 * `mock-not-local`.
 */
function refuseRemoteMock(baseUrl: string, { file }: LoadedConfig): void {
  const { hostname } = new URL(baseUrl);
  if (isLoopback(hostname)) return;
  throw new TraceError(
    'usage',
    'mock-not-local',
    `${file} sets the address of the environment mock to ${addressOf(baseUrl)}, but mock always runs on this machine.`,
    'Give the environment another name, or remove its baseUrl.',
  );
}
