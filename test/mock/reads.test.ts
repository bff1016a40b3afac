import { beforeAll, describe, expect, test } from 'vitest';
import { FAMILY_NAMES } from '../../src/contract/family.ts';
import { createPath } from '../../src/contract/kind.ts';
import { kindNamed, kindsOf } from '../../src/contract/registry.ts';
import { readPaths } from '../../src/contract/v2/read-paths.ts';
import { mockInProcess } from './harness.ts';
import { soundBody } from './sound-body.ts';

const supplier = kindNamed('v2', 'supplier');
const product = kindNamed('v2', 'product');
const packaging = kindNamed('v2', 'packaging');
const sound = soundBody(product, 'STANDARD');

/** Products by name; the second has two colours and a reference that must be encoded. */
const RANGE = [
  ['ROB-2041', 'Robe Camille', 'DRESSES', ['NOIR']],
  ['Semelle Intérieure/Cuir Y34 100%', 'Mocassin Élise', 'FORMAL SHOES', ['NOIR', 'TAN']],
  ['3000041877', 'chemise Paul', 'SHIRTS', ['BLANC']],
  ['SAC-77', 'Sac <b>Louise</b> & co', 'OTHER BAGS', [undefined]],
] as const;

describe('products of the mock', () => {
  const mock = mockInProcess();

  beforeAll(async () => {
    for (const [productRef, name, category, colours] of RANGE) {
      for (const colour of colours) {
        const sound = soundBody(product, 'STANDARD', { with: { productRef, name, category } });
        const { productColorCode: _, ...plain } = sound;
        const body = colour === undefined ? plain : { ...sound, productColorCode: colour };
        expect((await mock.sendWithPrerequisites(product, 'STANDARD', body)).status).toBe(201);
      }
    }
  });

  const namesAt = async (query: string) =>
    (await mock.get(`${readPaths.products}?${query}`)).json.data.map((item: { name: string }) => item.name);

  test('products of the mock are listed once for all their colours, by default twenty in order of creation', async () => {
    const { json } = await mock.get(readPaths.products);
    expect(json).toMatchObject({ offset: 0, limit: 20, total: 4 });
    expect(json.data.map((item: { ref: string[] }) => item.ref)).toEqual(RANGE.map(([ref]) => [ref]));
  });

  test.each([
    ['sortBy=name', ['chemise Paul', 'Mocassin Élise', 'Robe Camille', 'Sac <b>Louise</b> & co']],
    ['sortBy=name&sortDesc=true&limit=2', ['Sac <b>Louise</b> & co', 'Robe Camille']],
    ['sortDesc=true&limit=1', ['Sac <b>Louise</b> & co']],
    ['sortBy=category&limit=1&offset=3', ['chemise Paul']],
    ['search=ELISE', ['Mocassin Élise']],
    ['search=int%C3%A9rieure/cuir', ['Mocassin Élise']],
    ['search=bags', ['Sac <b>Louise</b> & co']],
    ['search=%25', ['Mocassin Élise']],
    ['search=nothing-like-it', []],
    ['offset=400', []],
    ['colour=NOIR&limit=1', ['Robe Camille']],
  ])('listed with ?%s are %j', async (query, names) => {
    expect(await namesAt(query)).toEqual(names);
  });

  test('products of the mock have a total that counts all matches, whatever the page', async () => {
    const { json } = await mock.get(`${readPaths.products}?search=a&limit=1&offset=1`);
    expect(json).toMatchObject({ offset: 1, limit: 1, total: 4 });
    expect(json.data).toHaveLength(1);
  });

  test.each([
    ['limit=0', 'limit must be an integer from 1 to 100'],
    ['limit=101', 'limit must be an integer from 1 to 100'],
    ['limit=ten', 'limit must be an integer from 1 to 100'],
    ['offset=-1', 'offset must be an integer not less than 0'],
    ['sortBy=search;DROP', expect.stringMatching(/^sortBy must be one of the following values: createdAt,/)],
    ['sortDesc=yes', 'sortDesc must be a boolean'],
  ])('listed with ?%s give a 400: %s', async (query, message) => {
    const reply = await mock.get(`${readPaths.products}?${query}`);
    expect(reply.status).toBe(400);
    expect(reply.json.message).toEqual([message]);
  });

  test.each(RANGE)(
    '%s is found by its reference and by its id, with one study for each colour',
    async (ref, name, category, colours) => {
      const { status, json } = await mock.get(readPaths.product(ref));
      expect(status).toBe(200);
      expect(Object.keys(json)).toEqual(['id', 'ref', 'name', 'category', 'studies']);
      expect(json).toMatchObject({ ref: [ref], name, category });
      expect(json.studies.map((study: { colorCode: string }) => study.colorCode)).toEqual(
        colours.map((colour) => colour ?? 'DEFAULT'),
      );
      expect(json.studies[0]).toEqual({
        id: expect.any(String),
        productRef: ref,
        colorCode: colours[0] ?? 'DEFAULT',
        picture: 'https://img.example.com/rob-2041.jpg',
        state: 'IN_PROGRESS',
        brandCollection: { id: expect.any(String), name: sound.productCollectionRef },
        links: [
          { id: expect.any(String), link: expect.stringContaining('/showcase/'), type: 'SHOWCASE' },
          { id: expect.any(String), link: expect.stringContaining('/qr/'), type: 'QR_CODE' },
        ],
      });
      expect((await mock.get(readPaths.product(json.id))).json).toEqual(json);
    },
  );

  test('products of one collection have studies with the same collection id, also the colours of one reference', async () => {
    const { json } = await mock.get(readPaths.products);
    const collections = json.data.flatMap((item: { studies: { brandCollection: { id: string } }[] }) =>
      item.studies.map((study) => study.brandCollection.id),
    );
    expect(collections).toHaveLength(5);
    expect(new Set(collections).size).toBe(1);
  });

  test('products of the mock have links that open without a token and show names as text, not as HTML', async () => {
    const { json } = await mock.get(readPaths.product('SAC-77'));
    for (const { link } of json.studies[0].links as { link: string }[]) {
      const page = await mock.app.request(new URL(link).pathname);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toMatch(/^text\/html/);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      const text = await page.text();
      expect(text).not.toContain('<b>');
      expect(text).toContain('SAC-77');
    }
    const showcase = await mock.app.request(new URL(json.studies[0].links[0].link).pathname);
    expect(await showcase.text()).toContain('Sac &lt;b&gt;Louise&lt;/b&gt; &amp; co');
    expect((await mock.app.request('/showcase/unknown')).status).toBe(404);
  });

  test('products that are unknown give a 404', async () => {
    const reply = await mock.get(readPaths.product('Mocassin/Inconnu'));
    expect(reply.status).toBe(404);
    expect(reply.json).toMatchObject({ statusCode: 404, error: 'Not Found' });
  });
});

test('if two families have the same product reference, a read gives the product created first', async () => {
  const mock = mockInProcess();
  const first = await mock.sendWithPrerequisites(product, 'AGEC', soundBody(product, 'AGEC'));
  const second = await mock.sendWithPrerequisites(product, 'E360', soundBody(product, 'E360'));
  expect(second.json.productId).not.toBe(first.json.productId);
  const ref = String(soundBody(product, 'AGEC').productRef);
  expect((await mock.get(readPaths.product(ref))).json.id).toBe(first.json.productId);
});

test('packaging is listed, searched, and found by its id only', async () => {
  const mock = mockInProcess();
  const types = { 'EMB-BOX-02': 'SHOE BOX', 'emb-poly-01': 'POLYBAG', 'Étui fête': 'CASE' };
  for (const [packagingRef, type] of Object.entries(types)) {
    const body = soundBody(packaging, 'STANDARD', { with: { packagingRef, type } });
    await mock.send(packaging, 'STANDARD', body);
  }
  const { json } = await mock.get(`${readPaths.packagings}?sortBy=packagingRef&search=E`);
  expect(json).toMatchObject({ offset: 0, limit: 20, total: 3 });
  expect(json.data[0]).toEqual({ id: expect.any(String), packagingRef: 'EMB-BOX-02', type: 'SHOE BOX' });
  expect((await mock.get(`${readPaths.packagings}?search=etui`)).json.total).toBe(1);
  expect((await mock.get(readPaths.packaging(json.data[1].id))).json).toEqual(json.data[1]);
  expect((await mock.get(readPaths.packaging('EMB-BOX-02'))).status).toBe(404);
});

describe('the routes of the mock', () => {
  const mock = mockInProcess();
  const creates = FAMILY_NAMES.flatMap((family) => kindsOf('v2').map((kind) => createPath(kind, family)));

  test('the routes of the mock include twenty-four create paths of v2, and each refuses a body that is not an object', async () => {
    expect(new Set(creates).size).toBe(creates.length);
    for (const path of creates) expect((await mock.post(path, 'null')).status, path).toBe(400);
  });

  test.each([
    ['GET', '/v2/products', 200, null],
    ['HEAD', '/v2/products', 200, null],
    ['GET', '/v2/packaging', 200, null],
    ['GET', '/__mock/stats', 200, null],
    ['GET', '/__mock/journal', 200, null],
    ['GET', '/v2/products/none', 404, null],
    ['GET', '/v2/packaging/none', 404, null],
    ['GET', '/', 404, null],
    ['GET', '/v2', 404, null],
    ['POST', '/v2/materials', 404, null],
    ['POST', '/suppliers', 415, null],
    ['GET', '/suppliers', 405, 'POST'],
    ['POST', '/v2/suppliers/', 404, null],
    ['POST', '/v2/agec-f360/suppliers', 404, null],
    ['GET', '/v2/suppliers', 405, 'POST'],
    ['GET', '/v2/agec-e360/products', 405, 'POST'],
    ['PUT', '/v2/products', 405, 'POST, GET, HEAD'],
    ['DELETE', '/v2/products/ROB-2041', 405, 'GET, HEAD'],
    ['PATCH', '/v2/packaging', 405, 'POST, GET, HEAD'],
    ['POST', '/showcase/x', 405, 'GET, HEAD'],
    ['DELETE', '/__mock/journal', 405, 'GET, HEAD'],
  ])('the routes of the mock answer %s %s with %i', async (method, path, status, allow) => {
    const reply = await mock.call(method, path);
    expect(reply.status).toBe(status);
    expect(reply.headers.get('allow')).toBe(allow);
    const failure = { statusCode: status, message: [expect.any(String)], error: expect.any(String) };
    if (status >= 400) expect(reply.json).toEqual(failure);
  });

  test.each(creates)('refuse POST %s without a token', async (path) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const reply = await mock.app.request(path, init);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({ statusCode: 400, message: ['NO_TOKEN'], error: 'Bad Request' });
  });

  test.each([readPaths.products, readPaths.packagings, readPaths.product('x'), readPaths.packaging('x')])(
    'refuse GET %s without a token or with a wrong one',
    async (path) => {
      const answerTo = async (authorization: string) =>
        (await mock.call('GET', path, { headers: { authorization } })).json.message;
      expect(await answerTo('')).toEqual(['NO_TOKEN']);
      expect(await answerTo('Bearer ')).toEqual(['NO_TOKEN']);
      expect(await answerTo('Basic a-token')).toEqual(['NO_TOKEN']);
      expect(await answerTo('Bearer another')).toEqual(['INVALID_SESSION']);
      expect(await answerTo('bearer a-token')).not.toEqual(['INVALID_SESSION']);
    },
  );

  test('accept any token if the mock has none of its own, but refuse a request without one', async () => {
    const open = mockInProcess({ token: null });
    const answerTo = (authorization: string) =>
      open.call('GET', '/v2/products', { headers: { authorization } });
    expect((await answerTo('Bearer whatever')).status).toBe(200);
    expect((await answerTo('')).json.message).toEqual(['NO_TOKEN']);
  });
});

describe('the mock', () => {
  test('the mock counts every request and key in its stats, and lists only stored records in its journal', async () => {
    const mock = mockInProcess();
    const body = soundBody(supplier, 'AGEC', { fill: 'required' });
    await mock.send(supplier, 'AGEC', body);
    await mock.send(supplier, 'AGEC', body);
    await mock.send(supplier, 'STANDARD', { ...body, projectType: 'STANDARD', category: 'Weaving' });
    await mock.get('/v2/products');
    const { json } = await mock.get('/__mock/stats');
    expect(json).toEqual({
      requests: 4,
      faults: {},
      notStored: {},
      answers: { supplier: { 201: 1, 400: 2 }, other: { 200: 1 } },
      received: { [`supplier|AGEC|${body.supplierRef}`]: 2, [`supplier|STANDARD|${body.supplierRef}`]: 1 },
      applied: 1,
      late: 0,
    });
    const journal = await mock.get('/__mock/journal');
    const entry = {
      ...{ seq: 1, kind: 'supplier', family: 'AGEC', key: body.supplierRef },
      ...{ id: expect.any(String), at: '2026-11-21T08:00:00.000Z', body },
    };
    expect(journal.json).toEqual({ data: [entry], next: null });
  });

  test('the mock gives the journal in pages, each with the place where the next one starts', async () => {
    const mock = mockInProcess();
    const total = 1003;
    for (let at = 0; at < total; at += 1) {
      const body = soundBody(supplier, 'AGEC', { fill: 'required', with: { supplierRef: `FRN-${at}` } });
      await mock.send(supplier, 'AGEC', body);
    }
    const first = (await mock.get('/__mock/journal')).json;
    expect(first.data).toHaveLength(1000);
    const rest = (await mock.get(`/__mock/journal?after=${first.next}`)).json;
    expect(rest.data.map(({ key }: { key: string }) => key)).toEqual(['FRN-1000', 'FRN-1001', 'FRN-1002']);
    expect(rest.next).toBeNull();
  });

  test('lets a hook respond in its place to the request of a number, and stores nothing then', async () => {
    const seen: string[] = [];
    const mock = mockInProcess({
      before: ({ method, path, n }) => {
        seen.push(`${n} ${method} ${path}`);
        return n === 1 ? new Response('{}', { status: 503, headers: { 'retry-after': '2' } }) : null;
      },
    });
    const body = soundBody(supplier, 'STANDARD');
    const refused = await mock.send(supplier, 'STANDARD', body);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(mock.store.applied()).toBe(0);
    expect((await mock.send(supplier, 'STANDARD', body)).status).toBe(201);
    expect(seen).toEqual(['1 POST /v2/suppliers', '2 POST /v2/suppliers']);
    expect((await mock.get('/__mock/stats')).json.answers).toEqual({ supplier: { 201: 1, 503: 1 } });
  });

  test('responds to a bug of its own with 500, and stores nothing', async () => {
    const mock = mockInProcess({
      now: () => {
        throw new Error('no clock');
      },
    });
    const reply = await mock.send(supplier, 'STANDARD', soundBody(supplier, 'STANDARD'));
    const message = ['SERVER_ERROR', 'no clock'];
    expect(reply.json).toEqual({ statusCode: 500, message, error: 'Internal Server Error' });
    expect(mock.store.applied()).toBe(0);
  });
});
