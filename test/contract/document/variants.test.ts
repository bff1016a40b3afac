import { describe, expect, test } from 'vitest';
import { toContractNames, toInterfaceNames } from '../../../src/contract/body.ts';
import { noCompletion } from '../../../src/contract/completion.ts';
import { completeKinds } from '../../../src/contract/completion-apply.ts';
import { contractChanges } from '../../../src/contract/completion-diff.ts';
import { importDocument } from '../../../src/contract/document/import.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import { documentWith, type Schema } from './generate.ts';

const PLAIN = { addOnly: false, replace: false };

const importing = (document: Schema) =>
  importDocument(JSON.stringify(document), 'api.json', noCompletion(), PLAIN);

/** The changes that fields of a path in a document cause, in short. */
async function changes(path: string, properties: Schema): Promise<string[]> {
  const { completion } = await importing(documentWith({ [path]: { type: 'object', properties } }));
  const after = {
    v2: completeKinds(kindsOf('v2'), completion.v2, { hints: true }),
    v3: completeKinds(kindsOf('v3'), completion.v3, { hints: true }),
  };
  return contractChanges({ v2: kindsOf('v2'), v3: kindsOf('v3') }, after).map((one) => {
    switch (one.change) {
      case 'value':
        return `${one.path}: ${one.before} > ${one.after}`;
      case 'field-added':
        return `+${one.path}: ${one.value}, ${one.required}`;
      default:
        return `${one.change} ${'path' in one ? one.path : ''}`;
    }
  });
}

const TEXT = { type: 'string' };
const TEXTS = { type: 'array', items: TEXT };
const QUANTITY = {
  type: 'object',
  properties: { value: { type: 'number' }, unit: TEXT },
  required: ['value', 'unit'],
};

describe('what may be one of several', () => {
  test.each<[string, string, Schema, string[]]>([
    [
      'a text or texts is the list that is known',
      '/v2/products',
      { manufacturingAssemblyCountry: { anyOf: [TEXT, TEXTS] } },
      [],
    ],
    [
      'in either order, as oneOf',
      '/v2/products',
      { manufacturingAssemblyCountry: { oneOf: [TEXTS, TEXT] } },
      [],
    ],
    [
      'as types of 3.1',
      '/v2/products',
      { manufacturingAssemblyCountry: { type: ['string', 'array', 'null'], items: TEXT } },
      [],
    ],
    [
      'a list in the place of a text is no rename',
      '/purchased-items',
      { purchaseOrder: { anyOf: [TEXT, TEXTS] } },
      ['purchaseOrder[]: one text > list of text'],
    ],
    [
      'a number or an object are both',
      '/brand-products',
      { producedQuantity: { anyOf: [{ type: 'number', minimum: 0 }, QUANTITY] } },
      [
        '+producedQuantity.value: number, required in its group',
        '+producedQuantity.unit: text, required in its group',
      ],
    ],
    [
      'an object or a number are both',
      '/purchased-items',
      { purchasedQuantity: { oneOf: [QUANTITY, { type: 'number' }] } },
      ['+purchasedQuantity: number, optional'],
    ],
    [
      'a text or a number is any value',
      '/suppliers',
      { grade: { anyOf: [TEXT, { type: 'number' }] } },
      ['+grade: any value, optional'],
    ],
  ])('%s', async (_, path, properties, expected) => {
    expect(await changes(path, properties)).toEqual(expected);
  });
});

describe('what a document says beside its create calls', () => {
  const body = { type: 'object', properties: { uniqueIdentifier: TEXT } };
  const responses = { 200: { description: 'ok' } };
  const parameter = (name: string, schema: Schema) => ({ name, in: 'query', schema });

  test('update paths are taken, or named', async () => {
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

  test('keys of sortBy, other parameters and moments are named', async () => {
    const moment = { type: 'string', format: 'date-time' };
    const document = documentWith({
      '/purchased-items': {
        type: 'object',
        properties: { uniqueIdentifier: TEXT, purchaseOrderDate: moment, seenAt: moment },
      },
    });
    Object.assign(document.paths as object, {
      '/brand-products': {
        parameters: [parameter('brandId', TEXT)],
        get: {
          responses,
          parameters: [parameter('sortBy', { type: 'string', enum: ['createdAt', 'weight'] })],
        },
      },
    });
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

test('a value in one family and a list of it in another is the list', async () => {
  const market = (schema: Schema) => ({
    type: 'object',
    properties: { manufacturingAssemblyCountry: schema },
  });
  const { completion } = await importing(
    documentWith({ '/v2/products': market(TEXT), '/v2/agec/products': market(TEXTS) }),
  );
  expect(completion.v2.kinds.product ?? 'as it was').toEqual('as it was');
});

test('a value that became a list is the same content as before, and one of several is not', async () => {
  const { completion } = await importing(
    documentWith({
      '/purchased-items': { type: 'object', properties: { purchaseOrder: { anyOf: [TEXT, TEXTS] } } },
    }),
  );
  const kind = completeKinds(kindsOf('v3'), completion.v3, { hints: true }).find(
    ({ name }) => name === 'purchased-item',
  )!;
  const one = { uniqueIdentifier: 'P-1', purchaseOrder: ['PO-1'] };
  expect(toInterfaceNames(kind, one)).toEqual({ uniqueIdentifier: 'P-1', purchaseOrder: 'PO-1' });
  expect(toContractNames(kind, toInterfaceNames(kind, one))).toEqual(one);
  const two = { uniqueIdentifier: 'P-1', purchaseOrder: ['PO-1', 'PO-2'] };
  expect([toInterfaceNames(kind, two), toContractNames(kind, { purchaseOrder: null })]).toEqual([
    two,
    { purchaseOrder: null },
  ]);
});

describe('what a document demands and no column enforces is named', () => {
  test.each<[string, Schema, string]>([
    [
      'whole numbers',
      { weight: { type: 'integer' } },
      'trace does not check integer; the service does: weight',
    ],
    [
      'whole numbers or nothing',
      { weight: { type: ['integer', 'null'] } },
      'trace does not check integer; the service does: weight',
    ],
    [
      'steps',
      { weight: { type: 'number', multipleOf: 5 } },
      'trace does not check multipleOf; the service does: weight',
    ],
    [
      'the length of lists, and what is in both parts of it',
      { packagingRefs: { allOf: [{ ...TEXTS, maxItems: 3 }, { minItems: 1 }] } },
      'trace does not check maxItems; the service does: packagingRefs[]',
    ],
    [
      'items that differ',
      { packagingRefs: { ...TEXTS, uniqueItems: true } },
      'trace does not check uniqueItems; the service does: packagingRefs[]',
    ],
    [
      'one of two lists',
      { packagingRefs: { oneOf: [TEXTS, { type: 'array', items: { type: 'string', enum: ['A'] } }] } },
      'trace does not check one of several lists; the service does: packagingRefs[]',
    ],
  ])('%s', async (_, properties, sentence) => {
    const { notes } = await importing(documentWith({ '/v2/products': { type: 'object', properties } }));
    expect(notes).toContainEqual(expect.stringContaining(`product: ${sentence}`));
  });

  test('nothing is said where nothing is demanded', async () => {
    const properties = {
      packagingRefs: { ...TEXTS, minItems: 0, uniqueItems: false },
      weight: { type: 'number' },
    };
    const { notes } = await importing(documentWith({ '/v2/products': { type: 'object', properties } }));
    expect(notes.join('\n')).not.toContain('the service checks it');
  });
});
