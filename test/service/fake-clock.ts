import type { Clock, Moment } from '../../src/service/clock.ts';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** A clock that the test moves; `skew` is how late each timer is (or early, if negative), in ms. */
export class FakeClock implements Clock {
  #now = 1000;
  readonly #skew: () => number;
  readonly #timers = new Set<Timer>();

  constructor(skew: () => number = () => 0) {
    this.#skew = skew;
  }

  get sleeping(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  moment(): Moment {
    return { boot: 'fake', ms: this.#now };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer: Timer = { at: this.#now + Math.max(0.01, ms + this.#skew()), fire: resolve };
      this.#timers.add(timer);
      signal?.addEventListener('abort', () => {
        if (this.#timers.delete(timer)) reject(signal.reason);
      });
    });
  }

  /** Runs everything that waits for a settled promise, without time passing. */
  async settle(): Promise<void> {
    for (let i = 0; i < 20; i++) await Promise.resolve();
  }

  /** Moves to `time`, stopping at each timer on the way. */
  async runTo(time: number): Promise<void> {
    await this.settle();
    for (;;) {
      const next = [...this.#timers].sort((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > time) break;
      this.#now = Math.max(this.#now, next.at);
      this.#timers.delete(next);
      next.fire();
      await this.settle();
    }
    this.#now = Math.max(this.#now, time);
  }

  /** Runs until no timer is left. */
  async runOut(): Promise<void> {
    await this.settle();
    while (this.#timers.size > 0) await this.runTo(Math.min(...[...this.#timers].map((timer) => timer.at)));
  }
}
