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
