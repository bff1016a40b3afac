import { keyText } from '../../contract/kind.ts';
import { blockedBy } from '../../ledger/planning.ts';
import type { Errand } from './errand.ts';
import type { Outcome } from './outcome.ts';

/** `supplier FRN-0003 is rejected`, from the ledger's JSON. */
export function blockText(cause: string): string {
  const { kind, key, outcome } = JSON.parse(cause) as { kind: string; key: string; outcome: string };
  return `${kind} ${keyText(key)} is ${outcome}`;
}

/**
 * A record that was in doubt was not blocked with the others of its kind: before it is sent again, what it names must be
 * in. Gives its outcome when that is not so, else null.
 */
export async function blockAgain(errand: Errand): Promise<Outcome | null> {
  const { context, row } = errand;
  const { ledger, run, target, interface: name } = context.job;
  const cause = blockedBy(ledger, run, row.id, target, name);
  if (cause === null) return null;
  const text = blockText(cause);
  if (errand.inDoubt) return errand.stayInDoubt(`not sent again: ${text}`, 'resolve');
  await context.sending.blocked(row.id, cause);
  return errand.tell({ outcome: 'blocked', messages: [text] });
}
