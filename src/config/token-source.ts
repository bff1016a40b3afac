import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import { TraceError } from '../errors.ts';
import { isWithin } from './address.ts';
import type * as Schema from './schema.ts';

export type TokenSource =
  | { readonly type: 'env'; readonly name: string }
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'command'; readonly command: readonly string[] }
  /** The embedded mock makes its own. */
  | { readonly type: 'embedded' };

const SOURCES = ['tokenEnv', 'tokenFile', 'tokenCommand'] as const;

/**
 * Where an environment of the configuration takes its token from; TRACE_TOKEN when it does not say. Relative paths start
 * at `folder`. Throws TraceError `token-sources` when it names more than one.
 */
export function configuredSource(own: Schema.EnvironmentConfig, folder: string): TokenSource {
  const given = SOURCES.filter((key) => own[key] !== undefined);
  if (given.length > 1) {
    throw new TraceError(
      'usage',
      'token-sources',
      `The environment has ${given.join(' and ')}: one source of the token is allowed.`,
    );
  }
  if (own.tokenFile !== undefined) return { type: 'file', path: resolve(folder, own.tokenFile) };
  if (own.tokenCommand !== undefined) {
    const words = own.tokenCommand;
    return { type: 'command', command: Array.isArray(words) ? words : words.trim().split(/\s+/) };
  }
  return { type: 'env', name: own.tokenEnv ?? 'TRACE_TOKEN' };
}

/**
 * The name of a token source, for the ledger, the trust files and messages: the same for the same source, and without any
 * part of a token. A file inside `base` is named from there, so that the folder can be moved; null for full paths. Of a
 * command only the program is readable: someone may have written a token among its words.
 */
export function sourceName(source: TokenSource, base: string | null): string {
  switch (source.type) {
    case 'env':
      return `variable ${source.name}`;
    case 'file': {
      const inside = base !== null && isWithin(source.path, base);
      return `file ${inside ? relative(base, source.path).replaceAll('\\', '/') : source.path}`;
    }
    case 'command': {
      const words = createHash('sha256').update(JSON.stringify(source.command)).digest('hex');
      return `command ${source.command[0]} (${words.slice(0, 12)})`;
    }
    case 'embedded':
      return 'embedded';
  }
}
