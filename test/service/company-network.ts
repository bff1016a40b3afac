import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, request as httpRequest, type Server } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** A file of the private authority of the tests. */
export const pemFile = (name: string) =>
  fileURLToPath(new URL(`../fixtures/own-authority/${name}.pem`, import.meta.url));
const pem = (name: string) => readFileSync(pemFile(name));

/** The host name in the certificate of the service; only the proxy of these tests knows it. */
export const HOST = 'service.trace.example';

/** Listens on a free port of this machine until the test ends; then every connection is closed. Returns the port. */
async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

/** A TLS server with a certificate of the private authority in front of a mock, and who its clients were. */
export async function tlsInFrontOf(url: string, certificate = 'service', options: ServerOptions = {}) {
  const clients: string[] = [];
  const server = createTlsServer(
    { key: pem('service-key'), cert: pem(certificate), ca: pem('authority'), ...options },
    (from, to) => {
      const { url: path, method } = from;
      // The mock answers only to names of this machine.
      const headers = { ...from.headers, host: new URL(url).host };
      clients.push(String((from.socket as TLSSocket).getPeerCertificate().subject?.CN));
      const onward = httpRequest(
        { host: '127.0.0.1', port: new URL(url).port, path, method, headers },
        (answer) => answer.pipe(to.writeHead(answer.statusCode!, answer.headers)),
      );
      from.pipe(onward);
    },
  );
  return { port: await listen(server), clients };
}

/**
 * A forwarding proxy: every tunnel leads to a port of this machine, whatever host was requested. `status` is its
 * response to each request for a tunnel, and with a password only those that have it get one.
 */
export async function forwardingProxy(
  port: number,
  { status = 200, password, tls = false }: { status?: number; password?: string; tls?: boolean } = {},
) {
  /** The requests for tunnels, and every byte that clients sent. */
  const asked: string[] = [];
  const bytes: Buffer[] = [];
  const server = tls
    ? createTlsServer({ key: pem('service-key'), cert: pem('service') })
    : createHttpServer((_, response) => response.writeHead(400).end());
  server.on('connection', (socket) => socket.on('data', (chunk: Buffer) => bytes.push(chunk)));
  server.on('connect', (request, client: Duplex) => {
    asked.push(`${request.method} ${request.url}`);
    client.on('error', () => {});
    const expected = password && `Basic ${Buffer.from(password).toString('base64')}`;
    const answer = expected && request.headers['proxy-authorization'] !== expected ? 407 : status;
    if (answer !== 200) return client.end(`HTTP/1.1 ${answer} Said by the proxy\r\n\r\n`);
    const onward = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.on('data', (chunk: Buffer) => bytes.push(chunk));
      client.pipe(onward).pipe(client);
    });
    onward.on('error', () => client.destroy());
    client.on('close', () => onward.destroy());
  });
  const at = await listen(server);
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${at}`,
    address: `127.0.0.1:${at}`,
    asked,
    seen: () => Buffer.concat(bytes).toString('latin1'),
  };
}
