/** A parsed JSON object. */
export type JsonNode = { readonly [name: string]: unknown };

export const isNode = (value: unknown): value is JsonNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Maximum length of a chain of references; longer chains are treated as circular. */
const MAX_REFERENCES = 20;

/** The value if it is an object or, with `root`, the object that it refers to; otherwise undefined. */
export function nodeAt(value: unknown, root?: JsonNode): JsonNode | undefined {
  let at = value;
  for (let steps = 0; steps < MAX_REFERENCES; steps++) {
    if (!isNode(at)) return undefined;
    const { $ref } = at;
    if (root === undefined || typeof $ref !== 'string') return at;
    at = resolvePointer(root, $ref);
  }
  return undefined;
}

/** The value that a reference within the document points to; undefined if there is none. */
export function resolvePointer(root: JsonNode, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const step of reference.slice(1).split('/').slice(1)) {
    const key = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as JsonNode)[key];
  }
  return at;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
