/** A check that hands the workbook back, against the least that a copy with one edited sheet costs. */
import { join } from 'node:path';
import { cpuEntries, type Job, measured } from '../job.ts';

export const annotate: Job = {
  name: 'annotate',
  seconds: 14,
  async run(bench) {
    const { inputs, processes, folder } = bench;
    const file = await inputs.components(100_000, 'shared');
    const others = await inputs.others();
    const copy = join(folder, 'annotated.xlsx');
    const candidates = {
      trace: () => processes.trace(['check', ...others, file, '--annotate', copy, '--force']),
      'check alone': () => processes.trace(['check', ...others, file]),
      'inflate + deflate': () => processes.program('recompress', [file, join(folder, 'recompressed')]),
    };
    const settings = { ...bench, seconds: annotate.seconds, title: 'annotated copy of xlsx, 100,000 rows' };
    return await measured(settings, candidates, (medians) =>
      cpuEntries(medians, { most: { 'inflate + deflate': 6 }, mb: 160 }),
    );
  },
};
