import { expect, test } from 'vitest';
import { judge } from '../../scripts/torture/judge.ts';
import type { ReportRecord } from '../../src/cli/view/report-schema.ts';

const record = (kind: string, key: string, more: Partial<ReportRecord> = {}): ReportRecord => ({
  kind,
  key,
  family: 'STANDARD',
  importationBatch: null,
  origin: { file: `${kind}.csv`, sheet: null, row: 2, line: null },
  outcome: 'created',
  id: null,
  studyId: null,
  qrCodeLink: null,
  showcaseLink: null,
  messages: [],
  blockedBy: null,
  attempts: 1,
  tries: [],
  ...more,
});
const applied = (kind: string, key: string) => ({ kind, family: 'STANDARD', key, id: `id of ${key}` });

const supplier = record('supplier', 'FRN-1');
const pack = record('packaging', 'EMB-1');
const sound = {
  size: 2,
  records: [supplier, pack],
  journal: [applied('supplier', 'FRN-1'), applied('packaging', 'EMB-1')],
  stats: {
    requests: 2,
    answers: { supplier: { 201: 1 }, packaging: { 201: 1 } },
    received: { 'supplier|STANDARD|FRN-1': 1, 'packaging|STANDARD|EMB-1': 1 },
    faults: {},
    notStored: {},
    late: 0,
  },
};
const said = (more: Partial<Parameters<typeof judge>[0]>) => {
  const { lost, wrong, twice, unsettled } = judge({ ...sound, ...more });
  return { lost: lost.length, wrong: wrong.length, twice: twice.length, unsettled: unsettled.length };
};
const nothing = { lost: 0, wrong: 0, twice: 0, unsettled: 0 };

test('a report that matches the service has no faults', () => {
  expect(said({})).toEqual(nothing);
  const products = [record('product', 'ROB-1 / SS27 / ECRU'), record('product', 'ROB-2 / SS27 / ECRU')];
  const journal = products.map(({ kind, key }) => applied(kind, key.replaceAll(' / ', '\u001f')));
  const received = Object.fromEntries(journal.map(({ key }) => [`product|STANDARD|${key}`, 1]));
  expect(said({ records: products, journal, stats: { ...sound.stats, received } })).toEqual(nothing);
});

test('a created record that the service lacks is lost, and a rejected one that it has is wrong', () => {
  const journal = sound.journal.slice(0, 1);
  expect(said({ journal, stats: { ...sound.stats, notStored: { 'packaging|STANDARD|EMB-1': 1 } } })).toEqual({
    ...nothing,
    lost: 1,
  });
  const rejected = record('packaging', 'EMB-1', { outcome: 'rejected' });
  expect(said({ records: [supplier, rejected] })).toEqual({ ...nothing, wrong: 1, unsettled: 1 });
});

test('a record that is missing from the report is lost', () => {
  expect(said({ records: [supplier] })).toEqual({ ...nothing, lost: 2 });
});

test('a wrong id, or "existing" for a record that only this program sent, is wrong', () => {
  const withId = (id: string) => record('packaging', 'EMB-1', { id });
  expect(said({ records: [supplier, withId('id of EMB-1')] })).toEqual(nothing);
  expect(said({ records: [supplier, withId('id of EMB-2')] })).toEqual({ ...nothing, wrong: 1 });
  const existing = record('packaging', 'EMB-1', { outcome: 'existing' });
  expect(said({ records: [supplier, existing] })).toEqual({ ...nothing, wrong: 1 });
  // A program without its ledger may report this of a record that it sent itself.
  const forgotten = new Set(['packaging|STANDARD|EMB-1']);
  expect(said({ records: [supplier, existing], forgotten })).toEqual(nothing);
  expect(said({ records: [supplier, existing], forgotten: new Set(['supplier|STANDARD|FRN-1']) })).toEqual({
    ...nothing,
    wrong: 1,
  });
});

test('after a ledger is lost, faults are excused only for records sent before, and those that need them', () => {
  const blocked = record('packaging', 'EMB-1', {
    outcome: 'blocked',
    blockedBy: { kind: 'supplier', key: 'FRN-1', outcome: 'rejected' },
  });
  const records = [supplier, blocked];
  const own = new Set(['packaging|STANDARD|EMB-1']);
  expect(said({ records, forgotten: own })).toEqual(nothing);
  // The record that blocks it was sent before: this one may stay open, but may not be stored.
  const root = new Set(['supplier|STANDARD|FRN-1']);
  expect(said({ records, forgotten: root })).toEqual({ ...nothing, wrong: 1 });
  expect(said({ records, forgotten: new Set(['supplier|STANDARD|FRN-2']) })).toEqual({
    ...nothing,
    wrong: 1,
    unsettled: 1,
  });
  const wanting = record('purchased-item', 'ART-1', {
    family: null,
    outcome: 'failed',
    messages: ['needs the id of brand BR-1, which is not known'],
  });
  const without = { records: [wanting], journal: [], size: 1, stats: { ...sound.stats, received: {} } };
  expect(said(without)).toEqual({ ...nothing, unsettled: 1 });
  expect(said({ ...without, forgotten: new Set(['brand|v3|BR-1']) })).toEqual(nothing);
  // It was stored itself, and the ids that it needs were lost with the ledger: both must have been sent before.
  const stored = {
    ...without,
    journal: [applied('purchased-item', 'ART-1')].map((one) => ({ ...one, family: '' })),
  };
  const both = new Set(['brand|v3|BR-1', 'purchased-item|v3|ART-1']);
  expect(said({ ...stored, forgotten: both }).wrong).toBe(0);
  for (const name of both) expect(said({ ...stored, forgotten: new Set([name]) }).wrong).toBe(1);
});

test('a stored record that is received again was sent twice, even if its refusal was lost', () => {
  const { stats } = sound;
  const received = { ...stats.received, 'supplier|STANDARD|FRN-1': 2 };
  const answers = { ...stats.answers, supplier: { 201: 1, 400: 1 } };
  const notStored = { 'supplier|STANDARD|FRN-1': 1 };
  expect(said({ stats: { ...stats, received, answers } })).toEqual({ ...nothing, twice: 1 });
  expect(said({ stats: { ...stats, received, faults: { 'reset-after': 1 } } })).toEqual({
    ...nothing,
    twice: 1,
  });
  expect(
    said({ stats: { ...stats, received, faults: { 'reset-before': 1 }, notStored: notStored } }),
  ).toEqual(nothing);
  // A person chose to send it again.
  expect(said({ stats: { ...stats, received }, resent: new Set(['supplier|STANDARD|FRN-1']) })).toEqual(
    nothing,
  );
  const journal = [...sound.journal, applied('supplier', 'FRN-1')];
  expect(said({ journal, stats: { ...stats, received } })).toEqual({ ...nothing, twice: 1 });
});

test('only records that cannot be read back, and those that refer to them, may stay unsettled', () => {
  const doubtful = record('supplier', 'FRN-1', { outcome: 'in-doubt' });
  expect(said({ records: [doubtful, pack] })).toEqual(nothing);
  const unread = record('packaging', 'EMB-1', { outcome: 'in-doubt' });
  expect(said({ records: [supplier, unread] })).toEqual({ ...nothing, unsettled: 1 });
  const held = (kind: string) =>
    record('product', 'ROB-1', { outcome: 'blocked', blockedBy: { kind, key: '1', outcome: 'in-doubt' } });
  const size = 3;
  expect(said({ size, records: [doubtful, pack, held('supplier')] })).toEqual(nothing);
  expect(said({ size, records: [doubtful, pack, held('packaging')] })).toEqual({ ...nothing, unsettled: 1 });
});

test('v3 records are compared without a family, and the same update may be sent twice', () => {
  const item = record('purchased-item', 'P-1', { family: null });
  const entry = { kind: 'purchased-item', family: 'v3', key: 'P-1', id: 'id of P-1' };
  const journal = [
    { ...entry, change: 'create' as const },
    { ...entry, change: 'update' as const },
    { ...entry, change: 'update' as const },
  ];
  const received = { 'purchased-item|v3|P-1': 1, 'purchased-item update|v3|P-1': 3 };
  const v3 = { size: 1, records: [item], journal, stats: { ...sound.stats, received } };
  expect(said(v3)).toEqual(nothing);
  expect(said({ ...v3, journal: journal.slice(1) })).toEqual({ ...nothing, lost: 1, twice: 1 });
  const twice = [journal[0]!, journal[0]!];
  expect(said({ ...v3, journal: twice })).toEqual({ ...nothing, twice: 2 });
});
