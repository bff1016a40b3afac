import { buildConnector, Pool } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FAMILIES, FAMILY_NAMES } from '../../src/contract/family.ts';
import { KINDS } from '../../src/contract/registry.ts';
import { systemClock } from '../../src/service/clock.ts';
import { Exchange, openService } from '../../src/service/http.ts';
import { Limiter, type SharedPace } from '../../src/service/limiter.ts';
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

describe('the request of a create', () => {
  it('the request of a create is one POST with the token, in JSON, that asks for no compression', async () => {
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

  it('the request of a create has the path of its kind and family, after the path of the base address', async () => {
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

  it('the request of a create has no Authorization header without a token', async () => {
    const side = await storing();
    await open(side.baseUrl, { token: null }).create(request());
    expect(side.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('reuses a connection, and no more connections are opened than the concurrency', async () => {
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

describe('a create is "unsent" because no byte of it left', () => {
  it.each(['127.0.0.1', 'localhost'])(
    'a create is "unsent" if the port is closed on every address of %s',
    async (host) => {
      const answer = await open(`http://${host}:${await closedPort()}`).create(request());
      expect(answer).toEqual({ type: 'unsent', error: 'connection refused (ECONNREFUSED)' });
    },
  );

  it('a create is "unsent" if the host name is not found', async () => {
    const service = open('https://nowhere.invalid', { timeoutMs: 2000 });
    expect(await service.create(request())).toMatchObject({ type: 'unsent' });
  });

  it('a create is "unsent" if the base address is https and the port speaks plain HTTP', async () => {
    const side = await storing();
    const answer = await open(`https://127.0.0.1:${side.port}`).create(request());
    const error = expect.stringContaining('no TLS at this address');
    expect(answer).toMatchObject({ type: 'unsent', error });
    expect(side.seen).toEqual([]);
  });

  it('a create is "unsent" if the TLS handshake gets no response in time', async () => {
    const side = await tcpSide(() => {});
    const answer = await open(`https://127.0.0.1:${side.port}`, { timeoutMs: TIMEOUT_MS }).create(request());
    expect(answer).toMatchObject({ type: 'unsent' });
    expect(side.heard.join('')).not.toContain('POST');
    // The handshake offers only HTTP/1.1: the guarantees above are those of its client.
    expect(side.heard.join('')).toContain('http/1.1');
    expect(side.heard.join('')).not.toContain('\x02h2');
  });

  it('a create is "unsent" if its signal was aborted before the create began', async () => {
    const side = await storing();
    const answer = await open(side.baseUrl).create(request({ signal: AbortSignal.abort() }));
    expect(answer).toMatchObject({ type: 'unsent' });
    expect(side.connections()).toBe(0);
  });

  it('a create is "unsent" if it is aborted while it waits for a connection; the other creates are not disturbed', async () => {
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

  it('a create is "unsent" if it waits too long for a connection', async () => {
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

  it('a create is "unsent" if the service object was closed', async () => {
    const side = await storing();
    const service = open(side.baseUrl, { token: null });
    await service.close();
    expect(await service.create(request())).toMatchObject({ type: 'unsent' });
    expect(side.connections()).toBe(0);
  });
});

describe('a create may have arrived, so it is in doubt', () => {
  it.each<[string, (side: { destroy: () => void; resetAndDestroy: () => void }) => void]>([
    ['closed', (socket) => socket.destroy()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ])('if the connection is %s after the request was read; it is not sent again', async (_name, cut) => {
    const side = await tcpSide((socket) => cut(socket));
    const service = open(side.baseUrl);
    expect(await service.create(request())).toMatchObject({ type: 'unknown' });
    expect(side.heard.filter((bytes) => bytes.startsWith('POST'))).toHaveLength(1);
  });

  it('a create is in doubt if a reused connection is reset before the response', async () => {
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
    ['no response', ''],
    ['half a header', 'HTTP/1.1 201 Cre'],
    ['only an early hint', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
  ])('a create is in doubt if there is %s in time', async (_name, bytes) => {
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
  ])('a create is in doubt if the response is %s', async (_name, bytes, more) => {
    const side = await tcpSide((socket) => socket.end(bytes));
    expect(await open(side.baseUrl).create(request())).toMatchObject({ type: 'unknown', ...more });
  });

  it('a create is in doubt if a 201 has a body that never ends', async () => {
    const side = await tcpSide((socket) => socket.write(`${HEAD_201}content-length: 90\r\n\r\n{"id`));
    const answer = await open(side.baseUrl, { timeoutMs: TIMEOUT_MS }).create(request());
    expect(answer).toMatchObject({ type: 'unknown', status: 201 });
  });

  it('a create is in doubt if it is aborted after it was sent', async () => {
    const stop = new AbortController();
    const side = await httpSide(() => stop.abort());
    const answer = await open(side.baseUrl).create(request({ signal: stop.signal }));
    expect(answer).toMatchObject({ type: 'unknown' });
    expect(side.seen).toHaveLength(1);
  });

  it('closing a service waits for its open requests', async () => {
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

describe('the response to a request', () => {
  it('the response to a request is read if it came in time, even if this process was too busy to look', async () => {
    const side = await httpSide((response) => {
      json(response, 201, created);
      const until = performance.now() + 3 * TIMEOUT_MS;
      while (performance.now() < until);
    });
    const answer = await open(side.baseUrl, { timeoutMs: TIMEOUT_MS }).create(request());
    expect(answer).toMatchObject({ type: 'accepted' });
  });

  it('the response to a request may come after early hints', async () => {
    const side = await httpSide((response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => json(response, 201, created));
    });
    expect(await open(side.baseUrl).create(request())).toMatchObject({ type: 'accepted' });
  });

  it('the response to a create is not read to its end if it has 10 MB', async () => {
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

  it('the response to a read is not read far beyond its limit of 16 MB', async () => {
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
  ])('the response to a read of %s with 404 and the message "%s" is %s', async (path, message, type) => {
    const side = await httpSide((response) => json(response, 404, { message }));
    expect(await open(side.baseUrl).read(path)).toMatchObject({ type });
  });

  it('the response to a request is judged by its status if its body breaks off', async () => {
    const side = await tcpSide((socket) =>
      socket.end('HTTP/1.1 429 Slow\r\nretry-after: 3\r\ncontent-length: 90\r\n\r\nslow'),
    );
    const answer = await open(side.baseUrl).create(request());
    expect(answer).toEqual({ type: 'throttled', status: 429, retryAfterMs: 3000 });
  });

  it.each([301, 302, 303, 307, 308])(
    'a redirect with %i is not followed, neither to another origin nor to the same',
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

  it('a response with 421 does not make the create be sent again', async () => {
    const side = await httpSide((response) => json(response, 421, {}));
    expect(await open(side.baseUrl).create(request())).toMatchObject({ type: 'misdirected' });
    expect(side.seen).toHaveLength(1);
  });
});

describe('a probe of the base address', () => {
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
  ])('that gets $0 $1 $2 is $3', async (status, type, body, expected) => {
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

  it('a probe of the base address is "unsent" if the port is closed', async () => {
    expect(await open(`http://127.0.0.1:${await closedPort()}`).probe()).toMatchObject({ type: 'unsent' });
  });
});

describe('a response that contains the token', () => {
  it('a response that contains the token is returned without the token, however the service writes it', async () => {
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

it('a redirect to a host that contains the token is reported without the token', async () => {
  const token = 'canary-3f9c';
  const side = await httpSide((response) =>
    response.writeHead(302, { location: `https://${token}.example/` }).end(),
  );
  const answer = await open(side.baseUrl, { token }).create(request());
  expect(answer).toMatchObject({ type: 'misdirected', error: expect.stringContaining('[redacted].example') });
});

describe('an exchange with undici', () => {
  it('an exchange with undici begins before undici writes a byte, and none is written if it is aborted then', async () => {
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

  it('an exchange whose request undici would send a second time is stopped, and is in doubt', async () => {
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

describe('a Retry-After', () => {
  it.each([429, 503])(
    'a Retry-After of a %i holds all requests as soon as its headers arrive, whatever its body does',
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

  it('a Retry-After holds a request that waits for its connection: no byte of it is sent', async () => {
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

describe('a memory that machines share', () => {
  it('no record leaves if its sender may count as dead when its connection is there; reads do', async () => {
    const side = await storing();
    let mayLeave = true;
    const pace: SharedPace = {
      slots: (count) => Promise.resolve({ count, waitMs: 0 }),
      hold: () => Promise.resolve(),
      get mayLeave() {
        return mayLeave;
      },
    };
    const limiter = new Limiter({ rate: 0, concurrency: 4 }, systemClock, pace);
    const service = open(side.baseUrl, { limiter });
    const answer = service.create(request());
    mayLeave = false;
    expect(await answer).toEqual({ type: 'unsent', error: 'held', held: true });
    expect(side.seen).toHaveLength(0);
    await service.probe();
    expect(side.seen).toHaveLength(1);
  });
});
