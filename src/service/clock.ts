import { setTimeout } from 'node:timers/promises';

/** Longer timers fire at once in Node. Callers therefore check the clock after every sleep. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The prefix of the identifier of a machine's start, if the start is identified only by its date (milliseconds
 * since 1970).
 */
export const BY_DATE_PREFIX = '~';
/** Tolerance when two such dates are compared: systems correct clocks by at most 500 parts per million. */
const DRIFT_MS = 2000;
const DRIFT_SHARE = 5e-4;

/**
 * A moment on a clock that never jumps, in milliseconds since the machine started. `boot` identifies that start. All
 * processes of a machine share the clock until a restart.
 */
export interface Moment {
  readonly boot: string;
  readonly ms: number;
}

/** A monotonic clock in milliseconds. It has no date and never jumps. */
export interface Clock {
  now(): number;
  /** The present moment, for comparison with a moment that an earlier process stored. */
  moment(): Moment;
  /** Resolves after about `ms`, perhaps a little early. Rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  // A moment of this process only. `import/state/machine-clock.ts` has the clock that processes share.
  moment: () => ({ boot: `process ${performance.timeOrigin}`, ms: performance.now() }),
  sleep: (ms, signal) =>
    setTimeout(Math.min(Math.max(Math.ceil(ms), 0), LONGEST_TIMER_MS), undefined, { signal }).catch(() => {
      throw signal?.reason;
    }),
};

/**
 * The milliseconds from one moment to a later one. Null if they cannot be compared: the machine was restarted in
 * between, it is another machine, or the date was changed on a system where only the date identifies a start.
 */
export function elapsedMs(since: Moment, until: Moment): number | null {
  const ms = until.ms - since.ms;
  return ms >= 0 && isSameBoot(since.boot, until.boot, ms) ? ms : null;
}

function isSameBoot(one: string, other: string, apartMs: number): boolean {
  if (one === other) return one !== '';
  if (!one.startsWith(BY_DATE_PREFIX) || !other.startsWith(BY_DATE_PREFIX)) return false;
  return Math.abs(Number(one.slice(1)) - Number(other.slice(1))) <= DRIFT_MS + apartMs * DRIFT_SHARE;
}
