import { FAMILY_NAMES, type FamilyName } from '../family.ts';
import { columnPath, type Field, pathSteps } from '../field.ts';
import { isRequired, type KindSpec } from '../kind.ts';

/** A column of a template: a field, and the number of the array item that it fills. */
export interface TemplateColumn {
  readonly field: Field;
  /** The number of the array item, from 1. */
  readonly item: number;
  /** The dotted path, numbered: `composition.1.material`. */
  readonly header: string;
  /** Whether every row must have a value in this column. */
  readonly required: boolean;
}

/**
 * The columns in the sheet of a kind: its key, the other fields that every record needs, then the rest, with the columns
 * of each array item side by side.
 */
export function templateColumns(kind: KindSpec, family: FamilyName | undefined): TemplateColumn[] {
  const rank = ({ field, required }: TemplateColumn): number => {
    if (kind.key.includes(field.path)) return kind.key.indexOf(field.path) - kind.key.length;
    return required && !field.path.includes('.') ? 0 : 1;
  };
  return columnsInOrder(kind, family).sort((one, other) => rank(one) - rank(other));
}

function columnsInOrder(kind: KindSpec, family: FamilyName | undefined): TemplateColumn[] {
  const columns: TemplateColumn[] = [];
  const fields = kind.fields.filter((field) => field.value.type !== 'open');
  for (let at = 0; at < fields.length; ) {
    const array = groupOf(fields[at]!);
    let end = at + 1;
    while (array !== null && end < fields.length && groupOf(fields[end]!) === array) end++;
    const repeats = array === null ? 1 : (kind.templateRepeats?.[array] ?? 1);
    for (let item = 1; item <= repeats; item++) {
      for (const field of fields.slice(at, end)) columns.push(templateColumn(field, item, family));
    }
    at = end;
  }
  return columns;
}

/** The column of a field, or of one of its items. */
export function templateColumn(field: Field, item: number, family: FamilyName | undefined): TemplateColumn {
  const always = family === undefined ? field.required === 'always' : isRequired(field, family);
  return { field, item, header: columnPath(field.path, item), required: always && item === 1 };
}

/** The array of objects that contains a field, or null. */
function groupOf(field: Field): string | null {
  const steps = pathSteps(field.path);
  return steps.slice(0, -1).find((step) => step.array)?.name ?? null;
}

/** Whether a cell of the column may contain several values, separated by semicolons. */
export const hasManyValues = (field: Field): boolean => field.path.endsWith('[]');

/** The families that require the field; empty if all or none do. */
export function requiringFamilies(field: Field): readonly FamilyName[] {
  return Array.isArray(field.required) ? FAMILY_NAMES.filter((name) => isRequired(field, name)) : [];
}

/** The outline of a column. Few rows need the second and further items of an array, so their columns are collapsed. */
export function outlineOf(kind: KindSpec, { field, item }: TemplateColumn): 'open' | 'collapsed' | undefined {
  if (item === 1) return undefined;
  const array = groupOf(field);
  const needed = kind.fields.some((other) => groupOf(other) === array && other.required === 'always');
  return needed ? 'open' : 'collapsed';
}

/** Whether a row needs the column once it has another one of the same array item or object. */
export const isWithin = ({ field, item }: TemplateColumn): boolean =>
  field.required === 'within' || (item > 1 && field.required === 'always');
