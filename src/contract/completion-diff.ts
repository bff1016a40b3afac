import { pathInInterface } from './completion-apply.ts';
import type { Field, Value } from './field.ts';
import type { InterfaceName, KindSpec } from './kind.ts';
import { type ClosedList, knownValues, listsByName } from './list.ts';

/** The kinds of each interface. */
export type Contract = Readonly<Record<InterfaceName, readonly KindSpec[]>>;

/** One difference between two contracts. */
export type ContractChange =
  | {
      readonly change: 'list';
      readonly interface: InterfaceName;
      readonly list: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
      /** Whether the list is complete now; omitted if that did not change. */
      readonly complete?: boolean;
    }
  | (InKind & {
      readonly change: 'field-added' | 'field-removed';
      readonly path: string;
      readonly value: string;
      readonly required: string;
    })
  | (InKind & { readonly change: 'field-renamed'; readonly path: string; readonly to: string })
  | (InKind & {
      readonly change: 'required' | 'value';
      readonly path: string;
      readonly before: string;
      readonly after: string;
    })
  | (InKind & { readonly change: 'body'; readonly open: boolean });

interface InKind {
  readonly interface: InterfaceName;
  readonly kind: string;
}

/** The differences between two contracts: lists, then kinds with their fields, in the order of `after`. */
export function contractChanges(before: Contract, after: Contract): ContractChange[] {
  return (['v2', 'v3'] as const).flatMap((name) => [
    ...listChanges(name, before[name], after[name]),
    ...after[name].flatMap((kind) => {
      const earlier = before[name].find((one) => one.name === kind.name);
      return earlier ? kindChanges(name, earlier, kind) : [];
    }),
  ]);
}

function listChanges(
  name: InterfaceName,
  before: readonly KindSpec[],
  after: readonly KindSpec[],
): ContractChange[] {
  const earlier = listsByName(before);
  return [...listsByName(after).values()].flatMap((list): ContractChange[] => {
    const old: ClosedList = earlier.get(list.name) ?? { name: list.name, values: [], complete: false };
    const values = new Set(list.values);
    const known = new Set(knownValues(old));
    const kept = new Set(knownValues(list));
    const added = list.values.filter((value) => !old.values.includes(value));
    const removed = [...known].filter((value) => !kept.has(value));
    const moved = [...(list.likely ?? []), ...(list.doubtful ?? [])].filter(
      (value) => !known.has(value) && !values.has(value),
    );
    const complete = list.complete !== old.complete ? { complete: list.complete } : {};
    if (added.length + removed.length + moved.length === 0 && list.complete === old.complete) return [];
    return [
      {
        change: 'list',
        interface: name,
        list: list.name,
        added: [...added, ...moved],
        removed,
        ...complete,
      },
    ];
  });
}

function kindChanges(name: InterfaceName, before: KindSpec, after: KindSpec): ContractChange[] {
  const where = { interface: name, kind: after.name };
  const earlier = new Map(before.fields.map((field) => [pathInInterface(field), field]));
  const later = new Map(after.fields.map((field) => [pathInInterface(field), field]));
  const changes: ContractChange[] = [];
  if (before.openBody !== after.openBody)
    changes.push({ ...where, change: 'body', open: after.openBody === true });
  for (const [shown, field] of later) {
    const old = earlier.get(shown);
    if (!old) {
      changes.push({ ...where, change: 'field-added', path: field.path, ...texts(field) });
      continue;
    }
    const { path } = field;
    const isListNow = old.path.endsWith('[]') !== path.endsWith('[]');
    if (withoutBrackets(old.path) !== withoutBrackets(path))
      changes.push({ ...where, change: 'field-renamed', path: old.path, to: path });
    const [was, is] = isListNow ? [listTexts(old), listTexts(field)] : [texts(old), texts(field)];
    if (was.required !== is.required)
      changes.push({ ...where, change: 'required', path, before: was.required, after: is.required });
    if (was.value !== is.value)
      changes.push({ ...where, change: 'value', path, before: was.value, after: is.value });
  }
  for (const [shown, field] of earlier) {
    if (!later.has(shown))
      changes.push({ ...where, change: 'field-removed', path: field.path, ...texts(field) });
  }
  return changes;
}

const texts = ({ value, required }: Field): { value: string; required: string } => ({
  value: valueText(value),
  required: requiredText(required),
});

/** The texts of a field that is a list in only one of the contracts. */
const listTexts = (field: Field): ReturnType<typeof texts> => {
  const { value, required } = texts(field);
  return { value: field.path.endsWith('[]') ? `list of ${value}` : `one ${value}`, required };
};

const withoutBrackets = (path: string): string => path.replaceAll('[]', '');

function requiredText(required: Field['required']): string {
  if (required === undefined) return 'optional';
  if (required === 'always') return 'required';
  return required === 'within' ? 'required in its group' : `required for ${required.join(', ')}`;
}

function valueText(value: Value): string {
  switch (value.type) {
    case 'text':
    case 'reference': {
      const { min, max } = value.length ?? {};
      const size =
        min === undefined || max === undefined
          ? ''
          : max === Infinity
            ? ` of ${min} characters or more`
            : ` of ${min} to ${max} characters`;
      const digits =
        value.type === 'reference' && value.digits !== undefined ? ` of ${value.digits} digits` : '';
      return `${value.type}${size}${digits}`;
    }
    case 'number': {
      const from = value.min === undefined ? '' : ` from ${value.min}`;
      return `number${from}${value.max === undefined ? '' : ` to ${value.max}`}`;
    }
    case 'choice':
      return `one of ${value.list.name}`;
    case 'flag':
      return '1 or 0';
    case 'open':
      return value.scalar ? 'any value' : 'object';
    default:
      return value.type;
  }
}
