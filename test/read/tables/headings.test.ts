import { afterEach, describe, expect, test } from 'vitest';
import headings from '../../../src/language/compiled/headings.js';
import { LANGUAGES } from '../../../src/language/languages.ts';
import { RESOURCES } from '../../../src/read/export/resources.ts';
import { type HeadingWords, headingOf } from '../../../src/read/tables/headings.ts';
import { useLanguage } from '../../../src/say.ts';

afterEach(() => useLanguage('en'));

const tables = () => Object.values(RESOURCES).flatMap((resource) => resource.tables([]));

const HEADINGS: [name: string, unit: string | undefined, english: string, french: string, german: string][] =
  [
    ['weight', 'g', 'weight (g)', 'Masse (g)', 'Gewicht (g)'],
    ['state', undefined, 'state', 'État', 'Status'],
    [
      'step.supplier.city',
      undefined,
      'step.supplier.city',
      'Étape – fournisseur – ville',
      'Schritt – Lieferant – Ort',
    ],
    [
      'results.climateChange',
      'kg CO2 eq',
      'climateChange (kg CO2 eq)',
      'Changement climatique (kg CO2 eq)',
      'Klimawandel (kg CO2 eq)',
    ],
    [
      'results.particulateMatter',
      'disease incidence',
      'particulateMatter (disease incidence)',
      'Particules fines (incidence de maladies)',
      'Feinstaub (Krankheitsfälle)',
    ],
    [
      'agecClaims.microfibers.fr',
      undefined,
      'agecClaims.microfibers.fr',
      'Mentions AGEC – microfibres (fr)',
      'AGEC-Aussagen – Mikrofasern (fr)',
    ],
    ['newField', undefined, 'newField', 'NewField', 'NewField'],
  ];

test.each(HEADINGS)('the heading of %s in each language', async (name, unit, english, french, german) => {
  expect(headingOf(name, unit)).toBe(english);
  await useLanguage('fr');
  expect(headingOf(name, unit)).toBe(french);
  expect(headingOf(name, unit, 'de')).toBe(german);
});

describe.each(LANGUAGES.filter((name) => name !== 'en'))('the headings of exports in %s', (language) => {
  const words = JSON.parse(headings[language]) as HeadingWords;

  test('have words for every part of a column name, and differ within a table', async () => {
    await useLanguage(language);
    for (const { name: table, columns } of tables()) {
      for (const { name } of columns) {
        const missing = name
          .split('.')
          .slice(/^(results|impacts)\./.test(name) ? 1 : 0)
          .filter((part) => !Object.hasOwn(words.names!, part) && !/^(fr|en|es|it)$/.test(part));
        expect([table, name, missing]).toEqual([table, name, []]);
      }
      const headings = columns.map(({ heading }) => heading);
      expect([table, [...new Set(headings)]]).toEqual([table, headings]);
    }
  });

  test('leave the names, types and units of the columns as in English', async () => {
    const shapes = () => tables().map(({ columns }) => columns.map(({ heading: _, ...column }) => column));
    const english = JSON.stringify(shapes());
    await useLanguage(language);
    expect(JSON.stringify(shapes())).toBe(english);
  });
});
