import type { Body, KindSpec } from '../src/contract/kind.ts';
import { kindNamed } from '../src/contract/registry.ts';
import { recogniseSheet } from '../src/records/recognise.ts';
import type { SheetMap } from '../src/records/record.ts';
import type { Row } from '../src/sheets/cell.ts';
import { csvOf, product, productBody, supplier, supplierBody } from '../test/cli/commands/sheets.ts';

export const component: KindSpec = kindNamed('v2', 'component');

/** Twenty-two columns of a component, named like its fields. */
export const HEADS: readonly string[] = [
  ...['projectType', 'componentRef', 'supplierComponentCode', 'lotReferences', 'productRef'],
  ...['productCollectionRef', 'productColorCode', 'componentPrint', 'type', 'category'],
  ...['composition.1.material', 'composition.1.percentage', 'composition.1.origin'],
  ...['composition.2.material', 'composition.2.percentage', 'dyeingCountry', 'weavingCountry'],
  ...['printingCountry', 'knittingCountry', 'componentWeight', 'importationBatch', 'supplierRef'],
];

/** Characters of a piece of a file. */
export const PIECE = 65_536;
const SUPPLIERS = 100;
const PRODUCTS = 1000;
export const BATCH = 'AURORE-SS27-W1-2026-11';
const COLLECTION = String(productBody('', '').productCollectionRef);
const CATEGORIES = ['MAIN FABRIC (WOVEN)', 'LININGS', 'POCKETING FABRIC', 'RIBBED EDGES', 'LABELLINGS'];
const MATERIALS = ['COTTON', 'ORGANIC COTTON', 'LINEN', 'WOOL', 'RECYCLED POLYESTER', 'SILK'];
const COUNTRIES = ['FR', 'IT', 'PT', 'TR', 'IN', 'CN', 'BD'];

const supplierRef = (at: number) => `FRN-FILATURE-NORD-${at % SUPPLIERS}`;
const productRef = (at: number) => `ROBE-AURORE-${at % PRODUCTS}`;
const nth = (values: readonly string[], at: number): string => values[at % values.length]!;

/** A different code in each row: every tenth is a comment with a comma, so quoted in a text file; every tenth has accents. */
function supplierCode(at: number): string {
  if (at % 10 === 0) return `Second choice, as agreed with the mill on order ${at}`;
  return at % 10 === 5 ? `Réf. été délavé ${at}` : `VAL-${at}-145CM-ECRU`;
}

/** A valid row. */
export function componentCells(at: number): string[] {
  const share = 50 + (at % 50);
  return [
    'STANDARD',
    `AURORE-CMP-${String(at).padStart(7, '0')}`,
    supplierCode(at),
    at % 3 === 0 ? '' : `L2611-${at}-A; L2612-${at}-B`,
    productRef(at),
    COLLECTION,
    'ECRU',
    at % 5 === 0 ? 'true' : 'false',
    'TEXTILE',
    nth(CATEGORIES, at),
    nth(MATERIALS, at),
    String(share),
    nth(COUNTRIES, at),
    nth(MATERIALS, at + 1),
    String(100 - share),
    nth(COUNTRIES, at + 1),
    at % 2 === 0 ? nth(COUNTRIES, at + 2) : '',
    at % 4 === 0 ? nth(COUNTRIES, at + 3) : '',
    at % 2 === 0 ? '' : nth(COUNTRIES, at + 4),
    String(20 + (at % 400) / 2),
    BATCH,
    supplierRef(at),
  ];
}

/** The same row with one to three values that the interface rejects. */
export function faultyCells(at: number): string[] {
  const cells = componentCells(at);
  const put = (head: string, value: string) => {
    cells[HEADS.indexOf(head)] = value;
  };
  put('category', 'MAIN FABRICS (WOVEN)');
  if (at % 3 !== 0) put('composition.1.material', 'COTTONN');
  if (at % 3 === 2) put('composition.2.percentage', '140');
  return cells;
}

export function rowsOf(count: number, cells: (at: number) => string[]): Row[] {
  return Array.from({ length: count }, (_, at) => ({ row: at + 2, cells: cells(at) }));
}

/** The map of a sheet of these rows. */
export function componentMap(rows: readonly Row[]): SheetMap {
  const head = [{ row: 1, cells: HEADS }, ...rows.slice(0, 1000)];
  const { map } = recogniseSheet({
    interfaceName: 'v2',
    file: 'components.csv',
    sheet: 'components',
    firstRows: head,
    asKind: component,
    options: {},
  });
  if (!map) throw new Error('the heads are not understood');
  return map;
}

/** Components as a text file, in pieces. `from`: the number of the first one. */
export function* componentsCsv(count: number, from = 0): Generator<string> {
  yield `${HEADS.join(',')}\n`;
  const quoted = (cell: string) => (cell.includes(',') ? `"${cell}"` : cell);
  let text = '';
  for (let at = 0; at < count; at++) {
    text += `${componentCells(from + at)
      .map(quoted)
      .join(',')}\n`;
    if (text.length < PIECE && at < count - 1) continue;
    yield text;
    text = '';
  }
}

/** What the components refer to, as text files. */
export function companions(): { readonly suppliers: string; readonly products: string } {
  const all = <T>(count: number, one: (at: number) => T) => Array.from({ length: count }, (_, at) => one(at));
  const suppliers: Body[] = all(SUPPLIERS, (at) => supplierBody(supplierRef(at)));
  const products: Body[] = all(PRODUCTS, (at) => productBody(productRef(at), supplierRef(at)));
  return { suppliers: csvOf(supplier, suppliers), products: csvOf(product, products) };
}
