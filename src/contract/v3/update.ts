import { shownPath } from '../completion-apply.ts';
import { calledName } from '../completion-names.ts';
import { type Field, pathSteps } from '../field.ts';
import type { Body, Json, KindSpec } from '../kind.ts';
import { FIXED_FIELDS, UPDATABLE, type UpdatableKind } from './update-paths.ts';

/** What a cell holds to clear a field, in any case; a blank one leaves the field as it is. */
export const CLEAR_WORDS = ['(clear)', '(null)', '(effacer)'] as const;

/**
 * The columns in which a clear word may stand, and what it sets to null: the fields that the interface shows as `or null`
 * (2.8). Of a brand product no field is shown so. Lists become empty in any column.
 */
const CLEARS: Readonly<Record<UpdatableKind, Readonly<Record<string, string>>>> = {
  'purchased-item': {
    purchaseOrder: 'purchaseOrder',
    purchaseOrderDate: 'purchaseOrderDate',
    purchasedQuantity: 'purchasedQuantity',
    'purchasedQuantity.value': 'purchasedQuantity',
    'purchasedQuantity.unit': 'purchasedQuantity',
  },
  'brand-product': {},
};

/** How records of a kind are updated. */
interface UpdateRule {
  /** Locked by a launch of collection (3). */
  readonly locks: boolean;
  /** Answered with the whole record (4.3). */
  readonly whole: boolean;
  /** One of these makes a row more than a change of a record, where no rule of the kind says so; none: its rules do. */
  readonly describes: readonly string[];
}

const UPDATES: Readonly<Record<UpdatableKind, UpdateRule>> = {
  'purchased-item': { locks: true, whole: true, describes: [] },
  'brand-product': {
    locks: false,
    whole: false,
    describes: [
      ...['productName', 'productRef', 'productUniqueIdentifier', 'productId'],
      ...['genericProductInfoUniqueIdentifier', 'genericProductInfoId'],
    ],
  },
};

/** Fields of which a row needs one to create a record of the kind; none where other rules decide. */
export const describingFields = (kind: KindSpec): readonly string[] =>
  UPDATES[kind.name as UpdatableKind].describes.map((name) => calledName(kind, name));

/** Whether updates of the kind are no longer taken into account once collection is launched for the record. */
export const locks = (kind: KindSpec): boolean => UPDATES[kind.name as UpdatableKind].locks;

/** Whether an update is answered with the full record, so that a field it does not show is not there. */
export const answersWhole = (kind: KindSpec): boolean => UPDATES[kind.name as UpdatableKind].whole;

export const isUpdatable = (kind: KindSpec): boolean =>
  kind.interface === 'v3' && (UPDATABLE as readonly string[]).includes(kind.name);

/** A field at the top of a body, and what clears it: null, or no item where it is a list. */
interface Clearing {
  readonly name: string;
  readonly to: null | readonly [];
}

/** Whether a value of an update clears its field. */
export const isCleared = (value: Json): boolean =>
  value === null || (Array.isArray(value) && value.length === 0);

/** What a clear word in a column of the field does; undefined where it may not stand. */
export function clearedBy(kind: KindSpec, field: Field): Clearing | undefined {
  const cleared = CLEARS[kind.name as UpdatableKind]?.[shownPath(field)];
  if (cleared !== undefined) return { name: calledName(kind, cleared), to: null };
  const { name, array } = pathSteps(field.path)[0]!;
  return array ? { name, to: [] } : undefined;
}

/** Fields that an update never carries: of a kind that has none, there are none. */
export const fixedFields = (kind: KindSpec): readonly string[] =>
  (FIXED_FIELDS[kind.name as UpdatableKind] ?? []).map((name) => calledName(kind, name));

/** What of a body an update may carry, in the names that people gave: no identity, and nothing that never leaves. */
export function updatable(kind: KindSpec, body: Body): Body {
  const fixed = fixedFields(kind);
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !fixed.includes(name) && wireName(kind, name) !== null),
  );
}

/** The other names of what a field names: `itemId` of `itemUniqueIdentifier`. Given one, the others are replaced. */
export function partnersOf(kind: KindSpec, name: string): string[] {
  return (kind.rules ?? []).flatMap((rule) =>
    rule.type === 'exactly-one' && rule.fields.includes(name)
      ? rule.fields.filter((field) => field !== name)
      : [],
  );
}

/** The name under which a field of a body leaves: the one that takes its id, its own, or none for a field of ours. */
export function wireName(kind: KindSpec, name: string): string | null {
  const filling = kind.references.find(({ fields, fills }) => fields[0] === name && fills !== undefined);
  if (filling) return filling.fills!;
  const local = kind.fields.some((field) => field.local && field.path.replace(/\[\]$/, '') === name);
  return local ? null : name;
}

/**
 * The kind as a sheet of updates describes it: no field has to be there, and the column `id` may name the record. Identity is
 * compared with what was accepted, and not demanded again.
 */
export function asUpdate(kind: KindSpec): KindSpec {
  const { collection: _, rules = [], ...rest } = kind;
  return {
    ...rest,
    partial: true,
    fields: kind.fields.map((field) => {
      const { required, ...free } = field;
      return required === 'within' ? field : free;
    }),
    rules: rules.flatMap((rule) => (rule.type === 'exactly-one' ? [{ ...rule, optional: true }] : [])),
  };
}
