import { resolve } from 'node:path';
import type { z } from 'zod';
import { pathsIn } from '../contract/completion.ts';
import type { FamilyName, ProjectTypes } from '../contract/family.ts';
import type { AbsenceSetting } from '../contract/kind.ts';
import { type ConfiguredPaths, mergedPaths } from '../contract/v3/update-paths.ts';
import { flagError, type TraceError, usage } from '../errors.ts';
import { nearestSentence } from '../nearest.ts';
import { say } from '../say.ts';
import { addressOf, isLoopback, isWithin } from './address.ts';
import { approvablePlaces, configuredPlaces, outsideState, outsideWrites } from './configured-places.ts';
import { contractFile, readContract } from './contract-file.ts';
import { driftOf } from './drift.ts';
import type { Environment, NetworkSettings, Rehearsal, Sourced } from './environment.ts';
import type { LoadedConfig } from './load.ts';
import { retentionOf } from './retention.ts';
import type * as Schema from './schema.ts';
import {
  configuredSource,
  configuredTokenSource,
  givenToken,
  sourceName,
  type TokenSource,
} from './token-source.ts';

/** Values of flags and variables, which override the file; undefined if not given. */
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
  /** The token, from a program that calls trace as a library. */
  readonly token?: string | undefined;
  /** The command does not contact the service, so it needs no address and no token source. */
  readonly offline?: boolean | undefined;
}

/** Environments that exist without a configuration. Only `mock` can be used without one. */
const BUILT_IN = ['mock', 'sandbox', 'production'];

/** The names of all environments, built-in or configured. */
export function environmentNames({ config }: LoadedConfig): string[] {
  return [...new Set([...BUILT_IN, ...Object.keys(config.environments ?? {})])];
}

/**
 * Resolves the environment that the flags select (default `mock`). Throws a TraceError if it is unknown, has no base
 * address, or has an invalid setting.
 */
export async function resolveEnvironment(
  loaded: LoadedConfig,
  overrides: Overrides,
  cwd: string,
): Promise<Environment> {
  const name = overrides.env ?? 'mock';
  requireKnown(loaded, name);
  const own = loaded.config.environments?.[name] ?? {};
  const file = loaded.file === null ? 'file' : `${loaded.file} (environments.${name})`;
  const fromFile = <T>(value: T | undefined, fallback: T): Sourced<T> =>
    value === undefined ? { value: fallback, from: 'default' } : { value, from: file };
  const embedded = name === 'mock' && own.baseUrl === undefined;
  const hasNoAddress = !embedded && own.baseUrl === undefined;
  if (own.mock !== undefined) refuseMockInProduction(name, own, loaded);
  if (!overrides.offline) {
    if (hasNoAddress) throw noAddress(name, loaded);
    if (name === 'mock' && !embedded) requireLocalMock(own.baseUrl!, loaded);
  }
  const source: TokenSource =
    embedded || hasNoAddress
      ? { type: 'embedded' }
      : (givenToken(overrides.token) ?? configuredTokenSource(own, loaded.folder));
  const state = stateDir(loaded, overrides, cwd);
  const movesState =
    (overrides.stateDir === undefined && outsideState(loaded) !== null) || outsideWrites(loaded) !== null;
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
    account: fromFile<string | null>(embedded ? undefined : own.account, null),
    network: networkSettings(embedded ? {} : own, loaded, fromFile),
    memory: embedded ? null : configuredSource(own, 'memory', loaded.folder),
    configured: configuredPlaces(loaded, base),
    origin: {
      file: loaded.file,
      toApprove: approvablePlaces(loaded).find((place) => place.name === name) ?? null,
      needsApproval: (!embedded || movesState) && loaded.approved !== true,
      movesState,
      approvedForRun: overrides.yesTrust === true,
    },
    ...(await overridableSettings(own, overrides, fromFile, { name, embedded })),
    hints: fromFile(own.hints, true),
    required: own.required ?? {},
    batch: fromFile<string | null>(own.batch, null),
    inDoubt: fromFile(own.inDoubt, 'verify'),
    mock: fromFile<'fixed-answers' | null>(own.mock, null),
    // The embedded mock stores immediately or never, because it ends with the run.
    absence: fromFile<AbsenceSetting>(own.absence, embedded ? 0 : {}),
    stateDir: state,
    retention: retentionOf(loaded.config),
    drift: driftOf(own),
    rehearsal: rehearsalOf(own, name, loaded),
    log: {
      file: loaded.config.log?.file === undefined ? null : resolve(loaded.folder, loaded.config.log.file),
      level: loaded.config.log?.level ?? 'info',
    },
    notify: loaded.config.notify ? { settings: loaded.config.notify, folder: loaded.folder } : null,
    place: pathFlags(loaded, overrides),
    projectTypes: { ...completion.projectTypes, ...projectTypes(loaded) },
    updatePaths: mergedPaths(pathsIn(completion), updatePaths(loaded)),
    completion,
  };
}

/**
 * The environment in which content is rehearsed.
 *
 * @throws TraceError `environment-unknown` if it is not configured, or is the environment itself
 */
function rehearsalOf(
  { requires }: Schema.EnvironmentConfig,
  own: string,
  loaded: LoadedConfig,
): Rehearsal | null {
  if (requires === undefined) return null;
  const name = requires.rehearsed;
  requireKnown(loaded, name);
  const { baseUrl = null, account = null, mock = null } = loaded.config.environments?.[name] ?? {};
  if (name === own || (baseUrl === null && name !== 'mock'))
    throw usage(
      'rehearsal-impossible',
      say().environments.rehearsalSelf({ name: own, rehearsal: name }),
      say().environments.rehearsalHow({ file: `${loaded.file}` }),
    );
  const sourced = <T>(value: T): Sourced<T> => ({ value, from: `environments.${name}` });
  return { name, baseUrl: sourced(baseUrl), account: sourced(account), mock: sourced(mock) };
}

/**
 * How the environment is reached, as far as the configuration says.
 *
 * @throws TraceError `network-incomplete` if a setting lacks the one that it belongs to
 */
function networkSettings(
  own: Schema.EnvironmentConfig,
  { folder, file }: LoadedConfig,
  fromFile: <T>(value: T | undefined, fallback: T) => Sourced<T>,
): NetworkSettings {
  const path = (key: 'ca' | 'clientCert' | 'clientKey') =>
    fromFile<string | null>(own[key] && resolve(folder, own[key]), null);
  const proxyAuth = configuredSource(own, 'proxyAuth', folder);
  const proxy = own.proxy === 'none' ? undefined : own.proxy;
  for (const [key, set, other, otherSet] of [
    ['proxyAuth', proxyAuth ?? undefined, 'proxy', proxy],
    ['clientCert', own.clientCert, 'clientKey', own.clientKey],
    ['clientKey', own.clientKey, 'clientCert', own.clientCert],
  ] as const)
    if (set !== undefined && otherSet === undefined)
      throw usage('network-incomplete', say().network.incomplete({ file: `${file}`, key, other }));
  return {
    proxy: fromFile<string | null>(own.proxy, null),
    proxyAuth,
    ca: path('ca'),
    clientCert: path('clientCert'),
    clientKey: path('clientKey'),
  };
}

/** The settings that a flag or variable overrides. */
async function overridableSettings(
  own: Schema.EnvironmentConfig,
  flags: Overrides,
  fromFile: <T>(value: T | undefined, fallback: T) => Sourced<T>,
  { name, embedded }: { readonly name: string; readonly embedded: boolean },
): Promise<Pick<Environment, 'interface' | 'family' | 'rate' | 'concurrency' | 'settleMs' | 'timeoutMs'>> {
  const pick = async <T>(
    flag: 'interface' | 'family' | 'rate' | 'concurrency' | 'settle' | 'timeout',
    typeOf: (schema: typeof Schema) => z.ZodType<T>,
    configured: T | undefined,
    fallback: T,
  ): Promise<Sourced<T>> => {
    const text = flags[flag];
    if (text === undefined) return fromFile(configured, fallback);
    const value = settingIn(typeOf(await import('./schema.ts')), `--${flag}`, text);
    return { value, from: `--${flag} or TRACE_${flag.toUpperCase()}` };
  };
  const isLocal = embedded || (own.baseUrl !== undefined && isLoopback(new URL(own.baseUrl).hostname));
  const settleMs = isLocal && name === 'mock' ? 0 : 4000;
  return {
    interface: await pick('interface', (schema) => schema.interfaceName, own.interface, 'v2'),
    family: await pick<FamilyName | null>('family', (schema) => schema.family, own.family, null),
    rate: await pick('rate', (schema) => schema.rate, own.rate, embedded ? 0 : 100),
    concurrency: await pick('concurrency', (schema) => schema.concurrency, own.concurrency, 16),
    settleMs: await pick('settle', (schema) => schema.duration, own.settle, settleMs),
    timeoutMs: await pick('timeout', (schema) => schema.timeout, own.timeout, 30_000),
  };
}

function pathFlags({ named }: LoadedConfig, { stateDir: folder }: Overrides): string[] {
  return [
    ...(named === undefined ? [] : ['--config', named]),
    ...(folder === undefined ? [] : ['--state-dir', folder]),
  ];
}

/** The settings of an environment that its contract depends on. It needs no base address. */
export function contractPlace(
  loaded: LoadedConfig,
  name = 'mock',
): Pick<Environment, 'name' | 'hints' | 'required'> & { readonly file: string } {
  requireKnown(loaded, name);
  const { hints, required = {} } = loaded.config.environments?.[name] ?? {};
  return {
    name,
    hints: { value: hints ?? true, from: hints === undefined ? 'default' : (loaded.file ?? 'file') },
    required,
    file: contractFile(loaded.folder, name),
  };
}

function requireKnown(loaded: LoadedConfig, name: string): void {
  const names = environmentNames(loaded);
  if (names.includes(name)) return;
  throw usage(
    'environment-unknown',
    say().configuration.environmentUnknown({ name, near: nearestSentence(name, names) }),
    say().configuration.environmentKnown({ names: names.join(', ') }),
  );
}

/** The folder of the ledger and the reports. */
export function stateDir(loaded: LoadedConfig, overrides: Overrides, cwd: string): Sourced<string> {
  if (overrides.stateDir !== undefined)
    return { value: resolve(cwd, overrides.stateDir), from: '--state-dir or TRACE_STATE_DIR' };
  if (loaded.config.stateDir !== undefined)
    return { value: resolve(loaded.folder, loaded.config.stateDir), from: loaded.file ?? 'file' };
  return { value: resolve(loaded.folder, '.trace'), from: 'default' };
}

/** The configured project types of families. */
export function projectTypes({ config }: LoadedConfig): ProjectTypes {
  return Object.fromEntries(
    Object.entries(config.families ?? {}).map(([name, family]) => [name, family?.projectType]),
  );
}

/** The configured paths of v3 updates (`v3.updatePaths`). */
export function updatePaths({ config }: LoadedConfig): ConfiguredPaths {
  return (config.v3?.updatePaths ?? {}) as ConfiguredPaths;
}

/**
 * The value of a flag, as a setting with this type has it.
 *
 * @throws TraceError `flag-value`
 */
export function settingIn<T>(type: z.ZodType<T>, flag: string, text: string): T {
  const parsed = type.safeParse(text);
  if (parsed.success) return parsed.data;
  throw flagError(say().usage.setting({ flag, value: text, fault: parsed.error.issues[0]!.message }));
}

function tokenOf(own: Schema.EnvironmentConfig, source: TokenSource, file: string): Sourced<TokenSource> {
  if (source.type === 'embedded') return { value: source, from: 'default (the embedded mock)' };
  if (source.type === 'given') return { value: source, from: sourceName(source, null) };
  const isDefault = source.type === 'env' && own.tokenEnv === undefined;
  return { value: source, from: isDefault ? 'default' : file };
}

function noAddress(name: string, { file }: LoadedConfig): TraceError {
  return usage(
    'environment-no-address',
    say().configuration.noAddress({ name }),
    say().configuration.noAddressHow({
      file: file ?? say().configuration.fileOfFolder(),
      setting: `environments: { ${name}: { baseUrl: https://..., tokenEnv: ${say().placeholders.name()} } }`,
    }),
  );
}

/**
 * Refuses the setting `mock` for an environment with the name or the address of production: if the service returns
 * one id twice there, a record may be lost.
 */
function refuseMockInProduction(
  name: string,
  { baseUrl }: Schema.EnvironmentConfig,
  { config, file }: LoadedConfig,
): void {
  const real = config.environments?.production?.baseUrl;
  const isSame = baseUrl !== undefined && real !== undefined && addressOf(baseUrl) === addressOf(real);
  if (name !== 'production' && !isSame) return;
  const { mockInProduction, mockInProductionHow } = say().configuration;
  const texts = { file: String(file), name };
  throw usage('mock-in-production', mockInProduction(texts), mockInProductionHow(texts));
}

/** Throws TraceError `mock-not-local` if the configuration sets another address for `mock` than this machine. */
function requireLocalMock(baseUrl: string, { file }: LoadedConfig): void {
  const { hostname } = new URL(baseUrl);
  if (isLoopback(hostname)) return;
  throw usage(
    'mock-not-local',
    say().configuration.mockNotLocal({ file: String(file), address: addressOf(baseUrl) }),
    say().configuration.mockNotLocalHow(),
  );
}
