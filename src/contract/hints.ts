import type { Field, Value } from './field.ts';
import type { KindSpec } from './kind.ts';

/**
 * The kind without hints: without fields that the interface does not document (unless a reference needs them), lengths,
 * numbers of digits, bounds, lists and totals. Columns for these fields then count as unknown. Fields with a path in
 * `confirmed` stay, because the contract of the environment contains them.
 */
export function withoutHints(kind: KindSpec, confirmed: ReadonlySet<string> = new Set()): KindSpec {
  if (!kind.openBody) return kind;
  const needed = new Set(kind.references.flatMap(({ fields, fills }) => [...fields, fills]));
  const { totals, ...rest } = kind;
  return {
    ...rest,
    fields: kind.fields
      .filter(({ shown, local, path }) => shown !== false || local || needed.has(path) || confirmed.has(path))
      .map((field): Field => ({ ...field, value: bare(field.value) })),
  };
}

function bare(value: Value): Value {
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
