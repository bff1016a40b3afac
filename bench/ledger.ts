/**
 * Measures recording the start and the outcome of requests, with 64 records per commit, against a commit for every
 * write. `node bench/ledger.ts [RECORDS]`; the rate depends on the disk, the CPU time does not.
 */

import { dbOf } from '../test/ledger/store-of.ts';
import { cpuOf, type Figures, inFolder, interleave, micros, size, tell } from './measure.ts';
import { bodiesOf, stagedLedger } from './staged.ts';

const count = size(6400);
const GROUP = 64;
const bodies = bodiesOf(count);
const answer = JSON.stringify({ id: 'c0ffee00-0000-4000-8000-000000000000' });

await inFolder(async (folder) => {
  const { grouped, single } = await interleave({
    grouped: () => write(folder, count, GROUP),
    single: () => write(folder, Math.ceil(count / 25), 1),
  });
  const pace = ({ rate }: { rate: number }) => `${Math.round(rate)} records/s`;
  tell(`ledger: leaving and outcome of ${count} records`, [
    {
      name: `rate, ${GROUP} records a commit`,
      ours: pace(grouped),
      beside: 'a commit a write',
      peer: pace(single),
      ratio: grouped.rate / single.rate,
      goal: { least: 30 },
    },
    {
      name: `CPU a record, ${GROUP} a commit`,
      ours: micros(grouped.cpu),
      beside: 'a commit a write',
      peer: micros(single.cpu),
      ratio: grouped.cpu / single.cpu,
    },
  ]);
});

/** Records per second, and CPU seconds per record. */
async function write(folder: string, records: number, group: number) {
  const { ledger, run } = stagedLedger(folder, bodies.slice(0, records));
  dbOf(ledger).exec('update records set wave = 1');
  const sending = ledger.sending(run);
  const rows = sending.next('component', 1, { batch: '', id: 0 }, records);
  const at = new Date().toISOString();
  const start = performance.now();
  const { cpu } = await cpuOf(async () => {
    for (let from = 0; from < rows.length; from += group) {
      const together = rows.slice(from, from + group);
      await Promise.all(together.map(({ id }) => sending.markSending(id, 1, at)));
      await Promise.all(
        together.map(({ id }) =>
          sending.markEnded(id, 1, at, {
            outcome: 'created',
            status: 201,
            messages: [],
            answer,
            entry: 'accepted',
          }),
        ),
      );
    }
  });
  const wall = (performance.now() - start) / 1000;
  ledger.close();
  return { rate: rows.length / wall, cpu: cpu / rows.length } satisfies Figures;
}
