import { expect, test } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';
import { EXHAUSTIVE, SLOW } from '../effort.ts';
import { FORMATS, plainRequests, requestsOf } from './formats.ts';

/** Suppliers, packaging, products and components of the batch. */
const RECORDS = 572;

// `npm test` has the one whose map has most constructs; the proposed maps are tested in all formats.
const tried = FORMATS.filter(({ name }) => EXHAUSTIVE || name === (SLOW ? 'erp-fr' : 'sap'));

test.each(tried)(
  'the export "$name" with a map file written by hand sends the same bytes as the batch',
  { tags: ['sampled'] },
  async (format) => {
    const files = await format.files();
    const cwd = await folderWith(files);
    const mapped = await requestsOf(Object.keys(files), [...format.flags, '--map', format.map], cwd);
    expect([mapped.code, mapped.stderr]).toEqual([0, expect.any(String)]);
    const plain = await plainRequests(format);
    expect(plain.bodies).toHaveLength(RECORDS);
    expect(mapped.bodies).toEqual(plain.bodies);
  },
);
