import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isLoopbackHost, LOOPBACK, listen, portError, stop } from '../../loopback.ts';
import { say } from '../../say.ts';

/** What a page answers: a document, or null if it has written to the response itself. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** A request that was let in. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The path without its start, such as `runs/20260102-030405-ab12`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Aborted if the browser has gone. */
  readonly gone: AbortSignal;
}

/** The headers of each response. */
export const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** The headers of a file to download. */
export const downloaded = (name: string) => ({
  'content-type': 'application/octet-stream',
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
});

const COOKIE = 'trace-token';

/** The start of the addresses of a server. Browsers send a cookie to all ports of a machine, but only below its path. */
export const newRoot = (): string => `/${randomBytes(9).toString('base64url')}`;

/**
 * Serves pages below `root` to this machine, and to those who have the token of the link. Returns the link.
 *
 * @throws TraceError `serve-port`
 */
export async function servePages(
  port: number,
  root: string,
  answer: (visit: Visit) => Promise<Answer | null>,
): Promise<{ readonly link: string } & AsyncDisposable> {
  const token = randomBytes(24).toString('base64url');
  const isToken = sameAs(token);
  const cookie = `${COOKIE}=${token}; Path=${root}; HttpOnly; SameSite=Lax`;

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refuse = (status: number, text: string) =>
      response
        .writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' })
        .end(`${text}\n`);
    const { host = null, origin } = request.headers;
    const isPost = request.method === 'POST';
    // A page of another site can send a request to this machine, but neither with this host nor with this origin.
    if (!isLoopbackHost(host) || ((isPost || origin !== undefined) && origin !== `http://${host}`))
      return void refuse(403, say().serve.otherHost());
    const url = URL.parse(request.url ?? '', `http://${host}`);
    const isBelow = url?.pathname.startsWith(`${root}/`) === true;
    if (url && isToken(url.searchParams.get('token') ?? '')) {
      url.searchParams.delete('token');
      const location = isBelow ? url.pathname + url.search : `${root}/`;
      return void response.writeHead(303, { ...HEADERS, location, 'set-cookie': cookie }).end();
    }
    const given = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(request.headers.cookie ?? '')?.[1];
    if (!url || !isToken(given ?? '')) return void refuse(401, say().serve.linkNeeded());
    if (!isPost && request.method !== 'GET' && request.method !== 'HEAD')
      return void refuse(405, `${request.method}`);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const path = isBelow ? url.pathname.slice(root.length + 1) : '/';
    const answered = await answer({ request, response, path, query: url.searchParams, gone: gone.signal });
    if (answered === null) return;
    const { status = 200, headers, body } = answered;
    response.writeHead(status, { ...HEADERS, ...headers }).end(body);
  };
  const server = createServer((request, response) => {
    // `answer` has a page for each error; what is left is a connection that has gone.
    handle(request, response).catch(() => response.destroy());
  });
  const used = await listen(server, port).catch((error: unknown) => {
    throw portError('serve-port', port, error);
  });
  return {
    link: `http://${LOOPBACK}:${used}/?token=${token}`,
    [Symbol.asyncDispose]: () => stop(server),
  };
}

/** A comparison with a secret that takes as long for every text. */
function sameAs(secret: string): (text: string) => boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const expected = hash(secret);
  return (text) => timingSafeEqual(hash(text), expected);
}
