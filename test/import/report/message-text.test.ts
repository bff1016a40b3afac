import { expect, it } from 'vitest';
import { messageTexts } from '../../../src/import/report/report-parts.ts';
import type { Note } from '../../../src/ledger/rows.ts';

const NOTES: readonly (readonly [Note, string])[] = [
  [
    { code: 'existing-earlier', on: '2026-11-02' },
    'the service reported on 2026-11-02 that it has this key; not sent again',
  ],
  [{ code: 'sent-uncertain', on: '2026-11-02' }, 'sent on 2026-11-02 without a certain response'],
  [
    { code: 'held', run: '20261102-1', place: ['--state-dir', 'my state'] },
    'in doubt; not sent again, to avoid duplicates. Settle it with: trace resolve 20261102-1 --state-dir "my state"',
  ],
  [
    { code: 'other-batch', sent: 'MONDAY', row: 'TUESDAY' },
    'sent with the importation batch MONDAY, which the service keeps; the row has TUESDAY',
  ],
  [{ code: 'killed-while-sending' }, 'the run was killed while this record was being sent'],
  [{ code: 'outcome-unstored' }, 'it was sent, but the ledger could not store the outcome'],
  [
    { code: 'ledger-unwritable' },
    'the ledger could not store this outcome: the next run finds the record in doubt',
  ],
  [{ code: 'settled', run: 'R', found: 'this-content' }, 'run R settled this record: the service has it'],
  [
    { code: 'settled', run: 'R', found: 'other-content' },
    'run R settled this record: the service has this key with different content',
  ],
  [{ code: 'settled', run: 'R', found: 'key' }, 'run R settled this record: the service has this key'],
  [{ code: 'settled', run: null, found: 'nothing' }, 'a later run found that the service does not have it'],
  [{ code: 'settled-since', run: 'R' }, 'settled by run R'],
  [{ code: 'sent-since', run: 'R' }, 'run R has sent this record since, so this row is not sent'],
  [{ code: 'content-unknown' }, 'the service has this key with unknown content; not sent'],
  [{ code: 'older-copy' }, 'the ledger is an older copy: this record may have been sent after it was made'],
  [
    { code: 'not-looked-up' },
    'the input was not read to its end, so trace did not check whether this record was sent before',
  ],
  [
    { code: 'confirmed-sent', by: 'ada', on: '2026-11-02' },
    'ada marked it as created on 2026-11-02 (trace resolve --sent)',
  ],
  [
    { code: 'confirmed-kept', by: 'ada', on: '2026-11-02' },
    'ada accepted this content on 2026-11-02 (trace resolve --keep)',
  ],
];

it.each(NOTES)('%j is a sentence', (note, sentence) => {
  expect(messageTexts(JSON.stringify([note]))).toEqual([sentence]);
});

it('keeps text as it is, among it the sentences that older versions stored', () => {
  const stored = ['HTTP 500', 'sent on 2026-11-02 without a certain answer'];
  expect(messageTexts(JSON.stringify(stored))).toEqual(stored);
  expect(messageTexts(JSON.stringify(['HTTP 500', { code: 'older-copy' }]))).toEqual([
    'HTTP 500',
    'the ledger is an older copy: this record may have been sent after it was made',
  ]);
  expect(messageTexts(null)).toEqual([]);
});

it('shows the code of a note that it does not know', () => {
  expect(messageTexts('[{"code":"of-a-newer-version"}]')).toEqual(['of-a-newer-version']);
});
