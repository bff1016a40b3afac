import { NO_TEXT } from './numbered-texts.ts';
import type { RecordMemory } from './record-memory.ts';

/**
 * The references between records that are in a cycle or depend on one, in the order of the input. To find them, records
 * that reference none of the remaining records are removed, until only these are left.
 *
 * @param isOfLevel whether a record is of a kind that is searched
 * @param keysNamed the keys that the key of a reference may mean
 */
export function* openReferences(
  memory: RecordMemory,
  isOfLevel: (record: number) => boolean,
  keysNamed: (key: number) => readonly number[],
): Generator<{ readonly from: number; readonly to: number; readonly field: string }> {
  const records = Array.from({ length: memory.size }, (_, id) => id).filter(isOfLevel);
  /** By key: the records that are left, and those that wait for them. By record: the number of keys that it waits for. */
  const left = new Int32Array(memory.keys);
  const waiting = new Map<number, number[]>();
  const waits = new Int32Array(memory.size);
  for (const id of records) if (memory.keyOf.at(id) !== NO_TEXT) left[memory.keyOf.at(id)]!++;
  for (const id of records)
    for (const key of new Set(namedBy(id).map(({ key }) => key))) {
      if (key === NO_TEXT || left[key] === 0) continue;
      const others = waiting.get(key);
      if (others) others.push(id);
      else waiting.set(key, [id]);
      waits[id]!++;
    }
  const taken = records.filter((id) => waits[id] === 0);
  for (const id of taken) {
    const key = memory.keyOf.at(id);
    if (key === NO_TEXT || --left[key]! > 0) continue;
    for (const other of waiting.get(key) ?? []) if (--waits[other]! === 0) taken.push(other);
  }
  const open = records.filter((id) => waits[id]! > 0);
  const firstWith = new Map<number, number>();
  for (const id of open.toReversed()) firstWith.set(memory.keyOf.at(id), id);
  for (const from of open)
    yield* namedBy(from)
      .flatMap(({ key, field }) => {
        const to = key === NO_TEXT ? undefined : firstWith.get(key);
        return to === undefined ? [] : [{ from, to, field }];
      })
      .sort((one, other) => one.to - other.to || (one.field < other.field ? -1 : 1));

  function namedBy(id: number): { readonly key: number; readonly field: string }[] {
    const named: { readonly key: number; readonly field: string }[] = [];
    for (let at = memory.referencesFrom(id); at < memory.referencesFrom(id + 1); at++)
      for (const key of keysNamed(memory.referenceKey.at(at))) named.push({ key, field: memory.fieldOf(at) });
    return named;
  }
}
