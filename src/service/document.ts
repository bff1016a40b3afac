import { request } from 'undici';
import { TraceError } from '../errors.ts';
import { causeText } from './cause.ts';
import { isLoopback } from './target.ts';

/** How a document is fetched. */
export interface FetchOptions {
  readonly mostBytes: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const MOST_REDIRECTS = 3;

/**
 * Fetches the text at a web address. Sends no token, and follows no redirect to another origin.
 *
 * @throws TraceError `document-address`, `document-unreachable`, `document-too-large`
 */
export async function fetchDocument(address: string, options: FetchOptions): Promise<string> {
  const first = checked(address);
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
  try {
    let url = first;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const { statusCode, headers, body } = await request(url.href, {
        signal,
        headers: { accept: 'application/json, application/yaml, text/yaml, */*;q=0.1' },
      });
      if (statusCode === 200) return await textOf(body, first, options.mostBytes);
      await body.dump();
      const location = [headers.location].flat()[0];
      if (statusCode < 300 || statusCode > 399 || location === undefined)
        throw unreachable(first, `it returns HTTP ${statusCode}`);
      const next = URL.parse(location, url.href);
      if (next?.origin !== first.origin)
        throw unreachable(first, `it redirects to ${next?.origin ?? 'no address'}, which is not followed`);
      url = next;
    }
    throw unreachable(first, `it redirects more than ${MOST_REDIRECTS} times`);
  } catch (error) {
    if (error instanceof TraceError) throw error;
    if (options.signal.aborted) throw new TraceError('interrupted', 'interrupted', 'Interrupted.');
    const late = signal.aborted ? `no response within ${options.timeoutMs / 1000} s` : causeText(error);
    throw unreachable(first, late, error);
  }
}

async function textOf(body: AsyncIterable<Buffer>, url: URL, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) {
      throw new TraceError(
        'usage',
        'document-too-large',
        `The document at ${url.origin} is larger than ${mostBytes / 1024 / 1024} MB.`,
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
  const refuse = (message: string) => new TraceError('usage', 'document-address', message);
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) throw refuse('The address is not a web address.');
  if (url.username !== '' || url.password !== '')
    throw refuse(
      `The address at ${url.host} contains a user name or a password: fetch the document yourself.`,
    );
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw refuse(`A contract is fetched from ${url.origin} only through https://: others could change it.`);
  return url;
}

const unreachable = ({ origin }: URL, why: string, cause?: unknown) =>
  new TraceError(
    'unreachable',
    'document-unreachable',
    `The document at ${origin} cannot be fetched: ${why}.`,
    'Download it, and give the path of the file.',
    cause,
  );
