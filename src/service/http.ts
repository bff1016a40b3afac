import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { createPath } from '../contract/kind.ts';
import { KINDS } from '../contract/registry.ts';
import { readPaths } from '../contract/v2/read-paths.ts';
import { v3ReadPaths } from '../contract/v3/read-paths.ts';
import { updatePath } from '../contract/v3/update-paths.ts';
import { numberText, say } from '../say.ts';
import { causeText } from './cause.ts';
import { classifyAnswer, classifyUpdate, type HttpAnswer } from './classify.ts';
import { DIRECT, openPool } from './connection.ts';
import { LongMessages, readFailure } from './error-body.ts';
import type { Limiter } from './limiter.ts';
import { type Fault, faultOf } from './network-fault.ts';
import { lookUp } from './read-back/read-back.ts';
import { looksWhole, readReading } from './read-back/reading.ts';
import type { ReadSource } from './read-client.ts';
import { redactAll, redactor } from './redact.ts';
import { parseJson } from './response-body.ts';
import { retryAfterMs } from './retry.ts';
import type { Answer, CreateRequest, LookUpRequest, Reachable, Service, UpdateRequest } from './service.ts';
import { checkTarget, type Target } from './target.ts';

/**
 * Idle connections are closed before most servers close them. A request on a connection that the server has just closed
 * would leave a row in doubt.
 */
const KEEP_ALIVE_MS = 2000;
const CONNECT_MS = 10_000;
/** Maximum size of a response, except to a read, in bytes; the rest is ignored. */
const BODY_BYTES = 1024 * 1024;
/** Maximum size of the response to a read: a study with many chains, or a page of a hundred products. */
const READ_BYTES = 16 * 1024 * 1024;

const UTF_8 = new TextDecoder();

/** The result of one request. */
export type HttpResult =
  /** A status line arrived. `text` is only the beginning if the body was `tooLong` or `truncated`. */
  | ({ readonly type: 'response' } & HttpAnswer)
  /** Nothing of the request was sent. `held`: because a Retry-After holds all requests. */
  | ({ readonly type: 'unsent'; readonly held?: true } & Fault)
  /** A part of the request was sent, and no status line arrived. */
  | { readonly type: 'unknown'; readonly error: string };

/**
 * A service over HTTP/1.1: one pool of connections to one origin, one attempt for each call, no redirects. The token is
 * redacted from its responses. Nothing is sent before the first call. A Retry-After holds the limiter, and no request is
 * sent while it is held.
 *
 * @throws TraceError if the target must not be used, see `checkTarget`
 */
export function openService(target: Target): Service & ReadSource {
  const { origin, prefix } = checkTarget(target);
  const { token, timeoutMs, limiter, connection = DIRECT } = target;
  const redact = redactor(token, ...connection.secrets);
  const common = [
    ...['accept', 'application/json', 'accept-encoding', 'identity'],
    ...['user-agent', `trace/${target.version ?? '0'}`],
    ...(token === null ? [] : ['authorization', `Bearer ${token}`]),
  ];
  const withBody = [...common, 'content-type', 'application/json'];
  const limits = {
    connections: limiter.concurrency,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    connectTimeout: Math.min(timeoutMs, CONNECT_MS),
    // The exchange has a deadline for the whole response, and does not count the time in which this process was
    // blocked.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const pool = openPool(origin, limits, connection);
  const describe = (error: unknown) => faultOf(error, origin, connection);
  const open = new Set<Promise<HttpResult>>();
  const long = new LongMessages();
  const once = (answer: Answer) => ('messages' in answer ? long.once(answer) : answer);

  async function send(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body: string | null,
    signal?: AbortSignal,
    mostBytes?: number,
    onResponse?: () => void,
  ): Promise<HttpResult> {
    const exchange = new Exchange(timeoutMs, limiter, signal, mostBytes, describe, body !== null);
    if (exchange.settled) return exchange.result;
    open.add(exchange.result);
    pool.dispatch(
      { origin, method, path: prefix + path, headers: body === null ? common : withBody, body },
      exchange,
    );
    const result = await exchange.result;
    open.delete(exchange.result);
    if (result.type !== 'response') return result;
    if (onResponse && looksWhole(result)) {
      onResponse();
      // Responses arrive several at once: the next requests are sent before the first of them is parsed.
      await new Promise((resolve) => setImmediate(resolve));
    }
    // Redacts before the text is truncated or parsed, because half a token would not be recognised.
    const redacted = { ...result, text: redact(result.text) };
    releaseText(result);
    return redacted;
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
      const result = await send('POST', createPath(kind, family), body, signal);
      return once(read(result, (answer) => classifyAnswer(kind, answer, Date.now(), body)));
    },
    async update({ kind, by, body, signal }: UpdateRequest) {
      const path = updatePath(kind, by, target.updatePaths);
      const result = await send('PATCH', path, body, signal);
      return once(read(result, (answer) => classifyUpdate(kind, answer, Date.now(), body, by)));
    },
    async lookUp(request: LookUpRequest) {
      const { beforeRead, signal } = request;
      const found = await lookUp(request, async (path) => {
        for (;;) {
          try {
            await beforeRead?.();
          } catch (error) {
            return { type: 'unsent', error: causeText(error) };
          }
          const result = await send('GET', path, null, signal);
          if (!beforeRead || result.type !== 'unsent' || !result.held) return result;
        }
      });
      return redactAll(found, redact);
    },
    async read(path, signal, onResponse) {
      const result = await send('GET', path, null, signal, READ_BYTES, onResponse);
      // Any kind can be passed here, because a read has no reference that could be unknown.
      const reading = readReading(KINDS.v2.packaging, path, result);
      if (result.type === 'response') releaseText(result);
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

/**
 * A promise that was pending for some time is collected late, and keeps its result until then. So the text, which may be
 * large, is removed from the result.
 */
function releaseText(result: { text: string }): void {
  result.text = '';
}

/**
 * The same for the raw headers: undici fills a list that it made for the connection before, and each header in it keeps
 * the whole chunk that contained it.
 */
function releaseHeaders({ rawHeaders, rawTrailers }: Dispatcher.DispatchController): void {
  for (const list of [rawHeaders, rawTrailers]) if (Array.isArray(list)) list.length = 0;
}

/** The fields that every list has in both interfaces (4.2, 4.4). */
const listShape = z.looseObject({ data: z.array(z.looseObject({})), total: z.number() });

/**
 * Classifies the response to a probe. The service responds with 200 and a page of records; anything else is not the
 * service.
 */
function classifyProbe(answer: HttpAnswer): Answer | Reachable {
  const { status, headers, text, tooLong } = answer;
  if (status !== 200) {
    if (status > 200 && status < 300)
      return notAList(status, say().responses.listStatus({ status: `${status}` }));
    return classifyAnswer(KINDS.v2.packaging, answer, Date.now());
  }
  if (/^text\/html\b/i.test(String(headers['content-type'] ?? ''))) {
    return notAList(status, say().responses.page());
  }
  const body = tooLong ? undefined : parseJson(text);
  const failure = readFailure(body, status);
  if (failure !== null) return { type: 'unknown', status, error: failure };
  if (listShape.safeParse(body).success)
    return { type: 'reachable', status, date: String(headers.date ?? '') };
  if (body === undefined && (tooLong || /^\s*[{[]/.test(text)))
    return {
      type: 'unknown',
      status,
      error: (tooLong ? say().responses.bodyTooLong : say().responses.bodyTruncated)({ status: `${status}` }),
    };
  return notAList(status, say().responses.notList());
}

const notAList = (status: number, error: string): Answer => ({ type: 'misdirected', status, error });

/**
 * One request on a pool. undici calls `onRequestStart` just before it writes to a connected socket, and writes nothing
 * if the handler aborts there. So a request that ends before that call was certainly not sent, and one that ends later
 * may have arrived. Resolves once and never rejects.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly result: Promise<HttpResult>;
  readonly #timeoutMs: number;
  readonly #limiter: Limiter;
  readonly #signal: AbortSignal | undefined;
  readonly #mostBytes: number;
  readonly #describe: (error: unknown) => Fault;
  readonly #sendsRecord: boolean;
  readonly #chunks: Buffer[] = [];
  #resolve: (result: HttpResult) => void = () => {};
  readonly #deadline: NodeJS.Timeout;
  #bytes = 0;
  #started: Dispatcher.DispatchController | null = null;
  #statusLine: { status: number; headers: HttpAnswer['headers'] } | null = null;
  #settled = false;
  #tooLong = false;

  constructor(
    timeoutMs: number,
    limiter: Limiter,
    signal?: AbortSignal,
    mostBytes = BODY_BYTES,
    describe: (error: unknown) => Fault = (error) => ({ error: causeText(error) }),
    sendsRecord = false,
  ) {
    this.#timeoutMs = timeoutMs;
    this.#limiter = limiter;
    this.#signal = signal;
    this.#mostBytes = mostBytes;
    this.#describe = describe;
    this.#sendsRecord = sendsRecord;
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#deadline = setTimeout(() => this.#checkDeadline(), timeoutMs);
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted) this.#onAbort();
  }

  /** Whether the request has ended. If it ended before it was dispatched, it is not dispatched. */
  get settled(): boolean {
    return this.#settled;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled || this.#started !== null) {
      controller.abort(new Error('abandoned before it was sent'));
      return;
    }
    // A connection was opened meanwhile.
    if (this.#sendsRecord ? !this.#limiter.mayLeave : this.#limiter.isHeld) {
      this.#settle({ type: 'unsent', error: 'held', held: true });
      controller.abort(new Error('held before it was sent'));
      return;
    }
    this.#started = controller;
    this.#deadline.refresh();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: HttpAnswer['headers'],
  ): void {
    if (status >= 200) this.#statusLine = { status, headers };
    if (status !== 429 && status !== 503) return;
    const ms = retryAfterMs(headers['retry-after'], headers.date, Date.now());
    if (ms !== null) this.#limiter.hold(ms);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#chunks.push(chunk.subarray(0, this.#mostBytes - this.#bytes));
    this.#bytes += chunk.length;
    if (this.#bytes > this.#mostBytes) {
      this.#tooLong = true;
      this.#giveUp(say().responses.longer({ number: numberText(this.#mostBytes) }));
    }
  }

  onResponseEnd(controller: Dispatcher.DispatchController): void {
    releaseHeaders(controller);
    this.#end(say().responses.noStatus(), true);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#end(error);
  }

  readonly #onAbort = () => this.#giveUp(say().responses.stopped());

  /**
   * Gives up if no response arrives. After a blocked event loop, data that arrived in time is read first: a response
   * must not be lost because this process was slow.
   */
  #checkDeadline(): void {
    const phase = this.#started;
    setImmediate(() => {
      if (this.#started !== phase) return;
      const { noConnection, noResponse } = say().responses;
      this.#giveUp((phase === null ? noConnection : noResponse)({ seconds: `${this.#timeoutMs / 1000}` }));
    });
  }

  #giveUp(error: string): void {
    if (this.#settled) return;
    this.#end(error);
    this.#started?.abort(new Error(error));
  }

  #end(error: unknown, isWhole = false): void {
    if (this.#settled) return;
    const beginning = this.#tooLong ? { tooLong: true as const } : !isWhole && { truncated: true as const };
    if (this.#statusLine)
      this.#settle({ type: 'response', ...this.#statusLine, text: this.#text(), ...beginning });
    else if (this.#started === null) this.#settle({ type: 'unsent', ...this.#describe(error) });
    else this.#settle({ type: 'unknown', error: this.#describe(error).error });
  }

  #settle(result: HttpResult): void {
    this.#settled = true;
    clearTimeout(this.#deadline);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#resolve(result);
  }

  /** The body, or the beginning of a body that was too long: it may show what the body is. */
  #text(): string {
    const bytes = this.#tooLong ? Math.min(this.#bytes, BODY_BYTES) : this.#bytes;
    const text = UTF_8.decode(Buffer.concat(this.#chunks, Math.min(bytes, this.#mostBytes)));
    this.#chunks.length = 0;
    return text;
  }
}
