import type { RunEvent } from '../../import/report/run-event.ts';

/** Shows the events of a run to a person or a script. */
export interface Listener {
  on(event: RunEvent): void;
  /** Resolves when all events so far are shown. Until the next event, the caller may then write to the terminal. */
  idle?(): Promise<void>;
  /**
   * Writes the remaining output and shows the cursor again. Must be called once, also after an error. Throws errors of
   * drawing after it has printed the verdict.
   */
  end(): Promise<void> | void;
}

/** Where and how a listener prints. */
export interface Screen {
  readonly stream: NodeJS.WritableStream;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** The colour level of chalk: 0 for no colours. */
  readonly colorLevel: ColorLevel;
}

export type ColorLevel = 0 | 1 | 2 | 3;
