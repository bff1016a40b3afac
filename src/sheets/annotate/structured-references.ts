import type { Archive } from '../xlsx/archive.ts';
import { relationsOf } from '../xlsx/relations.ts';
import { rawPart } from './parts.ts';
import { rangesIn } from './sheet-rules.ts';
import type { MergedRange } from './sheet-survey.ts';
import { attribute, plainText, tagsOf } from './tags.ts';

/** A table of a workbook. */
export interface Table {
  readonly sheet: string;
  /** Its cells, with the headers and the totals. */
  readonly cells: MergedRange;
  /** The names of its columns, in lower case. */
  readonly columns: readonly string[];
  readonly headerRows: number;
  readonly totalsRows: number;
}

/** Tables by their names in lower case. */
export type Tables = ReadonlyMap<string, Table>;

/** The tables of a workbook. */
export async function tablesOf(
  archive: Archive,
  sheets: readonly { readonly name: string; readonly part: string }[],
): Promise<Tables> {
  const tables = new Map<string, Table>();
  for (const { name: sheet, part } of sheets)
    for (const { kind, target } of await relationsOf(archive, part)) {
      if (kind !== 'table' || !archive.has(target)) continue;
      const tags = [...tagsOf(await rawPart(archive, target))].filter((tag) => tag.kind !== 'close');
      const root = tags.find(({ name }) => name === 'table')?.text ?? '';
      const [cells] = rangesIn(attribute(root, 'ref') ?? '');
      if (cells === undefined) continue;
      const table = {
        ...{ sheet, cells },
        columns: tags
          .filter(({ name }) => name === 'tableColumn')
          .map(({ text }) => plainText(attribute(text, 'name') ?? '').toLowerCase()),
        headerRows: Number(attribute(root, 'headerRowCount') ?? 1),
        totalsRows: Number(attribute(root, 'totalsRowCount') ?? 0),
      };
      for (const name of ['name', 'displayName'])
        tables.set(plainText(attribute(root, name) ?? '').toLowerCase(), table);
    }
  tables.delete('');
  return tables;
}

const SIGN = String.raw`[^\[\]']|'.`;
/** A reference such as `Produits[Poids]` or `Produits[[#This Row],[Poids]:[Pays]]`. */
export const STRUCTURED = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.\\])([\p{L}_\\][\p{L}\p{N}_.\\]*)\[((?:${SIGN}|\[(?:${SIGN})*\])*)\]`,
  'gu',
);

/** The cells of a reference by what is between its brackets, in all rows of the table; all cells if a column is unknown. */
export function cellsOfReference({ cells, columns }: Table, inner: string): MergedRange {
  const parts = inner.includes('[')
    ? [...inner.matchAll(new RegExp(String.raw`\[((?:${SIGN})*)\]`, 'gu'))].map(([, part]) => part!)
    : [inner.replace(/^@/, '')];
  const named = parts.filter((part) => !part.startsWith('#') && part.trim() !== '');
  const found = named.map((part) => columns.indexOf(part.replace(/'(.)/gu, '$1').toLowerCase()));
  if (found.length === 0 || found.includes(-1)) return cells;
  return {
    first: { ...cells.first, column: cells.first.column + Math.min(...found) },
    last: { ...cells.last, column: cells.first.column + Math.max(...found) },
  };
}
