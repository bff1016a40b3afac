/** References of each record, by record number. */
export type References = ReadonlyMap<number, readonly number[]>;

/**
 * Returns cycles of references that together contain every record that is in a cycle. Each is a shortest cycle through
 * its first record.
 */
export function cyclesOf(references: References): number[][] {
  const cycles: number[][] = [];
  const covered = new Set<number>();
  for (const component of componentsOf(references)) {
    const inside = new Set(component);
    for (const start of component) {
      if (covered.has(start)) continue;
      const cycle = shortestCycle(start, inside, references);
      for (const record of cycle) covered.add(record);
      cycles.push(cycle);
    }
  }
  return cycles;
}

/** A shortest cycle through a record of the component `inside`. Throws if there is none. */
function shortestCycle(start: number, inside: ReadonlySet<number>, references: References): number[] {
  const cameFrom = new Map<number, number>();
  const reached = [start];
  for (const at of reached) {
    for (const to of references.get(at)!) {
      if (to === start) return pathTo(at, start, cameFrom);
      if (!inside.has(to) || cameFrom.has(to)) continue;
      cameFrom.set(to, at);
      reached.push(to);
    }
  }
  throw new Error(`record ${start} is not in a cycle`);
}

function pathTo(end: number, start: number, cameFrom: ReadonlyMap<number, number>): number[] {
  const path = [end];
  for (let at = end; at !== start; path.push(at)) at = cameFrom.get(at)!;
  return path.reverse();
}

/**
 * Strongly connected components of more than one record, or of one that refers to itself (Tarjan, without recursion).
 */
function componentsOf(references: References): number[][] {
  const components: number[][] = [];
  const index = new Map<number, number>();
  const low = new Map<number, number>();
  const stack: number[] = [];
  const onStack = new Set<number>();
  for (const root of references.keys()) {
    if (index.has(root)) continue;
    const work: { at: number; next: number }[] = [{ at: root, next: 0 }];
    while (work.length > 0) {
      const frame = work.at(-1)!;
      const { at } = frame;
      if (frame.next === 0) {
        index.set(at, index.size);
        low.set(at, index.get(at)!);
        stack.push(at);
        onStack.add(at);
      }
      const to = references.get(at)?.[frame.next++];
      if (to !== undefined) {
        if (!index.has(to)) work.push({ at: to, next: 0 });
        else if (onStack.has(to)) low.set(at, Math.min(low.get(at)!, index.get(to)!));
        continue;
      }
      work.pop();
      const parent = work.at(-1);
      if (parent) low.set(parent.at, Math.min(low.get(parent.at)!, low.get(at)!));
      if (low.get(at) !== index.get(at)) continue;
      const component = stack.splice(stack.lastIndexOf(at));
      for (const member of component) onStack.delete(member);
      if (component.length > 1 || references.get(at)?.includes(at))
        components.push(component.sort((a, b) => a - b));
    }
  }
  return components.sort((one, other) => one[0]! - other[0]!);
}
