import { beforeAll, describe, expect, test } from 'vitest';
import { COUNTRY_CODES } from '../../src/contract/country-codes.ts';
import { DESTINATION_MARKETS } from '../../src/contract/v2/product-lists.ts';
import type { TraceabilityStep } from '../../src/contract/v2/study-component.ts';
import { isPlace, kilometres } from '../../src/mock/study-steps.ts';
import { type Changes, SUPPLIER, studyWorld } from './study-world.ts';

const bare = {
  ...{ weavingCountry: undefined, knittingCountry: undefined, dyeingCountry: undefined },
  ...{ printingCountry: undefined, shoeFinishingCountry: undefined, shoeStitchingCountry: undefined },
};

/** The chain of the only material of the only component. */
async function chain(component: Changes, product: Changes = {}): Promise<TraceabilityStep[]> {
  const world = await studyWorld();
  await world.surround();
  const supply = (supplierRef: string, category: string, more: Changes = SUPPLIER) =>
    world.push('supplier', { ...more, supplierRef, category });
  await supply('FILATURE', 'TRANSFORMATION - Spinning');
  await supply('AGENT', 'OTHER - Agent/Buying Office');
  await supply('FERME', 'RAW MATERIAL - Harvesting');
  await supply('NULLE-PART', 'TRANSFORMATION - Dyeing', { address: undefined });
  const id = await world.pushProduct(product);
  await world.pushComponent({ ...bare, ...component });
  return (await world.details(id)).components[0].composition[0].traceability_steps;
}

const places = (steps: readonly TraceabilityStep[]) =>
  steps.map(
    ({ name, supplier }) =>
      `${name} ${supplier.country || supplier.region || '?'}${supplier.isKnown ? ' known' : ''}`,
  );

const END = ['Assembly PT known', 'Warehouse FR known', 'Destination EUROPE'];
const from = (origin?: string) => ({
  composition: [{ material: 'COTTON', percentage: 100, ...(origin && { origin }) }],
});

test.each([
  [
    'every country, in the order of the work',
    { ...from('EG'), printingCountry: 'FR', dyeingCountry: 'TN', weavingCountry: 'IT' },
    ['Raw Material EG', 'Weaving IT known', 'Dyeing TN', 'Printing FR', ...END],
  ],
  [
    'a supplier in another country than that of its step',
    { ...from('EG'), weavingCountry: 'TR' },
    ['Raw Material EG', 'Weaving TR', 'Weaving IT known', ...END],
  ],
  ['no origin', from(), ['Raw Material ?', 'Weaving IT known', ...END]],
  [
    'a spinner, before weaving',
    { ...from('IN'), supplierRef: 'FILATURE', weavingCountry: 'PT' },
    ['Raw Material IN', 'Spinning IT known', 'Weaving PT', ...END],
  ],
  [
    'an agent, who supplies what others make',
    { ...from('IN'), supplierRef: 'AGENT', dyeingCountry: 'PT' },
    ['Raw Material IN', 'Dyeing PT', 'Component Supply IT known', ...END],
  ],
  ['a farm, the raw material', { ...from('IT'), supplierRef: 'FERME' }, ['Harvesting IT known', ...END]],
  [
    'a supplier without address, in the country of the component',
    { ...from('EG'), supplierRef: 'NULLE-PART', dyeingCountry: 'TN' },
    ['Raw Material EG', 'Dyeing TN known', ...END],
  ],
])('the traceability steps of a component with %s', async (_, component, expected) => {
  expect(places(await chain(component))).toEqual(expected);
});

test.each([
  ['two countries', { manufacturingAssemblyCountry: ['TN', 'PT'] }, ['Assembly TN', 'Assembly PT known']],
  ['no country', { manufacturingAssemblyCountry: undefined }, ['Assembly PT known']],
  ['another country', { manufacturingAssemblyCountry: ['RO'] }, ['Assembly RO', 'Assembly PT known']],
])('the assembly steps of a product assembled in %s', async (_, product, expected) => {
  const steps = await chain(from('EG'), product);
  expect(places(steps).filter((place) => place.startsWith('Assembly'))).toEqual(expected);
});

describe('the traceability steps of one component', () => {
  let steps: TraceabilityStep[];
  beforeAll(async () => {
    steps = await chain({ ...from('EG'), weavingCountry: 'IT' }, { transportTypeToDestMarket: 'TRAIN' });
  });

  test('the steps of a component have positions of three numbers, all different and in order', () => {
    expect(steps.map(({ position }) => position)).toEqual(steps.map((_, at) => `001.001.00${at + 1}`));
  });

  test('the steps of a component have the distance to the next step, which is the sum of its transports', () => {
    expect(steps[0]!.kmToNext).toBe(kilometres('EG', 'IT'));
    expect(steps.at(-1)).toMatchObject({ kmToNext: 0, transports: [] });
    expect(steps.at(-1)).not.toHaveProperty('transportationType');
    for (const { kmToNext, transports } of steps) {
      expect(transports.reduce((sum, { distance }) => sum + distance, 0)).toBe(kmToNext);
    }
    expect(steps.at(-2)?.transportationType).toBe('TRAIN');
  });

  test('the steps of a component have the supplier that was sent, with its social and environmental certifications apart', () => {
    const id = expect.any(String);
    expect(steps[1]!.supplier).toEqual({
      ...{ ref: 'FRN-0007', id, name: 'Tessitura Valsesia', isKnown: true },
      ...{ city: 'Borgosesia', country: 'IT', region: 'EUROPE' },
      socialCertifications: [{ ref: id, name: 'SA8000', status: 'VALIDATED', isVisible: true }],
      environmentalCertifications: [{ ref: id, name: 'ISO 14001', status: 'EXPIRED', isVisible: false }],
    });
    expect(steps[0]!.supplier).not.toHaveProperty('ref');
  });
});

test('every country and market has a location, and distances are plausible on a globe', () => {
  for (const place of [...COUNTRY_CODES, ...DESTINATION_MARKETS]) expect(isPlace(place), place).toBe(true);
  expect(kilometres('FR', 'IT')).toBeGreaterThan(700);
  expect(kilometres('FR', 'IT')).toBeLessThan(1300);
  expect(kilometres('FR', 'CN')).toBeGreaterThan(7000);
  expect(kilometres('FR', 'CN')).toBeLessThan(9500);
  expect(kilometres('FJ', 'TO')).toBeLessThan(1500);
  expect(kilometres('FR', 'FR')).toBe(100);
  expect(kilometres('FR', '')).toBe(0);
  for (const from of ['FR', 'CN', 'NZ']) {
    for (const to of COUNTRY_CODES) {
      expect(kilometres(from, to)).toBe(kilometres(to, from));
      expect(kilometres(from, to)).toBeLessThanOrEqual(Math.ceil(Math.PI * 6371));
    }
  }
});
