import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codesOf } from '../../src/contract/error-codes.ts';
import { KINDS } from '../../src/contract/registry.ts';
import { classifyAnswer } from '../../src/service/classify.ts';
import { readErrorBody } from '../../src/service/error-body.ts';

describe('codes in details[].reason of an error response (interface 7)', () => {
  const GONE = ['Gone', 'GONE_FOR_GOOD'];

  test('are read together with the codes of the message', () => {
    const body = {
      error: 'NOT_FOUND',
      message: 'there is no brand product with id 7',
      details: [{ reason: 'BrandProductNotFoundById', field: 'id' }, ...GONE.map((reason) => ({ reason }))],
    };
    const codes = ['NOT_FOUND', 'BrandProductNotFoundById', ...GONE];
    expect(codesOf(body)).toEqual(codes);
    const messages = [body.message, ...codes];
    expect(readErrorBody(JSON.stringify(body))).toMatchObject({ codes, messages });
  });

  test('are ignored if they are sentences or have an unexpected format', () => {
    for (const details of [
      [{ reason: 'it is not there' }],
      [{ reason: 5 }, null, 'Gone', [['Gone']], { cause: 'Gone' }],
      { reason: 'Gone' },
      'Gone',
      null,
    ])
      expect(codesOf({ message: 'no', details })).toEqual([]);
  });

  test('are also the messages of a response that has no others', () => {
    const said = ['BrandProductNotFoundById'];
    const read = readErrorBody('{"details":[{"reason":"BrandProductNotFoundById"}]}');
    expect(read).toMatchObject({ messages: said, codes: said });
  });

  test('decide how the response to a create of v3 is classified', () => {
    const code = 'BrandProductAlreadyExists';
    const text = JSON.stringify({ message: 'it is there', details: [{ reason: code }] });
    const answer = classifyAnswer(KINDS.v3['brand-product'], { status: 409, headers: {}, text }, 0);
    expect(answer).toMatchObject({ type: 'exists', code });
  });
});

test('the codes of an error body of v2, without details, are its texts in capitals with underscores', () => {
  const word = fc.constantFrom(
    ...['SUPPLIER_ALREADY_EXISTS', 'NO_TOKEN', 'FORMAT_ERROR', 'category must be one of A, B'],
    ...['Bad Request', 'Gone', ''],
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
