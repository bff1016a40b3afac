import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  branded,
  byLanguage,
  measured,
  readFields,
  unknownPaths,
  valuesAt,
} from '../../src/contract/read-shape.ts';

const shape = z.looseObject({
  id: z.string(),
  tags: z.array(z.string()),
  texts: byLanguage,
  parts: z.array(
    branded({ name: z.string(), weight: measured('g').optional(), on: z.enum(['A', 'B']) }, 'name_'),
  ),
  maker: z.looseObject({ name: z.string() }).optional(),
});

const ANSWER = {
  ...{ id: '1', tags: ['x', 'y'], texts: { fr: 'un', zz: 'new' } },
  parts: [
    { name: 'a', name_maison: 'A', on: 'A' },
    { name: 'b', weight: 3, on: 'B' },
  ],
  maker: { name: 'M' },
};

test('readFields lists the leaves of a schema with their type, unit and values, and whether they are optional', () => {
  expect(readFields(shape)).toEqual([
    { path: 'id', type: 'string', optional: false, byLanguage: false },
    { path: 'tags[]', type: 'string', optional: false, byLanguage: false },
    { path: 'texts', type: 'object', optional: false, byLanguage: true },
    { path: 'parts[].name', type: 'string', optional: false, byLanguage: false },
    { path: 'parts[].weight', type: 'number', unit: 'g', optional: true, byLanguage: false },
    { path: 'parts[].on', type: 'string', optional: false, values: ['A', 'B'], byLanguage: false },
    { path: 'parts[].name_<brand>', type: 'string', optional: true, byLanguage: false },
    { path: 'maker.name', type: 'string', optional: true, byLanguage: false },
  ]);
});

test('parsing keeps a field that the schema does not have, and unknownPaths lists it once', () => {
  const parts = ANSWER.parts.map((part) => ({ ...part, tint: { hue: 1 } }));
  const added = { ...ANSWER, parts, maker: { name: 'M', vat: null }, version: 4 };
  expect(shape.parse(added)).toEqual(added);
  expect(unknownPaths(shape, added)).toEqual(['parts[].tint', 'maker.vat', 'version']);
  expect(unknownPaths(shape, ANSWER)).toEqual([]);
});

test.each([
  ['not an object', null],
  ['a text', 'truncat'],
  ['an array where an object is', { ...ANSWER, maker: [] }],
  ['an object where an array is', { ...ANSWER, parts: { name: 'a' } }],
])('unknownPaths finds nothing in %s and throws nothing', (_, value) => {
  expect(unknownPaths(shape, value)).toEqual([]);
});

test("a field with the brand's own name must be a text", () => {
  expect(
    shape.safeParse({ ...ANSWER, parts: [{ name: 'a', on: 'A', name_maison: 7 }] }).error?.issues,
  ).toEqual([
    expect.objectContaining({ path: ['parts', 0, 'name_maison'], code: 'invalid_type', expected: 'string' }),
  ]);
});

test.each([
  ['id', ['1']],
  ['tags[]', ['x', 'y']],
  ['parts[].name', ['a', 'b']],
  ['parts[].weight', [3]],
  ['parts[].name_<brand>', ['A']],
  ['maker.name', ['M']],
  ['maker.none', []],
  ['none[].name', []],
])('valuesAt finds at the path %s the values %j', (path, values) => {
  expect(valuesAt(ANSWER, path)).toEqual(values);
});

/** The definition: visits a value with its schema. */
function unknownByDefinition(schema: z.ZodType, value: unknown, path = ''): string[] {
  if (schema instanceof z.ZodOptional) return unknownByDefinition(schema.unwrap() as z.ZodType, value, path);
  if (schema instanceof z.ZodArray)
    return (Array.isArray(value) ? value : []).flatMap((item) =>
      unknownByDefinition(schema.element as z.ZodType, item, `${path}[]`),
    );
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [];
  const { branded: beginnings = [] } = (schema.meta() ?? {}) as { branded?: string[] };
  return Object.entries(value).flatMap(([name, child]) => {
    const below = path === '' ? name : `${path}.${name}`;
    if (Object.hasOwn(schema.shape, name))
      return unknownByDefinition(schema.shape[name] as z.ZodType, child, below);
    return beginnings.some((beginning) => name.startsWith(beginning)) ? [] : [below];
  });
}

test('unknownPaths finds in any value what its definition finds', () => {
  const name = fc.constantFrom(
    ...['id', 'tags', 'texts', 'parts', 'maker', 'name', 'name_x', 'vat', 'toString', '__proto__'],
  );
  const { value: values } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>(null, 1, 'text'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }).map((fields) => Object.fromEntries(fields)),
    ),
  }));
  fc.assert(
    fc.property(values, (value) => {
      expect(unknownPaths(shape, value)).toEqual([...new Set(unknownByDefinition(shape, value))]);
    }),
    { numRuns: 300 },
  );
});
