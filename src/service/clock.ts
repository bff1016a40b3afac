/** Time as pacing needs it. Monotonic: `now` has no date and never jumps; both in milliseconds. */
export interface Clock {
  now(): number;
  /** Resolves after about `ms`; rejects with the signal's reason when it is aborted. May fire a little early. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Longer timers fire at once in Node; callers look at the clock again after every sleep. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
        Math.min(Math.max(Math.ceil(ms), 0), LONGEST_TIMER_MS),
      );
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};
