import type { Environment } from '../config/environment.ts';
import { Ledger } from '../ledger/ledger.ts';
import { takeLock } from '../ledger/lock.ts';
import { knownTargets, moveTarget, namedTarget, noteUse } from '../ledger/targets.ts';
import { type Adoption, type Claim, claimOf } from './claim.ts';
import { knownLedger } from './ledger-state.ts';
import { stateFiles } from './place.ts';

/**
 * Moves the records that belong to an environment to its target. Stores that the environment uses the target, unless it only
 * reads (`use`).
 *
 * @throws TraceError `account-unclear`, `account-missing`; `locked` when a run is sending for another account of it.
 */
export function takeMemory(
  ledger: Ledger,
  environment: Environment,
  { at, use, adoption = null }: { at: string; use: 'send' | 'read'; adoption?: Adoption | null },
): Claim {
  const claim = allowed(claimOf(environment, knownTargets(ledger), adoption));
  const { target, moves, isNew } = claim;
  const { name, tokenSource, account } = environment;
  if (moves.length === 0 && (use === 'read' || !isNew)) return claim;
  const { lock } = stateFiles(environment.stateDir.value);
  // Targets of older versions have no lock: a run of such a version would have moved them.
  const others = new Set(
    moves.flatMap(({ from, to }) => [from, to]).filter((one) => namedTarget(one) === null),
  );
  others.delete(target);
  const locks: { release(): void }[] = [];
  try {
    for (const other of others) locks.push(takeLock(lock(other)));
    ledger.inTransaction(() => {
      // Another process may have moved them first.
      const known = knownTargets(ledger);
      const now = allowed(claimOf(environment, known, adoption));
      for (const { from, to } of now.moves) moveTarget(ledger, from, to);
      if (adoption !== null && adoption.account !== account.value) return;
      const first = !known.sent.has(target) && now.moves.length === 0;
      noteUse(ledger, { target, environment: name, tokenSource }, { at, first });
    });
    return claim;
  } finally {
    for (const held of locks) held.release();
  }
}

/** Opens the ledger of an environment for reading; null when there is none. Close it. */
export function openKnown(
  environment: Environment,
  env: Readonly<Record<string, string | undefined>>,
  at: Date,
): { readonly ledger: Ledger; readonly target: string } | null {
  const path = knownLedger(environment, env);
  if (path === null) return null;
  const reading = Ledger.reading(path);
  try {
    const { target, moves } = allowed(claimOf(environment, knownTargets(reading)));
    if (moves.length === 0) return { ledger: reading, target };
  } catch (error) {
    reading.close();
    throw error;
  }
  reading.close();
  const ledger = Ledger.open(path);
  try {
    const { target } = takeMemory(ledger, environment, { at: at.toISOString(), use: 'read' });
    return { ledger, target };
  } catch (error) {
    ledger.close();
    throw error;
  }
}

function allowed(claim: Claim): Claim {
  if (claim.refusal !== null) throw claim.refusal;
  return claim;
}
