import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Html } from '../../page/html.ts';

/** What followers of a page get: its markup, and a sentence for those who do not see it. */
export interface Live {
  readonly part: Html;
  readonly said?: string;
  /** Whether nothing follows: browsers then load the page again. */
  readonly ended?: boolean;
}

/** A reading takes at most this share of the time. */
const READING_SHARE = 0.05;

/** Server-sent events about one page. It is read once for all its followers, and not at all without one. */
export class Followed {
  readonly #streams = new Set<ServerResponse>();
  readonly #last = new Map<'part' | 'said', string>();
  readonly #signal: AbortSignal;
  #isReading = false;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Sends what `read` returns to `stream`, now and whenever it changes; it is called every `pauseMs` or less often. */
  follow(stream: ServerResponse, read: () => Live | Promise<Live>, pauseMs: number): void {
    this.#streams.add(stream);
    stream.once('close', () => this.#streams.delete(stream));
    stream.flushHeaders();
    for (const [name, data] of this.#last) stream.write(eventText(name, data));
    if (!this.#isReading) void this.#readOn(read, pauseMs);
  }

  async #readOn(read: () => Live | Promise<Live>, pauseMs: number): Promise<void> {
    this.#isReading = true;
    while (this.#streams.size > 0 && !this.#signal.aborted) {
      const before = performance.now();
      // What cannot be read now, such as a ledger that is being replaced, is read again after the pause.
      const live = await Promise.resolve()
        .then(read)
        .catch(() => null);
      if (live !== null) this.#send('part', live.part);
      if (live?.said !== undefined) this.#send('said', live.said);
      if (live?.ended) for (const stream of this.#streams) stream.end(eventText('ended', ''));
      const pause = Math.max(pauseMs, (performance.now() - before) / READING_SHARE);
      await sleep(pause, undefined, { signal: this.#signal }).catch(() => {});
    }
    for (const stream of this.#streams) stream.end();
    this.#last.clear();
    this.#isReading = false;
  }

  #send(name: 'part' | 'said', data: string): void {
    if (this.#last.get(name) === data) return;
    this.#last.set(name, data);
    for (const stream of this.#streams) stream.write(eventText(name, data));
  }
}

const eventText = (name: string, data: string): string =>
  `event: ${name}\n${data.replace(/^/gm, 'data: ')}\n\n`;
