import { describe, expect, it } from 'vitest';
import { kindsOf } from '../../../src/contract/registry.ts';
import { SheetSurvey } from '../../../src/map/propose.ts';
import { shareReferences } from '../../../src/map/propose-together.ts';
import { columnsOf, proposed, targets } from './sheets.ts';

describe('labels beside materials', () => {
  const MATERIAL = `Modèle | | ROB-1 | ROB-2
Réf. composant | | T-1 | Z-1
Mat. 1 | | coton | polyester
% 1 | | 95 | 100
Label 1 | | GOTS | GRS`;

  it('labels beside materials belong to the materials if they stand between them', () => {
    const second = 'Mat. 2 | | élasthanne |\n% 2 | | 5 |\nLabel 2 | | GRS |\nCertificat 1 | | OEKO-TEX |';
    expect(targets(`${MATERIAL}\n${second}`, 'BOM')).toMatchObject({
      'Label 1': 'composition.1.certifications',
      'Label 2': 'composition.2.certifications',
      'Certificat 1': 'certifications.1.type',
    });
  });

  it('labels beside materials are a question after the last material, unless their dates follow', () => {
    expect(targets(MATERIAL, 'BOM')['Label 1']).toBe('? certifications.1.type composition.1.certifications');
    const dated = `${MATERIAL}\nLabel 1 - Date de fin | | 31/12/2027 |`;
    expect(targets(dated, 'BOM')['Label 1']).toBe('certifications.1.type');
  });
});

describe('sheets that are mapped together', () => {
  const PRODUCTS = `Materialnummer | | ROB-2041 | ROB-2042 | JUP-1001
Bezeichnung | | Kleid | Kleid | Rock
Kollektion | | SS27 | SS27 | SS27`;
  const SUPPLIERS = `Lieferant | | FRN-01 | FRN-02 | FRN-03
Firma | | Weberei Nord | Knopf AG | Garn GmbH
Ort | | Greiz | Köln | Ulm`;
  const PARTS = 'TIS-1180 | ZIP-018 | BTN-011';

  const surveyOf = (sheet: string, text: string) => {
    const columns = columnsOf(text);
    const survey = new SheetSurvey({ file: `${sheet}.txt`, sheet, kinds: kindsOf('v2') });
    survey.add({ row: 1, cells: columns.map(({ header }) => header) });
    for (const at of columns[0]!.values.keys())
      survey.add({ row: at + 2, cells: columns.map(({ values }) => values[at] || null) });
    return survey;
  };

  const bomWith = (parts: string, others: Readonly<Record<string, string>>) => {
    const bom = surveyOf(
      'Stueckliste',
      `Komponente | | ${parts}
Materialnummer | | ROB-2041 | ROB-2042 | JUP-1001
Werk | | 1010 | 1020 | 1010
Lieferant | | FRN-01 | FRN-02 | FRN-03
Kollektion | | SS27 | SS27 | SS27`,
    );
    const surveys = [bom, ...Object.entries(others).map(([sheet, text]) => surveyOf(sheet, text))];
    shareReferences(surveys.map((survey) => ({ survey })));
    const { kind, columns } = bom.proposal({ kind: 'component' });
    expect(kind).toBe('component');
    return Object.fromEntries(
      columns.map(({ header, target, likely, candidates: [first = likely] }) => [
        header,
        target ?? `? ${first}`,
      ]),
    );
  };

  it('show which column refers to the records of another sheet, and that a plant is not a supplier', () => {
    const found = bomWith(PARTS, { Materialstamm: PRODUCTS, Kreditoren: SUPPLIERS });
    expect(found.Werk).not.toBe('supplierRef');
    expect(found).toMatchObject({
      ...{ Komponente: 'componentRef', Materialnummer: 'productRef' },
      Lieferant: 'supplierRef',
      Kollektion: 'productCollectionRef',
    });
  });

  it('sheets that are mapped together leave references open if the other sheet is missing, or if both columns have its references', () => {
    const asked = expect.stringMatching(/^\?/);
    const open = { Komponente: asked, Materialnummer: asked };
    expect(bomWith(PARTS, {})).toMatchObject(open);
    const shared = PRODUCTS.replace('ROB-2042', 'ZIP-018');
    expect(bomWith(PARTS, { Materialstamm: shared })).toMatchObject(open);
    expect(bomWith('ROB-2042 | JUP-1001 | ROB-2041', { Materialstamm: PRODUCTS })).toMatchObject(open);
  });

  it('sheets that are mapped together include a skipped sheet, whose columns can still be proposed', () => {
    const survey = surveyOf('Kreditoren', SUPPLIERS);
    shareReferences([{ survey, answers: { kind: 'skip' } }]);
    expect(survey.proposal().columns[0]).toMatchObject({ target: 'supplierRef' });
  });
});

describe('the kind of a sheet', () => {
  it('the kind of a sheet is not product for a bill of materials, and open if the sheet has the name of another kind', () => {
    const text = `Material | | FS-100 | FS-100 | FS-200
Item Number | | 0010 | 0020 | 0010
Component | | RM-1000 | RM-2000 | RM-1000
Object description | | Cotton poplin | Zipper | Cotton poplin
Component quantity | | 1.2 | 1 | 1.3
Item Category | | L | L | L
Net weight | | 0.21 | 0.03 | 0.2
Weight unit | | KG | KG | KG
Supplier | | 100234 | 100240 | 100234`;
    for (const sheet of ['BOM', 'Sheet1'])
      expect(proposed(columnsOf(text), { sheet }).kind, sheet).not.toBe('product');
    const products = 'Style Number | | R-1 | R-2\nStyle Name | | Dress | Skirt\nProduction Qty | | 100 | 200';
    expect(proposed(columnsOf(products), { sheet: 'Styles' }).kind).toBe('product');
    expect(proposed(columnsOf(products), { sheet: 'Suppliers' }).kind).toBeNull();
  });
});

describe('columns that have no field', () => {
  const BOM = `Style Number | | ROB-1 | ROB-1 | ROB-1 | ROB-2 | ROB-2 | ROB-2
Season | | SS27 | SS27 | SS27 | SS27 | SS27 | SS27`;
  const CODES = 'Material Code | | T-1 | Z-1 | B-1 | T-1 | Z-1 | B-1';

  it('columns that have no field with line numbers beside component references are ignored; other numbers make the references a question', () => {
    const items = (values: string) => targets(`${BOM}\n${CODES}\nBOM Item | | ${values}`, 'BOM');
    expect(items('1 | 2 | 3 | 1 | 2 | 3')).toMatchObject({
      'Material Code': 'componentRef',
      'BOM Item': 'ignore',
    });
    expect(items('0010 | 0020 | 0030 | 0010 | 0020 | 0030')['BOM Item']).toBe('ignore');
    expect(items('4711 | 4712 | 4713 | 4711 | 4712 | 4713')['Material Code']).toMatch(/^\?/);
  });

  it('columns that have no field with item numbers are not references, even if they are named like articles', () => {
    const items = 'Item Number | | 0010 | 0020 | 0010 | 0010 | 0020 | 0030';
    expect(targets(`${BOM}\n${CODES}\n${items}`, 'BOM')['Item Number']).toBe('ignore');
    const bare = `Season | | SS27 | SS27 | SS27\nFabric Code | | T-1 | Z-1 | B-1\nItem Number | | 0010 | 0020 | 0030`;
    expect(targets(bare, 'BOM')['Item Number']).not.toBe('productRef');
  });

  it('columns that have no field with units of quantities are ignored, but a carrier is a question', () => {
    const text = `${BOM}\n${CODES}\nComponent UoM | | M | PC | PC | M | PC | PC`;
    expect(targets(text, 'BOM')['Component UoM']).toBe('ignore');
    const product = 'Style Number | | R-1 | R-2\nName | | Dress | Skirt\nSeason | | SS27 | SS27';
    expect(targets(`${product}\nCarrier | | TRUCK | TRAIN`, 'Styles').Carrier).toMatch(/^\?/);
  });

  it('columns that have no field with names beside the references of the same records are ignored', () => {
    const names = 'Supplier | | Weaving Mill North | Button Works | Thread Co | Mill Two | Zip Co | Wool Co';
    const codes = 'Supplier Code | | F-1 | F-2 | F-3 | F-1 | F-2 | F-3';
    expect(targets(`${BOM}\n${CODES}\n${codes}\n${names}`, 'BOM').Supplier).toBe('ignore');
    expect(targets(`${BOM}\n${CODES}\n${names}`, 'BOM').Supplier).toBe('? supplierRef');
  });

  it('columns that have no field with the status of a record are ignored, unless the values are yes and no', () => {
    const packaging = 'Packaging Code | | P-1 | P-2\nPackaging Type | | POLYBAG | SHOE BOX';
    expect(targets(`${packaging}\nStatus | | Approved | Draft`, 'Packaging').Status).toBe('ignore');
    expect(targets(`${packaging}\nStatus | | YES | NO`, 'Packaging').Status).toMatch(/^\?/);
  });

  it('columns that have no field with the type of a material in SAP are ignored', () => {
    const text = 'Materialnummer | | ROB-1 | ROB-2\nKollektion | | SS27 | SS27\nBezeichnung | | Kleid | Rock';
    for (const sheet of ['Materialstamm', 'Stueckliste'])
      expect(targets(`${text}\nMaterialart | | FERT | HAWA`, sheet).Materialart, sheet).toBe('ignore');
    expect(targets(`${text}\nMaterialart | | Kleid | Rock`, 'Materialstamm').Materialart).toMatch(/^\?/);
  });
});

describe('two columns for one field', () => {
  it('are decided by their values: one with values of the list is certain, the other has another field', () => {
    const found = targets(
      `Produktnummer | | ROB-1 | ROB-2
Bezeichnung | | Kleid | Rock
Produktkategorie | | DRESSES | SKIRTS
Produktgruppe | | RTW | Small Leather Goods`,
      'Materialstamm',
    );
    expect(found.Produktkategorie).toBe('category');
    expect(found.Produktgruppe).toBe('? customBrandField3');
  });

  it('two columns for one field are a whole address, which contains the postal codes, and a street, which does not', () => {
    const text = `Code fournisseur | | F-1 | F-2
Adresse postale | | 14 rue des Tanneurs, 27000 Évreux | 3 rue Haute, 61100 Flers
Adresse 1 | | 14 rue des Tanneurs | 3 rue Haute
CP | | 27000 | 61100
Ville | | Évreux | Flers`;
    expect(targets(text, 'Fournisseurs')).toMatchObject({
      'Adresse postale': '? address.label address.additionalStreet',
      'Adresse 1': '? address.street address.additionalStreet',
    });
  });
});
