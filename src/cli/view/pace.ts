import { withThousands } from '../../findings/thousands.ts';

/** The rate is the average of the last STEPS steps of STEP milliseconds. */
const STEP = 1000;
const STEPS = 15;

/** Measures the rate of the last seconds and estimates the remaining time. */
export class Pace {
  readonly #total: number;
  readonly #samples: { at: number; done: number }[];
  #done = 0;

  constructor(total: number, now: number) {
    this.#total = total;
    this.#samples = [{ at: now, done: 0 }];
  }

  get done(): number {
    return this.#done;
  }

  add(now: number): void {
    this.#done += 1;
    if (now - this.#samples.at(-1)!.at < STEP) return;
    this.#samples.push({ at: now, done: this.#done });
    if (this.#samples.length > STEPS) this.#samples.shift();
  }

  /** Rows per second; undefined during the first second. */
  rate(now: number): number | undefined {
    const first = this.#samples[0]!;
    const seconds = (now - first.at) / 1000;
    return seconds < 1 ? undefined : (this.#done - first.done) / seconds;
  }

  /** A text such as `120/400 rows, 85 rows/s, 3 s left`, without what is not known yet. */
  text(now: number): string {
    const parts = [`${count(this.#done)}/${count(this.#total)} rows`];
    const rate = this.rate(now);
    if (rate !== undefined) parts.push(`${rate >= 10 ? count(Math.round(rate)) : rate.toFixed(1)} rows/s`);
    const left = this.#total - this.#done;
    if (rate && left > 0) parts.push(`${duration((left / rate) * 1000)} left`);
    return parts.join(', ');
  }
}

/** A whole number with separators: `12,345`. */
export const count = withThousands;

/** A duration such as `500 ms`, `4 s`, `2 min 5 s`, `3 h 20 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
