import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { kindsOf } from '../../../src/contract/registry.ts';
import type { SheetProposal } from '../../../src/map/proposal.ts';
import { proposeSheet } from '../../../src/map/propose.ts';

/** A sheet of another system: each line of `columns` is a header, the expected target, and values of two rows. */
export interface ForeignSheet {
  readonly name: string;
  readonly file: string;
  readonly sheet: string;
  readonly interfaceName?: 'v3';
  readonly kind: string;
  /** `?`: a question is right. `a / ?`: the target or a question. */
  readonly columns: string;
}

/** The exports of systems, in `exports.yaml`, `later-exports.yaml` and `world-exports.yaml`. */
export const EXPORTS = ['exports', 'later-exports', 'world-exports'].flatMap(
  (name) => load(readFileSync(new URL(`${name}.yaml`, import.meta.url), 'utf8')) as ForeignSheet[],
);

/** A column of a sheet in a test: header, expected targets (`?`: a question), and values. */
export interface TestColumn {
  readonly header: string;
  readonly expected: readonly string[];
  readonly values: readonly string[];
}

export function columnsOf(text: string): TestColumn[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [header = '', expected = '', ...values] = line.split('|').map((part) => part.trim());
      return { header: header.replaceAll('⏎', '\n'), expected: expected.split(' / '), values };
    });
}

/** The proposal for columns with a header each and values below it. */
export function proposed(
  columns: readonly Pick<TestColumn, 'header' | 'values'>[],
  {
    sheet = 'Sheet1',
    file = 'export.csv',
    interfaceName = 'v2',
  }: { readonly sheet?: string; readonly file?: string; readonly interfaceName?: 'v2' | 'v3' } = {},
): SheetProposal {
  const height = Math.max(0, ...columns.map(({ values }) => values.length));
  const cells = [
    columns.map(({ header }) => header || null),
    ...Array.from({ length: height }, (_, at) => columns.map(({ values }) => values[at] || null)),
  ];
  return proposeSheet({
    ...{ file, sheet, kinds: kindsOf(interfaceName) },
    rows: cells.map((row, at) => ({ row: at + 1, cells: row })),
  });
}

export const proposedFor = ({ sheet, file, interfaceName, columns }: ForeignSheet): SheetProposal =>
  proposed(columnsOf(columns), { sheet, file, interfaceName: interfaceName ?? 'v2' });

/** The target of each header, also if trace only proposes to ignore it; else its candidates with a question mark. */
export const targets = (text: string, sheet: string, interfaceName: 'v2' | 'v3' = 'v2') =>
  Object.fromEntries(
    proposed(columnsOf(text), { sheet, interfaceName }).columns.map(
      ({ header, target, likely, candidates }) => [
        header,
        target ?? (likely === 'ignore' ? likely : `? ${candidates.join(' ')}`.trim()),
      ],
    ),
  );
