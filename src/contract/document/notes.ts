import type { FieldChange } from '../completion.ts';
import type { Field } from '../field.ts';
import type { KindSpec } from '../kind.ts';
import type { DocumentCreate } from './creates.ts';
import type { MergedLeaf } from './families.ts';

/** Sentences about parts of a document that are ignored: one for each reason. */
export function ignoredNotes(
  kind: KindSpec,
  own: readonly DocumentCreate[],
  leaves: ReadonlyMap<string, MergedLeaf>,
): string[] {
  const notes: string[] = [];
  const ignored = [...new Set(own.flatMap(({ body }) => body.ignored))];
  if (ignored.length > 0)
    notes.push(`${kind.name}: ignored, no column can have it: ${ignored.slice(0, 10).join(', ')}.`);
  const shapes = [...leaves].map(([path, { shape }]) => ({ path, ...shape }));
  const patterns = shapes.filter(({ pattern }) => pattern && !/^\^(\\d|\[0-9\])\{\d+\}\$$/.test(pattern));
  if (patterns.length > 0)
    notes.push(
      `${kind.name}: trace does not check patterns; the service does: ${pathsOf(patterns).join(', ')}.`,
    );
  const moments = pathsOf(shapes.filter(({ format }) => format === 'date-time'));
  if (moments.length > 0) {
    const days = kind.fields.some(({ path, value }) => value.type === 'date' && moments.includes(path));
    const sent = days ? ' Cells are sent as days, YYYY-MM-DD.' : '';
    notes.push(`${kind.name}: the format date-time is ignored: ${moments.join(', ')}.${sent}`);
  }
  return [...notes, ...unenforcedNotes(kind, own)];
}

const pathsOf = (shapes: readonly { readonly path: string }[]): string[] => shapes.map(({ path }) => path);

/** Requirements of the document that trace does not check: a sentence for each keyword. */
function unenforcedNotes(kind: KindSpec, own: readonly DocumentCreate[]): string[] {
  const keywords = new Set(own.flatMap(({ body }) => [...body.unenforced.keys()]));
  return [...keywords].map((keyword) => {
    const paths = [...new Set(own.flatMap(({ body }) => body.unenforced.get(keyword) ?? []))];
    const more = paths.length > 10 ? `, and ${paths.length - 10} more` : '';
    return `${kind.name}: trace does not check ${keyword}; the service does: ${paths.slice(0, 10).join(', ')}${more}.`;
  });
}

/** Why a change of a key field is ignored. */
export function keyNote(kind: KindSpec, { path }: Field, change: FieldChange, allowed: FieldChange): string {
  const differences = [
    change.path !== allowed.path && `called ${change.path}`,
    change.value !== allowed.value && `not a text (${change.value?.type})`,
    change.required !== allowed.required && 'not required',
  ].filter((part) => part !== false);
  return `${kind.name}: ${path} is ${differences.join(' and ')} in the document. Records are recognised by it: it stays a ${
    change.required === allowed.required ? 'text' : 'required text'
  }.`;
}
