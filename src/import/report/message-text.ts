import { command } from '../../advice.ts';
import type { Message, Note } from '../../ledger/rows.ts';

type Sentences = { readonly [Code in Note['code']]: (note: Extract<Note, { code: Code }>) => string };

const FOUND = {
  'this-content': 'settled it: the service has it',
  'other-content': 'settled it: the service has this key, with another content',
  key: 'settled it: the service has this key',
  nothing: 'learned that the service does not have it',
} as const;

const SENTENCES: Sentences = {
  'existing-earlier': ({ on }) => `the service said on ${on} that it has this key; not sent again`,
  'sent-uncertain': ({ on }) => `sent on ${on} without a certain response`,
  held: ({ run, place }) =>
    `held, so that nothing is sent twice; ${command('resolve', run, ...place)} settles it`,
  'other-batch': ({ sent, row }) =>
    `sent with the importation batch ${sent}, which the service keeps; the row says ${row}`,
  'killed-while-sending': () => 'the run was killed while this record was being sent',
  'outcome-unstored': () => 'it was sent, and the ledger could not store the outcome',
  'ledger-unwritable': () => 'the ledger could not store this: for the next run, the record is in doubt',
  settled: ({ run, found }) => `${run === null ? 'a later run' : `run ${run}`} ${FOUND[found]}`,
  'settled-since': ({ run }) => `run ${run} settled it`,
  'sent-since': ({ run }) => `run ${run} has sent this record since: nothing of this row is sent`,
  'content-unknown': () => 'the service has this key, with a content that is not known here; not sent',
  'older-copy': () => 'the ledger is an older copy: this record may have been sent after it was made',
  'not-looked-up': () =>
    'the input was not read to its end: whether this record was sent before was not looked up',
  'confirmed-sent': ({ by, on }) =>
    `${by} said on ${on} that it is in the service (${command('resolve', '--sent')})`,
  'confirmed-kept': ({ by, on }) =>
    `${by} said on ${on} to keep what the service has; this content counts as known (${command('resolve', '--keep')})`,
};

/** The sentences for messages that the ledger stores as codes (JSON). */
export const messageTexts = (stored: string | null): string[] =>
  stored === null ? [] : (JSON.parse(stored) as Message[]).map(textOf);

function textOf(message: Message): string {
  if (typeof message === 'string') return message;
  const sentence = SENTENCES[message.code] as ((note: Note) => string) | undefined;
  // A code of a newer version.
  return sentence === undefined ? message.code : sentence(message);
}
