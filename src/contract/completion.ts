import type { Completion, InterfaceCompletion } from './completion-schema.ts';
import type { InterfaceName } from './kind.ts';
import { type ConfiguredPaths, mergedPaths } from './v3/update-paths.ts';

export type {
  AddedField,
  Completion,
  FieldChange,
  InterfaceCompletion,
  StoredList,
  StoredRequired,
  StoredValue,
} from './completion-schema.ts';

/** An empty completion. */
export const noCompletion = (): Completion => ({
  trace: 'contract',
  version: 1,
  v2: { lists: {}, kinds: {} },
  v3: { lists: {}, kinds: {} },
  projectTypes: {},
});

/** Merges two completions. Where both define a list or a part of a field, the later one is used. */
export function merged(earlier: Completion, later: Completion): Completion {
  const of = (name: InterfaceName): InterfaceCompletion => ({
    lists: { ...earlier[name].lists, ...later[name].lists },
    kinds: mergedBy(earlier[name].kinds, later[name].kinds, (one, other) => ({
      ...one,
      ...other,
      fields: mergedBy(one.fields, other.fields, (before, after) => ({ ...before, ...after })),
      added: { ...one.added, ...other.added },
    })),
  });
  const updatePaths = mergedPaths(pathsIn(earlier), pathsIn(later));
  return {
    ...noCompletion(),
    ...(Object.keys(updatePaths).length > 0 && {
      updatePaths: updatePaths as NonNullable<Completion['updatePaths']>,
    }),
    v2: of('v2'),
    v3: of('v3'),
    projectTypes: { ...earlier.projectTypes, ...later.projectTypes },
  };
}

/** The update paths from a document. */
export const pathsIn = ({ updatePaths }: Completion): ConfiguredPaths =>
  (updatePaths ?? {}) as ConfiguredPaths;

function mergedBy<T>(
  earlier: Readonly<Record<string, T>>,
  later: Readonly<Record<string, T>>,
  both: (one: T, other: T) => T,
): Record<string, T> {
  const all = new Map(Object.entries(earlier));
  for (const [key, item] of Object.entries(later)) {
    const before = all.get(key);
    all.set(key, before === undefined ? item : both(before, item));
  }
  return Object.fromEntries(all);
}
