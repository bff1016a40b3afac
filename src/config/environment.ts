import { resolve } from 'node:path';
import type { z } from 'zod';
import type { Completion } from '../contract/completion.ts';
import type { FamilyName, ProjectTypes } from '../contract/family.ts';
import { absenceMsOf, type InterfaceName, type KindSpec } from '../contract/kind.ts';
import type { RequiredSets } from '../contract/required-sets.ts';
import type { ConfiguredPaths } from '../contract/v3/update-paths.ts';
import { TraceError } from '../errors.ts';
import { nearestSentence } from '../findings/nearest.ts';
import { contractFile, readContract } from './contract-file.ts';
import type { LoadedConfig } from './load.ts';
import type * as Schema from './schema.ts';

/** Where a value comes from, for `trace env show`. */
export interface Sourced<T> {
  readonly value: T;
  readonly from: string;
}

/** A named target, resolved: flags > environment variables > file > default. */
export interface Environment {
  readonly name: string;
  /** Null: the embedded mock. */
  readonly baseUrl: Sourced<string | null>;
  readonly token: Sourced<TokenSource>;
  readonly interface: Sourced<InterfaceName>;
  /** Names, lengths and lists of v3 that the interface does not show count. */
  readonly hints: Sourced<boolean>;
  /** What is required otherwise than the interface, or its completion, has it. */
  readonly required: RequiredSets;
  readonly family: Sourced<FamilyName | null>;
  readonly rate: Sourced<number>;
  readonly concurrency: Sourced<number>;
  readonly settleMs: Sourced<number>;
  readonly inDoubt: Sourced<'verify' | 'hold' | 'resend'>;
  /** How long a record of a kind that is not shown may still appear (ms): from then on its absence counts. */
  readonly absence: Sourced<AbsenceSetting>;
  readonly timeoutMs: Sourced<number>;
  readonly stateDir: Sourced<string>;
  readonly projectTypes: ProjectTypes;
  /** The flags that led to it, for the next command to repeat: `--config` and `--state-dir`, where they were given. */
  readonly place: readonly string[];
  /** Paths of v3 updates that the interface does not show. */
  readonly updatePaths: ConfiguredPaths;
  /** What was imported, added or learned of its contract. */
  readonly completion: Completion;
}

export type TokenSource =
  | { readonly type: 'env'; readonly name: string }
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'command'; readonly command: readonly string[] }
  /** The embedded mock makes its own. */
  | { readonly type: 'embedded' };

/** Milliseconds for every kind, or by the name of a kind; a kind that is not named has its default. */
type AbsenceSetting = number | Readonly<Partial<Record<string, number>>>;

/** The time (ms) after which the absence of a record of a kind counts in an environment. */
export function absenceMsIn({ absence }: Pick<Environment, 'absence'>, kind: KindSpec): number {
  const { value } = absence;
  return typeof value === 'number' ? value : (value[kind.name] ?? absenceMsOf(kind));
}

/** Flags and variables that stand above the file, as text; undefined when not given. */
export interface Overrides {
  readonly env?: string | undefined;
  readonly interface?: string | undefined;
  readonly family?: string | undefined;
  readonly rate?: string | undefined;
  readonly concurrency?: string | undefined;
  readonly settle?: string | undefined;
  readonly timeout?: string | undefined;
  readonly stateDir?: string | undefined;
}

/** Environments that exist without a file. Only `mock` can be used as it is. */
const BUILT_IN = ['mock', 'sandbox', 'production'];

/** Names and addresses that never leave this machine. */
export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

export function environmentNames({ config }: LoadedConfig): string[] {
  return [...new Set([...BUILT_IN, ...Object.keys(config.environments ?? {})])];
}

/**
 * Resolves the environment that the flags ask for (`mock` without any).
 * Throws TraceError when it has no base address, or when a value is not what its key takes.
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
  if (!embedded && own.baseUrl === undefined) {
    throw new TraceError(
      'usage',
      'environment-no-address',
      `The environment ${name} has no base address.`,
      `Put it into ${loaded.file ?? 'trace.config.yaml in this folder'}: environments: { ${name}: { baseUrl: https://..., tokenEnv: NAME } }`,
    );
  }
  const local = embedded || isLoopback(new URL(own.baseUrl!).hostname);
  const completion = await readContract(contractFile(loaded.folder, name));
  return {
    name,
    baseUrl: embedded
      ? { value: null, from: 'default (the embedded mock)' }
      : { value: own.baseUrl!, from: file },
    token: tokenSource(own, embedded, file, loaded.folder),
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
      // The embedded mock stores at once, or never: it ends with the run.
      value: own.absence ?? (embedded ? 0 : {}),
      from: own.absence === undefined ? 'default' : file,
    },
    timeoutMs: await pick('timeout', (schema) => schema.timeout, overrides.timeout, own.timeout, 30_000),
    stateDir: stateDir(loaded, overrides, cwd),
    place: placeOf(loaded, overrides),
    projectTypes: { ...completion.projectTypes, ...projectTypes(loaded) },
    updatePaths: updatePaths(loaded),
    completion,
  };
}

function placeOf({ named }: LoadedConfig, { stateDir: folder }: Overrides): string[] {
  return [
    ...(named === undefined ? [] : ['--config', named]),
    ...(folder === undefined ? [] : ['--state-dir', folder]),
  ];
}

/** The part of an environment that its contract needs: it has one before it has a base address. */
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
    `There is no environment "${name}".${nearestSentence(name, names)}`,
    `Known: ${names.join(', ')}. Others go under environments in trace.config.yaml.`,
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

/** What the file says of the paths of v3 updates (`v3.updatePaths`). */
export function updatePaths({ config }: LoadedConfig): ConfiguredPaths {
  return (config.v3?.updatePaths ?? {}) as ConfiguredPaths;
}

function parse<T>(flag: string, type: z.ZodType<T>, text: string): T {
  const parsed = type.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new TraceError('usage', 'flag-value', `--${flag} "${text}": it ${parsed.error.issues[0]!.message}.`);
}

function tokenSource(
  own: Schema.EnvironmentConfig,
  embedded: boolean,
  file: string,
  folder: string,
): Sourced<TokenSource> {
  if (embedded) return { value: { type: 'embedded' }, from: 'default (the embedded mock)' };
  const given = (['tokenEnv', 'tokenFile', 'tokenCommand'] as const).filter((key) => own[key] !== undefined);
  if (given.length > 1) {
    throw new TraceError(
      'usage',
      'token-sources',
      `The environment has ${given.join(' and ')}: one source of the token is allowed.`,
    );
  }
  if (own.tokenFile !== undefined)
    return { value: { type: 'file', path: resolve(folder, own.tokenFile) }, from: file };
  if (own.tokenCommand !== undefined) {
    const command = Array.isArray(own.tokenCommand) ? own.tokenCommand : own.tokenCommand.trim().split(/\s+/);
    return { value: { type: 'command', command }, from: file };
  }
  return own.tokenEnv === undefined
    ? { value: { type: 'env', name: 'TRACE_TOKEN' }, from: 'default' }
    : { value: { type: 'env', name: own.tokenEnv }, from: file };
}
