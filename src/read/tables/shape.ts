import type { ReadField } from '../../contract/read-shape.ts';
import { LANGUAGES } from '../../contract/v2/study-lists.ts';

/** The shape of a record as a tree, built from the leaves of its contract. */
export type RecordShape = LeafShape | ObjectShape | ArrayShape;

interface LeafShape {
  readonly type: 'leaf';
  readonly field: ReadField;
}

interface ArrayShape {
  readonly type: 'array';
  item: RecordShape | undefined;
}

export interface ObjectShape {
  readonly type: 'object';
  readonly children: Map<string, RecordShape>;
  /** Fields whose names end in the name of a brand (`category_<brand>`), by the part before it: `category_`. */
  readonly branded: Map<string, ReadField>;
}

const BRAND = '<brand>';

const emptyObject = (): ObjectShape => ({ type: 'object', children: new Map(), branded: new Map() });

/** Builds the tree of these leaves, in their order. */
export function shapeOf(fields: readonly ReadField[]): ObjectShape {
  const root = emptyObject();
  for (const field of fields) addField(root, field.path.split('.'), field);
  return root;
}

function addField(object: ObjectShape, [step, ...further]: readonly string[], field: ReadField): void {
  if (step === undefined) return;
  const name = step.replaceAll('[]', '');
  if (name.endsWith(BRAND)) {
    object.branded.set(name.slice(0, -BRAND.length), field);
    return;
  }
  const make = (): RecordShape => (further.length === 0 ? { type: 'leaf', field } : emptyObject());
  const arrays = (step.length - name.length) / 2;
  let at = object.children.get(name);
  if (!at) {
    at = make();
    for (let left = arrays; left > 0; left--) at = { type: 'array', item: at };
    object.children.set(name, at);
  }
  while (at?.type === 'array') at = at.item;
  if (at?.type === 'object') addField(at, further, field);
}

/** The shape at a path; for an array, the shape of its items. */
export function shapeAt(shape: RecordShape, path: readonly string[]): RecordShape | undefined {
  let at: RecordShape | undefined = shape;
  for (const name of path) {
    at = at?.type === 'object' ? at.children.get(name) : undefined;
    while (at?.type === 'array') at = at.item;
  }
  return at;
}

const LANGUAGE_CODES: readonly string[] = LANGUAGES;

/** Whether the fields of an object are texts by language, such as `fr` and `en`. */
export function isByLanguage(shape: RecordShape): boolean {
  if (shape.type === 'leaf') return shape.field.byLanguage;
  return (
    shape.type === 'object' &&
    shape.children.size > 0 &&
    [...shape.children.keys()].every((name) => LANGUAGE_CODES.includes(name))
  );
}
