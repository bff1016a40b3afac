import { expect, it } from 'vitest';
import type { Field } from '../../../src/contract/field.ts';
import { KINDS } from '../../../src/contract/kinds.ts';
import { listOf } from '../../../src/contract/template/lists.ts';
import { isLabel } from '../../../src/contract/template/value-labels.ts';
import { LANGUAGES } from '../../../src/language/languages.ts';
import { coercionOf } from '../../../src/records/field-coercion.ts';

const FIELDS: Field[] = Object.values(KINDS).flatMap((kinds) =>
  Object.values(kinds).flatMap(({ fields }) => fields),
);

it('isLabel recognises every text of a dropdown that is not the value itself', () => {
  const others: string[] = [];
  for (const field of FIELDS)
    for (const language of LANGUAGES)
      for (const text of listOf(field, language, undefined)?.values ?? []) {
        const { path: header } = field;
        const column = { index: 0, letters: 'A', header, field, path: header.replace('[]', '') };
        const read = coercionOf(column)(text, () => {});
        if (read !== text && !(Array.isArray(read) && read[0] === text)) others.push(text);
        const isOther = !isLabel(field.value, text) && read !== text && !Array.isArray(read);
        expect(isOther ? `${field.path}: ${text}` : '').toBe('');
      }
  expect(new Set(others).size).toBeGreaterThan(400);
});

it.each([
  ['x', 'flag', false],
  ['OUI', 'flag', true],
  ['oui', 'boolean', true],
  ['oui', 'country', false],
  ['FR', 'country', false],
  ['France', 'country', false],
  ['Espagne (ES)', 'country', true],
  ['Espagne (FR)', 'country', false],
] as const)('isLabel of "%s" in a field of type %s is %s', (text, type, is) => {
  expect(isLabel({ type }, text)).toBe(is);
});
