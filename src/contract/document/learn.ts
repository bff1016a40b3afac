import { isDeepStrictEqual } from 'node:util';
import { type AddedField, type Completion, type FieldChange, noCompletion } from '../completion.ts';
import { pathInInterface } from '../completion-apply.ts';
import type { Contract } from '../completion-diff.ts';
import { FAMILIES, FAMILY_NAMES, type FamilyName, familyOf, type ProjectTypes } from '../family.ts';
import type { Field } from '../field.ts';
import { isKeyField, keyChange } from '../key-fields.ts';
import type { KindSpec } from '../kind.ts';
import type { DocumentCreate } from './creates.ts';
import { type Found, foundIn, keptRequired, requiredIn } from './families.ts';
import type { DocumentBody } from './leaves.ts';
import { ListUnion } from './list-union.ts';
import { keyNote, untakenNotes } from './notes.ts';
import { renames } from './renames.ts';
import type { Shape } from './shape.ts';
import { fitted, newValue } from './values.ts';

export interface LearnOptions {
  /** Lists only gain values. Otherwise a list of the document replaces ours. */
  readonly addOnly: boolean;
  /** Fields that the document does not have are removed. */
  readonly replace: boolean;
  /** Project types that the configuration gives to families. */
  readonly projectTypes?: ProjectTypes;
}

/** How the contract differs in a document. */
export interface Learned {
  readonly completion: Completion;
  /** For people: what was not taken, and why; a sentence each. */
  readonly notes: readonly string[];
}

/** The contracts that a document is compared with. */
export interface LearnBase {
  /** The contract in force with its hints, including fields that earlier documents removed. */
  readonly force: Contract;
  /** The contract of the interface itself. */
  readonly shown: Contract;
  /** The completion of the one to the other. */
  readonly before: Completion;
}

/** Compares the create calls of a document with the contract in force. */
export function learn(
  creates: readonly DocumentCreate[],
  { force, shown, before }: LearnBase,
  options: LearnOptions,
): Learned {
  const completion = noCompletion();
  const notes: string[] = [];
  for (const name of ['v2', 'v3'] as const) {
    const lists = new ListUnion(force[name]);
    for (const kind of force[name]) {
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
  return { completion, notes: [...notes, ...strangeTypes(creates, [options.projectTypes ?? {}, known])] };
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
  /** Receives what was not taken. */
  readonly notes: string[];
}

function kindDifference(comparison: Comparison): KindDifference {
  const { kind, own, options, notes } = comparison;
  const leaves = foundIn(own);
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
      notes.push(`${kind.name}: ${path} is in the document, but trace does not send it.`);
    } else if (field && isBuiltIn(comparison, field)) {
      const change = fieldChange(comparison, field, path, leaf);
      if (Object.keys(change).length > 0) difference.fields[pathInInterface(field)] = change;
    } else {
      const added = newField(comparison, path, leaf, leaves);
      if (added) difference.added[path] = added;
    }
  }
  const left = missing.filter((field) => !renamed.has(field) && isBuiltIn(comparison, field));
  Object.assign(difference.fields, removals(comparison, left, unknown, closed));
  if (closed && kind.openBody) difference.open = false;
  notes.push(...untakenNotes(kind, own, leaves));
  return difference;
}

const isBuiltIn = ({ builtIn }: Comparison, field: Field): boolean =>
  builtIn.fields.some(({ path }) => path === pathInInterface(field));

/** The name of the list that an enum of a field makes. */
const listName = (kind: KindSpec, path: string): string => `${kind.name}.${path.replaceAll('[]', '')}`;

/** How the document changes a field that the interface shows. */
function fieldChange(
  { kind, removed, lists, notes }: Comparison,
  field: Field,
  path: string,
  leaf: Found,
): FieldChange {
  const required = requiredIn(leaf, field.required);
  const value = fitted(field.value, leaf.shape, lists, listName(kind, pathInInterface(field)));
  const fits = value !== null && !(path.endsWith('[]') && value.value.type === 'open');
  const isChanged = fits && (value.changes || kind.openBody === true);
  const change: FieldChange = {
    ...(path !== field.path && { path }),
    ...(isChanged && { value: value.value }),
    ...(!isDeepStrictEqual(required, keptRequired(field.required)) && { required }),
    ...(field.shown === false && { shown: true }),
    ...(removed.has(pathInInterface(field)) && { removed: false }),
  };
  const allowed = isKeyField(kind, field) ? keyChange(field, change) : change;
  if (!isDeepStrictEqual(allowed, change)) notes.push(keyNote(kind, field, change, allowed));
  return allowed;
}

/** A field that only the document has; undefined where no column can have its values. */
function newField(
  { kind, lists, notes }: Comparison,
  path: string,
  leaf: Found,
  leaves: ReadonlyMap<string, Found>,
): AddedField | undefined {
  const isSingle = SINGLE.has(leaf.shape.type);
  // A part of an object of ours that the document does not describe.
  const isWithin = kind.fields.some((one) => isBelow(one.path, path) && !leaves.has(one.path));
  if (isWithin && !isSingle) return undefined;
  if (path.endsWith('[]') && !isSingle) {
    notes.push(`${kind.name}: ignored, no column can have it: ${path}.`);
    return undefined;
  }
  const { value } = newValue(leaf.shape, lists, listName(kind, path));
  return { value, required: requiredIn(leaf, undefined), note: noteOf(leaf.shape, path) };
}

/** The fields that a document with closed bodies removes. The others are kept, with a note. */
function removals(
  { kind, removed, notes }: Comparison,
  left: readonly Field[],
  unknown: readonly string[],
  closed: boolean,
): Record<string, FieldChange> {
  const changes: Record<string, FieldChange> = {};
  const kept: string[] = [];
  for (const field of left) {
    const { path } = field;
    if (removed.has(pathInInterface(field))) continue;
    const replaced = field.value.type === 'open' && unknown.some((other) => isBelow(other, path));
    const isNeeded = path === 'projectType' || path === kind.batchField || kind.key.includes(path);
    if ((closed || replaced) && !isNeeded) changes[pathInInterface(field)] = { removed: true };
    else kept.push(path);
  }
  if (kept.length > 0)
    notes.push(`${kind.name}: not in the document, and kept: ${kept.join(', ')} (--replace removes them).`);
  return changes;
}

/** The types that the items of a list can have. */
const SINGLE: ReadonlySet<Shape['type']> = new Set(['string', 'number', 'boolean']);

const isBelow = (path: string, around: string): boolean =>
  path.startsWith(`${around}.`) || path.startsWith(`${around}[].`);

function noteOf({ description }: Shape, path: string): string {
  const [line = ''] = (description ?? '').trim().split(/\r?\n/);
  return line === ''
    ? `${path}, as the OpenAPI document has it.`
    : line.replace(/\p{Cc}/gu, ' ').slice(0, 300);
}

/** The project type of a family, where the document allows exactly one and the interface has another or none. */
function projectTypeIn(family: FamilyName | null, { leaves }: DocumentBody): ProjectTypes {
  const values = leaves.get('projectType')?.shape.values;
  const [only] = values ?? [];
  if (family === null || values?.length !== 1 || typeof only !== 'string' || only === '') return {};
  return FAMILIES[family].projectType === only ? {} : { [family]: only };
}

/** Project types of no family: the address of their calls is not known, so that no contract can have them. */
function strangeTypes(creates: readonly DocumentCreate[], known: readonly ProjectTypes[]): string[] {
  const types = creates.flatMap(({ family, body }) =>
    family === null ? [] : (body.leaves.get('projectType')?.shape.values ?? []),
  );
  const strange = [...new Set(types)].filter(
    (type) => typeof type === 'string' && known.every((one) => familyOf(type, one) === undefined),
  );
  if (strange.length === 0) return [];
  const more = strange.length > 10 ? `, and ${strange.length - 10} more` : '';
  return [
    `projectType: not taken, no family is called so: ${strange.slice(0, 10).join(', ')}${more}. The families are ${FAMILY_NAMES.join(', ')}; where it is what the service calls one of them, write families.<NAME>.projectType into trace.config.yaml.`,
  ];
}
