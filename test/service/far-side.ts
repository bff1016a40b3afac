import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { openService } from '../../src/service/http.ts';
import { Limiter } from '../../src/service/limiter.ts';
import type { Target } from '../../src/service/target.ts';

/** The service at an address, until the test ends. Its timeout is long: the machine of the test may be slow. */
export function serviceAt(baseUrl: string, more: Partial<Target> = {}) {
  const limiter = new Limiter({ rate: 0, concurrency: 4 });
  const target = { baseUrl, token: null, limiter, timeoutMs: 20_000, tlsChecked: true };
  const service = openService({ ...target, ...more });
  onTestFinished(() => service.close());
  return service;
}

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Listens on a free port of this machine until the test ends; then every connection is closed. */
async function listen(server: Server): Promise<{ port: number; connections: () => number }> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

/** An HTTP service; `answer` is called when a request has been read completely. */
export async function httpSide(answer: (response: ServerResponse, seen: Seen, nth: number) => void) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() });
      answer(response, seen.at(-1)!, seen.length);
    });
  });
  const { port, connections } = await listen(server);
  return { baseUrl: `http://127.0.0.1:${port}`, port, seen, connections };
}

/** A plain socket; `talk` gets the first bytes of each connection. */
export async function tcpSide(talk: (socket: Socket, bytes: Buffer) => void) {
  const heard: string[] = [];
  const server = createTcpServer((socket) => {
    socket.on('data', (bytes) => {
      heard.push(bytes.toString('latin1'));
      talk(socket, bytes);
    });
  });
  const { port, connections } = await listen(server);
  return { baseUrl: `http://127.0.0.1:${port}`, port, heard, connections };
}

/** A port of this machine on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
