import { numberText, say } from '../../say.ts';
import type { FieldChange } from '../completion.ts';
import type { Field } from '../field.ts';
import type { KindSpec } from '../kind.ts';
import type { DocumentCreate } from './creates.ts';
import type { MergedLeaf } from './families.ts';
import { ONE_OF_LISTS } from './shape.ts';

/** Sentences about parts of a document that are ignored: one for each reason. */
export function ignoredNotes(
  kind: KindSpec,
  own: readonly DocumentCreate[],
  leaves: ReadonlyMap<string, MergedLeaf>,
): string[] {
  const notes: string[] = [];
  const ignored = [...new Set(own.flatMap(({ body }) => body.ignored))];
  if (ignored.length > 0)
    notes.push(say().documents.ignored({ kind: kind.name, paths: ignored.slice(0, 10).join(', ') }));
  const shapes = [...leaves].map(([path, { shape }]) => ({ path, ...shape }));
  const patterns = shapes.filter(({ pattern }) => pattern && !/^\^(\\d|\[0-9\])\{\d+\}\$$/.test(pattern));
  if (patterns.length > 0)
    notes.push(say().documents.patterns({ kind: kind.name, paths: pathsOf(patterns).join(', ') }));
  const moments = pathsOf(shapes.filter(({ format }) => format === 'date-time'));
  if (moments.length > 0) {
    const days = kind.fields.some(({ path, value }) => value.type === 'date' && moments.includes(path));
    const text = days ? say().documents.momentsDays : say().documents.moments;
    notes.push(text({ kind: kind.name, paths: moments.join(', ') }));
  }
  return [...notes, ...unenforcedNotes(kind, own)];
}

const pathsOf = (shapes: readonly { readonly path: string }[]): string[] => shapes.map(({ path }) => path);

/** Requirements of the document that trace does not check: a sentence for each keyword. */
function unenforcedNotes(kind: KindSpec, own: readonly DocumentCreate[]): string[] {
  const keywords = new Set(own.flatMap(({ body }) => [...body.unenforced.keys()]));
  return [...keywords].map((keyword) => {
    const paths = [...new Set(own.flatMap(({ body }) => body.unenforced.get(keyword) ?? []))];
    const name = keyword === ONE_OF_LISTS ? say().documents.oneOfLists() : keyword;
    return say().documents.unchecked({ kind: kind.name, keyword: name, paths: firstNames(paths) });
  });
}

/** The first names of a list, and the number of further names. */
export function firstNames(names: readonly string[], most = 10): string {
  const first = names.slice(0, most).join(', ');
  const more = names.length - most;
  return more > 0 ? say().documents.commaMore({ names: first, number: numberText(more) }) : first;
}

/** Why a change of a key field is ignored. */
export function keyNote(kind: KindSpec, { path }: Field, change: FieldChange, allowed: FieldChange): string {
  const { called, noText, optional, keyText, keyRequired } = say().documents;
  const differences = [
    change.path !== allowed.path && called({ path: `${change.path}` }),
    change.value !== allowed.value && noText({ type: `${change.value?.type}` }),
    change.required !== allowed.required && optional(),
  ].filter((part) => part !== false);
  const text = change.required === allowed.required ? keyText : keyRequired;
  return text({ kind: kind.name, path, differences: differences.join(say().mapFile.and()) });
}
