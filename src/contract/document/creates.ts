import { FAMILY_NAMES, type FamilyName } from '../family.ts';
import type { InterfaceName, KindSpec } from '../kind.ts';
import { createPath } from '../routes.ts';
import { type Node, pointed } from './document.ts';
import { bodyOf, type DocumentBody } from './leaves.ts';

/** The body of a create call as a document has it. */
export interface DocumentCreate {
  readonly interface: InterfaceName;
  readonly kind: string;
  /** Null in v3. */
  readonly family: FamilyName | null;
  readonly body: DocumentBody;
}

/** The create calls of a document that the interface has too; a path that is there twice counts once, the shortest. */
export function createsIn(
  root: Node,
  kinds: Readonly<Record<InterfaceName, readonly KindSpec[]>>,
): DocumentCreate[] {
  const base = basePath(root);
  const found = new Map<string, DocumentCreate>();
  const paths = objectAt(root.paths) ?? {};
  for (const path of Object.keys(paths).sort((one, other) => one.length - other.length)) {
    const post = objectAt(objectAt(paths[path])?.post);
    const target = post && targetOf(path, base, kinds);
    if (!target) continue;
    const body = bodyOf(schemaOf(post, root), root);
    const key = `${target.interface} ${target.kind} ${target.family}`;
    if (body && !found.has(key)) found.set(key, { ...target, body });
  }
  return [...found.values()];
}

/** The paths that a document takes posts on, for whoever wonders why none was found. */
export function postPaths(root: Node): string[] {
  const paths = objectAt(root.paths) ?? {};
  return Object.keys(paths).filter((path) => objectAt(objectAt(paths[path])?.post) !== undefined);
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

/** The path that stands before all others: of the first server, or Swagger's `basePath`. */
function basePath(root: Node): string {
  if (typeof root.basePath === 'string') return root.basePath;
  const [server] = Array.isArray(root.servers) ? (root.servers as unknown[]) : [];
  const url = objectAt(server)?.url;
  if (typeof url !== 'string') return '';
  return URL.parse(url)?.pathname ?? (url.startsWith('/') ? url : '');
}

/** The schema of what a call is sent: JSON, in the manner of OpenAPI 3 or of Swagger 2. */
function schemaOf(call: Node, root: Node): unknown {
  const content = objectAt(objectAt(call.requestBody, root)?.content);
  if (content) {
    const type = Object.keys(content).find((name) => /^application\/([\w.-]+\+)?json\b/i.test(name));
    return objectAt(content[type ?? '*/*'])?.schema;
  }
  const parameters = Array.isArray(call.parameters) ? (call.parameters as unknown[]) : [];
  return parameters
    .map((parameter) => objectAt(parameter, root))
    .find((parameter) => parameter?.in === 'body')?.schema;
}

function objectAt(value: unknown, root?: Node): Node | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { $ref } = value as Node;
  return root && typeof $ref === 'string' ? objectAt(pointed(root, $ref)) : (value as Node);
}
