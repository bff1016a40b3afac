import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES } from '../../src/contract/country-codes.ts';
import { WORD_LANGUAGES } from '../../src/language/languages.ts';
import { type Filled, UNREADABLE } from '../../src/recognise/coercion.ts';
import { countryCoercion, countryOf } from '../../src/recognise/country.ts';
import { cleanText } from '../../src/recognise/text.ts';
import { coerced } from '../records/coerced.ts';

const code = (text: string): string | undefined => {
  const reading = countryOf(cleanText(text));
  return 'code' in reading ? reading.code : undefined;
};

describe('a country', () => {
  // The first test, since the names are collected once: mutation tests take it for the only one that runs that code.
  it('a country is recognised by its codes and its names in each language; a name of two countries is ambiguous', () => {
    const known = {
      // Only in the list of names.
      ...{ FK: 'Falkland Islands (Malvinas)', TZ: 'République unie de Tanzanie', CX: 'Isola del Natale' },
      ...{ CI: 'Costa de Marfil', MD: 'Moldawien', BJ: 'Benim', RU: 'Russische Föderation' },
      // Only in the names of the runtime, long and short.
      ...{ MO: 'Macao SAR China', HK: 'R.A.S. chinoise de Hong Kong', CC: 'Cocos Islands' },
      // Common names, and codes.
      ...{ CN: 'RPC', IT: 'ITA', FR: '250' },
    };
    for (const [alpha2, text] of Object.entries(known)) expect([text, code(text)]).toEqual([text, alpha2]);
    for (const text of ['São Martinho', '983']) expect([text, code(text)]).toEqual([text, undefined]);
    const problem = 'is ambiguous: CG (Brazzaville) or CD (Kinshasa)';
    for (const text of ['Congo', 'Kongo']) expect(countryOf(text)).toEqual({ problem, codes: ['CG', 'CD'] });
    expect(countryOf('Chine/Inde')).toMatchObject({ codes: ['CN', 'IN'] });
  });

  it.each(
    Object.entries({
      CN: 'RPC, R.P.C., Chine, CHINA, CN-China, P.R. China',
      KR: 'Corée, République de Corée, Corée du Sud, Corea, Republic of Korea',
      GB: 'Angleterre, Ecosse, Écosse, Grande-Bretagne, U.K., UK, Royaume-Uni',
      HK: 'Hong Kong SAR, Hong-Kong',
      GF: 'Guyane, Guyane française',
      GY: 'Guyana',
      MK: 'Macédoine, North Macedonia',
      MU: 'Ile Maurice, Île Maurice',
      NL: 'Hollande, Pays-Bas, The Netherlands, Paesi Bassi',
      BA: 'Bosnie',
      AE: 'EAU, Émirats arabes unis',
      BR: '105-BRASIL, 105 - Brasil',
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
  )('is recognised: "%s" is %s', (text, wanted) => {
    expect(code(text)).toBe(wanted);
  });

  it('a country is recognised by each alpha-2 code', () => {
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
  ])('a country is not recognised in "$0", and the problem matches $1', (text, says) => {
    const reading = countryOf(text);
    expect(reading).toMatchObject({ problem: expect.stringMatching(says) });
  });

  it('a country is only suggested if the name is similar, never applied', () => {
    expect(countryOf('Chilie')).toMatchObject({ suggestion: 'CL (Chile)' });
    expect(countryOf('Tunizie')).toMatchObject({ suggestion: 'TN (Tunisia)' });
    expect(countryOf('D')).toMatchObject({ suggestion: 'DE (Germany)' });
    expect(countryOf('valueOf')).not.toHaveProperty('suggestion');
    expect(countryOf('Qwrtz')).not.toHaveProperty('suggestion');
  });
});

describe('a name in another language', () => {
  const PACKAGE = join(import.meta.dirname, '../../node_modules/i18n-iso-countries/langs');
  const names = readdirSync(PACKAGE).flatMap((file) => {
    const { locale, countries } = JSON.parse(readFileSync(join(PACKAGE, file), 'utf8')) as {
      locale: string;
      countries: Record<string, string | string[]>;
    };
    return Object.entries(countries).flatMap(([alpha2, called]) =>
      COUNTRY_CODES.has(alpha2) ? [called].flat().map((name) => ({ locale, alpha2, name })) : [],
    );
  });
  const isKnown = ({ alpha2, name }: (typeof names)[number]) => code(name) === alpha2;

  it('is recognised in each language of the package, or is a name of several countries: never another country', () => {
    expect(names.length).toBeGreaterThan(19_000);
    const open = names.filter((one) => !isKnown(one));
    expect(open.filter(({ name }) => code(name) !== undefined)).toEqual([]);
    expect(open.length).toBeLessThan(50);
  });

  it('is recognised in each language of the words, except names of two countries', () => {
    const own = names.filter(({ locale }) => (WORD_LANGUAGES as readonly string[]).includes(locale));
    const open = own.filter((one) => !isKnown(one)).map(({ name }) => name);
    expect(new Set(open)).toEqual(
      new Set(['Congo', 'Kongo', 'República Democrática do Congo', 'São Martinho', 'Nga']),
    );
  });

  it.each(
    Object.entries({
      DE: 'Almanya, Niemcy, Germania, Duitsland, Đức, 德国, 德國, Tyskland, Saksa, Германия, ドイツ',
      PT: '葡萄牙, Portekiz, Portugalia, Bồ Đào Nha, 葡萄牙 Portugal, Portugal 葡萄牙, 葡萄牙(PT), PT-葡萄牙',
      CN: 'Çin, ÇİN, Chiny, 中国, 中國, Trung Quốc, Chińska Republika Ludowa, 中国大陆',
      TR: 'Türkiye, TÜRKİYE, Turcja, Turcia, Turkije, 土耳其, Thổ Nhĩ Kỳ, Türkiye / Turkey, 土耳其 Türkiye',
      GB: 'İngiltere, Birleşik Krallık, Wielka Brytania, Anglia, Marea Britanie, 英国, Vương quốc Anh',
      US: 'ABD, Stany Zjednoczone, SUA, Verenigde Staten, 美国, Mỹ, Hoa Kỳ',
      VN: 'Việt Nam, VIỆT NAM, Wietnam, 越南',
      NL: 'Hollanda, Holandia, Olanda, Nederland, 荷兰, Hà Lan',
      IT: 'İtalya, Włochy, Italië, 意大利, Ý, Włochy Italy, İtalya Italia',
      TW: '中国台湾, Tayvan, Đài Loan',
      AE: 'BAE, 阿联酋, Zjednoczone Emiraty Arabskie, Emiratele Arabe Unite',
      EG: 'Mısır, Egipt, 埃及',
      TN: 'Tunesie, Tunezja, 突尼斯',
    }).flatMap(([wanted, texts]) => texts.split(', ').map((text) => [text, wanted] as const)),
  )('"%s" is %s', (text, wanted) => expect(code(text)).toBe(wanted));

  it.each([
    ['葡萄牙 Spain', ['PT', 'ES']],
    ['Nga', ['NG', 'RU']],
  ])('"%s" names two countries', (text, codes) => expect(countryOf(text)).toMatchObject({ codes }));

  it('is no name without its accents if it is then another word or a code', () => {
    expect([code('Ý'), code('Y'), code('Bỉ'), code('BI'), code('NGA')]).toEqual([
      'IT',
      undefined,
      'BE',
      'BI',
      'NG',
    ]);
  });

  it('is not recognised beside the name of another country, or a word', () => {
    for (const text of ['Niger Mali', '葡萄牙 Atlantis', 'Almanya Berlin'])
      expect(code(text)).toBeUndefined();
  });
});

describe('a cell with several countries', () => {
  it.each([
    ['France/Italie', 'FR; IT'],
    ['Portugal et Espagne', 'PT; ES'],
    ['FR + IT & Tunisie', 'FR; IT; TN'],
    ['France / Francia / Italie', 'FR; IT'],
  ])('a cell with several countries "%s" is refused, and the finding says to write %s', (text, codes) => {
    const { value, findings } = coerced(countryCoercion(true), text);
    expect(value).toBe(UNREADABLE);
    const advice = `separate several countries with semicolons: ${codes}`;
    expect(findings).toEqual([['country-unknown', expect.any(String), advice]]);
  });

  it.each([
    ['France/Italie', false],
    ['France/Atlantis', true],
    ['France/'.repeat(40), true],
  ])(
    'a cell with several countries "%s" gets no advice on semicolons where it cannot help (a list: %s)',
    (text, isList) => {
      const { findings } = coerced(countryCoercion(isList), text);
      expect(findings.flat().join(' ')).not.toContain('semicolons');
    },
  );
});

describe('a code and a name of a country together', () => {
  it.each([
    ...['FR - France', 'FR-France', 'fr : France', 'FRA, France', 'FR/France', 'FR | France', 'FR — France'],
    ...['FR (France)', 'FRA(France)', '(FR) France', '[FRA] France', '( FR )France', '[ fr ] France'],
    ...['France (FR)', 'France [FRA]', 'France( FR )', 'France[ fr ]', 'France - FR', 'France/FRA'],
    'France, fr',
    ...['République française (FR)', 'Frankreich / France', 'Frankreich | France', 'Frankreich (France)'],
    ...[
      'Frankreich (France',
      'FR / FR',
      'La France - FR',
      '法国（FR）',
      'FR：法国',
      'FR（法国）',
      '法国 France',
    ],
  ])('mean FR: "%s"', (text) => expect(code(text)).toBe('FR'));

  it.each([
    ...['F - France', 'FR2 - France', 'FR France', 'FR -', '- FR', '(FR)', 'FR (France) only'],
    'France (FR) only',
    ...['Made in FR - France', 'Made in FR (France)', 'Made (FR) France', 'France - FR only', 'FR ? France'],
    ...['Frankreich / France / Italie', 'Made / Frankreich / France'],
    ...['Frankreich / Atlantis', 'Atlantis / France'],
    ...['FR - Europe', 'Europe (FR)', 'FR (Atlantis)'],
  ])('a code and a name together are not recognised: "%s"', (text) => expect(code(text)).toBeUndefined());
});

describe('a code and a name of a country in a rare form', () => {
  it.each([
    ['CD (Congo (Kinshasa))', 'CD'],
    ['CD(Congo (Kinshasa))', 'CD'],
    ['250 / France', 'FR'],
    ['France-FR', 'FR'],
  ])('a code and a name in a rare form are recognised: "%s" is %s', (text, alpha2) =>
    expect(code(text)).toBe(alpha2),
  );

  it('a code and a name in a rare form are unknown if either of them is unknown', () => {
    for (const text of ['Atlantis / France', 'France / Atlantis'])
      expect(countryOf(text)).toEqual({ problem: 'is not a known country' });
  });
});

describe('a name of a country', () => {
  it.each([
    ['The Netherlands', 'NL'],
    ['les Pays-Bas', 'NL'],
    ['LE JAPON', 'JP'],
    ['l’Italie', 'IT'],
    ["L' Italie", 'IT'],
    ['St Lucia', 'LC'],
    ['St. Lucia', 'LC'],
    ['ST.  LUCIA', 'LC'],
    ['St Vincent et les Grenadines', 'VC'],
    ['The East Timor', 'TL'],
    ['uk', 'GB'],
  ])('a name of a country may have an article, or St for Saint: "%s" is %s', (text, alpha2) =>
    expect(code(text)).toBe(alpha2),
  );

  it.each(['Fran la ce', "Ital l'ie", 'Theitaly', 'x St Lucia', 'ß', 'ﬁ', 'São Martinho', ''])(
    'a name of a country is not recognised in %j',
    (text) => expect(code(text)).toBeUndefined(),
  );

  it('a name of a country has at most 100 characters', () => {
    expect(code(`France${'.'.repeat(94)}`)).toBe('FR');
    expect(countryOf(`France${'.'.repeat(95)}`)).toEqual({ problem: 'is not a country' });
  });

  it.each([
    ['Irax', 'IR (Iran)'],
    ['Cubb', 'CU (Cuba)'],
    ['Cubaa', 'CU (Cuba)'],
    ['Jappn', 'JP (Japan)'],
    ['Jxpxn', undefined],
    ['Frxnxe', 'FR (France)'],
    ['Frxnxx', undefined],
    ['Austrlia', 'AU (Australia)'],
    // Two letters from Algeria, which comes first.
    ['Lberia', 'LR (Liberia)'],
    ['Tog', undefined],
    ['São Martinhu', undefined],
  ])('a name of a country that is misspelled, "%s", gets the suggestion %s', (text, suggestion) => {
    const problem = 'is not a known country';
    expect(countryOf(text)).toEqual({ problem, ...(suggestion && { suggestion }) });
  });
});

describe('a name of a country with one or two typing errors', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const long = [...COUNTRY_CODES].flatMap((country) => {
    const name = names.of(country)?.toLowerCase() ?? '';
    return /^[a-z]{8,}$/.test(name) ? [name] : [];
  });
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
  const edit = fc.tuple(fc.constantFrom('add', 'drop', 'replace'), fc.nat(), letter);

  const edited = (text: string, [how, at, by]: [string, number, string]) => {
    const place = at % text.length;
    return text.slice(0, place) + (how === 'drop' ? '' : by) + text.slice(how === 'add' ? place : place + 1);
  };

  it('a name with typing errors is recognised, or gets a suggestion', () => {
    fc.assert(
      fc.property(fc.constantFrom(...long), fc.array(edit, { minLength: 1, maxLength: 2 }), (name, edits) => {
        const reading = countryOf(edits.reduce(edited, name));
        const isNear = 'code' in reading || reading.suggestion !== undefined || reading.codes !== undefined;
        expect(isNear).toBe(true);
      }),
    );
  });
});

describe('a cell of a country column', () => {
  const unclear = ['country-unknown', expect.stringContaining('can mean Namibia or "not applicable"')];
  const advice = 'write Namibia, or leave the cell blank';
  const padded = (text: string) => ({ type: 'padded', value: 0, text }) as const;
  const sentAsNamibia = ['country-na', '"NA" is sent as Namibia', 'leave the cell blank for not applicable'];

  it.each<[Filled, unknown, unknown[][]]>([
    ['IT', 'IT', []],
    ['NA', 'NA', [sentAsNamibia]],
    [' NA', 'NA', [sentAsNamibia, ['text-trimmed', '" NA" → "NA"']]],
    ['na', UNREADABLE, [[...unclear, advice]]],
    [padded('NA'), 'NA', [sentAsNamibia, ['text-from-number', 'a number → "NA"']]],
    [padded('IT'), 'IT', [['text-from-number', 'a number → "IT"']]],
    [padded('250'), 'FR', [['country-converted', '"250" → FR']]],
    [250, UNREADABLE, [['country-unknown', '"250" is not a country']]],
    [{ type: 'time', value: 0, text: 'IT' }, UNREADABLE, [['country-unknown', '"IT" is not a country']]],
    ['Chilie', UNREADABLE, [['country-unknown', '"Chilie" is not a known country', 'CL (Chile)']]],
    ['---', UNREADABLE, [['country-unknown', expect.stringContaining('leave the cell blank')]]],
    ['--', undefined, [['blank-word', '"--" is read as blank']]],
    [' ', undefined, []],
  ])('with %j is read as %s', (cell, value, findings) => {
    expect(coerced(countryCoercion(), cell)).toEqual({ value, findings });
  });
});

const samples = process.env.TRACE_SAMPLES;

describe.skipIf(samples === undefined)('countries in files that others published', () => {
  const at = (...path: string[]) => join(samples ?? '', 'domain', ...path);

  it('countries of published files are all recognised in the factory lists', () => {
    const lists = readdirSync(at('facilities')).filter((name) => name.endsWith('.csv'));
    const spellings = new Set<string>();
    for (const name of lists) {
      const text = readFileSync(at('facilities', name));
      const rows: { country: string }[] = parse(text, { columns: true, bom: true });
      for (const { country } of rows) spellings.add(country);
    }
    expect(spellings.size).toBeGreaterThan(40);
    expect([...spellings].filter((spelling) => code(spelling) === undefined)).toEqual([]);
  });

  it('countries of published files are recognised by the aliases that people used, except misspellings, Kosovo and Congo', () => {
    const entries: { code: string; name?: string; names?: (string | string[])[] }[] = JSON.parse(
      readFileSync(at('countries', 'oshub_country_aliases.json'), 'utf8'),
    );
    const unlike = entries.flatMap((entry) =>
      [entry.names ?? entry.name ?? ''].flat(2).filter((name) => code(name) !== entry.code),
    );
    expect(new Set(unlike)).toEqual(new Set(['Congo', 'Indonega', 'Kosovo', 'Morocoo', 'Nicaragura']));
  });

  it('countries of published files are recognised by name and alpha-3 code in a list, except Congo and a former country', () => {
    const text = readFileSync(at('countries', 'ecobalyse_countries_data_bom.csv'));
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true, trim: true });
    const unlike = rows.flatMap((row) =>
      [row.Country!, row['Alpha-3 code']!].filter((text) => code(text) !== row['Alpha-2 code']),
    );
    expect(unlike).toEqual(['Congo', 'Netherlands Antilles', 'ANT']);
  });

  it('countries of published files are recognised by alpha-3 and numeric code, except codes that ISO has changed', () => {
    const entries: Record<string, { alpha_3: string; numeric: string }> = JSON.parse(
      readFileSync(at('countries', 'oshub_countries_alpha3_numeric.json'), 'utf8'),
    );
    const unlike = Object.entries(entries).flatMap(([alpha2, { alpha_3, numeric }]) =>
      [alpha_3, numeric].filter((text) => code(text) !== alpha2),
    );
    expect(unlike.sort()).toEqual(['682', '736', '999', 'MPA', 'XKX']);
  });
});
