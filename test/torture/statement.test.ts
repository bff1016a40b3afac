import { expect, test } from 'vitest';
import { RequestLog, type Write } from '../../scripts/torture/log.ts';
import { isLastSet, judgeStatement, type StatedRow } from '../../scripts/torture/statement.ts';
import type { Outcome } from '../../src/send/push/outcome.ts';

const RUN = '20261122-015949-92e8';
const REPORTED = 1000;
const SUPPLIER = 'supplier|STANDARD|FRN-1';

const row = (outcome: Outcome, more: Partial<StatedRow> = {}): StatedRow => ({
  kind: 'supplier',
  family: 'STANDARD',
  key: 'FRN-1',
  outcome,
  ...more,
});

let n = 0;
const write = (name: string, more: Partial<Write> = {}): Write => ({
  n: ++n,
  name,
  text: '{}',
  at: 100,
  command: 1,
  storedAt: 110,
  ...more,
});

/** The problems in a report of these rows, written by the second command of run RUN. */
function found(
  rows: readonly StatedRow[],
  writes: readonly Write[],
  wanted: Parameters<typeof isLastSet>[1] | null = null,
) {
  const log = new RequestLog();
  for (const each of writes) log.add(each);
  const statement = { run: RUN, source: 'runs show', at: REPORTED, rows, wanted };
  const runOf = (command: number) => [undefined, RUN, RUN, 'another'][command];
  const { lost, wrong } = judgeStatement(statement, log, runOf);
  return { lost: lost.length, wrong: wrong.length };
}

const nothing = { lost: 0, wrong: 0 };
const lost = { lost: 1, wrong: 0 };
const wrong = { lost: 0, wrong: 1 };

test.each(['created', 'existing', 'unchanged'] as const)(
  '"%s" is true only of a record that was stored before the report',
  (outcome) => {
    expect(found([row(outcome)], [write(SUPPLIER)])).toEqual(nothing);
    expect(found([row(outcome)], [])).toEqual(lost);
    expect(found([row(outcome)], [write(SUPPLIER, { storedAt: null })])).toEqual(lost);
    expect(found([row(outcome)], [write(SUPPLIER, { storedAt: REPORTED + 1 })])).toEqual(lost);
    expect(found([row(outcome)], [write('supplier|STANDARD|FRN-2')])).toEqual(lost);
  },
);

test.each(['not-attempted', 'failed', 'rejected', 'blocked', 'invalid'] as const)(
  '"%s" is true only of a record that no earlier request of the run stored, even after the report',
  (outcome) => {
    expect(found([row(outcome)], [])).toEqual(nothing);
    expect(found([row(outcome)], [write(SUPPLIER, { storedAt: null })])).toEqual(nothing);
    expect(found([row(outcome)], [write(SUPPLIER)])).toEqual(wrong);
    expect(found([row(outcome)], [write(SUPPLIER, { storedAt: REPORTED + 30_000 })])).toEqual(wrong);
    // Sent after the report, or by another run.
    expect(found([row(outcome)], [write(SUPPLIER, { at: REPORTED + 1, storedAt: REPORTED + 2 })])).toEqual(
      nothing,
    );
    expect(found([row(outcome)], [write(SUPPLIER, { command: 3 })])).toEqual(nothing);
  },
);

test('a report may state "in-doubt" for every record, stored or not', () => {
  expect(found([row('in-doubt')], [])).toEqual(nothing);
  expect(found([row('in-doubt')], [write(SUPPLIER)])).toEqual(nothing);
});

test('a key of several parts in a report is the same as that key in a request', () => {
  const product = row('created', { kind: 'product', key: 'ROB-1 / SS27 / ECRU' });
  expect(found([product], [write('product|STANDARD|ROB-1\u001fSS27\u001fECRU')])).toEqual(nothing);
});

test('"updated" is true only of a record that was stored with the value of the sheet', () => {
  const item = row('updated', { kind: 'purchased-item', family: null, key: 'P-1' });
  const wanted = new Map([['P-1', { field: 'purchaseOrder', value: 'PO-2' }]]);
  const update = (order: string, more: Partial<Write> = {}) =>
    write('purchased-item update|v3|P-1', { text: JSON.stringify({ purchaseOrder: order }), ...more });
  const create = write('purchased-item|v3|P-1', { text: '{"purchaseOrder":"PO-2"}' });
  expect(found([item], [create, update('PO-2')], wanted)).toEqual(nothing);
  expect(found([item], [create, update('PO-1')], wanted)).toEqual(lost);
  expect(found([item], [create], wanted)).toEqual(lost);
  const failed = { ...item, outcome: 'failed' as const };
  expect(found([failed], [create, update('PO-2', { command: 2 })], wanted)).toEqual({ lost: 0, wrong: 1 });
});

test('the value that the service stored last is compared, even if another request was sent later', () => {
  const item = row('updated', { kind: 'purchased-item', family: null, key: 'P-1' });
  const wanted = new Map([['P-1', { field: 'purchaseOrder', value: 'PO-2' }]]);
  const log = new RequestLog();
  const add = (order: string, at: number, storedAt: number | null) =>
    log.add(
      write('purchased-item update|v3|P-1', { text: JSON.stringify({ purchaseOrder: order }), at, storedAt }),
    );
  expect(isLastSet(item, wanted, log)).toBe(false);
  add('PO-2', 200, 210);
  expect(isLastSet(item, wanted, log)).toBe(true);
  add('PO-3', 300, null);
  expect(isLastSet(item, wanted, log)).toBe(true);
  add('PO-1', 100, 900);
  expect(isLastSet(item, wanted, log)).toBe(false);
});
