import type { Language } from '../../language/languages.ts';
import type { FamilyName } from '../family.ts';
import type { Length, Value } from '../field.ts';
import type { KindSpec } from '../kind.ts';
import { type ClosedList, knownValues } from '../list.ts';
import { hasManyValues, isWithin, requiringFamilies, type TemplateColumn } from './columns.ts';
import { filled, noteOf, TEXTS, type TemplateText } from './text.ts';

/** Lists up to this length are spelled out in the note. */
const SHORT_LIST = 7;

/** The note of a column: its meaning, whether it is required, the allowed values, and the name of the field. */
export function headerNote(
  kind: KindSpec,
  column: TemplateColumn,
  family: FamilyName | undefined,
  language: Language,
): string {
  const text = TEXTS[language];
  return [
    noteOf(kind, column.field, language),
    need(column, family, text.need),
    `${form(column, text.form)}.`,
    filled(text.fieldName, { header: column.header }),
  ]
    .filter(Boolean)
    .join('\n');
}

function need(column: TemplateColumn, family: FamilyName | undefined, text: TemplateText['need']): string {
  if (column.required) return text.required;
  if (isWithin(column)) return text.within;
  if (column.item > 1) return text.furtherItem;
  const families = family === undefined ? requiringFamilies(column.field) : [];
  return families.length > 0 ? filled(text.families, { names: families.join(', ') }) : text.optional;
}

function form({ field }: TemplateColumn, text: TemplateText['form']): string {
  const many = hasManyValues(field);
  if (field.value.type === 'choice') return listForm(field.value.list, many, text);
  return `${formOf(field.value, text)}${many ? `, ${text.several}` : ''}`;
}

function listForm(list: ClosedList, many: boolean, text: TemplateText['form']): string {
  const values = knownValues(list);
  if (!list.complete) return many ? text.someOfOpen : text.oneOfOpen;
  if (values.length > SHORT_LIST)
    return filled(many ? text.someOfMany : text.oneOfMany, { count: values.length });
  return filled(many ? text.someOf : text.oneOf, { values: values.join(' | ') });
}

function formOf(value: Value, text: TemplateText['form']): string {
  switch (value.type) {
    case 'reference':
      return value.digits === undefined
        ? `${text.exact}${characters(value.length, text)}`
        : filled(text.digits, { count: value.digits });
    case 'text':
      return `${text.text}${characters(value.length, text)}`;
    case 'number':
      return `${text.number}${value.unit ? ` (${text.units[value.unit] ?? value.unit})` : ''}${bounds(value.min, value.max, text)}`;
    case 'boolean':
    case 'flag':
      return text.yesNo;
    case 'country':
      return text.country;
    case 'date':
      return text.date;
    case 'email':
      return text.email;
    case 'url':
      return text.url;
    default:
      return text.text;
  }
}

function characters(length: Length | undefined, text: TemplateText['form']): string {
  if (length === undefined) return '';
  const { min, max } = length;
  return `, ${filled(max === Number.POSITIVE_INFINITY ? text.charactersOrMore : text.characters, { min, max })}`;
}

function bounds(min: number | undefined, max: number | undefined, text: TemplateText['form']): string {
  if (min !== undefined && max !== undefined) return ` ${filled(text.between, { min, max })}`;
  return min === undefined ? '' : `, ${filled(text.least, { min })}`;
}
