import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KINDS } from '../../src/contract/registry.ts';
import { classifyAnswer, classifyUpdate, type HttpAnswer } from '../../src/service/classify.ts';
import type { Answer } from '../../src/service/service.ts';
import { heard, meaning, NOW, quoting, TYPED } from './planted.ts';

const ITEM = KINDS.v3['purchased-item'];

/** Classifies a response, and again with each code in a value of the row and as its key: the result must be the same. */
function of(status: number, body?: unknown, headers?: HttpAnswer['headers']): Answer {
  const by = { uniqueIdentifier: 'P-1' };
  const answer = classifyUpdate(ITEM, heard(status, body, headers), NOW, '{"purchaseOrder":"x"}', by);
  for (const code of TYPED) {
    // A code in front of a message is not trusted then: see below.
    if (JSON.stringify(body)?.includes(code)) continue;
    // A quoted message would be its reason, and a response with a reason is a refusal.
    if (status === 200 && answer.type === 'unknown') continue;
    const quoted = quoting(body, code, answer.type === 'refused' && status >= 400);
    const sent = JSON.stringify({ purchaseOrder: `${code} 2`, [code]: code });
    const planted = classifyUpdate(ITEM, heard(status, quoted, headers), NOW, sent, by);
    expect([code, meaning(planted)]).toEqual([code, meaning(answer)]);
  }
  return answer;
}

describe('the response to an update', () => {
  it('the response to an update is "updated" if its body is the record, with the id if the body has one', () => {
    const record = { id: 'i-1', uniqueIdentifier: 'P-1', purchaseOrder: null, more: { any: 1 } };
    expect(of(200, record)).toEqual({ type: 'updated', status: 200, answer: { id: 'i-1' }, record });
    expect(of(200, { purchaseOrder: 'x' })).toMatchObject({ type: 'updated', answer: null });
  });

  it.each<[string, number, unknown]>([
    ['200 cut in its body', 200, '{"id":"i-'],
    ['200 without a body', 200, ''],
    ['200 with a list', 200, []],
    ['200 with a page', 200, '<html>sign in</html>'],
    ['201', 201, { id: 'i-1' }],
    ['202', 202, {}],
    ['204', 204, ''],
    ['500', 500, { code: 'SERVER_ERROR' }],
    ['503 without Retry-After', 503, ''],
    ['504', 504, ''],
  ])('the response to an update is in doubt: %s', (_, status, body) => {
    expect(of(status, body)).toMatchObject({ type: 'unknown', status });
  });

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['a message', { message: 'Internal error' }],
    ['success and no record', { success: true }],
    ['the record deeper', { data: { uniqueIdentifier: 'P-1', purchaseOrder: 'x' } }],
    ['another record', { id: 'i-1', uniqueIdentifier: 'P-2', purchaseOrder: 'x' }],
    ['an error', { error: 'Internal error' }],
    ['the record and errors', { uniqueIdentifier: 'P-1', purchaseOrder: 'x', errors: ['not stored'] }],
  ])('200 whose body has %s is in doubt, and its words are kept', (_, body) => {
    const answer = of(200, body);
    expect(answer).toMatchObject({ type: 'unknown', status: 200 });
    const words = /Internal error|not stored|P-2/.exec(JSON.stringify(body))?.[0];
    if (words) expect(answer).toHaveProperty('error', expect.stringContaining(words));
  });

  it.each(TYPED)(
    'means the same if its message begins with a value or key of the row that equals the code %s',
    (code) => {
      const rows = [
        ['the key', '{"purchaseOrder":"x"}', { uniqueIdentifier: code }],
        ['the id', '{"purchaseOrder":"x"}', { id: code }],
        ['a value', JSON.stringify({ purchaseOrder: code }), { uniqueIdentifier: 'P-1' }],
      ] as const;
      for (const [where, sent, by] of rows) {
        const to = (status: number, message: string) =>
          meaning(classifyUpdate(ITEM, heard(status, { message: [message] }), NOW, sent, by));
        for (const status of [400, 404, 409, 422, 500]) {
          const locked = to(status, `${code}: is locked`);
          expect([where, status, locked]).toEqual([where, status, to(status, 'P-1: is locked')]);
        }
      }
    },
  );

  it.each(TYPED)(
    'the response to an update is "updated" if its record has a value and a field name equal to the code %s',
    (code) => {
      const record = { uniqueIdentifier: 'P-1', purchaseOrder: code, [code]: code, message: `${code}: kept` };
      const sent = JSON.stringify({ purchaseOrder: code });
      const answer = classifyUpdate(ITEM, heard(200, record), NOW, sent, { uniqueIdentifier: 'P-1' });
      expect(answer).toMatchObject({ type: 'updated', record });
    },
  );

  it('200 is "updated" after an update by id only if the body has that id', () => {
    const to = (id: string) =>
      classifyUpdate(ITEM, heard(200, { id, uniqueIdentifier: 'P-9' }), NOW, '{}', { id: 'a-1' }).type;
    expect(['a-1', 'A-1', 'a-2'].map(to)).toEqual(['updated', 'updated', 'unknown']);
  });

  it('200 is "updated" with any record if the key of the update is not known', () => {
    const answer = classifyUpdate(ITEM, heard(200, { id: 'a', uniqueIdentifier: 'P-9' }), NOW, '{}');
    expect(answer.type).toBe('updated');
  });

  const because = { messages: ['no'], unknownReference: false };
  it.each<[string, number, unknown, string, object?]>([
    ['messages too', 200, { uniqueIdentifier: 'P-1', warnings: ['a'] }, 'updated', { messages: ['a'] }],
    ['errors and nothing else', 200, { errors: ['locked'] }, 'refused', { messages: ['locked'] }],
    ['a failure', 200, { success: false, message: 'no' }, 'refused', because],
    ['a failure with a code', 200, { success: false, code: 'ITEM_ALREADY_EXISTS' }, 'refused'],
    ['a failure: it exists', 200, { success: false, code: 'PURCHASED_ITEM_ALREADY_EXISTS' }, 'refused'],
    ['a failure without a reason', 200, { success: false }, 'unknown'],
    ['a failure, and the record', 200, { success: false, id: 'i-1', message: 'not stored' }, 'unknown'],
    ['another status', 200, { statusCode: 500, message: 'no' }, 'unknown'],
    ['an error', 200, { error: 'no' }, 'unknown'],
    ['errors and an error', 200, { errors: ['no'], error: 'no' }, 'unknown'],
    ['errors and another status', 200, { errors: ['no'], statusCode: 500 }, 'unknown'],
    ['a wrong value', 400, { message: ['purchaseOrder must be a string'] }, 'refused'],
    ['a missing record', 400, { message: ['MATERIAL_NOT_FOUND'] }, 'refused', { unknownReference: true }],
    ['an existing record', 409, { message: ['PURCHASED_ITEM_ALREADY_EXISTS'] }, 'refused'],
    ['a code of the token', 400, { message: 'INVALID_SESSION' }, 'token'],
    ['no body', 401, '', 'token'],
  ])('with %s and status %i: the body %j is %s', (_, status, body, type, more) => {
    expect(of(status, body)).toMatchObject({ type, status, ...more });
  });

  it.each<[number, unknown, string]>([
    [202, { message: ['a', 'b', 'c', 'd'] }, 'HTTP 202 where 200 was expected, without a record: a; b; c'],
    [204, '', 'HTTP 204 where 200 was expected, without a record'],
    [200, [], 'HTTP 200, but its body is truncated, unreadable or not a record'],
    [200, 'null', 'HTTP 200, but its body is truncated, unreadable or not a record'],
    [200, '"text"', 'HTTP 200, but its body is truncated, unreadable or not a record'],
    [200, {}, 'HTTP 200, but its body contains no record'],
    [200, { message: 'queued' }, 'HTTP 200, but its body contains no record: queued'],
    [200, { uniqueIdentifier: 'P-2' }, 'HTTP 200, but its body contains another record, P-2'],
  ])('%i with %j is in doubt, with the reason', (status, body, error) => {
    expect(of(status, body)).toEqual({ type: 'unknown', status, error });
  });

  it.each(['PurchasedItemNotFoundByUniqueIdentifier', 'PurchasedItemNotFoundById', 'PurchasedItemNotFound'])(
    '404 with the code %s is a refusal of the row, wherever the code is',
    (code) => {
      for (const body of [
        { statusCode: 404, code },
        { statusCode: 404, message: [code], error: 'Not Found' },
        { details: [{ reason: code }] },
      ]) {
        expect(of(404, body)).toMatchObject({ type: 'refused', status: 404, unknownReference: false });
      }
    },
  );

  it.each([
    [404, { statusCode: 404, message: 'Cannot PATCH /x', error: 'Not Found' }],
    [404, '<html>nothing</html>'],
    [405, ''],
    [301, ''],
  ])('the response to an update is a wrong address without that code: %i with %j', (status, body) => {
    expect(of(status, body)).toEqual({ type: 'misdirected', status, error: expect.any(String) });
  });

  it('429 is throttled, with the wait of its Retry-After', () => {
    expect(of(429, '', { 'retry-after': '2' })).toMatchObject({ type: 'throttled', retryAfterMs: 2000 });
  });

  it('a status from 300 on means the same for an update as for a create, but never that the record exists', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), fc.string(), (status, text) => {
        const [update, create] = [classifyUpdate, classifyAnswer].map((read) =>
          read(ITEM, heard(status, text), NOW),
        );
        if (create!.type === 'exists' || status === 404) expect(update!.type).toMatch(/refused|misdirected/);
        else expect(update).toEqual(create);
      }),
    );
  });
});
