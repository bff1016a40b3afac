import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml';
import { usage } from '../../errors.ts';
import { numberText, say } from '../../say.ts';
import { yamlFault } from '../../yaml-fault.ts';
import { isNode, type JsonNode, resolvePointer } from './node.ts';

/** Maximum size of a document. */
const MAX_BYTES = 20 * 1024 * 1024;
/** Maximum number of values in a document, counting each use of an alias. */
const MAX_VALUES = 5_000_000;
const MAX_DEPTH = 200;

/**
 * Reads an OpenAPI document (Swagger 2, OpenAPI 3.0 or 3.1) from its text, which is JSON or YAML. Its references are
 * unresolved. It never opens another file.
 *
 * @throws TraceError `document-damaged`, `document-external`, `document-too-large`
 */
export function readDocument(text: string, name: string): JsonNode {
  const root = parsed(text, name);
  rejectUnsafe(root, name);
  return root;
}

/** The schema for YAML; JSON is valid YAML. Merge keys (`<<`) are not in the core schema, but common. */
const SCHEMA = CORE_SCHEMA.withTags(mergeTag);

function parsed(text: string, name: string): JsonNode {
  if (Buffer.byteLength(text) > MAX_BYTES) throw tooLarge(name);
  let root: unknown;
  try {
    root = load(text, { schema: SCHEMA, maxDepth: MAX_DEPTH });
  } catch (error) {
    throw damaged(name, parseFault(error).slice(0, 300), error);
  }
  if (!isNode(root)) throw damaged(name, say().documents.notAnObject());
  const { openapi, swagger } = root;
  if (swagger !== '2.0' && !(typeof openapi === 'string' && /^3\.[01]\.\d+$/.test(openapi)))
    throw damaged(name, versionText(openapi ?? swagger));
  return root;
}

/** What is wrong in a document that is not valid YAML, and in which line. */
function parseFault(error: unknown): string {
  if (!(error instanceof YAMLException)) return error instanceof Error ? error.message : String(error);
  const reason = yamlFault(error.reason);
  return error.mark ? say().documents.inLine({ line: String(error.mark.line + 1), reason }) : reason;
}

function versionText(version: unknown): string {
  const texts = say().documents;
  if (version === undefined) return texts.versionMissing();
  return typeof version === 'string'
    ? texts.version({ version: `"${version.slice(0, 100)}"` })
    : texts.versionNoText();
}

/** Rejects references to other files or to missing values, and documents that are too large or nested too deeply. */
function rejectUnsafe(root: JsonNode, name: string): void {
  /** The number of values in each part, counting each use of an alias. */
  const sizes = new Map<object, number>();
  const measure = (value: unknown, depth: number): number => {
    if (typeof value !== 'object' || value === null) return 1;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    if (depth > MAX_DEPTH) throw damaged(name, say().documents.nested({ number: numberText(MAX_DEPTH) }));
    // If a part contains itself, the inner occurrence counts as one value.
    sizes.set(value, 1);
    let size = 1;
    for (const key of Object.keys(value)) {
      if (key === '__proto__') throw damaged(name, say().documents.proto());
      size += measure((value as JsonNode)[key], depth + 1);
    }
    const { $ref } = value as JsonNode;
    if (typeof $ref === 'string') {
      if (!$ref.startsWith('#')) throw external(name, $ref);
      if (resolvePointer(root, $ref) === undefined)
        throw damaged(name, say().documents.noTarget({ reference: $ref.slice(0, 200) }));
    }
    sizes.set(value, size);
    return size;
  };
  if (measure(root, 0) > MAX_VALUES) throw tooLarge(name);
}

const damaged = (name: string, why: string, cause?: unknown) =>
  usage('document-damaged', say().documents.damaged({ name, why }), say().documents.damagedHow(), cause);

const external = (name: string, reference: string) =>
  usage(
    'document-external',
    say().documents.external({ name, reference: reference.slice(0, 200) }),
    say().documents.externalHow(),
  );

const tooLarge = (name: string) =>
  usage(
    'document-too-large',
    say().documents.tooLarge({ name, number: numberText(MAX_BYTES / 1024 / 1024) }),
  );
