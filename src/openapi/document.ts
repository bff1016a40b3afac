import SwaggerParser from '@apidevtools/swagger-parser';
import { TraceError } from '../errors.ts';

/** Most bytes of a document. */
const MOST_BYTES = 20 * 1024 * 1024;
/** Most values that a document may come to: aliases multiply. */
const MOST_VALUES = 5_000_000;
const MOST_DEPTH = 200;
/** From one reference to the next, so many levels in all: the stack must hold them. */
const MOST_FOLLOWED = 2000;

/** A JSON object as it was parsed. */
export type Node = { readonly [name: string]: unknown };

/** An OpenAPI document (Swagger 2, OpenAPI 3.0 or 3.1), references in place. */
export interface OpenApiDocument {
  readonly root: Node;
  /** What is wrong with it and does not keep it from being read, a sentence each. */
  readonly remarks: readonly string[];
}

/**
 * Reads a document from its text, JSON or YAML. Nothing that it refers to outside itself is opened.
 *
 * @throws TraceError `document-damaged`, `document-external`, `document-too-large`
 */
export async function readDocument(text: string, name: string): Promise<OpenApiDocument> {
  const root = await parsed(text, name);
  const values = guard(root, name);
  // The check writes every reference out.
  const remarks = values > MOST_VALUES ? [UNCHECKED] : await remarksOn(root, name);
  return { root, remarks };
}

const UNCHECKED =
  'The document is too intertwined to be checked against the OpenAPI schema; it is read all the same.';

/** The parser reads from memory: with its own readers off, no file and no address can be reached. */
const inMemory = (text: string) =>
  ({
    resolve: {
      external: false,
      file: false,
      http: false,
      memory: { order: 1, canRead: true, read: () => text },
    },
    dereference: { circular: 'ignore' },
  }) as SwaggerParser.Options;

async function parsed(text: string, name: string): Promise<Node> {
  if (Buffer.byteLength(text) > MOST_BYTES) throw tooLarge(name);
  try {
    return (await new SwaggerParser().parse(PSEUDO_PATH, inMemory(text))) as unknown as Node;
  } catch (error) {
    throw damaged(name, firstLine(error), error);
  }
}

const PSEUDO_PATH = 'document.yaml';

/** What the parser says, without the path that it was given. */
function firstLine(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line
    .replace(/^Error parsing .*?document\.yaml: /, '')
    .replace(/"?[^" ]*document\.yaml"?/g, 'it')
    .replace(/ is not a valid (JSON Schema|Openapi API definition)/, ' is no OpenAPI document')
    .slice(0, 300);
}

/**
 * Refuses what refers to the outside or to nothing, and what grows or nests beyond any real document. Gives the number of
 * values that it comes to with every reference written out.
 */
function guard(root: Node, name: string): number {
  /** Of each part: as it stands, aliases written out; and with its references written out. */
  const sizes = new Map<object, Size>();
  const measure = (value: unknown, depth: number, followed: number): Size => {
    if (typeof value !== 'object' || value === null) return ONE;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    if (depth > MOST_DEPTH) throw damaged(name, `it is nested more than ${MOST_DEPTH} levels deep`);
    // One that holds itself counts as nothing below itself.
    sizes.set(value, ONE);
    let [own, whole] = [1, 1];
    for (const key of Object.keys(value)) {
      if (key === '__proto__') throw damaged(name, 'it holds the name __proto__');
      const inner = measure((value as Node)[key], depth + 1, followed + 1);
      own += inner.own;
      whole += inner.whole;
    }
    const { $ref } = value as Node;
    if (typeof $ref === 'string') {
      if (!$ref.startsWith('#')) throw external(name, $ref);
      const target = pointed(root, $ref);
      if (target === undefined) throw damaged(name, `"${$ref.slice(0, 200)}" refers to nothing in it`);
      // Whatever is not followed from here is met where it stands.
      whole += followed > MOST_FOLLOWED ? MOST_VALUES : measure(target, 0, followed + 1).whole;
    }
    const size = { own, whole };
    sizes.set(value, size);
    return size;
  };
  const { own, whole } = measure(root, 0, 0);
  if (own > MOST_VALUES) throw tooLarge(name);
  return whole;
}

interface Size {
  readonly own: number;
  readonly whole: number;
}

const ONE: Size = { own: 1, whole: 1 };

/** What a reference within the document points to; undefined when there is nothing. */
export function pointed(root: Node, reference: string): unknown {
  let at: unknown = root;
  for (const step of reference.slice(1).split('/').slice(1)) {
    const key = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Node)[key];
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

/** Breaches of the OpenAPI schema keep nobody from reading the bodies; a reference to nothing does. */
async function remarksOn(root: Node, name: string): Promise<string[]> {
  try {
    await SwaggerParser.validate(structuredClone(root) as never, inMemory(''));
    return [];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw damaged(name, firstLine(error), error);
    const [, ...faults] = error.message.split('\n').map((line) => line.trim());
    const [first = error.message.split('\n')[0]!] = faults.filter((line) => line !== '');
    return [`The document is not quite valid OpenAPI (${first.slice(0, 200)}); it is read all the same.`];
  }
}

const damaged = (name: string, why: string, cause?: unknown) =>
  new TraceError(
    'usage',
    'document-damaged',
    `${name} cannot be read as an OpenAPI document: ${why}.`,
    'OpenAPI 3.0, 3.1 and Swagger 2 are read, as JSON or YAML.',
    cause,
  );

const external = (name: string, reference: string) =>
  new TraceError(
    'usage',
    'document-external',
    `${name} refers to "${reference.slice(0, 200)}", outside itself: nothing but the document is opened.`,
    'Bundle it into one file first.',
  );

const tooLarge = (name: string) =>
  new TraceError(
    'usage',
    'document-too-large',
    `${name} is larger than any interface: ${MOST_BYTES / 1024 / 1024} MB, or what its aliases multiply it to.`,
  );
