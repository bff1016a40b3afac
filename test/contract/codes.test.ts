import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codesOf } from '../../src/contract/error-codes.ts';
import { KINDS } from '../../src/contract/registry.ts';
import { classifyAnswer } from '../../src/service/classify.ts';
import { readErrorBody } from '../../src/service/error-body.ts';

describe('codes in details[].reason (interface 7)', () => {
  test('are read whole, beside those of the message', () => {
    const body = {
      error: 'NOT_FOUND',
      message: 'there is no brand product with id 7',
      details: [
        { reason: 'BrandProductNotFoundById', field: 'id' },
        { reason: 'Gone' },
        { reason: 'GONE_FOR_GOOD' },
      ],
    };
    expect(codesOf(body)).toEqual(['NOT_FOUND', 'BrandProductNotFoundById', 'Gone', 'GONE_FOR_GOOD']);
    const read = readErrorBody(JSON.stringify(body));
    expect(read.codes).toEqual(['NOT_FOUND', 'BrandProductNotFoundById', 'Gone', 'GONE_FOR_GOOD']);
    expect(read.messages).toEqual([
      'there is no brand product with id 7',
      'NOT_FOUND',
      'BrandProductNotFoundById',
      'Gone',
      'GONE_FOR_GOOD',
    ]);
  });

  test('that are sentences, or of another shape, are none', () => {
    for (const details of [
      [{ reason: 'it is not there' }],
      [{ reason: 5 }, null, 'Gone', [['Gone']], { cause: 'Gone' }],
      { reason: 'Gone' },
      'Gone',
      null,
    ])
      expect(codesOf({ message: 'no', details })).toEqual([]);
  });

  test('alone are what the answer says', () => {
    expect(readErrorBody('{"details":[{"reason":"BrandProductNotFoundById"}]}')).toMatchObject({
      messages: ['BrandProductNotFoundById'],
      codes: ['BrandProductNotFoundById'],
    });
  });

  test('decide on a create of v3', () => {
    const text = JSON.stringify({
      message: 'it is there',
      details: [{ reason: 'BrandProductAlreadyExists' }],
    });
    expect(classifyAnswer(KINDS.v3['brand-product'], { status: 409, headers: {}, text }, 0)).toMatchObject({
      type: 'exists',
      code: 'BrandProductAlreadyExists',
    });
  });
});

test('a body of v2, which has no details, means what it meant', () => {
  const word = fc.constantFrom(
    'SUPPLIER_ALREADY_EXISTS',
    'NO_TOKEN',
    'FORMAT_ERROR',
    'category must be one of A, B',
    'Bad Request',
    'Gone',
    '',
  );
  fc.assert(
    fc.property(
      fc.record(
        { statusCode: fc.constant(400), message: fc.oneof(word, fc.array(word)), error: word, code: word },
        { requiredKeys: [] },
      ),
      (body) => {
        const said = [body.message ?? [], body.error ?? '', body.code ?? ''].flat();
        const capitals = said.filter((text) => /^[A-Z]+(_[A-Z]+)+$/.test(text));
        expect(codesOf(body)).toEqual(capitals);
        expect(readErrorBody(JSON.stringify(body)).codes).toEqual([...new Set(capitals)]);
      },
    ),
    { seed: 3 },
  );
});
