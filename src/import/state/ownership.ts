import { command, operands } from '../../advice.ts';
import { addressOf } from '../../config/address.ts';
import type { Environment } from '../../config/environment.ts';
import { TraceError, usage } from '../../errors.ts';
import { type KnownTargets, namedTarget } from '../../ledger/targets.ts';
import { say } from '../../say.ts';
import { currentTarget, EMBEDDED, targetAt, targetOf } from './target.ts';

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
  'name' | 'baseUrl' | 'account' | 'mock' | 'tokenSource' | 'configured' | 'origin' | 'place'
>;

/**
 * Decides which records in the ledger belong to an environment. Each account at an address has its own records.
 * Environments without an account share the records of an address if they have the same token source. If their
 * token sources differ, they are refused, because it is unknown whether they use the same account.
 */
export function ownershipOf(
  environment: EnvironmentIdentity,
  stored: KnownTargets,
  adoption: Adoption | null = null,
): Ownership {
  const { name, tokenSource } = environment;
  const target = targetOf(environment);
  const address = addressOfEnvironment(environment);
  const renamed = stored.targets.filter(
    (one) => currentTarget(one) !== one && isAt(address, currentTarget(one)),
  );
  const known = withCurrentTargets(stored);
  const isNew = !known.uses.some(
    (use) => use.target === target && use.environment === name && use.tokenSource === tokenSource,
  );
  if (environment.mock.value !== null) return { target, moves: [], isNew, refusal: null };
  try {
    const moves = [
      ...movesFromOldTargets(environment, known, adoption),
      ...movesFromNoAccount(environment, known, adoption),
    ];
    const destination = (from: string) => moves.find((move) => move.from === from)?.to ?? from;
    moves.push(...renamed.map((from) => ({ from, to: destination(currentTarget(from)) })));
    return { target, moves: moves.filter(({ from, to }) => from !== to), isNew, refusal: null };
  } catch (error) {
    if (error instanceof TraceError) return { target, moves: [], isNew, refusal: error };
    throw error;
  }
}

const isAt = (address: string, target: string): boolean =>
  target === address || target.startsWith(`${address} account=`);

function withCurrentTargets({ targets, sent, uses }: KnownTargets): KnownTargets {
  return {
    targets: [...new Set(targets.map(currentTarget))],
    sent: new Set([...sent].map(currentTarget)),
    uses: uses.map((use) => ({ ...use, target: currentTarget(use.target) })),
  };
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
  // The records belong to the environments that now use a token source with which this address was used before.
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

type OtherEnv = { readonly name: string; readonly tokenSource: string };

function twoTokenSources(environment: EnvironmentIdentity, address: string, other: OtherEnv): TraceError {
  const { name, tokenSource, origin } = environment;
  const { otherToken, otherTokenHint, sameAddress, sameAddressHint } = say().ledger;
  const texts = { name, address, before: other.tokenSource, now: tokenSource, file: `${origin.file}` };
  if (other.name === name)
    return refusal(otherToken(texts), otherTokenHint({ ...texts, command: adoptCommand(environment) }));
  return refusal(sameAddress({ ...texts, other: other.name }), sameAddressHint(texts));
}

function unclearOwner(
  environment: EnvironmentIdentity,
  address: string,
  other: string | undefined,
): TraceError {
  const { account, configured, origin } = environment;
  const { noAccountYet, noAccountYetAs, belongNot, belongOther } = say().ledger;
  const belong = { account: `${account.value}`, command: adoptCommand(environment) };
  const here = configured.find((one) => one.name === other && one.address === address);
  const hint =
    here && here.name !== environment.name && here.account === null
      ? belongNot({ ...belong, other: here.name, file: `${origin.file}` })
      : belongOther({ ...belong, adopt: adoptCommand(environment, '--account', 'OTHER') });
  return refusal(other === undefined ? noAccountYet({ address }) : noAccountYetAs({ other, address }), hint);
}

function accountMissing({ name, origin }: EnvironmentIdentity, address: string, other: string): TraceError {
  const used = other.slice(other.indexOf(' account=') + ' account='.length);
  return usage(
    'account-missing',
    say().ledger.accountMissing({ address, account: used, name }),
    say().ledger.accountMissingHint({ name, file: `${origin.file}` }),
  );
}

const refusal = (message: string, hint: string): TraceError => usage('account-unclear', message, hint);

function adoptCommand({ name, place }: EnvironmentIdentity, ...flags: readonly string[]): string {
  return command('env', 'adopt', ...operands([name], [...place, ...flags]));
}
