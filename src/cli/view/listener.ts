import type { RunEvent } from '../../import/run-event.ts';

/** Shows the events of a run to a person or a script. */
export interface Listener {
  on(event: RunEvent): void;
  /** Resolves when all events so far are shown. Something else may use the terminal until the next event. */
  idle?(): Promise<void>;
  /**
   * Writes what is left and shows the cursor again. Must be called once, also after an error. Throws errors of drawing,
   * after the verdict is printed.
   */
  end(): Promise<void> | void;
}

/** Where and how a listener prints. */
export interface Screen {
  readonly stream: NodeJS.WritableStream;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Colours of chalk: 0 for none (NO_COLOR, no terminal). */
  readonly colorLevel: ColorLevel;
}

export type ColorLevel = 0 | 1 | 2 | 3;
