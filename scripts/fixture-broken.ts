import type { Body } from '../src/contract/kind.ts';
import type { V2Kind } from '../src/contract/registry.ts';
import type { FindingCode } from '../src/findings/catalogue.ts';
import { columnLetters } from '../src/sheets/cell.ts';
import type { SheetData, WorkbookData, WrittenCell } from '../src/sheets/workbook-data.ts';
import { serialOfIso } from '../src/sheets/xlsx/dates.ts';
import { batchRecords } from './fixture-batch.ts';
import { batchWorkbook, type Records } from './fixture-sheets.ts';

/** A finding that the broken workbook must have. */
export interface Expected {
  readonly code: FindingCode;
  readonly sheet: string | null;
  readonly row: number | null;
  readonly column: string | null;
}

/** A cell of the valid excerpt that is broken: the row (number or reference), the header, and the findings. */
type Change = readonly [row: number | string, header: string, value: WrittenCell, ...causes: Cause[]];
/** A code at the cell itself, or at another cell of the row. */
type Cause = FindingCode | { readonly code: FindingCode; readonly at: string };

const NBSP = '\u00a0';
const day = (iso: string): WrittenCell => ({ type: 'date', serial: serialOfIso(iso, false)!, iso });

/** Errors are on suppliers without references to them, so that each finding has one cause. */
const SUPPLIERS: readonly Change[] = [
  ['FRN-0007', 'address.country', 'Italie', 'country-converted'],
  ['FRN-0027', 'name', `Reißverschluss Albtal GmbH${NBSP}`, 'text-trimmed'],
  ['FRN-0029', 'category', 'Transformation – twisting', 'list-spelling'],
  ['FRN-0025', 'certifications.1.date_start', '15/03/2025', 'date-converted'],
  ['FRN-0001', 'address.postalCode', 27000, 'text-from-number'],
  ['FRN-0003', 'additionalInformation', day('2026-09-30'), 'text-from-date'],
  ['FRN-0005', 'additionalInformation', true, 'text-from-boolean'],
  ['FRN-0010', 'certifications.1.type', 'OEKO-TEX STEP', 'not-in-known-list'],
  ['FRN-0021', 'additionalInformation', 'n/a', 'blank-word'],
  ['FRN-0002', 'address.city', { type: 'error', code: '#N/A' }, 'cell-error'],
  ['FRN-0008', 'address.city', 'à définir', 'placeholder'],
  ['FRN-0004', 'contacts.1.person.email', 'rui.fontes@', 'email'],
  ['FRN-0006', 'address.country', null, 'required'],
  ['FRN-0009', 'address.country', 'Itallie', 'country-unknown'],
  ['FRN-0011', 'category', 'TRANSFORMATION - Sewing', 'not-in-list'],
  ['FRN-0013', 'certifications.1.date_end', '2024-06-30', 'date-order'],
  ['FRN-0014', 'certifications.1.date_end', '31/02/2027', 'date-unreadable'],
  ['FRN-0015', 'certifications.1.file', 'docs.example.com/lwg.pdf', 'url'],
  ['FRN-0017', 'projectType', 'STANDRAD', 'family-unknown'],
  ['FRN-0018', 'projectType', null, 'family-missing'],
  ['FRN-0019', 'projectType', 'E360', 'family-project-type', 'family-differs'],
  ['FRN-0030', 'importationBatch', null, 'batch-missing'],
];

const PACKAGING: readonly Change[] = [
  ['EMB-POLY-01', 'type', 'polybag', 'list-spelling'],
  ['EMB-BOX-02', 'percentageRecycled', '92,5 %', 'number-converted'],
  ['EMB-CHAUSSURE 03', 'percentageRecycled', 'élevé', 'number-unreadable'],
  ['EMB-POCHON-04', 'percentageRecycled', 180, 'number-implausible'],
  ['EMB-SOIE-05', 'percentageRecycled', { type: 'percent', value: 0.355 }, 'number-converted'],
  ['EMB-ETIQ-07', 'ecoModulation', 'NONE; BONUS -5% RECYCLED PAPER', 'not-in-list'],
  ['EMB-SAC/BOUTIQUE 08', 'channel', null, 'required'],
  ['EMB-COLIS-09', 'percentageRecycled', { type: 'formula', formula: '17*5' }, 'cell-uncached'],
];

const PRODUCTS: readonly Change[] = [
  [2, 'weight', '0,35 kg', 'number-converted'],
  [3, 'reachCompliance', 'oui', 'boolean-converted'],
  [4, 'purchaseOrder', 2700318, 'reference-number'],
  [5, 'category', 'OTHER', 'list-doubtful'],
  [6, 'warehouseRef', 'FRN-0010', 'warehouse-category'],
  [9, 'weight', 0.35, 'out-of-range'],
  [10, 'producedQuantity', '1,200', 'number-ambiguous'],
  [11, 'weight', 'léger', 'number-unreadable'],
  [12, 'category', 'SHIRT', 'not-in-list'],
  [13, 'reachCompliance', 'peut-être', 'boolean-unreadable'],
  [14, 'purchaseOrder', '3,60701E+12', 'reference-exponent'],
  [15, 'purchaseOrder', day('2027-03-18'), 'reference-date'],
  [16, 'supplierRef', 'FRN-0052', 'reference-unknown'],
  [17, 'warehouseRef', 'ENT-03', 'reference-unknown'],
  [18, 'packagingRefs', 'EMB-POLY-01; EMB-POLY-11', 'reference-unknown'],
  [19, 'projectImpact', 'Boucle textile', 'open-unreadable'],
  [22, 'packagingRefs', 'EMB-POLY-01, EMB-BOX-02', 'list-comma', 'reference-unknown'],
  [20, 'category', null, 'required'],
  [21, 'composition', { type: 'error', code: '#REF!' }, 'cell-error'],
];

/** Changed rows get their own reference: one reference with two contents is a finding too. */
const COMPONENTS: readonly Change[] = [
  [3, 'componentPrint', 'non', 'boolean-converted'],
  [4, 'componentWeight', '0,003 kg', 'number-converted', 'unit-assumed'],
  [5, 'supplierComponentCode', `NŁ${NBSP}120${NBSP}`, 'text-trimmed'],
  [6, 'componentRef', 'TIS-POP-1181'],
  [6, 'composition.1.material', 'COTTON PIMA', 'not-in-known-list'],
  [9, 'componentRef', 4410013, 'reference-number'],
  [10, 'componentWeight', 8.4, { code: 'shared-ref-differs', at: 'componentRef' }],
  [12, 'componentRef', 'TIS-POP-1182'],
  [12, 'composition.2.percentage', 4, { code: 'composition-total', at: 'composition.1.percentage' }],
  [16, 'productRef', 'ROB-2401', 'reference-unknown'],
  [18, 'componentRef', 'ZIP-018-INV/2'],
  [18, 'composition.1.material', null, 'required'],
  [19, 'componentRef', 'TIS-VOI-0441'],
  [19, 'supplierRef', null, 'required'],
  [20, 'componentRef', 'DOU-COT-0061'],
  [20, 'componentWeight', { type: 'formula', formula: '37*2' }, 'cell-uncached'],
  [21, 'componentRef', 'ZIP-018-INV/3'],
  [21, 'type', 'PLASTIK', 'not-in-list'],
  [21, 'composition.1.material', 'POLYESTR', 'list-near'],
  [29, 'componentRef', 'TIS-LIN-0221'],
  [29, 'composition.2.percentage', null, 'composition-share'],
];

const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  Suppliers: SUPPLIERS,
  Packaging: PACKAGING,
  Products: PRODUCTS,
  Components: COMPONENTS,
};

/** The broken copy of the valid batch, and its findings. */
export function brokenWorkbook(): { workbook: WorkbookData; expected: Expected[] } {
  const expected: Expected[] = [];
  const sound = batchWorkbook(cut(batchRecords()));
  const changed = sound.sheets.map((sheet) => change(openInOneCell(sheet), CHANGES[sheet.name]!, expected));
  const [suppliers, packaging, products, components] = changed as [
    SheetData,
    SheetData,
    SheetData,
    SheetData,
  ];
  const sheets = [
    unknownHead(
      repeat(suppliers, { key: 'FRN-0016', change: ['name', 'Conceria Valdelsa'] }, expected),
      expected,
    ),
    ragged(packaging, expected),
    statusColumn(repeat(products, { key: 'CHE 3010/L' }, expected), expected),
    components,
    ...oddSheets(packaging, expected),
  ];
  expected.push({ code: 'collections', sheet: null, row: null, column: null });
  return {
    workbook: { title: 'Maison Aurore, broken on purpose', sheets },
    expected: sorted(expected, sheets),
  };
}

/** A part of the batch that names nothing outside itself. */
function cut(records: Records): Record<V2Kind, Body[]> {
  const product = records.product.slice(0, 24);
  const owners = new Set(product.slice(0, 9).map((body) => keyText(body)));
  const component = records.component.filter((body) => owners.has(keyText(body)));
  return {
    supplier: records.supplier.slice(0, 30).concat(records.supplier.slice(38)),
    packaging: records.packaging.slice(0, 11),
    product,
    component,
  };
}

const keyText = (body: Body): string =>
  `${body.productRef}/${body.productCollectionRef}/${body.productColorCode}`;

/** `projectImpact.programme` as one column of JSON objects, so that one of them can be unreadable. */
function openInOneCell(sheet: SheetData): SheetData {
  const at = sheet.columns.findIndex(({ header }) => header.startsWith('projectImpact.'));
  if (at < 0) return sheet;
  const name = sheet.columns[at]!.header.split('.')[1]!;
  const columns = sheet.columns.map((column, index) =>
    index === at ? { ...column, header: 'projectImpact' } : column,
  );
  const json = (cell: WrittenCell): WrittenCell => (cell === null ? null : JSON.stringify({ [name]: cell }));
  const rows = sheet.rows.map((row) => row.map((cell, index) => (index === at ? json(cell) : cell)));
  return { ...sheet, columns, rows };
}

function change(sheet: SheetData, changes: readonly Change[], expected: Expected[]): SheetData {
  const rows = sheet.rows.map((row) => [...row]);
  for (const [place, header, value, ...causes] of changes) {
    const row = typeof place === 'number' ? place : rowOf(sheet, place);
    const column = columnAt(sheet, header);
    rows[row - 2]![column] = value;
    for (const cause of causes) {
      const { code, at } = typeof cause === 'string' ? { code: cause, at: header } : cause;
      expected.push({ code, sheet: sheet.name, row, column: columnLetters(columnAt(sheet, at)) });
    }
  }
  return { ...sheet, rows };
}

/** The row with the text in one of the first two cells, where references are. */
function rowOf(sheet: SheetData, key: string): number {
  const at = sheet.rows.findIndex((row) => row.slice(0, 2).includes(key));
  if (at < 0) throw new Error(`no row of ${key} in ${sheet.name}`);
  return at + 2;
}

function columnAt(sheet: SheetData, header: string): number {
  const at = sheet.columns.findIndex((column) => column.header === header);
  if (at < 0) throw new Error(`no column ${header} in ${sheet.name}`);
  return at;
}

/** The row once more at the end: the same, or with one cell changed. */
function repeat(
  sheet: SheetData,
  { key, change: changed }: { key: string; change?: readonly [header: string, value: WrittenCell] },
  expected: Expected[],
): SheetData {
  const first = rowOf(sheet, key);
  const copy = [...sheet.rows[first - 2]!];
  if (changed) copy[columnAt(sheet, changed[0])] = changed[1];
  const last = sheet.rows.length + 2;
  const code = changed ? 'duplicate-different' : 'duplicate-identical';
  for (const row of changed ? [first, last] : [last]) {
    expected.push({ code, sheet: sheet.name, row, column: 'B' });
  }
  return { ...sheet, rows: [...sheet.rows, copy] };
}

function unknownHead(sheet: SheetData, expected: Expected[]): SheetData {
  const column = columnLetters(sheet.columns.length);
  expected.push({ code: 'header-unknown', sheet: sheet.name, row: 1, column });
  const rows = sheet.rows.map((row, at) => [...row, at % 3 === 0 ? 'A' : 'B']);
  return { ...sheet, columns: [...sheet.columns, { header: 'Cote interne' }], rows };
}

/** A cell beyond the last header. */
function ragged(sheet: SheetData, expected: Expected[]): SheetData {
  const row = rowOf(sheet, 'EMB-FLACON-10');
  expected.push({ code: 'row-ragged', sheet: sheet.name, row, column: columnLetters(sheet.columns.length) });
  const rows = sheet.rows.map((cells, at) => (at === row - 2 ? [...cells, 'à revoir'] : cells));
  return { ...sheet, rows };
}

/** The columns of an annotated copy: ignored, with a notice. */
function statusColumn(sheet: SheetData, expected: Expected[]): SheetData {
  const column = columnLetters(sheet.columns.length);
  expected.push({ code: 'column-ignored', sheet: sheet.name, row: 1, column });
  const rows = sheet.rows.map((row) => [...row, 'created']);
  return { ...sheet, columns: [...sheet.columns, { header: 'trace_status' }], rows };
}

/** Sheets that are wrong as a whole, or no data. */
function oddSheets(packaging: SheetData, expected: Expected[]): SheetData[] {
  const old = oldPackaging(packaging);
  const at = (sheet: string, row: number | null = null, column: string | null = null) => ({
    sheet,
    row,
    column,
  });
  const channels = columnLetters(old.columns.length - 1);
  expected.push({ code: 'header-duplicate', ...at(old.name, 1, channels) });
  expected.push({ code: 'header-missing', ...at(old.name, 1) });
  expected.push({ code: 'sheet-unknown', ...at('Divers') });
  expected.push({ code: 'sheet-no-header', ...at('Composants') });
  expected.push({ code: 'sheet-skipped', ...at('Produits capsule') });
  expected.push({ code: 'sheet-skipped', ...at('Lisez-moi') });
  expected.push({ code: 'sheet-hidden', ...at('Lists') });
  return [
    old,
    { name: 'Divers', columns: [{ header: 'Quoi' }, { header: 'Qui' }], rows: [['Étiquettes', 'Claire']] },
    { name: 'Composants', columns: [{ header: 'à compléter' }], rows: [['voir avec Mathieu']] },
    {
      name: 'Produits capsule',
      columns: ['productRef', 'name', 'category'].map((header) => ({ header })),
      rows: [],
    },
    { name: 'Lisez-moi', columns: [{ header: 'Une ligne par produit et par couleur' }], rows: [['Merci !']] },
    { name: 'Lists', hidden: true, columns: [{ header: 'channel' }], rows: [['BOTH'], ['STORE']] },
  ];
}

/** Packaging of another sheet: one column twice, a required one missing. */
function oldPackaging(packaging: SheetData): SheetData {
  const left = columnAt(packaging, 'recyclability');
  const channel = columnAt(packaging, 'channel');
  const keep = <Item>(row: readonly Item[]): Item[] => row.filter((_, at) => at !== left);
  const cells = [...packaging.rows[0]!];
  cells[columnAt(packaging, 'packagingRef')] = 'EMB-POLY-00';
  cells[columnAt(packaging, 'type')] = 'POLYBAG';
  return {
    name: 'Emballages 2025',
    columns: [...keep(packaging.columns), { header: 'Canal' }],
    rows: [[...keep(cells), cells[channel]!]],
  };
}

function sorted(expected: readonly Expected[], sheets: readonly SheetData[]): Expected[] {
  const order = ({ sheet, row, column, code }: Expected): string => {
    const at = sheet === null ? 99 : sheets.findIndex(({ name }) => name === sheet);
    return [pad(at), pad(row ?? 0), (column ?? '').padStart(3), code].join();
  };
  return [...expected].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

const pad = (value: number): string => String(value).padStart(6, '0');
