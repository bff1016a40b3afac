import { nearest } from '../../nearest.ts';
import type { Field, Value } from '../field.ts';
import type { Shape } from './shape.ts';

interface Unknown {
  readonly path: string;
  readonly shape: Shape;
}

/**
 * Fields that a document does not have, with the path that it has instead: the one of the same letters, whatever its case,
 * its underscores and its arrays; else a near name in the same place of the same type that is described in the same words.
 */
export function renames(missing: readonly Field[], unknown: readonly Unknown[]): Map<Field, string> {
  const found = new Map<Field, string>();
  const free = new Map(unknown.map((one) => [one.path, one]));
  const take = (field: Field, path: string | undefined) => {
    if (path === undefined) return;
    found.set(field, path);
    free.delete(path);
  };
  for (const field of missing) {
    const same = [...free.keys()].filter((path) => letters(path) === letters(field.path));
    if (same.length === 1) take(field, same[0]);
  }
  for (const field of missing) {
    if (found.has(field)) continue;
    const like = [...free.values()].filter(
      ({ path, shape }) =>
        around(path) === around(field.path) &&
        isOfType(field.value, shape) &&
        letters(shape.description ?? '') === letters(field.note),
    );
    take(
      field,
      nearest(
        field.path,
        like.map(({ path }) => path),
      ),
    );
  }
  return found;
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const around = (path: string): string => path.slice(0, path.lastIndexOf('.') + 1);

function isOfType({ type }: Value, shape: Shape): boolean {
  if (type === 'open') return shape.type === 'object' || shape.type === 'any';
  if (type === 'boolean') return shape.type === 'boolean';
  return shape.type === (type === 'number' || type === 'flag' ? 'number' : 'string');
}
