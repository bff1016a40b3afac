import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FAMILY_NAMES, type FamilyName } from '../../../src/contract/family.ts';
import { type Field, pathSteps } from '../../../src/contract/field.ts';
import type { Body, Json, KindSpec } from '../../../src/contract/kind.ts';
import { knownValues } from '../../../src/contract/list.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import { bodySchema } from '../../../src/contract/schema.ts';
import { asUpdate } from '../../../src/contract/v3/update.ts';
import type { Finding } from '../../../src/findings/finding.ts';
import { checkRow, ROW_RULES, severityOf } from '../../../src/records/check/check-row.ts';
import { type RowContext, rowFinding } from '../../../src/records/check/rule.ts';
import type { Draft } from '../../../src/records/record.ts';
import { SLOW } from '../../effort.ts';
import { setAt, soundBody } from '../../mock/sound-body.ts';

fc.configureGlobal({ seed: 20261122 });
const RUNS = SLOW ? 2000 : 150;

/** Values that a field may have: valid ones, values near them, and values of other types. */
function anyValue({ value }: Field): fc.Arbitrary<Json> {
  const odd = fc.constantFrom<Json[]>(
    ...['', 'x', 'FR', 0, -1, 1e9, true, null, [], {}, ['x'], [{}], 'é'.repeat(300)],
  );
  const of = (...values: Json[]) =>
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: odd });
  switch (value.type) {
    case 'choice': {
      const [first, second = first] = knownValues(value.list);
      return of(first!, second!, knownValues(value.list).at(-1)!, `${first}S`, 'UNKNOWN WORD', 'С');
    }
    case 'number':
      return of(
        ...[value.min ?? 1, value.max ?? 5, (value.min ?? 0) - 0.001, (value.max ?? 1e6) + 1, 50, 100, 0.5],
      );
    case 'date':
      return of('2026-01-02', '2026-03-04', '2025-12-31');
    case 'email':
      return of('a@example.com', 'a@example', 'a.@example.com');
    case 'url':
      return of('https://example.com', 'example.com', 'ftp://example.com');
    default:
      return of('A-1', '4006381333931', '12', '😀'.repeat(20), 'a'.repeat(256), true, 1);
  }
}

/** Fills a field of a body; lists get one or two items. Fields of something that is no object are not filled. */
function put(body: Body, { path }: Field, value: Json, item: number): void {
  let at = body;
  for (const { name, array } of pathSteps(path).slice(0, -1)) {
    at[name] ??= array ? [{}, {}].slice(0, 1 + (item % 2)) : {};
    const child = at[name];
    const next = Array.isArray(child) ? child[item % child.length] : child;
    if (typeof next !== 'object' || next === null || Array.isArray(next)) return;
    at = next;
  }
  const { name, array } = pathSteps(path).at(-1)!;
  at[name] = array && item < 3 ? [value] : value;
}

const bodies = ({ fields }: KindSpec): fc.Arbitrary<Body> =>
  fc
    .array(
      fc.integer({ min: 0, max: fields.length - 1 }).chain((at) =>
        fc.record({
          field: fc.constant(fields[at]!),
          value: anyValue(fields[at]!),
          item: fc.integer({ min: 0, max: 3 }),
        }),
      ),
      { maxLength: fields.length * 2 },
    )
    .map((values) => {
      const body: Body = {};
      for (const { field, value, item } of values) put(body, field, structuredClone(value), item);
      return body;
    });

const unreadable = ({ fields }: KindSpec) =>
  fc.subarray(
    fields.map(({ path }) => path.replaceAll(/\[\](?=\.)/g, '.0').replace('[]', '')),
    { maxLength: 3 },
  );

const settings = fc.record({ strict: fc.boolean(), collection: fc.boolean() });

const draftOf = (kind: KindSpec, body: Body, paths: readonly string[]): Draft => ({
  map: {
    file: 'a.csv',
    sheet: 'a',
    kind,
    headerRow: 1,
    columns: kind.fields.map((field, index) => ({
      ...{ index, letters: 'A', header: field.path, field, path: field.path },
    })),
  },
  row: 7,
  line: 9,
  body,
  findings: [],
  unreadable: new Set(paths),
  columnOf: (path) => (path.includes('1') ? undefined : 'A'),
});

/** The definition: every check of every rule reports, whatever its fast tests say. */
function uncompiled(
  draft: Draft,
  body: Body,
  family: FamilyName | null,
  { strict, collection }: { strict: boolean; collection: boolean },
): Finding[] {
  const { kind } = draft.map;
  const findings: Finding[] = [];
  const context: RowContext = {
    ...{ draft, kind, body, family, place: [] },
    report: (code, path, message, extra) =>
      findings.push(rowFinding(draft, code, severityOf(code, strict), path, message, extra)),
  };
  for (const rule of ROW_RULES) for (const check of rule({ kind, family, collection })) check.report(context);
  return findings;
}

const kinds = [
  ...kindsOf('v2'),
  ...kindsOf('v3'),
  ...kindsOf('v3').flatMap((kind) => (kind.update ? [asUpdate(kind as never)] : [])),
];

describe.each(
  kinds.map((kind) => [`${kind.interface} ${kind.name}${kind.partial ? ', updates' : ''}`, kind] as const),
)('the rules for a %s', (_, kind) => {
  const anyFamily = fc.constantFrom(...(kind.interface === 'v2' ? [...FAMILY_NAMES, null] : [null]));

  test('find the same when they are compiled as each rule by itself, in the same order', {
    tags: ['sampled'],
  }, () => {
    fc.assert(
      fc.property(bodies(kind), unreadable(kind), settings, anyFamily, (body, paths, how, family) => {
        const draft = draftOf(kind, body, paths);
        const found = checkRow(draft, body, family, { ...how, projectTypes: {} });
        expect(JSON.stringify(found)).toBe(JSON.stringify(uncompiled(draft, body, family, how)));
      }),
      { numRuns: RUNS },
    );
  });
});

/** Findings that the zod schema of the interface has too. */
const IN_SCHEMA: ReadonlySet<string> = new Set([
  ...['required', 'not-in-list', 'out-of-range', 'number-implausible', 'text-length', 'digits'],
]);

/** A value that the schema may reject, of the type of the field; undefined removes it. */
function changeOf({ value }: Field): fc.Arbitrary<Json | undefined> {
  if (value.type === 'number')
    return fc.constantFrom(
      ...[undefined, (value.min ?? 0) - 1, value.min ?? 0, value.max ?? 1, (value.max ?? 1) + 1],
    );
  if (value.type === 'choice')
    return fc.constantFrom(undefined, 'NO SUCH VALUE', ...knownValues(value.list).slice(0, 3));
  return value.type === 'text' || value.type === 'reference'
    ? fc.constantFrom(undefined, 'A', 'a'.repeat(256), '12')
    : fc.constant(undefined);
}

describe.each(kindsOf('v2').map((kind) => [kind.name, kind] as const))('the rules for a v2 %s', (_, kind) => {
  test('reject a body exactly if the schema of the interface does', { tags: ['sampled'] }, () => {
    const schema = bodySchema(kind, 'STANDARD', { openLists: true });
    const fields = kind.fields.filter(({ path }) => path !== 'projectType' && path !== kind.batchField);
    const change = fc
      .constantFrom(...fields)
      .chain((field) => changeOf(field).map((value) => [field.path, value] as const));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 3 }), (changes) => {
        const body = soundBody(kind, 'STANDARD');
        for (const [path, value] of changes)
          setAt(body, path, path.endsWith('[]') && value !== undefined ? [value] : value);
        const how = { strict: false, projectTypes: {} };
        const found = checkRow(draftOf(kind, body, []), body, 'STANDARD', how);
        expect(found.some(({ code }) => IN_SCHEMA.has(code))).toBe(!schema.safeParse(body).success);
      }),
      { numRuns: RUNS },
    );
  });
});
