import type { StoredValue } from '../completion.ts';
import type { Length, Value } from '../field.ts';
import { LIST_VALUE } from '../list.ts';
import type { ListUnion } from './list-union.ts';
import type { ResolvedSchema } from './shape.ts';

/** The value of a known field, adjusted to its schema in a document; null if the schema adds nothing. */
export function adjustedValue(
  value: Value,
  shape: ResolvedSchema,
  lists: ListUnion,
  newList: string,
): { readonly value: StoredValue; readonly changes: boolean } | null {
  switch (shape.type) {
    case 'string':
      return adjustedText(value, shape, lists, newList);
    case 'number':
      return adjustedNumber(value, shape);
    case 'boolean':
      return value.type === 'boolean' ? null : { value: { type: 'boolean' }, changes: true };
    case 'object':
      if (value.type === 'open' && !value.scalar) return null;
      return { value: { type: 'open' }, changes: true };
    default:
      return null;
  }
}

/** The value of a field that is only in the document. */
export function newValue(shape: ResolvedSchema, lists: ListUnion, newList: string): { value: StoredValue } {
  if (shape.type === 'object') return { value: { type: 'open' } };
  if (shape.type === 'any' || shape.type === 'array') return { value: { type: 'open', scalar: true } };
  const blank: Value = { type: 'open', scalar: true };
  return { value: adjustedValue(blank, shape, lists, newList)!.value };
}

function adjustedText(value: Value, shape: ResolvedSchema, lists: ListUnion, newList: string) {
  const values = shape.values?.filter(
    (one): one is string => typeof one === 'string' && LIST_VALUE.test(one),
  );
  if (values && values.length > 0) {
    const isCodes = value.type === 'country' && values.every((one) => /^[A-Z]{2}$/.test(one));
    if (isCodes) return null;
    const list = value.type === 'choice' ? value.list.name : newList;
    lists.add(list, values);
    return { value: { type: 'choice' as const, list }, changes: value.type !== 'choice' };
  }
  switch (value.type) {
    case 'text':
      if (shape.format === 'date') return { value: { type: 'date' as const }, changes: true };
      return adjustedLength(value, shape);
    case 'reference':
      return adjustedLength(value, shape);
    case 'number':
    case 'boolean':
    case 'flag':
    case 'open':
      return { value: textOf(shape), changes: true };
    default:
      return null;
  }
}

/** A text with the format or length in the document. */
function textOf(shape: ResolvedSchema): StoredValue {
  if (shape.pattern === undefined && formatOf(shape)) return { type: formatOf(shape)! };
  return adjustedLength({ type: 'text' }, shape)?.value ?? { type: 'text' };
}

function formatOf({ format }: ResolvedSchema): 'date' | 'email' | 'url' | undefined {
  if (format === 'date' || format === 'email') return format;
  return format === 'uri' || format === 'url' ? 'url' : undefined;
}

function adjustedLength(value: Extract<Value, { type: 'text' | 'reference' }>, shape: ResolvedSchema) {
  const digits =
    Number(/^\^(?:\\d|\[0-9\])\{(\d{1,2})\}\$$/.exec(shape.pattern ?? '')?.[1] ?? 0) || undefined;
  const before = value.type === 'reference' ? value.digits : undefined;
  if (digits !== undefined)
    return { value: { type: 'reference' as const, digits }, changes: digits !== before };
  const { minLength, maxLength } = shape;
  if (minLength === undefined && maxLength === undefined) return null;
  const length: Length = {
    min: Math.max(1, minLength ?? value.length?.min ?? 1),
    max: maxLength ?? value.length?.max ?? Infinity,
  };
  const old = value.length ?? { min: 1, max: Infinity };
  const isPlain = length.min === 1 && length.max === Infinity;
  const { min, max } = length;
  return {
    value: {
      type: value.type,
      ...(!isPlain && { length: { min, ...(max !== Infinity && { max }) } }),
      ...(before !== undefined && { digits: before }),
    } as StoredValue,
    changes: old.min !== min || old.max !== max,
  };
}

function adjustedNumber(value: Value, shape: ResolvedSchema) {
  const isFlag = shape.values?.length === 2 && shape.values.includes(0) && shape.values.includes(1);
  if (isFlag || value.type === 'flag') {
    return isFlag && value.type !== 'flag' ? { value: { type: 'flag' as const }, changes: true } : null;
  }
  const old = value.type === 'number' ? value : undefined;
  const { minimum: min = old?.min, maximum: max = old?.max } = shape;
  return {
    value: {
      type: 'number' as const,
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      ...(old?.unit !== undefined && { unit: old.unit }),
    },
    changes: old === undefined || old.min !== min || old.max !== max,
  };
}
