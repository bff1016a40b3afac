import { describe, expect, test } from 'vitest';
import { kindsOf } from '../../src/contract/registry.ts';
import { SheetSurvey } from '../../src/map/propose.ts';
import { shareReferences } from '../../src/map/propose-together.ts';

type Cells = readonly (string | number | null)[];

const SUPPLIERS: readonly Cells[] = [
  ['Lieferantennr.', 'Firma', 'Tätigkeit', 'Ort', 'Land'],
  ['L1001', 'Weberei Nord', 'TRANSFORMATION - Weaving', 'Hamburg', 'DE'],
  ['L1004', 'Costa Lda', 'MANUFACTURING - Ready To Wear', 'Braga', 'PT'],
  ['L1007', 'Sfax Mode', 'MANUFACTURING - Ready To Wear', 'Sfax', 'TN'],
];

/** The kind, or the kinds that it may be, of a sheet beside a sheet of suppliers. */
function kindOf(sheet: string, ...rows: readonly Cells[]) {
  const [own, suppliers] = [
    [sheet, rows],
    ['Adressen', SUPPLIERS],
  ].map(([name, all]) => {
    const survey = new SheetSurvey({ file: 'x.xlsx', sheet: name as string, kinds: kindsOf('v2') });
    for (const [at, cells] of (all as readonly Cells[]).entries()) survey.add({ row: at + 1, cells });
    return survey;
  }) as [SheetSurvey, SheetSurvey];
  shareReferences([{ survey: own }, { survey: suppliers }]);
  const { kind, kindCandidates } = own.proposal();
  return kind ?? kindCandidates;
}

describe('a sheet of other data', () => {
  test('a sheet of prices with keys of another sheet is not used', () => {
    expect(
      kindOf(
        'Preise',
        ['Lieferantennr.', 'Rabatt %', 'Gültig bis'],
        ['L1001', 3, '31.12.2027'],
        ['L1004', 2.5, '30.06.2027'],
      ),
    ).toEqual(['skip']);
  });

  test('a sheet of notes is not used', () => {
    expect(kindOf('Blatt2', ['Bemerkung'], ['Gewichte sind netto.'], ['Farben: Karte.'])).toEqual(['skip']);
  });

  test('a sheet with keys of another sheet and texts may be of the kind: a person is asked', () => {
    const found = kindOf('Extra', ['Lieferantennr.', 'Xyz'], ['L1001', 'ja, bald'], ['L1004', 'nein']);
    expect(found).toEqual(expect.arrayContaining(['supplier', 'skip']));
  });

  test('a sheet with other keys, or with the name of the kind, is a sheet of the kind', () => {
    const rows: readonly Cells[] = [
      ['Lieferantennr.', 'Rabatt %'],
      ['L2001', 3],
      ['L2004', 2.5],
    ];
    expect(kindOf('Preise', ...rows)).not.toContain('skip');
    const known: readonly Cells[] = [rows[0]!, ['L1001', 3], ['L1004', 2.5]];
    expect(kindOf('Lieferanten', ...known)).not.toContain('skip');
  });
});
