import { CATALOGUE } from '../../findings/catalogue.ts';
import type { Finding } from '../../findings/finding.ts';
import { yamlText } from '../mapping/map-file/lines.ts';
import type { SheetMap } from '../records/record.ts';
import { cut, quoted } from '../records/text.ts';

/** Maximum number of headers that the message names. */
const MOST_NAMED = 5;

/**
 * The finding about cells of a sheet that are merged over several rows of data: only the first row of each has the
 * value. Undefined if none is in a column that is sent and that the map file does not fill down.
 *
 * @param merges findings of the reader, each with a range such as `B2:B4` as its value
 */
export function mergedFinding(map: SheetMap, merges: readonly Finding[]): Finding | undefined {
  const { layout } = map;
  const filled = new Set([...(layout?.fillDown ?? []), ...(layout?.group?.by ?? [])]);
  const columns = new Map(
    map.columns.filter(({ index }) => !filled.has(index)).map(({ letters, header }) => [letters, header]),
  );
  const lost = merges.filter(
    ({ origin: { column, row } }) => column !== undefined && columns.has(column) && row! > map.headerRow,
  );
  const [first] = lost;
  if (first === undefined) return undefined;
  const headers = [...new Set(lost.map(({ origin: { column } }) => columns.get(column!)!))];
  const named = headers.slice(0, MOST_NAMED).map((header) => quoted(cut(header, 40)));
  const shown = headers.length > named.length ? [...named, `${headers.length - named.length} more`] : named;
  const others = lost.length === 1 ? '' : ` and ${lost.length - 1} more`;
  return {
    code: 'cells-merged',
    severity: CATALOGUE['cells-merged'].severity,
    origin: first.origin,
    kind: map.kind.name,
    value: first.value!,
    message: `cells are merged over several rows (${first.value}${others}), and only the first row of each has the value, in ${shown.join(', ')}`,
    suggestion: `unmerge the cells and repeat their values, or list the columns in a map file: fillDown: [${headers.map(yamlText).join(', ')}]`,
  };
}

/**
 * The finding about a column that is filled down, in which some cells are merged and others are blank: only the rows of
 * a merged cell have its value. Undefined if each filled row is in a merged cell, or the column has none.
 *
 * @param filled the rows that were filled down, by the index of their column
 */
export function unmergedFinding(
  map: SheetMap,
  merges: readonly Finding[],
  filled: ReadonlyMap<number, readonly number[]>,
): Finding | undefined {
  for (const { index, letters, header } of map.columns) {
    const ranges = merges.flatMap(({ value = '' }) => {
      const [, column, first, , last] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(value) ?? [];
      return column === letters ? [{ first: Number(first), last: Number(last) }] : [];
    });
    if (ranges.length === 0) continue;
    const sorted = ranges.sort((one, other) => one.first - other.first);
    let at = 0;
    for (const row of filled.get(index) ?? []) {
      while (sorted[at] !== undefined && sorted[at]!.last < row) at++;
      if (sorted[at] !== undefined && sorted[at]!.first < row) continue;
      return {
        code: 'cells-merged',
        severity: CATALOGUE['cells-merged'].severity,
        origin: { file: map.file, sheet: map.sheet, row, column: letters },
        kind: map.kind.name,
        message: `the blank cell would be filled with the value above, but it is not merged with it as other cells of ${quoted(cut(header, 40))} are`,
        suggestion: 'write its value in the cell, or merge it with the cell above',
      };
    }
  }
  return undefined;
}
