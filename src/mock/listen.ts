import { createServer } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { isLoopbackHost, LOOPBACK, listen, portError, stop } from '../loopback.ts';
import { createApp } from './app.ts';
import { Chaos } from './chaos/inject.ts';
import type { ChaosPlan } from './chaos/plan.ts';
import { Restarts } from './chaos/restarts.ts';
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

const KEEP_ALIVE_MS = 60_000;
/**
 * Limit of the HTTP parser. It is so high that the mock itself refuses a URL that is too long, with 414; the parser
 * would respond with 431.
 */
const MAX_HEADER_BYTES = 256 * 1024;

/**
 * Starts the local service. Only this machine can reach it, because anyone with its token may write, and its journal needs
 * no token.
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
  const port = await listen(server, options.port ?? 0).catch((error: unknown) => {
    store.close();
    throw portError('mock-port', options.port ?? 0, error);
  });
  url = `http://${LOOPBACK}:${port}`;

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

function forbidden(): Response {
  return Response.json(errorBodyOf(403, ['the mock answers to localhost and 127.0.0.1 only']), {
    status: 403,
  });
}
