import { describe, expect, test } from 'vitest';
import { KINDS } from '../../src/contract/registry.ts';
import { type Reading, readReading } from '../../src/service/read-back/reading.ts';
import { meaning, quoting, TYPED } from './planted.ts';

const KIND = KINDS.v2.product;

/** The meaning of the response to a read of the path. */
const read = (path: string, status: number, body: unknown): Reading =>
  readReading(KIND, path, {
    type: 'response',
    status,
    headers: { 'content-type': 'application/json' },
    text: JSON.stringify(body),
  });

/** All of a reading except the text for people. */
function meant(reading: Reading): unknown {
  return reading.type === 'failed' ? meaning(reading.answer) : reading.type;
}

const ANSWERS: [string, number, unknown, unknown][] = [
  ['a refusal', 400, { message: ['lang is not allowed'] }, { type: 'refused', status: 400 }],
  ['a refused question', 422, { message: 'no' }, { type: 'refused', status: 422 }],
  ['a token code', 400, { message: 'INVALID_SESSION' }, { type: 'token', status: 400 }],
  ['401', 401, { message: 'no' }, { type: 'token', status: 401 }],
  ['403', 403, { message: 'no' }, { type: 'token', status: 403 }],
  ['absence', 404, { message: 'not here' }, 'absent'],
  ['an unknown path', 404, { message: 'Cannot GET /v2/x' }, { type: 'misdirected', status: 404 }],
  ['429', 429, { message: 'later' }, { type: 'throttled', status: 429 }],
  ['500', 500, { message: 'no' }, { type: 'unknown', status: 500 }],
  ['503', 503, { message: 'no' }, { type: 'unknown', status: 503 }],
  ['a page of a list', 200, { data: [], total: 0 }, 'body'],
];

describe.each(TYPED)('the response to a read of a product called %s', (code) => {
  const paths = [`/v2/products/${encodeURIComponent(code)}`, `/v2/studies?productRef=${code}&colorCode=x`];

  test.each(ANSWERS)(
    'a response with the name of the product in its texts means the same: %s',
    (_, status, body, expected) => {
      for (const path of paths) {
        const isList = status === 200;
        const planted = isList ? { ...(body as object), data: [{ name: code, [code]: code }] } : body;
        const reading = read(path, status, isList ? planted : quoting(planted, code, true));
        expect([path, meant(reading)]).toMatchObject([path, expected]);
        expect(meant(reading)).toEqual(meant(read(path, status, body)));
      }
    },
  );

  test('means only what its status says if its message begins with that name', () => {
    for (const path of paths) {
      for (const status of [400, 404, 409, 422, 500]) {
        const begun = (word: string) => meant(read(path, status, { message: [`${word}: is not shown`] }));
        expect([path, status, begun(code)]).toEqual([path, status, begun('P-1')]);
      }
    }
  });
});
