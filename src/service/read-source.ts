import type { Reading } from './read-back/reading.ts';

/** Where reads go. One implementation speaks HTTP; tests bring their own. */
export interface ReadSource {
  /** Scheme, host and port, for people. */
  readonly origin: string;
  /** One try of one read path, without the base address. Never throws. */
  read(path: string, signal?: AbortSignal): Promise<Reading>;
}
