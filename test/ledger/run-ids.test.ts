import { expect, it } from 'vitest';
import { Ledger } from '../../src/ledger/ledger.ts';
import { newRunId } from '../../src/ledger/runs.ts';
import { dbOf } from './store-of.ts';

const AT = '2026-01-02T03:04:05.678Z';
const HEAD = {
  ...{ command: 'import', environment: 'test', target: 'https://service.example', interface: 'v2' },
  ...{ startedAt: AT, options: '{}' },
};

it('a run gets an id that no other run of the same second has', () => {
  using ledger = Ledger.temporary(null);
  const { id } = ledger.runs.start(HEAD);
  expect(id).toMatch(/^20260102-030405-[0-9a-f]{4}$/);
  // Every second id of this second is taken: without the rule, forty new ones are free once in 2 ** 40 times.
  dbOf(ledger).exec(`with recursive n(i) as (select 0 union all select i + 2 from n where i < 65534)
    insert or ignore into runs(id, command, environment, target, interface, started_at, options)
    select '20260102-030405-' || printf('%04x', i), 'import', 'test', '', 'v2', '${AT}', '{}' from n`);
  for (let at = 0; at < 20; at++) {
    expect(ledger.runs.find(newRunId(AT, ledger.runs))).toBeUndefined();
    ledger.runs.start(HEAD);
  }
});
