import type {
  AddedField,
  FieldChange,
  InterfaceCompletion,
  StoredRequired,
  StoredValue,
} from './completion.ts';
import { columnPath, type Field, lastName, pathSteps, type Value } from './field.ts';
import { isKeyField, keyChange } from './key-fields.ts';
import type { CollectionRules, IdentifierRule, KindSpec, Reference } from './kind.ts';
import { type ClosedList, knownValues, listsByName } from './list.ts';

/**
 * The kind without what the interface does not document: fields (unless a reference needs them), lengths, numbers of
 * digits, bounds, lists and totals. Columns for these fields then count as unknown. Fields with a path in `confirmed`
 * stay, because the contract of the environment contains them.
 */
export function withoutHints(kind: KindSpec, confirmed: ReadonlySet<string> = new Set()): KindSpec {
  if (!kind.openBody) return kind;
  const needed = new Set(kind.references.flatMap(({ fields, fills }) => [...fields, fills]));
  const { totals, ...rest } = kind;
  const isKept = (path: string) => needed.has(path) || confirmed.has(path);
  return {
    ...rest,
    fields: kind.fields
      .filter(({ documented, local, path }) => documented !== false || local || isKept(path))
      .map((field): Field => ({ ...field, value: withoutUndocumented(field.value) })),
  };
}

function withoutUndocumented(value: Value): Value {
  switch (value.type) {
    case 'text':
    case 'choice':
      return { type: 'text' };
    case 'reference':
      return { type: 'reference' };
    case 'number':
      return value.unit === undefined ? { type: 'number' } : { type: 'number', unit: value.unit };
    default:
      return value;
  }
}

export interface ApplyOptions {
  /** Use names, lengths and lists that the interface does not document. */
  readonly hints: boolean;
  /** Include removed fields, because a later document may contain them again. */
  readonly restore?: boolean;
}

/** The path of a field in the interface, by which a completion refers to it. */
export const pathInInterface = ({ interfacePath, path }: Field): string => interfacePath ?? path;

/** Applies a completion to the kinds of an interface. Keys, references and rules use the new names of renamed fields. */
export function completeKinds(
  kinds: readonly KindSpec[],
  completion: InterfaceCompletion,
  { hints, restore = false }: ApplyOptions,
): readonly KindSpec[] {
  const isPlain = Object.keys(completion.lists).length + Object.keys(completion.kinds).length === 0;
  if (isPlain && hints) return kinds;
  const choiceOf = choices(kinds, completion);
  const changesOf = new Map(kinds.map((kind) => [kind.name, fieldChanges(kind, completion)]));
  const renamed = new Map(kinds.map(({ name }) => [name, renamesOf(changesOf.get(name)!)]));
  return kinds.map((kind) => {
    const own = completion.kinds[kind.name];
    const changes = changesOf.get(kind.name)!;
    const confirmed = new Set([...changes].flatMap(([path, { shown }]) => (shown ? [path] : [])));
    const base = hints ? kind : withoutHints(kind, confirmed);
    const removed = new Set<string>();
    const fields = base.fields.flatMap((field) => {
      const change = changes.get(field.path);
      if (change?.removed && !restore) {
        removed.add(field.path);
        return [];
      }
      return [withRenamedDate(changedField(field, change, choiceOf), renamed.get(kind.name)!)];
    });
    for (const [path, field] of Object.entries(own?.added ?? {}))
      insert(fields, addedField(path, field, choiceOf));
    const { openBody, ...rest } = base;
    const open = own?.open ?? openBody;
    return { ...renamedKind(rest, removed, renamed), fields, ...(open && { openBody: true as const }) };
  });
}

/** The changes to the fields of a kind, by their paths in the interface. */
function fieldChanges(kind: KindSpec, { kinds }: InterfaceCompletion): ReadonlyMap<string, FieldChange> {
  const changes = new Map(Object.entries(kinds[kind.name]?.fields ?? {}));
  for (const field of kind.fields) {
    const change = changes.get(field.path);
    if (change && isKeyField(kind, field)) changes.set(field.path, keyChange(field, change));
  }
  return changes;
}

/** A choice from the list with that name, or a text if there is no such list. */
type ChoiceOf = (list: string) => Value;

/**
 * Returns a function that gives the choice from the list with a name, from the lists of the completion, else of the
 * interface. Fields with the same list share one object.
 */
function choices(kinds: readonly KindSpec[], { lists: own }: InterfaceCompletion): ChoiceOf {
  const lists = listsByName(kinds);
  for (const [name, list] of Object.entries(own) as [string, Omit<ClosedList, 'name'>][])
    lists.set(name, { name, ...list });
  return (name) => {
    const list = lists.get(name);
    return list ? { type: 'choice', list } : { type: 'text' };
  };
}

function changedField(field: Field, change: FieldChange | undefined, choiceOf: ChoiceOf): Field {
  const value = change?.value
    ? keepsSums(field.value, fieldValue(change.value, choiceOf))
    : field.value.type === 'choice'
      ? choiceOf(field.value.list.name)
      : field.value;
  if (!change) return value === field.value ? field : { ...field, ...exampleFor(field, value), value };
  const { required, documented, ...rest } = field;
  const newRequired = change.required === undefined ? required : requiredOf(change.required);
  const isRenamed = change.path !== undefined && change.path !== field.path;
  return {
    ...rest,
    ...exampleFor(field, value),
    value,
    ...(newRequired !== undefined && { required: newRequired }),
    ...(documented === false && !change.shown && { documented }),
    ...(isRenamed && {
      path: change.path!,
      interfacePath: field.path,
      names: [...(field.names ?? []), field.path.replaceAll('[]', '')],
    }),
  };
}

/** A quantity that gets other bounds is still a quantity, because no document says which numbers add up. */
const keepsSums = (value: Value, changed: Value): Value =>
  value.type === 'number' && value.sums && changed.type === 'number' ? { ...changed, sums: true } : changed;

/** A new example for the field, a value of the list; empty if the current example is in the list. */
function exampleFor({ example }: Field, value: Value): { example?: string } {
  if (value.type !== 'choice' || !value.list.complete || example === undefined) return {};
  const known = new Set(knownValues(value.list));
  if (
    String(example)
      .split('; ')
      .every((part) => known.has(part))
  )
    return {};
  const [first] = value.list.values;
  return first === undefined ? {} : { example: first };
}

/** Updates `notBefore` if the date that it names is renamed. */
function withRenamedDate(field: Field, renames: Renames): Field {
  if (field.notBefore === undefined || renames.size === 0) return field;
  const path = pathInInterface(field);
  const sibling = path.slice(0, path.lastIndexOf('.') + 1) + field.notBefore;
  return { ...field, notBefore: lastName(renamedPath(sibling, renames)) };
}

const requiredOf = (stored: StoredRequired): Field['required'] => (stored === 'no' ? undefined : stored);

function fieldValue(stored: StoredValue, choiceOf: ChoiceOf): Value {
  if (stored.type === 'choice') return choiceOf(stored.list);
  if (stored.type !== 'text' && stored.type !== 'reference') return stored as Value;
  const { length, ...rest } = stored;
  return { ...rest, ...(length && { length: { min: length.min, max: length.max ?? Infinity } }) } as Value;
}

function addedField(path: string, { value, required, note }: AddedField, choiceOf: ChoiceOf): Field {
  const isRequired = requiredOf(required);
  return {
    path,
    value: fieldValue(value, choiceOf),
    ...(isRequired !== undefined && { required: isRequired }),
    names: [columnPath(path)],
    note,
  };
}

/** Inserts the field after the fields of its group, or at the end. */
function insert(fields: Field[], field: Field): void {
  const group = pathSteps(field.path)[0]!.name;
  const last = fields.findLastIndex(({ path }) => pathSteps(path)[0]!.name === group);
  fields.splice(last < 0 ? fields.length : last + 1, 0, field);
}

/** The new paths of renamed fields, by old path. */
type Renames = ReadonlyMap<string, string>;

/** The new paths of renamed fields, and of the objects that contain them. */
function renamesOf(changes: ReadonlyMap<string, FieldChange>): Renames {
  const renames = new Map<string, string>();
  for (const [from, { path: to }] of changes) {
    if (to === undefined || to === from) continue;
    const [before, after] = [from.split('.'), to.split('.')];
    renames.set(from, to);
    if (before.length !== after.length) continue;
    for (let depth = 1; depth < before.length; depth++) {
      const parent = before.slice(0, depth).join('.');
      if (!renames.has(parent)) renames.set(parent, after.slice(0, depth).join('.'));
    }
  }
  return renames;
}

/** The new path of a field. Arrays also match without their brackets. */
function renamedPath(path: string, renames: Renames): string {
  const to = renames.get(path) ?? renames.get(`${path}[]`)?.replace(/\[\]$/, '');
  if (to !== undefined) return to;
  const at = path.lastIndexOf('.');
  return at < 0 ? path : renamedPath(path.slice(0, at), renames) + path.slice(at);
}

type Rest = Omit<KindSpec, 'openBody'>;

/** Updates all references to renamed fields in a kind (key, references, rules), and drops those to removed fields. */
function renamedKind(kind: Rest, removed: ReadonlySet<string>, renamed: ReadonlyMap<string, Renames>): Rest {
  const own = renamed.get(kind.name)!;
  const anyKind = new Map([...renamed.values()].flatMap((renames) => [...renames]));
  if (anyKind.size === 0 && removed.size === 0) return kind;
  const to = (path: string) => renamedPath(path, own);
  const exists = (path: string) => !removed.has(path) && !removed.has(`${path}[]`);
  const { sharedRef, totals, rules, collection, announce, ...rest } = kind;
  return {
    ...rest,
    key: kind.key.map(to),
    batchField: to(kind.batchField),
    references: kind.references
      .filter(({ fields, fills }) => fields.every(exists) && (fills === undefined || exists(fills)))
      .map((reference) => renamedReference(reference, to)),
    ...(sharedRef && { sharedRef: { field: to(sharedRef.field), mayDiffer: sharedRef.mayDiffer.map(to) } }),
    ...(totals && {
      totals: totals
        .filter(({ items, share }) => exists(`${items}[].${share}`))
        .map(({ items, share, with: more }) => ({
          items: to(items),
          share: lastName(to(`${items}[].${share}`)),
          ...(more && { with: more.map(to) }),
        })),
    }),
    ...(rules && { rules: rules.flatMap((rule) => renamedRule(rule, to, exists)) }),
    ...(announce && { announce: { ...announce, field: to(announce.field) } }),
    ...(collection && { collection: renamedCollection(collection, to, anyKind, renamed) }),
  };
}

function renamedReference(reference: Reference, to: (path: string) => string): Reference {
  const { fields, fills, unless } = reference;
  return {
    ...reference,
    fields: fields.map(to),
    ...(fills !== undefined && { fills: to(fills) }),
    ...(unless && { unless: { ...unless, field: to(unless.field) } }),
  };
}

function renamedRule(
  rule: IdentifierRule,
  to: (path: string) => string,
  exists: (path: string) => boolean,
): IdentifierRule[] {
  const kept = (paths: readonly string[]) => paths.filter(exists).map(to);
  switch (rule.type) {
    case 'exactly-one': {
      const fields = kept(rule.fields);
      return fields.length > 0 ? [{ ...rule, fields }] : [];
    }
    case 'either': {
      const groups = [kept(rule.groups[0]), kept(rule.groups[1])] as const;
      return groups.every((group) => group.length > 0) ? [{ ...rule, groups }] : [];
    }
    case 'together': {
      const fields = rule.fields.map(kept).filter((names) => names.length > 0);
      return fields.length > 1 ? [{ ...rule, fields }] : [];
    }
    case 'demands':
      return exists(rule.field) && exists(rule.other)
        ? [{ ...rule, field: to(rule.field), other: to(rule.other) }]
        : [];
  }
}

function renamedCollection(
  { needs, except, links }: CollectionRules,
  to: (path: string) => string,
  anyKind: Renames,
  renamed: ReadonlyMap<string, Renames>,
): CollectionRules {
  return {
    ...(needs && { needs: { ...needs, field: to(needs.field) } }),
    ...(except && {
      except: {
        ...except,
        field: to(except.field),
        namedBy: except.namedBy.map((path) => renamedPath(path, anyKind)),
      },
    }),
    ...(links && {
      links: {
        ...links,
        uncounted: links.uncounted.map(to),
        counted: to(links.counted),
        itemFields: links.itemFields.map((path) =>
          renamedPath(path, renamed.get(links.itemKind) ?? new Map()),
        ),
      },
    }),
  };
}
