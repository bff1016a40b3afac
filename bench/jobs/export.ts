/** An export of studies from a plain server in another process, against plain undici that keeps nothing. */
import { withFar } from '../far.ts';
import { growthEntry, type Job, measured } from '../job.ts';
import { atLeast, atMost } from '../table.ts';

const STUDIES = 10_000;
const FEW = 1000;
const LATENCY_MS = 50;
const CONCURRENCY = 32;
const MOST_MB = 200;

let outs = 0;

export const exports: Job = {
  name: 'export',
  seconds: 45,
  async run(bench) {
    const { processes, folder } = bench;
    const settings = { latencyMs: LATENCY_MS, concurrency: CONCURRENCY };
    return await withFar('reads-side', folder, { ...settings, count: FEW }, (small) =>
      withFar('reads-side', folder, { ...settings, count: STUDIES }, async (far) => {
        const exported = ({ flags, env }: typeof far) =>
          processes.trace(
            ['studies', 'export', ...flags, '--out', `out-${outs}/`, '--state-dir', `state-of-out-${outs++}`],
            env,
          );
        const args = ['studies', far.url, String(STUDIES / 2), String(CONCURRENCY)];
        const candidates = {
          trace: () => far.rateOf(STUDIES, () => exported(far)),
          undici: () => far.rateOf(STUDIES / 2, () => processes.program('undici', args)),
          few: () => small.rateOf(FEW, () => exported(small)),
        };
        const title = 'export of 10,000 studies, 50 ms, 32 in flight';
        return await measured(
          { ...bench, seconds: exports.seconds, title },
          candidates,
          ({ trace, undici, few }) => [
            {
              name: 'trace',
              value: `${Math.round(trace.rate)}/s`,
              peak: `${Math.round(trace.peak)} MB`,
              goals: [atMost(trace.peak, MOST_MB, 'MB')],
            },
            {
              name: 'undici request',
              value: `${Math.round(undici.rate)}/s`,
              peak: `${Math.round(undici.peak)} MB`,
              ratio: trace.rate / undici.rate,
              goals: [atLeast(trace.rate / undici.rate, 0.9)],
            },
            growthEntry('from 1,000 to 10,000 studies', few, trace),
          ],
        );
      }),
    );
  },
};
