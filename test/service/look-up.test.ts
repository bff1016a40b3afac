import { describe, expect, onTestFinished, test } from 'vitest';
import type { FamilyName } from '../../src/contract/family.ts';
import { type Body, KEY_SEPARATOR, type KindSpec, keyOf } from '../../src/contract/kind.ts';
import { KINDS, kindsOf } from '../../src/contract/registry.ts';
import { parseChaos } from '../../src/mock/chaos/parse.ts';
import type { StartOptions } from '../../src/mock/listen.ts';
import { openService } from '../../src/service/http.ts';
import { Limiter } from '../../src/service/limiter.ts';
import type { LookUp, Service } from '../../src/service/service.ts';
import { mockService } from '../cli/commands/harness.ts';
import { prerequisites, soundBody } from '../mock/sound-body.ts';
import { closedPort, httpSide, json, tcpSide } from './far-side.ts';

const TOKEN = 'canary-3f9c/Zz+0=';
const { supplier, packaging, product, component } = KINDS.v2;

function open(baseUrl: string, timeoutMs = 20_000): Service {
  const service = openService({
    baseUrl,
    token: TOKEN,
    limiter: new Limiter({ rate: 0, concurrency: 4 }),
    timeoutMs,
    tlsChecked: true,
  });
  onTestFinished(() => service.close());
  return service;
}

async function mockSide(options: Partial<StartOptions> = {}) {
  const mock = await mockService({ token: TOKEN, ...options });
  return { mock, service: open(mock.url) };
}

const lookWhole = (service: Service, kind: KindSpec, body: Body, family: FamilyName = 'STANDARD') =>
  service.lookUp({ kind, family, body, key: keyOf(kind, body) });

/** A look-up without the names of the fields that were not compared; one test covers them. */
async function look(...asked: Parameters<typeof lookWhole>): Promise<LookUp> {
  const found = await lookWhole(...asked);
  if (found.type !== 'found') return found;
  const { unread: _, ...compared } = found;
  return compared;
}

/** Sends the records that a body references, without the body. */
async function prepare(service: Service, kind: KindSpec, body: Body): Promise<void> {
  for (const before of prerequisites(kind, body, 'STANDARD')) {
    const answer = await service.create({
      kind: before.kind,
      family: 'STANDARD',
      body: JSON.stringify(before.body),
    });
    expect(['accepted', 'exists']).toContain(answer.type);
  }
}

async function create(service: Service, kind: KindSpec, body: Body) {
  await prepare(service, kind, body);
  const answer = await service.create({ kind, family: 'STANDARD', body: JSON.stringify(body) });
  if (answer.type !== 'accepted') throw new Error(JSON.stringify(answer));
  return answer.answer!;
}

const ODD = 'Semelle Intérieure n° 5/12 & Cuir+Y34?#100%';
const dress = soundBody(product, 'STANDARD', { with: { productRef: ODD, productColorCode: 'BLEU / 3' } });
const box = soundBody(packaging, 'STANDARD', { with: { packagingRef: ODD } });
const sole = soundBody(component, 'STANDARD', {
  with: {
    componentRef: ODD,
    productRef: ODD,
    productCollectionRef: 'Été & co',
    productColorCode: 'BLEU / 3',
  },
});

test('a list with success: false fails the look-up of a packaging, which is not reported as absent', async () => {
  const side = await httpSide((response) =>
    json(response, 200, { success: false, message: 'index is down', data: [], total: 0 }),
  );
  expect(await look(open(side.baseUrl), packaging, box)).toMatchObject({
    type: 'failed',
    answer: { type: 'unknown', status: 200, error: expect.stringContaining('index is down') },
  });
});

describe('a look-up in the mock', () => {
  test('a look-up in the mock finds no product before its create, and then the product with the ids and links of its create', async () => {
    const { service } = await mockSide();
    await prepare(service, product, dress);
    expect(await look(service, product, dress)).toEqual({ type: 'absent' });
    const answer = await create(service, product, dress);
    expect(Object.keys(answer)).toEqual(['id', 'studyId', 'qrCodeLink', 'showcaseLink']);
    expect(await look(service, product, dress)).toEqual({ type: 'found', answer });
  });

  test('a look-up in the mock finds another study for another colour or collection of the product', async () => {
    const { service } = await mockSide();
    await create(service, product, dress);
    const { productColorCode, ...uncoloured } = dress;
    const another = [{ productColorCode: 'BLEU / 4' }, { productCollectionRef: 'SS99' }];
    for (const other of [uncoloured, ...another.map((more) => ({ ...dress, ...more }))]) {
      expect(await look(service, product, other)).toEqual({ type: 'absent' });
      const answer = await create(service, product, other);
      expect(await look(service, product, other)).toEqual({ type: 'found', answer });
    }
    const standard = { ...uncoloured, productColorCode: 'DEFAULT' };
    expect(await look(service, product, standard)).toMatchObject({ type: 'found' });
  });

  test('reports the values that the service shows differently', async () => {
    const { service } = await mockSide();
    await create(service, product, dress);
    const other = { ...dress, name: 'Autre', category: 'DRESSES', weight: 700 };
    const shows = { name: dress.name, ...(dress.category !== 'DRESSES' && { category: dress.category }) };
    expect(await look(service, product, other)).toMatchObject({ type: 'found', shows });
  });

  test('a look-up in the mock finds a packaging among many with similar references, letter for letter', async () => {
    const { service } = await mockSide();
    const answers = new Map<string, object>();
    for (let n = 0; n < 45; n += 1) {
      const packagingRef = `${ODD} ${n}`;
      answers.set(packagingRef, await create(service, packaging, { ...box, packagingRef }));
    }
    expect(await look(service, packaging, box)).toEqual({ type: 'absent' });
    expect(await look(service, packaging, { ...box, packagingRef: `${ODD} 5`.toLowerCase() })).toEqual({
      type: 'absent',
    });
    const answer = await create(service, packaging, box);
    expect(await look(service, packaging, box)).toEqual({ type: 'found', answer });
    for (const [packagingRef, { id }] of answers as Map<string, { id: string }>) {
      expect(await look(service, packaging, { ...box, packagingRef })).toEqual({
        type: 'found',
        answer: { id },
      });
    }
  });

  test('a look-up in the mock finds a component in its study only after its create, and none without its product', async () => {
    const { service } = await mockSide();
    expect(await look(service, component, sole)).toEqual({ type: 'absent' });
    await prepare(service, component, sole);
    expect(await look(service, component, sole)).toEqual({ type: 'absent' });
    await create(service, component, sole);
    expect(await look(service, component, sole)).toEqual({
      type: 'found',
      answer: { studyId: expect.stringMatching(/./) },
    });
    expect(await look(service, component, { ...sole, componentRef: 'other' })).toEqual({ type: 'absent' });
  });

  test('a look-up in the mock finds a component without a colour in the studies of its product and collection', async () => {
    const { service } = await mockSide();
    const { productColorCode, ...uncoloured } = sole;
    expect(await look(service, component, uncoloured)).toEqual({ type: 'absent' });
    await prepare(service, component, sole);
    await prepare(service, component, { ...sole, productColorCode: 'ROUGE' });
    expect(await look(service, component, uncoloured)).toEqual({ type: 'absent' });
    await create(service, component, uncoloured);
    expect(await look(service, component, uncoloured)).toMatchObject({ type: 'found' });
    const alike = { ...uncoloured, componentRef: 'other' };
    await create(service, component, { ...alike, productColorCode: 'ROUGE' });
    expect(await look(service, component, alike)).toMatchObject({ type: 'cannot-tell' });
  });

  test('a look-up in the mock finds what was stored before a reset, and not what a reset kept from being stored', async () => {
    const chaos = parseChaos('only=POST,at=1:reset-after+3:reset-before');
    const { service } = await mockSide({ chaos });
    for (const [packagingRef, type] of Object.entries({ 'EMB-1': 'found', 'EMB-2': 'absent' })) {
      const body = { ...box, packagingRef };
      const request = { kind: packaging, family: 'STANDARD', body: JSON.stringify(body) } as const;
      expect(await service.create(request)).toMatchObject({ type: 'unknown' });
      expect(await look(service, packaging, body)).toMatchObject({ type });
    }
  });
});

test('a look-up sends a request only for kinds that the interface can read back', async () => {
  const side = await httpSide((response) => json(response, 404, {}));
  const service = open(side.baseUrl);
  for (const kind of kindsOf('v2')) {
    const asked = side.seen.length;
    await look(service, kind, soundBody(kind, 'STANDARD'));
    expect(side.seen.length > asked).toBe(kind.verify !== undefined);
  }
  expect(await look(service, supplier, soundBody(supplier, 'STANDARD'))).toEqual({
    type: 'cannot-tell',
    reason: 'the interface has no way to read a supplier back',
  });
});

test('look-ups send only GET requests, with the token and encoded references', async () => {
  const side = await httpSide((response) => json(response, 500, {}));
  const service = open(`${side.baseUrl}/prefix`);
  await look(service, product, dress);
  await look(service, packaging, box);
  await look(service, component, sole);
  const odd = encodeURIComponent(ODD);
  expect(side.seen.map(({ method, path, body }) => `${method} ${path} ${body}`)).toEqual([
    `GET /prefix/v2/products/${odd} `,
    `GET /prefix/v2/packaging?limit=20&offset=0&search=${odd} `,
    `GET /prefix/v2/studies?collectionRef=${encodeURIComponent('Été & co')}&productRef=${odd}&colorCode=BLEU%20%2F%203 `,
  ]);
  expect(side.seen.every(({ headers }) => headers.authorization === `Bearer ${TOKEN}`)).toBe(true);
});

test.each(['', '.', '..', 'half \ud83d'])(
  'a look-up sends no request for a reference that cannot be part of a URL: %j',
  async (ref) => {
    const side = await httpSide((response) => json(response, 404, {}));
    for (const [kind, body] of [
      [product, { ...dress, productRef: ref }],
      [packaging, { ...box, packagingRef: ref }],
      [component, { ...sole, componentRef: ref }],
    ] as const) {
      const key = kind.key.map((name) => String((body as Body)[name])).join(KEY_SEPARATOR);
      const found = await open(side.baseUrl).lookUp({ kind, family: 'STANDARD', body, key });
      expect(found).toMatchObject({ type: 'cannot-tell' });
    }
    expect(side.seen).toEqual([]);
  },
);

describe('the look-up of a product', () => {
  const UNTOLD: LookUp = {
    type: 'cannot-tell',
    reason: expect.stringContaining('does not say that the product is missing') as string,
  };
  const UNCLEAR: LookUp = { type: 'cannot-tell', reason: expect.any(String) as string };
  const saying = (...message: string[]) => ({ statusCode: 404, message, error: 'Not Found' });
  const absentWords = saying('Product was not found');

  test.each<[string, number, unknown, LookUp]>([
    ['absent after 404 of the service', 404, absentWords, { type: 'absent' }],
    ['absent after 404 with a code', 404, saying('PRODUCT_NOT_FOUND'), { type: 'absent' }],
    ['absent after 404 with the reference', 404, saying(`${ODD} was not found`), { type: 'absent' }],
    ['absent after 404 of a framework', 404, { statusCode: 404, message: 'Not Found' }, { type: 'absent' }],
    ['unclear after 404 without a word', 404, {}, UNTOLD],
    ['unclear after 404 of a gateway', 404, { message: 'Not Found' }, UNTOLD],
    ['unclear after 404 about another kind', 404, saying('SUPPLIER_NOT_FOUND'), UNTOLD],
    ['unclear after 404 with such a code alone', 404, ['SUPPLIER_NOT_FOUND'], UNTOLD],
    ['unclear after 404 about another kind in words', 404, saying('the supplier was not found'), UNTOLD],
    ['unclear after 404 that it exists', 404, { ...absentWords, message: 'PRODUCT_ALREADY_EXISTS' }, UNTOLD],
    ['unclear after 404 that says both', 404, saying('PRODUCT_NOT_FOUND', 'PRODUCT_ALREADY_EXISTS'), UNTOLD],
    ['unclear after 404 with a text', 404, 'PRODUCT_ALREADY_EXISTS in the collection', UNTOLD],
    ['unclear after 404 that shows it', 404, { id: 'p', ref: [ODD], studies: [] }, UNTOLD],
    ['unclear after 404 that shows it and denies it', 404, { ...absentWords, id: 'p', ref: [ODD] }, UNTOLD],
    ['unclear after 404 of another status', 404, { ...absentWords, statusCode: 500 }, UNTOLD],
    ['failed after 404 of the path', 404, { message: 'Cannot GET /v2/products/x' }, failed('misdirected')],
    ['failed after 405', 405, {}, failed('misdirected')],
    ['failed after 401', 401, {}, failed('token')],
    ['failed after 403', 403, {}, failed('token')],
    ['failed after 400 about the token', 400, { message: 'INVALID_SESSION' }, failed('token')],
    ['failed after 400 otherwise', 400, { message: 'limit too high' }, failed('refused')],
    ['failed after 409 of nothing we asked', 409, { message: 'PRODUCT_ALREADY_EXISTS' }, failed('unknown')],
    ['failed after 429', 429, {}, failed('throttled')],
    ['failed after 500', 500, {}, failed('unknown')],
    ['failed after 201', 201, { productId: 'p', id: 'p' }, failed('unknown')],
    ['failed after 202', 202, {}, failed('unknown')],
    ['unclear after 200 of another shape', 200, { data: 'none' }, UNCLEAR],
    ['unclear after 200 with null', 200, null, UNCLEAR],
  ])('ends as %s', async (_, status, body, expected) => {
    const side = await httpSide((response) => json(response, status, body));
    expect(await look(open(side.baseUrl), product, dress)).toEqual(expected);
    expect(side.seen).toHaveLength(1);
  });

  test.each([200, 404])('fails if it gets %i with a web page', async (status) => {
    const side = await httpSide((response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>'),
    );
    expect(await look(open(side.baseUrl), product, dress)).toMatchObject({ type: 'failed' });
  });

  test('fails at a redirect, and does not follow it', async () => {
    const side = await httpSide((response) => response.writeHead(307, { location: 'http://x.test/' }).end());
    expect(await look(open(side.baseUrl), product, dress)).toEqual(failed('misdirected'));
  });

  test('fails if the response is truncated', async () => {
    const side = await tcpSide((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"id":"p"'),
    );
    expect(await look(open(side.baseUrl), product, dress)).toEqual(failed('unknown'));
  });

  test('fails without a response in time, or if nobody listens at the port', async () => {
    const silent = await tcpSide(() => {});
    expect(await look(open(silent.baseUrl, 50), product, dress)).toEqual(failed('unknown'));
    const nobody = open(`http://127.0.0.1:${await closedPort()}`);
    expect(await look(nobody, product, dress)).toEqual(failed('unsent'));
  });

  test('the look-up of a product has no token in its result', async () => {
    const side = await httpSide((response) => json(response, 400, { message: `bad ${TOKEN}` }));
    expect(JSON.stringify(await look(open(side.baseUrl), product, dress))).toContain('bad [redacted]');
  });
});

describe('a product that is looked up', () => {
  const brandCollection = { id: 'c', name: 'SS27' };
  const study = { id: 's', productRef: ODD, colorCode: 'BLEU / 3', brandCollection };
  const mine: Body = { ...dress, productCollectionRef: 'SS27' };
  const told = async (body: unknown, sent: Body = mine) => {
    const side = await httpSide((response) => json(response, 200, body));
    return look(open(side.baseUrl), product, sent);
  };

  test('a product that is looked up is not reported if the service shows another one at that address', async () => {
    expect(await told({ id: ODD, ref: ['other'], studies: [study] })).toMatchObject({ type: 'cannot-tell' });
  });

  test('a product that is looked up may have several references and no links, and a study of another reference is not its own', async () => {
    const shown = { id: 'p', ref: ['old', ODD] };
    const answer = { id: 'p', studyId: 's' };
    expect(await told({ ...shown, studies: [study] })).toEqual({ type: 'found', answer });
    const studies = [{ ...study, productRef: 'old' }];
    expect(await told({ ...shown, studies })).toEqual({ type: 'absent' });
  });

  test.each(['DEFAULT', '', null])(
    'a product without a colour is found if shown with %j',
    async (colorCode) => {
      const { productColorCode, ...sent } = mine;
      const body = { id: 'p', ref: [ODD], studies: [{ ...study, colorCode }] };
      expect(await told(body, sent)).toMatchObject({ type: 'found' });
      expect(await told(body)).toEqual({ type: 'absent' });
    },
  );
});

describe('the look-up of a packaging in its list', () => {
  const items = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: `i${n}`, packagingRef: `P${n}`, type: 'BOX' }));

  test('the look-up of a packaging in its list names the fields that the list does not show, but neither key nor batch', async () => {
    const item = { id: 'mine', packagingRef: ODD, type: 'BOX' };
    const side = await httpSide((response) =>
      json(response, 200, { offset: 0, limit: 20, total: 1, data: [item] }),
    );
    const sent = { packagingRef: ODD, importationBatch: 'B', type: 'BOX', weight: 12, supplierRef: '' };
    const expected = { type: 'found', answer: { id: 'mine' }, unread: ['weight'] };
    expect(await lookWhole(open(side.baseUrl), packaging, sent)).toEqual(expected);
  });

  test('the look-up of a packaging in its list reads the list to its end, also with smaller pages than it asked for', async () => {
    const all = [...items(7), { id: 'mine', packagingRef: ODD, type: 'OTHER' }];
    const side = await httpSide((response, { path }) => {
      const offset = Number(new URL(path, 'http://x').searchParams.get('offset'));
      json(response, 200, { offset, limit: 3, total: all.length, data: all.slice(offset, offset + 3) });
    });
    const sent = { ...box, type: 'BOX' };
    const expected = { type: 'found', answer: { id: 'mine' }, shows: { type: 'OTHER' } };
    expect(await look(open(side.baseUrl), packaging, sent)).toEqual(expected);
    expect(side.seen).toHaveLength(3);
  });

  test.each([
    ['ends before its total', { total: 50, data: [] }],
    ['shows one item twice', { total: 2, data: [...items(1), ...items(1)] }],
  ])(
    'the look-up of a packaging in its list cannot tell whether the packaging exists from a list that %s',
    async (_, page) => {
      const side = await httpSide((response) => json(response, 200, { offset: 0, limit: 20, ...page }));
      expect(await look(open(side.baseUrl), packaging, box)).toMatchObject({ type: 'cannot-tell' });
    },
  );

  test('fails if the list is a 404', async () => {
    const side = await httpSide((response) => json(response, 404, {}));
    expect(await look(open(side.baseUrl), packaging, box)).toEqual(failed('misdirected'));
  });

  test('fails if a page of the list fails', async () => {
    const page = { offset: 0, limit: 20, total: 40, data: items(20) };
    const side = await httpSide((response, _, nth) =>
      nth === 1 ? json(response, 200, page) : json(response, 503, {}),
    );
    expect(await look(open(side.baseUrl), packaging, box)).toEqual(failed('unknown'));
  });
});

describe('a component that is looked up', () => {
  const told = async (body: unknown) => {
    const side = await httpSide((response) => json(response, 200, body));
    return look(open(side.baseUrl), component, sole);
  };
  const item = { ref: ODD, type: sole.type, category: sole.category, weight: sole.componentWeight };

  test('a component that is looked up is found by its reference alone, and its values are compared', async () => {
    const found = await told({ id: 's', components: [{ ref: 'x' }, item] });
    expect(found).toEqual({ type: 'found', answer: { studyId: 's' } });
    const other = await told({ id: 's', components: [{ ...item, weight: 1, category: 'FOAM' }] });
    expect(other).toMatchObject({ shows: { category: 'FOAM', componentWeight: 1 } });
    expect(await told({ id: 's', projectType: 'STANDARD', components: [] })).toEqual({ type: 'absent' });
  });

  test('a component without a colour is found in the study that has it, and the others do not matter', async () => {
    const { productColorCode, ...uncoloured } = sole;
    const brandCollection = { name: 'Été & co' };
    const extract = (id: string, colorCode: string) => ({ id, productRef: ODD, colorCode, brandCollection });
    const side = await httpSide((response, { path }) => {
      const studies = [extract('red', 'ROUGE'), extract('none', 'DEFAULT'), extract('blue', 'BLEU')];
      if (path.startsWith('/v2/products/')) json(response, 200, { id: 'p', ref: [ODD], studies });
      else json(response, 200, { id: 'none', components: path.includes('/none/') ? [item] : [] });
    });
    const found = await look(open(side.baseUrl), component, uncoloured);
    expect(found).toEqual({ type: 'found', answer: { studyId: 'none' } });
  });

  test('a component that is looked up is not reported if its study has another project type', async () => {
    const found = await told({ id: 's', projectType: 'MODULE360_AGEC', components: [item] });
    expect(found).toMatchObject({ type: 'cannot-tell' });
  });
});

function failed(type: string): LookUp {
  return { type: 'failed', answer: expect.objectContaining({ type }) };
}
