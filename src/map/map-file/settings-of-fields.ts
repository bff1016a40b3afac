import type { Field } from '../../contract/field.ts';
import type { Json, KindSpec, Reference } from '../../contract/kind.ts';
import { type Coerced, UNREADABLE } from '../../recognise/coercion.ts';
import { cleanText } from '../../recognise/text.ts';
import { coercionOf } from '../../records/field-coercion.ts';
import { unitFactor } from '../../records/number.ts';
import type { Column } from '../../records/record.ts';
import { say } from '../../say.ts';
import { unnumberedPath } from './targets.ts';
import { hasWords, listOf, targetValue } from './values.ts';

/**
 * Reads the text of a constant like a cell, as a value of the field at `path`. Everything that would be a warning in a
 * cell is a problem here.
 */
export function constantOf(
  kind: KindSpec,
  field: Field,
  path: string,
  text: string,
): { readonly value: Json } | { readonly problem: string } {
  const column: Column = {
    ...{ index: -1, letters: '', header: '', field, path },
    ...{ decimal: '.' as const, guessed: true as const, datesMeant: true as const },
  };
  let problem: string | undefined;
  const value: Coerced = coercionOf(column)(text, (code, _cell, message) => {
    if (code !== 'composition-read') problem ??= message;
  });
  const items = Array.isArray(value) ? value : [value];
  const list = field.value.type === 'choice' ? field.value.list : undefined;
  for (const item of items) {
    const read = list && typeof item === 'string' ? targetValue(kind, field, item) : undefined;
    if (read && 'problem' in read) problem = read.problem;
  }
  if (value === undefined || value === UNREADABLE) problem ??= say().mapFile.isBlank();
  return problem === undefined ? { value: value as Json } : { problem };
}

/**
 * Returns the value that a map file gives to a word, or the problem with that value. The value is null if the word
 * stands for no value.
 */
export function wordValue(
  kind: KindSpec,
  field: Field,
  text: string,
): { readonly value: Json | null } | { readonly problem: string } {
  if (text === '') return { value: null };
  if (hasWords(kind, field)) return targetValue(kind, field, text);
  const one = field.path.endsWith('[]') ? { ...field, path: field.path.slice(0, -2) } : field;
  return constantOf(kind, one, unnumberedPath(one.path), text);
}

/** Whether the field belongs to a column with the whole composition in one cell. */
export const isWholeCell = (kind: KindSpec, field: Field): boolean =>
  field.value.type === 'text' && listOf(kind, field) !== undefined;

/** The reference to another record that consists of the field alone. */
export const referenceIn = (kind: KindSpec, field: Field): Reference | undefined =>
  kind.references.find(
    ({ fields, fills }) => fields.length === 1 && fields[0] === field.path && fills === undefined,
  );

/** The header in a unit such as `{Unité}`: the unit is in that column. Undefined for a unit itself. */
export function unitTemplate(unit: string): string | undefined {
  const name = cleanText(/^\{([^{}]*)\}$/.exec(unit.trim())?.[1] ?? '');
  return name === '' ? undefined : name;
}

/** For each section: the error if it refers to a field that cannot have such a setting. */
export const SECTIONS: Readonly<
  Record<string, (kind: KindSpec, fields: readonly Field[], to: unknown) => string | undefined>
> = {
  values: (_kind, fields) =>
    fields.some(({ value }) => value.type !== 'open') ? undefined : say().mapFile.openField(),
  units: (_kind, fields, to) => {
    const [value] = fields.map((field) => field.value);
    if (value?.type !== 'number' || value.unit === undefined) return say().mapFile.noUnit();
    return unitTemplate(String(to)) !== undefined || unitFactor(value.unit, String(to)) !== undefined
      ? undefined
      : say().mapFile.otherUnit({ unit: JSON.stringify(to), own: value.unit });
  },
  separators: (kind, fields) =>
    fields.every((field) => field.path.endsWith('[]') && !isWholeCell(kind, field))
      ? undefined
      : say().mapFile.notAList(),
  references: (kind, fields) =>
    fields.every((field) => referenceIn(kind, field)) ? undefined : say().mapFile.notAReference(),
  decimal: (_kind, fields) =>
    fields.every(({ value }) => value.type === 'number') ? undefined : say().mapFile.notANumber(),
  dateOrder: (_kind, fields) =>
    fields.every(({ value }) => value.type === 'date') ? undefined : say().mapFile.notADate(),
};
