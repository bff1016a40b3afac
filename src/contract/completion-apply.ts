import type { AddedField, FieldChange, InterfaceCompletion, KeptRequired, KeptValue } from './completion.ts';
import { columnPath, type Field, pathSteps, type Value } from './field.ts';
import { withoutHints } from './hints.ts';
import { isKeyField, keyChange } from './key-fields.ts';
import type { CollectionRules, IdentifierRule, KindSpec, Reference } from './kind.ts';
import { type ClosedList, knownValues } from './list.ts';

export interface ApplyOptions {
  /** Names, lengths and lists that the interface does not show are used. */
  readonly hints: boolean;
  /** Removed fields are included: a later document may have them again. */
  readonly restore?: boolean;
}

/** The path of a field in a completion: the one that the interface shows. */
export const shownPath = ({ was, path }: Field): string => was ?? path;

/** The kinds of an interface with a completion applied. Keys, references and rules follow renamed fields. */
export function completeKinds(
  kinds: readonly KindSpec[],
  completion: InterfaceCompletion,
  { hints, restore = false }: ApplyOptions,
): readonly KindSpec[] {
  const isPlain = Object.keys(completion.lists).length + Object.keys(completion.kinds).length === 0;
  if (isPlain && hints) return kinds;
  const lists = new Lists(kinds, completion);
  const changesOf = new Map(kinds.map((kind) => [kind.name, fieldChanges(kind, completion)]));
  const moved = new Map(kinds.map(({ name }) => [name, movesOf(changesOf.get(name)!)]));
  return kinds.map((kind) => {
    const own = completion.kinds[kind.name];
    const changes = changesOf.get(kind.name)!;
    const confirmed = new Set([...changes].flatMap(([path, { shown }]) => (shown ? [path] : [])));
    const base = hints ? kind : withoutHints(kind, confirmed);
    const gone = new Set<string>();
    const fields = base.fields.flatMap((field) => {
      const change = changes.get(field.path);
      if (change?.removed && !restore) {
        gone.add(field.path);
        return [];
      }
      return [after(changedField(field, change, lists), moved.get(kind.name)!)];
    });
    for (const [path, field] of Object.entries(own?.added ?? {}))
      insert(fields, addedField(path, field, lists));
    const { openBody, ...rest } = base;
    const open = own?.open ?? openBody;
    return { ...moves(rest, gone, moved), fields, ...(open && { openBody: true as const }) };
  });
}

/** The changes to the fields of a kind, by the path that the interface shows. */
function fieldChanges(kind: KindSpec, { kinds }: InterfaceCompletion): ReadonlyMap<string, FieldChange> {
  const changes = new Map(Object.entries(kinds[kind.name]?.fields ?? {}));
  for (const field of kind.fields) {
    const change = changes.get(field.path);
    if (change && isKeyField(kind, field)) changes.set(field.path, keyChange(field, change));
  }
  return changes;
}

/** The lists of an interface; fields with the same list share one object. */
class Lists {
  readonly #lists = new Map<string, ClosedList>();
  readonly #kept: ReadonlyMap<string, Omit<ClosedList, 'name'>>;

  constructor(kinds: readonly KindSpec[], { lists }: InterfaceCompletion) {
    this.#kept = new Map(Object.entries(lists) as [string, Omit<ClosedList, 'name'>][]);
    for (const { value } of kinds.flatMap(({ fields }) => fields)) {
      if (value.type === 'choice') this.#lists.set(value.list.name, value.list);
    }
    for (const [name, list] of this.#kept) this.#lists.set(name, { name, ...list });
  }

  /** The list of that name; a text when there is none. */
  named(name: string): Value {
    const list = this.#lists.get(name);
    return list ? { type: 'choice', list } : { type: 'text' };
  }
}

function changedField(field: Field, change: FieldChange | undefined, lists: Lists): Field {
  const value = change?.value
    ? keptValue(change.value, lists)
    : field.value.type === 'choice'
      ? lists.named(field.value.list.name)
      : field.value;
  if (!change) return value === field.value ? field : { ...field, ...exampleFor(field, value), value };
  const { required, shown, ...rest } = field;
  const asked = change.required === undefined ? required : requiredOf(change.required);
  const renamed = change.path !== undefined && change.path !== field.path;
  return {
    ...rest,
    ...exampleFor(field, value),
    value,
    ...(asked !== undefined && { required: asked }),
    ...(shown === false && !change.shown && { shown }),
    ...(renamed && {
      path: change.path!,
      was: field.path,
      names: [...field.names, field.path.replaceAll('[]', '')],
    }),
  };
}

/** An example from the list; nothing when the current example is in it. */
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

/** The field with the new name of the date that it must not be before. */
function after(field: Field, moves: Moves): Field {
  if (field.notBefore === undefined || moves.size === 0) return field;
  const path = shownPath(field);
  const sibling = path.slice(0, path.lastIndexOf('.') + 1) + field.notBefore;
  return { ...field, notBefore: lastName(movedPath(sibling, moves)) };
}

const requiredOf = (kept: KeptRequired): Field['required'] => (kept === 'no' ? undefined : kept);

function keptValue(kept: KeptValue, lists: Lists): Value {
  if (kept.type === 'choice') return lists.named(kept.list);
  if (kept.type !== 'text' && kept.type !== 'reference') return kept as Value;
  const { length, ...rest } = kept;
  return { ...rest, ...(length && { length: { min: length.min, max: length.max ?? Infinity } }) } as Value;
}

function addedField(path: string, { value, required, note }: AddedField, lists: Lists): Field {
  const asked = requiredOf(required);
  return {
    path,
    value: keptValue(value, lists),
    ...(asked !== undefined && { required: asked }),
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

type Moves = ReadonlyMap<string, string>;

/** The new paths of renamed fields and of the objects around them. */
function movesOf(changes: ReadonlyMap<string, FieldChange>): Moves {
  const moves = new Map<string, string>();
  for (const [from, { path: to }] of changes) {
    if (to === undefined || to === from) continue;
    const [before, after] = [from.split('.'), to.split('.')];
    moves.set(from, to);
    if (before.length !== after.length) continue;
    for (let depth = 1; depth < before.length; depth++) {
      const around = before.slice(0, depth).join('.');
      if (!moves.has(around)) moves.set(around, after.slice(0, depth).join('.'));
    }
  }
  return moves;
}

/** The path after the moves; names of arrays match without their brackets, too. */
function movedPath(path: string, moves: Moves): string {
  const to = moves.get(path) ?? moves.get(`${path}[]`)?.replace(/\[\]$/, '');
  if (to !== undefined) return to;
  const at = path.lastIndexOf('.');
  if (at < 0) return path;
  const around = movedPath(path.slice(0, at), moves);
  return around + path.slice(at);
}

type Rest = Omit<KindSpec, 'openBody'>;

function moves(kind: Rest, gone: ReadonlySet<string>, moved: ReadonlyMap<string, Moves>): Rest {
  const own = moved.get(kind.name)!;
  const others = [...moved.values()].flatMap((map) => [...map]);
  const anyKind = new Map(others);
  if (anyKind.size === 0 && gone.size === 0) return kind;
  const to = (path: string) => movedPath(path, own);
  const isHere = (path: string) => !gone.has(path) && !gone.has(`${path}[]`);
  const { sharedRef, totals, rules, collection, announce, ...rest } = kind;
  return {
    ...rest,
    key: kind.key.map(to),
    batchField: to(kind.batchField),
    references: kind.references
      .filter(({ fields, fills }) => fields.every(isHere) && (fills === undefined || isHere(fills)))
      .map((reference) => movedReference(reference, to)),
    ...(sharedRef && { sharedRef: { field: to(sharedRef.field), mayDiffer: sharedRef.mayDiffer.map(to) } }),
    ...(totals && {
      totals: totals
        .filter(({ items, share }) => isHere(`${items}[].${share}`))
        .map(({ items, share, with: more }) => ({
          items: to(items),
          share: lastName(to(`${items}[].${share}`)),
          ...(more && { with: more.map(to) }),
        })),
    }),
    ...(rules && { rules: rules.flatMap((rule) => movedRule(rule, to, isHere)) }),
    ...(announce && { announce: { ...announce, field: to(announce.field) } }),
    ...(collection && { collection: movedCollection(collection, to, anyKind, moved) }),
  };
}

const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

function movedReference(reference: Reference, to: (path: string) => string): Reference {
  const { fields, fills, unless } = reference;
  return {
    ...reference,
    fields: fields.map(to),
    ...(fills !== undefined && { fills: to(fills) }),
    ...(unless && { unless: { ...unless, field: to(unless.field) } }),
  };
}

function movedRule(
  rule: IdentifierRule,
  to: (path: string) => string,
  isHere: (path: string) => boolean,
): IdentifierRule[] {
  const kept = (paths: readonly string[]) => paths.filter(isHere).map(to);
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
      return isHere(rule.field) && isHere(rule.other)
        ? [{ ...rule, field: to(rule.field), other: to(rule.other) }]
        : [];
  }
}

function movedCollection(
  { needs, except, links }: CollectionRules,
  to: (path: string) => string,
  anyKind: Moves,
  moved: ReadonlyMap<string, Moves>,
): CollectionRules {
  return {
    ...(needs && { needs: { ...needs, field: to(needs.field) } }),
    ...(except && {
      except: {
        ...except,
        field: to(except.field),
        namedBy: except.namedBy.map((path) => movedPath(path, anyKind)),
      },
    }),
    ...(links && {
      links: {
        ...links,
        uncounted: links.uncounted.map(to),
        counted: to(links.counted),
        itemFields: links.itemFields.map((path) => movedPath(path, moved.get(links.itemKind) ?? new Map())),
      },
    }),
  };
}
