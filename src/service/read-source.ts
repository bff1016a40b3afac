import type { Reading } from './read-back/reading.ts';

/** The service, for reads. One implementation speaks HTTP; tests bring their own. */
export interface ReadSource {
  /** Scheme, host and port, for people. */
  readonly origin: string;
  /** One attempt to read a path, given without the base address. Never throws. */
  read(path: string, signal?: AbortSignal): Promise<Reading>;
}
