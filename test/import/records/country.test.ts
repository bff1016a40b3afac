import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES } from '../../../src/contract/countries.ts';
import { countryOf } from '../../../src/import/records/country.ts';
import { cleanText } from '../../../src/import/records/text.ts';

const code = (text: string): string | undefined => {
  const reading = countryOf(cleanText(text));
  return 'code' in reading ? reading.code : undefined;
};

describe('a country', () => {
  it.each(
    Object.entries({
      CN: 'RPC, R.P.C., Chine, CHINA, CN-China, P.R. China',
      KR: 'Corée, République de Corée, Corée du Sud, Corea, Republic of Korea',
      GB: 'Angleterre, Ecosse, Écosse, Grande-Bretagne, U.K., UK, Royaume-Uni',
      HK: 'Hong Kong SAR, Hong-Kong',
      MK: 'Macédoine, North Macedonia',
      MU: 'Ile Maurice, Île Maurice',
      NL: 'Hollande, Pays-Bas, The Netherlands, Paesi Bassi',
      BA: 'Bosnie',
      AE: 'EAU, Émirats arabes unis',
      FR: 'France métropolitaine, FR - France, France (FR), FR/FRA, (FR) France, fra, 250, La France',
      US: 'États-Unis, ETATS UNIS, U.S., EE.UU., USA',
      CZ: 'Tchéquie, Czech Republic',
      VN: 'Viêt Nam, Vietnam',
      MM: 'Birmanie',
      ES: 'Spain / Espagne, España, Espagne – ES',
      CI: 'Côte d’Ivoire, cote d ivoire',
      AG: 'Antigua & Barbuda, Antigua and Barbuda',
      VC: 'St. Vincent and the Grenadines',
      SK: 'Slovak Republic',
      TR: 'Türkiye, Turquie',
      CG: 'Congo-Brazzaville',
      CD: 'RDC',
    }).flatMap(([wanted, texts]) => texts.split(', ').map((text) => [text, wanted] as const)),
  )('%s is %s', (text, wanted) => {
    expect(code(text)).toBe(wanted);
  });

  it('is each alpha-2 code itself', () => {
    for (const alpha2 of COUNTRY_CODES) expect(code(alpha2)).toBe(alpha2);
  });

  it.each([
    ['Congo', /CG \(Brazzaville\) or CD/],
    ['UE', /region/],
    ['Europe', /region/],
    ['Inconnu', /leave the cell blank/],
    ['---', /leave the cell blank/],
    ['ROW', /life-cycle/],
    ['RER', /life-cycle/],
    ['Kosovo', /no ISO 3166-1 code/],
    ['IT - France', /two countries, IT and FR/],
    ['Made in Italy', /not a known country/],
    ['x'.repeat(5000), /not a country/],
  ])('is not %s, and the finding says why', (text, says) => {
    const reading = countryOf(text);
    expect(reading).toMatchObject({ problem: expect.stringMatching(says) });
  });

  it('is only suggested if a name is similar, never applied', () => {
    expect(countryOf('Chilie')).toMatchObject({ suggestion: 'CL (Chile)' });
    expect(countryOf('Tunesie')).toMatchObject({ suggestion: 'TN (Tunisia)' });
    expect(countryOf('Qwrtz')).not.toHaveProperty('suggestion');
  });
});

const samples = process.env.TRACE_SAMPLES;

describe.skipIf(samples === undefined)('countries in files of others', () => {
  const at = (...path: string[]) => join(samples ?? '', 'domain', ...path);

  it('are all known in the published factory lists', () => {
    const lists = readdirSync(at('facilities')).filter((name) => name.endsWith('.csv'));
    const spellings = new Set<string>();
    for (const name of lists) {
      const rows: { country: string }[] = parse(readFileSync(at('facilities', name)), {
        columns: true,
        bom: true,
      });
      for (const { country } of rows) spellings.add(country);
    }
    expect(spellings.size).toBeGreaterThan(40);
    expect([...spellings].filter((spelling) => code(spelling) === undefined)).toEqual([]);
  });

  it('are known by the aliases that people used, but for slips of the keys and the two Congos', () => {
    const entries: { code: string; name?: string; names?: (string | string[])[] }[] = JSON.parse(
      readFileSync(at('countries', 'oshub_country_aliases.json'), 'utf8'),
    );
    const unlike = entries.flatMap((entry) =>
      [entry.names ?? entry.name ?? ''].flat(2).filter((name) => code(name) !== entry.code),
    );
    expect(new Set(unlike)).toEqual(new Set(['Congo', 'Indonega', 'Kosovo', 'Morocoo', 'Nicaragura']));
  });

  it('are known by name and code in the list with a byte order mark', () => {
    const rows: Record<string, string>[] = parse(
      readFileSync(at('countries', 'ecobalyse_countries_data_bom.csv')),
      { columns: true, bom: true, trim: true },
    );
    const unlike = rows.flatMap((row) =>
      [row.Country!, row['Alpha-3 code']!].filter((text) => code(text) !== row['Alpha-2 code']),
    );
    expect(unlike).toEqual(['Congo', 'Netherlands Antilles', 'ANT']);
  });

  it('are known by alpha-3 and number, but for codes that ISO has changed', () => {
    const entries: Record<string, { alpha_3: string; numeric: string }> = JSON.parse(
      readFileSync(at('countries', 'oshub_countries_alpha3_numeric.json'), 'utf8'),
    );
    const unlike = Object.entries(entries).flatMap(([alpha2, { alpha_3, numeric }]) =>
      [alpha_3, numeric].filter((text) => code(text) !== alpha2),
    );
    expect(unlike.sort()).toEqual(['682', '736', '999', 'MPA', 'XKX']);
  });
});
