import type { Dispatcher } from 'undici';
import { causeText } from './cause.ts';
import type { HttpAnswer } from './classify.ts';

/** Most bytes read of an answer's body, where nothing else is said; the rest is not waited for. */
const BODY_BYTES = 1024 * 1024;

/** What one try on the wire came to. */
export type Heard =
  /** A status line came; `text` may be cut when the body was too long (`tooLong`) or broke off. */
  | ({ readonly type: 'heard' } & HttpAnswer)
  /** No byte of the request left. */
  | { readonly type: 'unsent'; readonly error: string }
  /** The request was written, at least in part, and no status line came back. */
  | { readonly type: 'unknown'; readonly error: string };

/**
 * One request on a pool. undici calls `onRequestStart` when a connected socket is about to be written, and writes
 * nothing when the handler aborts in it: so whatever ends before that call is certainly not sent, and whatever ends
 * after it may have arrived. It settles once and never rejects.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly heard: Promise<Heard>;
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #mostBytes: number;
  readonly #chunks: Buffer[] = [];
  #resolve: (heard: Heard) => void = () => {};
  #timer: NodeJS.Timeout;
  #bytes = 0;
  #started: Dispatcher.DispatchController | null = null;
  #head: { status: number; headers: HttpAnswer['headers'] } | null = null;
  #settled = false;
  #tooLong = false;

  constructor(timeoutMs: number, signal?: AbortSignal, mostBytes = BODY_BYTES) {
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    this.#mostBytes = mostBytes;
    this.heard = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#timer = this.#deadline();
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted) this.#onAbort();
  }

  /** Whether it has come to its end; one that has ended before it was dispatched need not be. */
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
    if (status >= 200) this.#head = { status, headers };
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#chunks.push(chunk.subarray(0, this.#mostBytes - this.#bytes));
    this.#bytes += chunk.length;
    if (this.#bytes > this.#mostBytes) {
      this.#tooLong = true;
      this.#giveUp(`answer longer than ${this.#mostBytes} bytes`);
    }
  }

  onResponseEnd(): void {
    this.#end('the answer ended without a status');
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#end(causeText(error));
  }

  readonly #onAbort = () => this.#giveUp('stopped before an answer came');

  /**
   * A deadline that fires after a blocked event loop lets it read first what had arrived in time: an answer must not
   * be lost to our own slowness.
   */
  #deadline(): NodeJS.Timeout {
    const phase = this.#started;
    const expire = () => {
      if (this.#started !== phase) return;
      const missing = phase === null ? 'connection' : 'complete answer';
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
    if (this.#head) this.#resolve({ type: 'heard', ...this.#head, text: this.#text(), ...tooLong });
    else this.#resolve({ type: this.#started === null ? 'unsent' : 'unknown', error });
  }

  /** Of a body that was too long only the beginning, which may say what it is. */
  #text(): string {
    const bytes = this.#tooLong ? Math.min(this.#bytes, BODY_BYTES) : this.#bytes;
    const text = new TextDecoder().decode(Buffer.concat(this.#chunks, Math.min(bytes, this.#mostBytes)));
    this.#chunks.length = 0;
    return text;
  }
}
