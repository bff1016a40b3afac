import { describe, expect, it } from 'vitest';
import { kindNamed, kindsOf } from '../../src/contract/registry.ts';
import type { Cell } from '../../src/sheets/cell.ts';
import { readSheet, recognised, rowsOf } from './sheet.ts';

const recognise = (
  sheet: string,
  rows: readonly (readonly Cell[])[],
  file = 'batch.xlsx',
  as?: 'supplier',
) => {
  const asKind = as && { asKind: kindNamed('v2', as) };
  const { map, findings } = recognised(rowsOf(...rows), { file, sheet, ...asKind });
  const { kind, headerRow } = map ?? {};
  return { kind: kind?.name, headerRow, codes: findings.map(({ code }) => code), findings };
};

const suppliers = [
  ['Code fournisseur', 'Nom', 'Catégorie', 'Pays'],
  ['F1', 'Tessitura', 'OTHER - Warehouse', 'IT'],
];
const components = [
  ['componentRef', 'productRef', 'productCollectionRef', 'type', 'category', 'Matière', 'supplierRef'],
  ['C1', 'P1', 'SS27', 'TEXTILE', 'YARNS', 'COTTON', 'F1'],
];
/** Headers that every kind knows. */
const plain = [
  ['Type de projet', "Lot d'import"],
  ['STANDARD', 'SS27-W1'],
];

describe('the kind of a sheet', () => {
  it.each([
    ['Fournisseurs', 'supplier'],
    ['SUPPLIERS 2027', 'supplier'],
    ['1. Emballages', 'packaging'],
    ['fournisseurs_ss27', 'supplier'],
    ['matières', 'component'],
    ['BOM', 'component'],
    ['Produits (SS27)', 'product'],
    ['modeles', 'product'],
  ])('the kind of a sheet comes from the sheet name "%s": %s', (sheet, kind) => {
    expect(recognise(sheet, plain).kind).toBe(kind);
  });

  it('the kind of a sheet comes from the file name if neither sheet nor headers show it', () => {
    expect(recognise('Feuil1', plain, 'données/2027/fournisseurs-ss27.xlsx').kind).toBe('supplier');
    expect(recognise('Feuil1', plain, 'C:\\donnees\\emballages.csv').kind).toBe('packaging');
    expect(recognise('Produits', plain, 'fournisseurs.xlsx').kind).toBe('product');
    expect(recognise('Feuil1', components, 'fournisseurs.xlsx').kind).toBe('component');
    expect(recognise('Accueil', plain, 'fournisseurs.xlsx').codes).toEqual(['sheet-skipped']);
  });

  it('the kind of a sheet comes from the headers if no name shows it', () => {
    expect(recognise('Feuil1', suppliers).kind).toBe('supplier');
    expect(recognise('Feuil1', components).kind).toBe('component');
    const product = ['productRef', 'name', 'productCollectionRef', 'category', 'weight', 'supplierRef'];
    expect(recognise('Sheet1', [product, ['P', 'n', 'S', 'DRESSES', 300, 'F']]).kind).toBe('product');
    const packs = ['packagingRef', 'type', 'channel', 'recyclability'];
    expect(recognise('Sheet1', [packs, ['E', 'BOX', 'BOTH', 'NO - 0']]).kind).toBe('packaging');
  });

  it('the kind of a sheet comes from the headers if they fit another kind far better than the name', () => {
    expect(recognise('Fournisseurs', components).kind).toBe('component');
    expect(recognise('Produits', suppliers).kind).toBe('supplier');
  });

  it('the kind of a sheet comes from the name if the headers are no clearer', () => {
    expect(recognise('Produits', plain).kind).toBe('product');
  });

  it('the kind of a sheet is the requested one, whatever the name and the headers show', () => {
    expect(recognise('Produits', components, 'b.xlsx', 'supplier').kind).toBe('supplier');
  });

  it('the kind of a sheet is an error with the headers and the flag if nothing shows it', () => {
    const { kind, findings } = recognise('Feuil1', [['Alpha', 'Bravo'], ['1']]);
    expect(kind).toBeUndefined();
    expect(findings).toMatchObject([
      {
        code: 'sheet-unknown',
        severity: 'error',
        origin: { file: 'batch.xlsx', sheet: 'Feuil1' },
        message: expect.stringContaining('"Alpha", "Bravo"'),
        suggestion: `--sheet Feuil1=KIND (KIND is one of ${kindsOf('v2')
          .map(({ name }) => name)
          .join(', ')}) or --sheet Feuil1=skip; to map the columns of another system: trace map batch.xlsx`,
      },
    ]);
  });

  it('the kind of a sheet is an error without an excerpt if the first rows have no texts', () => {
    const { findings } = recognise('Récap', [['', '']]);
    expect(findings).toMatchObject([{ message: expect.stringMatching(/: the first rows have no texts$/) }]);
  });

  it.each(['Home', 'Data Model', 'Taxonomy', 'Read me', 'Lists', 'Accueil', 'Lisez-moi', 'LISTES', 'Notice'])(
    'the kind of a sheet is none, with a notice, for the sheet name "%s"',
    (sheet) => {
      const { kind, findings } = recognise(sheet, [['Field', 'type', 'Meaning'], ['a']]);
      expect(kind).toBeUndefined();
      expect(findings).toMatchObject([{ code: 'sheet-skipped', severity: 'notice' }]);
    },
  );

  it('the kind of a sheet is found in a sheet with an informational name that contains data', () => {
    expect(recognise('Liste', suppliers).kind).toBe('supplier');
    expect(recognise('Lists', suppliers).kind).toBe('supplier');
  });

  it('the kind of a sheet is none for an empty sheet', () => {
    expect(recognise('Fournisseurs', []).codes).toEqual(['sheet-skipped']);
  });
});

describe('the header row', () => {
  it('the header row must not have records above it: they would not be read', () => {
    const above = [suppliers[1]!, ['F2', null, null, 'IT'], ['F3'], ...suppliers];
    const { headerRow, findings } = recognise('Feuil1', above);
    expect(headerRow).toBe(4);
    const message = '2 rows above the header row 4 are not read';
    expect(findings).toMatchObject([
      { code: 'rows-above-header', severity: 'error', origin: { row: 1 }, message },
    ]);
    const labels = [['Réf', 'Nom', 'Catégorie', 'Pays'], ...suppliers];
    expect(recognise('Feuil1', labels).codes).toEqual([]);
  });

  it('the header row may have notes above it that cannot be records: they are skipped with a notice', () => {
    const names = ['CDFOU', 'NOMFOU', 'CDTYP', 'CDPAYS'];
    const { findings, headerRow } = recognise('Feuil1', [names, ...suppliers]);
    expect(headerRow).toBe(2);
    expect(findings).toMatchObject([
      {
        code: 'row-skipped',
        severity: 'notice',
        origin: { row: 1 },
        value: 'CDFOU | NOMFOU | CDTYP | CDPAYS',
      },
    ]);
    const withoutTyped = [suppliers[0]!.slice(0, 2), ['F1', 'Tessitura']];
    expect(recognise('Fournisseurs', [['F0', 'Filature'], ...withoutTyped]).codes).toContain(
      'rows-above-header',
    );
  });

  it('the header row may be below titles and notes', () => {
    const titled = [['Export du 12/11/2026'], ['Fournisseur'], ['Nom : Aurore', null, 'Pays'], ...suppliers];
    expect(recognise('Feuil1', titled)).toMatchObject({ kind: 'supplier', headerRow: 4 });
  });

  it('the header row is the first of two that fit as well', () => {
    expect(recognise('Fournisseurs', [suppliers[0]!, ...suppliers]).headerRow).toBe(1);
  });

  it('the header row is missing when no row names a field', () => {
    const rows = ['Tessitura', 'Valsesia'].map((name, at) => [`F${at + 1}`, name, 'IT']);
    const { kind, findings } = recognise('Fournisseurs', rows);
    expect(kind).toBeUndefined();
    expect(findings).toMatchObject([{ code: 'sheet-no-header', severity: 'error', kind: 'supplier' }]);
    expect(findings[0]!.message).toContain('"F1", "Tessitura", "IT"');
  });

  it('the header row is not searched below the twentieth row', () => {
    const filler = Array.from({ length: 20 }, () => ['a', 'b', 'c']);
    expect(recognise('Fournisseurs', [...filler, ...suppliers]).codes).toEqual(['sheet-no-header']);
  });
});

describe('the other values of a column', () => {
  const weights = (values: readonly Cell[], options = {}) => {
    const rows = values.map((value, at) => [`P${at}`, value]);
    return readSheet('product', ['productRef', 'weight'], rows, options);
  };

  it.each<[string, string, number]>([
    ['1,800', '0,5', 1.8],
    ['1,800', '12.75', 1800],
    ['1.800', '1.234,5', 1800],
    ['1,800', '1,234,567', 1800],
    ['1,800', '0,35 kg', 1.8],
  ])('settle how an ambiguous number is read: "%s" beside "%s" is %d', (text, other, weight) => {
    expect(weights([text, other]).drafts[0]!.body).toMatchObject({ weight });
  });

  it('settle nothing if they disagree or show nothing', () => {
    for (const { drafts } of [weights(['1,800', '0,5', '0.5']), weights(['1,800', '350', 12.5])])
      expect(drafts[0]!.findings.map(({ code }) => code)).toEqual(['number-ambiguous']);
  });

  it('the other values of a column have lower priority than flags', () => {
    const { drafts } = weights(['1,800', '0,5'], { decimal: '.' });
    expect(drafts[0]!.body).toMatchObject({ weight: 1800 });
  });

  const dates = (...values: Cell[]) =>
    readSheet(
      'supplier',
      ['supplierRef', 'Certification date'],
      values.map((value) => ['F', value]),
    ).drafts.map(
      ({ body }) => (body.certifications as { date_start: string }[] | undefined)?.[0]?.date_start,
    );

  it('settle the order of day and month with days over 12', () => {
    expect(dates('03/04/2026', '12/25/2026')).toEqual(['2026-03-04', '2026-12-25']);
    expect(dates('03/04/2026', '25/12/2026')).toEqual(['2026-04-03', '2026-12-25']);
    expect(dates('03/04/2026')).toEqual(['2026-04-03']);
  });
});
