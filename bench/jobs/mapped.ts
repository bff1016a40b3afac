import { createWriteStream, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Bench, cpuEntries, type Job, measured } from '../job.ts';
import { exportedCsv, type Form, mapText } from '../mapped.ts';

const ROWS = 20_000;
const WIDE_ROWS = 100_000;
const MOST = 2;
const QUESTIONS_OPEN = 3;

/** An export of another system, and how it is checked with its map file. */
async function mappedExport({ folder, inputs, processes }: Bench, form: Form, rows: number) {
  const file = join(folder, `${form}.csv`);
  const map = join(folder, `${form}.map.yaml`);
  await pipeline(Readable.from(exportedCsv(rows, form)), createWriteStream(file));
  await writeFile(map, mapText(form));
  const others = await inputs.others();
  return { file, check: () => processes.trace(['check', ...others, file, '--map', map]) };
}

/** Foreign columns against columns that are named like the fields, with the same components. */
const mappedJob = (form: Form, title: string): Job => {
  const job: Job = {
    name: `mapped-${form}`,
    seconds: 10,
    async run(bench) {
      const clean = [...(await bench.inputs.others()), await bench.inputs.components(ROWS, 'csv')];
      const candidates = {
        trace: (await mappedExport(bench, form, ROWS)).check,
        'the same, clean': () => bench.processes.trace(['check', ...clean]),
      };
      return await measured({ ...bench, seconds: job.seconds, title }, candidates, (medians) =>
        cpuEntries(medians, { most: { 'the same, clean': MOST } }),
      );
    },
  };
  return job;
};

/** A map of an unknown export against a check with its map file. */
const mapJob: Job = {
  name: 'map',
  seconds: 60,
  async run(bench) {
    const { file, check } = await mappedExport(bench, 'wide', WIDE_ROWS);
    const out = join(bench.folder, 'made.map.yaml');
    const map = () => {
      rmSync(out, { force: true });
      return bench.processes.trace(['map', file, '--out', out, '--yes'], {}, QUESTIONS_OPEN);
    };
    const title = 'map without a terminal, 100,000 rows and 60 columns';
    return await measured({ ...bench, seconds: mapJob.seconds, title }, { trace: map, check }, (medians) =>
      cpuEntries(medians, { most: { check: MOST }, mb: 250 }),
    );
  },
};

export const mappedJobs: readonly Job[] = [
  mappedJob('columns', 'check with a map file, 20,000 rows'),
  mappedJob('whole', 'check with a map file, compositions in one cell, 20,000 rows'),
  mapJob,
];
