import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Bench, cpuEntries, type Job, measured } from '../job.ts';
import { exportedCsv, type Form, mapText } from '../mapped.ts';

const ROWS = 20_000;
const MOST = 2;

/** A check of an export of another system, read with a map file. */
async function mappedCheck({ folder, inputs, processes }: Bench, form: Form) {
  const file = join(folder, `${form}.csv`);
  const map = join(folder, `${form}.map.yaml`);
  await pipeline(Readable.from(exportedCsv(ROWS, form)), createWriteStream(file));
  await writeFile(map, mapText(form));
  const others = await inputs.others();
  return () => processes.trace(['check', ...others, file, '--map', map]);
}

/** Foreign columns against columns that are named like the fields, with the same components. */
const mappedJob = (form: Form, title: string): Job => {
  const job: Job = {
    name: `mapped-${form}`,
    seconds: 10,
    async run(bench) {
      const clean = [...(await bench.inputs.others()), await bench.inputs.components(ROWS, 'csv')];
      const candidates = {
        trace: await mappedCheck(bench, form),
        'the same, clean': () => bench.processes.trace(['check', ...clean]),
      };
      return await measured({ ...bench, seconds: job.seconds, title }, candidates, (medians) =>
        cpuEntries(medians, { most: { 'the same, clean': MOST } }),
      );
    },
  };
  return job;
};

export const mappedJobs: readonly Job[] = [
  mappedJob('columns', 'check with a map file, 20,000 rows'),
  mappedJob('whole', 'check with a map file, compositions in one cell, 20,000 rows'),
];
