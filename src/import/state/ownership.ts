import { command, operands } from '../../advice.ts';
import { addressOf } from '../../config/address.ts';
import type { Environment } from '../../config/environment.ts';
import { TraceError } from '../../errors.ts';
import { type KnownTargets, namedTarget } from '../../ledger/targets.ts';
import { EMBEDDED, targetAt, targetOf } from './target.ts';

/** Records to move from one target to another. */
export interface TargetMove {
  readonly from: string;
  readonly to: string;
}

/** The records to move before an environment is used, or why it cannot be used. */
export interface Ownership {
  readonly target: string;
  readonly moves: readonly TargetMove[];
  /** Whether the ledger has not stored yet that the environment uses the target. */
  readonly isNew: boolean;
  /** The error if the environment cannot be used; null if it can. */
  readonly refusal: TraceError | null;
}

/** The account that `trace env adopt` gives to records that were sent without an account. */
export interface Adoption {
  readonly account: string | null;
}

type EnvironmentIdentity = Pick<
  Environment,
  'name' | 'baseUrl' | 'account' | 'tokenSource' | 'configured' | 'origin' | 'place'
>;

/**
 * Decides which records in the ledger belong to an environment. Each account at an address has its own records.
 * Environments without an account share the records of an address if they have the same token source. If their
 * token sources differ, they are refused, because it is unknown whether they use the same account.
 */
export function ownershipOf(
  environment: EnvironmentIdentity,
  known: KnownTargets,
  adoption: Adoption | null = null,
): Ownership {
  const { name, tokenSource } = environment;
  const target = targetOf(environment);
  const isNew = !known.uses.some(
    (use) => use.target === target && use.environment === name && use.tokenSource === tokenSource,
  );
  try {
    const moves = [
      ...movesFromOldTargets(environment, known, adoption),
      ...movesFromNoAccount(environment, known, adoption),
    ];
    return { target, moves: moves.filter(({ from, to }) => from !== to), isNew, refusal: null };
  } catch (error) {
    if (error instanceof TraceError) return { target, moves: [], isNew, refusal: error };
    throw error;
  }
}

/**
 * Yields the moves from targets of older versions, which contain the name of the environment. Throws the refusal.
 */
function* movesFromOldTargets(
  environment: EnvironmentIdentity,
  known: KnownTargets,
  adoption: Adoption | null,
): Generator<TargetMove> {
  const { name, tokenSource, account, configured } = environment;
  const address = addressOfEnvironment(environment);
  const target = targetOf(environment);
  for (const old of known.targets.map(namedTarget)) {
    if (old === null || addressOf(old.address) !== address) continue;
    const from = old.target;
    const place = configured.find((one) => one.name === old.environment && one.address === address);
    if (old.environment === name) yield { from, to: target };
    else if (place === undefined) {
      // The environment was renamed, or removed from the configuration.
      if (adoption !== null) yield { from, to: targetAt(address, adoption.account) };
      else if (account.value === null) yield { from, to: target };
      else throw unclearOwner(environment, address, old.environment);
    } else if (place.account === account.value) {
      if (account.value === null && place.tokenSource !== tokenSource && adoption === null)
        throw twoTokenSources(environment, address, place);
      yield { from, to: target };
    }
  }
}

/** Yields the moves of records that were sent before the account was configured. Throws the refusal. */
function* movesFromNoAccount(
  environment: EnvironmentIdentity,
  known: KnownTargets,
  adoption: Adoption | null,
): Generator<TargetMove> {
  const { tokenSource, account, configured } = environment;
  const address = addressOfEnvironment(environment);
  const from = targetAt(address, null);
  const uses = known.uses.filter((use) => use.target === from);
  if (adoption !== null) {
    if (known.targets.includes(from)) yield { from, to: targetAt(address, adoption.account) };
    return;
  }
  if (account.value === null) {
    const other = [...known.sent].find((one) => one.startsWith(`${from} `));
    if (other !== undefined) throw accountMissing(environment, address, other);
    const [first] = uses;
    if (first && known.sent.has(from) && !uses.some((use) => use.tokenSource === tokenSource))
      throw twoTokenSources(environment, address, {
        name: first.environment,
        tokenSource: first.tokenSource,
      });
    return;
  }
  if (!known.targets.includes(from)) return;
  // The records belong to the environments that now have this token source.
  const sources = new Set(uses.map((use) => use.tokenSource));
  const owners = configured.filter((one) => one.address === address && sources.has(one.tokenSource));
  const accounts = [...new Set(owners.map((one) => one.account))];
  const [owner] = accounts;
  if (accounts.length === 1 && owner) yield { from, to: targetAt(address, owner) };
  else if (known.sent.has(from))
    throw unclearOwner(
      environment,
      address,
      owners.find((one) => one.account === null)?.name ?? uses[0]?.environment,
    );
}

const addressOfEnvironment = ({ baseUrl }: EnvironmentIdentity): string =>
  baseUrl.value === null ? EMBEDDED : addressOf(baseUrl.value);

type Other = { readonly name: string; readonly tokenSource: string };

function twoTokenSources(environment: EnvironmentIdentity, address: string, other: Other): TraceError {
  const { name, tokenSource, origin } = environment;
  const question =
    'trace cannot tell whether this is the same account, and could mix up their rows. Nothing was sent.';
  if (other.name === name)
    return refusal(
      `${name} sent to ${address} before with the token from the ${other.tokenSource}, and now uses the token from the ${tokenSource}: ${question}`,
      `If it is the same account: ${adoptCommand(environment)}`,
      `if it is another account, add "account: NAME" to ${name} in ${origin.file}.`,
    );
  return refusal(
    `${name} and ${other.name} have the same address, ${address}, and different token sources, the ${tokenSource} and the ${other.tokenSource}: ${question}`,
    `Add "account: NAME" to both in ${origin.file}: the same name to share what was sent, different names to keep it apart.`,
  );
}

function unclearOwner(
  environment: EnvironmentIdentity,
  address: string,
  other: string | undefined,
): TraceError {
  const { account, configured, origin } = environment;
  const who = other === undefined ? 'Rows were' : `As ${other}, rows were`;
  const here = configured.find((one) => one.name === other && one.address === address);
  const rest =
    here && here.name !== environment.name && here.account === null
      ? `if not, add "account: NAME" to ${other} in ${origin.file}.`
      : `if they belong to another account: ${adoptCommand(environment, '--account', 'OTHER')}`;
  return refusal(
    `${who} sent to ${address} before an account was configured, and trace cannot tell to which account they belong. Nothing was sent.`,
    `If they belong to ${account.value}: ${adoptCommand(environment)}`,
    rest,
  );
}

function accountMissing({ name, origin }: EnvironmentIdentity, address: string, other: string): TraceError {
  const used = other.slice(other.indexOf(' account=') + ' account='.length);
  return new TraceError(
    'usage',
    'account-missing',
    `The records sent to ${address} are stored by account (${used}), but ${name} has no account. Nothing was sent.`,
    `Add "account: NAME" to ${name} in ${origin.file}, with that name if it is the same account.`,
  );
}

const refusal = (message: string, ...hints: readonly string[]): TraceError =>
  new TraceError('usage', 'account-unclear', message, hints.join('; '));

function adoptCommand({ name, place }: EnvironmentIdentity, ...flags: readonly string[]): string {
  return command('env', 'adopt', ...operands([name], [...place, ...flags]));
}
