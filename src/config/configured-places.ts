import { resolve } from 'node:path';
import { addressOf, isWithin } from './address.ts';
import type { LoadedConfig } from './load.ts';
import { configuredTokenSource, sourceName, type TokenSource } from './token-source.ts';

/** Where an environment of the configuration sends its token, and where the token comes from. */
export interface ConfiguredPlace {
  readonly name: string;
  /** See `addressOf`. */
  readonly address: string;
  readonly source: TokenSource;
  /** See `sourceName`. */
  readonly tokenSource: string;
  readonly account: string | null;
  /** The state folder that the file sets, if it is outside the folder of the file. */
  readonly state: string | null;
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
    return {
      name,
      address: addressOf(own.baseUrl),
      source,
      tokenSource: sourceName(source, base),
      account: own.account ?? null,
      state: outsideState(loaded),
    };
  });
}

/** The state folder that the file sets, if it is outside the folder of the file; otherwise null. */
export function outsideState({ config, folder }: LoadedConfig): string | null {
  if (config.stateDir === undefined) return null;
  const state = resolve(folder, config.stateDir);
  return isWithin(state, folder) ? null : state;
}

/**
 * The environments of a file that need approval: those with an address, and the embedded mock if the state folder is
 * outside the folder of the file.
 */
export function approvablePlaces(loaded: LoadedConfig): ConfiguredPlace[] {
  const places = configuredPlaces(loaded, loaded.folder);
  const state = outsideState(loaded);
  if (state === null || loaded.config.environments?.mock?.baseUrl !== undefined) return places;
  const source: TokenSource = { type: 'embedded' };
  const tokenSource = sourceName(source, null);
  return [...places, { name: 'mock', address: 'this machine', source, tokenSource, account: null, state }];
}
