/** Does `work` on the items, some at once, and yields the results in their order. Stops at the first that throws. */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const tasks: Promise<Result>[] = [];
  for await (const item of items) {
    const task = work(item);
    // A rejection is thrown when its turn comes; until then it must not count as unhandled.
    task.catch(() => {});
    tasks.push(task);
    if (tasks.length >= atOnce) yield await tasks.shift()!;
  }
  for (const task of tasks) yield await task;
}
