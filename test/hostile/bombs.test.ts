import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { BOUNDS, examine } from '../../scripts/hostile-run.ts';
import { folderWith } from '../cli/commands/harness.ts';
import { EXHAUSTIVE, SLOW } from '../effort.ts';
import { BOMBS } from './bombs.ts';

/** Not a measure of speed: a hanging reader takes forever. */
const PATIENT = { ...BOUNDS, seconds: 50 };

describe('a check of a harmful file', () => {
  test.each(BOMBS.filter((_, at) => EXHAUSTIVE || (SLOW ? at % 4 === 1 : at % 12 === 7)))(
    'a check of a harmful file refuses $name with a clear message, within its limits of time and memory',
    { tags: ['sampled'] },
    async ({ name, bytes, says }) => {
      const file = path.join(await folderWith(), name);
      await writeFile(file, bytes());
      const { faults, exit, first } = await examine(file, PATIENT);
      expect(faults).toEqual([]);
      expect(exit).toBe(3);
      expect(first).toMatch(says);
    },
  );
});
