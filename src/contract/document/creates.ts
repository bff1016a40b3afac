import { FAMILY_NAMES, type FamilyName } from '../family.ts';
import { createPath, type InterfaceName, type KindSpec } from '../kind.ts';
import { bodyOf, type DocumentBody } from './leaves.ts';
import { type JsonNode, listIn, nodeAt } from './node.ts';

/** A create call in a document. */
export interface DocumentCreate {
  readonly interface: InterfaceName;
  readonly kind: string;
  /** The family that the path belongs to; null in v3. */
  readonly family: FamilyName | null;
  readonly body: DocumentBody;
}

/** The create calls that the document and the interface have. If several paths match a call, the shortest is used. */
export function createsIn(
  root: JsonNode,
  kinds: Readonly<Record<InterfaceName, readonly KindSpec[]>>,
): DocumentCreate[] {
  const base = basePath(root);
  const found = new Map<string, DocumentCreate>();
  const paths = nodeAt(root.paths) ?? {};
  for (const path of Object.keys(paths).sort((one, other) => one.length - other.length)) {
    const post = nodeAt(nodeAt(paths[path])?.post);
    const target = post && targetOf(path, base, kinds);
    if (!target) continue;
    const body = bodyOf(schemaOf(post, root), root);
    const key = `${target.interface} ${target.kind} ${target.family}`;
    if (body && !found.has(key)) found.set(key, { ...target, body });
  }
  return [...found.values()];
}

/** The paths with a POST, listed in the error about a document without a create call. */
export function postPaths(root: JsonNode): string[] {
  const paths = nodeAt(root.paths) ?? {};
  return Object.keys(paths).filter((path) => nodeAt(nodeAt(paths[path])?.post) !== undefined);
}

function targetOf(
  path: string,
  base: string,
  kinds: Readonly<Record<InterfaceName, readonly KindSpec[]>>,
): Omit<DocumentCreate, 'body'> | undefined {
  const whole = `${base}/${path}`.replace(/\/+/g, '/').replace(/\/$/, '');
  for (const { name, ...kind } of kinds.v2) {
    for (const family of FAMILY_NAMES) {
      if (whole.endsWith(createPath({ name, ...kind }, family)))
        return { interface: 'v2', kind: name, family };
    }
  }
  if (/\/v[0-24-9]\d*\//.test(whole)) return undefined;
  for (const kind of kinds.v3) {
    const create = createPath(kind, null);
    if (whole.endsWith(`/v3${create}`) || path.replace(/\/$/, '') === create)
      return { interface: 'v3', kind: kind.name, family: null };
  }
  return undefined;
}

/** The common prefix of all paths: the path of the first server, or `basePath` in Swagger 2. */
function basePath(root: JsonNode): string {
  if (typeof root.basePath === 'string') return root.basePath;
  const url = nodeAt(listIn(root.servers)[0])?.url;
  if (typeof url !== 'string') return '';
  return URL.parse(url)?.pathname ?? (url.startsWith('/') ? url : '');
}

/** The schema of the JSON body of a call, in OpenAPI 3 or Swagger 2. */
function schemaOf(call: JsonNode, root: JsonNode): unknown {
  const content = nodeAt(nodeAt(call.requestBody, root)?.content);
  if (content) {
    const type = Object.keys(content).find((name) => /^application\/([\w.-]+\+)?json\b/i.test(name));
    return nodeAt(content[type ?? '*/*'])?.schema;
  }
  const parameters = listIn(call.parameters).map((parameter) => nodeAt(parameter, root));
  return parameters.find((parameter) => parameter?.in === 'body')?.schema;
}
