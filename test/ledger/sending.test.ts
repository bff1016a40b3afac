import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Ledger } from '../../src/ledger/ledger.ts';
import { folderWith } from '../cli/commands/harness.ts';
import { stageRun, supplier } from '../send/push/harness.ts';
import { dbOf } from './store-of.ts';

it('pages of open records list each record once, ordered by batch and then as in the input', () => {
  const batches = fc.array(fc.constantFrom('', 'A', 'B', 'b'), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(batches, fc.integer({ min: 1, max: 5 }), (names, limit) => {
      using ledger = Ledger.temporary(null);
      const run = stageRun(
        ledger,
        names.map((_, at) => supplier(`S${at}`)),
      );
      const change = dbOf(ledger).prepare(
        "update records set wave = 1, status = 'new', batch = ? where key = ?",
      );
      for (const [at, batch] of names.entries()) change.run(batch, `S${at}`);
      const sending = ledger.sending(run);
      const seen: string[] = [];
      for (let after = { batch: '', id: 0 }; ; ) {
        const rows = sending.next('supplier', 1, after, limit);
        expect(rows.length).toBeLessThanOrEqual(limit);
        seen.push(...rows.map(({ key }) => key));
        const last = rows.at(-1);
        if (!last) break;
        after = { batch: last.batch, id: last.id };
      }
      const order = names.map((batch, at) => ({ batch, key: `S${at}` }));
      order.sort((one, other) => (one.batch < other.batch ? -1 : one.batch > other.batch ? 1 : 0));
      expect(seen).toEqual(order.map(({ key }) => key));
    }),
    { numRuns: 30 },
  );
});

it('a body that changed in the ledger since it was staged is reported as damage, not sent', async () => {
  using ledger = Ledger.open(path.join(await folderWith(), 'ledger.db'));
  const run = stageRun(ledger, [supplier('S0'), supplier('S1')]);
  dbOf(ledger).exec("update records set wave = 1, status = 'new'");
  const sending = ledger.sending(run);
  const next = () => sending.next('supplier', 1, { batch: '', id: 0 }, 2).map(({ key }) => key);
  expect(next()).toEqual(['S0', 'S1']);
  dbOf(ledger).exec("update records set body = replace(body, 'S1', 'S2')");
  expect(next).toThrow(expect.objectContaining({ code: 'ledger-damaged' }));
});
