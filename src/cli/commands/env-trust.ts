import { isLoopback } from '../../config/address.ts';
import {
  type ApprovalState,
  approvalStates,
  approvalText,
  approve,
  trustCommand,
} from '../../config/approval.ts';
import { approvablePlaces } from '../../config/configured-places.ts';
import type { Environment } from '../../config/environment.ts';
import { type LoadedConfig, loadConfig } from '../../config/load.ts';
import { resolveEnvironment } from '../../config/resolve-environment.ts';
import { readToken } from '../../config/token.ts';
import { sourceName } from '../../config/token-source.ts';
import { allow } from '../../config/trust.ts';
import { type Context, write } from '../../context.ts';
import { TraceError, usage } from '../../errors.ts';
import { checkTarget } from '../../service/target.ts';
import { forTerminal } from '../../terminal-text.ts';
import { ask } from '../run/confirm.ts';

export interface TrustOptions {
  readonly config?: string;
  readonly stateDir?: string;
  readonly yes?: boolean;
  readonly input?: boolean;
}

/**
 * Approves the addresses and token sources of one environment, or of all environments. The token of a named environment
 * may then be sent to its address, even if it was bound to another address before.
 */
export async function trustConfig(
  name: string | undefined,
  options: TrustOptions,
  context: Context,
): Promise<void> {
  const loaded = await loadConfig(context.cwd, options.config);
  const print = (text: string) => write(context.stdout, `${forTerminal(text, 1000)}\n`);
  // Throws if the name is unknown.
  const environment =
    name === undefined ? null : await resolveEnvironment(loaded, { ...options, env: name }, context.cwd);
  if (environment?.baseUrl.value === null && !environment.origin.movesState)
    return print(`${environment.name} is the embedded mock: there is nothing to approve.`);
  const found = await standingsOf(name, loaded, context);
  if (found.length === 0)
    return print('There is nothing to approve: no environment of the configuration has an address.');
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
    await print(`Approved in ${loaded.file}: ${names} (stored in ${kept}).`);
  } else if (environment === null) await print(`${loaded.file} is already approved.`);
  if (environment === null || environment.baseUrl.value === null) return;
  const { origin, hostname } = new URL(environment.baseUrl.value);
  if (isLoopback(hostname)) return;
  const token = await tokenOf(environment, open.length > 0, context.env);
  if (token === null)
    return print('The token is not available now: its first use will bind it to the address.');
  checkTarget({ baseUrl: environment.baseUrl.value, token, tlsChecked: true });
  const source = sourceName(environment.token.value, null);
  const file = await allow({ environment: environment.name, token, source, origin }, context.env);
  await print(`The token of ${environment.name} may now be sent to ${origin} (stored in ${file}).`);
}

/**
 * The token of an environment. Null if the token is unavailable but not needed, because the command has already
 * approved something else.
 */
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
 * Rejects an environment that no command could use, so that it is not approved.
 *
 * @throws TraceError the error of a command that uses it
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
        `Nothing was approved: the environment ${place.name} of ${loaded.file} cannot be used. ${error.message}`,
        error.hint,
      );
    }
  }
}

/** Prints what will be approved and asks for confirmation. Throws TraceError `trust-unconfirmed`. */
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
    // Shows the command only on a terminal, not in a log: it may contain a token.
    const words = place.source.type === 'command' && context.canAnswer ? place.source.command : [];
    const runs = words.length === 0 ? '' : ` (it runs: ${JSON.stringify(words)})`;
    const mark = state === 'approved' ? ' (already approved)' : '';
    await write(context.stderr, `  ${forTerminal(`${approvalText(standing)}${runs}${mark}`, 2000)}\n`);
  }
  if (options.yes) return;
  if (!context.canAnswer || options.input === false) {
    const again = trustCommand(name, [...(named === undefined ? [] : ['--config', named]), '--yes']);
    throw usage(
      'trust-unconfirmed',
      'Nothing was approved: there is no terminal to ask on.',
      `Look at ${file} and the lines above, then add --yes to approve: ${again}`,
    );
  }
  const answer = await ask(
    'Allow trace to send these tokens to these addresses? Type yes to approve: ',
    context,
    'nothing was approved',
  );
  if (answer.trim().toLowerCase() === 'yes') return;
  throw usage('trust-unconfirmed', 'Nothing was approved.');
}
