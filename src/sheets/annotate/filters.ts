import { columnLetters } from '../cell.ts';
import { rangesOf } from './sheet-survey.ts';
import {
  attribute,
  plainText,
  type RawXml,
  rawText,
  tagsOf,
  tailTags,
  withAttribute,
  withEdits,
} from './tags.ts';

/** The range of a filter before and after it was made wider, such as `A1:J20` and `A1:O20`. */
export interface WiderFilter {
  readonly from: string;
  readonly to: string;
}

/**
 * Extends the filter of a sheet to the added columns, because sorting moves only the columns of the filter. Null if there is
 * no filter, if the added columns do not directly follow it, or if its first row is not the header row.
 */
export function withWiderFilter(
  tail: RawXml,
  added: ReadonlySet<number>,
  headerRow: number,
): { readonly tail: RawXml; readonly filter: WiderFilter } | null {
  const edits: { start: number; end: number; text: RawXml }[] = [];
  let filter: WiderFilter | undefined;
  let isInside = false;
  for (const { name, kind, depth, start, end, text } of tailTags(tail)) {
    if (depth === 1) isInside = name === 'autoFilter' && kind === 'open';
    const isFilter = depth === 1 && name === 'autoFilter' && kind !== 'close';
    if (!isFilter && !(isInside && name === 'sortState' && kind !== 'close')) continue;
    const from = attribute(text, 'ref') ?? '';
    const [range] = rangesOf(from);
    const last = range === undefined ? -1 : lastBeside(range.last.column, added);
    if (range === undefined || last === range.last.column) continue;
    if (isFilter && range.first.row !== headerRow) return null;
    const to = from.replace(/[A-Z]+(?=\d+$)/, columnLetters(last));
    edits.push({ start, end, text: withAttribute(text, 'ref', to) });
    if (isFilter) filter = { from, to };
  }
  return filter === undefined ? null : { tail: withEdits(tail, edits), filter };
}

/** The last added column that follows `column` without a gap; `column` itself if there is none. */
function lastBeside(column: number, added: ReadonlySet<number>): number {
  let last = column;
  while (added.has(last + 1)) last++;
  return last;
}

/** Extends the defined names of filters in the workbook part in the same way. `filters`: by the number of the sheet, from 0. */
export function withFilterNames(workbook: RawXml, filters: ReadonlyMap<number, WiderFilter>): RawXml {
  if (filters.size === 0) return workbook;
  const tags = [...tagsOf(workbook)];
  const edits = tags.flatMap(({ name, kind, text, end }, at) => {
    if (name !== 'definedName' || kind !== 'open' || attribute(text, 'name') !== '_xlnm._FilterDatabase')
      return [];
    const filter = filters.get(Number(attribute(text, 'localSheetId') ?? -1));
    const close = tags[at + 1]?.start ?? end;
    const formula = plainText(workbook.slice(end, close));
    if (filter === undefined || !formula.endsWith(`!${absolute(filter.from)}`)) return [];
    const sheet = formula.slice(0, formula.lastIndexOf('!') + 1);
    return { start: end, end: close, text: rawText(sheet + absolute(filter.to)) };
  });
  return withEdits(workbook, edits);
}

/** `$A$1:$J$20` for `A1:J20`. */
const absolute = (range: string): string => range.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');
