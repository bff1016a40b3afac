import { TraceError, usage } from '../errors.ts';
import { numberText, say } from '../say.ts';
import { type EndRequest, type Limiter, RetryBudget, requestEndOf } from './limiter.ts';
import type { Reading } from './read-back/reading.ts';
import { decideRetry, MOST_ATTEMPTS, type RetryDecision, retryAfterOf } from './retry.ts';
import type { Answer } from './service.ts';

/**
 * The service is treated as unreachable after this many consecutive failed reads. The first limit counts failures
 * without a status code, the second failures of any kind.
 */
const MOST_WITHOUT_STATUS = 10;
const MOST_GIVEN_UP = 100;

/** The service, for reads. One implementation uses HTTP; tests bring their own. */
export interface ReadSource {
  /** Scheme, host and port, for messages. */
  readonly origin: string;
  /**
   * Makes one attempt to read a path. The path does not contain the base address. Never throws. `onResponse` may be
   * called when a whole body with status 200 has arrived, before it is parsed: another request may then be sent.
   */
  read(path: string, signal?: AbortSignal, onResponse?: () => void): Promise<Reading>;
}

/** What a client reports while it waits. */
export type ReadEvent =
  | {
      readonly type: 'throttled';
      readonly status: number;
      readonly waitMs: number;
      /** Maximum number of open requests from now on. */
      readonly concurrency: number;
    }
  | {
      readonly type: 'retry';
      readonly what: string;
      readonly attempt: number;
      readonly waitMs: number;
      readonly reason: string;
    };

export interface ReadSettings {
  /** The limiter of the service. */
  readonly limiter: Limiter;
  /** Aborted to stop at once. Open requests are abandoned; nothing is lost. */
  readonly signal?: AbortSignal | undefined;
  /** Returns a number from 0 to 1, for the jitter. */
  readonly random?: (() => number) | undefined;
  readonly onEvent?: ((event: ReadEvent) => void) | undefined;
}

/**
 * A read that failed. `status` is null if no response arrived. `again`: the response was lost, truncated or not from the
 * service, so a retry may help. Otherwise the service refuses, or no address can contain the key.
 */
export interface FailedRead {
  readonly type: 'failed';
  readonly status: number | null;
  readonly error: string;
  readonly canRetry: boolean;
}

/** The result of one read, after its retries. */
export type Read =
  | { readonly type: 'body'; readonly body: unknown }
  /** The service reports that the record does not exist. */
  | { readonly type: 'absent'; readonly messages?: readonly string[] }
  | FailedRead;

/**
 * Reads with the limiter and the attempt policy of writes (`retry.ts`). A read changes nothing in the service, so a read
 * whose response was lost is sent again.
 */
export class ReadClient {
  readonly source: ReadSource;
  /** Maximum number of open requests. */
  readonly concurrency: number;
  readonly #limiter: Limiter;
  readonly #budget = new RetryBudget();
  readonly #random: () => number;
  readonly #emit: (event: ReadEvent) => void;
  readonly #controller = new AbortController();
  #stopped: TraceError | null = null;
  #givenUpInARow = { all: 0, withoutStatus: 0 };
  /** Whether the address is known to be that of the service. A 404 is then about the path. */
  #isAddressKnown = false;

  constructor(source: ReadSource, settings: ReadSettings) {
    this.source = source;
    this.concurrency = settings.limiter.concurrency;
    this.#limiter = settings.limiter;
    this.#random = settings.random ?? Math.random;
    this.#emit = settings.onEvent ?? (() => {});
    const { signal } = settings;
    const interrupted = () =>
      this.#stop(new TraceError('interrupted', 'interrupted', say().ending.interrupted()));
    if (signal?.aborted) interrupted();
    signal?.addEventListener('abort', interrupted, { once: true });
  }

  /** Abandons all open requests. */
  close(): void {
    this.#stop(new TraceError('interrupted', 'interrupted', say().ending.interrupted()));
  }

  /**
   * Reads one path. `what` is its name in messages.
   *
   * @throws TraceError if every other read would fail, too: `token-refused`, `wrong-address`, `unreachable`,
   * `interrupted`
   */
  async read(path: string, what: string): Promise<Read> {
    const failures = { putOff: 0, unsent: 0, lost: 0 };
    let paid = 0;
    for (;;) {
      const reading = await this.#attempt(path);
      if (this.#stopped) throw this.#stopped;
      if (reading.type === 'body' || reading.type === 'absent') {
        this.#isAddressKnown = true;
        return this.#certain(reading, paid);
      }
      const { answer } = reading;
      switch (answer.type) {
        case 'throttled': {
          const { status } = answer;
          const decision = this.#decide(++failures.putOff, MOST_ATTEMPTS.putOff, answer);
          const { waitMs } = decision;
          this.#emit({ type: 'throttled', status, waitMs, concurrency: this.#limiter.limit });
          if (decision.type !== 'retry')
            throw this.#unreachable(say().responses.keepsAsking({ status: `${status}` }));
          if (!decision.holdsAll) await this.#pause(waitMs);
          break;
        }
        case 'unsent': {
          if (answer.held) continue;
          const decision = this.#decide(++failures.unsent, MOST_ATTEMPTS.unsent);
          if (decision.type !== 'retry') throw this.#unreachable(answer.error, answer.hint);
          await this.#retry(what, failures.unsent + failures.lost, decision.waitMs, answer.error);
          break;
        }
        case 'unknown': {
          const decision = this.#decide(++failures.lost, MOST_ATTEMPTS.lostRead);
          if (decision.type !== 'retry') return this.#givenUp(answer);
          await this.#retry(what, failures.unsent + failures.lost, decision.waitMs, answer.error);
          break;
        }
        case 'misdirected':
          return this.#certain(failed(answer.status, answer.error), paid);
        case 'refused':
          return this.#certain(failed(answer.status, answer.messages.join('; ')), paid);
        default:
          return this.#certain(
            failed(answer.status, say().responses.forRead({ status: `${answer.status}` })),
            paid,
          );
      }
      paid++;
    }
  }

  /** Decides whether a read is repeated, and pays for it. */
  #decide(failures: number, most: number, answer?: Answer): RetryDecision {
    const retryAfterMs = answer ? retryAfterOf(answer) : null;
    const retriesLeft = this.#budget.left > 0;
    const decision = decideRetry({ failures, most, retryAfterMs, retriesLeft, jitter: this.#random() });
    if (decision.type === 'retry') this.#budget.pay();
    return decision;
  }

  async #attempt(path: string): Promise<Reading> {
    const { signal } = this.#controller;
    let end: EndRequest | null = null;
    try {
      end = await this.#limiter.place(signal);
      await this.#limiter.turnToLeave(signal);
      const reading = await this.source.read(path, signal, () => end?.('clean'));
      // Called before other reads continue: after such a response no further request may be sent.
      if (reading.type === 'failed') this.#stopAt(reading.answer);
      end(reading.type === 'failed' ? requestEndOf(reading.answer) : 'clean');
      return reading;
    } catch (error) {
      end?.('error');
      throw this.#stopped ?? error;
    }
  }

  #certain<Kind extends Read>(read: Kind, paid: number): Kind {
    this.#givenUpInARow = { all: 0, withoutStatus: 0 };
    this.#budget.refund(paid);
    return read;
  }

  #givenUp({ status, error }: Extract<Answer, { type: 'unknown' }>): Read {
    const inARow = this.#givenUpInARow;
    inARow.all++;
    if (status === undefined) inARow.withoutStatus++;
    if (inARow.withoutStatus >= MOST_WITHOUT_STATUS || inARow.all >= MOST_GIVEN_UP) {
      throw this.#unreachable(say().responses.manyFailed({ number: numberText(inARow.all), error }));
    }
    return failed(status ?? null, error, true);
  }

  async #retry(what: string, attempt: number, waitMs: number, reason: string): Promise<void> {
    this.#emit({ type: 'retry', what, attempt, waitMs, reason });
    await this.#pause(waitMs);
  }

  async #pause(ms: number): Promise<void> {
    await this.#limiter.clock.sleep(ms, this.#controller.signal).catch(() => {});
    if (this.#stopped) throw this.#stopped;
  }

  #unreachable(reason: string, hint?: string): TraceError {
    const { origin } = this.source;
    return this.#stop(
      new TraceError('unreachable', 'unreachable', say().responses.unreachable({ origin, reason }), hint),
    );
  }

  /** Stops all reads if the proxy or the token was refused, or the address is not that of the service. */
  #stopAt(answer: Answer): void {
    const { origin } = this.source;
    if (answer.type === 'unsent' && answer.isFinal) {
      const message = say().responses.unreachable({ origin, reason: answer.error });
      this.#stop(usage('proxy-auth', message, answer.hint));
    }
    if (answer.type === 'token') {
      const message = say().responses.tokenRefused({
        origin,
        status: `${answer.status}`,
        words: answer.messages.join('; '),
      });
      this.#stop(new TraceError('token', 'token-refused', message));
    }
    if (answer.type === 'misdirected' && (!this.#isAddressKnown || answer.status < 400)) {
      const message = say().responses.notService({ origin, status: `${answer.status}`, error: answer.error });
      this.#stop(usage('wrong-address', message));
    }
  }

  /** Only the first reason counts. */
  #stop(reason: TraceError): TraceError {
    if (this.#stopped) return this.#stopped;
    this.#stopped = reason;
    this.#controller.abort(reason);
    return reason;
  }
}

/** The result of a read that failed; by default for a reason that a retry does not change. */
export const failed = (status: number | null, error: string, again = false): FailedRead => ({
  type: 'failed',
  status,
  error,
  canRetry: again,
});
