import { TraceError } from '../../errors.ts';
import type { ListEnd } from '../../service/read-list.ts';
import type { Answered } from '../../service/read-record.ts';
import type { Found } from '../../service/reads.ts';
import type { Item } from './item.ts';
import { type Problem, problemOf } from './problem.ts';

/** An item of a list of the service, or what is wrong with the list. */
export type ListedAs<Item> = { readonly item: Item } | { readonly problem: Problem };
export type Listed = ListedAs<Answered>;

/** A list, with a problem at its end when it came to less than the service said. */
export async function* listed(list: AsyncGenerator<Answered, ListEnd>, what: string): AsyncGenerator<Listed> {
  for (;;) {
    const next = await list.next();
    if (!next.done) {
      yield { item: next.value };
      continue;
    }
    const { total, read, short, nameless } = next.value;
    const nobody = { key: '', id: '' };
    if (nameless > 0) {
      const error = `${nameless} items of the list of ${what} have no id`;
      yield { problem: problemOf(nobody, 200, error, 'report it to the operator of the service') };
    } else if (short) {
      const error = `the list of ${what} told of ${total} and gave ${read}: it changed while it was read, or is cut`;
      yield { problem: problemOf(nobody, 200, error, 'export again when nobody imports') };
    }
    return;
  }
}

/** Problems in a row after which the search for so many items is given up. */
const MOST_PROBLEMS = 100;

/**
 * The first items, and every problem on the way to them.
 *
 * @throws TraceError `list-broken` where there is a limit, and nothing but problems before it is reached.
 */
export async function* upTo<Item>(
  limit = Number.POSITIVE_INFINITY,
  source: AsyncGenerator<ListedAs<Item>>,
): AsyncGenerator<ListedAs<Item>> {
  let given = 0;
  let problems = 0;
  for await (const next of source) {
    yield next;
    if ('item' in next) {
      problems = 0;
      if (++given >= limit) return;
    } else if (++problems >= MOST_PROBLEMS && limit < Number.POSITIVE_INFINITY) {
      throw broken(problems, next.problem);
    }
  }
}

function broken(problems: number, { error, again }: Problem): TraceError {
  return new TraceError(
    again ? 'unreachable' : 'rows',
    'list-broken',
    `${problems} items in a row could not be read, the last of them: ${error}.`,
  );
}

/** What is not there, or cannot be had. */
export function failure(item: Item, answer: Exclude<Found, { type: 'found' }>): Problem {
  if (answer.type === 'failed') {
    const problem = problemOf(item, answer.status, answer.error);
    return answer.again ? { ...problem, again: true } : problem;
  }
  return problemOf(item, 404, 'the service has no such thing (HTTP 404)');
}
