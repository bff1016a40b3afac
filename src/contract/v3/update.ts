import { nameInContract } from '../body.ts';
import { pathInInterface } from '../completion-apply.ts';
import { type Field, pathSteps } from '../field.ts';
import type { Body, Json, KindSpec, RecordMetadata } from '../kind.ts';

/** The words in a cell that clear the field, in upper or lower case. A blank cell does not change the field. */
export const CLEAR_WORDS = ['(clear)', '(null)', '(effacer)'] as const;

/** A row must have at least one of these fields to create a record. Empty if other rules decide. */
export const describingFields = (kind: KindSpec): readonly string[] =>
  (kind.update?.describes ?? []).map((name) => nameInContract(kind, name));

/** Whether the service ignores updates of a record once its supplier data collection has started. */
export const locks = ({ update }: KindSpec): boolean => update?.locks === true;

/** Whether the response of an update contains the whole record, so that a field that is missing in it has no value. */
export const returnsRecord = ({ update }: KindSpec): boolean => update?.returnsRecord === true;

/** A top-level field of a body, and the value that clears it: null or an empty list. */
interface Clearing {
  readonly name: string;
  readonly to: null | readonly [];
}

/** Whether a value of an update clears its field. */
export const isCleared = (value: Json): boolean =>
  value === null || (Array.isArray(value) && value.length === 0);

/** The field that a clear word in a column clears; undefined if the column does not allow clear words. */
export function clearedFieldOf(kind: KindSpec, field: Field): Clearing | undefined {
  const cleared = kind.update?.clears?.[pathInInterface(field)];
  if (cleared !== undefined) return { name: nameInContract(kind, cleared), to: null };
  const { name, array } = pathSteps(field.path)[0]!;
  return array ? { name, to: [] } : undefined;
}

/** The fields that an update must not contain. */
export const fixedFields = (kind: KindSpec): readonly string[] =>
  (kind.update?.fixed ?? []).map((name) => nameInContract(kind, name));

/** The fields of a body that an update may change: without fixed and local fields. */
export function updatable(kind: KindSpec, body: Body): Body {
  const fixed = fixedFields(kind);
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !fixed.includes(name) && wireName(kind, name) !== null),
  );
}

/**
 * The other fields of the same reference, such as `itemId` for `itemUniqueIdentifier`: setting one field clears the
 * others.
 */
export function partnersOf(kind: KindSpec, name: string): string[] {
  return (kind.rules ?? []).flatMap((rule) =>
    rule.type === 'exactly-one' && rule.fields.includes(name)
      ? rule.fields.filter((field) => field !== name)
      : [],
  );
}

/**
 * The name under which a field is sent: its own name, or the name of the id field that it fills; null if it is not
 * sent.
 */
export function wireName(kind: KindSpec, name: string): string | null {
  const filling = kind.references.find(({ fields, fills }) => fields[0] === name && fills !== undefined);
  if (filling) return filling.fills!;
  const local = kind.fields.some((field) => field.local && field.path.replace(/\[\]$/, '') === name);
  return local ? null : name;
}

/**
 * The kind for rows that are updates: no field is required, and the column `id` may identify the record. Fields that
 * identify something are optional too; if given, they are compared with the accepted values.
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

/** The accepted body of a record, with the values that the service set by itself. */
export function withServiceValues(kind: KindSpec, accepted: Body, metadata: RecordMetadata): Body {
  const body: Body = { ...accepted };
  for (const [name, readValue] of Object.entries(kind.serviceValues ?? {})) {
    const own = nameInContract(kind, name);
    if (Object.hasOwn(body, own)) continue;
    const value = readValue((other) => accepted[nameInContract(kind, other)], metadata);
    if (value !== undefined) body[own] = value;
  }
  return body;
}
