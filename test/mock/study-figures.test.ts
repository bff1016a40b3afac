import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';
import { type Changes, studyWorld } from './study-world.ts';

const cotton = [{ material: 'COTTON', percentage: 100, origin: 'EG' }];

/** The results of a study of one component. */
async function resultsOf(component: Changes, product: Changes = {}) {
  const world = await studyWorld();
  await world.surround();
  const id = await world.pushProduct(product);
  await world.pushComponent(component);
  return (await world.details(id)).results;
}

test('in a study, climate change, service life and score are computed from their parts', async () => {
  const results = await resultsOf({});
  const { climateChangeBiogenic, climateChangeFossil, climateChangeLandUse } = results;
  const climateChange = climateChangeBiogenic + climateChangeFossil + climateChangeLandUse;
  expect(results.climateChange).toBeCloseTo(climateChange, 4);
  const details = results.frenchSingleScoreDetails;
  const adjusted = details.referenceServiceDuration * details.malusBonusServiceDuration;
  expect(details.adjustedServiceDuration).toBeCloseTo(adjusted, 0);
  const points =
    details.lcaFrenchSingleScore + details.ooeuExportFrenchSingleScore + details.microfibersFrenchSingleScore;
  expect(results.frenchSingleScore).toBeCloseTo(points / details.malusBonusServiceDuration, 1);
  expect(results.frenchSingleScorePerUnitWeight).toBeCloseTo(results.frenchSingleScore / 350, 3);
});

const of = (material: string) => ({ composition: [{ material, percentage: 100 }] });

test.each([
  ['a tenfold weight', { ...of('COTTON'), componentWeight: 50 }, { ...of('COTTON'), componentWeight: 500 }],
  ['cashmere instead of cotton', of('COTTON'), of('CASHMERE')],
  ['new polyester instead of recycled', of('RECYCLED POLYESTER'), of('POLYESTER')],
])('a component with %s has a higher climate change', async (_, less: Changes, more: Changes) => {
  const light = await resultsOf(less);
  const heavy = await resultsOf(more);
  expect(heavy.climateChange).toBeGreaterThan(light.climateChange * 1.05);
});

test.each([
  ['COTTON', 0, 0],
  ['RECYCLED COTTON', 100, 0],
  ['POLYAMIDE', 0, 100],
  ['RECYCLED POLYESTER', 100, 100],
])('a component of %s is %i % recycled and %i % microplastic', async (material, recycled, plastic) => {
  const results = await resultsOf(of(material));
  expect([results.recycledMaterialsPercentage, results.microplasticPercentage]).toEqual([recycled, plastic]);
});

test('the figures of a cotton shirt have a plausible size, and grades are from 0 to 100', async () => {
  const results = await resultsOf({ composition: cotton, componentWeight: 200 }, { weight: 200 });
  expect(results.climateChange).toBeGreaterThan(1);
  expect(results.climateChange).toBeLessThan(20);
  expect(results.waterUse).toBeGreaterThan(0.5);
  expect(results.waterUse).toBeLessThan(20);
  for (const grade of Object.values(results.grades as Record<string, number>)) {
    expect(grade).toBeGreaterThan(0);
    expect(grade).toBeLessThanOrEqual(100);
  }
});

test('studies whose content differs in any part have different figures', async () => {
  const changes: readonly (readonly [component: Changes, product: Changes])[] = [
    [{}, {}],
    [{ componentWeight: 211 }, {}],
    [{ dyeingCountry: 'TN' }, {}],
    [{ supplierComponentCode: 'OTHER' }, {}],
    [{}, { weight: 351 }],
    [{}, { name: 'Another name' }],
    [{}, { packagingRefs: ['EMB-BOX-02'] }],
    [{}, { supplierRef: 'FRN-0007' }],
  ];
  const climates: number[] = [];
  for (const [component, product] of changes) {
    climates.push((await resultsOf(component, product)).climateChange);
  }
  expect(new Set(climates).size).toBe(changes.length);
});

test('a study is the same after a restart; a data file of version 1 keeps its components', async () => {
  const folder = await folderWith();
  const file = join(folder, 'mock.db');
  const before = await studyWorld('STANDARD', file);
  await before.surround();
  const id = await before.pushProduct();
  await before.pushComponent();
  await before.pushComponent({ componentRef: 'C-ALL', productColorCode: undefined });
  const [study, showcase] = [await before.details(id), await before.showcase(id)];
  expect(study.components).toHaveLength(2);
  before.store.close();

  const restarted = await studyWorld('STANDARD', file);
  expect(await restarted.details(id)).toEqual(study);
  expect(await restarted.showcase(id)).toEqual(showcase);
  restarted.store.close();

  const db = new DatabaseSync(file);
  db.exec('DROP TABLE components; PRAGMA user_version = 1');
  db.close();
  const taken = await studyWorld('STANDARD', file);
  expect(await taken.details(id)).toEqual(study);
  await taken.pushComponent({ componentRef: 'C-LATER' });
  expect((await taken.details(id)).components).toHaveLength(3);
  taken.store.close();
});
