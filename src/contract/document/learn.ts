import { isDeepStrictEqual } from 'node:util';
import { type Completion, type FieldChange, noCompletion } from '../completion.ts';
import { shownPath } from '../completion-apply.ts';
import type { Contract } from '../completion-diff.ts';
import { FAMILIES, FAMILY_NAMES, familyOf, type ProjectTypes } from '../family.ts';
import type { Field } from '../field.ts';
import { isKeyField, keyChange } from '../key-fields.ts';
import type { InterfaceName, KindSpec } from '../kind.ts';
import type { DocumentCreate } from './creates.ts';
import { foundIn, keptRequired, requiredIn } from './families.ts';
import type { DocumentBody } from './leaves.ts';
import { ListUnion } from './list-union.ts';
import { renames } from './renames.ts';
import type { Shape } from './shape.ts';
import { fitted, newValue } from './values.ts';

export interface LearnOptions {
  /** Lists only gain; without it a list of a document is the whole list. */
  readonly addOnly: boolean;
  /** What the document does not have, the service does not have. */
  readonly replace: boolean;
  /** Project types that the configuration gives to families. */
  readonly projectTypes?: ProjectTypes;
}

/** What a document says that the contract does not. */
export interface Learned {
  readonly completion: Completion;
  /** For people: what was not taken, and why. A sentence each. */
  readonly notes: readonly string[];
}

/** What a document is compared with. */
export interface LearnBase {
  /** The contract in force with its hints, in which fields that were taken away stand too. */
  readonly force: Contract;
  /** The contract of the interface itself. */
  readonly shown: Contract;
  /** What made the one of the other. */
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
      learnKind(completion, { name, kind, builtIn, removed, own, lists, options, notes });
    }
    Object.assign(completion[name].lists, lists.changes(options.addOnly));
  }
  const told = { ...before.projectTypes, ...completion.projectTypes };
  return { completion, notes: [...notes, ...strangeTypes(creates, [options.projectTypes ?? {}, told])] };
}

interface KindLesson {
  readonly name: InterfaceName;
  readonly kind: KindSpec;
  readonly builtIn: KindSpec;
  /** Fields that were taken away before. */
  readonly removed: ReadonlySet<string>;
  readonly own: readonly DocumentCreate[];
  readonly lists: ListUnion;
  readonly options: LearnOptions;
  readonly notes: string[];
}

function learnKind(completion: Completion, lesson: KindLesson): void {
  const { name, kind, builtIn, removed, own, lists, options, notes } = lesson;
  const leaves = foundIn(own);
  const closed = options.replace || own.every(({ body }) => body.closed);
  const known = new Map(kind.fields.map((field) => [field.path, field]));
  const builtInPaths = new Set(builtIn.fields.map(({ path }) => path));
  const missing = kind.fields.filter(({ path, local }) => !leaves.has(path) && !local);
  const unknown = [...leaves].filter(([path]) => !known.has(path));
  const moved = renames(
    missing.filter(({ path }) => path !== 'projectType'),
    unknown.map(([path, { shape }]) => ({ path, shape })),
  );
  const kept: Completion['v2']['kinds'][string] = { fields: {}, added: {} };
  const absent: string[] = [];
  for (const [path, leaf] of leaves) {
    if (path === 'projectType') tellProjectTypes(completion, own);
    const field = known.get(path) ?? [...moved].find(([, to]) => to === path)?.[0];
    if (path === 'projectType') continue;
    if (field?.local) {
      notes.push(`${kind.name}: ${path} is in the document; trace keeps it to itself and does not send it.`);
    } else if (!field || !builtInPaths.has(shownPath(field))) {
      // A part of an object of ours that the document does not look into.
      const isWithin = kind.fields.some((one) => isBelow(one.path, path) && !leaves.has(one.path));
      if (isWithin && !SINGLE.has(leaf.shape.type)) continue;
      if (path.endsWith('[]') && !SINGLE.has(leaf.shape.type)) {
        notes.push(`${kind.name}: not taken, no column can hold it: ${path}.`);
        continue;
      }
      kept.added[path] = {
        ...newValue(leaf.shape, lists, `${kind.name}.${path.replaceAll('[]', '')}`),
        required: requiredIn(leaf, undefined),
        note: noteOf(leaf.shape, path),
      };
    } else {
      const required = requiredIn(leaf, field.required);
      const value = fitted(
        field.value,
        leaf.shape,
        lists,
        `${kind.name}.${shownPath(field).replaceAll('[]', '')}`,
      );
      const fits = value !== null && !(path.endsWith('[]') && value.value.type === 'open');
      const isChanged = fits && (value.changes || kind.openBody === true);
      const change: FieldChange = {
        ...(path !== field.path && { path }),
        ...(isChanged && { value: value.value }),
        ...(!isDeepStrictEqual(required, keptRequired(field.required)) && { required }),
        ...(field.shown === false && { shown: true }),
        ...(removed.has(shownPath(field)) && { removed: false }),
      };
      const allowed = isKeyField(kind, field) ? keyChange(field, change) : change;
      if (!isDeepStrictEqual(allowed, change)) notes.push(keyNote(kind, field, change, allowed));
      if (Object.keys(allowed).length > 0) kept.fields[shownPath(field)] = allowed;
    }
  }
  for (const field of missing) {
    if (moved.has(field)) continue;
    const { path } = field;
    const shownAt = shownPath(field);
    const replaced = field.value.type === 'open' && unknown.some(([other]) => isBelow(other, path));
    const isNeeded = path === 'projectType' || path === kind.batchField || kind.key.includes(path);
    if (!builtInPaths.has(shownAt)) continue;
    if (removed.has(shownAt)) continue;
    if ((closed || replaced) && !isNeeded) kept.fields[shownAt] = { removed: true };
    else absent.push(path);
  }
  if (closed && kind.openBody) kept.open = false;
  if (absent.length > 0)
    notes.push(
      `${kind.name}: not in the document, and kept: ${absent.join(', ')} (--replace takes them away).`,
    );
  const left = [...new Set(own.flatMap(({ body }) => body.left))];
  if (left.length > 0)
    notes.push(`${kind.name}: not taken, no column can hold it: ${left.slice(0, 10).join(', ')}.`);
  const patterns = [...leaves].filter(
    ([, { shape }]) => shape.pattern && !/^\^(\\d|\[0-9\])\{\d+\}\$$/.test(shape.pattern),
  );
  if (patterns.length > 0)
    notes.push(
      `${kind.name}: patterns are left to the service: ${patterns.map(([path]) => path).join(', ')}.`,
    );
  const moments = [...leaves].filter(([, { shape }]) => shape.format === 'date-time').map(([path]) => path);
  const days = kind.fields.filter(({ path, value }) => value.type === 'date' && moments.includes(path));
  if (moments.length > 0)
    notes.push(
      `${kind.name}: the format date-time is not taken: ${moments.join(', ')}.${
        days.length > 0 ? ' Cells are sent as days, YYYY-MM-DD.' : ''
      }`,
    );
  notes.push(
    ...unenforcedNotes(
      kind,
      own.map(({ body }) => body),
    ),
  );
  if (Object.keys(kept.fields).length + Object.keys(kept.added).length > 0 || kept.open !== undefined)
    completion[name].kinds[kind.name] = kept;
}

/** What the document demands and nothing enforces here: a sentence for each keyword. */
function unenforcedNotes(kind: KindSpec, bodies: readonly DocumentBody[]): string[] {
  const keywords = new Set(bodies.flatMap(({ unenforced }) => [...unenforced.keys()]));
  return [...keywords].map((keyword) => {
    const paths = [...new Set(bodies.flatMap(({ unenforced }) => unenforced.get(keyword) ?? []))];
    const more = paths.length > 10 ? `, and ${paths.length - 10} more` : '';
    return `${kind.name}: ${keyword} is not taken, the service checks it: ${paths.slice(0, 10).join(', ')}${more}.`;
  });
}

/** Why a field of a key is not as the document has it. */
function keyNote(kind: KindSpec, { path }: Field, change: FieldChange, allowed: FieldChange): string {
  const said = [
    change.path !== allowed.path && `called ${change.path}`,
    change.value !== allowed.value && `no text (${change.value?.type})`,
    change.required !== allowed.required && 'not required',
  ].filter((part) => part !== false);
  return `${kind.name}: ${path} is ${said.join(' and ')} in the document. Records are recognised by it: it stays a ${
    change.required === allowed.required ? 'text' : 'required text'
  }.`;
}

/** What the items of a list can be. */
const SINGLE: ReadonlySet<Shape['type']> = new Set(['string', 'number', 'boolean']);

const isBelow = (path: string, around: string): boolean =>
  path.startsWith(`${around}.`) || path.startsWith(`${around}[].`);

function noteOf({ description }: Shape, path: string): string {
  const [line = ''] = (description ?? '').trim().split(/\r?\n/);
  return line === ''
    ? `${path}, as the OpenAPI document has it.`
    : line.replace(/\p{Cc}/gu, ' ').slice(0, 300);
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

function tellProjectTypes({ projectTypes }: Completion, own: readonly DocumentCreate[]): void {
  for (const { family, body } of own) {
    const said = body.leaves.get('projectType')?.shape.values;
    const [only] = said ?? [];
    if (family === null || said?.length !== 1 || typeof only !== 'string' || only === '') continue;
    if (FAMILIES[family].projectType !== only) projectTypes[family] = only;
  }
}
