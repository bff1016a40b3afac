import { describe, expect, it } from 'vitest';
import type { KindSpec } from '../../src/contract/kind.ts';
import { KINDS } from '../../src/contract/registry.ts';
import {
  objectionsIn,
  readCreated,
  readFailure,
  wordsAgainst,
  wordsBeside,
} from '../../src/service/success.ts';

describe('the body of a 2xx contradicts its status code', () => {
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
  ])('with %j', (body, names) => {
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
  ])('not with %j', (body) => {
    expect(objectionsIn(body as Record<string, unknown>)).toEqual([]);
  });
});

describe('the messages of a body', () => {
  it('beside a success: message and warnings, in that order, each once', () => {
    const body = { warnings: ['b', 'a'], warning: 'c', messages: ['d'], message: 'a', error: 'x' };
    expect(wordsBeside(body)).toEqual(['a', 'd', 'c', 'b']);
  });

  it.each([null, undefined, 'a text', 7])('none beside %j', (body) => {
    expect(wordsBeside(body)).toEqual([]);
  });

  it('against a success: errors first, each once', () => {
    const body = { message: 'b', title: 't', detail: 'd', details: ['e'], error: 'b', errors: ['a'] };
    expect(wordsAgainst(body)).toEqual(['a', 'b', 'e', 'd', 't']);
  });
});

describe('the body of a read that succeeded', () => {
  it.each<[unknown, string | null]>([
    [null, null],
    [undefined, null],
    ['error', null],
    [[{ success: false }], null],
    [{}, null],
    [{ id: 'a', name: 'b' }, null],
    [{ success: false }, 'it reports success: false'],
    [{ ok: false, message: 'not today' }, 'it reports ok: false: not today'],
    [{ status: 'error', statusCode: 500 }, 'it reports status: "error", statusCode: 500'],
    [{ errors: ['a', 'b', 'c', 'd'] }, 'it reports errors: a; b; c'],
    [{ error: { message: 'no' } }, 'it reports error: no'],
  ])('%j is a failure: %j', (body, text) => {
    expect(readFailure(body)).toBe(text);
  });

  it('with an id is a record, whose status is its own', () => {
    expect(readFailure({ id: 'a', status: 'rejected' })).toBeNull();
    expect(readFailure({ id: 'a', status: 'rejected', error: 'no' })).toBe('it reports error: no');
  });
});

describe('the id and links of a created record', () => {
  const kind: KindSpec = {
    ...KINDS.v3.supplier,
    response: { id: ['data.id', 'id'], qrCodeLink: 'data.links.qrCode' },
  };

  it.each<[unknown, object | null]>([
    [
      { data: { id: 'A', links: { qrCode: 'https://a.example' } } },
      { id: 'A', qrCodeLink: 'https://a.example' },
    ],
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
  ])('in %j are %j', (body, created) => {
    expect(readCreated(kind, body)).toStrictEqual(created);
  });
});
