import { FIELD_NAME } from '../field.ts';
import { type Node, pointed } from './node.ts';
import { type Shape, shapeOf } from './shape.ts';

/** One leaf of a body as a document has it. */
export interface Leaf {
  /** As the contract writes paths: dotted, `[]` after arrays. */
  readonly path: string;
  readonly shape: Shape;
  readonly required: 'always' | 'within' | 'no';
}

/** A body as a document has it. */
export interface DocumentBody {
  readonly leaves: ReadonlyMap<string, Leaf>;
  /** No other fields may be there. */
  readonly closed: boolean;
  /** Parts that no path can name, or that are too deep. */
  readonly left: readonly string[];
  /** Requirements of the document that nothing here checks: paths by keyword. */
  readonly unenforced: ReadonlyMap<string, readonly string[]>;
}

const MAX_LEAVES = 2000;
const MAX_DEPTH = 8;

/** The leaves of the schema of a body; null when it is not an object with fields. */
export function bodyOf(schema: unknown, root: Node): DocumentBody | null {
  const body = shapeOf(schema, root);
  if (body === null || body.fields.size === 0) return null;
  const leaves = new Map<string, Leaf>();
  const left: string[] = [];
  const unenforced = new Map<string, string[]>();
  walk(body, '', { always: true, within: false }, [targetOf(schema, root)]);
  return { leaves, closed: body.closed, left, unenforced };

  /** `always`: every body has the object. `within`: every body that has the group around it has the object. */
  function walk(
    around: Shape,
    prefix: string,
    needed: { always: boolean; within: boolean },
    met: readonly unknown[],
  ): void {
    for (const [name, inner] of around.fields) {
      if (leaves.size + left.length >= MAX_LEAVES) return;
      const shape = shapeOf(inner, root);
      if (shape?.readOnly) continue;
      const place = prefix + name;
      if (!FIELD_NAME.test(name) || shape === null) {
        left.push(place);
        continue;
      }
      const asked = around.required.has(name);
      const here = { always: needed.always && asked, within: needed.within && asked };
      const required = here.always ? 'always' : here.within ? 'within' : 'no';
      const isItem = shape.type === 'array';
      const value = isItem ? shapeOf(shape.items, root) : shape;
      const path = isItem ? `${place}[]` : place;
      for (const keyword of shape.unenforced.union(value?.unenforced ?? new Set<string>()))
        unenforced.set(keyword, [...(unenforced.get(keyword) ?? []), path]);
      if (value === null || value.type === 'array') left.push(path);
      else {
        const target = targetOf(isItem ? shape.items : inner, root);
        // A schema that contains itself is sent as it is.
        if (value.single && isItem) left.push(path);
        else if (value.single) leaves.set(path, { path, shape: value.single, required: 'no' });
        if (value.fields.size > 0 && met.length < MAX_DEPTH && !met.includes(target)) {
          const inGroup = {
            // The single value may replace the object.
            always: here.always && value.single === undefined,
            within: isItem || prefix === '' || here.within,
          };
          walk(value, `${path}.`, inGroup, [...met, target]);
        } else if (!value.single) {
          const description = value.description ?? shape.description;
          leaves.set(path, {
            path,
            shape: description === undefined ? value : { ...value, description },
            required,
          });
        }
      }
    }
  }
}

/** The schema itself, where it is a reference to one. */
function targetOf(schema: unknown, root: Node): unknown {
  let at = schema;
  for (let steps = 0; steps < MAX_DEPTH; steps++) {
    const reference = (at as Node | undefined)?.$ref;
    if (typeof reference !== 'string') return at;
    at = pointed(root, reference);
  }
  return at;
}
