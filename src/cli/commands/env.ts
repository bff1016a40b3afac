import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { command as advised, operands } from '../../advice.ts';
import { contractFile } from '../../config/contract-file.ts';
import { absenceMsIn, type Environment } from '../../config/environment.ts';
import { type LoadedConfig, loadConfig } from '../../config/load.ts';
import { environmentNames, type Overrides, resolveEnvironment } from '../../config/resolve-environment.ts';
import type { TokenSource } from '../../config/token-source.ts';
import { write } from '../../context.ts';
import { kindsOf, updatableKinds } from '../../contract/registry.ts';
import { updatePathsOf } from '../../contract/v3/update-paths.ts';
import { TraceError, usage } from '../../errors.ts';
import { openTarget } from '../../import/target.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { flags, helpTail } from '../flags/help.ts';
import { settingFlags, TRUST_FLAG } from '../flags/input-flags.ts';
import { shared } from '../flags/shared.ts';
import { table } from '../view/table.ts';
import { type AdoptOptions, adopt } from './env-adopt.ts';
import { type TrustOptions, trustConfig } from './env-trust.ts';

interface EnvOptions extends Omit<Overrides, 'env'> {
  readonly config?: string;
  readonly json?: boolean;
}

const NAME = 'environment (default: TRACE_ENV, or mock)';

const PLACE = [shared('config'), shared('stateDir')] as const;

export function define(command: Command, session: Session): void {
  const { context } = session;

  const list = command.command('list').description('list the environments');
  flags(list, [...PLACE, shared('json')]);
  helpTail(list, ['trace env list']);
  list.action(async (options: EnvOptions) => {
    const loaded = await loadConfig(context.cwd, options.config, context.signal);
    const rows = environmentNames(loaded).map((name) => ({
      name,
      baseUrl: loaded.config.environments?.[name]?.baseUrl ?? (name === 'mock' ? 'embedded' : null),
    }));
    if (options.json) return write(context.stdout, `${jsonText(rows)}\n`);
    const lines = table(
      [{ header: 'environment' }, { header: 'base address' }],
      rows.map(({ name, baseUrl }) => [name, baseUrl ?? `not set: environments.${name}.baseUrl`]),
    );
    await write(context.stdout, `${lines.map((line) => forTerminal(line, 500)).join('\n')}\n`);
  });

  const show = command
    .command('show')
    .description('show every setting of an environment and where it comes from')
    .argument('[name]', NAME);
  settingFlags(show, ['interface', 'family', 'rate', 'concurrency', 'settle', 'timeout']);
  flags(show, [...PLACE, shared('json')]);
  helpTail(show, ['trace env show sandbox']);
  show.action(async (name: string | undefined, options: EnvOptions) => {
    const loaded = await loadConfig(context.cwd, options.config, context.signal);
    const environment = await environmentIn(loaded, name, options);
    const rows = settingsOf(environment, loaded);
    if (options.json)
      return write(
        context.stdout,
        `${jsonText(Object.fromEntries(rows.map(([key, value, from]) => [key, { value, from }])))}\n`,
      );
    const lines = table(
      [{ header: 'setting' }, { header: 'value' }, { header: 'from' }],
      rows.map(([key, value, from]) => [key, shown(key, value), placeIn(loaded, from)]),
    );
    if (loaded.file !== null) lines.push('', `configuration: ${loaded.file}`);
    await write(context.stdout, `${lines.map((line) => forTerminal(line, 500)).join('\n')}\n`);
  });

  const check = command
    .command('check')
    .description('test the address and the token with one read request')
    .argument('[name]', NAME);
  settingFlags(check, ['timeout']);
  flags(check, [...PLACE, TRUST_FLAG]);
  helpTail(check, ['trace env check sandbox']);
  check.action(async (name: string | undefined, options: EnvOptions) => {
    const environment = await resolved(name, options);
    const target = await openTarget(environment, context.env, 'read');
    try {
      for (const line of target.warning?.split('\n') ?? [])
        await write(context.stderr, `${forTerminal(line, 1000)}\n`);
      const response = await target.service.probe(context.signal);
      const text = probeText(environment, target.service.origin, response);
      await write(context.stdout, `${forTerminal(text, 1000)}\n`);
    } finally {
      await target.close();
    }
  });

  const trust = command
    .command('trust')
    .description('approve the addresses and token sources of the configuration, after every change of them')
    .argument(
      '[name]',
      'environment to approve, and to whose address its token may be sent (default: all environments)',
    );
  flags(trust, [
    ...PLACE,
    ['--yes', 'approve without asking', { variable: false }],
    ['--no-input', 'never ask for input'],
  ]);
  helpTail(trust, ['trace env trust', 'trace env trust sandbox --yes']);
  trust.action((name: string | undefined, options: TrustOptions) => trustConfig(name, options, context));
  const adoption = command
    .command('adopt')
    .description('assign rows that were sent before the account was configured')
    .argument('<name>', 'environment that the rows belong to');
  flags(adoption, [
    ...PLACE,
    ['--account <name>', 'account that the rows belong to (default: that of the environment)'],
    ['--yes', 'adopt without asking', { variable: false }],
    ['--no-input', 'never ask for input'],
  ]);
  helpTail(adoption, ['trace env adopt sandbox', 'trace env adopt brand-b --account brand-a']);
  adoption.action((name: string, options: AdoptOptions) => adopt(name, options, context));
  helpTail(command, [
    'trace env list',
    'trace env show sandbox',
    'trace env trust',
    'trace env check sandbox',
  ]);

  async function resolved(name: string | undefined, options: EnvOptions): Promise<Environment> {
    return environmentIn(await loadConfig(context.cwd, options.config, context.signal), name, options);
  }

  function environmentIn(
    loaded: LoadedConfig,
    name: string | undefined,
    options: EnvOptions,
  ): Promise<Environment> {
    const env = name ?? (context.env.TRACE_ENV || undefined);
    return resolveEnvironment(loaded, { ...options, env }, context.cwd);
  }
}

/** A sentence for a successful response. Throws TraceError for any other response. */
function probeText(
  { name, place }: Environment,
  origin: string,
  response: Awaited<ReturnType<Awaited<ReturnType<typeof openTarget>>['service']['probe']>>,
): string {
  const show = advised('env', 'show', ...operands([name], place));
  switch (response.type) {
    case 'reachable':
      return `${name} is reachable at ${origin} and accepts the token.`;
    case 'token':
      throw new TraceError(
        'token',
        'token-refused',
        `${origin} rejects the token (HTTP ${response.status}): ${response.messages.join('; ')}.`,
        `Each environment has its own token. Check where it comes from with ${show}.`,
      );
    case 'misdirected':
      throw usage(
        'wrong-address',
        `${origin} does not respond like the service (HTTP ${response.status}): ${response.error}.`,
        `Check baseUrl with ${show}.`,
      );
    case 'refused':
    case 'exists':
      throw usage(
        'wrong-address',
        `${origin} refuses a read request (HTTP ${response.status}): ${response.messages.join('; ')}.`,
        `Check baseUrl with ${show}.`,
      );
    case 'unsent':
    case 'unknown':
      throw new TraceError(
        'unreachable',
        'unreachable',
        `${origin} cannot be reached: ${response.error}.`,
        'Check the address and the network, then run again.',
      );
    default:
      throw new TraceError(
        'unreachable',
        'unreachable',
        `${origin} is temporarily unavailable (HTTP ${'status' in response ? response.status : ''}).`,
        'Run again later.',
      );
  }
}

/** Where a value comes from, without the path of the configuration file, which is printed below the table. */
const placeIn = ({ file }: LoadedConfig, from: string): string =>
  file !== null && from.startsWith(file)
    ? from.slice(file.length).replace(/^ \((.*)\)$/, '$1') || 'configuration'
    : from;

type Setting = [name: string, value: string | number | null, from: string];

function settingsOf(environment: Environment, loaded: LoadedConfig): Setting[] {
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
    ['token', sourceText(token.value), token.from],
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

/** The setting `absence` for each kind: `60s; brand-product 25m`. */
function absenceText(environment: Environment): string {
  const kinds = kindsOf(environment.interface.value);
  const times = kinds.map((kind) => absenceMsIn(environment, kind));
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
    ? ['contract', file, 'trace taxonomy, beside the configuration']
    : ['contract', null, 'default'];
}

/** The paths for updates of v3 records; for another interface only those that the configuration sets. */
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

function shown(key: string, value: string | number | null): string {
  if (value === null) return { baseUrl: 'embedded', contract: 'none' }[key] ?? 'not set';
  if (key !== 'rate') return String(value);
  return value === 0 ? 'no limit' : `${value} requests/s`;
}

/** The source of the token, never the token. */
function sourceText(source: TokenSource): string {
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
