import { expect, test } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';
import { EXHAUSTIVE, SLOW } from '../effort.ts';
import { BATCH_LAYOUTS } from '../layouts/batch-layouts.ts';
import { fileName, writeGrids } from '../layouts/write.ts';
import { requestsOf } from './formats.ts';
import { plainBodies } from './plain-batch.ts';

// Every third in `npm test`, others in `npm run test:slow`: some of each layout and format.
const tried = BATCH_LAYOUTS.filter(
  (_, at) => EXHAUSTIVE || (SLOW ? at % 4 === 0 && at % 3 > 0 : at % 3 === 0),
);

test.each(tried)(
  'the batch in the layout "$name" sends the same bytes as the plain batch',
  { tags: ['sampled'] },
  async ({ format, grids, map }) => {
    const file = fileName(format);
    const cwd = await folderWith({
      [file]: writeGrids(grids, format),
      ...(map && { 'trace.map.yaml': map }),
    });
    const { code, bodies, stderr } = await requestsOf([file], [], cwd);
    expect(code, stderr).toBe(0);
    expect(bodies).toEqual(await plainBodies());
  },
);
