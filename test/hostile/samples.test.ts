import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { BOUNDS, examine } from '../../scripts/hostile-run.ts';
import { EXHAUSTIVE, SLOW } from '../effort.ts';

const samples = process.env.TRACE_SAMPLES;
const PATIENT = { ...BOUNDS, seconds: 50 };

describe.skipIf(!samples)('the hostile sample files', async () => {
  const folder = path.join(samples ?? '.', 'hostile');
  const entries = samples ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.json'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

  test('are more than 40', () => expect(files.length).toBeGreaterThan(40));

  const tried = files.filter((_, at) => EXHAUSTIVE || at % (SLOW ? 3 : 15) === 1);
  test.each(tried.map((file) => [file]))(
    'include %s, of which a check ends in findings, rows or one clear error',
    { tags: ['sampled'] },
    async (file) => {
      const { faults, exit } = await examine(path.join(folder, file), PATIENT);
      expect(faults).toEqual([]);
      expect([0, 3]).toContain(exit);
    },
  );
});
