import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldsOf } from '../../../src/contract/v2/read-shapes.ts';
import { LANGUAGES } from '../../../src/contract/v2/study-lists.ts';
import { restOf } from '../../../src/read/tables/rest.ts';
import { isByLanguage, type RecordShape, shapeOf } from '../../../src/read/tables/shape.ts';
import { isObject } from '../../../src/read/tables/value.ts';

const study = shapeOf(fieldsOf('study'));
const STOPS = new Set(['components', 'components.composition', 'packaging']);

/** What no column shows, by its definition and without care for the objects created on the way. */
function restByDefinition(shape: RecordShape, value: unknown, path = ''): unknown {
  if (value === undefined || value === null) return undefined;
  if (shape.type === 'leaf') {
    if (!isByLanguage(shape)) return undefined;
    if (!isObject(value)) return value;
    return known(Object.entries(value).filter(([name]) => !(LANGUAGES as readonly string[]).includes(name)));
  }
  if (shape.type === 'array') {
    if (!Array.isArray(value)) return value;
    const { item } = shape;
    if (STOPS.has(path) || item === undefined) return undefined;
    const rests = value.map((inner) => restByDefinition(item, inner, path) ?? null);
    return rests.some((rest) => rest !== null) ? rests : undefined;
  }
  if (!isObject(value)) return value;
  return known(
    Object.entries(value).map(([name, inner]) => {
      const child = shape.children.get(name);
      if (child) return [name, restByDefinition(child, inner, path === '' ? name : `${path}.${name}`)];
      const branded = [...shape.branded.keys()].some((beginning) => name.startsWith(beginning));
      return [name, branded ? undefined : inner];
    }),
  );
}

function known(entries: [string, unknown][]): object | undefined {
  const inner = entries.filter(([, value]) => value !== undefined);
  return inner.length === 0 ? undefined : Object.fromEntries(inner);
}

/** Values that are mostly as in the shape. */
function anyOf(shape: RecordShape): fc.Arbitrary<unknown> {
  const other = fc.oneof(
    fc.constantFrom<unknown>(null, 0, 'text', true, [], {}),
    fc.jsonValue({ maxDepth: 1 }),
  );
  const own: fc.Arbitrary<unknown> =
    shape.type === 'leaf'
      ? fc.oneof(
          fc.constantFrom<unknown>('a', 1, true),
          fc.dictionary(fc.constantFrom('fr', 'en', 'zz'), other),
        )
      : shape.type === 'array'
        ? fc.array(shape.item ? anyOf(shape.item) : other, { maxLength: 3 })
        : objectOf(shape, other);
  return fc.oneof({ weight: 9, arbitrary: own }, { weight: 1, arbitrary: other });
}

function objectOf(
  { children, branded }: Extract<RecordShape, { type: 'object' }>,
  other: fc.Arbitrary<unknown>,
) {
  const named = [...children].map(([name, child]) => [name, anyOf(child)] as const);
  const unlisted = fc.constantFrom('new', '__proto__', '0', ...[...branded.keys()].map((name) => `${name}x`));
  return fc
    .tuple(
      fc.record(Object.fromEntries(named), { requiredKeys: [] }),
      fc.array(fc.tuple(unlisted, other), { maxLength: 1 }),
    )
    .map(([fields, added]) => Object.fromEntries([...Object.entries(fields), ...added]));
}

test('restOf gives exactly what no column shows of a record, in the order of its fields', () => {
  fc.assert(
    fc.property(anyOf(study), (record) => {
      const [rest, defined] = [restOf(study, record, STOPS), restByDefinition(study, record)];
      expect(JSON.stringify(rest)).toBe(JSON.stringify(defined));
    }),
    { numRuns: 100 },
  );
});
