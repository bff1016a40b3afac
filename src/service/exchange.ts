import type { Dispatcher } from 'undici';
import { causeText } from './cause.ts';
import type { HttpAnswer } from './classify.ts';

/** Default limit for a response body, in bytes; the rest is ignored. */
const BODY_BYTES = 1024 * 1024;

/** The result of one request. */
export type HttpResult =
  /** A status line arrived. `text` is truncated if the body was too long (`tooLong`) or the connection broke. */
  | ({ readonly type: 'response' } & HttpAnswer)
  /** Nothing of the request was sent. */
  | { readonly type: 'unsent'; readonly error: string }
  /** A part of the request was sent, and no status line arrived. */
  | { readonly type: 'unknown'; readonly error: string };

/**
 * One request on a pool. undici calls `onRequestStart` just before it writes to a connected socket, and writes nothing
 * if the handler aborts there. So a request that ends before that call was certainly not sent, and one that ends later
 * may have arrived. Resolves once and never rejects.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly result: Promise<HttpResult>;
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #mostBytes: number;
  readonly #chunks: Buffer[] = [];
  #resolve: (result: HttpResult) => void = () => {};
  #timer: NodeJS.Timeout;
  #bytes = 0;
  #started: Dispatcher.DispatchController | null = null;
  #statusLine: { status: number; headers: HttpAnswer['headers'] } | null = null;
  #settled = false;
  #tooLong = false;

  constructor(timeoutMs: number, signal?: AbortSignal, mostBytes = BODY_BYTES) {
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    this.#mostBytes = mostBytes;
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#timer = this.#deadline();
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted) this.#onAbort();
  }

  /** Whether the request has ended. If it ended before it was dispatched, it is not dispatched. */
  get settled(): boolean {
    return this.#settled;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled || this.#started !== null) {
      controller.abort(new Error('given up before it was sent'));
      return;
    }
    this.#started = controller;
    clearTimeout(this.#timer);
    this.#timer = this.#deadline();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: HttpAnswer['headers'],
  ): void {
    if (status >= 200) this.#statusLine = { status, headers };
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#chunks.push(chunk.subarray(0, this.#mostBytes - this.#bytes));
    this.#bytes += chunk.length;
    if (this.#bytes > this.#mostBytes) {
      this.#tooLong = true;
      this.#giveUp(`response longer than ${this.#mostBytes} bytes`);
    }
  }

  onResponseEnd(): void {
    this.#end('the response ended without a status');
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#end(causeText(error));
  }

  readonly #onAbort = () => this.#giveUp('stopped before a response came');

  /**
   * Starts the timer of the deadline. After a blocked event loop, data that arrived in time is read first: a response
   * must not be lost because this process was slow.
   */
  #deadline(): NodeJS.Timeout {
    const phase = this.#started;
    const expire = () => {
      if (this.#started !== phase) return;
      const missing = phase === null ? 'connection' : 'complete response';
      this.#giveUp(`no ${missing} within ${this.#timeoutMs / 1000} s`);
    };
    return setTimeout(() => setImmediate(expire), this.#timeoutMs);
  }

  #giveUp(error: string): void {
    if (this.#settled) return;
    this.#end(error);
    this.#started?.abort(new Error(error));
  }

  #end(error: string): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    const tooLong = this.#tooLong && ({ tooLong: true } as const);
    if (this.#statusLine)
      this.#resolve({ type: 'response', ...this.#statusLine, text: this.#text(), ...tooLong });
    else this.#resolve({ type: this.#started === null ? 'unsent' : 'unknown', error });
  }

  /** The body, or the beginning of a body that was too long: it may show what the body is. */
  #text(): string {
    const bytes = this.#tooLong ? Math.min(this.#bytes, BODY_BYTES) : this.#bytes;
    const text = new TextDecoder().decode(Buffer.concat(this.#chunks, Math.min(bytes, this.#mostBytes)));
    this.#chunks.length = 0;
    return text;
  }
}
