/** The rows of the headers of a table, and its last row if the map file names it. */
export interface TablePlace {
  readonly headers: { readonly first: number; readonly last: number };
  readonly lastRow?: number | undefined;
  /** The first text of the row below the table, if the map file names it instead. */
  readonly end?: string;
}

/** The rows of a table, with its header rows. `above`: rows up to this one belong to other tables. */
export interface TableRange {
  readonly above: number;
  readonly first: number;
  last: number;
  readonly end?: string;
}

/**
 * The rows of the tables of a sheet: a table ends at its last row, and before the next header row of another table.
 * Tables with the same header row share their rows. A table whose header row is unknown has the whole sheet.
 */
export function tableRanges(places: readonly (TablePlace | undefined)[]): TableRange[] {
  const ranges = places.map((place) => {
    if (place === undefined) return { first: 0, last: Number.POSITIVE_INFINITY };
    const { headers, lastRow = Number.POSITIVE_INFINITY, end } = place;
    const below = places.flatMap((one) =>
      one !== undefined && one.headers.first > headers.last ? [one.headers.first - 1] : [],
    );
    return { first: headers.first, last: Math.min(lastRow, ...below), ...(end !== undefined && { end }) };
  });
  return ranges.map((range) => {
    const ends = ranges.map(({ last }) => last).filter((last) => last < range.first);
    return { ...range, above: Math.max(0, ...ends) };
  });
}

/**
 * The first table before the table `at` that has rows of it, although they do not share their header row; -1 if there
 * is none. `isApart`: whether a table may not share its rows with it either.
 */
export function overlapping(
  places: readonly (TablePlace | undefined)[],
  at: number,
  isApart: (other: number) => boolean,
): number {
  const own = places[at];
  if (own === undefined) return -1;
  return places.slice(0, at).findIndex((one, other) => {
    if (one === undefined) return false;
    if (haveSameHeaders(own, one)) return isApart(other);
    const [upper, lower] = own.headers.first <= one.headers.first ? [own, one] : [one, own];
    return lower.headers.first <= Math.max(upper.headers.last, upper.lastRow ?? 0);
  });
}

export const haveSameHeaders = (one: TablePlace, other: TablePlace): boolean =>
  one.headers.first === other.headers.first && one.headers.last === other.headers.last;
