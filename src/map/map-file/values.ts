import { command } from '../../advice.ts';
import { COUNTRY_CODES } from '../../contract/country-codes.ts';
import type { Field, Value } from '../../contract/field.ts';
import type { Json, KindSpec } from '../../contract/kind.ts';
import { type ClosedList, knownValues, matchValue } from '../../contract/list.ts';
import { didYouMean, didYouMeanAny } from '../../nearest.ts';
import { compositionField } from '../../records/composition-column.ts';
import { say } from '../../say.ts';

/**
 * The list of allowed values of a field. For a composition cell, the list of materials. Undefined for fields
 * without a list.
 */
export function listOf(kind: KindSpec, { path, value }: Field): ClosedList | undefined {
  if (value.type === 'choice') return value.list;
  if (path !== compositionField(kind)?.path || value.type !== 'text') return undefined;
  const material = kind.fields.find((field) => field.path === `${path}.material`)?.value;
  return material?.type === 'choice' ? material.list : undefined;
}

/** Whether a map file may map words to values of this field. */
export const hasWords = (kind: KindSpec, field: Field): boolean =>
  listOf(kind, field) !== undefined || TYPES_WITH_WORDS.has(field.value.type);

const TYPES_WITH_WORDS: ReadonlySet<Value['type']> = new Set(['country', 'boolean', 'flag']);

/** Returns the value that a map file gives to a word, or the problem with that value. */
export function targetValue(
  kind: KindSpec,
  field: Field,
  text: string,
): { value: Json } | { problem: string } {
  const list = listOf(kind, field);
  if (list) return listValue(list, text);
  if (field.value.type === 'country')
    return COUNTRY_CODES.has(text) ? { value: text } : { problem: say().mapFile.notACountry({ text }) };
  if (text !== 'yes' && text !== 'no') return { problem: say().mapFile.notYesNo({ text }) };
  const isYes = text === 'yes';
  return { value: field.value.type === 'flag' ? Number(isYes) : isYes };
}

/** Maximum number of list values that a message shows. */
const MOST_SHOWN = 12;

function listValue(list: ClosedList, text: string): { value: Json } | { problem: string } {
  const { name } = list;
  // As in a cell, probable values of an incomplete list are accepted only as written, with a warning.
  const values = list.complete ? list.values : knownValues(list);
  if (values.includes(text)) return { value: text };
  const folded = matchValue(list, text);
  const { suggestion } =
    folded !== undefined && values.includes(folded) ? didYouMeanAny([folded]) : didYouMean(text, values);
  const all =
    values.length > MOST_SHOWN
      ? say().mapFile.valuesShown({ command: command('taxonomy', 'list', name) })
      : say().mapFile.valuesAre({ values: values.join(', ') });
  const meant = suggestion === undefined ? all : say().mapFile.meant({ suggestion, values: all });
  return { problem: say().mapFile.notInList({ text, list: name, near: meant }) };
}
