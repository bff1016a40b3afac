import type { Exit } from '../../errors.ts';
import type { PushContext } from './engine.ts';

/** Maximum number of paused records, in addition to those being sent. It limits the memory when a service stalls. */
const MOST_PAUSED = 1000;

/**
 * Limits how many records are being sent at once. A paused record (before it is read back or sent again) lends its slot
 * to another. When it resumes, more slots may be in use than exist; then no new record starts until one is free.
 * `ConcurrencyLimit` limits the requests in flight.
 */
export class Slots {
  readonly #most: number;
  #taken = 0;
  #paused = 0;
  #wake: (() => void) | null = null;

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when a slot is free; for one caller at a time. */
  async free(): Promise<void> {
    while (this.#taken >= this.#most || this.#paused >= MOST_PAUSED) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  take(): void {
    this.#taken++;
  }

  release(): void {
    this.#taken--;
    this.#notify();
  }

  /** Lends the slot of the caller to others until `pause` is over. */
  async lend(pause: Promise<void>): Promise<void> {
    this.#taken--;
    this.#paused++;
    this.#notify();
    try {
      await pause;
    } finally {
      this.#paused--;
      this.#taken++;
      this.#notify();
    }
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}

/** Waits until one more request may be open and the rate allows it; false if the run stops first. */
export async function takeTurn({ limit, pacer, stop }: PushContext): Promise<boolean> {
  if (!(await takeRoom({ limit, stop }))) return false;
  try {
    await pacer.turn(stop.signal);
    return true;
  } catch {
    limit.release('error');
    return false;
  }
}

/** Waits until one more request may be open; false if the run stops first. */
export async function takeRoom({ limit, stop }: Pick<PushContext, 'limit' | 'stop'>): Promise<boolean> {
  if (stop.reason) return false;
  try {
    await limit.acquire(stop.signal);
    return true;
  } catch {
    return false;
  }
}

/** Spaces the requests at the moment they are sent. Whether one may be sent is in `isPaused` and the stop signal. */
export async function waitToLeave({ gate, stop }: PushContext): Promise<void> {
  await gate.turn(stop.signal).catch(() => {});
}

/** Whether a Retry-After pauses all requests. */
export const isPaused = ({ pacer, clock }: PushContext): boolean => pacer.pausedUntil > clock.now();

/** Waits until a read may be sent. Rejects if the run stops first. */
export async function readTurn(context: PushContext): Promise<void> {
  do {
    await context.pacer.turn(context.stop.signal);
    await waitToLeave(context);
  } while (context.stop.reason !== null || isPaused(context));
}

/** Why a run stops early. */
export interface Stop {
  readonly exit: Exit;
  readonly reason: string;
  /** Stable name for scripts, where the exit code is not enough. */
  readonly code?: string;
  /** What to do, where the next command is not enough. */
  readonly hint?: string | undefined;
  /** Something broke on this machine, not in the service or its address: the run can be resumed once that is fixed. */
  readonly broken?: true;
  /** Null: no command follows. Default: the command that the exit code suggests. */
  readonly next?: null;
}

/** Stops a run once: no record starts after it, and records that wait (for a turn or a pause) are woken. */
export class StopSignal {
  readonly #controller = new AbortController();
  readonly #report: (reason: string) => void;
  #reason: Stop | null = null;

  constructor(outer: AbortSignal | undefined, report: (reason: string) => void) {
    this.#report = report;
    const interrupted = () =>
      this.now(
        { exit: 'interrupted', reason: 'interrupted' },
        'interrupted: waiting for open requests; a second Ctrl-C ends the wait',
      );
    if (outer?.aborted) interrupted();
    outer?.addEventListener('abort', interrupted, { once: true });
  }

  /** Null while the run continues. */
  get reason(): Stop | null {
    return this.#reason;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The first reason counts. `message` is reported at once. */
  now(stop: Stop, message = stop.reason): void {
    if (this.#reason) return;
    this.#reason = stop;
    this.#report(message);
    this.#controller.abort();
  }
}

/**
 * Counts consecutive creates whose response was lost. Requests that were open together when the first response was lost
 * count as one: a broken connection is one event, however many requests it carried.
 */
export class LostResponses {
  #inARow = 0;
  /** Number of the current row, or of the last one. */
  #row = 0;

  /** 0 after a certain response. */
  get inARow(): number {
    return this.#inARow;
  }

  /** A create is sent. Returns what `count` needs if its response is lost. */
  leaving(): number {
    return this.#inARow > 0 ? this.#row : 0;
  }

  /** `leftIn` is the result of `leaving` for the request. */
  count(leftIn: number): void {
    if (this.#inARow === 0) {
      this.#inARow = 1;
      this.#row++;
    } else if (leftIn === this.#row) this.#inARow++;
  }

  /** Something certain is known of a record. */
  reset(): void {
    this.#inARow = 0;
  }
}
