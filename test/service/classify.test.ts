import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KINDS } from '../../src/contract/registry.ts';
import { classifyAnswer, type HttpAnswer } from '../../src/service/classify.ts';
import type { Answer } from '../../src/service/service.ts';

const { supplier, packaging, product, component } = KINDS.v2;
const NOW = Date.UTC(2026, 7, 29, 12, 0, 0);

const heard = (status: number, body: unknown = '', headers: HttpAnswer['headers'] = {}): HttpAnswer => ({
  status,
  headers,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const bad = (...message: unknown[]) => ({ statusCode: 400, message, error: 'Bad Request' });
const of = (status: number, body?: unknown, headers?: HttpAnswer['headers'], kind = component): Answer =>
  classifyAnswer(kind, heard(status, body, headers), NOW);

describe('taken', () => {
  it('keeps id and links of a product', () => {
    const body = {
      productId: 'p1',
      studyId: 's1',
      qrCodeLink: 'https://q',
      showcaseLink: 'https://s',
      more: 1,
    };
    expect(of(201, body, {}, product)).toEqual({
      type: 'accepted',
      status: 201,
      answer: { id: 'p1', studyId: 's1', qrCodeLink: 'https://q', showcaseLink: 'https://s' },
    });
  });

  it.each([
    [supplier, { id: 'a' }],
    [packaging, { packagingId: 'a' }],
    [component, { id: 'a' }],
  ])('keeps the id of $name', (kind, body) => {
    expect(of(201, body, {}, kind)).toEqual({ type: 'accepted', status: 201, answer: { id: 'a' } });
  });
});

describe('taken or not', () => {
  it.each<[string, number, unknown]>([
    ['201 cut in its body', 201, '{"id":"a1b'],
    ['201 without a body', 201, ''],
    ['201 without the id', 201, { studyId: 's' }],
    ['201 with an empty id', 201, { id: '' }],
    ['201 with a number for an id', 201, { id: 7 }],
    ['201 with a list', 201, [{ id: 'a' }]],
    ['201 with a page', 201, '<html>welcome</html>'],
    ['200', 200, { id: 'a' }],
    ['202', 202, { id: 'a' }],
    ['204', 204, ''],
    ['500', 500, { code: 'SERVER_ERROR' }],
    ['502', 502, '<h1>Bad Gateway</h1>'],
    ['503 without Retry-After', 503, ''],
    ['504', 504, ''],
    ['520 of a proxy', 520, ''],
  ])('%s', (_name, status, body) => {
    expect(of(status, body)).toMatchObject({ type: 'unknown', status });
  });

  it('keeps what the service says of a 500', () => {
    expect(of(500, { message: 'SERVER_ERROR', requestId: 'r' })).toEqual({
      type: 'unknown',
      status: 500,
      error: 'HTTP 500: SERVER_ERROR',
    });
  });

  it('does not trust a Retry-After it cannot read on a 503', () => {
    expect(of(503, '', { 'retry-after': 'soon' }).type).toBe('unknown');
  });
});

describe('there already', () => {
  it.each<[string, number, unknown, string]>([
    ['message text', 400, { message: 'SUPPLIER_ALREADY_EXISTS' }, 'SUPPLIER_ALREADY_EXISTS'],
    ['message list', 400, bad('PACKAGING_EXISTS'), 'PACKAGING_EXISTS'],
    [
      'in a sentence',
      400,
      bad('Refused: STUDY_ALREADY_EXISTS_IN_COLLECTION.'),
      'STUDY_ALREADY_EXISTS_IN_COLLECTION',
    ],
    ['error', 400, { error: 'PACKAGING_EXISTS', message: 'no' }, 'PACKAGING_EXISTS'],
    ['code', 409, { code: 'SUPPLIER_ALREADY_EXISTS', message: ['no'] }, 'SUPPLIER_ALREADY_EXISTS'],
    ['code beside a message of another shape', 409, { code: 'A_EXISTS', message: { a: 1 } }, 'A_EXISTS'],
    ['plain text', 409, 'PACKAGING_EXISTS', 'PACKAGING_EXISTS'],
    ['422', 422, bad('PACKAGING_EXISTS'), 'PACKAGING_EXISTS'],
  ])('code in %s', (_name, status, body, code) => {
    expect(of(status, body)).toMatchObject({ type: 'exists', status, code });
  });

  it.each(['SUPPLIER_NOT_EXISTS', 'PRODUCT_DOES_NOT_EXIST', 'The record exists', 'FORMAT_ERROR'])(
    'is not read into %s',
    (message) => {
      expect(of(400, bad(message)).type).toBe('refused');
    },
  );
});

it.each([402, 410, 413, 415])('%i does not say that a record exists, whatever code it brings', (status) => {
  expect(of(status, bad('SUPPLIER_EXISTS')).type).toBe('refused');
});

describe('token', () => {
  it.each<[number, unknown]>([
    [401, ''],
    [401, { message: 'Unauthorized' }],
    [403, { message: ['Forbidden'] }],
    [400, { message: 'NO_TOKEN' }],
    [400, bad('INVALID_SESSION')],
    [400, { code: 'INVALID_SESSION', message: 'no' }],
  ])('%i %j', (status, body) => {
    expect(of(status, body)).toMatchObject({ type: 'token', status });
  });

  it('always has something to say', () => {
    expect(of(401, '')).toEqual({ type: 'token', status: 401, messages: ['HTTP 401 without a message'] });
  });
});

describe('wrong address', () => {
  it.each([404, 405, 421])('%i', (status) => {
    const answer = of(status, { message: 'Cannot POST /v2/components' });
    expect(answer).toMatchObject({ type: 'misdirected', status });
    expect(answer).toHaveProperty('error', expect.stringContaining('Cannot POST /v2/components'));
  });

  it('is not meant by a code of v3 that says which record is not there', () => {
    const body = { statusCode: 404, code: 'SupplierNotFoundByUniqueIdentifier', message: ['no supplier A'] };
    const of3 = (said: unknown) => of(404, said, {}, KINDS.v3.material);
    expect(of3(body)).toMatchObject({ type: 'refused', status: 404, unknownReference: true });
    expect(of3({ details: [{ reason: 'PurchasedItemNotFoundById' }] })).toMatchObject({ type: 'refused' });
    expect(of3({ message: 'Cannot POST /materials' })).toMatchObject({ type: 'misdirected' });
    expect(of(404, body)).toMatchObject({ type: 'misdirected' });
  });

  it.each<[number, string | undefined, string]>([
    [301, 'https://elsewhere.example/x?token=1', 'elsewhere.example,'],
    [302, '//other.example:8443/y', 'other.example:8443,'],
    [303, 'https://user:secret@with-password.example/', 'to with-password.example,'],
    [307, '/v3/components', 'another path of the same host'],
    [308, undefined, 'nowhere'],
    [308, 'http://[', 'nowhere'],
    [304, undefined, 'nowhere'],
  ])('%i to %s', (status, location, text) => {
    const answer = of(status, '', { location });
    expect(answer).toMatchObject({ type: 'misdirected', status });
    expect(answer).toHaveProperty('error', expect.stringContaining(text));
    expect(JSON.stringify(answer)).not.toMatch(/secret|token=/);
  });
});

describe('not taken, later', () => {
  it.each<[number, string | undefined, number, boolean]>([
    [429, '7', 7000, true],
    [429, '0', 0, true],
    [429, undefined, 0, false],
    [429, 'soon', 0, false],
    [408, undefined, 0, false],
    [408, '2', 2000, true],
    [503, '120', 120_000, true],
    [503, 'Sat, 29 Aug 2026 12:02:00 GMT', 120_000, true],
  ])('%i Retry-After: %s', (status, retryAfter, waitMs, told) => {
    expect(of(status, '', { 'retry-after': retryAfter })).toEqual({
      type: 'throttled',
      status,
      waitMs,
      told,
    });
  });
});

describe('refused', () => {
  it.each<[string, number, unknown, string[]]>([
    [
      'a list',
      400,
      bad('weight must be a number', 'type is required'),
      ['weight must be a number', 'type is required'],
    ],
    ['a text', 422, { message: 'no' }, ['no']],
    ['a JSON text', 400, '"no"', ['no']],
    ['a JSON list', 400, '["a","b"]', ['a', 'b']],
    ['the same twice', 400, bad('a', 'a'), ['a']],
    ['only an error', 413, { error: 'Payload Too Large' }, ['Payload Too Large']],
    ['a code beside the message', 400, { message: 'bad', code: 'FORMAT_ERROR' }, ['bad', 'FORMAT_ERROR']],
    [
      'a code that the message holds',
      400,
      { message: 'FORMAT_ERROR: bad', code: 'FORMAT_ERROR' },
      ['FORMAT_ERROR: bad'],
    ],
    [
      'objects of a validator',
      400,
      bad({
        property: 'type',
        constraints: { isIn: 'type must be one of A, B', isString: 'must be a text' },
      }),
      ['type must be one of A, B', 'type: must be a text'],
    ],
    [
      'paths and messages',
      400,
      bad({ path: ['composition', 0], message: 'Required' }),
      ['composition.0: Required'],
    ],
    ['errors instead of message', 400, { errors: [{ message: 'no' }] }, ['no']],
    ['an empty list', 400, { message: [] }, ['HTTP 400 without a message']],
    ['null', 400, 'null', ['HTTP 400 without a message']],
  ])('%s', (_name, status, body, messages) => {
    expect(of(status, body)).toEqual({ type: 'refused', status, messages, unknownReference: false });
  });

  it.each([
    ['no body', 415, '', ['HTTP 415 without a message'], 'foreign'],
    [
      'a page',
      400,
      '<html><style>p{}</style><p>Request <b>blocked</b></p></html>',
      ['Request blocked'],
      'foreign',
    ],
    ['a long page', 400, `<p>${'x'.repeat(500)}`, ['x'.repeat(200)], 'foreign'],
    [
      'a cut body',
      400,
      '{"statusCode":400,"message":["SUPPLIER_ALREAD',
      ['{"statusCode":400,"message":["SUPPLIER_ALREAD'],
      'cut',
    ],
  ])('%s, which nobody can read to its end', (_name, status, body, messages, unreadable) => {
    expect(of(status, body)).toEqual({
      type: 'refused',
      status,
      messages,
      unknownReference: false,
      unreadable,
    });
  });

  it('bounds what a hostile service says', () => {
    const answer = of(400, bad(...Array.from({ length: 5000 }, (_, i) => `${i} ${'y'.repeat(3000)}`)));
    if (answer.type !== 'refused') expect.unreachable();
    expect(answer.messages).toHaveLength(100);
    expect(Math.max(...answer.messages.map((message) => message.length))).toBe(2000);
  });
});

describe('unknown reference', () => {
  it.each<[string, boolean]>([
    ['Supplier FRN-0007 not found', true],
    ['supplierRef FRN-0007 does not exist', true],
    ["product ROB-1 doesn't exist", true],
    ['PRODUCT_NOT_FOUND', true],
    ['SUPPLIER_NOT_EXISTS', true],
    ['UNKNOWN_SUPPLIER', true],
    ['SUPPLIER_UNKNOWN', true],
    ['no such productRef: ROB-1', true],
    ['reference not known', true],
    ['supplierRef must be a string', false],
    ['unknown field supplierName', false],
    ['material not found in the list', false],
    ['supplierRef must be one of the following values: KNOWN, UNKNOWN', false],
    ['type must be one of A, B', false],
  ])('component: %s', (message, unknownReference) => {
    expect(of(400, bad(message))).toMatchObject({ type: 'refused', unknownReference });
  });

  it.each(['warehouse W1 not found', 'packagingRefs: EMB-1 does not exist'])('product: %s', (message) => {
    expect(of(400, bad(message), {}, product)).toMatchObject({ type: 'refused', unknownReference: true });
  });

  it('is never said of a kind without references', () => {
    expect(of(400, bad('supplier not found'), {}, supplier)).toMatchObject({ unknownReference: false });
  });
});

describe('laws', () => {
  const header = fc.option(fc.oneof(fc.string(), fc.array(fc.string())), { nil: undefined });
  const headers = fc.record({ 'retry-after': header, date: header, location: header });
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.record({ message: fc.anything(), error: fc.anything(), code: fc.anything() }).map((v) => {
      try {
        return JSON.stringify(v);
      } catch {
        return '';
      }
    }),
  );

  it('never throws, and only 201 is ever accepted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), headers, text, (status, headers, text) => {
        const answer = classifyAnswer(product, { status, headers, text }, NOW);
        if (answer.type === 'accepted') expect(status).toBe(201);
        if (answer.type === 'throttled') expect(answer.waitMs).toBeGreaterThanOrEqual(0);
        if (status >= 500 && status !== 503) expect(answer.type).toBe('unknown');
      }),
    );
  });

  it('reads a body nested as deep as a megabyte allows', () => {
    const deep = `{"message":${'['.repeat(400_000)}"x"${']'.repeat(400_000)}}`;
    expect(of(400, deep).type).toBe('refused');
  });
});
