import type { Ledger } from './ledger.ts';
import type { Note } from './messages.ts';
import { Sending, sendingRecords } from './sending.ts';

/**
 * Ends the records of a run that broke while it was sending: with the outcome that could not be stored, else in doubt if a request
 * may have been sent, else as not attempted. Call it inside a transaction.
 */
export function endAsKnown(ledger: Ledger, run: number, at: string): void {
  for (const write of ledger.unwritten.values()) write();
  const sending = new Sending(ledger, run);
  for (const { id, attempts } of sendingRecords(ledger, run))
    sending.endDoubtful(id, attempts, at, { code: 'outcome-unstored' });
  sending.notAttempted();
}

/** Adds a message to each record whose outcome could not be stored. */
export function noteUnwritten(ledger: Ledger): void {
  const note = ledger.db.prepare(
    "update records set messages = json_insert(coalesce(messages, '[]'), '$[#]', json(?)) where id = ?",
  );
  const why = JSON.stringify({ code: 'ledger-unwritable' } satisfies Note);
  for (const id of ledger.unwritten.keys()) note.run(why, id);
}
