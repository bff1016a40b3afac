import { expect, it } from 'vitest';
import type { SharedEntry } from '../../src/ledger/exchange.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import { TARGET } from '../send/push/harness.ts';
import { nothingOf } from '../shared/model-store.ts';
import { dbOf } from './store-of.ts';

it('a doubt of another machine counts from when it was read first, until it is another doubt', () => {
  using ledger = Ledger.temporary(null);
  const key = { interface: 'v2', kind: 'supplier', key: 'S1', family: 'STANDARD' };
  const values = { hash: 'h', body: '{}', batch: 'W1', run: 'run', at: 'Monday', doubt_hash: 'h' };
  const doubt: SharedEntry = { ...nothingOf(key), ...values, state: 'in-doubt' };
  const since = (entry: SharedEntry, ms: number) => {
    ledger.exchange(TARGET).taking({ boot: 'start', ms })([entry]);
    return dbOf(ledger).prepare('select boot, ms from doubts').get();
  };
  expect(since(doubt, 5)).toEqual({ boot: 'start', ms: 5 });
  expect(since(doubt, 9)).toEqual({ boot: 'start', ms: 5 });
  expect(since({ ...doubt, at: 'Tuesday' }, 12)).toEqual({ boot: 'start', ms: 12 });
});
