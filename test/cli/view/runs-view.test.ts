import { expect, it } from 'vitest';
import { type RunRow, runLines, runRecordLines } from '../../../src/cli/view/runs-view.ts';
import { totals } from './events.ts';

const startedAt = '2026-03-01T02:00:00Z';
const done: RunRow = {
  ...{ run: '1', environment: 'mock', startedAt, totals: totals({ created: 572 }), exitCode: 0 },
};
const killed: RunRow = {
  ...{ run: '12', environment: 'sandbox', startedAt, totals: totals({ 'in-doubt': 3 }), exitCode: null },
};

it('runs list prints the runs with the outcomes that occur', () => {
  expect([...runLines([done, killed], 0)]).toEqual([
    'run  environment  started (UTC)     exit  rows',
    '1    mock         2026-03-01 02:00     0  572 created',
    '12   sandbox      2026-03-01 02:00     -  3 in doubt',
  ]);
  expect([...runLines([], 0)]).toEqual(['No runs yet.']);
});

it('runs list wraps the outcomes of a run below each other in a narrow window', () => {
  const mixed = { ...done, totals: totals({ created: 572, unchanged: 14, rejected: 3 }) };
  expect([...runLines([mixed], 0, 60)]).toEqual([
    'run  environment  started (UTC)     exit  rows',
    '1    mock         2026-03-01 02:00     0  572 created,',
    '                                          14 unchanged,',
    '                                          3 rejected',
  ]);
});

const NOT_READ = { readAt: null, read: null };
const AT = '2026-03-01T02:00:00.000Z';
const ONE_TRY = { attempt: 1, startedAt: AT, result: 'created', status: 201, error: [], ...NOT_READ };

it('runs show prints the attempts of records with problems, or of every record if requested', async () => {
  const record = {
    kind: 'supplier',
    key: 'FRN-1',
    origin: { file: 'a.csv', row: 2 },
    outcome: 'created',
    messages: [],
    tries: [ONE_TRY],
  } as const;
  const linesOf = async (...given: Parameters<typeof runRecordLines>) =>
    (await Array.fromAsync(runRecordLines(...given))).slice(1);
  const line = 'created        supplier   FRN-1  a.csv › A2';
  const tried = '    attempt 1  2026-03-01T02:00:00.000Z  created  HTTP 201';
  expect(await linesOf(killed, [record])).toEqual([line]);
  expect(await linesOf(killed, [record], { allAttempts: true })).toEqual([line, tried]);
  const unsent = { ...ONE_TRY, result: 'unsent', status: null, error: ['refused'] };
  const twice = { ...record, tries: [unsent, ONE_TRY] };
  const expected = [line, '    attempt 1  2026-03-01T02:00:00.000Z  unsent  refused', tried];
  expect(await linesOf(killed, [twice])).toEqual(expected);
  const long = { ...twice, key: 'FRN-1 / ROB-2041', messages: ['the service did not answer in time'] };
  expect(await linesOf(killed, [long], { width: 63 })).toEqual([
    'created        supplier   FRN-1 / ROB-2041  a.csv › A2',
    '                          the service did not answer in time',
    '    attempt 1  2026-03-01T02:00:00.000Z  unsent  refused',
    tried,
  ]);
});

it('runs show prints one run with its records', async () => {
  const lines = await Array.fromAsync(
    runRecordLines(killed, [
      {
        kind: 'product',
        key: 'ROB-2041 / SS27',
        origin: { file: 'batch.xlsx', sheet: 'Products', row: 17 },
        outcome: 'in-doubt',
        messages: ['no answer\u0007', 'held'],
        tries: [
          {
            ...{ attempt: 1, startedAt: '2026-03-01T02:00:01.000Z', result: 'in-doubt', status: 500 },
            ...{ error: ['no\u0007 answer'], readAt: '2026-03-01T02:00:05.000Z', read: 'failed' },
          },
        ],
      },
      {
        ...{ kind: 'component', key: 'CMP-1', origin: { file: 'cmp.csv', row: 2 } },
        ...{ outcome: null, messages: [], tries: [ONE_TRY] },
      },
    ]),
  );
  expect(lines).toEqual([
    'run 12, sandbox, 2026-03-01T02:00:00Z, not finished: 3 in doubt',
    'in-doubt       product    ROB-2041 / SS27  batch.xlsx › Products!A17  no answer\\x07; held',
    '    attempt 1  2026-03-01T02:00:01.000Z  in-doubt  HTTP 500  no\\x07 answer  read back 2026-03-01T02:00:05.000Z: failed',
    'open           component  CMP-1  cmp.csv › A2',
  ]);
});

it('runs show aligns what follows the keys of a kind, except after a very long key', async () => {
  const keys = ['FRN-0001', 'FRN-2', 'K'.repeat(31), 'FRN-3'];
  const rows = keys.map((key, at) => ({
    ...{ kind: 'supplier', key, origin: { file: 'a.csv', row: at + 2 } },
    ...{ outcome: 'created' as const, messages: [], tries: [ONE_TRY] },
  }));
  const lines = await Array.fromAsync(
    runRecordLines(done, [...rows, { ...rows[1]!, kind: 'product', key: 'P' }]),
  );
  expect(lines.slice(1).map((line) => line.slice('created        supplier   '.length))).toEqual([
    'FRN-0001  a.csv › A2',
    'FRN-2     a.csv › A3',
    `${'K'.repeat(31)}  a.csv › A4`,
    'FRN-3     a.csv › A5',
    'P  a.csv › A3',
  ]);
});
