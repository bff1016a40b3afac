import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Completion,
  type FieldChange,
  noCompletion,
  type StoredList,
} from '../../../src/contract/completion.ts';
import { type Contract, contractChanges } from '../../../src/contract/completion-diff.ts';
import { completionSchema } from '../../../src/contract/completion-schema.ts';
import { FAMILY_NAMES, type FamilyName } from '../../../src/contract/family.ts';
import type { InterfaceName } from '../../../src/contract/kind.ts';
import { kindsOf, listsOf } from '../../../src/contract/registry.ts';
import { documentOf } from './generate.ts';
import { contractOf, importing } from './importing.ts';

const SHOWN: Contract = { v2: kindsOf('v2'), v3: kindsOf('v3') };

const imported = async (...asked: Parameters<typeof importing>) => (await importing(...asked)).completion;

describe('an OpenAPI document that is made of the contract', () => {
  test('an OpenAPI document that is made of the contract changes nothing in the contract', async () => {
    const completion = await imported(documentOf(SHOWN));
    expect(contractChanges(SHOWN, contractOf(completion))).toEqual([]);
    expect(completion.projectTypes).toEqual({});
  });

  test('an OpenAPI document that is made of the contract changes nothing in the contract if it has only some families', async () => {
    const completion = await imported(documentOf(SHOWN, { families: ['MODULE360_AGEC', 'E360'] }));
    expect(contractChanges(SHOWN, contractOf(completion))).toEqual([]);
  });

  test('confirms the fields that are hints, so that they stay when hints are off', async () => {
    const off = contractOf(await imported(documentOf(SHOWN)), false);
    const names = (contract: Contract) =>
      contract.v3.map(({ name, fields }) => [name, fields.map(({ path }) => path)]);
    expect(names(off)).toEqual(names(SHOWN));
    expect(names(contractOf(noCompletion(), false))).not.toEqual(names(SHOWN));
  });
});

/** Random changes that a document may make. */
const completions: fc.Arbitrary<Completion> = fc
  .tuple(changesOf('v2'), changesOf('v3'))
  .map(([v2, v3]) => ({ ...noCompletion(), v2, v3 }));

function changesOf(name: InterfaceName): fc.Arbitrary<Completion['v2']> {
  const fields = SHOWN[name].flatMap((kind) =>
    kind.fields
      .filter(({ path, local }) => !local && path !== 'projectType' && path !== kind.batchField)
      .map((field) => ({ kind: kind.name, field })),
  );
  const required: fc.Arbitrary<FieldChange['required']> =
    name === 'v3'
      ? fc.constantFrom('always' as const, 'no' as const)
      : fc.oneof(
          fc.constantFrom('always' as const, 'no' as const),
          fc.uniqueArray(fc.constantFrom(...FAMILY_NAMES), { minLength: 1, maxLength: 5 }),
        );
  const change = fc.constantFrom(...fields).chain(({ kind, field }) => {
    const single = !field.path.includes('.');
    return fc
      .record(
        {
          path: fc.constant(snake(field.path)),
          ...(single && { required: required as fc.Arbitrary<NonNullable<FieldChange['required']>> }),
          ...(field.value.type === 'text' &&
            single && {
              value: fc
                .tuple(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 10, max: 500 }))
                .map(([min, max]) => ({ type: 'text' as const, length: { min, max } })),
            }),
        },
        { requiredKeys: [] },
      )
      .map((made) => ({ kind, path: field.path, change: made as FieldChange }));
  });
  const complete = listsOf(name).filter(({ complete, doubtful }) => complete && !doubtful);
  const list = fc.constantFrom(...(complete.length > 0 ? complete : listsOf(name))).chain((one) =>
    fc
      .tuple(
        fc.subarray([...one.values], { minLength: 1 }),
        fc.uniqueArray(fc.stringMatching(/^[A-Z]{3,9} [0-9]$/), { minLength: 1, maxLength: 3 }),
      )
      .map(([kept, more]) => ({
        name: one.name,
        list: { values: [...kept, ...more], complete: true } as StoredList,
      })),
  );
  const added = fc.record({
    kind: fc.constantFrom(...SHOWN[name].map((kind) => kind.name)),
    path: fc.stringMatching(/^zz[a-z]{2,8}(\.[a-z]{2,6})?$/),
  });
  return fc
    .record({
      changes: fc.array(change, { maxLength: 6 }),
      lists: fc.array(list, { maxLength: 2 }),
      added: fc.array(added, { maxLength: 2 }),
    })
    .map(({ changes, lists, added }) => {
      const made = noCompletion()[name];
      const of = (kind: string) => (made.kinds[kind] ??= { fields: {}, added: {} });
      for (const { kind, path, change } of changes) of(kind).fields[path] = change;
      for (const { name: list, list: values } of lists) made.lists[list] = values;
      for (const { kind, path } of added) {
        const own = of(kind);
        const root = path.split('.')[0]!;
        if (Object.keys(own.added).some((other) => other.split('.')[0] === root)) continue;
        own.added[path] = { value: { type: 'number', min: 1 }, required: 'no', note: 'New.' };
      }
      return made;
    });
}

const snake = (path: string): string =>
  path.replace(/([a-z])([A-Z])/g, (_, one, two) => `${one}_${two.toLowerCase()}`);

const plainly = (contract: Contract) =>
  (['v2', 'v3'] as const).map((name) =>
    contract[name].map(({ fields, ...kind }) => ({
      ...kind,
      fields: fields
        .filter(({ local }) => !local)
        .map(({ path, value, required }) => ({
          path,
          // A limit in a document replaces ours.
          value: { ...value, ours: undefined },
          required: Array.isArray(required) ? [...(required as readonly FamilyName[])].sort() : required,
        }))
        .sort((one, other) => (one.path < other.path ? -1 : 1)),
    })),
  );

describe('a service with random changes of the contract', () => {
  test('a service with random changes of the contract has a document that trace learns exactly; a repeat changes nothing, the first document reverts it', async () => {
    await fc.assert(
      fc.asyncProperty(completions, async (made) => {
        const service = contractOf(made);
        const document = documentOf(service);
        const ours = await imported(document);
        expect(completionSchema.parse(JSON.parse(JSON.stringify(ours)))).toEqual(ours);
        expect(plainly(contractOf(ours))).toEqual(plainly(service));
        const again = await imported(document, ours);
        expect(contractChanges(contractOf(ours), contractOf(again))).toEqual([]);
        // Reverts to the interface: fields that the service dropped are only removed if the document says so.
        const back = await imported(documentOf(SHOWN), ours, { addOnly: false, replace: true });
        const left = contractChanges(SHOWN, contractOf(back)).filter(({ change }) => change !== 'body');
        expect(left).toEqual([]);
      }),
      { numRuns: 8 },
    );
  }, 60_000);
});
