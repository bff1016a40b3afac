import { request } from 'undici';
import { TraceError, usage } from '../errors.ts';
import { numberText, say } from '../say.ts';
import { type Connection, openPool } from './connection.ts';
import { faultOf } from './network-fault.ts';
import { isLoopback } from './target.ts';

/** How a document is fetched. */
export interface FetchOptions {
  readonly mostBytes: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** How to connect to an address. */
  readonly connect: (address: string) => Promise<Connection>;
}

const MOST_REDIRECTS = 3;
const CONNECT_MS = 10_000;

/**
 * Fetches the text at a web address. Sends no token, and follows no redirect to another origin.
 *
 * @throws TraceError `document-address`, `document-unreachable`, `document-too-large`
 */
export async function fetchDocument(address: string, options: FetchOptions): Promise<string> {
  const first = checked(address);
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
  const connection = await options.connect(first.href);
  const dispatcher = openPool(first.origin, { connectTimeout: CONNECT_MS }, connection);
  try {
    let url = first;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const { statusCode, headers, body } = await request(url.href, {
        signal,
        dispatcher,
        headers: { accept: 'application/json, application/yaml, text/yaml, */*;q=0.1' },
      });
      if (statusCode === 200) return await textOf(body, first, options.mostBytes);
      await body.dump();
      const location = [headers.location].flat()[0];
      if (statusCode < 300 || statusCode > 399 || location === undefined)
        throw unreachable(first, say().responses.documentStatus({ status: `${statusCode}` }));
      const next = URL.parse(location, url.href);
      if (next?.origin !== first.origin)
        throw unreachable(
          first,
          next
            ? say().responses.documentRedirect({ origin: next.origin })
            : say().responses.documentNowhere(),
        );
      url = next;
    }
    throw unreachable(first, say().responses.documentRedirects({ number: numberText(MOST_REDIRECTS) }));
  } catch (error) {
    if (error instanceof TraceError) throw error;
    if (options.signal.aborted)
      throw new TraceError('interrupted', 'interrupted', say().ending.interrupted());
    const late = say().responses.late({ seconds: `${options.timeoutMs / 1000}` });
    const fault = faultOf(signal.aborted ? late : error, first.origin, connection);
    throw unreachable(first, fault.error, error, fault.hint);
  } finally {
    await dispatcher.destroy();
  }
}

async function textOf(body: AsyncIterable<Buffer>, url: URL, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) {
      throw usage(
        'document-too-large',
        say().responses.documentSize({ origin: url.origin, number: numberText(mostBytes / 1024 / 1024) }),
      );
    }
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * The parsed address, if a document may be fetched from it. Errors do not repeat the address, because it may contain a
 * password.
 */
function checked(address: string): URL {
  const refuse = (message: string) => usage('document-address', message);
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) throw refuse(say().responses.documentAddress());
  if (url.username !== '' || url.password !== '')
    throw refuse(say().responses.documentUser({ host: url.host }));
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw refuse(say().responses.documentHttp({ origin: url.origin }));
  return url;
}

const unreachable = ({ origin }: URL, why: string, cause?: unknown, hint = say().responses.documentHow()) =>
  new TraceError(
    'unreachable',
    'document-unreachable',
    say().responses.documentFailed({ origin, why }),
    hint,
    cause,
  );
