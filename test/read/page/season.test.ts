import { afterEach, expect, test } from 'vitest';
import { Season } from '../../../src/read/page/season.ts';
import { portraitOf } from '../../../src/read/tables/portrait/portrait.ts';
import { useLanguage } from '../../../src/say.ts';

afterEach(() => useLanguage('en'));

/** A study with a step for each supplier, from the first on: `Weaving`, `Dyeing`. */
const studyOf = (category: string, climateChange: number | undefined, ...suppliers: readonly string[]) => ({
  category,
  results: { climateChange },
  components: [
    {
      composition: [
        {
          traceability_steps: suppliers.map((name, at) => ({
            name: ['Weaving', 'Dyeing'][at],
            position: `001.001.00${at}`,
            supplier: name === '' ? { country: 'FR' } : { name, isKnown: true },
          })),
        },
      ],
    },
  ],
});

function markupOf(studies: readonly object[]): string {
  const season = new Season();
  for (const study of studies) season.add(portraitOf(study));
  return season.markup();
}

/** The rows of each table. */
const rowsIn = (html: string) =>
  html
    .split('<table>')
    .slice(1)
    .map((table) =>
      [...table.matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(([, row]) =>
        row!
          .replaceAll(/<[^>]*>/g, '|')
          .replaceAll(/\|+/g, ' ')
          .trim(),
      ),
    );

const STUDIES = [
  studyOf('PANTS', 6, 'Albini', 'Teint'),
  studyOf('PANTS', 2, 'Albini', ''),
  studyOf('BELTS', 0, 'Albini'),
  studyOf('SKIRTS', undefined, 'Teint'),
];

test('climate change is added up by category, step and supplier, and a study counts once for each', () => {
  const html = markupOf(STUDIES);
  expect(rowsIn(html)).toEqual([
    ['PANTS 2 8 100 % 4', 'BELTS 1 0 0 % 0', 'SKIRTS 1 – – –'],
    ['Weaving 4 8 2.67', 'Dyeing 2 8 4'],
    ['Albini 3 8 2.67', 'Teint 2 6 6', 'supplier unknown 1 2 2'],
  ]);
  expect(html).toContain('1 study has no figure: it is in no sum and in no mean.');
});

test('a supplier that is not known is last, whatever its sum', () => {
  const html = markupOf([studyOf('PANTS', 2, 'Albini'), studyOf('PANTS', 6, '')]);
  expect(rowsIn(html)[2]).toEqual(['Albini 1 2 2', 'supplier unknown 1 6 6']);
});

test('each chart shows the rows of its table that have a figure, with a bar for each but zero; bars of one length are no chart', () => {
  const [kinds, suppliers, ...others] = markupOf(STUDIES).split('<svg').slice(1);
  expect(others).toEqual([]);
  expect(kinds).toContain('>PANTS 8, BELTS 0</desc>');
  expect(kinds).not.toContain('SKIRTS 0');
  expect([kinds, suppliers].map((svg) => svg!.match(/<rect/g)?.length)).toEqual([1, 3]);
});

test('a chart and its table have at most ten rows, and say how many are left', async () => {
  const many = Array.from({ length: 13 }, (_, at) => studyOf(`KIND-${at}`, at + 1, 'Albini'));
  await useLanguage('fr');
  const html = markupOf(many);
  expect(rowsIn(html)[0]).toHaveLength(10);
  expect(rowsIn(html)[0]![0]).toMatch(/^KIND-12 1 13 14,3\s% 13$/);
  expect(html).toContain('Et 3 autres, aux chiffres plus petits.');
});

test('without any figure there is a sentence instead of charts', () => {
  const html = markupOf([studyOf('PANTS', undefined, 'Albini')]);
  expect(html).toContain('No study has a figure for climate change.');
  expect(html).not.toContain('<svg');
});

test('figures that are too small or large to draw break no chart', () => {
  for (const climate of [5e-324, 1e308, -1e308, -3]) {
    const html = markupOf([studyOf('A', climate, 'B'), studyOf('C', climate, 'B')]);
    expect(html, `${climate}`).not.toMatch(/NaN|Infinity|∞/);
  }
});
