import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindsOf } from '../../../src/contract/registry.ts';
import { OddRows } from '../../../src/records/layout/odd-rows.ts';
import type { Cell } from '../../../src/sheets/cell.ts';
import { recognised, rowsOf } from '../sheet.ts';

const HEADERS = ['supplierRef', 'name', 'Pays', 'category', 'Effectif'];
const kinds = kindsOf('v2');

/** What is found about the last of these rows of a sheet of suppliers. `gap`: a blank row is before the last one. */
function found(rows: readonly (readonly Cell[])[], { gap = false } = {}) {
  const all = rowsOf(HEADERS, ...rows).map((row, at) =>
    gap && at === rows.length ? { ...row, row: row.row + 1 } : row,
  );
  const { map } = recognised(all, { sheet: 'Suppliers' });
  const odd = new OddRows(map!, kinds);
  const [, ...found] = all.map((row, at) => (at === 0 ? undefined : odd.find(row)));
  return found.at(-1);
}
const codeOf = (...args: Parameters<typeof found>) => found(...args)?.finding.code;

const record = ['S1', 'Filature', 'FR', 'OTHER - Warehouse', 12];

describe('rows that are not records', () => {
  it.each<[string, ...row: Cell[]]>([
    ['a total', 'Total', null, null, null, 12],
    ['a total with a colon', 'TOTAL :', null, null, null, '1 250,50'],
    ['a total in another column', null, 'Total général', null, null, 12],
    ['a subtotal of a group', 'Sous-total FR', null, null, null, 3],
    ['a subtotal in German', 'Zwischensumme', null, null, null, 3],
    ['a sum in Italian', 'Totale', null, null, null, '3'],
    ['a sum in Turkish', 'Genel Toplam', null, null, null, '3'],
    ['a sum in Chinese', '合计', null, null, null, '3'],
    ['a sum in Polish', 'Razem:', null, null, null, '3'],
    ['a sum in Greek', 'ΓΕΝΙΚΟ ΣΥΝΟΛΟ', null, null, null, '3'],
    ['a sum in Japanese', '総計', null, null, null, '3'],
    ['a total with the number of articles beside it', '計', '9品番', null, null, '3'],
    ['a total with a count and a blank', 'Totale', '12 articoli', null, null, '3'],
    ['a note with a mark in Japanese', '※重量は変わる場合があります', null, null, null, null],
    ['a sum in Dutch', 'Totaal', null, null, null, '3'],
    ['a sum in Vietnamese', 'Tổng cộng', null, null, null, '3'],
    ['a sum in Swedish', 'Summa', null, null, null, '3'],
    ['a sum in Czech', 'Celkem', null, null, null, '3'],
    ['a sum in Danish', 'I alt', null, null, null, '3'],
    ['a total alone', 'Grand total', null, null, null, null],
    ['a total with texts of the row above', 'Total', 'Filature', 'FR', null, 3],
    ['a total of a text of the row above', null, 'Total Filature', 'FR', null, 3],
    ['a total behind a text of the row above', 'S1 Total', null, null, null, 3],
    ['a total with a currency', null, 'Toplam', 'EUR', null, 3],
    ['the number of rows of a list', 'Số dòng = 6', null, null, null, null],
    ['the number of rows in another column', null, null, 'Nombre de lignes : 12', null, null],
    ['a note', 'Note: weights are net', null, null, null, null],
    ['a sentence in the first column', 'les poids sont nets et en grammes', null, null, null, null],
    ['a note with a star', '* provisional names', null, null, null, null],
    ['the footer of an export', 'Exporté le 12/01/2026', null, null, null, null],
    ['the headers again', ...HEADERS],
  ])('a row with %s is skipped, with a notice', (_, ...row) => {
    const odd = found([record, row]);
    expect(odd?.finding).toMatchObject({ code: 'row-skipped', severity: 'notice', origin: { row: 3 } });
    expect(odd?.stops).toBe(false);
  });

  it.each<[string, Cell[][], string | undefined]>([
    ['numbers of columns', [[1, 2, 3, 4, 5]], 'row-skipped'],
    ['numbers of columns in brackets', [['(1)', '(2)', '(3)', '(4)', '(5)']], 'row-skipped'],
    ['other numbers', [[2, 3, 4, 5, 6]], undefined],
    ['remarks in French', [['obligatoire', 'facultatif', null, '(obligatoire)', null]], 'row-skipped'],
    ['remarks with types', [['Text (required)', 'optional', 'Pflichtfeld', null, 'number']], 'row-skipped'],
    ['remarks and a value', [['obligatoire', 'Filature', null, null, null]], undefined],
    ['one remark', [['text', null, null, null, null]], undefined],
    ['remarks below a record', [record, ['obligatoire', 'facultatif', null, null, null]], undefined],
    ['numbers of columns below a record', [record, [1, 2, 3, 4, 5]], undefined],
    ['a key', [['g', 'g', null, null, 'g']], undefined],
    ['units elsewhere', [[null, 'kg', null, null, null]], 'row-skipped'],
    ['a text that is no unit', [[null, null, null, null, 'viele']], undefined],
  ])('below the header row, rows with %s, %j, have the finding %s', (_, rows, code) => {
    expect(codeOf(rows)).toBe(code);
  });

  it.each<[string, Cell[]]>([
    ['a supplier with the name of a company', ['1001', 'Total', null, null, 4]],
    ['a supplier with a number as its reference', [1001, 'Total', null, null, 4]],
    ['a reference that begins like a total', ['TOTALENERGIES', null, null, null, null]],
    ['a total with other texts', ['Total', 'Tissage', 'FR', null, 3]],
    ['a total of something that is not above', ['Total Tissage', null, 'FR', null, 3]],
    ['a key beside a word for a total', ['S2', 'Total', 'FR', null, 3]],
    ['a reference that begins like a note', ['FIN-01', null, null, null, null]],
    ['a reference that is a word of notes', ['EXPORT', null, null, null, null]],
    ['a continued text', [null, 'of the old mill in the north of the city', null, null, null]],
    ['only a name', [null, 'Filature', null, null, null]],
    ['only a reference', ['S9', null, null, null, null]],
    ['only a reference, after a blank row', ['S9', null, null, null, null]],
    ['a long reference', ['S9 of the old mill', null, null, null, null]],
    ['values that are words of headers', ['S9', 'Name', 'Pays', null, null]],
  ])('a row with %s is a record, so that its errors are reported', (_, row) => {
    expect(found([record, row], { gap: true })).toBeUndefined();
  });

  /** What is found about each of these rows below headers that are not all known. */
  const codesBelow = (headers: string[], rows: Cell[][], headerParts?: string[][]) => {
    const { map } = recognised(rowsOf(headers, ['S1', 'x', 'FR']), { sheet: 'Suppliers' });
    const odd = new OddRows({ ...map!, ...(headerParts && { headerParts }) }, kinds);
    return rows.map((cells, at) => odd.find({ row: at + 2, cells })?.finding.code);
  };

  it('a name with its value above records is skipped, if it is not in the column of the references', () => {
    const headers = ['name', 'supplierRef', 'country'];
    const record = ['Filature', 'S1', 'FR'];
    expect(codesBelow(headers, [['Buyer: Nordvik'], record, ['Acheteur : H&P'], ['Nordvik']])).toEqual([
      ...['row-skipped', undefined, 'row-skipped', undefined],
    ]);
    expect(codesBelow(['supplierRef', 'name', 'country'], [['S1', 'x'], ['Site: A']])[1]).toBe('row-unclear');
  });

  it('unknown headers are recognised when they are repeated', () => {
    const headers = ['supplierRef', 'Bezeichnung 2', 'Land'];
    expect(codesBelow(headers, [headers])).toEqual(['row-skipped']);
  });

  it('a part of the header row is not taken for the header row: the row may have values', () => {
    expect(codeOf([record, ['supplierRef', 'name', 'Pays', null, null]])).toBe('second-table');
    const headers = ['supplierRef', 'Couleur / Name', 'Type / Country'];
    expect(codesBelow(headers, [[null, 'Name', 'Country'], headers])).toEqual([undefined, 'row-skipped']);
  });

  it('each row of a header of two rows is skipped when it is repeated, but a part of one is not', () => {
    const parts = [
      ['supplierRef', 'Site', ''],
      ['', 'name', 'Pays'],
    ];
    const rows = [...parts.map((row) => row.map((cell) => cell || null)), ['supplierRef', 'name', null]];
    const codes = codesBelow(['supplierRef', 'Site / name', 'Site / Pays'], rows, parts);
    expect(codes).toEqual(['row-skipped', 'row-skipped', 'second-table']);
  });
});

describe('rows apart from the records', () => {
  const headers = ['supplierRef', 'name', 'category', 'address.street', 'address.postalCode', 'address.city'];
  const all = [...headers, 'address.country', 'additionalInformation'];
  const record = ['S1', 'Filature', 'OTHER - Warehouse', 'Rue 1', '59100', 'Roubaix', 'FR', 'x'];
  const codeOfLast = (...rows: readonly (readonly Cell[])[]) => {
    const found = rowsOf(all, record, ...rows).filter(({ cells }) => cells.length > 0);
    const odd = new OddRows(recognised(found, { sheet: 'Suppliers' }).map!, kinds);
    return found.map((row, at) => (at === 0 ? undefined : odd.find(row)?.finding.code)).at(-1);
  };

  it('rows apart from the records with few values and no key are notes, with a notice', () => {
    const note: Cell[] = [null, 'Entretien', '30 °C'];
    expect(codeOfLast([], note)).toBe('row-skipped');
    expect(codeOfLast([], [null, 'Audits sociaux'])).toBe('row-skipped');
    expect(codeOfLast(note)).toBeUndefined();
  });

  it.each<[string, Cell[]]>([
    ['in Chinese', ['製表：', null, '覆核：']],
    ['with lines to write on', ['Prepared by: ____', null, 'Date: ....', '______']],
  ])('labels for signatures are no record, %s', (_, row) => {
    expect(codeOfLast([], row)).toBe('row-skipped');
    expect(codeOfLast([], ['S2:', 'Tissage'])).not.toBe('row-skipped');
    expect(codeOfLast([], ['S2', 'Tissage'])).toBeUndefined();
    expect(codeOfLast([], [null, ...record.slice(1)])).toBeUndefined();
  });
});

/** The codes of what is found about rows of brand products, whose only required field is the key; `[]` is a blank row. */
function codesOf(headers: readonly string[], ...rows: readonly (readonly Cell[])[]): (string | undefined)[] {
  const all = rowsOf(headers, ...rows).filter(({ cells }) => cells.length > 0);
  const { map } = recognised(all, { interfaceName: 'v3', sheet: 'Brand products' });
  expect(map?.kind.name).toBe('brand-product');
  const odd = new OddRows(map!, kindsOf('v3'));
  return all.slice(1).map((row) => odd.find(row)?.finding.code);
}

describe('rows of a kind whose only required field is the key', () => {
  const BRAND = ['uniqueIdentifier', 'Reference', 'Name', 'Quantity'];
  const first = ['BP-0010', '0010', 'Robe A', 10];

  it.each<[string, Cell[], string | undefined]>([
    ['a total', ['Total', '', '', 30], 'row-skipped'],
    ['a total of all rows', ['TOTAL GENERAL', '', '', 30], 'row-skipped'],
    ['a subtotal', ['Sous-total', '', '', 30], 'row-skipped'],
    ['a subtotal with a number', ['Sous-total 12', '', '', 30], 'row-skipped'],
    ['a total alone', ['Totale complessivo', null, null, null], 'row-skipped'],
    ...['S/T', 'TOT.', 'Σ', 'Summe', 'Gesamt', 'Gesamtergebnis', 'Somma', 'Suma total'].map(
      (word): [string, Cell[], string] => [`the total word ${word}`, [word, null, null, 30], 'row-skipped'],
    ),
    ['a total of a collection', ['TOTAL SS27', null, null, 30], 'row-unclear'],
    ['a total of a pivot table', ['BP-0010 Total', null, null, 30], 'row-unclear'],
    ['a total with the texts of the row above', ['Total', '0010', 'Robe A', 30], 'row-skipped'],
    ['a total of SS27 with the texts of the row above', ['TOTAL SS27', '0010', 'Robe A', 30], 'row-unclear'],
    ['a key and Total, with texts of the row above', ['BP-0010 Total', '0010', 'Robe A', 30], 'row-unclear'],
    ['a subtotal with the texts of the row above', ['Sous-total 12', '0010', 'Robe A', 30], 'row-skipped'],
    ['a reference that begins like a total', ['TOTAL-12', null, 'Robe A', 30], undefined],
    ['a total-like reference without digits', ['TOTALENERGIES', '0010', 'Robe A', 30], undefined],
    ['a note with values', ['NB: à confirmer', null, 'Robe A', null], 'row-unclear'],
    ['a reference that begins like a note', ['NOTE-1', null, 'Robe A', null], undefined],
    ['a heading', ['FEMME', null, null, null], 'row-unclear'],
    ['the last line of a print', ['Fin', null, null, null], 'row-unclear'],
    ['the number of a page', ['Page', 1, null, null], 'row-unclear'],
    ['a reference without digits, with a name', ['ROBE', null, 'Robe B', null], undefined],
    ['a reference with digits alone', ['BP-0012', null, null, null], 'row-unclear'],
    ['a heading with digits', ['Femme 2026', null, null, null], 'row-unclear'],
    ['a sum in the column of the key', ['30', null, null, null], 'row-unclear'],
    ['a count and a sum', [2, null, null, 30], 'row-unclear'],
    ['a reference and a name', ['BP-0012', null, 'Robe C', null], undefined],
    ['a reference and two numbers', ['BP-0012', 12, null, 5], undefined],
  ])('a row with %s, %j, has the finding %s', (_, row, code) => {
    expect(codesOf(BRAND, first, row).at(-1)).toBe(code);
  });

  it('a heading above the first record is unclear, unless the row can be a record', () => {
    expect(codesOf(BRAND, ['FEMME', null, null, null])).toEqual(['row-unclear']);
    expect(codesOf(BRAND.slice(0, 2), ['FEMME', null])).toEqual([undefined]);
    expect(codesOf(BRAND, ['FEMME', null, 'Robe A', null])).toEqual([undefined]);
  });

  it('a footer below a blank row is unclear, unless the row can be a record', () => {
    const footer = Object.entries({ 'Préparé par': 'M. Dupont', 'Validé le': '12/03/2026' });
    expect(codesOf(BRAND, first, [], ...footer)).toEqual([undefined, 'row-unclear', 'row-unclear']);
    expect(codesOf(BRAND, first, ['Total', null, null, 10], footer[0]!).at(-1)).toBe('row-unclear');
    expect(codesOf(BRAND, first, ...footer)).toEqual([undefined, undefined, undefined]);
    expect(codesOf(BRAND, first, [], ['ROBE', '0012', 'Robe B', 5]).at(-1)).toBeUndefined();
    expect(codesOf(BRAND, first, [], ['ROBE', '0012', 'Robe B']).at(-1)).toBeUndefined();
  });

  it('rows whose references partly have no digits are records', () => {
    const rows = [['ROBE', null, 'Robe A'], ['JUPE', null, null, 5], ['PULL']];
    expect(codesOf(BRAND, ...rows)).toEqual(Array(3).fill(undefined));
    expect(codesOf(BRAND.slice(0, 1), ['BP-0010'], ['ROBE'])).toEqual([undefined, undefined]);
  });

  it('the numbers of three columns are skipped, those of two are not', () => {
    expect(codesOf(BRAND.slice(0, 3), [1, 2, 3])).toEqual(['row-skipped']);
    expect(codesOf(BRAND.slice(0, 2), [1, 2])).toEqual([undefined]);
  });
});

describe('a second table', () => {
  const products = ['productRef', 'name', 'Collection'];
  it.each([{ gap: true }, { gap: false }])(
    'a second table is an error that stops the sheet ($gap)',
    (options) => {
      const odd = found([record, products], options);
      expect(odd?.finding).toMatchObject({ code: 'second-table', severity: 'error' });
      expect(odd?.finding.origin.row).toBe(options.gap ? 4 : 3);
      expect(odd?.finding.message).toContain(
        'a second table, of products ("productRef", "name", "Collection")',
      );
      expect(odd?.stops).toBe(true);
    },
  );

  it('a second table of the same kind with other columns is an error too', () => {
    expect(codeOf([record, ['supplierRef', 'category', 'name']])).toBe('second-table');
  });

  it('a second table with headers in another language is an error too', () => {
    expect(codeOf([record, ['Référence produit', 'Désignation', 'Collection']])).toBe('second-table');
  });

  it('a second table is not assumed in a row of values', () => {
    expect(codeOf([record, ['S2', 'Collection', 'FR']], { gap: true })).toBeUndefined();
  });
});

describe('a transposed sheet', () => {
  const sheet = 'Suppliers';

  it('a transposed sheet is an error that names the column', () => {
    const rows = rowsOf(
      ['Référence fournisseur', 'S1', 'S2', 'S3'],
      ['Raison sociale', 'Filature', 'Tissage', 'Confection'],
      ['Pays', 'FR', 'IT', 'PT'],
      ['Ville', 'Lille', 'Prato', 'Porto'],
    );
    const { map, findings } = recognised(rows, { sheet });
    expect(map).toBeNull();
    expect(findings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'sheet-transposed: column A has the names of 4 fields of a supplier, one below the other: the sheet is transposed',
    ]);
  });

  it('a transposed sheet is not assumed if values are names of fields', () => {
    const rows = rowsOf(
      ['supplierRef', 'name', 'category', 'Pays', 'Ville'],
      ['Pays', 'Filature', 'OTHER - Warehouse', 'FR', 'Lille'],
      ['Ville', 'Tissage', 'OTHER - Warehouse', 'FR', 'Lille'],
    );
    const { map } = recognised(rows, { sheet });
    expect(map?.headerRow).toBe(1);
  });
});

describe('a row below a record', () => {
  const reference = fc
    .stringMatching(/^[a-fh-ru-yA-FH-RU-Y0-9][a-zA-Z0-9_/-]{0,70}$/)
    .filter((key) => /\d/.test(key) && !/^(?:ean13|customBrandField\d)$/i.test(key));

  it('a row below a record is a record if its key has a digit, no spaces and no dots, and is no header', () => {
    const rest = fc.constantFrom<Cell[]>([], ['Total'], [null, 'FR', null, 12], ['name', 'Pays', 'category']);
    fc.assert(
      fc.property(reference, rest, (key, cells) => {
        expect(found([record, [key, ...cells]])).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });
});
