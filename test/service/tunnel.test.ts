import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { createSecureContext, createServer, type TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { KINDS } from '../../src/contract/registry.ts';
import { DIRECT } from '../../src/service/connection.ts';
import { forwardingProxy, HOST, pemFile } from './company-network.ts';
import { serviceAt, tcpSide } from './far-side.ts';

const pem = (name: string) => readFileSync(pemFile(name));

/** Creates a record through a proxy. */
function createThrough(proxy: string, { timeoutMs = 20_000, host = HOST, trusted = true } = {}) {
  const secureContext = createSecureContext({ ca: pem('authority') });
  const route = {
    ...{ origin: proxy, from: 'HTTPS_PROXY', source: null, userAndPassword: null },
    secureContext: trusted ? secureContext : undefined,
  };
  const connection = { ...DIRECT, proxy: route, secureContext };
  const service = serviceAt(`https://${host}`, { token: 'canary', connection, timeoutMs });
  return service.create({ kind: KINDS.v2.supplier, family: 'STANDARD', body: '{}' });
}

/** A TLS server that does this with each request. */
async function tlsSide(onRequest: (socket: TLSSocket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer({ key: pem('service-key'), cert: pem('service') }, (socket) => {
    socket.on('error', () => {});
    socket.once('data', () => onRequest(socket));
  });
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

test('a connection that breaks after the request left is unknown', async () => {
  const proxy = await forwardingProxy(await tlsSide((socket) => socket.destroy()));
  const answer = await createThrough(proxy.url);
  expect(answer).toEqual({
    type: 'unknown',
    error: expect.stringContaining(`, through the proxy ${proxy.url} (from HTTPS_PROXY)`),
  });
});

test.each<[string, (socket: Socket) => void, RegExp]>([
  [
    'breaks the connection',
    (socket) => socket.destroy(),
    /^the proxy .* cannot be reached: connection closed/,
  ],
  ['breaks it after the tunnel', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), /, through the proxy /],
  [
    'is busy',
    (socket) => socket.end('HTTP/1.1 503 Busy\r\n\r\n'),
    /^the proxy .* does not connect to .* \(HTTP 503\)$/,
  ],
  ['does not speak HTTP', (socket) => socket.end('SSH-2.0\r\n\r\n'), /the proxy /],
])('a request through a proxy that %s is unsent', async (_, end, error) => {
  const broken = await tcpSide(end);
  const answer = await createThrough(broken.baseUrl);
  expect(answer).toMatchObject({ type: 'unsent', error: expect.stringMatching(error) });
  expect(answer).toMatchObject({ error: expect.stringContaining(broken.baseUrl) });
  expect(broken.heard.join('')).not.toContain('canary');
});

test('a fault of a certificate names its host: that of the service, or the proxy', async () => {
  const port = await tlsSide(() => {});
  const proxy = await forwardingProxy(port, { tls: true });
  expect(await createThrough(proxy.url, { host: 'other.example' })).toMatchObject({
    type: 'unsent',
    error: expect.stringContaining('the certificate of other.example was issued for another host'),
  });
  expect(await createThrough(proxy.url, { trusted: false })).toMatchObject({
    type: 'unsent',
    error: expect.stringContaining(
      `the certificate of ${new URL(proxy.url).host} was issued by an authority`,
    ),
  });
});

test('a proxy that does not respond is unsent', async () => {
  const silent = await tcpSide(() => {});
  const answer = await createThrough(silent.baseUrl, { timeoutMs: 50 });
  expect(answer).toMatchObject({ type: 'unsent', error: expect.stringContaining(silent.baseUrl) });
});
