import { TraceError } from '../errors.ts';
import { type Clock, systemClock } from './clock.ts';
import { ConcurrencyLimit, type Release } from './concurrency.ts';
import { Pacer } from './pace.ts';
import type { Reading } from './read-back/reading.ts';
import type { ReadEvent } from './read-event.ts';
import type { ReadSource } from './read-source.ts';
import { backoffMs, LONGEST_PAUSE_MS, RetryBudget } from './retry.ts';
import type { Answer } from './service.ts';

/** Tries of one read: that did not leave, whose answer was lost, and that the service put off. */
const MOST_UNSENT = 5;
const MOST_LOST = 4;
const MOST_PUT_OFF = 50;
/** Reads in a row that were given up after which the service counts as gone: without any status, and with one. */
const MOST_SILENT = 10;
const MOST_BROKEN = 100;

export interface ReadSettings {
  /** Requests a second; 0 for no limit. */
  readonly rate: number;
  /** Most requests out at once. */
  readonly concurrency: number;
  /** Aborted when the person wants it to stop: what is out is given up, nothing is lost by it. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  /** 0 to 1; for the jitter. */
  readonly random?: (() => number) | undefined;
  readonly tell?: ((event: ReadEvent) => void) | undefined;
}

/** What one read came to, after its retries. */
export type Read =
  | { readonly type: 'body'; readonly body: unknown }
  /** The service says that there is no such thing. */
  | { readonly type: 'absent'; readonly said?: readonly string[] }
  /** `status` is null when none came. `refused`: the service does not take the question as it is. */
  | {
      readonly type: 'failed';
      readonly status: number | null;
      readonly error: string;
      readonly refused: boolean;
    };

/**
 * Reads under the rate and the adaptive concurrency of a push. A read changes nothing in the service, so whatever was
 * lost is asked for again, within bounds.
 */
export class ReadClient {
  readonly source: ReadSource;
  readonly concurrency: number;
  readonly #limit: ConcurrencyLimit;
  readonly #pacer: Pacer;
  readonly #budget = new RetryBudget();
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #tell: (event: ReadEvent) => void;
  readonly #controller = new AbortController();
  #stopped: TraceError | null = null;
  #given = { silent: 0, broken: 0 };
  /** The address is known to be that of the service: a path that is not there is then about the path. */
  #known = false;
  #requests = 0;

  constructor(source: ReadSource, settings: ReadSettings) {
    this.source = source;
    this.concurrency = settings.concurrency;
    this.#clock = settings.clock ?? systemClock;
    this.#limit = new ConcurrencyLimit(settings.concurrency);
    this.#pacer = new Pacer(settings.rate, this.#clock);
    this.#random = settings.random ?? Math.random;
    this.#tell = settings.tell ?? (() => {});
    const { signal } = settings;
    const interrupted = () => this.#stop(new TraceError('interrupted', 'interrupted', 'Interrupted.'));
    if (signal?.aborted) interrupted();
    signal?.addEventListener('abort', interrupted, { once: true });
  }

  /** Requests that left. */
  get requests(): number {
    return this.#requests;
  }

  /** Gives up what is out: nobody waits for it any more. */
  close(): void {
    this.#stop(new TraceError('interrupted', 'interrupted', 'Interrupted.'));
  }

  /**
   * Reads one path; `what` names it for people.
   * @throws TraceError when nothing else would fare better: `token-refused`, `wrong-address`, `unreachable`, `interrupted`.
   */
  async read(path: string, what: string): Promise<Read> {
    const tries = { unsent: 0, lost: 0, putOff: 0 };
    let paid = 0;
    for (;;) {
      const reading = await this.#try(path);
      if (this.#stopped) throw this.#stopped;
      if (reading.type === 'body' || reading.type === 'absent') {
        this.#known = true;
        return this.#certain(reading, paid);
      }
      const { answer } = reading;
      switch (answer.type) {
        case 'throttled': {
          const waitMs = answer.told ? answer.waitMs : backoffMs(++tries.putOff, this.#random);
          if (answer.told) tries.putOff++;
          const status = answer.status;
          this.#tell({ type: 'throttled', status, waitMs, concurrency: this.#limit.limit });
          const spent = tries.putOff >= MOST_PUT_OFF || waitMs > LONGEST_PAUSE_MS || !this.#budget.take();
          if (spent) throw this.#gone(`it puts requests off (HTTP ${status})`);
          paid++;
          if (answer.told) this.#pacer.pauseUntil(this.#clock.now() + waitMs);
          else await this.#pause(waitMs);
          break;
        }
        case 'unsent':
          if (++tries.unsent >= MOST_UNSENT || !this.#budget.take()) throw this.#gone(answer.error);
          paid++;
          await this.#again(what, tries.unsent + tries.lost, tries.unsent, answer.error);
          break;
        case 'unknown':
          if (++tries.lost >= MOST_LOST || !this.#budget.take()) return this.#givenUp(answer);
          paid++;
          await this.#again(what, tries.unsent + tries.lost, tries.lost, answer.error);
          break;
        case 'misdirected':
          return this.#certain(failed(answer.status, answer.error, true), paid);
        case 'refused':
          return this.#certain(failed(answer.status, answer.messages.join('; '), true), paid);
        default:
          return this.#certain(failed(answer.status, `HTTP ${answer.status} for a read`, true), paid);
      }
    }
  }

  async #try(path: string): Promise<Reading> {
    const { signal } = this.#controller;
    try {
      await this.#limit.acquire(signal);
    } catch {
      throw this.#stopped;
    }
    let release: Release = 'error';
    try {
      await this.#pacer.turn(signal);
      this.#requests++;
      const reading = await this.source.read(path, signal);
      if (reading.type !== 'failed' || reading.answer.type === 'refused') release = 'clean';
      else if (reading.answer.type === 'throttled') release = 'throttled';
      // Before others get their turn: with such an answer nothing more leaves.
      if (reading.type === 'failed') this.#stopAt(reading.answer);
      return reading;
    } catch (error) {
      throw this.#stopped ?? error;
    } finally {
      this.#limit.release(release);
    }
  }

  #certain<Kind extends Read>(read: Kind, paid: number): Kind {
    this.#given = { silent: 0, broken: 0 };
    if (paid === 0) this.#budget.succeeded(false);
    for (let left = paid; left > 0; left--) this.#budget.succeeded(true);
    return read;
  }

  #givenUp({ status, error }: Extract<Answer, { type: 'unknown' }>): Read {
    if (status === undefined) this.#given.silent++;
    this.#given.broken++;
    if (this.#given.silent >= MOST_SILENT || this.#given.broken >= MOST_BROKEN) {
      throw this.#gone(`${this.#given.broken} reads in a row came to nothing: ${error}`);
    }
    return failed(status ?? null, error, false);
  }

  async #again(what: string, attempt: number, tries: number, reason: string): Promise<void> {
    const waitMs = backoffMs(tries, this.#random);
    this.#tell({ type: 'retry', what, attempt, waitMs, reason });
    await this.#pause(waitMs);
  }

  async #pause(ms: number): Promise<void> {
    await this.#clock.sleep(ms, this.#controller.signal).catch(() => {});
    if (this.#stopped) throw this.#stopped;
  }

  #gone(reason: string): TraceError {
    const { origin } = this.source;
    return this.#stop(
      new TraceError('unreachable', 'unreachable', `${origin} cannot be reached: ${reason}.`),
    );
  }

  /** A token that is not taken, or an address that is not the service: nothing else will fare better. */
  #stopAt(answer: Answer): void {
    const { origin } = this.source;
    if (answer.type === 'token') {
      const message = `${origin} does not take the token (HTTP ${answer.status}): ${answer.messages.join('; ')}.`;
      this.#stop(new TraceError('token', 'token-refused', message));
    }
    if (answer.type === 'misdirected' && (!this.#known || answer.status < 400)) {
      const message = `${origin} answers, but not as the service (HTTP ${answer.status}): ${answer.error}.`;
      this.#stop(new TraceError('usage', 'wrong-address', message));
    }
  }

  /** The first reason counts. */
  #stop(reason: TraceError): TraceError {
    if (this.#stopped) return this.#stopped;
    this.#stopped = reason;
    this.#controller.abort(reason);
    return reason;
  }
}

const failed = (status: number | null, error: string, refused: boolean) =>
  ({ type: 'failed', status, error, refused }) as const;
