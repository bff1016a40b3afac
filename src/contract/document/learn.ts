import { isDeepStrictEqual } from 'node:util';
import { say } from '../../say.ts';
import { type AddedField, type Completion, type FieldChange, noCompletion } from '../completion.ts';
import { pathInInterface } from '../completion-apply.ts';
import type { Contract } from '../completion-diff.ts';
import { FAMILIES, FAMILY_NAMES, type FamilyName, familyOf, type ProjectTypes } from '../family.ts';
import type { Field } from '../field.ts';
import { isKeyField, keyChange } from '../key-fields.ts';
import type { KindSpec } from '../kind.ts';
import type { DocumentCreate } from './creates.ts';
import { keptRequired, type MergedLeaf, mergeLeaves, requiredIn } from './families.ts';
import type { DocumentBody } from './leaves.ts';
import { ListUnion } from './list-union.ts';
import { firstNames, ignoredNotes, keyNote } from './notes.ts';
import { type ResolvedSchema, SINGLE_TYPES } from './shape.ts';
import { adjustedValue, newValue } from './values.ts';

export interface LearnOptions {
  /** Only add values to known lists. If false, the lists of the document replace the known ones. */
  readonly addOnly: boolean;
  /** Remove fields that are not in the document. */
  readonly replace: boolean;
  /** The configured project types of families. */
  readonly projectTypes?: ProjectTypes;
}

/** How a document changes the contract. */
export interface DocumentDifference {
  readonly completion: Completion;
  /** Messages: a sentence for each part of the document that was ignored, with the reason. */
  readonly notes: readonly string[];
}

/** The contracts that a document is compared with. */
export interface LearnBase {
  /** The contract of the environment with its hints, including fields that earlier documents removed. */
  readonly current: Contract;
  /** The contract of the interface. */
  readonly builtIn: Contract;
  /** The completion that turns `builtIn` into `current`. */
  readonly completion: Completion;
}

/** Compares the create calls of a document with the contract of an environment. */
export function learn(
  creates: readonly DocumentCreate[],
  { current, builtIn: shown, completion: before }: LearnBase,
  options: LearnOptions,
): DocumentDifference {
  const completion = noCompletion();
  const notes: string[] = [];
  for (const name of ['v2', 'v3'] as const) {
    const lists = new ListUnion(current[name]);
    for (const kind of current[name]) {
      const own = creates.filter((create) => create.interface === name && create.kind === kind.name);
      const builtIn = shown[name].find((one) => one.name === kind.name);
      if (own.length === 0 || !builtIn) continue;
      const changes = Object.entries(before[name].kinds[kind.name]?.fields ?? {});
      const removed = new Set(changes.flatMap(([path, change]) => (change.removed ? [path] : [])));
      const difference = kindDifference({ kind, builtIn, removed, own, lists, options, notes });
      if (!isEmpty(difference)) completion[name].kinds[kind.name] = difference;
      for (const { family, body } of own) Object.assign(completion.projectTypes, projectTypeIn(family, body));
    }
    Object.assign(completion[name].lists, lists.changes(options.addOnly));
  }
  const known = { ...before.projectTypes, ...completion.projectTypes };
  return { completion, notes: [...notes, ...unknownTypeNotes(creates, [options.projectTypes ?? {}, known])] };
}

type KindDifference = Completion['v2']['kinds'][string];

const isEmpty = ({ fields, added, open }: KindDifference): boolean =>
  Object.keys(fields).length + Object.keys(added).length === 0 && open === undefined;

/** A kind of the contract and the create calls of a document for it. */
interface Comparison {
  readonly kind: KindSpec;
  readonly builtIn: KindSpec;
  /** Fields that an earlier document removed. */
  readonly removed: ReadonlySet<string>;
  readonly own: readonly DocumentCreate[];
  readonly lists: ListUnion;
  readonly options: LearnOptions;
  /** Receives a sentence for each part that was ignored. */
  readonly notes: string[];
}

function kindDifference(comparison: Comparison): KindDifference {
  const { kind, own, options, notes } = comparison;
  const leaves = mergeLeaves(own);
  const closed = options.replace || own.every(({ body }) => body.closed);
  const known = new Map(kind.fields.map((field) => [field.path, field]));
  const missing = kind.fields.filter(({ path, local }) => !leaves.has(path) && !local);
  const unknown = [...leaves.keys()].filter((path) => !known.has(path));
  const renamed = renames(
    missing.filter(({ path }) => path !== 'projectType'),
    unknown,
  );
  const fieldAt = new Map([...known, ...[...renamed].map(([field, path]) => [path, field] as const)]);
  const difference: KindDifference = { fields: {}, added: {} };
  for (const [path, leaf] of leaves) {
    if (path === 'projectType') continue;
    const field = fieldAt.get(path);
    if (field?.local) {
      notes.push(say().documents.local({ kind: kind.name, path }));
    } else if (field && isBuiltIn(comparison, field)) {
      const change = fieldChange(comparison, field, path, leaf);
      if (Object.keys(change).length > 0) difference.fields[pathInInterface(field)] = change;
    } else {
      const added = newField(comparison, path, leaf, leaves);
      if (added) difference.added[path] = added;
    }
  }
  const absent = missing.filter((field) => !renamed.has(field) && isBuiltIn(comparison, field));
  Object.assign(difference.fields, removals(comparison, absent, unknown, closed));
  if (closed && kind.openBody) difference.open = false;
  notes.push(...ignoredNotes(kind, own, leaves));
  return difference;
}

const isBuiltIn = ({ builtIn }: Comparison, field: Field): boolean =>
  builtIn.fields.some(({ path }) => path === pathInInterface(field));

/** The name of the list to create for the enum of a field. */
const listName = (kind: KindSpec, path: string): string => `${kind.name}.${path.replaceAll('[]', '')}`;

/** How the document changes a field of the interface. */
function fieldChange(
  { kind, removed, lists, notes }: Comparison,
  field: Field,
  path: string,
  leaf: MergedLeaf,
): FieldChange {
  const required = requiredIn(leaf, field.required);
  const value = adjustedValue(field.value, leaf.shape, lists, listName(kind, pathInInterface(field)));
  const fits = value !== null && !(path.endsWith('[]') && value.value.type === 'open');
  const isChanged = fits && (value.changes || kind.openBody === true);
  const change: FieldChange = {
    ...(path !== field.path && { path }),
    ...(isChanged && { value: value.value }),
    ...(!isDeepStrictEqual(required, keptRequired(field.required)) && { required }),
    ...(field.documented === false && { shown: true }),
    ...(removed.has(pathInInterface(field)) && { removed: false }),
  };
  const allowed = isKeyField(kind, field) ? keyChange(field, change) : change;
  if (!isDeepStrictEqual(allowed, change)) notes.push(keyNote(kind, field, change, allowed));
  return allowed;
}

/** A field that is only in the document; undefined if no column can contain its values. */
function newField(
  { kind, lists, notes }: Comparison,
  path: string,
  leaf: MergedLeaf,
  leaves: ReadonlyMap<string, MergedLeaf>,
): AddedField | undefined {
  const isSingle = SINGLE_TYPES.has(leaf.shape.type);
  // The contract has a single field in place of the object that contains this field.
  const isWithin = kind.fields.some((one) => isBelow(one.path, path) && !leaves.has(one.path));
  if (isWithin && !isSingle) return undefined;
  if (path.endsWith('[]') && !isSingle) {
    notes.push(say().documents.ignored({ kind: kind.name, paths: path }));
    return undefined;
  }
  const { value } = newValue(leaf.shape, lists, listName(kind, path));
  return { value, required: requiredIn(leaf, undefined), note: noteOf(leaf.shape, path) };
}

/**
 * The fields to remove because a document with closed bodies does not have them. All other missing fields are kept,
 * with a note.
 */
function removals(
  { kind, removed, notes }: Comparison,
  absent: readonly Field[],
  unknown: readonly string[],
  closed: boolean,
): Record<string, FieldChange> {
  const changes: Record<string, FieldChange> = {};
  const kept: string[] = [];
  for (const field of absent) {
    const { path } = field;
    if (removed.has(pathInInterface(field))) continue;
    const replaced = field.value.type === 'open' && unknown.some((other) => isBelow(other, path));
    const isNeeded = path === 'projectType' || path === kind.batchField || kind.key.includes(path);
    if ((closed || replaced) && !isNeeded) changes[pathInInterface(field)] = { removed: true };
    else kept.push(path);
  }
  if (kept.length > 0) notes.push(say().documents.kept({ kind: kind.name, paths: kept.join(', ') }));
  return changes;
}

const isBelow = (path: string, around: string): boolean =>
  path.startsWith(`${around}.`) || path.startsWith(`${around}[].`);

/**
 * For fields that the document spells differently, their paths there: `ownerId` or `owner_id[]` for `owner_id`. Only
 * case, underscores, punctuation and brackets may differ, and exactly one unknown path may match.
 */
function renames(missing: readonly Field[], unknown: readonly string[]): Map<Field, string> {
  const found = new Map<Field, string>();
  const free = new Set(unknown);
  for (const field of missing) {
    const same = [...free].filter((path) => letters(path) === letters(field.path));
    if (same.length !== 1) continue;
    found.set(field, same[0]!);
    free.delete(same[0]!);
  }
  return found;
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function noteOf({ description }: ResolvedSchema, path: string): string {
  const [line = ''] = (description ?? '').trim().split(/\r?\n/);
  return line === '' ? `${path}, from the OpenAPI document.` : line.replace(/\p{Cc}/gu, ' ').slice(0, 300);
}

/**
 * The project type of a family, if the document allows exactly one and the interface has no project type or a different
 * one.
 */
function projectTypeIn(family: FamilyName | null, { leaves }: DocumentBody): ProjectTypes {
  const values = leaves.get('projectType')?.shape.values;
  const [only] = values ?? [];
  if (family === null || values?.length !== 1 || typeof only !== 'string' || only === '') return {};
  return FAMILIES[family].projectType === only ? {} : { [family]: only };
}

/** A note about project types that belong to no family: trace does not know the paths of their calls. */
function unknownTypeNotes(creates: readonly DocumentCreate[], known: readonly ProjectTypes[]): string[] {
  const types = creates.flatMap(({ family, body }) =>
    family === null ? [] : (body.leaves.get('projectType')?.shape.values ?? []),
  );
  const unknown = [...new Set(types)].filter(
    (type) => typeof type === 'string' && known.every((one) => familyOf(type, one) === undefined),
  );
  if (unknown.length === 0) return [];
  return [
    say().documents.projectTypes({
      names: firstNames(unknown.map(String)),
      families: FAMILY_NAMES.join(', '),
      setting: `families.<${say().placeholders.name()}>.projectType`,
    }),
  ];
}
