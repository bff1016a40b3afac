/** Checks of components with the suppliers and products that they refer to, against peers that check the same rows. */
import type { Format } from '../inputs.ts';
import { type Bench, cpuEntries, growthEntry, type Job, measured, thousands } from '../job.ts';
import { PRESENT } from '../process.ts';

/** The rows of a full sheet without the header. */
const FULL_SHEET = 1_048_575;

/** A check of so many components. */
async function checkOf({ inputs, processes }: Bench, rows: number, format: Format) {
  const file = await inputs.components(rows, format);
  const others = await inputs.others();
  return { file, trace: () => processes.trace(['check', ...others, file]) };
}

const small: Job = {
  name: 'check-csv',
  seconds: 25,
  async run(bench) {
    const { processes } = bench;
    const { file, trace } = await checkOf(bench, 100_000, 'csv');
    const candidates = {
      trace,
      'csv-parse + zod': () => processes.program('csv-parse', [file, 'zod']),
      ...(PRESENT.python && { 'python csv + sets': () => processes.python(['csv', 'sets', file]) }),
      newlines: () => processes.program('newlines', [file]),
    };
    const most = { 'csv-parse + zod': 1 };
    const settings = { ...bench, seconds: small.seconds, title: 'check of csv, 100,000 rows' };
    return await measured(settings, candidates, (medians) => cpuEntries(medians, { most }));
  },
};

const workbook = (texts: 'shared' | 'inline'): Job => {
  const job: Job = {
    name: `check-xlsx-${texts}`,
    seconds: 40,
    async run(bench) {
      const { processes } = bench;
      const { file, trace } = await checkOf(bench, 100_000, texts);
      const candidates = {
        trace,
        ...(PRESENT.exceljs && { 'exceljs + zod': () => processes.program('exceljs', [file, 'zod']) }),
        ...(PRESENT.openpyxl && { 'openpyxl + sets': () => processes.python(['openpyxl', 'sets', file]) }),
        inflate: () => processes.program('inflate', [file]),
      };
      const most = { 'exceljs + zod': 1 / 3, inflate: 6 };
      const settings = {
        ...bench,
        seconds: job.seconds,
        title: `check of xlsx, ${texts} texts, 100,000 rows`,
      };
      return await measured(settings, candidates, (medians) => cpuEntries(medians, { most }));
    },
  };
  return job;
};

const large: Job = {
  name: 'check-csv-1m',
  seconds: 75,
  async run(bench) {
    const { processes } = bench;
    const { file, trace } = await checkOf(bench, 1_000_000, 'csv');
    const { trace: thousand10 } = await checkOf(bench, 10_000, 'csv');
    const { trace: thousand100 } = await checkOf(bench, 100_000, 'csv');
    const candidates = {
      trace,
      'csv-parse + zod': () => processes.program('csv-parse', [file, 'zod']),
      newlines: () => processes.program('newlines', [file]),
      thousand10,
      thousand100,
    };
    const settings = { ...bench, seconds: large.seconds, title: 'check of csv, 1,000,000 rows' };
    return await measured(settings, candidates, ({ thousand10, thousand100, ...medians }) => [
      ...cpuEntries(medians, { seconds: 10, mb: 350 }),
      growthEntry('from 10,000 to 100,000 rows', thousand10, thousand100),
      growthEntry('from 100,000 to 1,000,000 rows', thousand100, medians.trace),
    ]);
  },
};

const fullSheet: Job = {
  name: 'check-xlsx-1m',
  seconds: 45,
  async run(bench) {
    const { file, trace } = await checkOf(bench, FULL_SHEET, 'shared');
    const candidates = { trace, inflate: () => bench.processes.program('inflate', [file]) };
    const title = `check of xlsx, shared texts, ${thousands(FULL_SHEET)} rows`;
    return await measured({ ...bench, seconds: fullSheet.seconds, title }, candidates, (medians) =>
      cpuEntries(medians, { mb: 250 }),
    );
  },
};

export const checkJobs: readonly Job[] = [small, workbook('shared'), workbook('inline'), large, fullSheet];
