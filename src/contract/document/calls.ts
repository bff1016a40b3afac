import { say } from '../../say.ts';
import { isUpdatable, type UpdatePaths } from '../kind.ts';
import { kindsOf, updatableKinds } from '../registry.ts';
import { QUERY_PARAMETERS } from '../v3/brand-product-query.ts';
import { v3ReadPaths } from '../v3/read-paths.ts';
import { type ConfiguredPaths, isUpdatePath, updatePathsOf } from '../v3/update-paths.ts';
import { type JsonNode, listIn, nodeAt } from './node.ts';
import { firstNames } from './notes.ts';
import { shapeOf } from './shape.ts';

/** What a document says about calls other than creates. */
export interface OtherCalls {
  /** Update paths that differ from those of the interface. */
  readonly updatePaths: ConfiguredPaths;
  /** A sentence for each part of the document that was ignored. */
  readonly notes: readonly string[];
}

/** Reads the updates and the lists of v3 from a document. */
export function otherCalls(root: JsonNode): OtherCalls {
  const updates = updatesIn(root);
  return { updatePaths: updates.updatePaths, notes: [...updates.notes, ...listNotes(root)] };
}

function updatesIn(root: JsonNode): OtherCalls {
  const found: Record<string, { -readonly [by in keyof UpdatePaths]?: string }> = {};
  const ignored: string[] = [];
  for (const [path, item] of pathsIn(root)) {
    if (nodeAt(item.patch, root) === undefined) continue;
    const kind = kindsOf('v3').find(({ plural }) => path === `/${plural}` || path.startsWith(`/${plural}/`));
    if (!kind) continue;
    const { name } = kind;
    const [parameter, ...others] = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, inner]) => inner!);
    const by = /unique/i.test(parameter ?? '') ? 'byUniqueIdentifier' : 'byId';
    const placeholder = by === 'byId' ? '{id}' : '{uniqueIdentifier}';
    const updatePath = path.replace(`{${parameter}}`, placeholder);
    if (
      !isUpdatable(kind) ||
      parameter === undefined ||
      others.length > 0 ||
      !isUpdatePath(updatePath, placeholder)
    )
      ignored.push(path);
    else if (found[name]?.[by] !== undefined && found[name]?.[by] !== updatePath) ignored.push(path);
    else found[name] = { ...found[name], [by]: updatePath };
  }
  const updatePaths = Object.fromEntries(
    updatableKinds().flatMap((kind) => {
      const shown = updatePathsOf(kind);
      const other = Object.entries(found[kind.name] ?? {}).filter(
        ([by, path]) => path !== shown[by as keyof UpdatePaths],
      );
      return other.length === 0 ? [] : [[kind.name, Object.fromEntries(other)]];
    }),
  );
  const notes = ignored.length === 0 ? [] : [say().documents.pathsIgnored({ paths: shortList(ignored) })];
  return { updatePaths, notes };
}

/** How the queries of the v3 lists in a document differ from those that trace sends. */
function listNotes(root: JsonNode): string[] {
  const lists: readonly string[] = [v3ReadPaths.brandProducts, v3ReadPaths.declaredFecs];
  return [...pathsIn(root)].flatMap(([path, item]) => {
    const get = nodeAt(item.get, root);
    if (!get || !lists.includes(path)) return [];
    const given = [...listIn(item.parameters), ...listIn(get.parameters)].flatMap((one) => {
      const parameter = nodeAt(one, root);
      return parameter?.in === 'query' && typeof parameter.name === 'string' ? [parameter] : [];
    });
    return queryNotes(path, given, root);
  });
}

function queryNotes(path: string, given: readonly JsonNode[], root: JsonNode): string[] {
  const notes: string[] = [];
  const unknown: string[] = [];
  for (const parameter of given) {
    const name = String(parameter.name).replace(/\[.*$/, '');
    const known = QUERY_PARAMETERS.find((one) => one.name === name);
    if (!known) {
      unknown.push(name);
      continue;
    }
    const values = valuesOf(parameter, root);
    if (values.length === 0) continue;
    const ours = known.value.type === 'choice' ? known.value.values : [];
    const more = values.filter((value) => !ours.includes(value));
    const less = ours.filter((value) => !values.includes(value));
    const { valuesMore, valuesMoreWarned, valuesLess } = say().documents;
    const moreText = name === 'sortBy' ? valuesMoreWarned : valuesMore;
    if (more.length > 0) notes.push(moreText({ path, parameter: name, values: shortList(more) }));
    if (less.length > 0) notes.push(valuesLess({ path, parameter: name, values: shortList(less) }));
  }
  if (unknown.length > 0)
    notes.push(say().documents.parametersIgnored({ path, names: shortList([...new Set(unknown)]) }));
  return notes;
}

/** The enum of a parameter, or of the items of a list parameter, in OpenAPI 3 or Swagger 2. */
function valuesOf(parameter: JsonNode, root: JsonNode): string[] {
  const shape = shapeOf(parameter.schema ?? parameter, root);
  const items = shape?.type === 'array' ? shapeOf(shape.items, root) : shape;
  return (items?.values ?? []).filter((value): value is string => typeof value === 'string');
}

/** The paths of a document and their calls. The prefix `/v3` and a slash at the end are removed. */
function* pathsIn(root: JsonNode): Iterable<readonly [path: string, item: JsonNode]> {
  for (const [path, item] of Object.entries(nodeAt(root.paths, root) ?? {})) {
    const found = nodeAt(item, root);
    if (found) yield [path.replace(/^\/v3(?=\/)/, '').replace(/(?<=.)\/$/, ''), found];
  }
}

const MAX_NAMED = 20;

const shortList = (names: readonly string[]): string => firstNames(names, MAX_NAMED);
