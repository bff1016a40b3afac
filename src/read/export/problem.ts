import { say } from '../../say.ts';
import type { TableColumn } from '../../sheets/table-file.ts';
import { headingOf } from '../tables/headings.ts';
import { compareSortKeys, type Item, type ItemOrder } from './item.ts';

/** Something that could not be exported. */
export interface Problem {
  /** The id of the study, product or packaging; empty if unknown. */
  readonly id: string;
  readonly productRef: string;
  /** The status code of the response; null without one. */
  readonly status: number | null;
  readonly error: string;
  /** What the user can do about the problem. */
  readonly advice: string;
  /** Whether another export may succeed, because the response was lost or truncated. */
  readonly canRetry?: true;
}

/** The columns of the list of problems, with headers in the language of this process. */
export function problemColumns(): readonly TableColumn[] {
  const text = (name: string, heading = headingOf(name)) => ({ name, heading, type: 'text' as const });
  return [
    text('studyId'),
    text('productRef'),
    { ...text('status'), type: 'number' },
    text('error'),
    text('whatToDo', say().reading.whatToDo()),
  ];
}

export const problemRow = ({ id, productRef, status, error, advice }: Problem) => [
  id,
  productRef,
  status,
  error,
  advice,
];

/** The problem of an item, with advice that depends on the status code. */
export function problemOf(
  item: Item,
  status: number | null,
  error: string,
  advice = adviceFor(status),
): Problem {
  const { id = '', study, productRef = study?.productRef ?? '' } = item;
  return { id, productRef, status, error, advice };
}

function adviceFor(status: number | null): string {
  if (status === 404) return say().reading.adviceGone();
  if (status === 200) return say().reading.adviceFormat();
  if (status === null) return say().reading.adviceReach();
  if (status >= 500) return say().reading.adviceFailed();
  return say().reading.adviceRefused();
}

/** Sorts problems like the rows of an export; problems without an item come last. */
export function compareProblems(one: Problem, other: Problem): number {
  const keys = [one, other].map(
    ({ productRef, id, error }): ItemOrder => [id === '' ? '1' : '0', productRef, id, error],
  );
  return compareSortKeys(keys[0]!, keys[1]!);
}
