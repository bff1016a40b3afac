import { headerWords } from '../recognise/header-similarity.ts';
import { cleanCell } from '../recognise/text.ts';
import type { SharedRows } from './row-parts.ts';

/** Columns that may describe a record, and the header above them. */
export interface Block {
  readonly heading: string;
  readonly indexes: ReadonlySet<number>;
}

/** Minimum number of columns of a group. */
const FEWEST_COLUMNS = 3;

/** The groups of columns that a row above the headers names, or that headers with the same first word make. */
export function groupsOf({
  header,
  above,
  columns,
}: Pick<SharedRows, 'header' | 'above' | 'columns'>): Block[] {
  const texts = header.joins ? header.parts?.[0] : above?.cells.map(cleanCell);
  const headings = columns.filter(({ index }) => (texts?.[index] ?? '') !== '');
  const isRow = headings.length > 1 && headings.length * 2 <= columns.length;
  let heading = '';
  const named = columns.map(({ index, header: text, lookupText }): readonly [string, number] => {
    if (!isRow) return [headerWords((header.joins ? undefined : lookupText) ?? text)[0] ?? '', index];
    heading = texts![index] || heading;
    return [heading, index];
  });
  const runs: { heading: string; indexes: Set<number> }[] = [];
  for (const [own, index] of named) {
    const last = runs.at(-1);
    if (last?.heading === own) last.indexes.add(index);
    else runs.push({ heading: own, indexes: new Set([index]) });
  }
  return runs.filter((run) => run.heading !== '' && run.indexes.size >= FEWEST_COLUMNS);
}
