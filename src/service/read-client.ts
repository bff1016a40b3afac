import { TraceError } from '../errors.ts';
import { numberText, say } from '../say.ts';
import { ConcurrencyLimit, type Release } from './concurrency.ts';
import { type Clock, Pacer, Retries, RetryBudget, systemClock } from './pacing.ts';
import type { Reading } from './read-back/reading.ts';
import type { ReadEvent } from './read-event.ts';
import type { ReadSource } from './read-source.ts';
import { decideRetry, MOST_ATTEMPTS, type RetryDecision, retryAfterOf } from './retry.ts';
import type { Answer } from './service.ts';

/**
 * The service is treated as unreachable after this many consecutive failed reads. The first limit counts failures
 * without a status code, the second failures of any kind.
 */
const MOST_WITHOUT_STATUS = 10;
const MOST_GIVEN_UP = 100;

export interface ReadSettings {
  /** Requests per second; 0 for no limit. */
  readonly rate: number;
  /** Maximum number of open requests. */
  readonly concurrency: number;
  /** Aborted to stop at once. Open requests are abandoned; nothing is lost. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  /** Returns a number from 0 to 1, for the jitter. */
  readonly random?: (() => number) | undefined;
  readonly tell?: ((event: ReadEvent) => void) | undefined;
}

/** The result of one read, after its retries. */
export type Read =
  | { readonly type: 'body'; readonly body: unknown }
  /** The service reports that the record does not exist. */
  | { readonly type: 'absent'; readonly messages?: readonly string[] }
  /** `status` is null if no status code arrived. `refused`: the service refuses the request as it is. */
  | {
      readonly type: 'failed';
      readonly status: number | null;
      readonly error: string;
      readonly refused: boolean;
    };

/**
 * Reads with the rate limit, the adaptive concurrency and the attempt policy of writes (`retry.ts`). A read changes
 * nothing in the service, so a read whose response was lost is sent again.
 */
export class ReadClient {
  readonly source: ReadSource;
  readonly concurrency: number;
  readonly #limit: ConcurrencyLimit;
  readonly #pacer: Pacer;
  readonly #budget = new RetryBudget();
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #emit: (event: ReadEvent) => void;
  readonly #controller = new AbortController();
  #stopped: TraceError | null = null;
  #givenUpInARow = { all: 0, withoutStatus: 0 };
  /** Whether the address is known to be that of the service. A 404 is then about the path. */
  #known = false;
  #requests = 0;

  constructor(source: ReadSource, settings: ReadSettings) {
    this.source = source;
    this.concurrency = settings.concurrency;
    this.#clock = settings.clock ?? systemClock;
    this.#limit = new ConcurrencyLimit(settings.concurrency);
    this.#pacer = new Pacer(settings.rate, this.#clock);
    this.#random = settings.random ?? Math.random;
    this.#emit = settings.tell ?? (() => {});
    const { signal } = settings;
    const interrupted = () =>
      this.#stop(new TraceError('interrupted', 'interrupted', say().ending.interrupted()));
    if (signal?.aborted) interrupted();
    signal?.addEventListener('abort', interrupted, { once: true });
  }

  /** Number of requests that were sent. */
  get requests(): number {
    return this.#requests;
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
    const retries = new Retries(this.#budget);
    for (;;) {
      const reading = await this.#attempt(path);
      if (this.#stopped) throw this.#stopped;
      if (reading.type === 'body' || reading.type === 'absent') {
        this.#known = true;
        return this.#certain(reading, retries);
      }
      const { answer } = reading;
      switch (answer.type) {
        case 'throttled': {
          const { status } = answer;
          const decision = this.#decide(++failures.putOff, MOST_ATTEMPTS.putOff, retries, answer);
          const { waitMs } = decision;
          this.#emit({ type: 'throttled', status, waitMs, concurrency: this.#limit.limit });
          if (decision.type !== 'retry')
            throw this.#unreachable(say().responses.keepsAsking({ status: `${status}` }));
          retries.pay();
          if (decision.holdsAll) this.#pacer.pauseUntil(this.#clock.now() + waitMs);
          else await this.#pause(waitMs);
          break;
        }
        case 'unsent': {
          const decision = this.#decide(++failures.unsent, MOST_ATTEMPTS.unsent, retries);
          if (decision.type !== 'retry') throw this.#unreachable(answer.error);
          retries.pay();
          await this.#retry(what, failures.unsent + failures.lost, decision.waitMs, answer.error);
          break;
        }
        case 'unknown': {
          const decision = this.#decide(++failures.lost, MOST_ATTEMPTS.lostRead, retries);
          if (decision.type !== 'retry') return this.#givenUp(answer);
          retries.pay();
          await this.#retry(what, failures.unsent + failures.lost, decision.waitMs, answer.error);
          break;
        }
        case 'misdirected':
          return this.#certain(failed(answer.status, answer.error, true), retries);
        case 'refused':
          return this.#certain(failed(answer.status, answer.messages.join('; '), true), retries);
        default:
          return this.#certain(
            failed(answer.status, say().responses.forRead({ status: `${answer.status}` }), true),
            retries,
          );
      }
    }
  }

  #decide(failures: number, most: number, retries: Retries, answer?: Answer): RetryDecision {
    const retryAfterMs = answer ? retryAfterOf(answer) : null;
    return decideRetry({ failures, most, retryAfterMs, retriesLeft: retries.left, jitter: this.#random() });
  }

  async #attempt(path: string): Promise<Reading> {
    const { signal } = this.#controller;
    try {
      await this.#limit.acquire(signal);
    } catch {
      throw this.#stopped;
    }
    let release: Release = 'error';
    let isOpen = true;
    const onResponse = () => {
      isOpen = false;
      this.#limit.release('clean');
    };
    try {
      await this.#pacer.turn(signal);
      this.#requests++;
      const reading = await this.source.read(path, signal, onResponse);
      if (reading.type !== 'failed' || reading.answer.type === 'refused') release = 'clean';
      else if (reading.answer.type === 'throttled') release = 'throttled';
      // Called before other reads continue: after such a response no further request may be sent.
      if (reading.type === 'failed') this.#stopAt(reading.answer);
      return reading;
    } catch (error) {
      throw this.#stopped ?? error;
    } finally {
      if (isOpen) this.#limit.release(release);
    }
  }

  #certain<Kind extends Read>(read: Kind, retries: Retries): Kind {
    this.#givenUpInARow = { all: 0, withoutStatus: 0 };
    retries.refund();
    return read;
  }

  #givenUp({ status, error }: Extract<Answer, { type: 'unknown' }>): Read {
    const inARow = this.#givenUpInARow;
    inARow.all++;
    if (status === undefined) inARow.withoutStatus++;
    if (inARow.withoutStatus >= MOST_WITHOUT_STATUS || inARow.all >= MOST_GIVEN_UP) {
      throw this.#unreachable(say().responses.manyFailed({ number: numberText(inARow.all), error }));
    }
    return failed(status ?? null, error, false);
  }

  async #retry(what: string, attempt: number, waitMs: number, reason: string): Promise<void> {
    this.#emit({ type: 'retry', what, attempt, waitMs, reason });
    await this.#pause(waitMs);
  }

  async #pause(ms: number): Promise<void> {
    await this.#clock.sleep(ms, this.#controller.signal).catch(() => {});
    if (this.#stopped) throw this.#stopped;
  }

  #unreachable(reason: string): TraceError {
    const { origin } = this.source;
    return this.#stop(
      new TraceError('unreachable', 'unreachable', say().responses.unreachable({ origin, reason })),
    );
  }

  /** Stops all reads if the token was refused, or the address is not that of the service. */
  #stopAt(answer: Answer): void {
    const { origin } = this.source;
    if (answer.type === 'token') {
      const message = say().responses.tokenRefused({
        origin,
        status: `${answer.status}`,
        words: answer.messages.join('; '),
      });
      this.#stop(new TraceError('token', 'token-refused', message));
    }
    if (answer.type === 'misdirected' && (!this.#known || answer.status < 400)) {
      const message = say().responses.notService({ origin, status: `${answer.status}`, error: answer.error });
      this.#stop(new TraceError('usage', 'wrong-address', message));
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

const failed = (status: number | null, error: string, refused: boolean) =>
  ({ type: 'failed', status, error, refused }) as const;
