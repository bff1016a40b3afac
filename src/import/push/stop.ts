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
