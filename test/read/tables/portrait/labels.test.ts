import { expect, onTestFinished, test } from 'vitest';
import { SUPPLIER_CATEGORIES } from '../../../../src/contract/v2/supplier-lists.ts';
import { impactsOf } from '../../../../src/read/tables/portrait/impacts.ts';
import { stepText } from '../../../../src/read/tables/portrait/labels.ts';
import { useLanguage } from '../../../../src/say.ts';

/** Words that a chain does not have as steps, or that trade names write in several ways. */
const NOT_STEPS = new Set(['Generic', 'Other', 'Padding']);

test.each([
  ['fr', 'Matière première', 'incidence de maladies'],
  ['de', 'Rohstoff', 'Krankheitsfälle'],
] as const)('the steps of a chain and units that are words are in %s', async (language, step, unit) => {
  await useLanguage(language);
  onTestFinished(() => useLanguage('en'));
  const steps = SUPPLIER_CATEGORIES.filter((name) => /^(RAW MATERIAL|TRANSFORMATION)/.test(name))
    .map((name) => name.split(' - ')[1]!)
    .filter((name) => !NOT_STEPS.has(name));
  expect(steps.length).toBeGreaterThan(25);
  expect(
    steps.filter((name) => stepText(name) === name),
    'lack a text in studySteps of messages.yaml',
  ).toEqual([]);
  expect([stepText('Raw Material'), stepText('A step of tomorrow')]).toEqual([step, 'A step of tomorrow']);
  const units = impactsOf({}).map(({ unit }) => unit);
  expect(units).toContain(unit);
  expect(units).not.toContain('disease incidence');
});
