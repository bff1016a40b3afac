import type { Command } from 'commander';
import { command as advised, operands } from '../../advice.ts';
import type { Environment } from '../../config/environment.ts';
import { type LoadedConfig, loadConfig } from '../../config/load.ts';
import { environmentNames, type Overrides, resolveEnvironment } from '../../config/resolve-environment.ts';
import { proxyVariable } from '../../config/route.ts';
import { type Context, write } from '../../context.ts';
import { TraceError, usage } from '../../errors.ts';
import { type Network, networkOf } from '../../import/connection.ts';
import { openServiceOf } from '../../import/open-service.ts';
import { say } from '../../say.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { flags, shared, subcommand } from '../flags/help.ts';
import { CONFIG_FLAGS, PACE_FLAGS, SETTINGS, TRUST_FLAG } from '../flags/input-flags.ts';
import { lineFor, terminalWidth, wrappedTable } from '../view/wrap.ts';
import { ADOPT_FLAGS, type AdoptOptions, adopt } from './env-adopt.ts';
import { networkText, settingsOf, sourceText, valueText } from './env-settings.ts';
import { TRUST_FLAGS, type TrustOptions, trustConfig } from './env-trust.ts';

interface EnvOptions extends Omit<Overrides, 'env'> {
  readonly config?: string;
  readonly json?: boolean;
}

export function define(command: Command, { context }: Session): void {
  defineList(command, context);
  defineShow(command, context);
  defineCheck(command, context);
  defineTrust(command, context);
  defineAdopt(command, context);
}

function defineList(command: Command, context: Context): void {
  const list = subcommand(command, 'env list');
  flags(list, [...CONFIG_FLAGS, shared('json')]);
  list.action(async (options: EnvOptions) => {
    const loaded = await loadConfig(context.cwd, options.config, context.signal);
    const rows = environmentNames(loaded).map((name) => ({
      name,
      baseUrl: loaded.config.environments?.[name]?.baseUrl ?? (name === 'mock' ? 'embedded' : null),
    }));
    if (options.json) return write(context.stdout, `${jsonText(rows)}\n`);
    const lines = wrappedTable(
      [{ header: say().environments.headerName() }, { header: say().environments.headerAddress() }],
      rows.map(({ name, baseUrl }) => [
        name,
        baseUrl === null
          ? say().environments.noAddress({ name })
          : baseUrl === 'embedded'
            ? say().environments.embedded()
            : baseUrl,
      ]),
      terminalWidth(context.stdout),
    );
    await write(context.stdout, `${lines.map((line) => forTerminal(line, 500)).join('\n')}\n`);
  });
}

function defineShow(command: Command, context: Context): void {
  const show = subcommand(command, 'env show', ['[name]', say().helpArguments.environment()]);
  const settings = [SETTINGS.family, ...PACE_FLAGS];
  flags(show, [shared('interface', 'defaultV2'), ...settings, ...CONFIG_FLAGS, shared('json')]);
  show.action(async (name: string | undefined, options: EnvOptions) => {
    const loaded = await loadConfig(context.cwd, options.config, context.signal);
    const environment = await environmentIn(loaded, name, options, context);
    const [network, fault] = shownNetwork(environment, context);
    const rows = settingsOf(environment, loaded, network);
    if (options.json) {
      const settings = Object.fromEntries(rows.map(([key, value, from]) => [key, { value, from }]));
      await write(context.stdout, `${jsonText(settings)}\n`);
      if (fault) throw fault;
      return;
    }
    const lines = wrappedTable(
      [
        { header: say().environments.headerSetting() },
        { header: say().environments.headerValue() },
        { header: say().environments.headerFrom() },
      ],
      rows.map(([key, value, from]) => [key, valueText(key, value), sourceText(loaded, from)]),
      terminalWidth(context.stdout),
    );
    if (loaded.file !== null) lines.push('', say().environments.configurationFile({ file: loaded.file }));
    await write(context.stdout, `${lines.map((line) => forTerminal(line, 500)).join('\n')}\n`);
    if (fault) throw fault;
  });
}

/** The network as far as it can be read, and the fault of the variable that names the proxy. */
function shownNetwork(environment: Environment, { env }: Context): [Network, TraceError?] {
  try {
    return [networkOf(environment, env)];
  } catch (error) {
    const from = proxyVariable(env);
    if (!(error instanceof TraceError) || from === undefined) throw error;
    return [{ ...networkOf(environment, { ...env, no_proxy: '*' }), proxy: error.message, from }, error];
  }
}

function defineCheck(command: Command, context: Context): void {
  const check = subcommand(command, 'env check', ['[name]', say().helpArguments.environment()]);
  flags(check, [SETTINGS.timeout, ...CONFIG_FLAGS, TRUST_FLAG]);
  check.action(async (name: string | undefined, options: EnvOptions) => {
    const loaded = await loadConfig(context.cwd, options.config, context.signal);
    const environment = await environmentIn(loaded, name, options, context);
    await write(context.stdout, lineFor(context.stdout, await tryRead(environment, loaded, context)));
  });
}

/**
 * Tries one read of a service, and prints warnings about its token. Returns the sentences about the response and the route.
 *
 * @throws TraceError if the service cannot be opened, or does not respond as it should
 */
export async function tryRead(
  environment: Environment,
  loaded: LoadedConfig,
  context: Context,
): Promise<string> {
  const target = await openServiceOf(environment, context.env, 'read', context.signal);
  try {
    for (const line of target.warning?.split('\n') ?? [])
      await write(context.stderr, lineFor(context.stderr, line));
    const response = await target.service.probe(context.signal);
    const text = probeText(environment, target.service.origin, response);
    return [text, ...networkText(networkOf(environment, context.env), loaded)].join(' ');
  } finally {
    await target.close();
  }
}

function defineTrust(command: Command, context: Context): void {
  const trust = subcommand(command, 'env trust', ['[name]', say().helpArguments.trusted()]);
  flags(trust, TRUST_FLAGS);
  trust.action((name: string | undefined, options: TrustOptions) => trustConfig(name, options, context));
}

function defineAdopt(command: Command, context: Context): void {
  const adoption = subcommand(command, 'env adopt', ['<name>', say().helpArguments.adopting()]);
  flags(adoption, ADOPT_FLAGS);
  adoption.action((name: string, options: AdoptOptions) => adopt(name, options, context));
}

function environmentIn(
  loaded: LoadedConfig,
  name: string | undefined,
  options: EnvOptions,
  context: Context,
): Promise<Environment> {
  const env = name ?? (context.env.TRACE_ENV || undefined);
  return resolveEnvironment(loaded, { ...options, env }, context.cwd);
}

/**
 * The sentence about a successful response.
 *
 * @throws TraceError for any other response
 */
export function probeText(
  { name, place, baseUrl }: Environment,
  origin: string,
  response: Awaited<ReturnType<Awaited<ReturnType<typeof openServiceOf>>['service']['probe']>>,
): string {
  const texts = say().environments;
  const show = { command: advised('env', 'show', ...operands([name], place)) };
  const version = /\/(v[23])\/*$/.exec(`${baseUrl.value}`)?.[1];
  const how = version === undefined ? texts.checkAddress(show) : texts.removeVersion({ version });
  const status = 'status' in response ? `${response.status}` : '';
  const messages = 'messages' in response ? (response.messages ?? []).join('; ') : '';
  switch (response.type) {
    case 'reachable':
      return texts.reachable({ name, origin });
    case 'token': {
      const refused = texts.tokenRefused({ origin, status, messages });
      throw new TraceError('token', 'token-refused', refused, texts.tokenRefusedHow(show));
    }
    case 'misdirected': {
      const { error } = response;
      throw usage('wrong-address', texts.misdirected({ origin, status, error }), how);
    }
    case 'refused':
    case 'exists':
      throw usage('wrong-address', texts.refused({ origin, status, messages }), how);
    case 'unsent':
    case 'unknown': {
      const { error } = response;
      const hint = (response.type === 'unsent' && response.hint) || texts.unreachableHow();
      const isFinal = response.type === 'unsent' && response.isFinal;
      const [exit, code] = isFinal
        ? (['usage', 'proxy-auth'] as const)
        : (['unreachable', 'unreachable'] as const);
      throw new TraceError(exit, code, texts.unreachable({ origin, error }), hint);
    }
    default: {
      const unavailable = texts.unavailable({ origin, status });
      throw new TraceError('unreachable', 'unreachable', unavailable, texts.unavailableHow());
    }
  }
}
