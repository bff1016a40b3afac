import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { studyCard } from '../../../src/cli/view/study-card.ts';
import en from '../../../src/language/compiled/en.js';
import { countryName, figureText, percentText } from '../../../src/read/tables/portrait/figures.ts';
import { fieldLabel, valueText } from '../../../src/read/tables/portrait/labels.ts';
import { useLanguage } from '../../../src/say.ts';
import { studyPage } from './study-page.ts';

beforeEach(() => useLanguage('fr'));
afterEach(() => useLanguage('en'));

const STUDY = {
  ...{ state: 'IN_PROGRESS', productRef: 'ROB-1', weight: 1234.5 },
  results: { climateChange: 3.4, climateChangeFossil: 3, grades: { recyclability: 60.5 } },
  components: [
    {
      name: 'FABRIC',
      categoryTranslations: { en: 'Fabric', fr: 'Tissu' },
      weight: 10,
      composition: [
        {
          raw_material: 'COTTON',
          materialTranslations: { en: 'cotton', fr: 'coton' },
          percentage: 100,
          traceability_steps: [
            {
              name: 'Weaving',
              position: '001',
              kmToNext: 1234,
              transports: [{ type: 'TRUCK', distance: 1234 }],
              supplier: {
                country: 'EG',
                isKnown: true,
                name: 'Nile',
                socialCertifications: [{ name: 'GOTS', status: 'EXPIRED' }],
              },
            },
            { name: 'Sewing', position: '002', supplier: { country: 'IT' } },
          ],
        },
      ],
    },
  ],
  agecClaims: { microfibers: { fr: 'Peu', en: 'Few' } },
};

/** The texts that a page shows, without its markup. */
const wordsOf = (html: string): string[] =>
  html
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '');

describe('the page of studies in French', () => {
  test.each([
    [() => figureText(1234.5), '1\u202f235'],
    [() => figureText(0.01676), '0,01676'],
    [() => figureText(2.367e-9), '2,367 × 10⁻⁹'],
    [() => percentText(0.335), '34\u00a0%'],
    [() => countryName('EG'), 'Égypte'],
    [() => fieldLabel('climateChange'), 'Changement climatique'],
    [() => fieldLabel('someNewField'), 'Some new field'],
    [() => valueText('IN_PROGRESS'), 'en cours'],
    [() => valueText('NEW_VALUE'), 'new value'],
  ])('the page of studies in French has the text "$1"', (make, expected) => expect(make()).toBe(expected));

  test('the page of studies in French has its labels, numbers and names in French only', async () => {
    const options = { title: 'Études', languages: ['fr'], generatedAt: new Date(0), version: '1' };
    const html = await studyPage([STUDY, STUDY], options);
    expect(html).toContain('<html lang="fr">');
    for (const text of ['Égypte', 'camion 1\u202f234 km', 'GOTS · expirée', 'coton', 'Tissu', '60,5'])
      expect(html).toContain(text);
    const english = new Set(
      [en.page, en.study, en.studyFields]
        .flatMap((area) => Object.values(area) as ((values: object) => string)[])
        .map((message) => message({}))
        .filter((text) => /^[A-Z]/.test(text)),
    );
    // Words that are the same in both languages.
    for (const same of [
      ...['Collection', 'Certifications', 'Composition', 'Type', 'Impacts', 'Distance (km)', 'Acidification'],
      'Microfibres',
    ])
      english.delete(same);
    expect(wordsOf(html).filter((text) => english.has(text))).toEqual([]);
  });

  test('the page of studies in French has a terminal card that is in French too', () => {
    const card = studyCard(STUDY, { width: 100, color: 0, language: 'fr' }).join('\n');
    expect(card).toMatch(/Produit +ROB-1\n/);
    expect(card).toContain('Égypte · Nile');
    expect(card).toMatch(/Changement climatique +3,4 kg CO2 eq/);
    expect(card).not.toMatch(/Collection +SS|Climate|unknown/);
  });
});
