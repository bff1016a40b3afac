import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MATERIALS } from '../../src/contract/v2/materials.ts';
import type { Study } from '../../src/contract/v2/study.ts';
import { study } from '../../src/contract/v2/study.ts';
import { showcase } from '../../src/contract/v2/study-showcase.ts';
import { SLOW } from '../effort.ts';
import { type Changes, studyWorld } from './study-world.ts';

const COLOURS = ['NOIR', 'ECRU', 'DEFAULT', undefined] as const;
const country = fc.constantFrom('FR', 'IT', 'CN', 'TN', undefined);

const component = fc.record({
  componentRef: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  productColorCode: fc.constantFrom(...COLOURS),
  productCollectionRef: fc.constantFrom('SS27', 'FW27'),
  supplierRef: fc.constantFrom('FRN-0007', 'FRN-0021'),
  componentWeight: fc.option(fc.double({ min: 0, max: 900, noNaN: true }), { nil: undefined }),
  lotReferences: fc.array(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 3 }),
  weavingCountry: country,
  dyeingCountry: country,
  composition: fc.array(
    fc.record(
      {
        material: fc.constantFrom('OTHER', 'UNHEARD OF', ...(MATERIALS.likely ?? [])),
        percentage: fc.integer({ min: 0, max: 100 }),
        origin: fc.constantFrom('EG', 'CN', 'FR'),
      },
      { requiredKeys: ['material'] },
    ),
    { minLength: 1, maxLength: 4 },
  ),
});

test('whatever components are sent, each study has exactly those of its product, colour and collection', {
  tags: ['sampled'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(component, {
        maxLength: 8,
        selector: (body) =>
          [body.componentRef, body.productCollectionRef, body.productColorCode ?? 'DEFAULT'].join('\u001f'),
      }),
      async (components) => {
        const world = await studyWorld();
        await world.surround();
        const studies: { id: string; collection: string; colour: string }[] = [];
        for (const collection of ['SS27', 'FW27']) {
          for (const colour of COLOURS.slice(0, 3) as readonly string[]) {
            const triple = { productCollectionRef: collection, productColorCode: colour };
            studies.push({ id: await world.pushProduct(triple), collection, colour });
          }
        }
        for (const body of components) await world.pushComponent({ ...body } as Changes);

        for (const { id, collection, colour } of studies) {
          const read: Study = study.parse(await world.details(id));
          expect(showcase.safeParse(await world.showcase(id)).error).toBeUndefined();
          const own = components.filter(
            (body) =>
              body.productCollectionRef === collection &&
              (body.productColorCode === undefined || body.productColorCode === colour),
          );
          const told = read.components.map(({ ref, weight, lotReferences, composition }) => ({
            ref,
            weight,
            lotReferences,
            materials: composition.map(({ raw_material }) => raw_material),
          }));
          const pushed = own.map((body) => ({
            ref: body.componentRef,
            weight: body.componentWeight ?? 0,
            lotReferences: body.lotReferences,
            materials: body.composition.map(({ material }) => material),
          }));
          const sorted = (items: readonly object[]) => items.map((item) => JSON.stringify(item)).sort();
          expect(sorted(told)).toEqual(sorted(pushed));

          const shares = read.components.flatMap((item) =>
            item.composition.map(({ percentage }) => percentage),
          );
          for (const share of shares) expect(share).toBeGreaterThanOrEqual(0);
          const steps = read.components.flatMap(({ composition }) =>
            composition.flatMap(({ traceability_steps }) => traceability_steps),
          );
          expect(new Set(steps.map(({ position }) => position)).size).toBe(steps.length);
          expect(new Set(steps.map(({ id: step }) => step)).size).toBe(steps.length);
          for (const { position } of steps) expect(position).toMatch(/^\d{3}\.\d{3}\.\d{3}$/);
          for (const { supplier } of steps) expect(supplier.isKnown).toBe(supplier.ref !== undefined);
          for (const grade of Object.values(read.results.grades)) {
            expect(grade).toBeGreaterThanOrEqual(0);
            expect(grade).toBeLessThanOrEqual(100);
          }
        }
        world.store.close();
      },
    ),
    { numRuns: SLOW ? 40 : 13, seed: 27 },
  );
});
