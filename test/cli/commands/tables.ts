/** A sheet whose rows describe a product, its supplier and its component, above a table of suppliers and one to skip. */

const PRODUCT =
  '{ Artikel: productRef, Gruppe: category, Saison: productCollectionRef, Lieferant: supplierRef }';
const SUPPLIER = '{ Lieferant: supplierRef, Firma: name, Rolle: category, Land: address.country }';
const COMPONENT =
  '{ Artikel: productRef, Saison: productCollectionRef, Lieferant: supplierRef, Teil: componentRef, Typ: type, Art: category, Faser: composition.1.material, "%": composition.1.percentage }';

/** The map file of `tableRows`. */
export const TABLES_MAP = `version: 1
sheets:
  - sheet: Export
    tables:
      - kind: product
        headerRow: 3
        lastRow: 9
        columns: ${PRODUCT}
      - kind: supplier
        headerRow: 3
        lastRow: 9
        columns: ${SUPPLIER}
      - kind: component
        headerRow: 3
        lastRow: 9
        columns: ${COMPONENT}
      - kind: supplier
        headerRow: 12
        columns: { Code: supplierRef, Name: name, Rolle: category }
      - kind: skip
        headerRow: 16
`;

const WEAVING = 'TRANSFORMATION - Weaving';
const ACME = ['S-1', 'Acme', WEAVING, 'PT'];
const BOLT = ['S-2', 'Bolt', WEAVING, 'IT'];
const part = (name: string) => [name, 'TEXTILE', 'MAIN FABRIC (WOVEN)', 'COTTON', 100];

/** The rows of the sheet. `cells`: other texts, by their address. */
export function tableRows(cells: Readonly<Record<string, string>> = {}): (string | number)[][] {
  const rows: (string | number)[][] = [
    ['Stand Mai'],
    [],
    [
      'Artikel',
      'Gruppe',
      'Saison',
      'Lieferant',
      'Firma',
      'Rolle',
      'Land',
      'Teil',
      'Typ',
      'Art',
      'Faser',
      '%',
    ],
    ['A-1', 'DRESSES', 'SS27', ...ACME, ...part('C-1')],
    ['A-1', 'DRESSES', 'SS27', ...ACME, ...part('C-2')],
    ['A-2', 'DRESSES', 'SS27', ...BOLT, ...part('C-3')],
    ['A-3', 'DRESSES', 'SS27', ...ACME],
    ['A-4', 'DRESSES', 'SS27', ...BOLT, ...part('C-4')],
    ['Total', '', '', '', '', '', '', '', '', '', '', 400],
    [],
    ['Weitere Lieferanten'],
    ['Code', 'Name', 'Rolle'],
    ['S-8', 'Zeta', WEAVING],
    ['S-9', 'Eta', WEAVING],
    [],
    ['Audit', 'Datum'],
    ['x', '2026'],
  ];
  for (const [address, text] of Object.entries(cells)) {
    const row = rows[Number(address.slice(1)) - 1]!;
    const at = address.charCodeAt(0) - 65;
    while (row.length < at) row.push('');
    row[at] = text;
  }
  return rows;
}

/** The rows as a text file. Its sheet has the name of the file. */
export const tablesCsv = (cells: Readonly<Record<string, string>> = {}): string =>
  tableRows(cells)
    .map((row) => `${[...row, ...Array.from({ length: 13 }, () => '')].slice(0, 13).join(';')}\n`)
    .join('');

/** The records of the sheet, each with the row in which it stands first. */
export const TABLE_RECORDS = [
  ...['product A-1 4', 'product A-2 6', 'product A-3 7', 'product A-4 8'],
  ...['supplier S-1 4', 'supplier S-2 6', 'supplier S-8 13', 'supplier S-9 14'],
  ...['component C-1 4', 'component C-2 5', 'component C-3 6', 'component C-4 8'],
];
