import type { Random } from '../fixtures/random.ts';
import type { Mode } from './modes.ts';
import type { Moment } from './process.ts';

/**
 * An event during a command. `peek`: another terminal lists records in doubt. `state-removed`: the files are removed.
 * `locks-removed`: the lock files are removed, and another terminal starts the same command. `disk-full`: the ledger
 * cannot be written for a while.
 */
export type TrialEvent = 'kill' | 'signal' | 'peek' | 'state-removed' | 'locks-removed' | 'disk-full';

export interface Drawn {
  readonly event: TrialEvent;
  readonly moment: Moment;
  readonly signal: NodeJS.Signals;
  /** The time between a first and a second signal; null for one signal. */
  readonly secondMs: number | null;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Draws an event that the modes allow, at a moment of a command with so many requests; null if they allow none. */
export function drawEvent(
  random: Random,
  modes: ReadonlySet<Mode>,
  requests: number,
  mayDamage: boolean,
): Drawn | null {
  const possible: TrialEvent[] = [];
  if (modes.has('kill')) possible.push('kill');
  if (modes.has('signal')) possible.push('signal');
  if (modes.has('haste') && modes.has('resolve')) possible.push('peek');
  if (modes.has('damage') && mayDamage) possible.push('state-removed');
  if (modes.has('locks')) possible.push('locks-removed');
  if (modes.has('full')) possible.push('disk-full');
  if (possible.length === 0) return null;
  return {
    event: random.pick(possible),
    moment: momentOf(random, requests),
    signal: random.pick(SIGNALS),
    secondMs: random.next() < 0.35 ? random.whole(0, 600) : null,
  };
}

/** Mostly a moment while requests are open; else any time, including the start and the reading of files. */
function momentOf(random: Random, requests: number): Moment {
  return random.next() < 0.7
    ? { request: random.whole(1, Math.max(1, requests)), afterMs: random.whole(0, 25) }
    : { request: null, afterMs: random.whole(50, 700) };
}
