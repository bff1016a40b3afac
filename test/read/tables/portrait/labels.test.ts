import { expect, onTestFinished, test } from 'vitest';
import { SUPPLIER_CATEGORIES } from '../../../../src/contract/v2/supplier-lists.ts';
import { impactsOf } from '../../../../src/read/tables/portrait/impacts.ts';
import { stepText } from '../../../../src/read/tables/portrait/labels.ts';
import { useLanguage } from '../../../../src/say.ts';

/** Words that a chain does not have as steps, or that trade names write in several ways. */
const NOT_STEPS = new Set(['Generic', 'Other', 'Padding']);

test('the steps of a chain and units that are words are French in French', async () => {
  await useLanguage('fr');
  onTestFinished(() => useLanguage('en'));
  const steps = SUPPLIER_CATEGORIES.filter((name) => /^(RAW MATERIAL|TRANSFORMATION)/.test(name))
    .map((name) => name.split(' - ')[1]!)
    .filter((name) => !NOT_STEPS.has(name));
  expect(steps.length).toBeGreaterThan(25);
  expect(steps.filter((name) => stepText(name) === name)).toEqual([]);
  expect([stepText('Raw Material'), stepText('A step of tomorrow')]).toEqual([
    'Matière première',
    'A step of tomorrow',
  ]);
  const units = impactsOf({}).map(({ unit }) => unit);
  expect(units).toContain('incidence de maladies');
  expect(units).not.toContain('disease incidence');
});
