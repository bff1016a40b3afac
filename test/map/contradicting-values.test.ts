import { describe, expect, test } from 'vitest';
import { kindsOf } from '../../src/contract/registry.ts';
import { SheetSurvey } from '../../src/map/propose.ts';
import { shareReferences } from '../../src/map/propose-together.ts';

function surveyOf(sheet: string, ...rows: readonly (readonly string[])[]): SheetSurvey {
  const survey = new SheetSurvey({ file: 'x.xlsx', sheet, kinds: kindsOf('v2') });
  for (const [at, cells] of rows.entries()) survey.add({ row: at + 1, cells });
  return survey;
}

/** What is proposed for a header: its field, or the likely one with a question mark. */
function proposalOf(survey: SheetSurvey, kind: string, header: string): string {
  const found = survey.proposal({ kind }).columns.find((column) => column.header === header)!;
  return found.target ?? `${found.likely ?? found.candidates.join(', ')}?`;
}

const products = (header: string, ...values: readonly string[]) =>
  surveyOf(
    'Artikel',
    ['Style no.', 'Style name', 'Supplier code', 'Weight (g)', 'Collection', header],
    ...values.map((value, at) => [`ST-${at}`, `Skirt ${'ABCD'[at]}`, `F-${at}`, `21${at}`, 'AW27', value]),
  );

const components = (header: string, ...values: readonly string[]) =>
  surveyOf(
    'BOM',
    ['Component code', 'Style no.', header],
    ...values.map((value, at) => [`C-${at}`, `ST-${at}`, value]),
  );

describe('values that a field cannot have', () => {
  test.each([
    ['quantities of 0 are in stock', 'Ilość', ['0', '23', '46', '69'], 'ignore?'],
    ['customs codes', 'Nomenclatura', ['62043390', '62043390', '61103091', '62046239'], 'ignore?'],
    ['other quantities are likely, not certain', 'Menge', ['1200', '850', '430'], 'producedQuantity?'],
    ['a yearly quantity is certain', 'Annual volume', ['1200', '850', '0'], 'producedQuantity'],
    ['days are no orders', 'Last PO', ['14/08/2026', '20/08/2026', '14/08/2026'], 'ignore?'],
    ['numbers like days are orders', 'PO', ['40.01.021', '40.01.024', '40.02.001'], 'purchaseOrder'],
    ['codes without years are no seasons', 'Xx', ['EP-12', 'EP-12', 'EP-04'], 'ignore?'],
  ])('%s', (_, header, values, expected) => {
    expect(proposalOf(products(header, ...values), 'product', header)).toBe(expected);
  });

  test.each([
    ['units of measure are no countries of a step', 'UM', ['MT', 'NR', 'PA', 'MT'], 'ignore?'],
    [
      'dates of a bill of materials are not of a certificate',
      'Inizio val.',
      ['01/01/2027', '01/02/2027'],
      'ignore?',
    ],
    [
      'dates of a certificate are, without its type',
      'Zert. gültig bis',
      ['28.02.2028', '30.09.2027'],
      'certifications.1.date_end',
    ],
  ])('%s', (_, header, values, expected) => {
    expect(proposalOf(components(header, ...values), 'component', header)).toBe(expected);
  });

  test('codes of suppliers may have no digits', () => {
    const bom = surveyOf(
      'BOM',
      ['Réf. composant', 'Réf. produit', 'Fournisseur', 'Réf. fournisseur'],
      ['C-1', 'P-1', 'F021', 'PV-SOFT'],
      ['C-2', 'P-2', 'F030', 'LACEFIL'],
      ['C-3', 'P-3', 'F037', 'SC-P120'],
    );
    const suppliers = surveyOf(
      'Fournisseurs',
      ['Code fournisseur', 'Raison sociale', 'Pays'],
      ['F021', 'Tissages du Nord', 'FR'],
      ['F030', 'Maille Atelier', 'PT'],
      ['F037', 'Boutons Réunis', 'IT'],
    );
    shareReferences([
      { survey: bom, answers: { kind: 'component' } },
      { survey: suppliers, answers: { kind: 'supplier' } },
    ]);
    expect(proposalOf(bom, 'component', 'Réf. fournisseur')).toBe('supplierComponentCode?');
    expect(proposalOf(bom, 'component', 'Fournisseur')).toBe('supplierRef?');
  });

  test('lists of keys of packaging are references, even if they are longer than the list of packaging', () => {
    const shop = surveyOf(
      'Artículos',
      ['Código artículo', 'Descripción', 'Xx'],
      ['A-1', 'Camisa', 'ENV-01, ENV-04'],
      ['A-2', 'Vestido', 'ENV-01, ENV-04, ENV-02'],
      ['A-3', 'Pantalón', 'ENV-01'],
      ['A-4', 'Falda', 'ENV-02, ENV-04'],
    );
    const packaging = surveyOf(
      'Envases',
      ['packagingRef', 'category'],
      ['ENV-01', 'BOX'],
      ['ENV-02', 'BAG'],
      ['ENV-04', 'LABEL'],
    );
    shareReferences([
      { survey: shop, answers: { kind: 'product' } },
      { survey: packaging, answers: { kind: 'packaging' } },
    ]);
    expect(proposalOf(shop, 'product', 'Xx')).toBe('packagingRefs?');
  });
});

test('words of the list of another required field contradict a header', () => {
  const types = components('物料大类', '皮料', '纺织', '塑料', '木材');
  expect(proposalOf(types, 'component', '物料大类')).toBe('type?');
});

test('numbers of the rows are no references beside other codes', () => {
  const rows = ['YM-11', 'YM-14', 'YM-20', 'YM-31'].map((code, at) => [`${at + 1}`, code, 'AW27', `21${at}`]);
  const survey = surveyOf('Artikel', ['No.', 'Item code', 'Collection', 'Weight (g)'], ...rows);
  expect(proposalOf(survey, 'product', 'Item code')).toMatch(/^productRef/);
  expect(proposalOf(survey, 'product', 'No.')).not.toContain('productRef');
});
