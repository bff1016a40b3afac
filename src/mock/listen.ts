import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type TraceError, usage } from '../errors.ts';
import { say } from '../say.ts';
import { systemCause } from '../system-cause.ts';
import { createApp } from './app.ts';
import { Chaos } from './chaos/inject.ts';
import type { ChaosPlan } from './chaos/plan.ts';
import { listen, Restarts } from './chaos/restarts.ts';
import { errorBodyOf } from './refusal.ts';
import type { MockOptions } from './routes.ts';
import { MockStore } from './store.ts';
import { type MockStats, Tally } from './tally.ts';

export interface StartOptions extends Omit<MockOptions, 'baseUrl' | 'now' | 'chaos' | 'tally'> {
  /** The port; 0, the default, selects a free one. */
  readonly port?: number;
  /** The data file; its folder must exist. Null keeps the data in memory. */
  readonly dataFile: string | null;
  readonly now?: () => Date;
  /** The base address of links, if clients reach the mock at another address than `url`. */
  readonly linkBase?: string;
  /** Faults to inject (see `parseChaos`); none if omitted. */
  readonly chaos?: ChaosPlan | null;
}

/** A running mock. */
export interface RunningMock extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  stats(): MockStats;
  /** Stops the mock: idle connections are closed at once, running requests have a second to finish. */
  close(): Promise<void>;
}

/** Only this machine can reach the mock, because anyone with its token may write, and its journal needs no token. */
const HOST = '127.0.0.1';
const KEEP_ALIVE_MS = 60_000;
const CLOSE_GRACE_MS = 1000;
/**
 * Limit of the HTTP parser. It is so high that the mock itself refuses a URL that is too long, with 414; the parser
 * would respond with 431.
 */
const MAX_HEADER_BYTES = 256 * 1024;

/**
 * Starts the local service.
 *
 * @throws {TraceError} usage, if the data file or the port cannot be used.
 */
export async function startMock(options: StartOptions): Promise<RunningMock> {
  const store = new MockStore(options.dataFile);
  const tally = new Tally();
  let url = '';
  let closing = false;
  const restarts = new Restarts();
  const chaos = options.chaos
    ? new Chaos(options.chaos, { tally, restart: (downMs) => restarts.restart(server, downMs) })
    : null;
  const app = createApp(store, {
    ...options,
    chaos,
    now: options.now ?? (() => new Date()),
    tally,
    get baseUrl() {
      return options.linkBase ?? url;
    },
  });
  const answer = async (request: Request, env: HttpBindings): Promise<Response> => {
    if (!isLoopbackHost(request.headers.get('host'))) return forbidden();
    const response = await app.fetch(request, env);
    if (closing) response.headers.set('connection', 'close');
    return response;
  };
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, maxHeaderSize: MAX_HEADER_BYTES },
    getRequestListener((request, env) => answer(request, env as HttpBindings), {
      overrideGlobalObjects: false,
    }),
  );
  try {
    await listen(server, options.port ?? 0, HOST);
  } catch (error) {
    store.close();
    throw portError(error as NodeJS.ErrnoException, options.port ?? 0);
  }
  const { port } = server.address() as AddressInfo;
  url = `http://${HOST}:${port}`;

  let closed: Promise<void> | undefined;
  const close = () => {
    closing = true;
    chaos?.release();
    closed ??= restarts
      .end()
      .then(() => stop(server))
      .then(() => store.close());
    return closed;
  };
  return { url, port, stats: () => tally.stats(), close, [Symbol.asyncDispose]: close };
}

function portError(error: NodeJS.ErrnoException, port: number): TraceError {
  const { portHow, portTaken, portUsed } = say().mockServer;
  const reason = error.code === 'EADDRINUSE' ? portTaken() : systemCause(error);
  return usage('mock-port', portUsed({ port: String(port), reason }), portHow(), error);
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const grace = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
    server.close(() => {
      clearTimeout(grace);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Whether a Host header names this machine. Rejecting other names prevents DNS rebinding by web pages. */
export function isLoopbackHost(host: string | null): boolean {
  return host !== null && /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host);
}

function forbidden(): Response {
  return Response.json(errorBodyOf(403, ['the mock answers to localhost and 127.0.0.1 only']), {
    status: 403,
  });
}
