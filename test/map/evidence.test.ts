import { describe, expect, test } from 'vitest';
import { kindsOf } from '../../src/contract/registry.ts';
import { areLineNumbers } from '../../src/map/column-values.ts';
import { SheetSurvey } from '../../src/map/propose.ts';
import { shareReferences } from '../../src/map/propose-together.ts';

type Cells = readonly (string | null)[];

function surveyOf(sheet: string, ...rows: readonly Cells[]): SheetSurvey {
  const survey = new SheetSurvey({ file: 'x.xlsx', sheet, kinds: kindsOf('v2') });
  for (const [at, cells] of rows.entries()) survey.add({ row: at + 1, cells });
  return survey;
}

/** What is proposed for each header: the field, what is likely with a question mark, or the candidates of a question. */
function proposals(survey: SheetSurvey, kind: string): Record<string, string> {
  const { columns } = survey.proposal({ kind });
  return Object.fromEntries(
    columns.map(({ header, target, likely, candidates }) => [
      header,
      target ?? (likely === undefined ? `which: ${candidates.join(', ')}` : `${likely}?`),
    ]),
  );
}

const SUPPLIERS = surveyOf(
  'Tiers',
  ['Zz', 'Raison sociale', 'Pays'],
  ['F-101', 'Tissages du Nord', 'FR'],
  ['F-102', 'Maille Atelier', 'PT'],
  ['F-103', 'Boutons Réunis', 'IT'],
  ['F-104', 'Filature Haute', 'FR'],
);

describe('columns of one sheet are evidence for each other', () => {
  test('numbers that add up to 100 beside materials are their shares, whatever their header says', () => {
    const bom = surveyOf(
      'BOM',
      ['Réf. composant', 'Matière 1', 'Prix1', 'Matière 2', 'Prix2'],
      ['C-1', 'coton', '60', 'lin', '40'],
      ['C-2', 'soie', '100', null, null],
      ['C-3', 'coton', '95', 'lin', '5'],
    );
    expect(proposals(bom, 'component')).toMatchObject({
      Prix1: 'composition.1.percentage?',
      Prix2: 'composition.2.percentage?',
    });
  });

  test('a percentage that is no share of the materials is no percentage of one, and letters number the materials', () => {
    const costing = surveyOf(
      'Costing',
      ['componentRef', 'Duty %', 'Buyer', 'productRef', 'Material A', 'A %', 'Material B', 'B %'],
      ['C-1', '8', 'Sam', 'P-1', 'cotton', '60', 'linen', '40'],
      ['C-2', '8', 'Priya', 'P-1', 'silk', '100', null, null],
      ['C-3', '8', 'Sam', 'P-2', 'cotton', '95', 'elastane', '5'],
    );
    expect(proposals(costing, 'component')).toMatchObject({
      'Duty %': expect.not.stringContaining('composition'),
      'A %': 'composition.1.percentage?',
      'B %': 'composition.2.percentage?',
    });
  });

  test('the texts of codes beside a column of materials are the same materials', () => {
    const bom = surveyOf(
      'BOM',
      ['componentRef', 'Fibra 1', 'Descr. fibra 1', '% 1'],
      ['C-1', 'WO', 'LANA', '100'],
      ['C-2', 'CO', 'COTONE', '100'],
      ['C-3', 'SE', 'SETA', '100'],
      ['C-4', 'XQ', 'LINO', '100'],
    );
    expect(proposals(bom, 'component')).toMatchObject({
      'Fibra 1': 'ignore?',
      'Descr. fibra 1': 'composition.1.material?',
    });
  });

  test('materials among whole compositions are whole compositions, though the header says material', () => {
    const bom = surveyOf(
      'BOM',
      ['Composant', 'Matière'],
      ...['Cuir de vache', 'Zamak', 'laine', 'lin', 'soie', 'coton'].map((cell, at) => [`C-${at}`, cell]),
      ...['polyester', 'laiton', 'viscose', 'acier', 'nylon', 'bois'].map((cell, at) => [`D-${at}`, cell]),
      ['E-1', '60% Coton 40% Polyester'],
    );
    expect(proposals(bom, 'component')).toMatchObject({ Matière: 'composition' });
  });

  test('two materials of each component are two materials, also if each has only one beside it', () => {
    const bom = surveyOf(
      'BOM',
      ['componentRef', 'Fibra 1', 'Fibra 2'],
      ['C-1', 'cotone', 'elastan'],
      ['C-2', 'lana', 'cashmere'],
    );
    expect(proposals(bom, 'component')).toMatchObject({
      'Fibra 1': 'composition.1.material',
      'Fibra 2': 'composition.2.material',
    });
  });

  test('a weight in another word is not ignored while the kind lacks its weight', () => {
    const rows = [
      ['C-1', '352', '1,20'],
      ['C-2', '9.5', '0,45'],
      ['C-3', '4.2', '3,10'],
    ];
    const bom = surveyOf('BOM', ['componentRef', '单件用量重 Weight/pc', 'Price'], ...rows);
    expect(proposals(bom, 'component')).toMatchObject({
      '单件用量重 Weight/pc': 'which: componentWeight',
      Price: 'ignore?',
    });
  });

  test('what is needed in a year may be the quantity of a product, and is none of a component', () => {
    const list = surveyOf(
      'Artikel',
      ['Artikelnummer', 'Warengruppe', 'Jahresbedarf'],
      ['A-1', 'Kleider', '450'],
      ['A-2', 'Hosen', '2600'],
    );
    expect(proposals(list, 'product')).toMatchObject({ Jahresbedarf: 'producedQuantity?' });
    expect(proposals(list, 'component')).toMatchObject({ Jahresbedarf: 'ignore?' });
  });

  test('a field of brands is a question if no other one is beside it', () => {
    const rows = (...units: string[]) =>
      surveyOf(
        'Styles',
        ['Reference', 'Name', 'Division', ...units],
        ['ST-1', 'Skirt', 'Womens', ...units.map(() => 'Mode')],
      );
    expect(proposals(rows(), 'product').Division).toBe('which: customBrandField2');
    expect(proposals(rows('Business unit'), 'product')).toMatchObject({
      Division: 'customBrandField2',
      'Business unit': 'customBrandField1',
    });
  });

  test('an SKU that begins with the reference of another column is not the reference', () => {
    const shop = surveyOf(
      'products',
      ['SKU', 'Model ref', 'Title'],
      ...['S', 'M', 'L'].flatMap((size) =>
        [1, 2].map((at) => [`ROBE-0${at}-${size}`, `ROBE-0${at}`, 'Robe']),
      ),
    );
    const found = proposals(shop, 'product');
    expect([found['Model ref'], found.SKU]).toEqual(['productRef?', 'which: productRef']);
  });

  test('a certain key of SKUs with sizes gives way to the column without the sizes', () => {
    const shop = surveyOf(
      'Artikel',
      ['Artikelnummer', 'Vater', 'Titel'],
      ...['S', 'M', 'L'].flatMap((size) =>
        [1, 2, 3].map((at) => [`LT-104${at}-001-${size}`, `LT-104${at}`, `Kleid ${at}`]),
      ),
    );
    const found = proposals(shop, 'product');
    expect(found.Vater).toBe('productRef?');
    expect(found.Artikelnummer).not.toMatch(/^productRef/);
  });

  test('the codes of countries are taken, and not their names', () => {
    const sheet = surveyOf(
      'Acreedores',
      ['Código proveedor', 'Nombre', 'Cl.', 'Denom. país'],
      ['P-1', 'Tejidos Sol', 'ES', 'España'],
      ['P-2', 'Atlas Couture', 'MA', 'Marruecos'],
      ['P-3', 'Malhas Minho', 'PT', 'Portugal'],
    );
    expect(proposals(sheet, 'supplier')).toMatchObject({
      'Cl.': 'address.country?',
      'Denom. país': 'ignore?',
    });
  });

  test('codes of colours beside their names are the codes, whatever their header says', () => {
    const sheet = surveyOf(
      'Modelli',
      ['Cod. modello', 'Variante', 'Colore'],
      ['MD-1', 'BL01', 'blu notte'],
      ['MD-2', 'AZ04', 'azzurro'],
      ['MD-3', 'BL01', 'blu notte'],
    );
    expect(proposals(sheet, 'product')).toMatchObject({ Variante: 'productColorCode?', Colore: 'ignore?' });
  });

  test('different names are the name that the kind lacks, and round numbers may be its quantity', () => {
    const sheet = surveyOf(
      'Artículos',
      ['Ref. artículo', 'Qq', 'Zz', 'Color'],
      ['A-1', 'Camisa lino cuello mao', '2400', '010'],
      ['A-2', 'Vaquero recto lavado', '850', '020'],
      ['A-3', 'Chino pinzas', '5200', '010'],
    );
    expect(proposals(sheet, 'product')).toMatchObject({
      Qq: 'name?',
      Zz: 'which: producedQuantity, supplierRef',
    });
  });

  test('a header that names a field beside something else is not ignored while no other column has the field', () => {
    const sheet = (...[first, ...rows]: Cells[]) => proposals(surveyOf('款式', first!, ...rows), 'product');
    const [one, two] = [
      ['JF-A101', '水洗棉被套 200x230', '被套', '13'],
      ['JF-A103', '亚麻床单', '床单', '02'],
    ] as const;
    const three = ['JF-B201', '绣花抱枕套', '被套', '13'];
    expect(sheet(['款号', '品名规格', '类别', '颜色'], one, two, three)).toMatchObject({ 品名规格: 'name?' });
    const named = sheet(
      ['款号', '品名规格', '类别', '颜色', '品名'],
      [...one, '被套'],
      [...two, '床单'],
      [...three, '枕套'],
    );
    expect(named).toMatchObject({ 品名规格: expect.stringMatching(/^ignore/), 品名: 'name' });
  });

  test.each([
    ['13 02 02 07 13 01 07 02', false],
    ['1 2 3 1 2 3 1 2', true],
    ['0010 0020 0010 0020 0030 0010', true],
  ])('numbers of lines rise: %s', (texts, expected) => {
    const words = new Map<string, number>();
    for (const text of texts.split(' ')) words.set(text, (words.get(text) ?? 0) + 1);
    const count = texts.split(' ').length;
    expect(areLineNumbers({ words, filled: count, rows: count, isCut: false })).toBe(expected);
  });

  test('questions of which some words are known name a field if the values fit', () => {
    const sheet = surveyOf(
      'Styles',
      ['Style no.', 'Net weight of one piece, size M (g)', 'What is it made of? (all fibres with %)'],
      ['S-1', '372', 'linen 55% / viscose 45%'],
      ['S-2', '164', 'polyester 100%'],
      ['S-3', '94', 'silk 100%'],
    );
    const found = Object.values(proposals(sheet, 'product'));
    expect(found).toEqual(['productRef', 'weight?', 'composition?']);
  });

  test('telephone numbers are those of the contact', () => {
    const sheet = surveyOf(
      'Fournisseurs',
      ['Code fournisseur', 'Zz'],
      ['F-1', '+84 28 3770 1188'],
      ['F-2', '(51) 3541-2200'],
      ['F-3', '01 44 12 12 12'],
    );
    expect(proposals(sheet, 'supplier').Zz).toBe('contacts.1.person.phone?');
  });

  test('streets, cities, postal codes and telephone numbers are those of an address, whatever their headers say', () => {
    const suppliers = surveyOf(
      'Tiers',
      ['supplierRef', 'name', 'Zza', 'Zzb', 'Zzc', 'Code postal', 'Pays', 'Zzd'],
      ['F-1', 'Filature Haute', 'Calle Mayor 4', '', 'Alcoy', '03801', 'ES', '965 555 231'],
      ['F-2', 'Maille Atelier', '12, rue du Pont', 'LOJA 2', 'Lille', '59000', 'FR', '+33 3 20 55 12 00'],
      ['F-3', 'Tissages Réunis', '兵庫県豊岡市九日市上町788', '', '豊岡市', '668-0023', 'JP', '965 555 310'],
    );
    expect(proposals(suppliers, 'supplier')).toMatchObject({
      Zza: 'address.street?',
      Zzc: 'address.city?',
      Zzd: 'contacts.1.person.phone?',
    });
    const codes = surveyOf(
      'Tiers',
      ['supplierRef', 'name', 'Remise', 'Ville', 'Pays'],
      ['F-1', 'Filature Haute', '03801', 'Alcoy', 'ES'],
      ['F-2', 'Maille Atelier', '4750-333', 'Barcelos', 'PT'],
      ['F-3', 'Tissages Réunis', '59000', 'Lille', 'FR'],
    );
    expect(proposals(codes, 'supplier')).toMatchObject({ Remise: 'address.postalCode?' });
  });

  test('years are no postal codes, days no telephone numbers, and months with a day no streets', () => {
    const visits = surveyOf(
      'Tiers',
      ['supplierRef', 'name', 'Zzy', 'Zzd', 'Zzm', 'Ville', 'Pays'],
      ['F-1', 'Filature Haute', '2014', '03/02/2021', 'Mar 25', 'Alcoy', 'ES'],
      ['F-2', 'Maille Atelier', '2016', '14/11/2022', 'Oct 25', 'Lille', 'FR'],
      ['F-3', 'Tissages Réunis', '2019', '21/06/2024', 'Sept. 24', 'Braga', 'PT'],
    );
    expect(proposals(visits, 'supplier')).toMatchObject({ Zzy: 'ignore?', Zzd: 'ignore?', Zzm: 'ignore?' });
  });

  test('remarks are sent only if a person says so, unless the header is the name of the field', () => {
    const remarks = (header: string) =>
      proposals(
        surveyOf(
          'Tiers',
          ['supplierRef', 'name', 'Pays', header],
          ['F-1', 'Filature Haute', 'ES', 'pays late, call Ana'],
          ['F-2', 'Maille Atelier', 'FR', 'closed in August'],
        ),
        'supplier',
      )[header];
    expect([remarks('Remarques'), remarks('备注'), remarks('additionalInformation')]).toEqual([
      ...['additionalInformation?', 'additionalInformation?', 'additionalInformation'],
    ]);
  });

  test('of a colour and its text, the shorter one is the code, also if both are in capitals', () => {
    const products = surveyOf(
      'Articles',
      ['productRef', 'name', 'ART_COLORIS', 'ART_COLORIS_LIB'],
      ['P-1', 'Robe', 'BLC', 'BLANC'],
      ['P-2', 'Jupe', 'CIE', 'CIEL'],
      ['P-3', 'Veste', 'BEI', 'BEIGE'],
    );
    expect(proposals(products, 'product')).toMatchObject({ ART_COLORIS: 'productColorCode' });
  });

  test('the second line of an address is its street if no other column is', () => {
    const rows = [
      ['KH-21', 'Szwalnia Wisła', 'ul. Żeromskiego 51/3', '90-626', 'Łódź', 'PL'],
      ['KH-34', 'Baltic Sewing', 'Ganību dambis 24a', 'LV-1005', 'Riga', 'LV'],
    ];
    const headers = ['supplierRef', 'name', 'ULICA_LOKAL', 'KOD_POCZTOWY', 'MIEJSCOWOSC', 'KRAJ'];
    expect(proposals(surveyOf('KONTRAHENT', headers, ...rows), 'supplier')).toMatchObject({
      ULICA_LOKAL: 'address.street?',
    });
  });

  test('numbers of rows are no references beside codes that repeat', () => {
    const list = surveyOf(
      'Produits',
      ['No.', 'Usine / Code', 'name', 'Pays'],
      ['1', 'F01', 'Filature Haute', 'FR'],
      ['2', 'F02', 'Maille Atelier', 'PT'],
      ['3', 'F01', 'Filature Haute', 'FR'],
      ['4', 'F02', 'Maille Atelier', 'PT'],
    );
    expect(proposals(list, 'supplier')).not.toMatchObject({ 'No.': expect.stringContaining('supplierRef') });
  });

  test('dates before another date begin a period', () => {
    const sheet = surveyOf(
      'Fournisseurs',
      ['Code fournisseur', 'Certificat', 'Zz 1', 'Zz 2'],
      ['F-1', 'GOTS', '2025-01-03', '2026-01-02'],
      ['F-2', 'GRS', '2025-06-01', '2026-05-31'],
      ['F-3', 'OCS', '2024-02-01', '2025-01-31'],
    );
    expect(proposals(sheet, 'supplier')).toMatchObject({
      'Zz 1': 'certifications.1.date_start?',
      'Zz 2': 'certifications.1.date_end?',
    });
  });

  test('no column is certain because of its values alone', () => {
    const sheet = surveyOf(
      'Fournisseurs',
      ['Code fournisseur', 'Raison sociale', 'Qq', 'Ww'],
      ['F-1', 'Alpha', 'a@b.fr', 'FR'],
      ['F-2', 'Beta', 'c@d.it', 'IT'],
    );
    const found = proposals(sheet, 'supplier');
    expect([found.Qq, found.Ww]).toEqual(['contacts.1.person.email?', 'address.country?']);
  });
});

describe('other sheets are evidence for a column', () => {
  const products = surveyOf(
    'Produits',
    ['Réf. produit', 'Qq', 'Fabrique'],
    ['P-1', 'F-102', 'Maille Atelier'],
    ['P-2', 'F-101', 'Tissages du Nord'],
    ['P-3', 'F-104', 'Filature Haute'],
  );

  test('keys of suppliers are references, and the column that other sheets refer to is the key', () => {
    shareReferences([
      { survey: SUPPLIERS, answers: { kind: 'supplier' } },
      { survey: products, answers: { kind: 'product' } },
    ]);
    expect(proposals(products, 'product').Qq).toBe('supplierRef?');
    expect(proposals(SUPPLIERS, 'supplier').Zz).toBe('supplierRef?');
  });

  test('a sheet that repeats the keys of products has their components, also if it fits products better', () => {
    const codes = ['PA010001', 'PA010002', 'PA010003', 'PA010004'];
    const products = surveyOf(
      'sb1',
      ['productRef', 'name', 'category', 'productCollectionRef'],
      ...codes.map((code) => [code, `Robe ${code}`, 'DRESSES', 'SS27']),
    );
    const parts = surveyOf(
      'sg1',
      ['G1_COD', 'G1_COMP', 'Grupo', 'G1_QUANT', 'composition'],
      ...codes.flatMap((code, at) => [
        [code, `MP10010${at}`, 'MAIN FABRIC (WOVEN)', '95', '100% coton'],
        [code, `MP20010${at}`, 'BUTTONS', '12', '100% polyester'],
      ]),
    );
    shareReferences([{ survey: products }, { survey: parts }]);
    const { kind, kindCandidates } = parts.proposal();
    expect(kind ?? kindCandidates[0]).toBe('component');
    expect(proposals(parts, 'component')).toMatchObject({ G1_COD: 'productRef?', G1_COMP: 'componentRef?' });
  });

  test('a column that its header calls the key is none if other sheets refer to another one', () => {
    const codes = ['W27-B01', 'W27-F05', 'W27-K02'];
    const products = surveyOf(
      'ARTYKUL',
      ['ID produktu', 'Indeks', 'name', 'category', 'productCollectionRef'],
      ...codes.map((code, at) => [`7010${at}`, code, `Bluzka ${at}`, 'BLOUSES', 'WL27']),
    );
    const parts = surveyOf(
      'SKLAD',
      ['productRef', 'componentRef', 'category', 'composition'],
      ...codes.map((code, at) => [code, `M-${at}`, 'BUTTONS', '100% polyester']),
    );
    shareReferences([{ survey: products }, { survey: parts }]);
    expect(proposals(products, 'product')).toMatchObject({ Indeks: 'productRef?' });
  });

  test('names of suppliers are references by name, if no column has the keys', () => {
    const named = surveyOf(
      'Produits',
      ['Réf. produit', 'Fabrique'],
      ['P-1', 'Maille Atelier'],
      ['P-2', 'Tissages du Nord'],
      ['P-3', 'Filature Haute'],
    );
    shareReferences([
      { survey: SUPPLIERS, answers: { kind: 'supplier' } },
      { survey: named, answers: { kind: 'product' } },
    ]);
    const column = named.proposal({ kind: 'product' }).columns[1];
    expect(column).toMatchObject({ likely: 'supplierRef', refersBy: 'name' });
  });

  test('keys of suppliers with their names are references by name', () => {
    const suppliers = surveyOf(
      'Tiers',
      ['supplierRef', 'name', 'address.country'],
      ...['Tissages du Nord', 'Maille Atelier', 'Boutons Réunis'].map((name, at) => [
        `F-10${at}`,
        name,
        'FR',
      ]),
    );
    const named = surveyOf(
      'Produits',
      ['Réf. produit', 'Fabrique'],
      ['P-1', 'F-101 Maille Atelier'],
      ['P-2', 'F-100 Tissages du Nord'],
      ['P-3', 'F-102 Boutons Réunis'],
    );
    shareReferences([
      { survey: suppliers, answers: { kind: 'supplier' } },
      { survey: named, answers: { kind: 'product' } },
    ]);
    const column = named.proposal({ kind: 'product' }).columns[1];
    expect(column).toMatchObject({ likely: 'supplierRef', refersBy: 'name' });
  });

  test('the codes of suppliers are found beside a column that is only called so', () => {
    const bom = surveyOf(
      'BOM',
      ['Réf. composant', 'Code fournisseur', 'Prov.'],
      ['C-1', 'C-190N', 'F-101'],
      ['C-2', 'EGE-PO120', 'F-103'],
      ['C-3', 'X-12', 'F-104'],
    );
    shareReferences([
      { survey: SUPPLIERS, answers: { kind: 'supplier', columns: new Map([[0, 'supplierRef']]) } },
      { survey: bom, answers: { kind: 'component' } },
    ]);
    expect(proposals(bom, 'component')['Prov.']).toBe('supplierRef?');
  });

  test('letters at the ends of headers are numbers of materials', () => {
    const bom = surveyOf(
      'BOM',
      ['Réf. composant', 'Fibre A', '% A', 'Fibre B', '% B'],
      ['C-1', 'COTTON', '60', 'LINEN', '40'],
      ['C-2', 'SILK', '100', null, null],
    );
    expect(proposals(bom, 'component')).toMatchObject({
      'Fibre A': 'composition.1.material',
      '% A': 'composition.1.percentage',
      'Fibre B': 'composition.2.material',
      '% B': 'composition.2.percentage',
    });
  });

  test('a name beside another part of the name of a person is that of a person', () => {
    const articles = surveyOf(
      'Liste',
      ['Réf. produit', 'Nom', 'Prénom', 'Collection'],
      ['P-1', 'Bandini', 'Chiara', 'AH26'],
      ['P-2', 'Sampaio', 'Rui', 'AH26'],
      ['P-3', 'Rey', 'Anne', 'PE27'],
    );
    // Neither certain nor likely.
    expect(proposals(articles, 'product').Nom).not.toMatch(/^name/);
    const firms = surveyOf(
      'Proveedores',
      ['Código proveedor', 'Razón social', 'Nombre', 'Apellidos'],
      ['F-1', 'Calzados Elda SL', 'Vicente', 'Antón'],
      ['F-2', 'Curtidos Lorca SA', 'Ginés', 'Ros'],
      ['F-3', 'Suelas Vinalopó SL', 'Mari', 'Sempere'],
    );
    expect(proposals(firms, 'supplier')).toMatchObject({
      'Razón social': 'name',
      Nombre: expect.stringMatching(/^contacts\.1\.person\.firstname/),
    });
  });

  test('names of companies are no names of persons, though first names have a column', () => {
    const firms = surveyOf(
      'fl',
      ['Código fornecedor', 'Nome', 'Morada', 'Contacto primeiro nome', 'E-mail'],
      ['1204', 'Felpos do Vizela, Lda', 'Rua 1', 'Cristina', 'cristina@a.example'],
      ['1211', 'Confecções Lordelo, SA', 'Rua 2', 'Rogério', 'rogerio@b.example'],
      ['1230', 'Tecelagem de Pevidém, SA', 'Rua 3', 'Ana', 'ana@c.example'],
    );
    expect(proposals(firms, 'supplier')).toMatchObject({ Nome: 'name' });
  });

  test('columns that users added to a shop are read by the rest of their header', () => {
    const shop = surveyOf(
      'products',
      ['SKU', 'Name', 'Meta: season', 'Meta: colour_code', 'u_paisfabrico'],
      ['A-1', 'Shirt', 'AW26', 'HTH', 'Portugal'],
      ['A-2', 'Skirt', 'SS26', 'PEA', 'Itália'],
    );
    expect(proposals(shop, 'product')).toMatchObject({
      'Meta: season': 'productCollectionRef',
      'Meta: colour_code': 'productColorCode',
      u_paisfabrico: 'manufacturingAssemblyCountry',
    });
  });

  test('a field that a person names has the unit of its header', () => {
    const rows = [
      ['款号', '净重KG(Net Weight KG)'],
      ['A-1', '0.76'],
    ];
    const { columns } = surveyOf('款式', ...rows).proposal({
      kind: 'product',
      columns: new Map([[1, 'weight']]),
    });
    expect(columns[1]).toMatchObject({ target: 'weight', unit: 'kg' });
  });
});

describe('keys that no header names', () => {
  const PRODUCTS = (header: string) =>
    surveyOf(
      'Artikl',
      ['Gruppe', header, 'Bezeichnung', 'Farbe'],
      ['110', 'OS-0701', 'Osuška Vltava', 'B01'],
      ['120', 'UB-0702', 'Ubrus Šumava', 'P12'],
      ['110', 'OS-0703', 'Osuška Morava', 'P12'],
      ['120', 'UB-0704', 'Ubrus Praha', 'B01'],
    );
  const PARTS = [
    ['OS-0701', '10', 'T-4010', 'Froté', 'HL', 'Hlavní', '0000'],
    ['OS-0701', '20', 'S-0315', 'Stuha', 'ST', 'Stuhy', '0001'],
    ['UB-0702', '10', 'T-4021', 'Plátno', 'HL', 'Hlavní', '0002'],
    ['UB-0702', '20', 'N-0120', 'Nit', 'NI', 'Nitě', '0000'],
    ['OS-0703', '10', 'T-4010', 'Froté', 'HL', 'Hlavní', '0001'],
    ['UB-0704', '10', 'T-4021', 'Plátno', 'HL', 'Hlavní', '0002'],
  ];
  const linked = (header: string, parts = PARTS) => {
    const products = PRODUCTS(header);
    const bom = surveyOf(
      'Seznam',
      ['Dd', 'Position', 'Ff', 'Materialname', 'Hh', 'Kategorie', 'Jj'],
      ...parts,
    );
    shareReferences([
      { survey: products, answers: { kind: 'product' } },
      { survey: bom, answers: { kind: 'component' } },
    ]);
    return { ...proposals(products, 'product'), ...proposals(bom, 'component') };
  };

  test.each(['Zz', 'IBAN'])(
    'references of other sheets show the key, also if its header (%s) says otherwise',
    (header) => {
      expect(linked(header)).toMatchObject({ [header]: 'productRef?', Dd: 'productRef?' });
    },
  );

  test('codes that each have a name beside them are the parts of the product, and no groups or numbers are', () => {
    expect(linked('Zz')).toMatchObject({ Ff: 'componentRef?', Materialname: 'ignore?', Hh: 'ignore?' });
  });

  test('codes that a product has twice, or with several names, are not its parts', () => {
    const twice = PARTS.map(([product, ...rest]) => [product === 'OS-0703' ? 'OS-0701' : product!, ...rest]);
    expect(linked('Zz', twice).Ff).not.toMatch(/^componentRef/);
    const renamed = PARTS.map((cells, at) => cells.with(3, `${cells[3]} ${at}`));
    expect(linked('Zz', renamed).Ff).not.toMatch(/^componentRef/);
  });
});

describe('short codes that tell apart the rows of one product', () => {
  const proposed = (...codes: readonly string[]) => {
    const refs = ['M-1', 'M-1', 'M-2', 'M-3', 'M-3'];
    const rows = refs.map((ref, at) => [ref, 'AI27', codes[at]!, String(24 + at)]);
    return proposals(surveyOf('Capi', ['Modello', 'Collezione', 'Zz', 'Tempo min'], ...rows), 'product').Zz;
  };

  test.each([
    ['colours', ['010', '045', '090', '045', '120'], 'productColorCode?'],
    ['sizes', ['S', 'M', 'M', 'S', 'L'], 'ignore?'],
    ['codes that a product has twice', ['010', '010', '090', '045', '120'], 'which: supplierRef'],
    ['codes that no other product has', ['010', '011', '012', '013', '014'], 'which: supplierRef'],
    ['numbers', ['24', '30', '24', '30', '24'], 'which: supplierRef'],
  ])('%s', (_, codes, expected) => expect(proposed(...codes)).toBe(expected));
});

describe('a place of stock beside the references of suppliers', () => {
  const products = (place: string) =>
    surveyOf(
      'Products',
      ['productRef', 'productCollectionRef', 'Fournisseur', 'Entrepôt'],
      ...['F-101', 'F-102', 'F-103'].map((ref, at) => [`ST-${at}`, 'AW27', ref, place]),
    );
  const proposed = (place: string) => {
    const survey = products(place);
    shareReferences([{ survey }, { survey: SUPPLIERS }]);
    return proposals(survey, 'product').Entrepôt;
  };

  test('is only a question if it is the key of no supplier', () => expect(proposed('VYR-1')).toMatch(/\?$/));

  test('is a reference if it is the key of one', () => expect(proposed('F-104')).toBe('warehouseRef'));
});
