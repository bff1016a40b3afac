import { existsSync } from 'node:fs';
import { contractFile } from '../../config/contract-file.ts';
import type { Environment } from '../../config/environment.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { TokenSource } from '../../config/token-source.ts';
import { absenceMsOf } from '../../contract/kind.ts';
import { kindsOf, updatableKinds } from '../../contract/registry.ts';
import { updatePathsOf } from '../../contract/v3/update-paths.ts';

type Setting = [name: string, value: string | number | null, from: string];

/** The settings of an environment, in the order in which they are shown. */
export function settingsOf(environment: Environment, loaded: LoadedConfig): Setting[] {
  const {
    baseUrl,
    token,
    interface: version,
    hints,
    family,
    rate,
    concurrency,
    settleMs,
    inDoubt,
    absence,
    timeoutMs,
    stateDir,
    account,
  } = environment;
  return [
    ['baseUrl', baseUrl.value, baseUrl.from],
    ['token', tokenText(token.value), token.from],
    ['account', account.value, account.from],
    ['interface', version.value, version.from],
    ...(version.value === 'v3' ? [['hints', hints.value ? 'yes' : 'no', hints.from] as Setting] : []),
    contractRow(environment, loaded),
    ...requiredRows(environment),
    ...updatePathRows(environment),
    ['family', family.value, family.from],
    ['rate', rate.value, rate.from],
    ['concurrency', concurrency.value, concurrency.from],
    ['settle', timeText(settleMs.value), settleMs.from],
    ['inDoubt', inDoubt.value, inDoubt.from],
    ['absence', absenceText(environment), absence.from],
    ['timeout', timeText(timeoutMs.value), timeoutMs.from],
    ['stateDir', stateDir.value, stateDir.from],
  ];
}

/**
 * The setting `absence` as text: the time of the first kind, then the kinds with another time, as in `60s;
 * brand-product 25m`.
 */
function absenceText(environment: Environment): string {
  const kinds = kindsOf(environment.interface.value);
  const times = kinds.map((kind) => absenceMsOf(kind, environment.absence.value));
  const [first = 0] = times;
  const others = kinds.flatMap(({ name }, at) =>
    times[at] === first ? [] : [`${name} ${timeText(times[at]!)}`],
  );
  return [timeText(first), ...others].join('; ');
}

/** The fields that the configuration makes required or optional; no row if there are none. */
function requiredRows({ required, name }: Environment): Setting[] {
  const fields = Object.values(required).flatMap((kinds) =>
    Object.entries(kinds ?? {}).flatMap(([kind, paths]) =>
      Object.entries(paths).map(([path, need]) => `${kind}.${path}: ${need}`),
    ),
  );
  return fields.length === 0 ? [] : [['required', fields.join(', '), `environments.${name}.required`]];
}

/** The file that completes the contract, if there is one. */
function contractRow({ name }: Environment, { folder }: LoadedConfig): Setting {
  const file = contractFile(folder, name);
  return existsSync(file)
    ? ['contract', file, 'file written by trace taxonomy, next to the configuration']
    : ['contract', null, 'default'];
}

/** The paths for updates of v3 records; for a v2 environment, only the paths that the configuration sets. */
function updatePathRows({ updatePaths, completion, interface: version }: Environment): Setting[] {
  const kinds = updatableKinds().filter(({ name }) => version.value === 'v3' || updatePaths[name]);
  return kinds.map((kind) => {
    const { name } = kind;
    const { byId, byUniqueIdentifier } = updatePathsOf(kind, updatePaths);
    const imported = completion.updatePaths?.[name] ? ' and its contract' : '';
    const from = updatePaths[name] ? `v3.updatePaths.${name}${imported}` : 'default';
    return [`updatePaths.${name}`, `${byId}, ${byUniqueIdentifier}`, from];
  });
}

/** A time as the configuration writes it: `4s`, `500ms`, `0`. */
function timeText(ms: number): string {
  if (ms === 0) return '0';
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}

/** The value of a setting, as the table shows it. */
export function valueText(key: string, value: string | number | null): string {
  if (value === null) return { baseUrl: 'embedded', contract: 'none' }[key] ?? 'not set';
  if (key !== 'rate') return String(value);
  return value === 0 ? 'no limit' : `${value} requests/s`;
}

/** The source of a value, without the path of the configuration file: that path is printed below the table. */
export const sourceIn = ({ file }: LoadedConfig, from: string): string =>
  file !== null && from.startsWith(file)
    ? from.slice(file.length).replace(/^ \((.*)\)$/, '$1') || 'configuration'
    : from;

/** The source of the token, never the token. */
function tokenText(source: TokenSource): string {
  switch (source.type) {
    case 'env':
      return `tokenEnv ${source.name}`;
    case 'file':
      return `tokenFile ${source.path}`;
    case 'command':
      return `tokenCommand ${source.command[0]}`;
    case 'embedded':
      return 'generated by the embedded mock';
  }
}
