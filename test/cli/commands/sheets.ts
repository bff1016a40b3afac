import { columnPath, pathSteps } from '../../../src/contract/field.ts';
import type { Body, Json, KindSpec } from '../../../src/contract/kind.ts';
import { kindNamed } from '../../../src/contract/registry.ts';
import { soundBody } from '../../mock/sound-body.ts';

/** Bodies as a CSV of a user: dotted headers, numbered groups, lists in one cell. */
export function csvOf(kind: KindSpec, bodies: readonly Body[]): string {
  const rows = bodies.map((body) => cellsOf(kind, body));
  const heads = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const lines = [heads, ...rows.map((row) => heads.map((head) => row.get(head) ?? ''))];
  return lines.map((line) => `${line.map(quoted).join(',')}\n`).join('');
}

function cellsOf(kind: KindSpec, body: Body): Map<string, string> {
  const cells = new Map<string, string>();
  for (const { path } of kind.fields) {
    const steps = pathSteps(path);
    const repeated = steps.findIndex(({ array }, at) => array && at < steps.length - 1);
    const items =
      repeated < 0 ? [1] : ((body[steps[0]!.name] as Json[] | undefined) ?? []).map((_, at) => at + 1);
    for (const item of items) {
      const value = steps.reduce<Json | undefined>((at, { name }, depth) => {
        const next = (at as Body | undefined)?.[name];
        return depth === repeated ? (next as Json[])[item - 1] : next;
      }, body);
      if (value !== undefined) cells.set(columnPath(path, item), cellText(value));
    }
  }
  return cells;
}

function cellText(value: Json): string {
  if (Array.isArray(value)) return value.map(cellText).join('; ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const supplier = kindNamed('v2', 'supplier');
export const packaging = kindNamed('v2', 'packaging');
export const product = kindNamed('v2', 'product');
export const component = kindNamed('v2', 'component');

export const supplierBody = (supplierRef: string, more: Body = {}): Body =>
  soundBody(supplier, 'STANDARD', { fill: 'required', with: { supplierRef, ...more } });

export const packagingBody = (packagingRef: string, more: Body = {}): Body =>
  soundBody(packaging, 'STANDARD', { fill: 'required', with: { packagingRef, ...more } });

export const productBody = (productRef: string, supplierRef: string, more: Body = {}): Body =>
  soundBody(product, 'STANDARD', {
    fill: 'required',
    with: { productRef, supplierRef, productColorCode: 'ECRU', ...more },
  });

export const componentBody = (
  componentRef: string,
  productRef: string,
  supplierRef: string,
  more: Body = {},
): Body =>
  soundBody(component, 'STANDARD', {
    fill: 'required',
    with: {
      componentRef,
      productRef,
      supplierRef,
      productColorCode: 'ECRU',
      composition: [{ material: 'COTTON', percentage: 100 }],
      ...more,
    },
  });

/** Three suppliers, two products, three components: all valid. */
export function smallBatch(): Record<string, string> {
  return {
    'suppliers.csv': csvOf(
      supplier,
      ['FRN-1', 'FRN-2', 'FRN-3'].map((ref) => supplierBody(ref)),
    ),
    'products.csv': csvOf(product, [productBody('ROB-1', 'FRN-1'), productBody('ROB-2', 'FRN-2')]),
    'components.csv': csvOf(component, [
      componentBody('CMP-1', 'ROB-1', 'FRN-1'),
      componentBody('CMP-2', 'ROB-1', 'FRN-3'),
      componentBody('CMP-3', 'ROB-2', 'FRN-2'),
    ]),
  };
}

export const SMALL_BATCH = ['suppliers.csv', 'products.csv', 'components.csv'] as const;
export const SMALL_SIZE = 8;

/** Files in our own columns: components of the product R-1, that product, and their supplier F-1. */
export const filesWith = (components: readonly Body[]): Record<'f.csv' | 'p.csv' | 'c.csv', string> => ({
  'f.csv': csvOf(supplier, [supplierBody('F-1')]),
  'p.csv': csvOf(product, [productBody('R-1', 'F-1')]),
  'c.csv': csvOf(component, components),
});

/** The text fields of a body as lines below `constants` of a map file, without those that the sheet has. */
export const constantLines = (body: Body, inSheet: readonly string[]): string =>
  Object.entries(body)
    .filter(([name, value]) => typeof value === 'string' && !inSheet.includes(name))
    .map(([name, value]) => `      ${name}: "${String(value)}"\n`)
    .join('');
