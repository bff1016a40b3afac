import type { Exit } from '../../errors.ts';

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
        'interrupted: waiting for what is out; a second Ctrl-C ends the wait',
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
 * Counts the creates in a row whose response was lost. Requests that were out together when the first response was lost
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

  /** A create leaves. Returns what `count` needs if its response is lost. */
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
