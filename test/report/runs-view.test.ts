import { expect, it } from 'vitest';
import { type RunRow, runLines, runRecordLines } from '../../src/report/runs-view.ts';
import { totals } from './events.ts';

const done: RunRow = {
  run: '1',
  environment: 'mock',
  startedAt: '2026-03-01T02:00:00Z',
  totals: totals({ created: 572 }),
  exitCode: 0,
};
const killed: RunRow = {
  ...done,
  run: '12',
  environment: 'sandbox',
  totals: totals({ 'in-doubt': 3 }),
  exitCode: null,
};

it('lists runs with the outcomes that occur', () => {
  expect([...runLines([done, killed], 0)]).toEqual([
    'run  environment  started               created  in-doubt  exit',
    '1    mock         2026-03-01T02:00:00Z      572         0     0',
    '12   sandbox      2026-03-01T02:00:00Z        0         3     -',
  ]);
  expect([...runLines([], 0)]).toEqual(['No run yet.']);
});

it('shows one run with its records', async () => {
  const lines = await Array.fromAsync(
    runRecordLines(killed, [
      {
        kind: 'product',
        key: 'ROB-2041 / SS27',
        origin: { file: 'batch.xlsx', sheet: 'Products', row: 17 },
        outcome: 'in-doubt',
        messages: ['no answer\u0007', 'held'],
      },
      { kind: 'component', key: 'CMP-1', origin: { file: 'cmp.csv', row: 2 }, outcome: null, messages: [] },
    ]),
  );
  expect(lines).toEqual([
    'run 12, sandbox, 2026-03-01T02:00:00Z, not ended: 3 in-doubt',
    'in-doubt       product    ROB-2041 / SS27  batch.xlsx › Products!17  no answer\\x07; held',
    'open           component  CMP-1  cmp.csv › 2',
  ]);
});
