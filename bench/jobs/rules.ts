import { type Job, measured } from '../job.ts';
import { atMost } from '../table.ts';

const ROWS = 50_000;
const MOST = 0.083;

/** The rules of a row on rows with one to three errors each. */
export const rules: Job = {
  name: 'rules',
  seconds: 10,
  async run(bench) {
    const { processes } = bench;
    const candidates = {
      trace: () => processes.program('rules', ['rules', String(ROWS)]),
      zod: () => processes.program('rules', ['zod', String(ROWS)]),
    };
    const settings = {
      ...bench,
      seconds: rules.seconds,
      title: 'rules on 50,000 rows with errors, without reading',
    };
    return await measured(settings, candidates, ({ trace, zod }) => [
      { name: 'trace', value: perRow(trace.cpu) },
      {
        name: 'zod',
        value: perRow(zod.cpu),
        ratio: trace.cpu / zod.cpu,
        goals: [atMost(trace.cpu / zod.cpu, MOST)],
      },
    ]);
  },
};

const perRow = (cpu: number): string => `${((cpu / ROWS) * 1e6).toFixed(1)} us`;
