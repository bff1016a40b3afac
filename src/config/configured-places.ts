import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isPipe } from '../pipe.ts';
import { addressOf, isWithin } from './address.ts';
import { destinationName } from './destination.ts';
import type { LoadedConfig } from './load.ts';
import type { EnvironmentConfig } from './schema.ts';
import { configuredSource, configuredTokenSource, sourceName, type TokenSource } from './token-source.ts';

/** Where an environment of the configuration sends its token, and where the token comes from. */
export interface ConfiguredPlace {
  readonly name: string;
  /** See `addressOf`. */
  readonly address: string;
  readonly source: TokenSource;
  /** See `sourceName`. */
  readonly tokenSource: string;
  readonly account: string | null;
  /** The sources of its other secrets: the `name:password` for the proxy, the address of the shared memory. */
  readonly otherSources: readonly TokenSource[];
  /** The settings of the network that the file sets, by key; see `networkValues`. */
  readonly network: Readonly<Record<string, string>>;
  /** The state folder that the file sets, if it is outside the folder of the file. */
  readonly state: string | null;
  /** See `outsideWrites`. */
  readonly outside: string | null;
}

/**
 * The environments of the configuration that have an address and at most one token source. For `base` see `sourceName`.
 */
export function configuredPlaces(loaded: LoadedConfig, base: string | null): ConfiguredPlace[] {
  const { config, folder } = loaded;
  return Object.entries(config.environments ?? {}).flatMap(([name, own]) => {
    const sources = [own.tokenEnv, own.tokenFile, own.tokenCommand].filter((given) => given !== undefined);
    if (own.baseUrl === undefined || sources.length > 1) return [];
    const source = configuredTokenSource(own, folder);
    const proxyAuth = configuredSource(own, 'proxyAuth', folder);
    const memory = configuredSource(own, 'memory', folder);
    return {
      otherSources: [proxyAuth, memory].filter((one) => one !== null),
      network: networkValues(own, { proxyAuth, memory }, folder),
      name,
      address: addressOf(own.baseUrl),
      source,
      tokenSource: sourceName(source, base),
      account: own.account ?? null,
      state: outsideState(loaded),
      outside: outsideWrites(loaded),
    };
  });
}

/**
 * The settings of an environment that say through whom its requests go, whom they trust, as whom they are sent, and which
 * memory has what was sent.
 * `ca` has a hash of the file: it is often beside the configuration, and who changes that folder must not change whom
 * trace trusts.
 */
function networkValues(
  { proxy, ca, clientCert, clientKey }: EnvironmentConfig,
  secrets: Readonly<Record<'proxyAuth' | 'memory', TokenSource | null>>,
  folder: string,
): Readonly<Record<string, string>> {
  const nameOf = (source: TokenSource | null) => (source === null ? undefined : sourceName(source, folder));
  const values = {
    proxy,
    proxyAuth: nameOf(secrets.proxyAuth),
    ca: ca && `${ca} (${fingerprint(resolve(folder, ca))})`,
    clientCert,
    clientKey,
    memory: nameOf(secrets.memory),
  };
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** A short SHA-256 of a file, as it is printed; `-` if it cannot be read. */
function fingerprint(path: string): string {
  try {
    if (isPipe(path)) return '-';
    return `SHA-256 ${createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 32)}`;
  } catch {
    return '-';
  }
}

/** The state folder that the file sets, if it is outside the folder of the file; otherwise null. */
export function outsideState({ config, folder }: LoadedConfig): string | null {
  if (config.stateDir === undefined) return null;
  const state = resolve(folder, config.stateDir);
  return isWithin(state, folder) ? null : state;
}

/** Where a run writes or sends to besides its state and its service, as the file sets it: null for nothing. */
export function outsideWrites({ config, folder }: LoadedConfig): string | null {
  const { log, notify: { webhooks = [], mail } = {} } = config;
  const file = log?.file === undefined ? folder : resolve(folder, log.file);
  const names = [...webhooks, ...(mail ? [mail] : [])].map((one) => destinationName(one, folder));
  return [...(isWithin(file, folder) ? [] : [file]), ...names].join('; ') || null;
}

/**
 * The environments of a file that need approval: those with an address, and the embedded mock if its state folder or
 * anything else is outside the folder of the file.
 */
export function approvablePlaces(loaded: LoadedConfig): ConfiguredPlace[] {
  const places = configuredPlaces(loaded, loaded.folder);
  const state = outsideState(loaded);
  const outside = outsideWrites(loaded);
  if ((state === null && outside === null) || loaded.config.environments?.mock?.baseUrl !== undefined)
    return places;
  const source: TokenSource = { type: 'embedded' };
  const tokenSource = sourceName(source, null);
  const none = { account: null, otherSources: [], network: {} };
  const mock = { name: 'mock', address: 'this machine', source, tokenSource, ...none, state, outside };
  return [...places, mock];
}
