/** Reading tables into rows: the reader of trace against others, which must see the same rows and texts. */
import { cpuEntries, type Job, measured, thousands } from '../job.ts';
import { PRESENT } from '../process.ts';

const csv: Job = {
  name: 'read-csv-1m',
  seconds: 40,
  async run(bench) {
    const { inputs, processes } = bench;
    const file = await inputs.components(1_000_000, 'csv');
    const candidates = {
      trace: () => processes.program('read', [file]),
      'csv-parse': () => processes.program('csv-parse', [file]),
      papaparse: () => processes.program('papaparse', [file]),
      udsv: () => processes.program('udsv', [file]),
      ...(PRESENT.python && { 'python csv': () => processes.python(['csv', file]) }),
      newlines: () => processes.program('newlines', [file]),
    };
    const settings = { ...bench, seconds: csv.seconds, title: 'read csv, 1,000,000 rows' };
    return await measured(settings, candidates, (medians) =>
      cpuEntries(medians, { most: { udsv: 1.3, newlines: 8 } }),
    );
  },
};

/** exceljs changes texts of larger workbooks without an error, so it is a peer of the smaller ones only. */
const workbook = (texts: 'shared' | 'inline', rows: number, seconds: number, mostInflate: number): Job => ({
  name: `read-xlsx-${texts}${rows > 100_000 ? '-500k' : ''}`,
  seconds,
  async run(bench) {
    const { inputs, processes } = bench;
    const file = await inputs.components(rows, texts);
    const isSmall = rows <= 100_000;
    const candidates = {
      trace: () => processes.program('read', [file]),
      hucre: () => processes.program('hucre', [file]),
      ...(isSmall && PRESENT.exceljs && { exceljs: () => processes.program('exceljs', [file]) }),
      ...(isSmall && PRESENT.openpyxl && { openpyxl: () => processes.python(['openpyxl', file]) }),
      inflate: () => processes.program('inflate', [file]),
    };
    const limits = {
      most: { inflate: mostInflate },
      ...(!isSmall && { mb: 130 + 2 * inputs.stringsMb(file) }),
    };
    const title = `read xlsx, ${texts} texts, ${thousands(rows)} rows`;
    return await measured({ ...bench, seconds, title }, candidates, (medians) => cpuEntries(medians, limits));
  },
});

export const readJobs: readonly Job[] = [
  csv,
  workbook('shared', 100_000, 15, 5),
  workbook('inline', 100_000, 15, 5),
  workbook('shared', 500_000, 30, 7),
];
