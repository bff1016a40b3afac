import type { Exit } from '../../errors.ts';

/** Why a run stops before its end. */
export interface Stop {
  readonly exit: Exit;
  readonly reason: string;
  /** Stable name for scripts, where the exit code alone does not say it. */
  readonly code?: string;
  /** What to do, where it is more than the next command. */
  readonly hint?: string | undefined;
  /** Something broke on this side, not the service or its address: the run can be resumed once that is fixed. */
  readonly broken?: true;
  /** The command to type next, where the exit code alone does not say it; null for none. */
  readonly next?: null;
}

/** Stops a run once: no record is started after it, and what waits (for a turn, a pause, a backoff) is woken. */
export class StopSignal {
  readonly #controller = new AbortController();
  readonly #tell: (reason: string) => void;
  #reason: Stop | null = null;

  constructor(outer: AbortSignal | undefined, tell: (reason: string) => void) {
    this.#tell = tell;
    const interrupted = () =>
      this.now(
        { exit: 'interrupted', reason: 'interrupted' },
        'interrupted: waiting for what is out; a second Ctrl-C ends the wait',
      );
    if (outer?.aborted) interrupted();
    outer?.addEventListener('abort', interrupted, { once: true });
  }

  /** Null while the run goes on. */
  get reason(): Stop | null {
    return this.#reason;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The first reason counts. `told` is said at once, where it is not the reason itself. */
  now(stop: Stop, told = stop.reason): void {
    if (this.#reason) return;
    this.#reason = stop;
    this.#tell(told);
    this.#controller.abort();
  }
}
