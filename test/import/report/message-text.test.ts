import { expect, it } from 'vitest';
import { messageTexts } from '../../../src/import/report/report-parts.ts';
import type { StoredNote } from '../../../src/ledger/rows.ts';
import { dataOf } from '../../data.ts';

const NOTES = dataOf<[StoredNote, string][]>(import.meta.dirname, 'notes.yaml');

it.each(NOTES)('the stored note %j is shown as: %s', (note, sentence) => {
  expect(messageTexts(JSON.stringify([note]))).toEqual([sentence]);
});

it('stored texts, also the sentences of older versions, are shown unchanged', () => {
  const stored = ['HTTP 500', 'sent on 2026-11-02 without a certain answer'];
  expect(messageTexts(JSON.stringify(stored))).toEqual(stored);
  expect(messageTexts(JSON.stringify(['HTTP 500', { code: 'older-copy' }]))).toEqual([
    'HTTP 500',
    'the ledger is an older copy: this record may have been sent after it was made',
  ]);
  expect(messageTexts(null)).toEqual([]);
});

it('a stored note with an unknown code is shown as that code', () => {
  expect(messageTexts('[{"code":"of-a-newer-version"}]')).toEqual(['of-a-newer-version']);
});
