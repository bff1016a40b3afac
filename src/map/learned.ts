import { getOrCreate } from '../contract/grouped.ts';
import type { SheetEntry } from './map-file/map-file.ts';
import { unnumberedPath } from './map-file/targets.ts';

/** What a person decided before: targets of headers and values of words, by kind. */
export interface LearnedMeanings {
  /** By kind, then header. */
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** By kind, then field without item numbers, then word. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, string>>>;
}

/** What the entries of a map file decide. Later entries override earlier ones. */
export function learnedFrom(entries: readonly SheetEntry[]): LearnedMeanings {
  const columns = new Map<string, Map<string, string>>();
  const values = new Map<string, Map<string, Map<string, string>>>();
  for (const { kind, columns: named = {}, labels = {}, values: words = {} } of entries) {
    const targets = { ...labels, ...named };
    const own = getOrCreate(columns, kind, () => new Map<string, string>());
    for (const [header, target] of Object.entries(targets)) own.set(header, target);
    const fields = getOrCreate(values, kind, () => new Map<string, Map<string, string>>());
    for (const [key, by] of Object.entries(words)) {
      const target = Object.hasOwn(targets, key) ? targets[key]! : key;
      const field = unnumberedPath(target === 'composition' ? 'composition.material' : target);
      const known = getOrCreate(fields, field, () => new Map<string, string>());
      for (const [word, value] of Object.entries(by)) known.set(word, value);
    }
  }
  return { columns, values };
}
