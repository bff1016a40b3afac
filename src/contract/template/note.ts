import { command } from '../../advice.ts';
import type { FamilyName } from '../family.ts';
import type { Length, Value } from '../field.ts';
import { type ClosedList, knownValues } from '../list.ts';
import { isMany, requiringFamilies, type TemplateColumn } from './columns.ts';

/** Lists up to this length are spelled out in the note. */
const SHORT_LIST = 7;

/**
 * The note of a column: its meaning, whether it is required, and the allowed values. `where`: flags to repeat in the
 * command that lists the values.
 */
export function headerNote(
  column: TemplateColumn,
  family: FamilyName | undefined,
  where: readonly string[],
): string {
  return [column.field.note, need(column, family), form(column, where)].join('\n');
}

function need({ field, item, required }: TemplateColumn, family: FamilyName | undefined): string {
  if (required) return 'Required.';
  if (item > 1) return 'Optional: leave the group blank if there are no more items.';
  if (field.required === 'within') return 'Required when another column of its group is filled.';
  const families = family === undefined ? requiringFamilies(field) : [];
  return families.length > 0 ? `Required for ${families.join(', ')}, optional otherwise.` : 'Optional.';
}

function form({ field }: TemplateColumn, where: readonly string[]): string {
  const many = isMany(field);
  if (field.value.type === 'choice') return `${listForm(field.value.list, many, where)}.`;
  return `${formOf(field.value)}${many ? ', several separated by ;' : ''}.`;
}

function listForm(list: ClosedList, many: boolean, flags: readonly string[]): string {
  const values = knownValues(list);
  const lead = many ? 'One or more' : 'One';
  if (list.complete && values.length <= SHORT_LIST) return `${lead} of: ${values.join(' | ')}`;
  const where = `choose from the dropdown, or see: ${command('taxonomy', 'list', list.name, ...flags)}`;
  return list.complete
    ? `${lead} of ${values.length} values; ${where}`
    : `${lead} of the service's values (trace knows ${values.length} of them); ${where}`;
}

function formOf(value: Value): string {
  switch (value.type) {
    case 'reference':
      return value.digits === undefined
        ? `Text, kept exactly as typed${characters(value.length)}`
        : `${value.digits} digits`;
    case 'text':
      return `Text${characters(value.length)}`;
    case 'number':
      return `Number${value.unit ? ` (${value.unit})` : ''}${bounds(value.min, value.max)}`;
    case 'boolean':
    case 'flag':
      return 'yes or no';
    case 'country':
      return 'Two-letter country code or name, e.g. FR or France';
    case 'date':
      return 'Date';
    case 'email':
      return 'E-mail address';
    case 'url':
      return 'Web address (https://...)';
    default:
      return 'Text';
  }
}

function characters(length: Length | undefined): string {
  if (length === undefined) return '';
  const { min, max } = length;
  return max === Infinity ? `, ${min} characters or more` : `, ${min} to ${max} characters`;
}

function bounds(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  return min === undefined ? '' : `, ${min} or more`;
}
