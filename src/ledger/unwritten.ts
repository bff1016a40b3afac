import type { Ledger } from './ledger.ts';
import type { Note } from './messages.ts';
import { Sending, sendingRecords } from './sending.ts';

/**
 * Ends the records of a run that broke while it was sending, each as far as it is known: by what could not be stored of
 * it, else in doubt where its request may be out, else as not attempted. Inside a transaction of the caller's.
 */
export function endAsKnown(ledger: Ledger, run: number, at: string): void {
  for (const write of ledger.unwritten.values()) write();
  const sending = new Sending(ledger, run);
  for (const { id, attempts } of sendingRecords(ledger, run))
    sending.endDoubtful(id, attempts, at, { code: 'outcome-unstored' });
  sending.notAttempted();
}

/** Adds to the messages of each such record that the ledger does not have its ending. */
export function noteUnwritten(ledger: Ledger): void {
  const note = ledger.db.prepare(
    "update records set messages = json_insert(coalesce(messages, '[]'), '$[#]', json(?)) where id = ?",
  );
  const why = JSON.stringify({ code: 'ledger-unwritable' } satisfies Note);
  for (const id of ledger.unwritten.keys()) note.run(why, id);
}
