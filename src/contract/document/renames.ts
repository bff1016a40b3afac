import type { Field } from '../field.ts';

/**
 * The paths of a document for fields that it spells differently: `ownerId` or `owner_id[]` for `owner_id`. Only case,
 * underscores, punctuation and brackets may differ, and exactly one unknown path may match.
 */
export function renames(missing: readonly Field[], unknown: readonly string[]): Map<Field, string> {
  const found = new Map<Field, string>();
  const free = new Set(unknown);
  for (const field of missing) {
    const same = [...free].filter((path) => letters(path) === letters(field.path));
    if (same.length !== 1) continue;
    found.set(field, same[0]!);
    free.delete(same[0]!);
  }
  return found;
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
