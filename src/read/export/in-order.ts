/** Does `work` on the items, some at once, and hands what it gives on in their order. Stops at the first that throws. */
export async function* inOrder<Item, Done>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Done>,
): AsyncGenerator<Done> {
  const out: Promise<Done>[] = [];
  for await (const item of items) {
    const task = work(item);
    // Whoever waits for it first is told; the others must not be unheard.
    task.catch(() => {});
    out.push(task);
    if (out.length >= atOnce) yield await out.shift()!;
  }
  for (const task of out) yield await task;
}
