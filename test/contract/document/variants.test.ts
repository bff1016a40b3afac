import { describe, expect, test } from 'vitest';
import { toContractNames, toInterfaceNames } from '../../../src/contract/body.ts';
import { documentWith, type Schema } from './generate.ts';
import { changesIn, completed, importing, importingBody } from './importing.ts';

const TEXT = { type: 'string' };
const TEXTS = { type: 'array', items: TEXT };
const AMOUNT = { value: { type: 'number' }, unit: TEXT };
const QUANTITY = { type: 'object', properties: AMOUNT, required: ['value', 'unit'] };

describe('a field of an OpenAPI document with several types', () => {
  const COUNTRY = 'manufacturingAssemblyCountry';
  const NUMBER = { type: 'number', minimum: 0 };
  test.each<[string, string, string, Schema, ...changes: string[]]>([
    ['a text or a list of texts is the known list', '/v2/products', COUNTRY, { anyOf: [TEXT, TEXTS] }],
    ['a list of texts or a text is the known list', '/v2/products', COUNTRY, { oneOf: [TEXTS, TEXT] }],
    ['type arrays of 3.1', '/v2/products', COUNTRY, { type: ['string', 'array', 'null'], items: TEXT }],
    [
      'a text or a list of texts makes a list of the text in the contract',
      ...(['/purchased-items', 'purchaseOrder'] as const),
      { anyOf: [TEXT, TEXTS] },
      'purchaseOrder[]: one text > list of text',
    ],
    [
      'a number or an object adds the fields of the object beside the number',
      ...(['/brand-products', 'producedQuantity'] as const),
      { anyOf: [NUMBER, QUANTITY] },
      ...['value: number', 'unit: text'].map((one) => `+producedQuantity.${one}, required in its group`),
    ],
    [
      'an object or a number adds the number beside the fields of the object',
      ...(['/purchased-items', 'purchasedQuantity'] as const),
      { oneOf: [QUANTITY, { type: 'number' }] },
      '+purchasedQuantity: number, optional',
    ],
    ['a text or a number', '/suppliers', 'grade', { anyOf: [TEXT, NUMBER] }, '+grade: any value, optional'],
  ])('is learned: %s', async (_, path, name, schema, ...expected) => {
    const { completion } = await importingBody(path, { [name]: schema });
    expect(changesIn(completion)).toEqual(expected);
  });
});

describe('what an OpenAPI document says besides its create calls', () => {
  const body = { type: 'object', properties: { uniqueIdentifier: TEXT } };
  const responses = { 200: { description: 'ok' } };
  const parameter = (name: string, schema: Schema) => ({ name, in: 'query', schema });

  test('the paths of updates are learned, and other PATCH paths are named in a note', async () => {
    const document = documentWith({ '/purchased-items': body, '/brand-products': body });
    Object.assign(document.paths as object, {
      '/v3/purchased-items/{purchasedItemId}/content': { patch: { responses } },
      '/purchased-items/by-unique-identifier/{uniqueIdentifier}': { patch: { responses } },
      '/brand-products/own/{uniqueId}': { patch: { responses } },
      '/brand-products/{a}/{b}': { patch: { responses } },
      '/suppliers/{id}': { patch: { responses } },
    });
    const { completion, notes } = await importing(document);
    expect(completion.updatePaths).toEqual({
      'purchased-item': { byId: '/purchased-items/{id}/content' },
      'brand-product': { byUniqueIdentifier: '/brand-products/own/{uniqueIdentifier}' },
    });
    expect(notes).toContainEqual('Ignored PATCH paths: /brand-products/{a}/{b}, /suppliers/{id}.');
  });

  test('unknown keys of sortBy, query parameters and date-time fields are named in notes', async () => {
    const moment = { type: 'string', format: 'date-time' };
    const properties = { uniqueIdentifier: TEXT, purchaseOrderDate: moment, seenAt: moment };
    const document = documentWith({ '/purchased-items': { type: 'object', properties } });
    const sortBy = parameter('sortBy', { type: 'string', enum: ['createdAt', 'weight'] });
    const list = { parameters: [parameter('brandId', TEXT)], get: { responses, parameters: [sortBy] } };
    Object.assign(document.paths as object, { '/brand-products': list });
    const { notes } = await importing(document);
    expect(notes.join('\n')).toContain(
      '/brand-products: values of sortBy that trace does not list, sent unchanged, with a warning: weight.',
    );
    expect(notes.join('\n')).toMatch(/values of sortBy that the document does not have: updatedAt, /);
    expect(notes).toContainEqual('/brand-products: ignored query parameters: brandId.');
    expect(notes).toContainEqual(
      'purchased-item: the format date-time is ignored: purchaseOrderDate, seenAt. Cells are sent as days, YYYY-MM-DD.',
    );
  });
});

test('a field that is a text in one family and a list of texts in another is learned as the list', async () => {
  const market = (manufacturingAssemblyCountry: Schema) => ({
    ...{ type: 'object', properties: { manufacturingAssemblyCountry } },
  });
  const bodies = { '/v2/products': market(TEXT), '/v2/agec/products': market(TEXTS) };
  const { completion } = await importing(documentWith(bodies));
  expect(completion.v2.kinds.product ?? 'as it was').toEqual('as it was');
});

test('a field that became a list is sent as a text if it has one value, and as a list if it has several', async () => {
  const { completion } = await importingBody('/purchased-items', { purchaseOrder: { anyOf: [TEXT, TEXTS] } });
  const kind = completed(completion, 'v3', 'purchased-item');
  const one = { uniqueIdentifier: 'P-1', purchaseOrder: ['PO-1'] };
  expect(toInterfaceNames(kind, one)).toEqual({ uniqueIdentifier: 'P-1', purchaseOrder: 'PO-1' });
  expect(toContractNames(kind, toInterfaceNames(kind, one))).toEqual(one);
  const two = { uniqueIdentifier: 'P-1', purchaseOrder: ['PO-1', 'PO-2'] };
  expect(toInterfaceNames(kind, two)).toEqual(two);
  expect(toContractNames(kind, { purchaseOrder: null })).toEqual({ purchaseOrder: null });
});

describe('a requirement of an OpenAPI document that trace does not check', () => {
  const CHOICES = { type: 'array', items: { type: 'string', enum: ['A'] } };
  test.each<[string, string, Schema, string]>([
    ['whole numbers', 'weight', { type: 'integer' }, 'integer'],
    ['whole numbers or nothing', 'weight', { type: ['integer', 'null'] }, 'integer'],
    ['steps', 'weight', { type: 'number', multipleOf: 5 }, 'multipleOf'],
    ['lengths', 'packagingRefs[]', { allOf: [{ ...TEXTS, maxItems: 3 }, { minItems: 1 }] }, 'maxItems'],
    ['items that differ', 'packagingRefs[]', { ...TEXTS, uniqueItems: true }, 'uniqueItems'],
    ['one of two lists', 'packagingRefs[]', { oneOf: [TEXTS, CHOICES] }, 'one of several lists'],
  ])('a requirement that trace does not check is named in a note: %s', async (_, path, schema, what) => {
    const { notes } = await importingBody('/v2/products', { [path.replace('[]', '')]: schema });
    const sentence = `product: trace does not check ${what}; the service does: ${path}`;
    expect(notes).toContainEqual(expect.stringContaining(sentence));
  });

  test('a requirement that trace does not check is named in no note if the document has none', async () => {
    const packagingRefs = { ...TEXTS, minItems: 0, uniqueItems: false };
    const { notes } = await importingBody('/v2/products', { packagingRefs, weight: { type: 'number' } });
    expect(notes.join('\n')).not.toContain('trace does not check');
  });
});
