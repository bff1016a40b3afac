import type { Completion } from '../completion.ts';
import type { KindSpec } from '../kind.ts';
import { type ClosedList, listsByName } from '../list.ts';

/** Collects the enums of a document by list: fields with the same list add to the same values. */
export class ListUnion {
  readonly #lists: ReadonlyMap<string, ClosedList>;
  readonly #values = new Map<string, Set<string>>();

  constructor(kinds: readonly KindSpec[]) {
    this.#lists = listsByName(kinds);
  }

  add(list: string, values: readonly string[]): void {
    const all = this.#values.get(list) ?? new Set();
    for (const value of values) all.add(value);
    this.#values.set(list, all);
  }

  /** The collected lists that differ from the known lists. */
  changes(addOnly: boolean): Completion['v2']['lists'] {
    const changes: Completion['v2']['lists'] = {};
    for (const [name, values] of this.#values) {
      const old = this.#lists.get(name);
      const all = addOnly && old ? new Set([...old.values, ...values]) : values;
      const others = [...(old?.likely ?? []), ...(old?.doubtful ?? [])];
      const gained = [...all].some((value) => !old?.values.includes(value));
      const lost = old?.values.some((value) => !all.has(value)) ?? false;
      const isComplete = old?.complete === true && others.length === 0;
      if (old && !gained && !lost && (isComplete || addOnly)) continue;
      const without = (list: readonly string[] | undefined) =>
        addOnly && list ? list.filter((value) => !all.has(value)) : [];
      const [likely, doubtful] = [without(old?.likely), without(old?.doubtful)];
      changes[name] = {
        values: [...all],
        complete: !addOnly || old === undefined || old.complete,
        ...(likely.length > 0 && { likely }),
        ...(doubtful.length > 0 && { doubtful }),
      };
    }
    return changes;
  }
}
