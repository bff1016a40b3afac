import { command } from '../../advice.ts';
import { columnPath, type Field, pathSteps } from '../../contract/field.ts';
import type { KindSpec } from '../../contract/kind.ts';
import { nearest } from '../../nearest.ts';
import { compositionField } from '../../records/composition-column.ts';
import { UNSAFE_NAMES } from '../../records/extra-columns.ts';
import { headersOf, type Meaning } from '../../records/headers.ts';
import { say } from '../../say.ts';

/** Maximum number of an item in a path. */
const MOST_ITEMS = 200;

/** The fields of a kind, including the field of a column with the whole composition. */
function fieldsOf(kind: KindSpec): readonly Field[] {
  const composition = compositionField(kind);
  return composition ? [...kind.fields, composition] : kind.fields;
}

/** The field that a path names exactly, with its items numbered from 1; undefined if there is none. */
export function fieldNamed(kind: KindSpec, path: string): Meaning | undefined {
  const steps = path.split('.');
  const whole = compositionField(kind);
  for (const field of fieldsOf(kind)) {
    const meaning = matched(field, steps);
    if (meaning && (field !== whole || meaning.numbers.length === 0)) return meaning;
  }
  return undefined;
}

function matched(field: Field, steps: readonly string[]): Meaning | undefined {
  const numbers: number[] = [];
  const own = pathSteps(field.path);
  let at = 0;
  for (const [depth, { name, array }] of own.entries()) {
    if (steps[at] !== name) return undefined;
    at++;
    if (!array) continue;
    const number = steps[at] ?? '';
    if (/^[1-9]\d{0,2}$/.test(number) && Number(number) <= MOST_ITEMS) {
      numbers.push(Number(number));
      at++;
    } else if (depth < own.length - 1) numbers.push(1);
  }
  const below = steps.slice(at);
  if (below.length > 0 && field.value.type !== 'open') return undefined;
  if (below.some((name) => name === '' || UNSAFE_NAMES.has(name))) return undefined;
  return { field, numbers, below };
}

/** The names of the fields of a kind, for suggestions. */
const fieldNames = (kind: KindSpec): string[] => [
  ...new Set(fieldsOf(kind).map(({ path }) => columnPath(path))),
];

/** A path without item numbers. Values, units and separators refer to fields by such paths. */
export const unnumberedPath = (path: string): string =>
  path.replace(/\[\]/g, '').replace(/\.\d+(?=\.|$)/g, '');

/** The fields that a path without numbers names. */
export const fieldsUnder = (kind: KindSpec, path: string): Field[] =>
  fieldsOf(kind).filter((field) => unnumberedPath(field.path) === unnumberedPath(path));

/** The most likely field for a name that is not one, or the command that shows the fields, for the end of a message. */
export function nearField(kind: KindSpec, target: string): string {
  const headers = headersOf(kind);
  const own = headers.meaning(target);
  const near = own
    ? columnPath(own.field.path, own.numbers[0] || 1)
    : (nearest(target, fieldNames(kind)) ?? headers.nearest(target, new Set()));
  if (near !== undefined) return say().mapFile.nearField({ field: near });
  const generation = kind.interface === 'v2' ? [] : ['--interface', kind.interface];
  return say().mapFile.fieldsShown({ command: command('template', kind.name, ...generation) });
}
