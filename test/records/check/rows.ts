import type { Body } from '../../../src/contract/kind.ts';
import type { V2Kind } from '../../../src/contract/registry.ts';
import type { Finding } from '../../../src/findings/finding.ts';
import { type CompleteSettings, checkRow, complete } from '../../../src/records/check/check-row.ts';
import type { Cell } from '../../../src/sheets/cell.ts';
import { readSheet } from '../sheet.ts';

/** A row of a sheet: a cell for each header. */
export type Cells = Readonly<Record<string, Cell>>;

/** Valid rows of each kind, with the headers that users type. */
export const SOUND = {
  supplier: {
    projectType: 'STANDARD',
    supplierRef: 'FRN-1',
    category: 'TRANSFORMATION - Weaving',
    importationBatch: 'W1',
  },
  packaging: {
    projectType: 'STANDARD',
    packagingRef: 'EMB-1',
    type: 'POLYBAG',
    channel: 'BOTH',
    percentageRecycled: 30,
    ecoModulation: 'NONE',
    compostability: 'NO - 0',
    recyclability: 'NO - 0',
    possibilityReUse: 'NO - 0',
    'hazardousSubstances.status': 'NO',
    importationBatch: 'W1',
  },
  product: {
    projectType: 'STANDARD',
    productRef: 'ROB-1',
    productCollectionRef: 'SS27',
    productColorCode: 'ECRU',
    category: 'DRESSES',
    supplierRef: 'FRN-1',
    importationBatch: 'W1',
  },
  component: {
    projectType: 'STANDARD',
    componentRef: 'CMP-1',
    productRef: 'ROB-1',
    productCollectionRef: 'SS27',
    type: 'TEXTILE',
    category: 'BUTTONS',
    'composition.1.material': 'COTTON',
    'composition.1.percentage': 100,
    supplierRef: 'FRN-1',
    importationBatch: 'W1',
  },
} as const satisfies Readonly<Partial<Record<V2Kind, Cells>>>;

export interface Checked {
  readonly body: Body;
  readonly findings: readonly Finding[];
  /** `severity code column field`. */
  readonly told: readonly string[];
}

/** A finding in short: `severity code column field`. */
export const told = ({ severity, code, origin, field }: Finding): string =>
  [severity, code, origin.column ?? '-', field ?? '-'].join(' ');

/** Reads, completes and checks a row. A cell that is `undefined` removes its column. */
export function checked(
  kind: V2Kind,
  change: Readonly<Record<string, Cell | undefined>>,
  settings: Partial<CompleteSettings & { strict: boolean }> = {},
): Checked {
  const cells = Object.entries({
    ...(SOUND as Readonly<Partial<Record<V2Kind, Cells>>>)[kind],
    ...change,
  }).filter(([, cell]) => cell !== undefined) as [string, Cell][];
  const heads = cells.map(([head]) => head);
  const { drafts } = readSheet(kind, heads, [cells.map(([, cell]) => cell)]);
  const all = { family: null, batch: null, projectTypes: {}, strict: false, ...settings };
  const draft = drafts[0]!;
  const { body, family, findings } = complete(draft, all);
  const found = [...draft.findings, ...findings, ...checkRow(draft, body, family, all)];
  return { body, findings: found, told: found.map(told) };
}
