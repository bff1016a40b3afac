import type { TableColumn } from '../../sheets/table-file.ts';
import { compareSortKeys, type Item, type SortKey } from './item.ts';

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
  /** Whether the response was lost or truncated, so that another export may succeed. */
  readonly again?: true;
}

export const PROBLEM_COLUMNS: readonly TableColumn[] = [
  { name: 'studyId', heading: 'studyId', type: 'text' },
  { name: 'productRef', heading: 'productRef', type: 'text' },
  { name: 'status', heading: 'status', type: 'number' },
  { name: 'error', heading: 'error', type: 'text' },
  { name: 'whatToDo', heading: 'what to do', type: 'text' },
];

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
  if (status === 404) return 'check that it is still in the service: it may have been removed or archived';
  if (status === 200)
    return 'export again; if it happens again, report the study to the operator of the service';
  if (status === null) return 'export again when the service is reachable';
  if (status >= 500)
    return 'the service failed: export again later; if it fails again, report it to the operator of the service';
  return 'the service refused the request: ask the operator of the service why';
}

/** Sorts problems like the rows of an export; problems without an item come last. */
export function compareProblems(one: Problem, other: Problem): number {
  const keys = [one, other].map(
    ({ productRef, id, error }): SortKey => [id === '' ? '1' : '0', productRef, id, error],
  );
  return compareSortKeys(keys[0]!, keys[1]!);
}
