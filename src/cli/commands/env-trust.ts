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
import { readToken, withoutSecrets } from '../../config/token.ts';
import { sourceName } from '../../config/token-source.ts';
import { bindToken } from '../../config/trust.ts';
import { type Context, write } from '../../context.ts';
import { TraceError, usage } from '../../errors.ts';
import { say } from '../../say.ts';
import { checkTarget } from '../../service/target.ts';
import type { OptionsOf } from '../flags/help.ts';
import { CONFIG_FLAGS } from '../flags/input-flags.ts';
import { isConfirmed } from '../run/confirm.ts';
import { lineFor } from '../view/wrap.ts';

export const TRUST_FLAGS = [
  ...CONFIG_FLAGS,
  ['--yes', 'trustYes', { variable: false }],
  ['--no-input', 'noInput'],
] as const;
export type TrustOptions = OptionsOf<typeof TRUST_FLAGS>;

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
  const print = (text: string) => write(context.stdout, lineFor(context.stdout, text));
  // Throws if the name is unknown.
  const environment =
    name === undefined ? null : await resolveEnvironment(loaded, { ...options, env: name }, context.cwd);
  if (environment?.baseUrl.value === null && !environment.origin.movesState)
    return print(say().environments.trustMock({ name: environment.name }));
  const found = await approvalStatesOf(name, loaded, context);
  if (found.length === 0) return print(say().environments.trustNothing());
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
    await print(say().environments.approved({ file: loaded.file!, names, kept }));
  } else if (environment === null) await print(say().environments.approvedBefore({ file: `${loaded.file}` }));
  if (environment === null || environment.baseUrl.value === null) return;
  const { origin, hostname } = new URL(environment.baseUrl.value);
  if (isLoopback(hostname)) return;
  const token = await tokenOf(environment, open.length > 0, context);
  if (token === null) return print(say().environments.bindsLater());
  checkTarget({ baseUrl: environment.baseUrl.value, token, tlsChecked: true });
  const source = sourceName(environment.token.value, null);
  const file = await bindToken({ environment: environment.name, token, source, origin }, context.env);
  await print(say().environments.bound({ name: environment.name, origin, file }));
}

/**
 * The token of an environment. Null if the token is unavailable but not needed, because the command has already
 * approved something else.
 */
async function tokenOf(
  { token }: Environment,
  isDone: boolean,
  { env, signal }: Context,
): Promise<string | null> {
  try {
    return await readToken(token.value, env, signal);
  } catch (error) {
    if (isDone && error instanceof TraceError && error.exit === 'token') return null;
    throw error;
  }
}

async function approvalStatesOf(
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
 * @throws TraceError the error that a command would throw when it uses the environment
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
        say().environments.trustUnusable({ name: place.name, file: `${loaded.file}`, why: error.message }),
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
  await write(context.stderr, lineFor(context.stderr, say().environments.trustTitle({ file: `${file}` })));
  for (const standing of found) {
    const { place, state } = standing;
    // On a terminal as it is; in a log without what may be a token.
    const shown = (words: readonly string[]) =>
      JSON.stringify(context.canAnswer ? words : withoutSecrets(words));
    const commands = [place.source, ...place.otherSources].flatMap((source) =>
      source?.type === 'command' ? [shown(source.command)] : [],
    );
    const { runs, isApproved } = say().environments;
    const own = approvalText(standing);
    const text = commands.length === 0 ? own : runs({ place: own, words: commands.join(', ') });
    const line = state === 'approved' ? isApproved({ place: text }) : text;
    await write(context.stderr, lineFor(context.stderr, `  ${line}`, 2000));
  }
  const { trust, trustUndone, trustUnasked, trustUnaskedHow } = say().environments;
  const again = trustCommand(name, [...(named === undefined ? [] : ['--config', named]), '--yes']);
  const unasked = () =>
    usage('trust-unconfirmed', trustUnasked(), trustUnaskedHow({ file: `${file}`, command: again }));
  if (await isConfirmed(trust(), options, context, { unasked, undone: trustUndone() })) return;
  throw usage('trust-unconfirmed', say().environments.notTrusted());
}
