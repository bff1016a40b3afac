import { buildConnector, Pool } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FAMILIES, FAMILY_NAMES } from '../../src/contract/family.ts';
import { KINDS } from '../../src/contract/registry.ts';
import { Exchange, openService } from '../../src/service/http.ts';
import { Limiter } from '../../src/service/limiter.ts';
import type { CreateRequest } from '../../src/service/service.ts';
import type { Target } from '../../src/service/target.ts';
import { closedPort, httpSide, json, tcpSide } from './far-side.ts';

const TOKEN = 'canary-3f9c/Zz+0=';
const TIMEOUT_MS = 100;
const created = { id: 'id-1' };
const HEAD_201 = 'HTTP/1.1 201 Created\r\n';
const atOnce = (concurrency: number) => new Limiter({ rate: 0, concurrency });
const UNLIMITED = atOnce(4);

/** Long timeouts where none should expire: the machine of the test may be slow. */
function open(baseUrl: string, target: Partial<Target> = {}) {
  const limiter = atOnce(4);
  const service = openService({
    baseUrl,
    token: TOKEN,
    limiter,
    timeoutMs: 20_000,
    tlsChecked: true,
    ...target,
  });
  onTestFinished(() => service.close());
  return service;
}

/** A service that always stores. */
const storing = () => httpSide((response) => json(response, 201, created));

const BODY = '{"supplierRef":"FRN-1","name":"Élan & Fils"}';
const request = (more: Partial<CreateRequest> = {}): CreateRequest => ({
  ...{ kind: KINDS.v2.supplier, family: 'STANDARD', body: BODY, ...more },
});

describe('what leaves', () => {
  it('is one POST with the token, JSON and no wish for compression', async () => {
    const side = await storing();
    const answer = await open(side.baseUrl, { version: '1.2.3' }).create(request());
    expect(answer).toEqual({ type: 'accepted', status: 201, answer: { id: 'id-1' } });
    expect(side.seen).toHaveLength(1);
    expect(side.seen[0]).toMatchObject({
      method: 'POST',
      path: '/v2/suppliers',
      body: BODY,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'trace/1.2.3',
        host: `127.0.0.1:${side.port}`,
      },
    });
  });

  it('goes to the path of every kind and family, behind the prefix of the base address', async () => {
    const side = await httpSide((response) =>
      json(response, 201, { ...created, packagingId: 'a', productId: 'a' }),
    );
    const service = open(`${side.baseUrl}/pré fixe/mock/`);
    for (const family of FAMILY_NAMES) {
      for (const kind of Object.values(KINDS.v2)) {
        expect(await service.create(request({ kind, family }))).toMatchObject({ type: 'accepted' });
        const expected = `/pr%C3%A9%20fixe/mock${FAMILIES[family].prefix}/${kind.plural}`;
        expect(side.seen.at(-1)).toMatchObject({
          path: expected,
          headers: { authorization: `Bearer ${TOKEN}` },
        });
      }
    }
  });

  it('carries no authorization without a token', async () => {
    const side = await storing();
    await open(side.baseUrl, { token: null }).create(request());
    expect(side.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('reuses a connection, and opens no more than the concurrency', async () => {
    const side = await storing();
    const single = open(side.baseUrl, { limiter: atOnce(1) });
    for (let i = 0; i < 5; i++) await single.create(request());
    expect(side.connections()).toBe(1);
    const service = open(side.baseUrl, { limiter: atOnce(3) });
    const stop = new AbortController();
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => service.create(request({ signal: stop.signal }))),
    );
    process.off('warning', onWarning);
    expect(new Set(answers.map(({ type }) => type))).toEqual(new Set(['accepted']));
    expect(side.connections()).toBeLessThanOrEqual(1 + 3);
    expect(side.seen).toHaveLength(55);
    expect(warnings).toEqual([]);
  });
});

describe('no byte left', () => {
  it.each(['127.0.0.1', 'localhost'])('port closed on every address of %s', async (host) => {
    const answer = await open(`http://${host}:${await closedPort()}`).create(request());
    expect(answer).toEqual({ type: 'unsent', error: 'connection refused (ECONNREFUSED)' });
  });

  it('host name not found', async () => {
    const service = open('https://nowhere.invalid', { timeoutMs: 2000 });
    expect(await service.create(request())).toMatchObject({ type: 'unsent' });
  });

  it('TLS to a port that speaks plain HTTP', async () => {
    const side = await storing();
    const answer = await open(`https://127.0.0.1:${side.port}`).create(request());
    const error = expect.stringContaining('no TLS at this address');
    expect(answer).toMatchObject({ type: 'unsent', error });
    expect(side.seen).toEqual([]);
  });

  it('TLS that never shakes hands', async () => {
    const side = await tcpSide(() => {});
    const answer = await open(`https://127.0.0.1:${side.port}`, { timeoutMs: TIMEOUT_MS }).create(request());
    expect(answer).toMatchObject({ type: 'unsent' });
    expect(side.heard.join('')).not.toContain('POST');
    // The handshake offers only HTTP/1.1: the guarantees above are those of its client.
    expect(side.heard.join('')).toContain('http/1.1');
    expect(side.heard.join('')).not.toContain('\x02h2');
  });

  it('stopped before it began', async () => {
    const side = await storing();
    const answer = await open(side.baseUrl).create(request({ signal: AbortSignal.abort() }));
    expect(answer).toMatchObject({ type: 'unsent' });
    expect(side.connections()).toBe(0);
  });

  it('stopped while it waited for a connection; the others are not disturbed', async () => {
    let letGo = () => {};
    const side = await httpSide((response, _seen, nth) => {
      if (nth > 1) json(response, 201, created);
      else letGo = () => json(response, 201, created);
    });
    const service = open(side.baseUrl, { limiter: atOnce(1) });
    const send = (supplierRef: string, more: Partial<CreateRequest> = {}) =>
      service.create(request({ body: JSON.stringify({ supplierRef }), ...more }));
    const first = send('first');
    await expect.poll(() => side.seen.length).toBe(1);
    const stop = new AbortController();
    const second = send('second', { signal: stop.signal });
    const third = send('third');
    stop.abort();
    expect(await second).toMatchObject({ type: 'unsent' });
    letGo();
    expect(await first).toMatchObject({ type: 'accepted' });
    expect(await third).toMatchObject({ type: 'accepted' });
    expect(side.seen.map(({ body }) => JSON.parse(body).supplierRef)).toEqual(['first', 'third']);
  });

  it('waited too long for a connection', async () => {
    const side = await httpSide(() => {});
    const service = open(side.baseUrl, { limiter: atOnce(1), timeoutMs: TIMEOUT_MS });
    const first = service.create(request());
    await expect.poll(() => side.seen.length).toBe(1);
    const [one, ...others] = await Promise.all([first, service.create(request()), service.create(request())]);
    expect(one).toMatchObject({ type: 'unknown' });
    // The second may get the freed connection before its timeout; the service has then seen it.
    const unsent = others.filter(({ type }) => type === 'unsent').length;
    expect(others.every(({ type }) => type === 'unsent' || type === 'unknown')).toBe(true);
    expect(side.seen.length).toBeLessThanOrEqual(3 - unsent);
  });

  it('the service was closed', async () => {
    const side = await storing();
    const service = open(side.baseUrl, { token: null });
    await service.close();
    expect(await service.create(request())).toMatchObject({ type: 'unsent' });
    expect(side.connections()).toBe(0);
  });
});

describe('may have arrived', () => {
  it.each<[string, (side: { destroy: () => void; resetAndDestroy: () => void }) => void]>([
    ['closed', (socket) => socket.destroy()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ])('%s after the request was read, and it is not sent again', async (_name, cut) => {
    const side = await tcpSide((socket) => cut(socket));
    const service = open(side.baseUrl);
    expect(await service.create(request())).toMatchObject({ type: 'unknown' });
    expect(side.heard.filter((bytes) => bytes.startsWith('POST'))).toHaveLength(1);
  });

  it('cut on a connection that was used before', async () => {
    const side = await httpSide((response, _seen, nth) => {
      if (nth === 1) json(response, 201, created);
      else response.socket?.resetAndDestroy();
    });
    const service = open(side.baseUrl, { limiter: atOnce(1) });
    expect(await service.create(request())).toMatchObject({ type: 'accepted' });
    expect(await service.create(request())).toMatchObject({ type: 'unknown' });
    expect(side.seen).toHaveLength(2);
  });

  it.each<[string, string]>([
    ['no answer', ''],
    ['half a head', 'HTTP/1.1 201 Cre'],
    ['only an early hint', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
  ])('%s in time', async (_name, bytes) => {
    const side = await tcpSide((socket) => socket.write(bytes));
    const answer = await open(side.baseUrl, { timeoutMs: TIMEOUT_MS }).create(request());
    expect(answer).toEqual({ type: 'unknown', error: 'no complete response within 0.1 s' });
  });

  it.each<[string, string, object?]>([
    ['not HTTP', 'hello\r\n\r\n'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['shorter than announced', `${HEAD_201}content-length: 90\r\n\r\n{"id":"a`, { status: 201 }],
    ['cut between chunks', `${HEAD_201}transfer-encoding: chunked\r\n\r\n5\r\n{"id"\r\n`, { status: 201 }],
    ['cut by the end', `${HEAD_201}connection: close\r\n\r\n{"id":"`, { status: 201 }],
  ])('a response that is %s', async (_name, bytes, more) => {
    const side = await tcpSide((socket) => socket.end(bytes));
    expect(await open(side.baseUrl).create(request())).toMatchObject({ type: 'unknown', ...more });
  });

  it('201 with a body that never ends', async () => {
    const side = await tcpSide((socket) => socket.write(`${HEAD_201}content-length: 90\r\n\r\n{"id`));
    const answer = await open(side.baseUrl, { timeoutMs: TIMEOUT_MS }).create(request());
    expect(answer).toMatchObject({ type: 'unknown', status: 201 });
  });

  it('stopped after it was sent', async () => {
    const stop = new AbortController();
    const side = await httpSide(() => stop.abort());
    const answer = await open(side.baseUrl).create(request({ signal: stop.signal }));
    expect(answer).toMatchObject({ type: 'unknown' });
    expect(side.seen).toHaveLength(1);
  });

  it('closing waits for what is out', async () => {
    let letGo = () => {};
    const side = await httpSide((response) => {
      letGo = () => json(response, 201, created);
    });
    const service = open(side.baseUrl);
    const answer = service.create(request());
    await expect.poll(() => side.seen.length).toBe(1);
    const closed = service.close();
    letGo();
    expect(await answer).toMatchObject({ type: 'accepted' });
    await closed;
  });
});

describe('answers', () => {
  it('that came in time are read even when we were too busy to look', async () => {
    const side = await httpSide((response) => {
      json(response, 201, created);
      const until = performance.now() + 3 * TIMEOUT_MS;
      while (performance.now() < until);
    });
    const answer = await open(side.baseUrl, { timeoutMs: TIMEOUT_MS }).create(request());
    expect(answer).toMatchObject({ type: 'accepted' });
  });

  it('after early hints', async () => {
    const side = await httpSide((response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => json(response, 201, created));
    });
    expect(await open(side.baseUrl).create(request())).toMatchObject({ type: 'accepted' });
  });

  it('of 10 MB are not read to their end', async () => {
    const side = await httpSide((response, _seen, nth) => {
      response.on('error', () => {});
      response.writeHead(nth === 1 ? 201 : 400).end(`{"pad":"${'x'.repeat(10 * 1024 * 1024)}","id":"a"}`);
    });
    const service = open(side.baseUrl, { limiter: atOnce(1) });
    expect(await service.create(request())).toMatchObject({ type: 'unknown', status: 201 });
    const refused = await service.create(request());
    expect(refused).toMatchObject({ type: 'refused', status: 400 });
    expect(JSON.stringify(refused).length).toBeLessThan(400);
  });

  it('to a read are read up to 16 MB, however long they are', async () => {
    const piece = 'x'.repeat(1024 * 1024);
    let sent = 0;
    const side = await httpSide((response) => {
      response.on('error', () => {});
      const more = () => {
        while (sent++ < 200) if (!response.write(piece)) return void response.once('drain', more);
        response.end();
      };
      more();
    });
    expect(await open(side.baseUrl).read('/v2/studies')).toMatchObject({ type: 'failed' });
    expect(sent).toBeLessThan(100);
  });

  it.each<[path: string, message: string, type: string]>([
    ['/v2/products/Route%2066', 'Route 66 was not found', 'absent'],
    ['/v2/products/GET%20%2Fx', 'product "GET /x" was not found', 'absent'],
    ['/v2/products/Route%2066', 'Cannot GET /v2/products/Route%2066', 'failed'],
    ['/v2/products/Route%2066', 'Route GET:/v2/products/Route%2066 not found', 'failed'],
    ['/v2/products/route', 'route not found', 'failed'],
    ['/v2/products/%2F', 'Cannot GET /v2/products/%2F', 'failed'],
  ])('of 404 to a read of %s that say %s', async (path, message, type) => {
    const side = await httpSide((response) => json(response, 404, { message }));
    expect(await open(side.baseUrl).read(path)).toMatchObject({ type });
  });

  it('that break off are judged by their status', async () => {
    const side = await tcpSide((socket) =>
      socket.end('HTTP/1.1 429 Slow\r\nretry-after: 3\r\ncontent-length: 90\r\n\r\nslow'),
    );
    const answer = await open(side.baseUrl).create(request());
    expect(answer).toEqual({ type: 'throttled', status: 429, retryAfterMs: 3000 });
  });

  it.each([301, 302, 303, 307, 308])(
    '%i are not followed to another origin, nor on the same',
    async (status) => {
      const other = await httpSide((response) => json(response, 201, created));
      const side = await httpSide((response, _seen, nth) => {
        response
          .writeHead(status, { location: nth === 1 ? `${other.baseUrl}/v2/suppliers` : '/elsewhere' })
          .end();
      });
      const service = open(side.baseUrl);
      const away = await service.create(request());
      const error = expect.stringContaining(`:${other.port}`);
      expect(away).toMatchObject({ type: 'misdirected', status, error });
      expect(await service.create(request())).toMatchObject({ type: 'misdirected', status });
      expect(other.connections()).toBe(0);
      expect(side.seen).toHaveLength(2);
    },
  );

  it('421 is not sent again', async () => {
    const side = await httpSide((response) => json(response, 421, {}));
    expect(await open(side.baseUrl).create(request())).toMatchObject({ type: 'misdirected' });
    expect(side.seen).toHaveLength(1);
  });
});

describe('probe', () => {
  const page = '{"offset":0,"limit":1,"total":0,"data":[]}';

  it.each<[status: number, type: string, body: string, expected: string]>([
    [200, 'application/json', page, 'reachable'],
    [200, 'application/json', '{"total":3,"data":[{"id":"a"}]}', 'reachable'],
    [200, 'text/html; charset=utf-8', page, 'misdirected'],
    [200, 'application/json', '[]', 'misdirected'],
    [200, 'application/json', '{"status":"up"}', 'misdirected'],
    [200, 'application/json', '{"total":1,"data":["a"]}', 'misdirected'],
    [200, 'text/plain', 'OK', 'misdirected'],
    [200, 'application/json', '', 'misdirected'],
    [200, 'application/json', page.slice(0, -9), 'unknown'],
    [200, 'application/json', '['.repeat(2 * 1024 * 1024), 'unknown'],
    [204, 'application/json', '', 'misdirected'],
    [401, 'application/json', '[]', 'token'],
    [404, 'application/json', '[]', 'misdirected'],
    [301, 'text/html', '[]', 'misdirected'],
    [500, 'text/html', '[]', 'unknown'],
    [429, 'application/json', '[]', 'throttled'],
  ])('%i %s %.50s', async (status, type, body, expected) => {
    const side = await httpSide((response) => {
      response.on('error', () => {});
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    expect(await open(`${side.baseUrl}/p`).probe()).toMatchObject({ type: expected });
    expect(side.seen).toMatchObject([
      {
        method: 'GET',
        path: '/p/v2/packaging?limit=1',
        headers: { authorization: `Bearer ${TOKEN}` },
        body: '',
      },
    ]);
    expect(side.seen[0]?.headers['content-type']).toBeUndefined();
  });

  it('of nobody', async () => {
    expect(await open(`http://127.0.0.1:${await closedPort()}`).probe()).toMatchObject({ type: 'unsent' });
  });
});

describe('the token', () => {
  it('is in nothing that comes back, however the service spells it', async () => {
    const basic = Buffer.from(`Bearer ${TOKEN}`).toString('base64');
    const base64 = Buffer.from(TOKEN).toString('base64');
    const spelled = [TOKEN, TOKEN.toUpperCase(), base64, encodeURIComponent(TOKEN), basic];
    const texts = spelled.map((form) => `got ${form} from you`);
    const bodies: [number, unknown][] = [
      [201, { id: TOKEN, qrCodeLink: `https://q/?t=${encodeURIComponent(TOKEN)}` }],
      [400, { message: texts }],
      [400, { message: texts.map((text) => `A_EXISTS ${text}`) }],
      [400, { message: { [`${TOKEN}`]: { why: texts } } }],
      [401, { message: texts }],
      [404, { message: texts }],
      [500, texts.join()],
      // Truncating first would cut it in the middle of the token.
      [422, `${'x'.repeat(195)}${TOKEN}`],
      [422, `<p>${'x'.repeat(180)} ${base64}</p>`],
    ];
    const side = await httpSide((response, _seen, nth) => {
      const [status, body] = bodies[nth - 1] ?? [302, ''];
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      response
        .writeHead(status, { location: `https://${TOKEN.replace(/\W/g, '')}.example/${TOKEN}` })
        .end(text);
    });
    const service = open(side.baseUrl, { limiter: atOnce(1) });
    const returned: unknown[] = [service];
    for (let i = 0; i <= bodies.length; i++) returned.push(await service.create(request()));
    const text = JSON.stringify(returned).toLowerCase();
    expect(text).toContain('[redacted]');
    for (const form of [...spelled, basic.slice(-20, -4)]) {
      expect(text).not.toContain(form.replace(/=+$/, '').toLowerCase());
    }
    expect(text).not.toContain('canary-');
    expect(text).not.toContain(Buffer.from('canary').toString('base64').toLowerCase());
    expect(side.seen).toHaveLength(bodies.length + 1);
  });
});

it('the token is not in the host that a redirect names', async () => {
  const token = 'canary-3f9c';
  const side = await httpSide((response) =>
    response.writeHead(302, { location: `https://${token}.example/` }).end(),
  );
  const answer = await open(side.baseUrl, { token }).create(request());
  expect(answer).toMatchObject({ type: 'misdirected', error: expect.stringContaining('[redacted].example') });
});

describe('what the exchange relies on', () => {
  it('undici announces a request before it writes a byte, and writes none when told to stop then', async () => {
    const side = await storing();
    const written: number[] = [];
    const sockets: { bytesWritten: number }[] = [];
    const connect = buildConnector({});
    const pool = new Pool(side.baseUrl, {
      connections: 1,
      connect: (options, callback) =>
        connect(options, (...[error, socket]) => {
          if (error) return callback(error, null);
          sockets.push(socket);
          callback(null, socket);
        }),
    });
    onTestFinished(() => pool.destroy());
    class Spy extends Exchange {
      override onRequestStart(...[controller]: Parameters<Exchange['onRequestStart']>): void {
        written.push(sockets.at(-1)?.bytesWritten ?? -1);
        super.onRequestStart(controller);
      }
    }
    const post = (exchange: Exchange) => {
      pool.dispatch({ method: 'POST', path: '/', body: '{}' }, exchange);
      return exchange.result;
    };
    await post(new Spy(20_000, UNLIMITED));
    const afterFirst = sockets[0]?.bytesWritten ?? 0;
    await post(new Spy(20_000, UNLIMITED));
    expect(written).toEqual([0, afterFirst]);
    expect(sockets).toHaveLength(1);
    const total = sockets[0]?.bytesWritten;

    const stop = new AbortController();
    const stopped = post(new Spy(20_000, UNLIMITED, stop.signal));
    stop.abort();
    expect(await stopped).toMatchObject({ type: 'unsent' });
    await expect.poll(() => written.length).toBe(3);
    expect(sockets[0]?.bytesWritten).toBe(total);
    expect(side.seen).toHaveLength(2);
  });

  it('a request that undici would send a second time is stopped, as one that may have arrived', async () => {
    const exchange = new Exchange(20_000, UNLIMITED);
    const aborted: string[] = [];
    const controller = (name: string) => ({ abort: () => aborted.push(name) }) as never;
    exchange.onRequestStart(controller('first'));
    exchange.onRequestStart(controller('second'));
    exchange.onResponseError(null, new Error('gone'));
    expect(aborted).toEqual(['second']);
    expect(await exchange.result).toEqual({ type: 'unknown', error: 'gone' });
  });
});

describe('Retry-After', () => {
  it.each([429, 503])(
    'of a %i holds all requests when its headers arrive, whatever its body does',
    async (status) => {
      const side = await httpSide((response) => {
        response.writeHead(status, { 'retry-after': '60' }).write('{');
      });
      const limiter = atOnce(4);
      const stop = new AbortController();
      const answer = open(side.baseUrl, { limiter }).create(request({ signal: stop.signal }));
      await expect.poll(() => limiter.isHeld).toBe(true);
      stop.abort();
      await answer;
    },
  );

  it('holds a request that still waits for its connection: nothing of it is sent', async () => {
    const side = await storing();
    const limiter = atOnce(4);
    const service = open(side.baseUrl, { limiter });
    const answer = service.create(request());
    limiter.hold(50);
    expect(await answer).toEqual({ type: 'unsent', error: 'held', held: true });
    await limiter.turnToLeave();
    expect(await service.create(request())).toMatchObject({ type: 'accepted' });
    expect(side.seen).toHaveLength(1);
  });
});
