/**
 * A message of the ledger itself about a record, as a code with values. `import/message-text.ts` has the sentences.
 * Ledgers contain these codes: add codes, never change one.
 */
export type Note =
  /** On this date the service said that it has the key. */
  | { readonly code: 'existing-earlier'; readonly on: string }
  | { readonly code: 'sent-uncertain'; readonly on: string }
  /** `trace resolve` settles the record, with the flags `place`. */
  | { readonly code: 'held'; readonly run: string; readonly place: readonly string[] }
  /** The service keeps the importation batch of an earlier request; the row has another batch. */
  | { readonly code: 'other-batch'; readonly sent: string; readonly row: string }
  | { readonly code: 'killed-while-sending' }
  /** The request was sent, and its outcome could not be stored. */
  | { readonly code: 'outcome-unstored' }
  /** The outcome in the report is not in the ledger. */
  | { readonly code: 'ledger-unwritable' }
  /** Another run (null: unknown) found out what the service has under the key. */
  | {
      readonly code: 'settled';
      readonly run: string | null;
      readonly found: 'this-content' | 'other-content' | 'key' | 'nothing';
    }
  /** Another run has sent the record, or the user has decided about it. */
  | { readonly code: 'settled-since'; readonly run: string }
  | { readonly code: 'sent-since'; readonly run: string }
  | { readonly code: 'content-unknown' }
  | { readonly code: 'older-copy' }
  /** The input was not read to its end, so the record was not looked up in the ledger. */
  | { readonly code: 'not-looked-up' }
  | { readonly code: 'confirmed-sent'; readonly by: string; readonly on: string }
  | { readonly code: 'confirmed-kept'; readonly by: string; readonly on: string };

/** A note, or text. Text is from the service, or a sentence that an older version stored instead of a note. */
export type Message = string | Note;

/** A list of messages as it is stored; null if it is empty. */
export const storedMessages = (messages: readonly Message[]): string | null =>
  messages.length > 0 ? JSON.stringify(messages) : null;

/** The note about a record that was being sent when its process ended, as an SQL text. */
export const KILLED_WHILE_SENDING = `'${JSON.stringify([{ code: 'killed-while-sending' } satisfies Note])}'`;
