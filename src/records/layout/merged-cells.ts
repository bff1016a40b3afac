import { isQuantity } from '../../contract/field.ts';
import type { Finding } from '../../findings/finding.ts';
import { cut, quoted, yamlText } from '../../recognise/text.ts';
import { numberText, say } from '../../say.ts';
import type { SheetMap, UsedColumn } from '../record.ts';
import { sheetFinding } from '../sheet-finding.ts';

/** Maximum number of headers that the message names. */
const MOST_NAMED = 5;

/** Maximum number of merged cells that the message names. */
const MAX_NAMED_CELLS = 10;

/** Maximum number of merged cells of a sheet that are checked. Some readers stop at this number, too. */
export const MOST_MERGES = 20_000;

/** The cells of a column that are merged over several rows. */
interface MergedRange {
  readonly letters: string;
  readonly first: number;
  readonly last: number;
}

/** The range of a finding of a reader about merged cells, such as `B2:B4`. Undefined for other findings. */
export function mergedRange({ code, value = '' }: Finding): MergedRange | undefined {
  const [, letters, first, last] = /^([A-Z]{1,3})(\d+):\1(\d+)$/.exec(value) ?? [];
  if (code !== 'cells-merged' || letters === undefined) return undefined;
  return { letters, first: Number(first), last: Number(last) };
}

/** The columns whose values are sent, alone or as a part of a key. */
const sentColumns = ({ columns, used = [] }: SheetMap): readonly UsedColumn[] => [...columns, ...used];

/**
 * The finding about cells of a sheet that are merged over several rows of data: only the first row of each has the
 * value. Undefined if none is in a column that is sent and that the map file does not fill down.
 *
 * @param merges findings of the reader, each with a range such as `B2:B4` as its value
 * @param lastRow the number of the last record row: merged cells below it, such as footers, have no record
 */
export function mergedFinding(
  map: SheetMap,
  merges: readonly Finding[],
  lastRow: number,
): Finding | undefined {
  const { layout } = map;
  const filled = new Set([...(layout?.fillDown ?? []), ...(layout?.group?.by ?? [])]);
  const columns = new Map(
    sentColumns(map)
      .filter(({ index }) => !filled.has(index))
      .map(({ letters, header }) => [letters, header]),
  );
  const lost = merges.filter(
    ({ origin: { column, row } }) =>
      column !== undefined && columns.has(column) && row! > map.headerRow && row! < lastRow,
  );
  const [first] = lost;
  if (first === undefined) return merges.length < MOST_MERGES ? undefined : tooMany(map);
  const headers = [...new Set(lost.map(({ origin: { column } }) => columns.get(column!)!))];
  const quantities = new Set(
    map.columns.filter(({ field }) => isQuantity(field.value)).map(({ header }) => header),
  );
  const named = headers.slice(0, MOST_NAMED).map((header) => quoted(cut(header, 40)));
  const { merged, andMore, more } = say().layouts;
  const unnamed = headers.length - named.length;
  const shown = unnamed > 0 ? [...named, more({ number: numberText(unnamed) })] : named;
  const cells = lost.slice(0, MAX_NAMED_CELLS).map(({ value }) => value!);
  const others = lost.length - cells.length;
  return sheetFinding(map, first.origin, 'cells-merged', {
    value: first.value!,
    message: merged({
      cells:
        others === 0 ? cells.join(', ') : andMore({ cells: cells.join(', '), number: numberText(others) }),
      columns: shown.join(', '),
    }),
    suggestion: adviceFor(
      headers.filter((header) => !quantities.has(header)),
      headers.filter((header) => quantities.has(header)),
    ),
  });
}

function adviceFor(headers: readonly string[], quantities: readonly string[]): string {
  const { fillDown, writeQuantities, both } = say().layouts;
  const filled = headers.length > 0 ? [fillDown({ columns: headers.map(yamlText).join(', ') })] : [];
  const columns = quantities.map((header) => quoted(cut(header, 40))).join(', ');
  const written = quantities.length > 0 ? [writeQuantities({ columns })] : [];
  return [...filled, ...written].reduce((one, other) => both({ one, other }));
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
  // `mergedFinding` reports that there may be more.
  if (merges.length >= MOST_MERGES) return undefined;
  const ranges = merges.flatMap((one) => mergedRange(one) ?? []);
  const byLetters = Map.groupBy(ranges, (range) => range.letters);
  for (const { index, letters, header } of sentColumns(map)) {
    const sorted = byLetters.get(letters)?.sort((one, other) => one.first - other.first);
    if (sorted === undefined) continue;
    let at = 0;
    for (const row of filled.get(index) ?? []) {
      while (sorted[at] !== undefined && sorted[at]!.last < row) at++;
      if (sorted[at] !== undefined && sorted[at]!.first < row) continue;
      return sheetFinding(map, { row, column: letters }, 'cells-merged', {
        message: say().layouts.notMerged({ column: quoted(cut(header, 40)) }),
        suggestion: say().layouts.writeOrMerge(),
      });
    }
  }
  return undefined;
}

/** The finding about a sheet with so many merged cells that some may be unknown. */
const tooMany = (map: SheetMap): Finding =>
  sheetFinding(map, {}, 'cells-merged', {
    message: say().layouts.tooManyMerged({ number: numberText(MOST_MERGES) }),
    suggestion: say().layouts.unmerge(),
  });
