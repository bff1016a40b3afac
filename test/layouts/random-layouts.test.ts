import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Body } from '../../src/contract/kind.ts';
import { Content } from '../../src/import/input/staged-record.ts';
import { full, SLOW } from '../effort.ts';
import { layoutPlan, randomLayout } from './random-layout.ts';
import { readLayout } from './read-layout.ts';

/** The body as JSON, whatever the order of its fields. */
const sorted = (body: Body): string => new Content(body).hash([]);

test('a sheet in a random layout gives the bodies of the plain sheet, or an error', {
  tags: ['sampled'],
}, async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(layoutPlan, async (plan) => {
      const { grid, map, plain } = randomLayout(plan);
      const expected = await readLayout(plain);
      expect(expected.errors).toEqual([]);
      const { bodies, errors, isBlocked } = await readLayout(grid, map);
      const about = `${map}\n${grid.rows.map((row) => row.join(' | ')).join('\n')}`;
      if (!isBlocked) {
        expect(bodies, about).toEqual(expected.bodies);
        sent++;
      } else for (const { message } of errors) expect(message).not.toBe('');
      // With --skip-invalid, the records without errors are sent. Without groupBy, these are the first rows of records.
      if (plan.without === 'groupBy') return;
      const known = new Set(expected.bodies.map(sorted));
      for (const body of bodies) expect(known, about).toContain(sorted(body));
    }),
    {
      numRuns: SLOW ? full(400) : 80,
      seed: Number(process.env.TRACE_LAYOUT_SEED ?? 13),
      endOnFailure: false,
    },
  );
  expect(sent).toBeGreaterThan(SLOW ? 80 : 8);
});
