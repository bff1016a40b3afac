import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { BOUNDS, examine } from '../../scripts/hostile-run.ts';
import { folderWith } from '../cli/commands/harness.ts';
import { EXHAUSTIVE, SLOW } from '../effort.ts';
import { BOMBS } from './bombs.ts';

/** Not a measure of speed: a hanging reader takes forever. */
const PATIENT = { ...BOUNDS, seconds: 50 };

describe('a file that is made to do harm ends in a sentence, within its memory', () => {
  test.each(BOMBS.filter((_, at) => EXHAUSTIVE || (SLOW ? at % 4 === 1 : at % 12 === 7)))(
    '$name',
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
