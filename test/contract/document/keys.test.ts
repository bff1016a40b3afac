import { describe, expect, test } from 'vitest';
import { completeKinds } from '../../../src/contract/completion-apply.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import type { Schema } from './generate.ts';
import { completed, importingBody } from './importing.ts';

const TEXT = { type: 'string', maxLength: 40 };
const TEXTS = { type: 'array', items: TEXT };

describe('the key of a kind', () => {
  test.each<[string, Schema, string]>([
    ['is optional', { uniqueIdentifier: TEXT }, 'not required'],
    ['is a number', { uniqueIdentifier: { type: 'integer' } }, 'not a text (number)'],
    ['is an object', { uniqueIdentifier: { type: 'object' } }, 'not a text (open)'],
    ['became a list', { uniqueIdentifiers: TEXT, uniqueIdentifier: TEXTS }, 'called uniqueIdentifier[]'],
  ])('stays one required text although it %s in an OpenAPI document', async (_, properties, said) => {
    const { completion, notes } = await importingBody('/purchased-items', properties);
    const kind = completed(completion, 'v3', 'purchased-item');
    const field = kind.fields.find(({ path }) => path === 'uniqueIdentifier')!;
    expect([kind.key, field.required]).toEqual([['uniqueIdentifier'], 'always']);
    expect(['text', 'reference']).toContain(field.value.type);
    expect(notes.join('\n')).toContain(said);
  });

  test('gets the length and the name that an OpenAPI document gives it', async () => {
    const required = { required: ['unique_identifier'] };
    const { completion } = await importingBody('/purchased-items', { unique_identifier: TEXT }, required);
    const kind = completed(completion, 'v3', 'purchased-item');
    expect([kind.key, kind.fields[0]]).toMatchObject([
      ['unique_identifier'],
      { required: 'always', value: { type: 'reference', length: { min: 1, max: 40 } } },
    ]);
  });

  test('stays one required text whatever an older contract file contains', () => {
    const fields = {
      uniqueIdentifier: { required: 'no' as const, removed: true, value: { type: 'number' as const } },
    };
    const v3 = { lists: {}, kinds: { supplier: { fields, added: {} } } };
    const [supplier] = completeKinds(kindsOf('v3'), v3, { hints: true });
    const key = { path: 'uniqueIdentifier', required: 'always', value: { type: 'reference' } };
    expect(supplier!.fields[0]).toMatchObject(key);
  });

  test('the optional key field productColorCode stays an optional text if a document makes it an object', async () => {
    const { completion } = await importingBody('/v2/products', { productColorCode: { type: 'object' } });
    const product = completed(completion, 'v2', 'product');
    const colour = product.fields.find(({ path }) => path === 'productColorCode')!;
    expect([colour.value.type, colour.required]).toEqual(['reference', undefined]);
  });
});
