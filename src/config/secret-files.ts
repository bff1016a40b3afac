import { statSync } from 'node:fs';
import { destinationFile, destinationsOf } from './destination.ts';
import type { Environment } from './environment.ts';

/** A variable that the configuration names, and what its value is. */
export interface SecretVariable {
  readonly variable: string;
  readonly what: 'token' | 'proxyAuth' | 'url';
}

/** The variables with secrets of an environment and of its notifications, each once. */
export function secretVariables({ token, network, notify }: Environment): SecretVariable[] {
  const sources = [['token', token.value] as const, ['proxyAuth', network.proxyAuth] as const];
  const found: SecretVariable[] = [
    ...sources.flatMap(([what, source]) => (source?.type === 'env' ? [{ variable: source.name, what }] : [])),
    ...(notify === null ? [] : destinationsOf(notify.settings)).flatMap(({ urlEnv }) =>
      urlEnv === undefined ? [] : [{ variable: urlEnv, what: 'url' as const }],
    ),
  ];
  return [...new Map(found.map((one) => [one.variable, one])).values()];
}

/** The files with secrets of an environment that other users of this machine can read; none on Windows, which has no such mode. */
export function openSecretFiles({ token, network, notify }: Environment): string[] {
  if (process.platform === 'win32') return [];
  const sources = [token.value, ...(network.proxyAuth === null ? [] : [network.proxyAuth])];
  const files = [
    ...sources.flatMap((source) => (source.type === 'file' ? [source.path] : [])),
    ...(network.clientKey.value === null ? [] : [network.clientKey.value]),
    ...(notify === null ? [] : destinationsOf(notify.settings)).flatMap(({ urlFile }) =>
      urlFile === undefined ? [] : [destinationFile(urlFile, notify!.folder)],
    ),
  ];
  return files.filter((path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0);
}
