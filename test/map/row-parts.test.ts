import { describe, expect, test } from 'vitest';
import { kindsOf } from '../../src/contract/registry.ts';
import { SheetSurvey } from '../../src/map/propose.ts';
import { shareReferences } from '../../src/map/propose-together.ts';

type Cells = readonly (string | number | null)[];

function surveyOf(sheet: string, ...rows: readonly Cells[]): SheetSurvey {
  const survey = new SheetSurvey({ file: 'x.xlsx', sheet, kinds: kindsOf('v2') });
  for (const [at, cells] of rows.entries()) survey.add({ row: at + 1, cells });
  return survey;
}

/** The fields of each part: `header: field`, without ignored columns. */
function partsOf(...surveys: readonly SheetSurvey[]) {
  const all = surveys.map((survey) => ({ survey }));
  shareReferences(all);
  return surveys[0]!.parts({}).map((part) => {
    const { kind, columns, missing = [] } = part.proposal();
    const fields = columns.flatMap(({ header, target, likely = 'ignore' }) =>
      (target ?? likely) === 'ignore' ? [] : [`${header}: ${target ?? likely}`],
    );
    const constants = missing.flatMap(({ field, constant }) => (constant ? [`${field} = ${constant}`] : []));
    return { kind, fields: [...fields, ...constants] };
  });
}

const PRODUCT = ['Artikelnr.', 'Kollektion', 'Farbnr.', 'Warengruppe', 'Gewicht (g)'];
const SUPPLIER = ['Lieferantennr.', 'Firma', 'Tätigkeit', 'Straße', 'PLZ', 'Ort', 'Land'];
const WEAVER = ['F-01', 'Weberei Nord', 'TRANSFORMATION - Weaving', 'Hafen 1', '20457', 'Hamburg', 'DE'];
const SEWER = ['F-02', 'Costa Lda', 'MANUFACTURING - Ready To Wear', 'Rua 2', '4800-123', 'Braga', 'PT'];
const ROWS: readonly Cells[] = [
  ['A-100', 'AH26', '001', 'SHIRTS', 210, ...WEAVER],
  ['A-101', 'AH26', '002', 'SKIRTS', 250, ...SEWER],
  ['A-102', 'AH26', '002', 'SKIRTS', 260, ...SEWER],
];
const PRODUCT_HEADERS = [
  ...['Réf. modèle', 'Coloris', 'Désignation', 'Famille', 'Poids net (g)', 'Quantité prévue'],
  ...['Code fabricant', 'Pays de fabrication'],
];
const EMPTY = SUPPLIER.slice(1).map(() => null);
const SUPPLIER_FIELDS = [
  ...['Lieferantennr.: supplierRef', 'Firma: name', 'Tätigkeit: category', 'Straße: address.street'],
  ...['PLZ: address.postalCode', 'Ort: address.city', 'Land: address.country'],
];
const PRODUCT_FIELDS = [
  ...['Artikelnr.: productRef', 'Kollektion: productCollectionRef', 'Farbnr.: productColorCode'],
  ...['Warengruppe: category', 'Gewicht (g): weight'],
];

describe('a product and its supplier in a row', () => {
  const expected = [
    {
      kind: 'product',
      fields: [
        ...[...PRODUCT_FIELDS, 'Lieferantennr.: supplierRef'],
        // Where the maker is, unless a column says where the product is made: a person confirms it.
        'Land: manufacturingAssemblyCountry',
      ],
    },
    { kind: 'supplier', fields: SUPPLIER_FIELDS },
  ];

  test('a product and its supplier are two parts, and the supplier is the reference of the product', () => {
    expect(partsOf(surveyOf('Export', [...PRODUCT, ...SUPPLIER], ...ROWS))).toEqual(expected);
  });

  test('a product and its supplier below the headers of their groups each have the columns of a group', () => {
    const groups = ['ARTIKEL', null, null, null, null, 'LIEFERANT', null];
    expect(partsOf(surveyOf('Export', groups, [...PRODUCT, ...SUPPLIER], ...ROWS))).toEqual(expected);
  });

  test('columns of a third group with other values in each row of a supplier say nothing of it', () => {
    const groups = ['ARTIKEL', null, null, null, null, 'LIEFERANT', ...EMPTY, 'EINKAUF', null, null];
    const headers = [...PRODUCT, ...SUPPLIER, 'EK-Preis', 'Jahresmenge', 'Bemerkung'];
    const rows = ROWS.map((row, at) => [...row, 4.5 + at, 100 + at, `Muster ${at} fehlt`]);
    expect(partsOf(surveyOf('Export', groups, headers, ...rows))[1]).toEqual(expected[1]);
    const [, supplier] = surveyOf('Export', groups, headers, ...rows).parts({});
    expect(supplier!.proposal().columns.map(({ header }) => header)).toEqual(SUPPLIER);
  });

  test('a sheet with records is read though its name is that of a summary', () => {
    expect(partsOf(surveyOf('Übersicht', [...PRODUCT, ...SUPPLIER], ...ROWS))).toEqual(expected);
    const totals = surveyOf('Übersicht', ['Warengruppe', 'Anzahl'], ['SHIRTS', 12], ['SKIRTS', 3]);
    expect(totals.proposal().kind).toBe('skip');
  });

  test('a product and its supplier are two parts if a required field is only likely, and beside a sheet of notes', () => {
    const likely = [...PRODUCT.slice(0, 3), 'Sorte', ...PRODUCT.slice(4), 'Bezeichnung', 'Hergestellt in'];
    const rows = ROWS.map((row) => [...row.slice(0, 5), 'Hemd', 'PT', ...row.slice(5)]);
    const notes = surveyOf('Hinweise', ['Bemerkung'], ['Gewichte sind netto.'], ['Farben wie in der Karte.']);
    const parts = partsOf(surveyOf('Export', [...likely, ...SUPPLIER], ...rows), notes);
    expect(parts.map(({ kind }) => kind)).toEqual(['product', 'supplier']);
    expect(parts[0]!.fields).toContain('Sorte: category');
  });

  test('a product and its supplier are one part if another sheet has the suppliers, or if the key or much else is missing', () => {
    const own = surveyOf('Export', [...PRODUCT, ...SUPPLIER], ...ROWS);
    const known = partsOf(own, surveyOf('Lieferanten', SUPPLIER, WEAVER, SEWER));
    expect(known.map(({ kind }) => kind)).toEqual(['product']);
    // Two codes that the other sheet lacks are those of other suppliers.
    const others = surveyOf(
      'Lieferanten',
      SUPPLIER,
      ['M-07', ...WEAVER.slice(1)],
      ['M-09', ...SEWER.slice(1)],
    );
    expect(partsOf(own, others).map(({ kind }) => kind)).toEqual(['product', 'supplier']);
    const withoutKey = ROWS.map((row) => [...row.slice(0, 5), ...row.slice(6)]);
    expect(partsOf(surveyOf('Export', [...PRODUCT, ...SUPPLIER.slice(1)], ...withoutKey))).toEqual([]);
    const named = ROWS.map((row) => [...row.slice(0, 7), row.at(-1)!]);
    expect(partsOf(surveyOf('Export', [...PRODUCT, 'Lieferantennr.', 'Firma', 'Land'], ...named))).toEqual(
      [],
    );
  });
});

describe('a product and its components in a row', () => {
  test('a product and its components are parts by the first words of the headers, each with the key of the product', () => {
    const details = ['Ref', 'Category', 'Material Type', 'Composition', 'Weight (g)', 'Supplier Code'];
    const headers = [
      ...['Style No', 'Season', 'Colour Code', 'Product Type', 'Vendor Code'],
      ...['Fabric', 'Trim'].flatMap((name) => details.map((detail) => `${name} ${detail}`)),
    ];
    const fabric = ['MAIN FABRIC (WOVEN)', 'Textile', '100% Linen'];
    const rows: readonly Cells[] = [
      ['LP-1', 'SS27', 'NVY', 'Shirts', 'V-1', 'FAB-1', ...fabric, 204, 'V-8'],
      ['LP-2', 'SS27', 'ECR', 'Dresses', 'V-2', 'FAB-2', ...fabric, 193, 'V-8'],
    ];
    const trims: readonly Cells[] = [
      ['TRM-1', 'BUTTONS', 'Plastic', '100% Polyester', 3, 'V-9'],
      ['TRM-2', 'ZIPPERS', 'Metal', '100% Polyester', 21, 'V-9'],
    ];
    const parts = partsOf(surveyOf('Line plan', headers, ...rows.map((row, at) => [...row, ...trims[at]!])));
    expect(parts.map(({ kind }) => kind)).toEqual(['product', 'component', 'component']);
    expect(parts[0]!.fields).toContain('Vendor Code: supplierRef');
    for (const [at, name] of [
      [1, 'Fabric'],
      [2, 'Trim'],
    ] as const)
      expect(parts[at]!.fields).toEqual([
        ...['Style No: productRef', 'Season: productCollectionRef', 'Colour Code: productColorCode'],
        ...[`${name} Ref: componentRef`, `${name} Category: category`, `${name} Material Type: type`],
        ...[`${name} Composition: composition`, `${name} Weight (g): componentWeight`],
        `${name} Supplier Code: supplierRef`,
      ]);
  });

  test('a product and its components below headers of groups take what they are from these headers', () => {
    const parts = partsOf(
      surveyOf(
        'Schede',
        [
          'ARTICOLO',
          null,
          null,
          null,
          null,
          'TOMAIA',
          null,
          null,
          null,
          null,
          'FODERA',
          null,
          null,
          null,
          null,
        ],
        [
          ...['Cod. articolo', 'Stagione', 'Colore', 'Categoria', 'Cod. fornitore'],
          ...['Cod. materiale', 'Tipo mat.', 'Composizione', 'Peso (g)', 'Fornitore'],
          ...['Cod. materiale', 'Tipo mat.', 'Composizione', 'Peso (g)', 'Fornitore'],
        ],
        [
          ...['2612', 'AI26', 'CUO', 'SNEAKERS', 'F-1', 'T100', 'LEATHER', '100% COW LEATHER', 332, 'F-7'],
          ...['F200', 'TEXTILE', '100% COTTON', 79, 'F-8'],
        ],
        [
          ...['2624', 'AI26', 'NER', 'SNEAKERS', 'F-1', 'T101', 'LEATHER', '100% COW LEATHER', 268, 'F-7'],
          ...['F201', 'TEXTILE', '100% COTTON', 68, 'F-8'],
        ],
      ),
    );
    expect(parts.map(({ kind, fields }) => [kind, fields.at(-1)])).toEqual([
      ['product', 'ARTICOLO / Cod. fornitore: supplierRef'],
      ['component', 'category = UPPERS'],
      ['component', 'category = LININGS'],
    ]);
  });
});

describe('components that repeat their product', () => {
  const PRODUCT_OF_ROW = ['Réf. modèle', 'Désignation', 'Saison', 'Coloris', 'Famille', 'Poids art. (g)'];
  const OWN = ['Réf. comp.', 'Type comp.', 'Catégorie comp.', 'Composition', 'Poids comp. (g)'];
  const header = [...PRODUCT_OF_ROW, 'Code façonnier', ...OWN, 'Code fourn. comp.'];
  const CATEGORIES = ['SHIRTS', 'SKIRTS', 'PANTS', 'DRESSES', 'COATS'];
  const rows = CATEGORIES.flatMap((category, at): Cells[] => {
    const weight = 200 + at * 35;
    const product = [`M-10${at}`, `Modèle ${at}`, 'AH26', `0${at}`, category, weight, `F-1${at % 3}`];
    const fabric = [`T-${at}`, 'TEXTILE', 'FABRICS WOVEN', '100% COTTON', weight - 5, `F-2${at % 2}`];
    const button = [`B-${at}`, 'PLASTIC', 'BUTTONS', '100% POLYESTER', 5, `F-3${at % 4}`];
    return [
      [...product, ...fabric],
      [...product, ...button],
    ];
  });

  test('the columns with one value for each product belong to it, and so does its maker', () => {
    expect(partsOf(surveyOf('Nomenclatures', header, ...rows))).toEqual([
      {
        kind: 'component',
        fields: [
          ...['Réf. modèle: productRef', 'Saison: productCollectionRef', 'Coloris: productColorCode'],
          ...['Réf. comp.: componentRef', 'Type comp.: type', 'Catégorie comp.: category'],
          ...['Composition: composition', 'Poids comp. (g): componentWeight'],
          'Code fourn. comp.: supplierRef',
        ],
      },
      {
        kind: 'product',
        fields: [
          ...['Réf. modèle: productRef', 'Désignation: name', 'Saison: productCollectionRef'],
          ...['Coloris: productColorCode', 'Famille: category', 'Poids art. (g): weight'],
          'Code façonnier: supplierRef',
        ],
      },
    ]);
  });

  const CODES = ['F-10', 'F-11', 'F-12', 'F-20', 'F-21', 'F-30', 'F-31', 'F-32', 'F-33'];
  const suppliers = () =>
    surveyOf('Fournisseurs', ['Code fourn.', 'Raison sociale'], ...CODES.map((one) => [one, one]));

  test('columns that are filled only in the first row of each product belong to it', () => {
    const first = rows.map((row, at) =>
      at % 2 === 0 ? row : row.map((cell, index) => ([1, 4, 5, 6].includes(index) ? null : cell)),
    );
    const parts = partsOf(surveyOf('Nomenclatures', header, ...first), suppliers());
    expect(parts.map(({ kind, fields }) => [kind, fields.at(-1)])).toEqual([
      ['component', 'Code fourn. comp.: supplierRef'],
      ['product', 'Code façonnier: supplierRef'],
    ]);
  });

  test('a word in the name of the sheet is no kind whose key the sheet lacks', () => {
    const kinds = partsOf(surveyOf('Tech packs', header, ...rows)).map(({ kind }) => kind);
    expect(kinds).toEqual(['component', 'product']);
  });

  test('columns with one value for each product are its part, also if most fields are only likely', () => {
    const shoes = [
      ...['Articolo', 'Stagione', 'Nome modello', 'Tipo calzatura', 'Peso paio (g)', 'Calzaturificio'],
      ...['Paese di montaggio', 'Cod. componente', 'Parte', 'Composizione', 'Peso componente (g)'],
      'Fornitore componente',
    ];
    const types = ['Sneaker', 'Sandalo', 'Décolleté con tacco', 'Ciabatta', 'Stivale'];
    const own = types.flatMap((type, at): Cells[] => {
      const shoe = [
        `ART.${at}`,
        'PE27',
        `Modello ${'ABCDE'[at]}`,
        type,
        520 + at,
        `CALZ-0${at % 2}`,
        'Italia',
      ];
      return [
        [...shoe, `TM-${at}`, 'Tomaia', '100% pelle di vitello', 170 + at, 'CONC-01'],
        [...shoe, `FO-${at}`, 'Fodera', '100% cotone', 70 + at, 'TESS-01'],
      ];
    });
    const kinds = partsOf(surveyOf('Distinte', shoes, ...own)).map(({ kind }) => kind);
    expect(kinds).toEqual(['component', 'product']);
  });

  test('if the products are in another sheet, the maker is still no supplier of the components', () => {
    const products = surveyOf('Modèles', PRODUCT_OF_ROW, ...rows.map((row) => row.slice(0, 6)));
    const components = surveyOf('Nomenclatures', header, ...rows);
    shareReferences([products, components, suppliers()].map((survey) => ({ survey })));
    const { columns } = components.proposal();
    const targets = new Map(columns.map(({ header: text, target, likely }) => [text, target ?? likely]));
    expect(targets.get('Code façonnier')).toBe('ignore');
    expect(targets.get('Code fourn. comp.')).toBe('supplierRef');
  });
});

test('a table of one kind has no parts', () => {
  expect(partsOf(surveyOf('Lieferanten', SUPPLIER, WEAVER, SEWER))).toEqual([]);
  expect(
    partsOf(surveyOf('Artikel', [...PRODUCT, 'Lieferantennr.'], ...ROWS.map((row) => row.slice(0, 6)))),
  ).toEqual([]);
});

describe('components with their product and their supplier in a row', () => {
  const MATERIAL = ['Material Code', 'Material Category', 'Material Type', 'Content 1', '% 1'];
  const STYLE = [
    'Style Number',
    'Season',
    'Colorway Code',
    'Product Category',
    'Net Weight (g)',
    'Factory Code',
  ];
  const VENDOR = ['Supplier Code', 'Supplier Name', 'Supplier Category', 'Supplier City', 'Supplier Country'];
  const STYLES: readonly Cells[] = [100, 101, 102, 103].map((n) => [
    ...[`S-${n}`, 'AW27', `0${n % 10}`, n % 2 ? 'SHIRTS' : 'SKIRTS', n * 2, n % 2 ? 'F-01' : 'F-02'],
  ]);
  const VENDORS: readonly Cells[] = [
    ['T-11', 'Weaver Ltd', 'TRANSFORMATION - Weaving', 'Porto', 'PT'],
    ['T-12', 'Buttons Srl', 'TRANSFORMATION - Plastic Shaping', 'Bergamo', 'IT'],
    ['T-13', 'Linings SA', 'TRANSFORMATION - Knitting', 'Troyes', 'FR'],
  ];
  const rows = STYLES.flatMap((style, at) =>
    ['FABRICS WOVEN', 'BUTTONS'].map((category, n) => [
      style,
      [`M-${at}${n}`, category, n ? 'OTHER' : 'TEXTILE', n ? 'POLYESTER' : 'COTTON', 100],
      VENDORS[(at + n) % 3]!,
    ]),
  );
  const fieldsOf = (parts: ReturnType<typeof partsOf>, kind: string) =>
    parts.find((part) => part.kind === kind)?.fields;

  test('are three parts, and each refers to its own supplier', () => {
    const factories = surveyOf(
      'Factories',
      SUPPLIER,
      ['F-01', ...SEWER.slice(1)],
      ['F-02', ...WEAVER.slice(1)],
      ['F-03', ...SEWER.slice(1)],
    );
    const parts = partsOf(
      surveyOf('BOM', [...STYLE, ...MATERIAL, ...VENDOR], ...rows.map((row) => row.flat())),
      factories,
    );
    expect(fieldsOf(parts, 'product')).toContain('Factory Code: supplierRef');
    expect(fieldsOf(parts, 'product')).toContain('Net Weight (g): weight');
    expect(fieldsOf(parts, 'component')).toContain('Supplier Code: supplierRef');
    expect(fieldsOf(parts, 'supplier')).toContain('Supplier Name: name');
  });

  test('below headings, components have the supplier of their own group, and the whole key of their product', () => {
    const headings = [
      'STYLE',
      ...STYLE.slice(1).map(() => null),
      'MATERIAL',
      ...MATERIAL.slice(1).map(() => null),
      'SOURCING',
    ];
    const vendors = surveyOf(
      'Suppliers',
      SUPPLIER,
      ...['F-01', 'F-02', 'T-11', 'T-12', 'T-13'].map((ref) => [ref, ...SEWER.slice(1)]),
    );
    const header = [...STYLE, ...MATERIAL, 'Material Supplier', 'Material Supplier Name', 'Quoted Price'];
    const own = rows.map(([style, material, vendor]) => [
      ...style!,
      ...material!,
      ...vendor!.slice(0, 2),
      2.35,
    ]);
    const parts = partsOf(surveyOf('BOM', headings, header, ...own), vendors);
    expect(fieldsOf(parts, 'product')).toContain('Factory Code: supplierRef');
    expect(fieldsOf(parts, 'component')).toEqual(
      expect.arrayContaining([
        ...['Style Number: productRef', 'Season: productCollectionRef', 'Colorway Code: productColorCode'],
        'Material Supplier: supplierRef',
      ]),
    );
  });

  const MAKER = ['Code', 'Name', 'Activity', 'City', 'Country'];
  const MAKERS: readonly Cells[] = [
    ['F-01', 'Sewing Lda', 'MANUFACTURING - Ready To Wear', 'Braga', 'PT'],
    ['F-02', 'Sewing Srl', 'MANUFACTURING - Ready To Wear', 'Carpi', 'IT'],
  ];
  const headings = (...groups: readonly (readonly [string, number])[]) =>
    groups.flatMap(([name, count]) => [name, ...Array(count - 1).fill(null)]);

  test('each have a supplier of their own: the maker beside the product, and the one beside the material', () => {
    const header = [...STYLE.slice(0, 5), ...MAKER, ...MATERIAL, ...MAKER];
    const own = rows.map(([style, material, vendor], at) => [
      ...[...style!.slice(0, 5), ...MAKERS[Math.floor(at / 2) % 2]!, ...material!, ...vendor!],
    ]);
    const above = headings(['Style', 5], ['Maker', 5], ['Material', 5], ['Supplier of material', 5]);
    const parts = partsOf(surveyOf('Export', above, header, ...own));
    expect(parts.map(({ kind }) => kind)).toEqual(['component', 'product', 'supplier', 'supplier']);
    expect(fieldsOf(parts, 'product')).toContain('Maker / Code: supplierRef');
    expect(fieldsOf(parts, 'component')).toContain('Supplier of material / Code: supplierRef');
    expect(parts[3]!.fields).toContain('Supplier of material / Name: name');
  });

  test('the kind in the name of the sheet may be that of another sheet, to which the rows refer', () => {
    const styles = surveyOf('Styles', STYLE, ...STYLES);
    const header = [...STYLE.slice(0, 2), ...MATERIAL, ...VENDOR];
    const own = rows.map(([style, ...others]) => [...style!.slice(0, 2), ...others.flat()]);
    const parts = partsOf(surveyOf('Materials by style', header, ...own), styles);
    expect(parts.map(({ kind }) => kind)).toEqual(['component', 'supplier']);
  });
});

test('remarks about some rows of a supplier are not its own, and products with their maker are no components', () => {
  const header = [...PRODUCT, ...SUPPLIER, 'Bemerkung'];
  const groups = ['ARTIKEL', null, null, null, null, 'LIEFERANT', ...EMPTY, null];
  const rows = ROWS.map((row, at) => [...row, at === 1 ? 'Muster fehlt' : null]);
  const parts = partsOf(surveyOf('Export', groups, header, ...rows));
  expect(parts.map(({ kind }) => kind)).toEqual(['product', 'supplier']);
  expect(parts[1]!.fields).toEqual(SUPPLIER_FIELDS);
});

describe('a product that is only in the first of the rows of its components', () => {
  const headers = [
    'Saison',
    ...PRODUCT_HEADERS,
    'Réf. composant',
    'Emploi',
    'Composition',
    'Poids (g)',
    'Code fournisseur',
  ];
  const component = (ref: string, use: string) => [ref, use, '100% coton', '12', 'F-9'];
  const none = Array.from({ length: PRODUCT_HEADERS.length + 1 }, () => null);
  const rows = ['ECRU', 'NOIR', 'KAKI', 'BLEU'].flatMap((colour, at): Cells[] => [
    [
      at === 0 ? 'E27' : null,
      ...[`R-${at}`, colour, `Robe ${at}`, 'DRESSES', `${320 + at}`, `${400 + at}`, `F-${at}`, 'Portugal'],
      ...component(`C-${at}0`, 'LININGS'),
    ],
    [...none, ...component(`C-${at}1`, 'BUTTONS')],
  ]);
  const fillsOf = (survey: SheetSurvey) =>
    survey.parts({}).map((part) => {
      const { kind, columns, fills = [] } = part.proposal();
      const header = (index: number) => columns.find((column) => column.index === index)!.header;
      return [kind, ...fills.flatMap((one) => (one.isCertain ? [header(one.index)] : []))];
    });

  test('a product in the first row of its components is a part, and its reference is that of all of them', () => {
    expect(fillsOf(surveyOf('Suivi', headers, ...rows))).toEqual([
      ['component', 'Saison', 'Réf. modèle', 'Coloris'],
      ['product', 'Saison'],
    ]);
  });

  test('the reference of a product is that of all its components although all products have the same thread', () => {
    const thread = [...none, 'C-9', 'SEWING THREADS', '100% polyester', '6', 'F-9'];
    const made = (at: number) => [rows[0]!.with(0, 'E27').with(1, `R-${at}`).with(7, `F-${at}`), thread];
    const all = Array.from({ length: 16 }, (_, at) => made(at)).flat();
    expect(fillsOf(surveyOf('Suivi', headers, ...all))).toEqual([
      ['component', 'Saison', 'Réf. modèle', 'Coloris'],
      ['product'],
    ]);
  });

  test('a product in the first row of its components is a part although titles stand between its rows', () => {
    const title: Cells = [null, 'FEMME'];
    const found = fillsOf(surveyOf('Suivi', headers, title, ...rows.slice(0, 2), title, ...rows.slice(2)));
    expect(found.map(([kind]) => kind)).toEqual(['component', 'product']);
  });

  test('details that are blank in other rows than the reference do not make it one', () => {
    const other = rows.map((cells, at) => (at === 1 ? cells.with(2, 'ROUGE').with(3, 'Robe') : cells));
    expect(fillsOf(surveyOf('Suivi', headers, ...other))).toEqual([]);
  });
});

describe('the kinds of a row are told apart', () => {
  const product = ['Réf. modèle', 'Saison', 'Coloris', 'Désignation', 'Famille', 'Quantité prévue'];
  const made = (at: number): Cells => [`R-${at}`, 'E27', `C${at}`, `Robe ${at}`, 'DRESSES', 400 + at];
  const [maker] = [['Code usine', 'Usine', 'Activité', 'Ville', 'Pays de production']];

  test('numbered groups of columns are records of the kind that their headers say without the number', () => {
    const group = (at: number) =>
      ['reference', 'categorie', 'composition', 'fournisseur'].map((one) => `comp${at}_${one}`);
    const rows = [1, 2, 3].map(
      (at): Cells => [
        ...[...made(at), 'F-1', `T-${at}`, 'LININGS', '100% coton', 'F-2'],
        ...[`B-${at}`, 'BUTTONS', '100% corozo', 'F-3'],
      ],
    );
    const parts = partsOf(
      surveyOf('Export', [...product, 'Code fabricant', ...group(1), ...group(2)], ...rows),
    );
    expect(parts.map(({ kind }) => kind)).toEqual(['product', 'component', 'component']);
    expect(parts[2]!.fields).toEqual([
      ...['Réf. modèle: productRef', 'Saison: productCollectionRef', 'Coloris: productColorCode'],
      ...['comp2_reference: componentRef', 'comp2_categorie: category', 'comp2_composition: composition'],
      'comp2_fournisseur: supplierRef',
    ]);
  });

  test('of two columns that refer to suppliers, the product has the one beside its own columns', () => {
    const headers = [
      ...product,
      'Code fabricant',
      'Réf. tissu',
      'Usage tissu',
      'Composition tissu',
      'Code tisseur',
    ];
    const rows = [1, 2, 3, 4].flatMap((at): Cells[] => [
      [...made(at), `F-${at % 2}`, `T-${at}0`, 'LININGS', '100% coton', `W-${at % 2}`],
      [...made(at), `F-${at % 2}`, `T-${at}1`, 'BUTTONS', '100% lin', `W-${at % 2}`],
    ]);
    const suppliers = surveyOf(
      'Fournisseurs',
      ['Code', 'Nom', 'Pays'],
      ...['F-0', 'F-1', 'W-0', 'W-1'].map((code) => [code, `Société ${code}`, 'FR']),
    );
    const [component, own] = partsOf(surveyOf('Suivi', headers, ...rows), suppliers);
    expect([component?.kind, own?.kind]).toEqual(['component', 'product']);
    expect(component!.fields).toContain('Code tisseur: supplierRef');
    expect(own!.fields).toContain('Code fabricant: supplierRef');
  });

  test('the country of a maker is that of production if its header says so', () => {
    const groups = ['MODELE', null, null, null, null, null, 'USINE', null, null, null, null];
    const rows = [1, 2, 3].map(
      (at): Cells => [
        ...[...made(at), `F-${at}`, `Usine ${at}`, 'MANUFACTURING - Ready To Wear', 'Porto', 'Portugal'],
      ],
    );
    const [own, supplier] = partsOf(surveyOf('Export', groups, [...product, ...maker!], ...rows));
    expect(own!.fields).toContain('Pays de production: manufacturingAssemblyCountry');
    expect(supplier!.fields).toContain('Pays de production: address.country');
  });
});

describe('parts that only their rows show', () => {
  test('a record in the first of several rows and its parts in the others have columns of their own, whatever these are called', () => {
    const header = [
      ...['Stijlnr', 'Naam', 'Soort', 'Kleur', 'Samenstelling artikel', 'Gewicht stuk (gram)', 'Made in'],
      ...['Aantal per jaar', 'Fabriek', 'Materiaal nr', 'Wat', 'Samenstelling materiaal', 'Lev. materiaal'],
    ];
    const rows = [1, 2, 3, 4].flatMap((at): Cells[] => [
      [
        ...[
          `310${at}`,
          `Stijl ${at}`,
          'SHIRTS',
          'ecru',
          '100% katoen',
          `${200 + at}`,
          'India',
          `${at}00`,
          'DEL-01',
        ],
        ...[`G-88${at}`, 'LININGS', '100% katoen', 'TIR-04'],
      ],
      [...Array.from({ length: 9 }, () => null), `KN-1${at}`, 'BUTTONS', '100% polyester', 'NGB-06'],
    ]);
    const [product, component] = partsOf(surveyOf('Stijlen', header, ...rows));
    expect(product).toMatchObject({ kind: 'product' });
    expect(product!.fields).toContain('Samenstelling artikel: composition');
    expect(component!.fields).toEqual([
      ...['Stijlnr: productRef', 'Kleur: productColorCode', 'Materiaal nr: componentRef', 'Wat: category'],
      ...['Samenstelling materiaal: composition', 'Lev. materiaal: supplierRef'],
    ]);
  });

  test('a maker is proved by what changes with its code, whatever that is called', () => {
    const header = [
      ...[
        'Réf. art.',
        'Désignation art.',
        'Collection',
        'Coloris',
        'Famille',
        'Pds net art. (g)',
        'Pays mont.',
      ],
      ...['Zzk faç.', 'Zzn faç.', 'Pays faç.', 'Ville faç.', 'Activité faç.'],
    ];
    const makers = [
      ['C010', 'Vale do Ave', 'PT', 'Braga', 'MANUFACTURING - Other'],
      ['C011', 'Sahel Confection', 'TN', 'Monastir', 'MANUFACTURING - Ready To Wear'],
      ['C012', 'Atelier Haut', 'FR', 'Cholet', 'MANUFACTURING - Other'],
    ];
    const rows = Array.from(
      { length: 9 },
      (_, at): Cells => [
        ...[`R-${at}`, `Robe ${at}`, 'E27', '010', 'DRESSES', 200 + at, 'PT'],
        ...makers[at % 3]!,
      ],
    );
    const supplier = partsOf(surveyOf('Export', header, ...rows)).find(({ kind }) => kind === 'supplier');
    expect(supplier?.fields).toEqual(
      expect.arrayContaining([
        'Zzk faç.: supplierRef',
        'Pays faç.: address.country',
        'Ville faç.: address.city',
      ]),
    );
  });
});
