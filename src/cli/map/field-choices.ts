import { COUNTRY_CODES, countryNames } from '../../contract/country-codes.ts';
import { columnPath, type Field } from '../../contract/field.ts';
import type { KindSpec } from '../../contract/kind.ts';
import { knownValues } from '../../contract/list.ts';
import { noteOf as meaningOf } from '../../contract/template/text.ts';
import { constantOf } from '../../map/map-file/settings-of-fields.ts';
import { fieldNamed, fieldsUnder } from '../../map/map-file/targets.ts';
import { listOf } from '../../map/map-file/values.ts';
import { shippedResolver } from '../../recognise/words/shipped.ts';
import { numberedPath } from '../../records/column-paths.ts';
import { compositionField } from '../../records/composition-column.ts';
import { language, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { Choice } from './prompts.ts';

const fieldAt = (kind: KindSpec, path: string): Field | undefined =>
  fieldNamed(kind, path)?.field ?? fieldsUnder(kind, path)[0];

const MOST_NOTE = 60;

/** What a field is, in a few words. */
export const noteOf = (kind: KindSpec, path: string): string => noteText(kind, fieldAt(kind, path));

const noteText = (kind: KindSpec, field: Field | undefined): string =>
  field ? forTerminal(meaningOf(kind, field, language()), MOST_NOTE) : '';

/** All fields of a kind, with the first item of lists. */
export function fieldChoices(kind: KindSpec): Choice<string>[] {
  const whole = compositionField(kind);
  return [...(whole ? [whole] : []), ...kind.fields].map((field) => {
    const own = columnPath(field.path);
    return { value: own, label: own, hint: noteText(kind, field) };
  });
}

/** The values of the list of a field that a word in any language means: `manteau` is a coat. */
export function valuesMeant(kind: KindSpec, path: string): (word: string) => readonly string[] {
  const field = fieldAt(kind, path);
  const list = field && listOf(kind, field);
  return (word) => {
    const reading = list && shippedResolver(list)(word);
    if (!reading) return [];
    return 'value' in reading ? [reading.value] : reading.candidates;
  };
}

/** The values that a field can have, if it has a list of them. */
export function valueChoices(kind: KindSpec, path: string): Choice<string>[] {
  const field = fieldAt(kind, path);
  const list = field && listOf(kind, field);
  const type = field?.value.type;
  const values = list
    ? list.complete
      ? list.values
      : knownValues(list)
    : type === 'country'
      ? [...COUNTRY_CODES]
      : type === 'boolean' || type === 'flag'
        ? ['yes', 'no']
        : [];
  const nameOfCode = type === 'country' && !list ? countryNames(language()) : undefined;
  return values.map((value) => ({
    value,
    label: forTerminal(value),
    ...(nameOfCode && { hint: forTerminal(nameOfCode.of(value) ?? value) }),
  }));
}

/** Whether a text is made of other cells: it has a placeholder such as `{productRef}`. */
export const isTemplate = (text: string): boolean => /\{[^{}]+\}/.test(text);

/** Why a text cannot be the value of a field for all rows; undefined if it can. */
export function constantFault(kind: KindSpec, path: string, text: string): string | undefined {
  if (text.trim() === '') return say().mapQuestions.typeValue();
  const meaning = isTemplate(text) ? undefined : fieldNamed(kind, path);
  if (!meaning) return undefined;
  const read = constantOf(kind, meaning.field, numberedPath(meaning, new Set()), text);
  return 'problem' in read ? forTerminal(read.problem, 200) : undefined;
}
