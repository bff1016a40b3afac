import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import { usage } from '../errors.ts';
import { say } from '../say.ts';
import { isWithin } from './address.ts';
import type * as Schema from './schema.ts';

export type TokenSource =
  | { readonly type: 'env'; readonly name: string }
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'command'; readonly command: readonly string[] }
  /** A program gives the token. It is a function, so that no text of this object contains the token. */
  | { readonly type: 'given'; readonly token: () => string }
  /** The embedded mock, which creates its own token. */
  | { readonly type: 'embedded' };

/** The secrets of an environment, as the beginnings of their settings. */
export type Secret = 'token' | 'proxyAuth' | 'memory';

/**
 * The token source of an environment; the default is the variable TRACE_TOKEN. Relative paths start from `folder`.
 * Throws TraceError `token-sources` if several sources are set.
 */
export function configuredTokenSource(own: Schema.EnvironmentConfig, folder: string): TokenSource {
  return configuredSource(own, 'token', folder) ?? { type: 'env', name: 'TRACE_TOKEN' };
}

/** The source of a token that a program gives; null if it gives none. */
export const givenToken = (token: string | undefined): TokenSource | null =>
  token === undefined ? null : { type: 'given', token: () => token };

/**
 * The source of a secret of an environment: its token, the `name:password` for its proxy, or the address of its shared
 * memory, which has a password. Null if none is set.
 *
 * @throws TraceError `token-sources` if several sources are set
 */
export function configuredSource(
  own: Schema.EnvironmentConfig,
  secret: Secret,
  folder: string,
): TokenSource | null {
  const keys = [`${secret}Env`, `${secret}File`, `${secret}Command`] as const;
  const given = keys.filter((key) => own[key] !== undefined);
  if (given.length > 1) {
    throw usage(
      'token-sources',
      say().configuration.tokenSources({
        names: given.reduce<string>(
          (first, last) => (first === '' ? last : say().configuration.tokenSourcesAnd({ first, last })),
          '',
        ),
      }),
    );
  }
  const [name, file, words] = [own[`${secret}Env`], own[`${secret}File`], own[`${secret}Command`]];
  if (file !== undefined) return { type: 'file', path: resolve(folder, file) };
  if (words !== undefined)
    return { type: 'command', command: Array.isArray(words) ? words : words.trim().split(/\s+/) };
  return name === undefined ? null : { type: 'env', name };
}

/** A name of `sourceName` as a person reads it. */
export function sourceText(source: string): string {
  const [type, name] = [source.split(' ', 1)[0]!, source.slice(source.indexOf(' ') + 1)];
  const { sourceVariable, sourceFile, sourceCommand } = say().configuration;
  const texts = { variable: sourceVariable, file: sourceFile, command: sourceCommand };
  return Object.hasOwn(texts, type) ? texts[type as keyof typeof texts]({ name }) : source;
}

/**
 * A stable name of a token source for the ledger, the trust files and messages (`sourceText`). It contains no part of the
 * token. A file inside `base` is named relative to it, so that the folder can be moved. A command is named by its program
 * and a hash of its words, because its arguments may contain a token.
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
    case 'given':
      return 'option token';
    case 'embedded':
      return 'embedded';
  }
}
