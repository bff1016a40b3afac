import { Pool } from 'undici';
import { z } from 'zod';
import { KINDS } from '../contract/registry.ts';
import { createPath, readPaths } from '../contract/routes.ts';
import { v3ReadPaths } from '../contract/v3/read-paths.ts';
import { updatePath } from '../contract/v3/update-paths.ts';
import { causeText } from './cause.ts';
import { classifyAnswer, classifyUpdate, type HttpAnswer } from './classify.ts';
import { LongMessages, parseJson } from './error-body.ts';
import { Exchange, type HttpResult } from './exchange.ts';
import { lookUp } from './look-up.ts';
import { readReading } from './read-back/reading.ts';
import type { ReadSource } from './read-source.ts';
import { redactAll, redactor } from './redact.ts';
import type { Answer, CreateRequest, LookUpRequest, Service, UpdateRequest } from './service.ts';
import { readFailure } from './success.ts';
import { checkTarget, type Target } from './target.ts';

/**
 * Idle connections are closed before most servers close them. A request on a connection that the server has just closed
 * would leave a row in doubt.
 */
const KEEP_ALIVE_MS = 2000;
const CONNECT_MS = 10_000;
/** Maximum size of the response to a read: a study with many chains, or a page of a hundred products. */
const READ_BYTES = 16 * 1024 * 1024;

/**
 * A service over HTTP/1.1: one pool of connections to one origin, one attempt for each call, no redirects, no proxy.
 * The token is redacted from its responses. Nothing is sent before the first call.
 *
 * @throws TraceError if the target must not be used, see `checkTarget`
 */
export function openService(target: Target): Service & ReadSource {
  const { origin, prefix } = checkTarget(target);
  const { token, timeoutMs } = target;
  const redact = redactor(token);
  const common = [
    ...['accept', 'application/json', 'accept-encoding', 'identity'],
    ...['user-agent', `trace/${target.version ?? '0'}`],
    ...(token === null ? [] : ['authorization', `Bearer ${token}`]),
  ];
  const withBody = [...common, 'content-type', 'application/json'];
  const pool = new Pool(origin, {
    connections: target.concurrency,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    connectTimeout: Math.min(timeoutMs, CONNECT_MS),
    // The exchange has a deadline for the whole response, and does not count the time in which this process was
    // blocked.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const open = new Set<Promise<HttpResult>>();
  const long = new LongMessages();

  async function send(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body: string | null,
    signal?: AbortSignal,
    mostBytes?: number,
  ): Promise<HttpResult> {
    const exchange = new Exchange(timeoutMs, signal, mostBytes);
    if (exchange.settled) return exchange.result;
    open.add(exchange.result);
    pool.dispatch(
      { method, path: prefix + path, headers: body === null ? common : withBody, body },
      exchange,
    );
    const result = await exchange.result;
    open.delete(exchange.result);
    // Redacts before the text is truncated or parsed, because half a token would not be recognised.
    return result.type === 'response' ? { ...result, text: redact(result.text) } : result;
  }

  function read<T>(result: HttpResult, meaning: (answer: HttpAnswer) => T): Answer | T {
    if (result.type !== 'response') return redactAll(result, redact);
    try {
      return redactAll(meaning(result), redact);
    } catch (error) {
      return { type: 'unknown', status: result.status, error: redact(causeText(error)) };
    }
  }

  return {
    origin,
    async create({ kind, family, body, signal }: CreateRequest) {
      const text = JSON.stringify(body);
      const result = await send('POST', createPath(kind, family), text, signal);
      return long.once(read(result, (answer) => classifyAnswer(kind, answer, Date.now(), text)));
    },
    async update({ kind, by, body, signal }: UpdateRequest) {
      const path = updatePath(kind, by, target.updatePaths);
      const text = JSON.stringify(body);
      const result = await send('PATCH', path, text, signal);
      return long.once(read(result, (answer) => classifyUpdate(kind, answer, Date.now(), text, by)));
    },
    async lookUp(request: LookUpRequest) {
      const found = await lookUp(request, async (path) => {
        try {
          await request.beforeRead?.();
        } catch (error) {
          return { type: 'unsent', error: causeText(error) };
        }
        return send('GET', path, null, request.signal);
      });
      return redactAll(found, redact);
    },
    async read(path, signal) {
      const result = await send('GET', path, null, signal, READ_BYTES);
      // The kind does not matter: a read has no reference that could be unknown.
      const reading = readReading(KINDS.v2.packaging, path, result);
      return reading.type === 'body' ? reading : redactAll(reading, redact);
    },
    async probe(signal) {
      const list = target.interface === 'v3' ? v3ReadPaths.brandProducts : readPaths.packagings;
      return read(await send('GET', `${list}?limit=1`, null, signal), classifyProbe);
    },
    async close() {
      await Promise.all(open);
      await pool.destroy();
    },
  };
}

/** The fields that every list has in both interfaces (4.2, 4.4). */
const listShape = z.looseObject({ data: z.array(z.looseObject({})), total: z.number() });

/**
 * Classifies the response to a probe. The service responds with 200 and a page of records; anything else is not the
 * service.
 */
function classifyProbe(answer: HttpAnswer): Answer | { readonly type: 'reachable'; readonly status: number } {
  const { status, headers, text, tooLong } = answer;
  if (status !== 200) {
    if (status > 200 && status < 300) return notAList(status, `HTTP ${status} where a list was expected`);
    return classifyAnswer(KINDS.v2.packaging, answer, Date.now());
  }
  if (/^text\/html\b/i.test(String(headers['content-type'] ?? ''))) {
    return notAList(status, 'a web page is at this address, not the service');
  }
  const body = tooLong ? undefined : parseJson(text);
  const failure = readFailure(body);
  if (failure !== null) return { type: 'unknown', status, error: `HTTP ${status}, but ${failure}` };
  if (listShape.safeParse(body).success) return { type: 'reachable', status };
  if (body === undefined && (tooLong || /^\s*[{[]/.test(text)))
    return {
      type: 'unknown',
      status,
      error: `HTTP ${status}, but its body is ${tooLong ? 'too long' : 'truncated'}`,
    };
  return notAList(status, 'the response is not a list of the service');
}

const notAList = (status: number, error: string): Answer => ({ type: 'misdirected', status, error });
