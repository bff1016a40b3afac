import { expect, it } from 'vitest';
import { countryName, figureText } from '../../../../src/read/tables/portrait/figures.ts';
import { portraitOf } from '../../../../src/read/tables/portrait/portrait.ts';

it.each<[number | null, string]>([
  [null, '–'],
  [0, '0'],
  [2.64141, '2.641'],
  [1234.56, '1,235'],
  [123456, '123,456'],
  [-0.5, '-0.5'],
  [2.36724e-9, '2.367 × 10⁻⁹'],
  [2e12, '2 × 10¹²'],
])('figureText(%s) is "%s"', (value, text) => {
  expect(figureText(value)).toBe(text);
});

it('countryName gives the English name of a country code, and keeps another text unchanged', () => {
  expect(countryName('PT')).toBe('Portugal');
  expect(countryName('Atlantis')).toBe('Atlantis');
});

const step = (name: string, country: string) => ({ name, position: '1', supplier: { country } });
const material = (...traceability_steps: object[]) => ({ raw_material: 'X', traceability_steps });

it('portraitOf finds the steps with which the chains of all materials end', () => {
  const ends = [step('Assembly', 'PT'), step('Warehouse', 'FR')];
  const { chain } = portraitOf({
    components: [
      { composition: [material(step('Weaving', 'IT'), ...ends), material(...ends)] },
      { composition: [material(step('Weaving', 'TR'), ...ends)] },
    ],
  });
  expect(chain.shared.map(({ name }) => name)).toEqual(['Assembly', 'Warehouse']);
});

it('portraitOf keeps each link once, with its type', () => {
  const link = 'https://example.com/a';
  expect(portraitOf({ links: [{ link, type: 'SHOWCASE' }], showcaseLinks: `${link};;x` }).links).toEqual([
    { type: 'SHOWCASE', link },
    { type: 'SHOWCASE', link: 'x' },
  ]);
});
