import fc from 'fast-check';
import { batchRecords } from '../../scripts/fixtures/batch.ts';
import { Random } from '../../scripts/fixtures/random.ts';
import { type BatchKind, type FixtureColumn, valueAt } from '../../scripts/fixtures/sheets.ts';
import type { Body } from '../../src/contract/kind.ts';
import { KINDS } from '../../src/contract/registry.ts';
import { cellOf, columnsOf, type Grid, type GridCell, type Merge, plainGrid } from './grid.ts';

/** Rows that are no records, and where they stand among the rows of the sheet. */
const NOISE = [
  ...['blank', 'total', 'note', 'headers', 'section', 'second-table', 'units', 'numbers', 'remarks'],
  'footer',
] as const;
type Noise = (typeof NOISE)[number];
/** Those that stand directly below the header row. */
const ABOVE: ReadonlySet<Noise> = new Set(['units', 'numbers', 'remarks']);

/** How a random layout differs from the plain sheet. */
export interface LayoutPlan {
  readonly kind: BatchKind;
  readonly first: number;
  readonly records: number;
  /** Number of rows above the header row. */
  readonly above: number;
  readonly columnSeed: number;
  /** Headers that are names of fields, or words that only the map knows. */
  readonly headers: 'fields' | 'foreign';
  /** Whether a row above the header row has words above several columns. */
  readonly hasGroupRow: boolean;
  /** One row for each material or size. The rows below the first one repeat its values, or leave some of them blank. */
  readonly lines: 'none' | 'blank' | 'repeated' | 'some';
  /** A column in which equal values are merged down. */
  readonly merged: boolean;
  /** Whether the reader of the format reports merged cells. */
  readonly reportsMerges: boolean;
  readonly ignored: number;
  /** Texts that all records share are constants of the map file, so that no blank cell in their columns is an error. */
  readonly hasConstants: boolean;
  readonly noise: readonly { readonly is: Noise; readonly at: number; readonly variant: number }[];
  /** A part of the map that is left out. */
  readonly without: 'nothing' | 'groupBy' | 'fillDown' | 'headerRow' | 'ignored' | 'addUp';
  readonly hiddenRow: number;
}

export const layoutPlan: fc.Arbitrary<LayoutPlan> = fc.record({
  kind: fc.constantFrom<BatchKind[]>('component', 'component', 'product', 'supplier', 'packaging'),
  first: fc.nat(400),
  records: fc.integer({ min: 1, max: 6 }),
  above: fc.nat(4),
  columnSeed: fc.nat(1_000_000),
  headers: fc.constantFrom('fields', 'foreign'),
  hasGroupRow: fc.boolean(),
  lines: fc.constantFrom('none', 'blank', 'repeated', 'some'),
  merged: fc.boolean(),
  reportsMerges: fc.boolean(),
  ignored: fc.nat(3),
  hasConstants: fc.boolean(),
  noise: fc.array(fc.record({ is: fc.constantFrom(...NOISE), at: fc.nat(1000), variant: fc.nat(1000) }), {
    maxLength: 4,
  }),
  without: fc.constantFrom<LayoutPlan['without'][]>(
    ...(['nothing', 'nothing', 'nothing', 'groupBy', 'fillDown', 'headerRow', 'ignored', 'addUp'] as const),
  ),
  hiddenRow: fc.nat(20),
});

const records = batchRecords();

const GROUP_KEYS: Readonly<Partial<Record<BatchKind, readonly string[]>>> = {
  component: ['componentRef', 'productRef', 'productCollectionRef', 'productColorCode'],
  product: ['productRef', 'productCollectionRef', 'productColorCode'],
};
const MERGED: Readonly<Record<BatchKind, string>> = {
  ...{ component: 'productRef', product: 'productCollectionRef' },
  ...{ supplier: 'address.country', packaging: 'channel' },
};
const TITLES: readonly (readonly GridCell[])[] = [
  ...[['Maison Aurore – SS27'], ['Exporté le', '31/10/2026'], []],
  ...[
    ['Page', 1, null, 'de', 3],
    [null, 'NOMENCLATURE'],
  ],
];
const TOTALS = [
  ...['Total', 'TOTAL GÉNÉRAL', 'Sous-total', 'Total :', 'Summe', 'Subtotal (3)'],
  ...['Σ', 'S/T', 'TOT.', 'Somma', 'Gesamt', 'TOTAL SS27'],
];
const NOTES = ['* poids nets', 'Note: weights are net', 'Source: ERP, 31/10/2026', 'Fin de la liste'];
const SECTIONS = ['COLLECTION HOMME', 'Femme', 'SS27', 'Doublures et fournitures'];
const FOOTERS: readonly (readonly GridCell[])[] = [
  ['Préparé par', 'M. Dupont'],
  ['Validé le', '12/03/2026'],
  ['Page', 1],
  ['Fin'],
];
const REMARKS = ['obligatoire', '(facultatif)', 'Text', 'Pflichtfeld'];
/** A sheet has at least so many columns beside its constants. */
const LEAST_COLUMNS = 4;
const UNITS = ['g', '%', 'ISO', 'kg', 'texte'];

interface Column {
  readonly header: string;
  /** The word above the header; blank if it stands alone. */
  readonly above: string;
  readonly path: string;
  readonly source: FixtureColumn | undefined;
}

/** A sheet in a random layout, the map for it, and the plain sheet with the same records. */
export interface RandomLayout {
  readonly grid: Grid;
  readonly map: string | undefined;
  readonly plain: Grid;
  readonly bodies: readonly Body[];
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, order: random.next() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}

export function randomLayout(plan: LayoutPlan): RandomLayout {
  const { kind } = plan;
  const random = new Random(plan.columnSeed);
  const all = records[kind];
  const start = plan.first % all.length;
  const bodies = all.slice(start, start + plan.records);
  const isLines = plan.lines !== 'none' && (kind === 'component' || kind === 'product');
  const constants = plan.hasConstants ? sharedTexts(kind, bodies) : new Map<string, string>();
  const columns = columnsIn(plan, bodies, isLines, random, constants);
  const groupKeys = GROUP_KEYS[kind] ?? [];
  const isKey = ({ path }: Column) => groupKeys.includes(path);

  const table: GridCell[][] = [];
  for (const body of bodies) {
    const count = !isLines ? 1 : kind === 'component' ? (body.composition as Body[]).length : 3;
    for (let line = 0; line < count; line++)
      table.push(
        columns.map((column, index) => lineCell(plan, body, column, line, isLines, index, isKey, random)),
      );
  }

  const merges: Merge[] = [];
  const mergedAt = plan.merged ? columns.findIndex(({ path }) => path === MERGED[kind]) : -1;
  if (mergedAt >= 0) mergeDown(table, mergedAt, merges);

  const headerRows: GridCell[][] = plan.hasGroupRow
    ? [aboveRow(columns), columns.map(({ header }) => header)]
    : [columns.map(({ header }) => header)];
  const above = Array.from({ length: plan.above }, () => [...random.pick(TITLES)]);
  const top = above.length + headerRows.length;
  const rows: GridCell[][] = [...above, ...headerRows];
  /** The place in the sheet of each row of the table. */
  const places: number[] = [];
  const noise = plan.noise.map(({ at, ...one }) => ({ ...one, at: at % (table.length + 1) }));
  for (let at = 0; at <= table.length; at++) {
    for (const one of noise) {
      const isHere = ABOVE.has(one.is) ? at === 0 : one.at === at && (at > 0 || one.is !== 'footer');
      if (isHere) rows.push(...noiseRows(one.is, one.variant, columns, random, plan));
    }
    if (at === table.length) break;
    places.push(rows.length);
    rows.push(table[at]!);
  }
  const grid: Grid = {
    name: 'Feuil1',
    rows,
    merges: plan.reportsMerges
      ? merges.map(([row, column, lastRow]) => [places[row]!, column, places[lastRow]!, column])
      : [],
    hidden: [plan.hiddenRow],
  };
  const map = mapFor(plan, columns, isLines, mergedAt, top, random, constants);
  return { grid, map, plain: plainGrid(kind, bodies, 'Feuil1'), bodies };
}

/** The texts that all records have, by field, but for the key. */
function sharedTexts(kind: BatchKind, bodies: readonly Body[]): Map<string, string> {
  const keys = [KINDS.v2[kind].key[0], ...(GROUP_KEYS[kind] ?? [])];
  const all = columnsOf(kind, bodies);
  const shared = all.flatMap((column): [string, string][] => {
    const [first, ...others] = bodies.map((body) => valueAt(body, column));
    const isShared = typeof first === 'string' && others.every((value) => value === first);
    return isShared && !column.header.includes('.') && !keys.includes(column.header)
      ? [[column.header, first]]
      : [];
  });
  return new Map(shared.slice(0, Math.max(0, all.length - LEAST_COLUMNS)));
}

function columnsIn(
  plan: LayoutPlan,
  bodies: readonly Body[],
  isLines: boolean,
  random: Random,
  constants: ReadonlyMap<string, string>,
): Column[] {
  const { kind, headers, hasGroupRow } = plan;
  const isItem = ({ field }: FixtureColumn) =>
    isLines && kind === 'component' && field.path.startsWith('composition[]');
  const all = columnsOf(kind, bodies).filter(({ header }) => !constants.has(header));
  const own = all.filter(
    (column, at) => !isItem(column) || all.findIndex(({ field }) => field === column.field) === at,
  );
  const columns = own.map((source, at): Column => {
    const path = isItem(source) ? source.header.replace(/composition\.\d+\./, 'composition.') : source.header;
    const group = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : '';
    const isForeign = headers === 'foreign' && random.whole(0, 9) > 1;
    return {
      path,
      source,
      header: isForeign
        ? `Sp. ${String.fromCharCode(97 + (at % 26))}${at}`
        : hasGroupRow && group !== ''
          ? path.slice(group.length + 1)
          : path,
      above: hasGroupRow && group !== '' ? `Gr. ${group.replaceAll('.', ' ')}` : '',
    };
  });
  // A row for a size names it.
  const least = isLines && kind === 'product' ? 1 : 0;
  const ignored = Array.from(
    { length: Math.max(least, plan.ignored) },
    (_, at): Column => ({ header: `Interne ${at}`, above: '', path: '', source: undefined }),
  );
  // Columns of a group stay together below the word above them.
  const blocks = new Map<string, Column[]>();
  for (const [at, column] of [...columns, ...ignored].entries()) {
    const block = column.above === '' ? `${at}` : column.above;
    blocks.set(block, [...(blocks.get(block) ?? []), column]);
  }
  return shuffled([...blocks.values()], random).flat();
}

const aboveRow = (columns: readonly Column[]): GridCell[] =>
  columns.map(({ above, header }, at) =>
    above === '' ? `${header}` : above === columns[at - 1]?.above ? null : above,
  );

function lineCell(
  { kind, lines, without }: LayoutPlan,
  body: Body,
  { source, path, header }: Column,
  line: number,
  isLines: boolean,
  index: number,
  isKey: (column: Column) => boolean,
  random: Random,
): GridCell {
  if (source === undefined) return `x${index}`;
  const isItem = isLines && kind === 'component' && path.startsWith('composition.');
  if (isItem) return cellOf(valueAt(body, { ...source, item: line + 1 }));
  const value = cellOf(valueAt(body, source));
  if (isLines && path === 'producedQuantity' && typeof value === 'number') {
    // Equal quantities of its sizes could also be the quantity of the product, repeated.
    // Without groupBy, rows that are equal in all cells are one record.
    if (value % 3 === 0 && without !== 'groupBy') return value / 3;
    const part = Math.floor(value / 7);
    return line === 0 ? value - part * 3 : part * line;
  }
  if (line === 0) return value;
  if (lines === 'repeated' || (lines === 'some' && random.whole(0, 1) === 1)) return value;
  return isKey({ source, path, header, above: '' }) && lines === 'some' ? value : null;
}

/** Leaves equal values below each other blank, but for the first one. */
function mergeDown(table: GridCell[][], column: number, merges: Merge[]): void {
  let first = 0;
  for (let at = 1; at <= table.length; at++) {
    const value = table[first]![column]!;
    const cell = at < table.length ? table[at]![column]! : undefined;
    if (at < table.length && value !== null && (cell === value || cell === null)) continue;
    if (at - 1 > first && value !== null) merges.push([first, column, at - 1, column]);
    for (let row = first + 1; row < at; row++) table[row]![column] = null;
    first = at;
  }
}

function noiseRows(
  is: Noise,
  variant: number,
  columns: readonly Column[],
  random: Random,
  { kind, hasConstants }: LayoutPlan,
): GridCell[][] {
  const blank = (): GridCell[] => columns.map(() => null);
  const row = blank();
  switch (is) {
    case 'blank':
      return Array.from({ length: 1 + (variant % 3) }, () => []);
    case 'total': {
      const isNumber = ({ source }: Column) => source?.field.value.type === 'number';
      for (const [at, column] of columns.entries())
        if (isNumber(column) && random.whole(0, 2) > 0) row[at] = random.whole(1, 5000);
      const free = columns.flatMap((column, at) => (isNumber(column) ? [] : [at]));
      row[variant % 2 === 0 ? 0 : (free[variant % free.length] ?? 0)] = TOTALS[variant % TOTALS.length]!;
      return [row];
    }
    case 'note':
      row[0] = NOTES[variant % NOTES.length]!;
      return [row];
    case 'section': {
      const text = SECTIONS[variant % SECTIONS.length]!;
      // A reference with digits that stands alone is a record if no other value is required.
      row[0] = hasConstants && /\d/.test(text) ? 'Homme' : text;
      return [row];
    }
    case 'remarks':
      return [columns.map((_, at) => REMARKS[(at + variant) % REMARKS.length]!)];
    case 'footer': {
      const key = columns.findIndex(({ path }) => path === KINDS.v2[kind].key[0]);
      const texts = FOOTERS[variant % FOOTERS.length]!;
      return [[], columns.map((_, at) => texts[at - key] ?? null)];
    }
    case 'headers':
      return [columns.map(({ header }) => header)];
    case 'units':
      return [
        columns.map(({ source }, at) =>
          source?.field.value.type === 'number' ? UNITS[(at + variant) % UNITS.length]! : null,
        ),
      ];
    case 'numbers':
      return [columns.map((_, at) => at + 1)];
    case 'second-table': {
      const others = (['supplier', 'component', 'product'] as const)[variant % 3]!;
      const bodies = records[others].slice(variant % 10, (variant % 10) + 2);
      const second = plainGrid(others, bodies).rows;
      const isForeign = variant % 7 === 0;
      const own: GridCell[][] = [shuffled(columns, random).map(({ header }) => header)];
      return [...(variant % 2 === 0 ? [[]] : []), ...(isForeign ? own : (second as GridCell[][]))];
    }
  }
}

/** The map for a layout; undefined if it needs none. */
function mapFor(
  plan: LayoutPlan,
  columns: readonly Column[],
  isLines: boolean,
  mergedAt: number,
  headerRow: number,
  random: Random,
  constants: ReadonlyMap<string, string>,
): string | undefined {
  const { kind, without, hasGroupRow } = plan;
  const lines: string[] = [`version: 1`, 'sheets:', '  - sheet: "*"', `    kind: ${kind}`];
  if (hasGroupRow && without !== 'headerRow') lines.push(`    headerRow: [${headerRow - 1}, ${headerRow}]`);
  else if (random.whole(0, 1) === 1) lines.push(`    headerRow: ${headerRow}`);
  const named = ({ above, header }: Column) =>
    above === '' || !hasGroupRow || without === 'headerRow' ? header : `${above} / ${header}`;
  const given = new Set<string>();
  const entries = columns.flatMap((column) => {
    if (given.has(named(column))) return [];
    given.add(named(column));
    if (column.source === undefined)
      return without === 'ignored' ? [] : [`      ${JSON.stringify(column.header)}: ignore`];
    return named(column) === column.path ? [] : [`      ${JSON.stringify(named(column))}: ${column.path}`];
  });
  if (entries.length > 0) lines.push('    columns:', ...entries);
  if (constants.size > 0) lines.push(`    constants: ${JSON.stringify(Object.fromEntries(constants))}`);
  const keys = GROUP_KEYS[kind] ?? [];
  if (isLines && without !== 'groupBy') lines.push(`    groupBy: [${keys.join(', ')}]`);
  if (isLines && kind === 'product' && without !== 'addUp' && without !== 'groupBy')
    lines.push('    addUp: [producedQuantity]');
  // Blank cells that nobody reports as merged are blank cells.
  if (mergedAt >= 0 && (without !== 'fillDown' || !plan.reportsMerges))
    lines.push(`    fillDown: [${MERGED[kind]}]`);
  return `${lines.join('\n')}\n`;
}
