import type { Field } from '../../contract/field.ts';
import type { KindSpec } from '../../contract/kind.ts';
import type { FindingCode } from '../../findings/catalogue.ts';
import { kindText, say, unitText } from '../../say.ts';

/** Findings about a value that a person may not have. */
const MAY_BE_UNKNOWN: ReadonlySet<FindingCode> = new Set([
  'cell-error',
  'country-unknown',
  'date-unreadable',
  'number-implausible',
  'number-unreadable',
  'open-unreadable',
  'out-of-range',
  'placeholder',
]);

/** What to do if a person does not have the value of a wrong cell; undefined if it depends on the record. */
export function ifUnknown(code: FindingCode, field: Field): string | undefined {
  if (!MAY_BE_UNKNOWN.has(code)) return undefined;
  if (field.required === 'always') return say().copy.neverEmpty();
  return field.required === undefined ? say().copy.mayBeEmpty() : undefined;
}

/** What to write into a blank cell of a field; undefined if the values of its list say it. */
export function expectedValue({ references }: KindSpec, field: Field): string | undefined {
  const { copy } = say();
  const { value, path, example } = field;
  switch (value.type) {
    case 'country':
      return copy.expectedCountry();
    case 'date':
      return copy.expectedDate();
    case 'boolean':
    case 'flag':
      return copy.expectedYesNo();
    case 'number':
      return value.unit === undefined
        ? copy.expectedNumber()
        : copy.expectedUnit({ unit: unitText(value.unit) });
    case 'choice':
      if (value.list.complete) return undefined;
  }
  const to = references.find(({ fields }) => fields.includes(path))?.to;
  if (to !== undefined) return copy.expectedReference({ kind: kindText(to) });
  return typeof example === 'string' && value.type !== 'text' ? copy.expectedLike({ example }) : undefined;
}
