import { listText, listValue } from '../../contract/v3/list-names.ts';
import { say } from '../../say.ts';
import type { Answered } from '../../service/read-record.ts';
import type { Reads } from '../../service/reads.ts';
import { type Problem, problemOf } from './problem.ts';
import type { ListEntry } from './resource.ts';
import { type V3Query, v3Items } from './v3-list.ts';

/** A filter in which each value identifies one record. */
interface NameFilter {
  readonly parameter: string;
  /** The error if the list does not contain the name. */
  missing(name: string): string;
  /** Whether the values of this filter are ids that the command `show` accepts. */
  readonly isId: boolean;
  /** The values with which this filter matches an item; undefined if the record does not contain them. */
  namesOf(item: Answered): readonly string[] | undefined;
  /** Returns the same text for all spellings of a name. */
  normalize(name: string): string;
}

const NAME_FILTERS: readonly NameFilter[] = [
  {
    parameter: 'brandProductId',
    missing: (name) => say().reading.namedId({ name }),
    isId: true,
    namesOf: ({ id, brandProductId }) => namesIn([id, brandProductId].filter((one) => one !== undefined)),
    normalize: (name) => name.toLowerCase(),
  },
  {
    parameter: 'brandProductUniqueIdentifier',
    missing: (name) => say().reading.namedUnique({ name }),
    isId: true,
    namesOf: (item) => namesIn([listText(item, 'uniqueIdentifier')].filter((name) => name !== '')),
    normalize: (name) => name.trim(),
  },
  {
    parameter: 'gtins',
    missing: (name) => say().reading.namedGtin({ name }),
    isId: false,
    namesOf: (item) => {
      const gtins = listValue(item, 'gtins');
      return Array.isArray(gtins) ? gtins.map(String) : gtins === null ? [] : undefined;
    },
    normalize: (name) => name.trim().replace(/^0+/, ''),
  },
];

const namesIn = (names: readonly unknown[]): readonly string[] | undefined =>
  names.length === 0 ? undefined : names.map(String);

/**
 * Yields the items of a v3 list (see `v3Items`), then a problem for each record that a filter names and the list does
 * not contain. No record is reported as missing if the list was not read to its end or does not contain the names.
 */
export async function* namedItems(
  reads: Reads,
  v3: V3Query,
  note?: (text: string) => void,
): AsyncGenerator<ListEntry> {
  const { params, limit = Number.POSITIVE_INFINITY, offset = 0 } = v3;
  const searches = NAME_FILTERS.flatMap((filter) => {
    const names = params[filter.parameter];
    if (!Array.isArray(names)) return [];
    return [
      { filter, missing: new Map(names.map((name) => [filter.normalize(String(name)), String(name)])) },
    ];
  });
  const hidden = new Set<NameFilter>();
  let items = 0;
  let broken = false;
  for await (const next of v3Items(reads, v3, note)) {
    yield next;
    if ('problem' in next) {
      broken = true;
      continue;
    }
    items++;
    for (const { filter, missing } of searches) {
      const names = filter.namesOf(next.item);
      if (names === undefined) hidden.add(filter);
      for (const name of names ?? []) missing.delete(filter.normalize(name));
    }
  }
  if (broken || offset > 0 || items >= limit) return;
  for (const { filter, missing } of searches) {
    if (hidden.has(filter)) continue;
    for (const name of missing.values()) yield { problem: missingProblem(filter, name) };
  }
}

function missingProblem({ missing, isId }: NameFilter, name: string): Problem {
  const item = { key: name, ...(isId && { id: name }) };
  return problemOf(item, null, missing(name), say().reading.spelling());
}
