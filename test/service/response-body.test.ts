import { describe, expect, it } from 'vitest';
import type { KindSpec } from '../../src/contract/kind.ts';
import { KINDS } from '../../src/contract/registry.ts';
import { failureWords, readFailure, successWords } from '../../src/service/error-body.ts';
import {
  objectionsIn,
  otherKey,
  otherThanSent,
  readCreated,
  showsRecord,
} from '../../src/service/response-body.ts';

describe('the body of a response with status 2xx', () => {
  it.each<[Record<string, unknown>, string[]]>([
    [{ success: false }, ['success']],
    [{ success: 'true' }, ['success']],
    [{ ok: false }, ['ok']],
    [{ ok: 1 }, ['ok']],
    [{ status: 400 }, ['status']],
    [{ status: 'failed' }, ['status']],
    [{ status: 'ERROR' }, ['status']],
    [{ statusCode: 400 }, ['statusCode']],
    [{ errors: ['no'] }, ['errors']],
    [{ errors: { name: 'no' } }, ['errors']],
    [{ error: 'no' }, ['error']],
    [{ error: true }, ['error']],
    [{ success: false, error: 'no' }, ['success', 'error']],
  ])('contradicts its status with %j: %j', (body, names) => {
    expect(objectionsIn(body)).toEqual(names);
  });

  it.each<object>([
    {},
    { success: true, ok: true },
    { status: 399 },
    { status: 200, statusCode: 201 },
    { status: 'ok' },
    { status: 'no errors found' },
    { status: 'error-free' },
    { status: ['error'] },
    { statusCode: 'error' },
    { statusCode: '500' },
    { errors: [], error: null },
    { errors: {}, error: '' },
    { errors: 0, error: false },
    { error: 'false' },
    Object.create({ success: false }),
  ])('the body of a response with status 2xx does not contradict its status with %j', (body) => {
    expect(objectionsIn(body as Record<string, unknown>)).toEqual([]);
  });
});

describe('the messages of a body', () => {
  it('the messages beside a success are its messages and warnings, in that order, each once', () => {
    const body = { warnings: ['b', 'a'], warning: 'c', messages: ['d'], message: 'a', error: 'x' };
    expect(successWords(body)).toEqual(['a', 'd', 'c', 'b']);
  });

  it.each([null, undefined, 'a text', 7])('the messages beside a success are none in %j', (body) => {
    expect(successWords(body)).toEqual([]);
  });

  it('the messages of a body that contradicts a success are its errors first, then its messages, each once', () => {
    const body = { message: 'b', title: 't', detail: 'd', details: ['e'], error: 'b', errors: ['a'] };
    expect(failureWords(body)).toEqual(['a', 'b', 'e', 'd', 't']);
  });
});

describe('readFailure of the body of a read with status 200', () => {
  it.each<[unknown, string | null]>([
    [null, null],
    [undefined, null],
    ['error', null],
    [[{ success: false }], null],
    [{}, null],
    [{ id: 'a', name: 'b' }, null],
    [{ success: false }, 'HTTP 200, but it reports success: false'],
    [{ ok: false, message: 'not today' }, 'HTTP 200, but it reports ok: false: not today'],
    [{ status: 'error', statusCode: 500 }, 'HTTP 200, but it reports status: "error", statusCode: 500'],
    [{ errors: ['a', 'b', 'c', 'd'] }, 'HTTP 200, but it reports errors: a; b; c'],
    [{ error: { message: 'no' } }, 'HTTP 200, but it reports error: no'],
  ])('%j is %j', (body, text) => {
    expect(readFailure(body, 200)).toBe(text);
  });

  it('readFailure of a body with an id is null if only the status of the record sounds like a failure', () => {
    expect(readFailure({ id: 'a', status: 'rejected' }, 200)).toBeNull();
    expect(readFailure({ id: 'a', status: 'rejected', error: 'no' }, 200)).toBe(
      'HTTP 200, but it reports error: no',
    );
  });
});

describe('the id and links of a created record', () => {
  const response = { id: ['data.id', 'id'], qrCodeLink: 'data.links.qrCode' };
  const kind: KindSpec = { ...KINDS.v3.supplier, response };

  it.each<[unknown, object | null]>([
    [{ data: { id: 'A', links: { qrCode: 'https://a.fr' } } }, { id: 'A', qrCodeLink: 'https://a.fr' }],
    [{ data: { id: 'A' }, id: 'B' }, { id: 'A' }],
    [{ data: { id: '' }, id: 'B' }, { id: 'B' }],
    [{ data: { id: 7 }, id: 'B' }, { id: 'B' }],
    [{ data: null, id: 'B' }, { id: 'B' }],
    [{ data: 'A', id: 'B' }, { id: 'B' }],
    [{ data: Object.create({ id: 'A' }), id: 'B' }, { id: 'B' }],
    [{ data: { id: 'A', links: { qrCode: null } } }, { id: 'A' }],
    [{ id: '' }, null],
    [{}, null],
    [null, null],
    ['A', null],
    [['A'], null],
  ])('of %j are %j', (body, created) => {
    expect(readCreated(kind, body)).toStrictEqual(created);
  });
});

describe('the record in the response to a create', () => {
  const differs = (body: Record<string, unknown>, sent: unknown) =>
    otherThanSent(KINDS.v2.supplier, body, JSON.stringify(sent));
  const ref = (supplierRef: unknown) => ({ supplierRef });

  it.each<[shown: unknown, sent: unknown, difference: string | null]>([
    ['A', 'A', null],
    [' a\u0301  B', '\u00c1 b', null],
    ['B', 'A', 'the supplierRef B instead of A'],
    [7, '7', null],
    ['7', 7, null],
    [8, '7', 'the supplierRef 8 instead of 7'],
    [['B', 'A'], 'A', null],
    [['B', 'C'], ['A', 'D'], 'the supplierRef B, C instead of A, D'],
    ['D', ['A', 'D'], null],
    [{ name: 'A' }, 'A', null],
    [{ name: null }, 'A', 'the supplierRef {"name":null} instead of A'],
    [[''], 'A', 'the supplierRef [""] instead of A'],
    [true, 'A', 'the supplierRef true instead of A'],
    ['B', '', null],
    ['B', null, null],
    ['', 'A', null],
    [null, 'A', null],
    [undefined, 'A', null],
  ])('that shows %j after %j was sent has this difference: %s', (shown, sent, difference) => {
    expect(differs(ref(shown), ref(sent))).toBe(difference);
  });

  it('the record in the response to a create may differ in batch or project type', () => {
    const sent = { supplierRef: 'A', importationBatch: 'W1', projectType: 'STANDARD' };
    expect(differs({ importationBatch: 'W2' }, sent)).toBe('the importationBatch W2 instead of W1');
    expect(differs({ projectType: 'X' }, sent)).toBe('the projectType X instead of STANDARD');
    expect(differs({ name: 'other' }, sent)).toBeNull();
  });

  it.each([null, 'A', 7])(
    'the record in the response to a create is not compared with a request of %j',
    (sent) => {
      expect(differs(ref('B'), sent)).toBeNull();
    },
  );
});

it.each<[body: Record<string, unknown>, sent: unknown, isShown: boolean]>([
  [{ supplierRef: 'A' }, {}, true],
  [{ name: 'A' }, { name: 'B' }, true],
  [{ id: 'A' }, {}, true],
  [{ name: 'A' }, {}, false],
  [{ name: 'A' }, null, false],
  [{ 0: 'A' }, 'AB', false],
  [{}, { name: 'B' }, false],
])('the body %j of the update %j shows a record: %s', (body, sent, isShown) => {
  expect(showsRecord(KINDS.v2.supplier, body, JSON.stringify(sent))).toBe(isShown);
});

it.each<[body: Record<string, unknown>, by: Parameters<typeof otherKey>[2], key: string | null]>([
  [{ id: 'ab-1' }, { id: 'AB-1' }, null],
  [{ id: 'ab-2' }, { id: 'AB-1' }, 'ab-2'],
  [{}, { id: 'AB-1' }, null],
  [{ uniqueIdentifier: ' a\u0301' }, { uniqueIdentifier: '\u00e1' }, null],
  [{ uniqueIdentifier: 'a' }, { uniqueIdentifier: 'A' }, 'a'],
  [{ uniqueIdentifier: 7 }, { uniqueIdentifier: '7' }, null],
  [{ uniqueIdentifier: { a: 1 } }, { uniqueIdentifier: 'A' }, '{"a":1}'],
  [{ uniqueIdentifier: null }, { uniqueIdentifier: 'A' }, null],
  [{}, { uniqueIdentifier: 'A' }, null],
])('the body %j of the update of %j has another key: %s', (body, by, key) => {
  expect(otherKey(KINDS.v2.supplier, body, by)).toBe(key);
});
