import { batchRecords } from '../../scripts/fixtures/batch.ts';
import { FRENCH_HEADS } from '../../scripts/fixtures/french.ts';
import { type BatchKind, type FixtureColumn, valueAt } from '../../scripts/fixtures/sheets.ts';
import type { Body } from '../../src/contract/kind.ts';
import { cellOf, columnsOf, type Grid, type GridCell, type Merge, plainGrid } from './grid.ts';
import type { Format } from './write.ts';

/** The batch in another layout or format. */
export interface BatchLayout {
  readonly name: string;
  readonly format: Format;
  readonly grids: readonly Grid[];
  /** The map written by hand; undefined if none is needed. */
  readonly map?: string;
}

const batch = batchRecords();
/** A third of the products, and their components: enough for each layout, and read in half the time. */
const names = [...new Set(batch.product.map(({ productRef }) => productRef))];
const few = new Set(names.filter((_, at) => at % 3 === 0));
const records = {
  ...batch,
  product: batch.product.filter(({ productRef }) => few.has(productRef)),
  component: batch.component.filter(({ productRef }) => few.has(productRef)),
};
const plain = (Object.keys(records) as BatchKind[]).map((kind) => plainGrid(kind, records[kind]));
const [suppliers, packaging, products, components] = plain as [Grid, Grid, Grid, Grid];

/** Entries of a map for the sheets of the plain batch, with further lines for some of them. */
function mapOf(more: Partial<Record<BatchKind, string>>): string {
  const sheets = { supplier: suppliers, packaging, product: products, component: components };
  const entries = Object.entries(sheets).map(
    ([kind, { name }]) => `  - sheet: ${name}\n    kind: ${kind}\n${more[kind as BatchKind] ?? ''}`,
  );
  return `version: 1\nsheets:\n${entries.join('')}`;
}

const COMPONENT_KEY = 'groupBy: [componentRef, productRef, productCollectionRef, productColorCode]';
const PRODUCT_KEY = 'groupBy: [productRef, productCollectionRef, productColorCode]';

const isComposition = ({ field }: FixtureColumn): boolean => field.path.startsWith('composition[]');

/** One row for each material of a component. The rows below the first one repeat its values, or leave them blank. */
function compositionLines(repeats: boolean): Grid {
  const bodies = records.component;
  const all = columnsOf('component', bodies);
  const columns = all.filter((column) => !isComposition(column) || column.item === 1);
  const rows = bodies.flatMap((body) =>
    (body.composition as Body[]).map((_, line) =>
      columns.map((column) => {
        if (isComposition(column)) return cellOf(valueAt(body, { ...column, item: line + 1 }));
        return line === 0 || repeats ? cellOf(valueAt(body, column)) : null;
      }),
    ),
  );
  const headers = columns.map(({ header }) => header.replace('composition.1.', 'composition.'));
  return { name: components.name, rows: [headers, ...rows] };
}

/** One row for each size of a product, with a part of its quantity. */
function sizes(): Grid {
  const [headers, ...rows] = products.rows as [string[], ...GridCell[][]];
  const quantity = headers.indexOf('producedQuantity');
  const split = rows.flatMap((row, at) => {
    const whole = row[quantity];
    if (typeof whole !== 'number') return [['TU', ...row]];
    const small = Math.min(whole, 7 * (at % 5));
    const middle = Math.min(whole - small, 100 + at);
    const parts = [small, middle, whole - small - middle];
    return parts.map((part, size) => [
      ['S', 'M', 'L'][size]!,
      ...row.map((cell, index) => (index === quantity ? part : cell)),
    ]);
  });
  return { name: products.name, rows: [['Taille', ...headers], ...split] };
}

/** Words above the French headers of fields that belong together, by the start of their paths. */
const GROUPS: readonly (readonly [string, string])[] = [
  ['address.', 'Adresse'],
  ['contacts[].', 'Contact {n}'],
  ['certifications[].', 'Certification {n}'],
  ['composition[].', 'Matière {n}'],
  ['hazardousSubstances.', 'Substances'],
];

interface French {
  readonly grid: Grid;
  readonly lines: string;
}

/** French headers on two rows. Those above are merged to the right; the others are merged down. */
function french(kind: BatchKind, plainSheet: Grid): French {
  const columns = columnsOf(kind, records[kind]);
  const above: GridCell[] = [];
  const below: GridCell[] = [];
  const merges: Merge[] = [];
  const lines: string[] = [];
  let open = '';
  for (const [at, { field, item, header }] of columns.entries()) {
    const group = GROUPS.find(([start]) => field.path.startsWith(start))?.[1].replace('{n}', String(item));
    const own = FRENCH_HEADS[kind][field.path] ?? header;
    if (group === undefined) {
      above.push(own);
      below.push(null);
      merges.push([0, at, 1, at]);
    } else {
      above.push(group === open ? null : group);
      below.push(own);
      if (group === open) merges.push([0, merges.pop()![1], 0, at]);
      else merges.push([0, at, 0, at]);
      lines.push(`      ${JSON.stringify(`${group} / ${own}`)}: ${header}\n`);
    }
    open = group ?? '';
  }
  const grid = {
    name: plainSheet.name,
    rows: [above, below, ...plainSheet.rows.slice(1)],
    merges: merges.filter(([row, column, lastRow, lastColumn]) => row < lastRow || column < lastColumn),
  };
  const columnLines = lines.length > 0 ? `    columns:\n${lines.join('')}` : '';
  return { grid, lines: `    headerRow: [1, 2]\n${columnLines}` };
}

const frenchSheets = (Object.keys(records) as BatchKind[]).map((kind, at) => ({
  kind,
  ...french(kind, plain[at]!),
}));

/** A title block above the header row, and a row with totals below the records. */
function titled({ name, rows }: Grid, at: number): Grid {
  const width = rows[0]!.length;
  const total = rows[0]!.map((_, index): GridCell => {
    const numbers = rows.slice(1).map((row) => row[index]);
    return numbers.some((cell) => typeof cell === 'number')
      ? numbers.reduce<number>((sum, cell) => sum + (typeof cell === 'number' ? cell : 0), 0)
      : null;
  });
  total[0] = `Total ${name}`;
  const title = [
    [`Maison Aurore – ${name}`],
    ['Exporté le', '31/10/2026'],
    ['Saison', 'SS27', null, 'Page', at + 1],
  ];
  return { name, rows: [...title, [], ...rows, [], total], merges: [[0, 0, 0, Math.min(4, width - 1)]] };
}

/** The materials of a component side by side, with headers that are no names of fields. */
function wide(): { readonly grid: Grid; readonly lines: string } {
  const columns = columnsOf('component', records.component);
  const short: Readonly<Record<string, string>> = {
    'composition[].material': 'Mat.',
    'composition[].percentage': '%',
    'composition[].origin': 'Orig.',
    'composition[].certifications[]': 'Cert. mat.',
  };
  const headers = columns.map(({ field, item, header }) =>
    short[field.path] === undefined ? header : `${short[field.path]} ${item}`,
  );
  const lines = columns.flatMap(({ header }, at) =>
    headers[at] === header ? [] : [`      ${JSON.stringify(headers[at])}: ${header}\n`],
  );
  return {
    grid: { name: components.name, rows: [headers, ...components.rows.slice(1)] },
    lines: `    columns:\n${lines.join('')}`,
  };
}

/** The records of a sheet on ten sheets with the same columns. */
const ten = (name: string, grid: Grid, headerRows = 1): Grid[] =>
  Array.from({ length: 10 }, (_, sheet) => ({
    ...grid,
    name: `${name} ${String(sheet + 1).padStart(2, '0')}`,
    rows: grid.rows.filter((_, at) => at < headerRows || at % 10 === sheet),
  }));

const others = (changed: Grid): Grid[] => plain.map((grid) => (grid.name === changed.name ? changed : grid));

const wideSheet = wide();

export const BATCH_LAYOUTS: readonly BatchLayout[] = [
  { name: '.xls (BIFF8)', format: 'biff8', grids: plain },
  { name: '.ods', format: 'ods', grids: plain },
  { name: 'SpreadsheetML 2003', format: 'xlml', grids: plain },
  { name: 'an HTML table named .xls', format: 'html', grids: plain },
  ...[false, true].map(
    (repeats): BatchLayout => ({
      name: `one row per composition line, ${repeats ? 'with repeated values' : 'with blanks'}`,
      format: 'xlsx',
      grids: others(compositionLines(repeats)),
      map: mapOf({ component: `    ${COMPONENT_KEY}\n` }),
    }),
  ),
  {
    name: 'one row per size',
    format: 'xlsx',
    grids: others(sizes()),
    map: mapOf({
      product: `    ${PRODUCT_KEY}\n    addUp: [producedQuantity]\n    columns: { Taille: ignore }\n`,
    }),
  },
  ...(['xlsx', 'biff8', 'html', 'ods', 'xlml'] as const).map(
    (format): BatchLayout => ({
      name: `French headers on two merged rows, ${format}`,
      format,
      grids: frenchSheets.map(({ grid }) => grid),
      map:
        format === 'html'
          ? `version: 1\nsheets:\n${frenchSheets.map(({ kind, lines }, at) => `  - sheet: Table ${at + 1}\n    kind: ${kind}\n${lines}`).join('')}`
          : mapOf(Object.fromEntries(frenchSheets.map(({ kind, lines }) => [kind, lines]))),
    }),
  ),
  { name: 'a title block above and a total below', format: 'xlsx', grids: plain.map(titled) },
  {
    ...{ name: 'wide groups', format: 'xlsx', grids: others(wideSheet.grid) },
    map: mapOf({ component: wideSheet.lines }),
  },
  {
    name: 'ten sheets of one layout',
    format: 'xlsx',
    grids: [...ten('Site', suppliers), packaging, products, components],
    map: mapOf({}).replace(`sheet: ${suppliers.name}`, 'sheet: Site *'),
  },
  {
    name: 'ten sheets of wide groups',
    format: 'xlsx',
    grids: [suppliers, packaging, products, ...ten('Lot', wideSheet.grid)],
    map: mapOf({ component: wideSheet.lines }).replace(`sheet: ${components.name}`, 'sheet: Lot *'),
  },
  {
    name: 'ten sheets with French headers on two merged rows',
    format: 'xlsx',
    grids: frenchSheets.flatMap(({ kind, grid }) => (kind === 'component' ? ten('Lot', grid, 2) : [grid])),
    map: mapOf(Object.fromEntries(frenchSheets.map(({ kind, lines }) => [kind, lines]))).replace(
      `sheet: ${components.name}`,
      'sheet: Lot *',
    ),
  },
];

/** The batch itself. */
export const PLAIN_GRIDS: readonly Grid[] = plain;
