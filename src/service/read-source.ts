import type { Reading } from './read-back/reading.ts';

/** The service, for reads. One implementation uses HTTP; tests bring their own. */
export interface ReadSource {
  /** Scheme, host and port, for messages. */
  readonly origin: string;
  /**
   * Makes one attempt to read a path. The path does not contain the base address. Never throws. `onResponse` may be
   * called when a whole body with status 200 has arrived, before it is parsed: another request may then be sent.
   */
  read(path: string, signal?: AbortSignal, onResponse?: () => void): Promise<Reading>;
}
