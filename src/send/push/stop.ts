import type { Exit } from '../../errors.ts';
import { say } from '../../say.ts';

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
