import { describe, expect, test } from 'vitest';
import { kindsOf } from '../../src/contract/registry.ts';
import { SheetSurvey } from '../../src/map/propose.ts';

type Cells = readonly (string | null)[];

function surveyOf(rows: readonly Cells[], sheet = 'component'): SheetSurvey {
  const survey = new SheetSurvey({ file: 'x.csv', sheet, kinds: kindsOf('v2') });
  for (const [at, cells] of rows.entries()) if (cells.length > 0) survey.add({ row: at + 1, cells });
  return survey;
}

const HEADERS = [
  ...['componentRef', 'productRef', 'type', 'composition.1.material', 'composition.1.percentage'],
  ...['componentWeight', 'Zzqx'],
];

/** Rows whose cells are separated by bars; a hyphen is a blank cell. */
const cellsOf = (...rows: readonly string[]): Cells[] =>
  rows.map((row) => row.split('|').map((cell) => (cell === '-' ? null : cell)));

const grouped = (...rows: readonly Cells[]) => surveyOf([HEADERS, ...rows]).proposal().group;

describe('rows of one record', () => {
  test('rows of one record with blank keys below a key and only items of lists are certain', () => {
    const group = grouped(
      ...cellsOf('C-1|P-1|TEXTILE|COTTON|95|210', '-|-|-|ELASTANE|5|-', 'C-2|P-1|TEXTILE|LINEN|100|80'),
    );
    expect(group).toEqual({
      by: ['componentRef', 'productRef'],
      isCertain: true,
      first: [
        {
          rows: [2, 3],
          cells: [['C-1'], ['P-1'], ['TEXTILE'], ['COTTON', 'ELASTANE'], ['95', '5'], ['210']],
        },
      ],
      differing: [],
    });
  });

  test('rows of one record with repeated keys, the same values and other items are certain', () => {
    const group = grouped(...cellsOf('C-1|P-1|TEXTILE|COTTON|95|210', 'C-1|P-1|TEXTILE|ELASTANE|5|210'));
    expect(group?.isCertain).toBe(true);
  });

  test('rows that have only the key of the row before are certainly its record', () => {
    const group = grouped(
      ...cellsOf('C-1|P-1|TEXTILE|COTTON|100|210', 'C-1|P-1|-|-|-|-', 'C-2|P-1|TEXTILE|LINEN|100|80'),
    );
    expect(group?.isCertain).toBe(true);
  });

  test.each([
    ['a blank key with a value of its own', 'C-1|P-1|TEXTILE|COTTON|95', '-|-|TEXTILE|LINEN|5'],
    ['a whole composition in each row', 'C-1|P-1|TEXTILE|COTTON|100', 'C-1|P-1|TEXTILE|LINEN|100'],
    [
      'the key again further down',
      'C-1|P-1||COTTON|95',
      'C-1|P-1||LINEN|5',
      'C-2|P-1||LINEN|5',
      'C-1|P-1||LINEN|5',
    ],
    ['an open column that differs', 'C-1|P-1||COTTON|95||red', 'C-1|P-1||LINEN|5||blue'],
    ['nothing that is added', 'C-1|P-1||COTTON|95||red', '-|-|||||a note'],
    ['no key above', '-|P-1||COTTON|95', '-|-||LINEN|5', 'C-2|P-1||LINEN|100'],
  ])('rows of one record with %s are a question', (_, ...rows) => {
    expect(grouped(...cellsOf(...rows))?.isCertain).toBe(false);
  });

  test('rows of one record with different values list the columns that differ; only numbers of the record itself can be added up', () => {
    const group = grouped(...cellsOf('C-1|P-1|TEXTILE|COTTON|95|200', 'C-1|P-1|LEATHER|LINEN|5|10'));
    expect([group?.isCertain, group?.differing]).toEqual([
      false,
      [{ index: 2 }, { index: 5, adds: 'componentWeight' }],
    ]);
  });

  test('rows of one record are not assumed where each record has one row, or for identical rows and totals', () => {
    expect(grouped(['C-1', 'P-1'], ['C-2', 'P-1'])).toBeUndefined();
    expect(grouped(['C-1', 'P-1'], ['C-1', 'P-1'])).toBeUndefined();
    expect(
      grouped(['C-1', 'P-1', '', 'COTTON', '100', '1'], ['', '', 'Sous-total', '', '', '1']),
    ).toBeUndefined();
  });

  test('rows of one record are recognised below the first rows of the sheet, too', () => {
    const rows = Array.from({ length: 400 }, (_, at) => [
      ...(at % 2 === 0 ? [`C-${at}`, 'P', 'TEXTILE', 'COTTON'] : ['', '', '', 'LINEN']),
      at % 2 === 0 ? '95' : '5',
    ]);
    expect(grouped(...rows)?.isCertain).toBe(true);
    expect(grouped(...rows, ['', '', 'LEATHER', 'LINEN', '5'])?.isCertain).toBe(false);
  });

  test('rows of one record are a question if one record of many has several, unless its shares add up to about 100 %', () => {
    const rows = Array.from({ length: 100 }, (_, at) => [`C-${at}`, 'P', 'TEXTILE', 'COTTON', '95', '1']);
    expect(grouped(...rows, ['', '', '', 'LINEN', '5'])?.isCertain).toBe(true);
    expect(grouped(...rows, ['', '', '', 'LINEN', '4'])?.isCertain).toBe(true);
    expect(grouped(...rows, ['', '', '', 'LINEN', '10'])?.isCertain).toBe(false);
  });
});

describe('blank cells below a value', () => {
  const fills = (rows: readonly Cells[], ...merges: readonly (readonly [number, number, number])[]) => {
    const survey = surveyOf([HEADERS, ...rows]);
    for (const [index, first, last] of merges) survey.addMerge({ index, first, last });
    return survey.proposal().fills;
  };
  const rows = cellsOf('C-1|P-1|TEXTILE', 'C-2|-|TEXTILE', 'C-3|P-2|TEXTILE', 'C-4|-|TEXTILE');

  test('blank cells below a value that are merged with it are certainly filled if no other cell of the column is blank', () => {
    expect(fills(rows, [1, 2, 3], [1, 4, 5])).toEqual([{ index: 1, isCertain: true, isSent: false }]);
    expect(fills(rows, [1, 2, 3])).toEqual([{ index: 1, isCertain: false, isSent: false }]);
  });

  test('blank cells below a value that follow each value of a reference or a key are a question', () => {
    expect(fills(rows)).toEqual([{ index: 1, isCertain: false, isSent: false }]);
    expect(fills([...rows, ['C-5', 'P-3']])).toEqual([{ index: 1, isCertain: false, isSent: false }]);
    expect(fills(cellsOf('C-1|P-1', 'C-2|P-1', 'C-3|-'))).toBeUndefined();
    // The type is the same for all products, and blank in the same rows.
    const types = cellsOf('C-1|P-1|TEXTILE', 'C-2|-|-', 'C-3|P-2|TEXTILE', 'C-4|-|-');
    expect(fills(types)?.map(({ index }) => index)).toEqual([1, 2]);
    expect(fills(cellsOf('C-1|-', 'C-2|P-1', 'C-3|-'))).toBeUndefined();
    // The next block may begin with the same value; two rows with the same are no blocks.
    expect(fills(cellsOf('C-1|P-1', 'C-2|-', 'C-3|P-1', 'C-4|-'))).toHaveLength(1);
    expect(fills(cellsOf('C-1|P-1', 'C-2|P-1', 'C-3|-', 'C-4|-'))).toBeUndefined();
  });
});

describe('header rows', () => {
  const rows: readonly Cells[] = [
    ['Export PLM'],
    [],
    ['Identification', null, null, 'Composition', null, 'Composition 2', null],
    ['Réf. composant', 'Réf. produit', 'Type', 'Matière', '%', 'Matière', '%'],
    ['C-1', 'P-1', 'Tissu', 'Coton', '95', 'Lin', '5'],
  ];

  test('header rows are joined if more headers are known then, and an upper header extends to the right', () => {
    const { headerRow, headerRows, columns } = surveyOf(rows, 'composants').proposal();
    expect([headerRow, headerRows]).toEqual([4, [3, 4]]);
    expect(columns.map(({ header }) => header)).toEqual([
      ...['Identification / Réf. composant', 'Identification / Réf. produit', 'Identification / Type'],
      ...['Composition / Matière', 'Composition / %', 'Composition 2 / Matière', 'Composition 2 / %'],
    ]);
    expect(columns.slice(0, 2).map(({ target }) => target)).toEqual(['componentRef', 'productRef']);
    expect(columns.slice(3).map(({ target }) => target)).toEqual([
      ...['composition.1.material', 'composition.1.percentage', 'composition.2.material'],
      'composition.2.percentage',
    ]);
  });

  test('header rows are not joined with a title above them, nor with the same headers in another language', () => {
    const below = rows.slice(3);
    expect(
      surveyOf([['Liste des composants', null, null, null], ...below]).proposal().headerRows,
    ).toBeUndefined();
    const twice = cellsOf('Component ref|Product ref|Type', 'Réf. composant|Réf. produit|Type', 'C-1|P-1|x');
    expect(surveyOf(twice).proposal().headerRows).toBeUndefined();
  });

  test('header rows are recognised by cells merged over both, which are not values that records share', () => {
    const headers: readonly Cells[] = [
      ['Référence emballage', "Type d'emballage", "Lot d'import", 'Substances', null],
      [null, null, null, 'Substances dangereuses', 'Nom de la substance'],
    ];
    const survey = surveyOf(
      [...headers, ['E-1', 'POLYBAG', 'L-1', 'NO'], ['E-2', 'SHOE BOX', 'L-1', 'YES', 'Cobalt']],
      'packaging',
    );
    for (const index of [0, 1, 2]) survey.addMerge({ index, first: 1, last: 2 });
    const { headerRows, columns, fills } = survey.proposal();
    expect([headerRows, fills]).toEqual([[1, 2], undefined]);
    expect(columns.map(({ target }) => target)).toEqual([
      ...['packagingRef', 'type', 'importationBatch', 'hazardousSubstances.status'],
      'hazardousSubstances.value',
    ]);
  });
});

test('a row with a total adds no unknown words', () => {
  const survey = surveyOf(
    [
      ['productRef', 'name', 'category', 'reachCompliance', 'weight'],
      ['P-1', 'Robe', 'DRESSES', '1', '350'],
      ['P-2', 'Jupe', 'SKIRTS', '0', '265'],
      ['Total produits', null, null, '114', '615'],
      ['P-3', 'Robe', 'DRESSES', '1', '350'],
      ['Sous-total', 'Robe', 'EUR', '114', '615'],
      [null, null, 'Total DRESSES', '114', '615'],
    ],
    'product',
  );
  expect(survey.proposal().words.filter(({ value }) => value === null)).toEqual([]);
});

test('a header that is the path of a field in a list needs no item number', () => {
  const { columns } = surveyOf([
    ['componentRef', 'productRef', 'composition.material', 'composition.percentage'],
    ['C-1', 'P-1', 'COTTON', '95'],
  ]).proposal();
  expect(columns.map(({ target }) => target)).toEqual([
    'componentRef',
    'productRef',
    'composition.1.material',
    'composition.1.percentage',
  ]);
});

test('trace map is certain of a kind only if it fits clearly better than the next one', () => {
  const shared = ['Code fournisseur', 'Collection', 'Coloris', 'Type de projet'];
  const values = ['FRN-1', 'SS27', 'ECRU', 'STANDARD'];
  const kindOf = (headers: readonly string[], cells: readonly string[]) =>
    surveyOf(
      [
        [...shared, ...headers],
        [...values, ...cells],
      ],
      'x',
    ).proposal().kind;
  expect(kindOf(['Pays de tissage'], ['IT'])).toBeNull();
  expect(kindOf(['Pays de tissage', 'Pays de tricotage'], ['IT', 'PT'])).toBe('component');
});

test('a word that means no value is a question if the field is required and its list has a value for it', () => {
  const survey = surveyOf(
    [
      ['packagingRef', 'type', 'ecoModulation', 'channel'],
      ['E-1', 'POLYBAG', 'keine', 'keine'],
    ],
    'packaging',
  );
  const words = survey.proposal().words.filter(({ field }) => field === 'ecoModulation');
  expect(words.map(({ word, value, candidates }) => [word, value, candidates])).toEqual([
    ['keine', null, ['NONE']],
  ]);
});
