import type { RunEvent } from '../../import/event.ts';

/** Turns what a run tells into what a person or a script sees. */
export interface Listener {
  on(event: RunEvent): void;
  /** Resolves when all events so far are shown: something else may use the terminal until the next event. */
  idle?(): Promise<void>;
  /**
   * Call it once, whatever happened, and await it: only then all is written and the cursor is shown. A listener that
   * saw no verdict just closes. Throws what went wrong while drawing, after the verdict is out.
   */
  end(): Promise<void> | void;
}

/** What a listener needs of the outside world. */
export interface Screen {
  readonly stream: NodeJS.WritableStream;
  /** Milliseconds; only differences count. */
  readonly now: () => number;
  /** Colours of chalk: 0 for none (NO_COLOR, no terminal). */
  readonly colorLevel: ColorLevel;
}

export type ColorLevel = 0 | 1 | 2 | 3;
