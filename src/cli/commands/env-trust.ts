import {
  type ApprovalState,
  approvalStates,
  approvalText,
  approve,
  trustCommand,
} from '../../config/approval.ts';
import { approvablePlaces } from '../../config/configured-places.ts';
import { type Environment, isLoopback, resolveEnvironment } from '../../config/environment.ts';
import { type LoadedConfig, loadConfig } from '../../config/load.ts';
import { readToken } from '../../config/token.ts';
import { sourceName } from '../../config/token-source.ts';
import { allow } from '../../config/trust.ts';
import { type Context, write } from '../../context.ts';
import { TraceError } from '../../errors.ts';
import { checkTarget } from '../../service/target.ts';
import { forTerminal } from '../../terminal-text.ts';
import { ask } from '../confirm.ts';

export interface TrustOptions {
  readonly config?: string;
  readonly stateDir?: string;
  readonly yes?: boolean;
  readonly input?: boolean;
}

/**
 * Approves the addresses and token sources of a configuration file: of one environment, or of all. The token of a named one
 * may then go to its address, wherever it went before.
 */
export async function trustConfig(
  name: string | undefined,
  options: TrustOptions,
  context: Context,
): Promise<void> {
  const loaded = await loadConfig(context.cwd, options.config);
  const say = (text: string) => write(context.stdout, `${forTerminal(text, 1000)}\n`);
  // Unknown names, and what no environment may be, are errors of every command.
  const environment =
    name === undefined ? null : await resolveEnvironment(loaded, { ...options, env: name }, context.cwd);
  if (environment?.baseUrl.value === null && !environment.origin.movesState)
    return say(`${environment.name} is on this machine and has a token of its own.`);
  const found = await standingsOf(name, loaded, context);
  if (found.length === 0)
    return say('No environment of the configuration has an address: there is nothing to approve.');
  await requireUsable(found, loaded, context);
  const open = found.filter(({ state }) => state !== 'approved');
  if (open.length > 0 || environment !== null) await confirm(found, loaded, name, options, context);
  if (open.length > 0) {
    const kept = await approve(
      loaded.file!,
      open.map(({ place }) => place),
      context.env,
    );
    const names = open.map(({ place }) => place.name).join(', ');
    await say(`Approved in ${loaded.file}: ${names} (kept in ${kept}).`);
  } else if (environment === null) await say(`${loaded.file} is approved already.`);
  if (environment === null || environment.baseUrl.value === null) return;
  const { origin, hostname } = new URL(environment.baseUrl.value);
  if (isLoopback(hostname)) return;
  const token = await tokenOf(environment, open.length > 0, context.env);
  if (token === null) return say('Its token is not here: it is bound to the address by its first use.');
  checkTarget({ baseUrl: environment.baseUrl.value, token, tlsChecked: true });
  const source = sourceName(environment.token.value, null);
  const file = await allow({ environment: environment.name, token, source, origin }, context.env);
  await say(`The token of ${environment.name} may go to ${origin} from now on (kept in ${file}).`);
}

/** The token; null where there is none and the command has done something without it. */
async function tokenOf({ token }: Environment, isDone: boolean, env: Context['env']): Promise<string | null> {
  try {
    return (await readToken(token.value, env)).token;
  } catch (error) {
    if (isDone && error instanceof TraceError && error.exit === 'token') return null;
    throw error;
  }
}

async function standingsOf(
  name: string | undefined,
  loaded: LoadedConfig,
  { env }: Context,
): Promise<readonly ApprovalState[]> {
  if (loaded.file === null) return [];
  const places = approvablePlaces(loaded).filter((place) => (name ?? place.name) === place.name);
  return approvalStates(loaded.file, places, env);
}

/**
 * Refuses to approve what every command would refuse to use, whoever approved it.
 * @throws TraceError what using it would throw.
 */
async function requireUsable(
  found: readonly ApprovalState[],
  loaded: LoadedConfig,
  { cwd }: Context,
): Promise<void> {
  for (const { place } of found) {
    try {
      const { baseUrl } = await resolveEnvironment(loaded, { env: place.name }, cwd);
      if (baseUrl.value !== null) checkTarget({ baseUrl: baseUrl.value, token: 'any', tlsChecked: true });
    } catch (error) {
      if (!(error instanceof TraceError)) throw error;
      throw new TraceError(
        error.exit,
        error.code,
        `The environment ${place.name} of ${loaded.file} cannot be used, so nothing was approved. ${error.message}`,
        error.hint,
      );
    }
  }
}

/** Shows what is to be approved and asks for it. Throws TraceError `trust-unconfirmed`. */
async function confirm(
  found: readonly ApprovalState[],
  { file, named }: LoadedConfig,
  name: string | undefined,
  options: TrustOptions,
  context: Context,
): Promise<void> {
  await write(context.stderr, `${forTerminal(`${file}:`, 1000)}\n`);
  for (const standing of found) {
    const { place, state } = standing;
    // All of it, where a person looks: not in a log, as someone may have written a token among the words.
    const words = place.source.type === 'command' && context.canAnswer ? place.source.command : [];
    const runs = words.length === 0 ? '' : ` (it runs: ${JSON.stringify(words)})`;
    const mark = state === 'approved' ? ' (approved already)' : '';
    await write(context.stderr, `  ${forTerminal(`${approvalText(standing)}${runs}${mark}`, 2000)}\n`);
  }
  if (options.yes) return;
  if (!context.canAnswer || options.input === false) {
    const again = trustCommand(name, [...(named === undefined ? [] : ['--config', named]), '--yes']);
    throw new TraceError(
      'usage',
      'trust-unconfirmed',
      'Nothing was approved: there is no terminal to ask on.',
      `Look at ${file} and the lines above, then say --yes if that is meant: ${again}`,
    );
  }
  const answer = await ask(
    'Let trace send these tokens there? Type yes to approve: ',
    context,
    'nothing was approved',
  );
  if (answer.trim().toLowerCase() === 'yes') return;
  throw new TraceError('usage', 'trust-unconfirmed', 'Nothing was approved.');
}
