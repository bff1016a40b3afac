import { describe, expect, test } from 'vitest';
import { kindsOf } from '../../src/contract/registry.ts';
import type { SheetProposal } from '../../src/map/proposal.ts';
import { SheetSurvey } from '../../src/map/propose.ts';

type Cells = readonly (string | number | null)[];

function proposalOf(...rows: readonly Cells[]): SheetProposal {
  const survey = new SheetSurvey({ file: 'x.xlsx', sheet: 'Export', kinds: kindsOf('v2') });
  for (const [at, cells] of rows.entries()) if (cells.length > 0) survey.add({ row: at + 1, cells });
  return survey.proposal();
}

const targetsOf = ({ columns }: SheetProposal) => columns.map(({ target }) => target);

const GERMAN = ['Artikelnr.', 'Bezeichnung', 'Kollektion', 'Farbnr.', 'Warengruppe', 'Lieferantennr.'];
const ENGLISH = ['Item no.', 'Description', 'Collection', 'Colour code', 'Category', 'Supplier no.'];
const PRODUCTS: readonly Cells[] = [
  ['A-1', 'Hemd', 'AH26', '001', 'SHIRTS', 'F-1'],
  ['A-2', 'Rock', 'AH26', '002', 'SKIRTS', 'F-2'],
];
const TARGETS = [
  ...['productRef', 'name', 'productCollectionRef', 'productColorCode', 'category', 'supplierRef'],
];

describe('header rows in two languages', () => {
  test('header rows in two languages are joined, whichever is above, and both say what the columns are', () => {
    for (const [upper, lower] of [
      [GERMAN, ENGLISH],
      [ENGLISH, GERMAN],
    ] as const) {
      const found = proposalOf(['Artikelliste'], upper, lower, ...PRODUCTS);
      expect([found.headerRow, found.headerRows, found.kind]).toEqual([3, [2, 3], 'product']);
      expect(targetsOf(found)).toEqual(TARGETS);
      expect(found.columns[0]!.samples).toEqual(['A-1', 'A-2']);
    }
  });

  test('header rows in two scripts are joined even if the words of one are unknown, but not with a record', () => {
    const greek = ['Κωδικός', 'Περιγραφή', 'Συλλογή', 'Χρώμα', 'Κατηγορία', 'Προμηθευτής'];
    expect(proposalOf(ENGLISH, greek, ...PRODUCTS).headerRows).toEqual([1, 2]);
    const chinese = ['款号', '款式名称', '季节', '色号', '产品类别', '供应商编号'];
    expect(proposalOf(chinese, ...PRODUCTS).headerRows).toBeUndefined();
  });

  test('header rows with a record below, or the same headers again, are not joined', () => {
    expect(proposalOf(GERMAN, ...PRODUCTS).headerRows).toBeUndefined();
    expect(proposalOf(GERMAN, GERMAN, ...PRODUCTS).headerRows).toBeUndefined();
  });

  test('headers with two lines in two languages are read as both, those that only broke their line as one', () => {
    const lines = GERMAN.map((header, at) => `${header}\n${ENGLISH[at]}`);
    expect(targetsOf(proposalOf(lines, ...PRODUCTS))).toEqual(TARGETS);
    const broken = [
      'Artikel-\nnr.',
      'Bezeichnung',
      'Kollektion',
      'Farbnr.',
      'Waren\ngruppe',
      'Gewicht netto\n(kg)',
    ];
    const rows = PRODUCTS.map((row) => [...row.slice(0, 5), 0.3]);
    const { columns } = proposalOf(broken, ...rows);
    expect([columns[5]!.target, columns[5]!.unit]).toEqual(['weight', undefined]);
  });
});

describe('names of columns in a database', () => {
  const titles = ['Código', 'Descrição', 'Coleção', 'Cod. Cor', 'Desc. Grupo', 'Peso (g)', 'Preco Venda'];
  const records: readonly Cells[] = [
    ['000112', 'Vestido midi', 'INVERNO 2027', 'VI08', 'VESTIDOS', 280, 189.9],
    ['000113', 'Blusa', 'INVERNO 2027', 'BR01', 'BLUSAS', 145, 119.9],
  ];
  const marked = ['B1_COD', 'B1_DESC', 'B1_XCOLEC', 'B1_XCOR', 'BM_DESC', 'B1_PESO', 'B1_PRV1'];
  const bare = ['CODART', 'DESCART', 'TEMPORADA', 'CODCOL', 'DESFAM', 'PESO', 'PRCVEN'];
  const targets = ['productRef', 'name', 'productCollectionRef', 'productColorCode', 'category', 'weight'];

  test.each([
    ['below', titles, marked],
    ['above', marked, titles],
    [
      'in small letters, below',
      titles,
      ['product_code', 'name', 'collection_id', 'x_color', 'categ_id', 'weight', 'list_price'],
    ],
    ['below, without underscores', titles, bare],
    [
      'below, in small letters without underscores',
      titles,
      ['ref', 'design', 'u_colec', 'u_codcor', 'faminome', 'peso', 'epv1'],
    ],
    ['above, without underscores', bare, titles],
  ])('%s titles are part of the header, and the titles say what they mean', (_, upper, lower) => {
    const found = proposalOf(['Cadastro de produtos'], upper, lower, ...records);
    expect([found.kind, found.headerRows]).toEqual(['product', [2, 3]]);
    expect(found.columns.map(({ target, likely }) => target ?? likely).slice(0, 6)).toEqual(targets);
    expect(found.columns[0]!.samples).toEqual(['000112', '000113']);
  });

  test('are the header row, even if no name is known and a record has known words', () => {
    const names = ['dd_coddb', 'dd_riga', 'dd_codfigli', 'xx_desc', 'xx_qtz', 'xx_um'];
    const records = [
      ['A-1', 1, 'T-1', 'Fabric', 'Cotton', 'Weight'],
      ['A-1', 2, 'T-2', 'Lining', 'Cotton', 'Colour'],
      ['A-2', 1, 'T-1', 'Fabric', 'Cotton', 'Name'],
    ];
    expect(proposalOf(names, ...records).headerRow).toBe(1);
  });

  test('are found below titles whose groups have a header', () => {
    const found = proposalOf(
      ['ARTIKEL', null, null, 'OBERTEIL', null, 'UNTERTEIL', null],
      ['Artikelnr.', 'Kollektion', 'Warengruppe', 'Materialnr.', 'Gewicht (g)', 'Materialnr.', 'Gewicht (g)'],
      ['MATNR', 'SAISO', 'WGBEZ', 'ZZ_OMAT', 'ZZ_OGEW', 'ZZ_UMAT', 'ZZ_UGEW'],
      ['A-1', 'AH26', 'SNEAKERS', 'M-1', 120, 'M-2', 80],
      ['A-2', 'AH26', 'Stiefel', 'M-3', 140, 'M-4', 90],
    );
    expect(found.headerRows).toEqual([1, 2, 3]);
    expect(found.columns[0]!.samples).toEqual(['A-1', 'A-2']);
  });

  test.each<[string, ...Cells[]]>([
    ['a record in small letters', ['saia1', 'saia', 'inverno', 'azul', 'saias', 200, 99]],
    ['a record in capitals', ['000111', 'SAIA', 'INVERNO', 'AZUL', 'SAIAS', 200, 99]],
    [
      'codes like those below',
      ['SAIA_A', 'SAIA_B', 'INV_27', 'AZ_1', 'SAIAS', 'P_200', 'PV_1'],
      ['SAIA_C', 'SAIA_D', 'INV_27', 'AZ_2', 'BLUSAS', 'P_300', 'PV_2'],
    ],
    ['a name that is repeated below', ['A_1', 'SAIA_B', 'INVERNO_27', 'AZ_1', 'VESTIDOS', 'P_200', 'PV_1']],
    ['an incomplete row', ['B1_COD', null, 'B1_XCOLEC', null, 'BM_DESC', null, 'B1_PRV1']],
  ])('%s is a record', (_, ...rows) => {
    expect(proposalOf(titles, ...rows, ...records).headerRows).toBeUndefined();
  });
});

describe('rows above a header row', () => {
  test('a row with one text above all headers is a title, not a part of the headers', () => {
    const found = proposalOf(['Liste des modèles'], ['Collection AH26'], GERMAN, ...PRODUCTS);
    expect([found.headerRow, found.headerRows]).toEqual([3, undefined]);
    expect(targetsOf(found)).toEqual(TARGETS);
  });

  test('a row with a few names and their values is a title, although its texts are above several headers', () => {
    const above = ['Prepared by: Merch Team 3', null, null, 'Rev.4', ...GERMAN.slice(4).map(() => null)];
    const found = proposalOf(['Style master'], above, GERMAN, ...PRODUCTS);
    expect([found.headerRow, found.headerRows]).toEqual([3, undefined]);
    expect(targetsOf(found)).toEqual(TARGETS);
  });

  test('a row of who prepared the list is no header, though it has more known words than the headers below', () => {
    const headers = [
      ...['Fty/Mill #', 'Fty / Mill Name', 'Nature of Business', 'Add.', 'City', 'Ctry', 'PIC E-mail'],
      ...['Pymt Term', 'Inco', 'No. of M/C'],
    ];
    const rows = ['F-1', 'F-2'].map((key) => [
      ...[key, `Sewing ${key}`, 'CMT', 'Road 1', 'Porto', 'Portugal', `${key}@fty.example`],
      ...['L/C 60D', 'FOB', 80],
    ]);
    const above = ['Prepared by: Merch Team 3', null, null, 'Revision', ...headers.slice(4).map(() => null)];
    expect(proposalOf(['Vendors'], above, headers, ...rows).headerRow).toBe(3);
  });

  test('two headers of the same name are joined with those of their groups', () => {
    const found = proposalOf(
      ['Modèle', null, 'Article matière', null, null, 'Fournisseur', null],
      ['Référence', 'Version', 'Code', 'Nature', 'Composition', 'Code', 'Réf. fournisseur'],
      ['R-14', 'V2', 'TIS-22', 'Textile', '100% viscose', 'T00155', 'LAR 18'],
      ['R-22', 'V2', 'MER-06', 'Métal', '100% zamak', 'T00184', 'BF-55'],
    );
    expect(found.headerRows).toEqual([1, 2]);
    expect(found.columns.map(({ header }) => header)).toContain('Fournisseur / Code');
  });

  test('the number of a material and the header of its group are read once, and so are words that begin alike', () => {
    const found = proposalOf(
      ['Artikel', 'Materiaal', null, 'Samenstelling', null, 'Leverancier', null],
      ['Artikelnr.', 'Materiaalcode', 'Materiaalgroep', 'Materiaal 1', '% 1', 'Leveranciersnr.', 'Naam'],
      ['W-1', 'ST-10', 'LININGS', 'viscose', 100, 'L-1', 'Weverij'],
      ['W-2', 'ST-22', 'BUTTONS', 'polyester', 100, 'L-2', 'Knopen'],
    );
    expect(targetsOf(found).slice(1, 6)).toEqual([
      ...['componentRef', 'category', 'composition.1.material', 'composition.1.percentage'],
      'supplierRef',
    ]);
  });

  test('a row of groups distinguishes headers that are repeated, also with words that trace does not know', () => {
    const found = proposalOf(
      ['ARTIKEL', null, null, 'OBERTEIL', null, 'UNTERTEIL', null],
      ['Artikelnr.', 'Kollektion', 'Warengruppe', 'Materialnr.', 'Gewicht (g)', 'Materialnr.', 'Gewicht (g)'],
      ['A-1', 'AH26', 'SNEAKERS', 'M-1', 120, 'M-2', 80],
    );
    expect(found.headerRows).toEqual([1, 2]);
    expect(found.columns.map(({ header }) => header).slice(3)).toEqual([
      ...['OBERTEIL / Materialnr.', 'OBERTEIL / Gewicht (g)', 'UNTERTEIL / Materialnr.'],
      'UNTERTEIL / Gewicht (g)',
    ]);
    expect(targetsOf(found).slice(1, 3)).toEqual(['productCollectionRef', 'category']);
  });
});

describe('rows of values', () => {
  const questions = [
    'Your firm',
    'Your number',
    'How can we write to you?',
    'Since when?',
    'How many are you?',
  ];
  const answers: readonly Cells[] = [
    ['Saigon Apparel Co., Ltd', 'W-1', 'linh@saigon.example', '11-Sep-2026', 247],
    ['Sofia Denim', 'W-2', 'sofia@denim.example', '12-Sep-2026', 120],
  ];

  test('a row with days or e-mail addresses like the row beside it is a record, not the header row', () => {
    const numbers = ['A1*', 'A2*', 'A3', 'A4', 'A5*'];
    const found = proposalOf(['Section A'], numbers, questions, ...answers);
    expect(found.headerRow).toBe(3);
    const sizes = proposalOf(
      [...GERMAN, '01.03.2027', '08.03.2027'],
      ...PRODUCTS.map((row) => [...row, 5, 7]),
    );
    expect(sizes.headerRow).toBe(1);
  });

  test('headers that nobody knows are found by the values below them', () => {
    const found = proposalOf(['Kompanija'], ['Ime', 'Broj kartice', 'Pošta e', 'Dan', 'Ljudi'], ...answers);
    expect(found.headerRow).toBe(2);
    expect(proposalOf(...answers).headerRow).toBeNull();
  });
});

describe('rows of units', () => {
  const headers = ['Code article', 'Collection', 'Famille', 'Poids net', 'Fournisseur'];
  const units = [null, null, null, '[kg]', null];
  const rows: readonly Cells[] = [
    ['A-1', 'AH26', 'DRESSES', 0.25, 'F-1'],
    ['A-2', 'AH26', 'SKIRTS', 0.3, 'F-1'],
  ];

  test.each([
    ['above', [units, headers, ...rows], 2],
    ['below', [headers, units, ...rows], 1],
  ] as const)(
    'rows of units %s the headers give the numbers their unit, and are no values',
    (_, all, row) => {
      const found = proposalOf(...all);
      const weight = found.columns[3]!;
      expect([found.headerRow, found.headerRows]).toEqual([row, undefined]);
      expect([weight.target, weight.unit, weight.samples]).toEqual(['weight', 'kg', ['0.25', '0.3']]);
    },
  );

  test('rows of remarks below the headers are no values', () => {
    const remarks = ['obligatoire', 'obligatoire', 'obligatoire', 'facultatif', 'obligatoire'];
    expect(proposalOf(headers, remarks, ...rows).columns[2]!.samples).toEqual(['DRESSES', 'SKIRTS']);
  });
});

test('a title with a remark beside it is no row of groups', () => {
  const title = ['SS27 RANGE', null, null, 'prices incl. VAT'];
  const found = proposalOf(title, GERMAN, ...PRODUCTS);
  expect([found.headerRow, found.headerRows]).toEqual([2, undefined]);
  expect(targetsOf(found)).toEqual(TARGETS);
});
