import type { Environment } from '../../config/environment.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { takeLock } from '../../ledger/lock.ts';
import { namedTarget } from '../../ledger/targets.ts';
import { ledgerToCompare } from './ledger-faults.ts';
import { type Adoption, type Ownership, ownershipOf } from './ownership.ts';
import { stateFiles } from './state-files.ts';

/**
 * Moves the records that belong to an environment to its target. Unless `use` is `read`, also stores that the
 * environment uses the target.
 * @throws TraceError `account-unclear`, `account-missing`; `locked` if a run is sending for another account of the
 * same address.
 */
export function moveOwnRecords(
  ledger: Ledger,
  environment: Environment,
  { at, use, adoption = null }: { at: string; use: 'send' | 'read'; adoption?: Adoption | null },
): Ownership {
  const ownership = requireAllowed(ownershipOf(environment, ledger.targets.list(), adoption));
  const { target, moves, isNew } = ownership;
  const { name, tokenSource, account } = environment;
  if (moves.length === 0 && (use === 'read' || !isNew)) return ownership;
  const { lock } = stateFiles(environment.stateDir.value);
  // Targets of older versions have no lock.
  const others = new Set(
    moves.flatMap(({ from, to }) => [from, to]).filter((one) => namedTarget(one) === null),
  );
  others.delete(target);
  using locks = new DisposableStack();
  for (const other of others) locks.use(takeLock(lock(other)));
  ledger.inTransaction(() => {
    // Another process may have moved the records in the meantime.
    const known = ledger.targets.list();
    const now = requireAllowed(ownershipOf(environment, known, adoption));
    for (const { from, to } of now.moves) ledger.targets.move(from, to);
    if (adoption !== null && adoption.account !== account.value) return;
    const first = !known.sent.has(target) && now.moves.length === 0;
    ledger.targets.noteUse({ target, environment: name, tokenSource }, { at, first });
  });
  return ownership;
}

/** Opens the ledger of an environment for reading; null if there is none. The caller closes it. */
export function openForReading(
  environment: Environment,
  env: Readonly<Record<string, string | undefined>>,
  at: Date,
): { readonly ledger: Ledger; readonly target: string } | null {
  const path = ledgerToCompare(environment, env);
  if (path === null) return null;
  using opened = new DisposableStack();
  const reading = opened.use(Ledger.reading(path));
  const { target, moves } = requireAllowed(ownershipOf(environment, reading.targets.list()));
  if (moves.length === 0) {
    opened.move();
    return { ledger: reading, target };
  }
  opened.dispose();
  using writing = new DisposableStack();
  const ledger = writing.use(Ledger.open(path));
  const moved = moveOwnRecords(ledger, environment, { at: at.toISOString(), use: 'read' });
  writing.move();
  return { ledger, target: moved.target };
}

function requireAllowed(ownership: Ownership): Ownership {
  if (ownership.refusal !== null) throw ownership.refusal;
  return ownership;
}
