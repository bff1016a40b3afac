import { statSync } from 'node:fs';
import { destinationFile, destinationsOf } from './destination.ts';
import type { Environment } from './environment.ts';
import type { TokenSource } from './token-source.ts';

/** The variables with secrets of an environment and of its notifications, each once. */
export function secretVariables({ token, network, memory, notify }: Environment) {
  const urls = notify === null ? [] : destinationsOf(notify.settings).map(({ urlEnv }) => urlEnv);
  const ofSource = (source: TokenSource | null) => (source?.type === 'env' ? source.name : undefined);
  const all = {
    token: [ofSource(token.value)],
    proxyAuth: [ofSource(network.proxyAuth)],
    memory: [ofSource(memory)],
    url: urls,
  };
  const named = Object.entries(all).flatMap(([what, names]) => names.map((name) => [name, what] as const));
  return [...new Map(named)].flatMap(([variable, what]) =>
    variable === undefined ? [] : { variable, what },
  );
}

/** The files with secrets of an environment that other users of this machine can read; none on Windows, which has no such mode. */
export function openSecretFiles({ token, network, memory, notify }: Environment): string[] {
  if (process.platform === 'win32') return [];
  const files = [
    ...[token.value, network.proxyAuth, memory].flatMap((source) =>
      source?.type === 'file' ? [source.path] : [],
    ),
    ...(network.clientKey.value === null ? [] : [network.clientKey.value]),
    ...(notify === null ? [] : destinationsOf(notify.settings)).flatMap(({ urlFile }) =>
      urlFile === undefined ? [] : [destinationFile(urlFile, notify!.folder)],
    ),
  ];
  return files.filter((path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0);
}
