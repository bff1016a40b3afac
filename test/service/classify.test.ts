import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KindSpec } from '../../src/contract/kind.ts';
import { KINDS } from '../../src/contract/registry.ts';
import { classifyAnswer, type HttpAnswer } from '../../src/service/classify.ts';
import type { Answer } from '../../src/service/service.ts';
import { heard, meaning, NOW, quoting, TYPED } from './planted.ts';

const { supplier, packaging, product, component } = KINDS.v2;
const EXISTS = 'SUPPLIER_ALREADY_EXISTS';
const IN_DOUBT = 'so it is unknown whether the record was stored';
const ALLOWED = `type must be one of the following values: ${'A, '.repeat(2000)}`;

/** The classified response to the create of a supplier. */
const toSupplier = (status: number, body: unknown, sent?: string): Answer =>
  classifyAnswer(supplier, heard(status, body), NOW, sent);
const bad = (...message: unknown[]) => ({ statusCode: 400, message, error: 'Bad Request' });

/** Classifies a response, and again with each code in a value of the row: the result must be the same. */
function of(
  status: number,
  body?: unknown,
  headers?: HttpAnswer['headers'],
  kind: KindSpec = component,
): Answer {
  const answer = classifyAnswer(kind, heard(status, body, headers), NOW);
  for (const code of TYPED) {
    const sent = JSON.stringify({ name: code, supplierRef: `${code}-1`, [code]: code });
    // A response that reports success, or that the record exists, is trusted only if it says nothing else.
    const quoted = quoting(body, code, !/exists|accepted/.test(answer.type));
    const planted = classifyAnswer(kind, heard(status, quoted, headers), NOW, sent);
    // A code in front of a message is not trusted then: see below.
    if (JSON.stringify(body)?.includes(`: ${code}`)) continue;
    expect([code, meaning(planted)]).toEqual([code, meaning(answer)]);
  }
  return answer;
}

describe('a 201 to a create', () => {
  const links = { studyId: 's1', qrCodeLink: 'https://q', showcaseLink: 'https://s' };

  it.each<[KindSpec, object, object]>([
    [supplier, { id: 'a' }, { id: 'a' }],
    [packaging, { packagingId: 'a' }, { id: 'a' }],
    [component, { id: 'a' }, { id: 'a' }],
    [product, { productId: 'a', ...links, more: 1 }, { id: 'a', ...links }],
  ])('a 201 to a create is accepted with the id of the $name, and its links', (kind, body, answer) => {
    expect(of(201, body, {}, kind)).toEqual({ type: 'accepted', status: 201, answer });
  });
});

describe('a 201 with messages beside the id', () => {
  it.each<[string, object, string[]]>([
    ['a message', { success: true, message: ['city is not known'] }, ['city is not known']],
    ['warnings', { warnings: [{ field: 'city', message: 'is not known' }] }, ['city: is not known']],
    ['empty errors', { success: true, errors: [], error: null, ok: true, status: 'ok', message: 'a' }, ['a']],
  ])(
    'a 201 with messages beside the id is accepted with %s, and its messages are kept',
    (_, body, messages) => {
      const expected = { type: 'accepted', status: 201, answer: { id: 'a' }, messages };
      expect(toSupplier(201, { id: 'a', ...body })).toEqual(expected);
    },
  );

  it.each<[string, object]>([
    ['errors', { success: true, errors: ['city is lost'] }],
    ['errors by field', { errors: { city: ['is lost'] } }],
    ['an error', { status: 'error', error: 'city is lost' }],
    ['an error object', { error: { message: 'city is lost' } }],
    ['ok: false', { ok: false, message: 'city is lost' }],
    ['a status of an error', { status: 500, message: 'city is lost' }],
  ])('a 201 with messages beside the id is in doubt with %s, and its messages are kept', (_, body) => {
    const answer = toSupplier(201, { id: 'a', ...body });
    expect(answer).toMatchObject({ type: 'unknown', status: 201 });
    expect(answer).toHaveProperty('error', expect.stringMatching(/id a\b.*is lost/));
  });
});

describe('a response in doubt to a create', () => {
  it.each<[string, number, unknown, HttpAnswer['headers']?]>([
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
    ['503 with a Retry-After that it cannot read', 503, '', { 'retry-after': 'soon' }],
    ['504', 504, ''],
    ['520 of a proxy', 520, ''],
  ])('is one with this status and body: %s', (_name, status, body, headers) => {
    expect(of(status, body, headers)).toMatchObject({ type: 'unknown', status });
  });

  it.each<[number, unknown, string]>([
    [200, { id: 'a-1', message: 'queued' }, 'the id a-1 was returned: queued'],
    [200, { id: 'a-1', errors: { city: ['no such city'] } }, 'no such city'],
    [200, { message: ['queued'] }, 'no id was returned: queued'],
    [200, '', 'no id was returned'],
    [201, { message: 'queued' }, 'queued'],
  ])('%i with %j keeps the id and the messages', (status, body, words) => {
    expect(of(status, body)).toMatchObject({ type: 'unknown', error: expect.stringContaining(words) });
  });

  it('a response in doubt to a create keeps the first three messages', () => {
    const body = { message: ['a', 'b', 'c', 'd'] };
    const errorOf = (status: number, more: object = {}) => of(status, { ...body, ...more });
    expect(errorOf(500)).toHaveProperty('error', 'HTTP 500: a; b; c');
    expect(errorOf(202)).toHaveProperty('error', expect.stringMatching(/: a; b; c$/));
    expect(errorOf(201)).toHaveProperty('error', expect.stringMatching(/: a; b; c$/));
    expect(errorOf(405)).toHaveProperty('error', 'no such path: HTTP 405: a; b; c');
  });

  const ELSE = `HTTP 202 where 201 was expected, ${IN_DOUBT}; no id was returned`;
  it.each<[number, string, string]>([
    [500, '', 'HTTP 500'],
    [500, '{"message":"SERVER_ERROR","requestId":"r"}', 'HTTP 500: SERVER_ERROR'],
    [405, '', 'no such path: HTTP 405'],
    [202, '[{"errors":["x"]}]', ELSE],
    [202, 'null', ELSE],
    [201, 'null', 'HTTP 201, but its body is truncated, unreadable or without an id'],
    [201, '[]', 'HTTP 201, but its body is truncated, unreadable or without an id'],
  ])('%i with the body %j has the message "%s" and nothing more', (status, body, error) => {
    expect(of(status, body)).toEqual({ type: status === 405 ? 'misdirected' : 'unknown', status, error });
  });
});

describe('a response whose code says that the record exists', () => {
  const STUDY = 'STUDY_ALREADY_EXISTS_IN_COLLECTION';
  it.each<[string, number, unknown, string]>([
    ['message text', 400, { message: 'SUPPLIER_ALREADY_EXISTS' }, 'SUPPLIER_ALREADY_EXISTS'],
    ['message list', 400, bad('PACKAGING_EXISTS'), 'PACKAGING_EXISTS'],
    ['sentence', 400, bad(`Refused: ${STUDY}.`), STUDY],
    ['error', 400, { error: 'PACKAGING_EXISTS', message: 'no' }, 'PACKAGING_EXISTS'],
    ['code', 409, { code: 'SUPPLIER_ALREADY_EXISTS', message: ['no'] }, 'SUPPLIER_ALREADY_EXISTS'],
    ['code beside an object', 409, { code: 'PACKAGING_EXISTS', message: { a: 1 } }, 'PACKAGING_EXISTS'],
    ['plain text', 409, 'PACKAGING_EXISTS', 'PACKAGING_EXISTS'],
    ['message of a 422', 422, bad('PACKAGING_EXISTS'), 'PACKAGING_EXISTS'],
  ])('is "exists" with its code in this place: %s', (_name, status, body, code) => {
    const kind = [supplier, packaging, product].find(({ name }) =>
      code.toLowerCase().replace('study', 'product').startsWith(name),
    );
    expect(of(status, body, {}, kind)).toMatchObject({ type: 'exists', status, code });
  });

  it.each<[KindSpec, string]>([
    [supplier, 'SUPPLIER_ALREADY_EXISTS'],
    [supplier, 'SUPPLIER_REF_ALREADY_EXISTS'],
    [supplier, 'ALREADY_EXISTS'],
    [supplier, 'RECORD_ALREADY_EXISTS'],
    [product, 'PRODUCT_ALREADY_EXISTS'],
    [KINDS.v3['purchased-item'], 'PurchasedItemAlreadyExists'],
    [KINDS.v3['brand-product'], 'BRAND_PRODUCT_ALREADY_EXISTS'],
    [KINDS.v3.material, 'MaterialAlreadyExistsByUniqueIdentifier'],
  ])(
    'a response with a code for an existing record is "exists" for a $name with the code $1',
    (kind, code) => {
      expect(of(409, { code, message: 'it is there' }, {}, kind)).toMatchObject({ type: 'exists', code });
      expect(of(409, { message: [code, 'FORMAT_ERROR'] }, {}, kind)).toMatchObject({ type: 'exists', code });
    },
  );

  it.each<[string, unknown, string]>([
    ['beside the name of the status', { message: ['SUPPLIER_ALREADY_EXISTS', 'Conflict'] }, 'exists'],
    ['in a field, with its text', { code: 'SUPPLIER_ALREADY_EXISTS', message: 'it is there' }, 'exists'],
    ['in a field, with two texts', { code: EXISTS, message: ['it is there', 'no city'] }, 'refused'],
    ['as a message, with a text', { message: ['SUPPLIER_ALREADY_EXISTS', 'it is there'] }, 'refused'],
    ['in two fields', { code: 'SUPPLIER_EXISTS', errorCode: 'E_1', message: ['a', 'b'] }, 'exists'],
  ])('a response with a code for an existing record is "$2" with its code $0', (_, body, type) => {
    expect(of(409, body, {}, supplier).type).toBe(type);
  });

  it.each<[string, unknown]>([
    ['an e-mail address', ['CONTACT_EMAIL_ALREADY_EXISTS']],
    ['another kind', ['PRODUCT_ALREADY_EXISTS']],
    ['a name', ['NAME_ALREADY_EXISTS']],
    ['a part of it', ['SUPPLIER_NAME_ALREADY_EXISTS']],
    ['another client', ['SUPPLIER_ALREADY_EXISTS_FOR_OTHER_CLIENT']],
    ['itself, and something is wrong', ['SUPPLIER_ALREADY_EXISTS', 'category should not be empty']],
  ])('a response with a code for an existing record is a refusal if the code is about %s', (_, message) => {
    for (const status of [400, 409]) expect(of(status, { message }, {}, supplier).type).toBe('refused');
  });

  it.each(['SUPPLIER_NOT_EXISTS', 'PRODUCT_DOES_NOT_EXIST', 'The record exists', 'FORMAT_ERROR'])(
    'a response with a code for an existing record is a refusal if its message is only similar: %s',
    (message) => {
      expect(of(400, bad(message)).type).toBe('refused');
    },
  );
});

describe('a word that looks like a code', () => {
  it.each<[string, unknown]>([
    ['in a value that is not allowed', bad('name COTTON_EXISTS is not allowed')],
    ['in a text that must not hold it', bad('name must not contain NO_TOKEN')],
    ['in quotes', bad('"SUPPLIER_ALREADY_EXISTS" is not allowed')],
    ['alone in quotes', bad('"SUPPLIER_ALREADY_EXISTS"')],
    ['at the end', bad('value not allowed: SUPPLIER_ALREADY_EXISTS')],
    ['as a field', bad('SUPPLIER_ALREADY_EXISTS must be a string')],
    ['in a list of what is allowed', bad('name must be one of the following values: NO_TOKEN, A_EXISTS')],
    ['as the value of a validator', { errors: [{ value: 'A_EXISTS', param: 'name', msg: 'Invalid value' }] }],
    ['as the message about a value', bad({ property: 'name', message: 'A_EXISTS' })],
    ['as the name of a field', { errors: { A_EXISTS: ['must be a string'] } }],
    ['in a sentence beside a code', { code: 'FORMAT_ERROR', message: ['SUPPLIER_ALREADY_EXISTS'] }],
    ['in front, beside a code', { error: 'FORMAT_ERROR', message: 'A_EXISTS: is too short' }],
  ])('is no code %s: the row is refused', (_, body) => {
    expect(of(400, body)).toMatchObject({ type: 'refused', status: 400 });
  });

  it('a word that looks like a code is a code at the start of a message if the request does not contain it', () => {
    const answer = (message: string, sent: string) => toSupplier(400, bad(message), sent).type;
    for (const message of ['SUPPLIER_ALREADY_EXISTS: FRN-1', '[SUPPLIER_ALREADY_EXISTS] FRN-1']) {
      expect(answer(message, '{"supplierRef":"FRN-1"}')).toBe('exists');
      expect(answer(message, '{"supplierRef":"SUPPLIER_ALREADY_EXISTS"}')).toBe('refused');
    }
    expect(answer('NO_TOKEN: send one', '{"name":"a"}')).toBe('token');
    expect(answer('NO_TOKEN: is too short', '{"supplierRef":"NO_TOKEN"}')).toBe('refused');
  });

  it('a word that looks like a code is a code if it is the whole message or in a code field, even if the request contains it', () => {
    const answer = (message: unknown) => toSupplier(400, message, `{"name":"${EXISTS}"}`).type;
    expect(answer(bad(EXISTS))).toBe('exists');
    expect(answer({ code: EXISTS, message: 'no' })).toBe('exists');
  });
});

describe('a 201 whose body has other values than the request', () => {
  const sent = { supplierRef: 'FRN-1', importationBatch: 'B1', projectType: 'STANDARD' };
  const to = (body: object) => toSupplier(201, { id: 'a', ...body }, JSON.stringify(sent));

  it.each<object>([{}, sent, { supplierRef: ' frn-1 ' }, { supplierRef: null, importationBatch: '' }])(
    'a 201 with other values than the request is accepted if it does not contradict the request: %j',
    (body) => {
      expect(to(body)).toEqual({ type: 'accepted', status: 201, answer: { id: 'a' } });
    },
  );

  it.each<[object, string]>([
    [{ supplierRef: 'FRN-2' }, 'the supplierRef FRN-2 instead of FRN-1'],
    [{ importationBatch: 'B2' }, 'the importationBatch B2 instead of B1'],
    [{ projectType: 'AGEC_NO_FDC' }, 'the projectType AGEC_NO_FDC instead of STANDARD'],
  ])(
    'a 201 with other values than the request is in doubt if it contradicts the request: %j',
    (body, words) => {
      expect(to({ ...body, message: 'stored' })).toEqual({
        type: 'unknown',
        status: 201,
        error: `HTTP 201 with the id a, but its body has ${words}, which contradicts the request, ${IN_DOUBT}: stored`,
      });
    },
  );
});

describe('a 201 with success: false', () => {
  const said = (body: object) => of(201, { success: false, ...body }, {}, supplier);

  it.each<[object, object]>([
    [{ message: ['too long'] }, { type: 'refused', messages: ['too long'], unknownReference: false }],
    [{ error: { code: EXISTS, message: 'no' } }, { type: 'exists', code: EXISTS, messages: ['no', EXISTS] }],
    [{ code: 'NO_TOKEN' }, { type: 'token', messages: ['NO_TOKEN'] }],
    [{ message: [ALLOWED] }, { type: 'refused', messages: [ALLOWED], unknownReference: false }],
  ])('a 201 with success: false and without an id is decided by its messages: $0', (body, answer) => {
    expect(said(body)).toEqual({ status: 201, ...answer });
  });

  it('a 201 with success: false and the code of a missing record is a refusal, but not an unknown reference', () => {
    const answer = of(201, { success: false, code: 'SUPPLIER_NOT_FOUND' });
    expect(answer).toMatchObject({ type: 'refused', unknownReference: false });
  });

  it('a 201 with success: false has no code at the start of a message if the request contains that code', () => {
    const body = { success: false, message: `${EXISTS}: is locked` };
    expect(toSupplier(201, body, `{"name":"${EXISTS}"}`)).toMatchObject({ type: 'refused' });
  });

  it('a 201 with success: false and without a reason is in doubt, with one message', () => {
    const error = `HTTP 201 with success: false: contradictory, ${IN_DOUBT}`;
    expect(toSupplier(201, { success: false })).toEqual({ type: 'unknown', status: 201, error });
  });

  it.each<[string, object]>([
    ['with an id', { success: false, id: 'a' }],
    ['with an id and a reason', { success: false, id: 'a', message: 'name is too long' }],
    ['with something else for success', { success: 'no', id: 'a' }],
    ['with null for success', { success: null, id: 'a' }],
    ['with the status of an error', { statusCode: 400, message: ['no'], id: 'a' }],
  ])('a 201 with success: false is in doubt %s', (_, body) => {
    expect(toSupplier(201, body)).toMatchObject({ type: 'unknown', status: 201 });
  });
});

it.each([402, 410, 413, 415])('%i is a refusal even with the code of a record that exists', (status) => {
  expect(of(status, bad('SUPPLIER_EXISTS')).type).toBe('refused');
});

describe('a response about the token', () => {
  it.each<[number, unknown]>([
    [401, ''],
    [401, { message: 'Unauthorized' }],
    [403, { message: ['Forbidden'] }],
    [400, { message: 'NO_TOKEN' }],
    [400, bad('INVALID_SESSION')],
    [400, { code: 'INVALID_SESSION', message: 'no' }],
  ])('a response about the token has this status or code: %i %j', (status, body) => {
    expect(of(status, body)).toMatchObject({ type: 'token', status });
  });

  it.each([402, 409, 410, 422])(
    'a response about the token does not include status %i, even with such a code',
    (status) => {
      for (const code of ['NO_TOKEN', 'INVALID_SESSION']) {
        expect(of(status, { message: code }).type).toBe('refused');
        expect(of(status, { code, message: 'no' }).type).toBe('refused');
      }
    },
  );

  it('a response about the token is one with a code about the token beside other codes', () => {
    expect(of(400, bad('FORMAT_ERROR', 'NO_TOKEN')).type).toBe('token');
  });

  it.each([
    [{ message: ['Forbidden'] }, ['Forbidden', 'the token may lack the right to do this']],
    [
      '<h1>Blocked</h1>',
      ['Blocked', expect.stringMatching(/^this is not a response of the service: a proxy/)],
    ],
  ])('a response about the token with status 403 names what may be the cause: %j', (body, messages) => {
    expect(of(403, body)).toEqual({ type: 'token', status: 403, messages });
  });

  it('a response about the token has a message even if its body is empty', () => {
    expect(of(401, '')).toEqual({ type: 'token', status: 401, messages: ['HTTP 401 without a message'] });
  });
});

describe('a response from a wrong address', () => {
  it.each([404, 405, 421])(
    'a response from a wrong address has the status %i, and its message is kept',
    (status) => {
      const answer = of(status, { message: 'Cannot POST /v2/components' });
      expect(answer).toMatchObject({ type: 'misdirected', status });
      expect(answer).toHaveProperty('error', expect.stringContaining('Cannot POST /v2/components'));
    },
  );

  it('a response from a wrong address is not a 404 of v3 with the code of a missing record', () => {
    const body = { statusCode: 404, code: 'SupplierNotFoundByUniqueIdentifier', message: ['no supplier A'] };
    const of3 = (said: unknown) => of(404, said, {}, KINDS.v3.material);
    expect(of3(body)).toMatchObject({ type: 'refused', status: 404, unknownReference: true });
    expect(of3({ details: [{ reason: 'PurchasedItemNotFoundById' }] })).toMatchObject({ type: 'refused' });
    expect(of3({ message: 'Cannot POST /materials' })).toMatchObject({ type: 'misdirected' });
    expect(of(404, body)).toMatchObject({ type: 'misdirected' });
  });

  it('a response from a wrong address is not a 404 with a code of a missing record in details[].reason or in capitals', () => {
    const reason = { statusCode: 404, message: 'no', details: [{ reason: 'PurchasedItemNotFound' }] };
    for (const kind of [KINDS.v3['purchased-item'], KINDS.v3.material, component]) {
      expect(of(404, reason, {}, kind)).toMatchObject({ type: 'refused', status: 404 });
    }
    expect(of(404, { code: 'SUPPLIER_NOT_FOUND' })).toMatchObject({ type: 'refused' });
  });

  it.each<[number, string]>([
    [500, 'unknown'],
    [401, 'token'],
    [405, 'misdirected'],
  ])('%i with the code of a missing record is decided by its status: %s', (status, type) => {
    const body = { code: 'SUPPLIER_NOT_FOUND', details: [{ reason: 'SupplierNotFound' }] };
    expect(of(status, body)).toMatchObject({ type });
  });

  it.each<[string, unknown]>([
    ['the name of the status', { code: 'NOT_FOUND', message: 'no' }],
    ['a route', { code: 'ROUTE_NOT_FOUND', details: [{ reason: 'RouteNotFound' }] }],
    ['something that is no record', { code: 'DEPLOYMENT_NOT_FOUND' }],
    ['a sentence', { message: 'supplier SUPPLIER_NOT_FOUND was not found' }],
  ])('a response from a wrong address is a 404 with %s', (_, body) => {
    expect(of(404, body)).toMatchObject({ type: 'misdirected' });
  });

  it.each<[unknown, string]>([
    [{ code: 'DUPLICATE_REF', message: 'no' }, 'refused'],
    [{ statusCode: 404, message: ['FAMILY_NOT_FOUND'], error: 'Not Found' }, 'refused'],
    [{ code: 'SUPPLIER_ALREADY_EXISTS' }, 'refused'],
    [{ code: 'DUPLICATE_REF', message: 'Cannot POST /v2/suppliers' }, 'misdirected'],
    [{ code: 'NOT_FOUND', message: 'no' }, 'misdirected'],
    [{ code: 'ROUTE_NOT_FOUND' }, 'misdirected'],
    [{ code: 'RESOURCE_NOT_FOUND' }, 'misdirected'],
    [{ code: 'NO_SUCH_BUCKET' }, 'misdirected'],
    [{ message: 'no' }, 'misdirected'],
    ['<html>FAMILY_NOT_FOUND</html>', 'misdirected'],
  ])('404 with %j is %s to a create with a body, and misdirected to a request without one', (body, type) => {
    const to = (sent: string) => toSupplier(404, body, sent).type;
    expect([to('{"name":"A"}'), to('')]).toEqual([type, 'misdirected']);
  });

  it.each<[number, string | undefined, string]>([
    [301, 'https://elsewhere.example/x?token=1', 'elsewhere.example,'],
    [302, '//other.example:8443/y', 'other.example:8443,'],
    [303, 'https://user:secret@with-password.example/', 'to with-password.example,'],
    [399, 'https://elsewhere.example/', 'to elsewhere.example,'],
    [307, '/v3/components', 'another path of the same host'],
    [308, undefined, 'nowhere'],
    [308, 'http://[', 'nowhere'],
    [304, undefined, 'nowhere'],
  ])('%i to %s is reported with the host, without password and query', (status, location, text) => {
    const answer = of(status, '', { location });
    expect(answer).toMatchObject({ type: 'misdirected', status });
    expect(answer).toHaveProperty('error', expect.stringContaining(text));
    expect(JSON.stringify(answer)).not.toMatch(/secret|token=/);
  });
});

describe('a response whose body contradicts its status', () => {
  const id = '886bf411-ce87-4c19-be38-8fc2945fa2e2';

  it.each([300, 303, 400, 401, 404, 409, 422, 429])('%i with a success in its body is in doubt', (status) => {
    for (const body of [{ success: true, id }, { success: true }, { ok: true, id }, { id }])
      expect(of(status, JSON.stringify(body))).toMatchObject({ type: 'unknown', status });
    const answer = of(status, JSON.stringify({ success: true, id }));
    const error = `HTTP ${status} with success: true and the id ${id}: contradictory, ${IN_DOUBT}`;
    expect(answer).toHaveProperty('error', error);
  });

  it('a response whose body contradicts its status does not include a refusal with an id, a code or messages of its own', () => {
    const body = { statusCode: 400, message: ['no such city'], error: 'Bad Request', id: 'req-1' };
    expect(of(400, JSON.stringify(body))).toMatchObject({ type: 'refused', messages: ['no such city'] });
    expect(toSupplier(400, { id: 'req-1', message: EXISTS })).toMatchObject({ type: 'exists' });
    expect(of(400, JSON.stringify({ success: 'true', message: 'no' }))).toMatchObject({ type: 'refused' });
  });

  it.each<[object, string]>([
    [{ success: true }, 'success: true'],
    [{ ok: true }, 'ok: true'],
    [{ success: true, ok: true }, 'success: true and ok: true'],
    [{ success: true, errors: ['no'] }, 'success: true'],
  ])(
    'a response whose body contradicts its status has a message with the field that contradicts it: %j',
    (body, words) => {
      const error = `HTTP 400 with ${words}: contradictory, ${IN_DOUBT}`;
      expect(classifyAnswer(component, heard(400, body), NOW)).toHaveProperty('error', error);
    },
  );

  it.each<object>([
    { errors: ['no'] },
    { code: 'FORMAT_ERROR' },
    { title: 'Not valid' },
    { message: 'queued' },
  ])('a response whose body contradicts its status does not include a refusal with an id beside %j', (body) =>
    expect(of(400, { id, ...body })).toMatchObject({ type: 'refused' }),
  );

  it('a response whose body contradicts its status has the id once in its message', () => {
    const { error } = of(201, JSON.stringify({ success: 'true', id })) as { error: string };
    expect(error.split(id)).toHaveLength(2);
  });
});

it.each([undefined, '2'])('408 is in doubt, with Retry-After: %s', (after) => {
  const answer = of(408, JSON.stringify({ message: 'timeout' }), { 'retry-after': after });
  expect(answer).toEqual({ type: 'unknown', status: 408, error: 'HTTP 408: timeout' });
});

describe('a throttled response', () => {
  it.each<[number, string | undefined, number | null]>([
    [429, '7', 7000],
    [429, '0', 0],
    [429, undefined, null],
    [429, 'soon', null],
    [503, '120', 120_000],
    [503, 'Sat, 29 Aug 2026 12:02:00 GMT', 120_000],
  ])('a throttled response is %i with Retry-After %s', (status, retryAfter, retryAfterMs) => {
    const answer = of(status, '', { 'retry-after': retryAfter });
    expect(answer).toEqual({ type: 'throttled', status, retryAfterMs });
  });
});

it.each([
  [400, 6042],
  [422, 6042],
  [409, 2000],
  [404, 2000],
])('%i keeps a list of allowed values in %i characters', (status, length) => {
  const answer = toSupplier(status, { code: 'FORMAT_ERROR', message: ALLOWED }, '{}');
  expect(answer).toMatchObject({ type: 'refused' });
  expect('messages' in answer && answer.messages?.[0]).toHaveLength(length);
});

describe('the message of a refusal begins with the field of the error', () => {
  it.each<[unknown, string[]]>([
    [{ detail: [{ loc: ['body', 'name'], msg: 'too long' }] }, ['name: too long']],
    [{ detail: [{ loc: ['body', 'contacts', 0, 'email'], msg: 'no' }] }, ['contacts.0.email: no']],
    [{ errors: { name: ['too long'] } }, ['name: too long']],
    [{ errors: { name: 'too long', id: ['is invalid'] } }, ['name: too long', 'id: is invalid']],
    [{ errors: { name: ['name is too long'] } }, ['name is too long']],
    [{ errors: { name: { _errors: ['too long'] } } }, ['name: too long']],
    [{ errors: { name: { message: 'too long', path: 'name' } } }, ['name: too long']],
    [{ errors: { message: 'too long' } }, ['too long']],
    [{ errors: ['too long'] }, ['too long']],
    [{ message: ['bad'], errors: { name: ['too long'] } }, ['bad', 'name: too long']],
  ])('%j has the messages %j', (body, messages) => {
    expect(toSupplier(422, body)).toMatchObject({ type: 'refused', messages });
  });
});

describe('a refused create', () => {
  const constraints = { isIn: 'type must be one of A, B', isString: 'must be a text' };
  const CUT = '{"statusCode":400,"message":["SUPPLIER_ALREAD';
  const refused = { type: 'refused', unknownReference: false };

  it.each<[string, number, unknown, string[]]>([
    ['a list', 400, bad('no weight', 'type is required'), ['no weight', 'type is required']],
    ['a text', 422, { message: 'no' }, ['no']],
    ['a JSON text', 400, '"no"', ['no']],
    ['a JSON list', 400, '["a","b"]', ['a', 'b']],
    ['the same twice', 400, bad('a', 'a'), ['a']],
    ['only an error', 413, { error: 'Payload Too Large' }, ['Payload Too Large']],
    ['a code beside the message', 400, { message: 'bad', code: 'FORMAT_ERROR' }, ['bad', 'FORMAT_ERROR']],
    ['a code in the message', 400, { message: 'A_B: bad', code: 'A_B' }, ['A_B: bad']],
    ['a validator', 400, bad({ property: 'type', constraints }), [constraints.isIn, 'type: must be a text']],
    ['a path', 400, bad({ path: ['composition', 0], message: 'Required' }), ['composition.0: Required']],
    ['errors instead of message', 400, { errors: [{ message: 'no' }] }, ['no']],
    ['errors beside a message', 400, { message: 'bad', errors: ['a', { msg: 'b' }] }, ['bad', 'a', 'b']],
    ['an error object', 400, { error: { code: 'FORMAT_ERROR', message: 'no' } }, ['no', 'FORMAT_ERROR']],
    ['a problem', 422, { type: 'about:blank', title: 'No', status: 422, detail: 'heavy' }, ['No', 'heavy']],
    ['data', 400, { data: { message: 'weight is too high' } }, ['weight is too high']],
    ['a map of fields', 400, { errors: { weight: ['is too high'] } }, ['weight: is too high']],
    ['a shape of its own', 400, { fault: { faultstring: 'weight is too high' } }, ['weight is too high']],
    ['details', 400, { message: 'bad', details: ['weight is too high'] }, ['bad', 'weight is too high']],
    ['an empty list', 400, { message: [] }, ['HTTP 400 without a message']],
    ['null', 400, 'null', ['HTTP 400 without a message']],
  ])('has the messages of its body: %s', (_name, status, body, messages) => {
    expect(of(status, body)).toEqual({ ...refused, status, messages });
  });

  it.each([
    ['no body', 415, '', ['HTTP 415 without a message'], 'foreign'],
    ['a page', 400, '<style>p{}</style><p>Request <b>blocked</b></p>', ['Request blocked'], 'foreign'],
    ['a long page', 400, `<p>${'x'.repeat(500)}`, ['x'.repeat(200)], 'foreign'],
    ['a truncated body', 400, CUT, [CUT], 'truncated'],
  ])(
    'a refused create has readable text of an unreadable body: %s',
    (_name, status, body, messages, unreadable) => {
      expect(of(status, body)).toEqual({ ...refused, status, messages, unreadable });
    },
  );

  it('a refused create keeps at most 100 messages of at most 2000 characters', () => {
    const messages = Array.from({ length: 200 }, (_, i) => `${i} ${'y'.repeat(3000)}`);
    const answer = classifyAnswer(component, heard(400, bad(...messages)), NOW);
    if (answer.type !== 'refused') expect.unreachable();
    expect(answer.messages).toHaveLength(100);
    expect(Math.max(...answer.messages.map((message) => message.length))).toBe(2000);
  });
});

describe('a refusal because of an unknown reference', () => {
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
  ])('is recognised for a component by the message "%s": %s', (message, unknownReference) => {
    expect(of(400, bad(message))).toMatchObject({ type: 'refused', unknownReference });
  });

  it.each(['warehouse W1 not found', 'packagingRefs: EMB-1 does not exist'])(
    'an unknown reference of a product: %s',
    (message) => {
      expect(of(400, bad(message), {}, product)).toMatchObject({ type: 'refused', unknownReference: true });
    },
  );

  it('a refusal because of an unknown reference does not occur for a kind without references', () => {
    expect(of(400, bad('supplier not found'), {}, supplier)).toMatchObject({ unknownReference: false });
  });
});

it('a redirect with two Location headers is reported with the first host', () => {
  const answer = of(302, '', { location: ['https://one.example/', 'https://two.example/'] });
  expect(answer).toHaveProperty('error', 'HTTP 302: redirected to one.example, not followed');
});

describe('classifyAnswer', () => {
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

  it('classifyAnswer never throws, and accepts only 201, whatever the response', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), headers, text, (status, headers, text) => {
        const answer = classifyAnswer(product, { status, headers, text }, NOW);
        if (answer.type === 'accepted') expect(status).toBe(201);
        if (answer.type === 'throttled') expect(answer.retryAfterMs ?? 0).toBeGreaterThanOrEqual(0);
        if (status >= 500 && status !== 503) expect(answer.type).toBe('unknown');
      }),
    );
  });

  it('classifyAnswer reads a body with 400,000 nested lists', () => {
    const deep = `{"message":${'['.repeat(400_000)}"x"${']'.repeat(400_000)}}`;
    expect(of(400, deep).type).toBe('refused');
  });
});
