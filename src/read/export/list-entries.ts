import { TraceError } from '../../errors.ts';
import { kindText, numberText, say } from '../../say.ts';
import type { ListEnd } from '../../service/read-list.ts';
import type { Answered } from '../../service/read-record.ts';
import type { Found } from '../../service/reads.ts';
import type { Item } from './item.ts';
import { type Problem, problemOf } from './problem.ts';
import type { ListEntry } from './resource.ts';

/** After this many consecutive problems, a search for a limited number of items stops. */
const MAX_PROBLEMS = 100;

/** Yields a list, then a problem if it has fewer items than the service reported. */
export async function* checkedList(
  list: AsyncGenerator<Answered, ListEnd>,
  what: string,
): AsyncGenerator<ListEntry> {
  for (;;) {
    const next = await list.next();
    if (!next.done) {
      yield { item: next.value };
      continue;
    }
    const { total, read, short, nameless } = next.value;
    const noItem = { key: '', id: '' };
    if (nameless > 0) {
      const error = say().reading.nameless({
        count: nameless,
        number: numberText(nameless),
        things: kindText(what, 2),
      });
      yield { problem: problemOf(noItem, 200, error, say().reading.report()) };
    } else if (short) {
      const error = say().reading.short({
        total: numberText(total),
        things: kindText(what, 2),
        read: numberText(read),
      });
      yield { problem: problemOf(noItem, 200, error, say().reading.exportQuiet()) };
    }
    return;
  }
}

/**
 * Yields the first `limit` items, and the problems before them.
 *
 * @throws TraceError `list-broken` if there is a limit and too many problems follow each other
 */
export async function* firstItems<T>(
  limit = Number.POSITIVE_INFINITY,
  source: AsyncGenerator<ListEntry<T>>,
): AsyncGenerator<ListEntry<T>> {
  let items = 0;
  let problems = 0;
  for await (const next of source) {
    yield next;
    if ('item' in next) {
      problems = 0;
      if (++items >= limit) return;
    } else if (++problems >= MAX_PROBLEMS && limit < Number.POSITIVE_INFINITY) {
      throw listBroken(problems, next.problem);
    }
  }
}

function listBroken(problems: number, { error, canRetry: again }: Problem): TraceError {
  return new TraceError(
    again ? 'unreachable' : 'rows',
    'list-broken',
    say().reading.listBroken({ number: numberText(problems), error }),
  );
}

/** The problem for an item that does not exist or could not be read. */
export function readProblem(item: Item, found: Exclude<Found, { type: 'found' }>): Problem {
  if (found.type === 'failed') {
    const problem = problemOf(item, found.status, found.error);
    return found.canRetry ? { ...problem, canRetry: true } : problem;
  }
  if (item.study) return problemOf(item, 404, say().reading.noSuchStudy());
  return problemOf(item, 404, say().reading.notThere());
}

/**
 * Calls `work` for the items, several at once, and yields the results in the order of the items. Stops at the first
 * error.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const tasks: Promise<Result>[] = [];
  for await (const item of items) {
    const task = work(item);
    // An error is thrown when the item is next in order; until then it must not count as an unhandled rejection.
    task.catch(() => {});
    tasks.push(task);
    if (tasks.length >= atOnce) yield await tasks.shift()!;
  }
  for (const task of tasks) yield await task;
}
