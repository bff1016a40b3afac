import type { Exit } from '../../errors.ts';
import { say } from '../../say.ts';
import type { PushContext } from './engine.ts';

/**
 * Maximum number of paused records, in addition to those being sent. This limits memory if the service stops
 * responding.
 */
const MOST_PAUSED = 1000;

/**
 * Limits how many records are being sent at once. While a record is paused (before it is read back or sent again),
 * another record may use its slot. When the first one resumes, more slots may be in use than exist; no new record
 * then starts until a slot is free. `ConcurrencyLimit` limits the number of open requests.
 */
export class Slots {
  readonly #most: number;
  #taken = 0;
  #paused = 0;
  #wake: (() => void) | null = null;

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when a slot is free. Only one caller may wait at a time. */
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

  /** Lets other records use the slot of the caller until `pause` resolves. */
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

/**
 * Waits until the concurrency limit and the rate allow one more request. False if the run stops first. Not a promise if
 * there is nothing to wait for.
 */
export function takeTurn(context: PushContext): boolean | Promise<boolean> {
  const { limit, pacer, stop } = context;
  if (stop.reason) return false;
  if (!limit.tryAcquire()) return waitForTurn(context, true);
  return pacer.tryTurn() || waitForTurn(context, false);
}

async function waitForTurn(context: PushContext, needsRoom: boolean): Promise<boolean> {
  const { limit, pacer, stop } = context;
  if (needsRoom && !(await takeRoom(context))) return false;
  try {
    await pacer.turn(stop.signal);
    return true;
  } catch {
    limit.release('error');
    return false;
  }
}

/** Waits until the concurrency limit allows one more request. Returns false if the run stops first. */
export async function takeRoom({ limit, stop }: Pick<PushContext, 'limit' | 'stop'>): Promise<boolean> {
  if (stop.reason) return false;
  try {
    await limit.acquire(stop.signal);
    return true;
  } catch {
    return false;
  }
}

/**
 * Spaces the requests at the moment they are sent. It does not decide whether a request may be sent: see
 * `isPaused` and the stop signal. Null if there is nothing to wait for.
 */
export function waitToLeave({ gate, stop }: PushContext): Promise<void> | null {
  return gate.tryTurn() ? null : gate.turn(stop.signal).catch(() => {});
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
  /** A stable code for scripts, if the exit code is not specific enough. */
  readonly code?: string;
  /** What the user should do, if the next command is not enough. */
  readonly hint?: string | undefined;
  /**
   * Set if this machine caused the stop, not the service or its address. The run can be resumed when the cause is
   * fixed.
   */
  readonly broken?: true;
  /** Null if there is no next command. Default: the command for the exit code. */
  readonly next?: null;
}

/** Stops a run, once. After that no record starts, and records that wait for a turn or a pause stop waiting. */
export class StopSignal {
  readonly #controller = new AbortController();
  readonly #report: (reason: string) => void;
  #reason: Stop | null = null;

  constructor(outer: AbortSignal | undefined, report: (reason: string) => void) {
    this.#report = report;
    const interrupted = () =>
      this.now(
        { exit: 'interrupted', reason: say().records.interrupted() },
        say().records.interruptedWaiting(),
      );
    if (outer?.aborted) interrupted();
    outer?.addEventListener('abort', interrupted, { once: true });
  }

  /** Why the run stopped; null while it continues. */
  get reason(): Stop | null {
    return this.#reason;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Stops the run. Only the first call has an effect. `message` is reported at once. */
  now(stop: Stop, message = stop.reason): void {
    if (this.#reason) return;
    this.#reason = stop;
    this.#report(message);
    this.#controller.abort();
  }
}

/**
 * Counts consecutive creates whose response was lost. If several requests were open when the first response was
 * lost, their lost responses count as one, because one broken connection may have carried them all.
 */
export class LostResponses {
  #inARow = 0;
  /** Number of the current, or else the last, group of requests that count as one. */
  #row = 0;

  /** Number of consecutive lost responses; 0 after a certain response. */
  get inARow(): number {
    return this.#inARow;
  }

  /** Call it when a create is sent. Returns the argument for `count` if its response is lost. */
  leaving(): number {
    return this.#inARow > 0 ? this.#row : 0;
  }

  /** Counts a lost response. `leftIn` is the result of `leaving` for its request. */
  count(leftIn: number): void {
    if (this.#inARow === 0) {
      this.#inARow = 1;
      this.#row++;
    } else if (leftIn === this.#row) this.#inARow++;
  }

  /** Call it after a certain response: the count starts again at 0. */
  reset(): void {
    this.#inARow = 0;
  }
}
