import { isFieldName } from '../field.ts';
import { type JsonNode, resolvePointer } from './node.ts';
import { type ResolvedSchema, shapeOf } from './shape.ts';

/** A field of a body in a document: a single value, not an object. */
export interface DocumentField {
  /** The dotted path, with `[]` after arrays, as in the contract. */
  readonly path: string;
  readonly shape: ResolvedSchema;
  readonly required: 'always' | 'within' | 'no';
}

/** The body of a create call in a document. */
export interface DocumentBody {
  readonly leaves: ReadonlyMap<string, DocumentField>;
  /** Whether no other fields are allowed. */
  readonly closed: boolean;
  /** Parts that are ignored, because their names cannot be in a path or they are nested too deeply. */
  readonly ignored: readonly string[];
  /** Requirements of the document that trace does not check: paths by keyword. */
  readonly unenforced: ReadonlyMap<string, readonly string[]>;
}

const MAX_LEAVES = 2000;
const MAX_DEPTH = 8;

/** Reads the fields in the schema of a body; null if it is not an object with fields. */
export function bodyOf(schema: unknown, root: JsonNode): DocumentBody | null {
  const body = shapeOf(schema, root);
  if (body === null || body.fields.size === 0) return null;
  const leaves = new Map<string, DocumentField>();
  const ignored: string[] = [];
  const unenforced = new Map<string, string[]>();
  walk(body, '', { always: true, within: false }, [targetOf(schema, root)]);
  return { leaves, closed: body.closed, ignored, unenforced };

  /**
   * Adds the fields of the object `parent`. `always`: every body has `parent`. `within`: `parent` is required in the
   * object that contains it.
   */
  function walk(
    parent: ResolvedSchema,
    prefix: string,
    needed: { always: boolean; within: boolean },
    ancestors: readonly unknown[],
  ): void {
    for (const [name, inner] of parent.fields) {
      if (leaves.size + ignored.length >= MAX_LEAVES) return;
      const shape = shapeOf(inner, root);
      if (shape?.readOnly) continue;
      const place = prefix + name;
      if (!isFieldName(name) || shape === null) {
        ignored.push(place);
        continue;
      }
      const isRequired = parent.required.has(name);
      const here = { always: needed.always && isRequired, within: needed.within && isRequired };
      const required = here.always ? 'always' : here.within ? 'within' : 'no';
      const isItem = shape.type === 'array';
      const value = isItem ? shapeOf(shape.items, root) : shape;
      const path = isItem ? `${place}[]` : place;
      for (const keyword of shape.unenforced.union(value?.unenforced ?? new Set<string>()))
        unenforced.set(keyword, [...(unenforced.get(keyword) ?? []), path]);
      if (value === null || value.type === 'array') ignored.push(path);
      else {
        const target = targetOf(isItem ? shape.items : inner, root);
        if (value.single && isItem) ignored.push(path);
        else if (value.single) leaves.set(path, { path, shape: value.single, required: 'no' });
        // A schema that contains itself is a single field, which is sent unchanged.
        if (value.fields.size > 0 && ancestors.length < MAX_DEPTH && !ancestors.includes(target)) {
          const inGroup = {
            // A single value may replace the object.
            always: here.always && value.single === undefined,
            within: isItem || prefix === '' || here.within,
          };
          walk(value, `${path}.`, inGroup, [...ancestors, target]);
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

/** The schema that a reference points to; any other schema is returned unchanged. */
function targetOf(schema: unknown, root: JsonNode): unknown {
  let at = schema;
  for (let steps = 0; steps < MAX_DEPTH; steps++) {
    const reference = (at as JsonNode | undefined)?.$ref;
    if (typeof reference !== 'string') return at;
    at = resolvePointer(root, reference);
  }
  return at;
}
