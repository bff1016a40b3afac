import { expect, test } from 'vitest';
import { COMPONENT_TYPES } from '../../src/contract/v2/component-lists.ts';
import { MATERIALS, mainMaterials, typeOfMaterial } from '../../src/contract/v2/materials.ts';

test.each([
  ['ORGANIC COTTON', 'MAIN FABRIC (WOVEN)', 'TEXTILE'],
  ['METALLIC FIBER', 'SEWING THREADS', 'TEXTILE'],
  ['CHROME FREE TANNING COW LEATHER', 'UPPERS', 'LEATHER'],
  ['MIXED_TANNING_CALF LEATHER', 'UPPERS', 'LEATHER'],
  ['RECYCLED STEEL', 'BUCKLES', 'METAL'],
  ['RECYCLED POLYESTER', 'LININGS', 'TEXTILE'],
  ['RECYCLED POLYESTER', 'BUTTONS', 'PLASTIC'],
  ['TPU', 'OUTSOLES', 'PLASTIC'],
  ['OAK', 'HEELS', 'WOOD'],
  ['MOTHER OF PEARL', 'BUTTONS', 'OTHER'],
  ['ZORBLAX', 'BUTTONS', undefined],
])('%s as %s is of type %s', (material, category, type) => {
  expect(typeOfMaterial(material, category)).toBe(type);
});

test('each material that the list probably has is of a type that the interface allows', () => {
  const names = [...MATERIALS.values, ...MATERIALS.likely!];
  const unknown = names.filter((name) => !COMPONENT_TYPES.includes(typeOfMaterial(name, undefined)!));
  expect(unknown).toEqual([]);
});

test('the materials with the largest share decide, and several have it if their shares are equal', () => {
  const of = (...shares: readonly [string, number?][]) =>
    mainMaterials({
      composition: shares.map(([material, percentage]) => ({
        material,
        ...(percentage !== undefined && { percentage }),
      })),
    });
  expect(of(['WOOL', 40], ['COTTON', 60])).toEqual(['COTTON']);
  expect(of(['WOOL', 50], ['COW LEATHER', 50])).toEqual(['WOOL', 'COW LEATHER']);
  expect(of(['BRASS'])).toEqual(['BRASS']);
  expect(of()).toEqual([]);
});
