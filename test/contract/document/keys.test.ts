import { describe, expect, test } from 'vitest';
import { noCompletion } from '../../../src/contract/completion.ts';
import { completeKinds } from '../../../src/contract/completion-apply.ts';
import { importDocument } from '../../../src/contract/document/import.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import { documentWith, type Schema } from './generate.ts';

const imported = (path: string, properties: Schema, required: readonly string[] = []) =>
  importDocument(
    JSON.stringify(documentWith({ [path]: { type: 'object', properties, required } })),
    'api.json',
    noCompletion(),
    { addOnly: false, replace: false },
  );

const TEXT = { type: 'string', maxLength: 40 };

describe('what a record is recognised by', () => {
  test.each<[string, Schema, string]>([
    ['is optional', { uniqueIdentifier: TEXT }, 'not required'],
    ['is a number', { uniqueIdentifier: { type: 'integer' } }, 'not a text (number)'],
    ['is an object', { uniqueIdentifier: { type: 'object' } }, 'not a text (open)'],
    [
      'became a list',
      { uniqueIdentifiers: TEXT, uniqueIdentifier: { type: 'array', items: TEXT } },
      'called uniqueIdentifier[]',
    ],
  ])('stays one required text when it %s in a document', async (_, properties, said) => {
    const { completion, notes } = await imported('/purchased-items', properties);
    const kind = completeKinds(kindsOf('v3'), completion.v3, { hints: true }).find(
      ({ name }) => name === 'purchased-item',
    )!;
    const field = kind.fields.find(({ path }) => path === 'uniqueIdentifier')!;
    expect([kind.key, field.required]).toEqual([['uniqueIdentifier'], 'always']);
    expect(['text', 'reference']).toContain(field.value.type);
    expect(notes.join('\n')).toContain(said);
  });

  test('takes a length and another name', async () => {
    const { completion } = await imported('/purchased-items', { unique_identifier: TEXT }, [
      'unique_identifier',
    ]);
    const kind = completeKinds(kindsOf('v3'), completion.v3, { hints: true }).find(
      ({ name }) => name === 'purchased-item',
    )!;
    expect([kind.key, kind.fields[0]]).toMatchObject([
      ['unique_identifier'],
      { required: 'always', value: { type: 'reference', length: { min: 1, max: 40 } } },
    ]);
  });

  test('stays so whatever an older contract file holds', () => {
    const fields = {
      uniqueIdentifier: { required: 'no' as const, removed: true, value: { type: 'number' as const } },
    };
    const v3 = { lists: {}, kinds: { supplier: { fields, added: {} } } };
    const [supplier] = completeKinds(kindsOf('v3'), v3, { hints: true });
    expect(supplier!.fields[0]).toMatchObject({
      path: 'uniqueIdentifier',
      required: 'always',
      value: { type: 'reference' },
    });
  });

  test('a colour that is typed as an object is still a text, and may be left out', async () => {
    const { completion } = await imported('/v2/products', { productColorCode: { type: 'object' } });
    const product = completeKinds(kindsOf('v2'), completion.v2, { hints: true }).find(
      ({ name }) => name === 'product',
    )!;
    const colour = product.fields.find(({ path }) => path === 'productColorCode')!;
    expect([colour.value.type, colour.required]).toEqual(['reference', undefined]);
  });
});
