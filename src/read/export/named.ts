import { listText, listValue } from '../../contract/v3/list-names.ts';
import type { Answered } from '../../service/read-record.ts';
import type { Reads } from '../../service/reads.ts';
import type { Listed } from './listed.ts';
import { type Problem, problemOf } from './problem.ts';
import { type V3Question, v3Items } from './v3-list.ts';

/** A filter that names single records. */
interface Naming {
  readonly parameter: string;
  readonly called: string;
  /** Whether a person can look for one record by it. */
  readonly isId: boolean;
  /** What an item is named by; undefined where the answer does not show it. */
  namesOf(item: Answered): readonly string[] | undefined;
  /** As two spellings of the same name are compared. */
  fold(name: string): string;
}

const NAMINGS: readonly Naming[] = [
  {
    parameter: 'brandProductId',
    called: 'id',
    isId: true,
    namesOf: ({ id, brandProductId }) => shown([id, brandProductId].filter((one) => one !== undefined)),
    fold: (name) => name.toLowerCase(),
  },
  {
    parameter: 'brandProductUniqueIdentifier',
    called: 'unique identifier',
    isId: true,
    namesOf: (item) => shown([listText(item, 'uniqueIdentifier')].filter((name) => name !== '')),
    fold: (name) => name.trim(),
  },
  {
    parameter: 'gtins',
    called: 'GTIN',
    isId: false,
    namesOf: (item) => {
      const gtins = listValue(item, 'gtins');
      return Array.isArray(gtins) ? gtins.map(String) : gtins === null ? [] : undefined;
    },
    fold: (name) => name.trim().replace(/^0+/, ''),
  },
];

const shown = (names: readonly unknown[]): readonly string[] | undefined =>
  names.length === 0 ? undefined : names.map(String);

const ADVICE =
  'look whether it is spelled as in the service and fits the other filters; a new one shows in the list within 20 minutes';

/**
 * The items of a v3 list, see `v3Items`, and a problem for each record that was named and is not among them. A list that
 * was not read to its end, or does not show the names, proves nothing about them.
 */
export async function* namedItems(
  reads: Reads,
  question: V3Question,
  note?: (text: string) => void,
): AsyncGenerator<Listed> {
  const { params, limit = Number.POSITIVE_INFINITY, offset = 0 } = question;
  const open = NAMINGS.flatMap((naming) => {
    const names = params[naming.parameter];
    if (!Array.isArray(names)) return [];
    return [{ naming, missing: new Map(names.map((name) => [naming.fold(String(name)), String(name)])) }];
  });
  const hidden = new Set<Naming>();
  let given = 0;
  let broken = false;
  for await (const next of v3Items(reads, question, note)) {
    yield next;
    if ('problem' in next) {
      broken = true;
      continue;
    }
    given++;
    for (const { naming, missing } of open) {
      const names = naming.namesOf(next.item);
      if (names === undefined) hidden.add(naming);
      for (const name of names ?? []) missing.delete(naming.fold(name));
    }
  }
  if (broken || offset > 0 || given >= limit) return;
  for (const { naming, missing } of open) {
    if (hidden.has(naming)) continue;
    for (const name of missing.values()) yield { problem: absent(naming, name) };
  }
}

function absent({ called, isId }: Naming, name: string): Problem {
  const item = { key: name, ...(isId && { id: name }) };
  return problemOf(item, null, `the list shows none with the ${called} ${name}`, ADVICE);
}
