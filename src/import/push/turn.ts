import type { PushContext } from './engine.ts';

/** Waits for room and for the rate; false when the run stops first. What it took of the limit is then given back. */
export async function takeTurn({ limit, pacer, stop }: PushContext): Promise<boolean> {
  if (!(await takeRoom({ limit, stop }))) return false;
  try {
    await pacer.turn(stop.signal);
    return true;
  } catch {
    limit.release('error');
    return false;
  }
}

/** Waits for room alone, for a look-up that takes a turn before each of its reads. */
export async function takeRoom({ limit, stop }: Pick<PushContext, 'limit' | 'stop'>): Promise<boolean> {
  if (stop.reason) return false;
  try {
    await limit.acquire(stop.signal);
    return true;
  } catch {
    return false;
  }
}

/** Waits for the moment to leave; false when the run paused or stopped since the request had its turn. */
export async function mayLeave({ gate, pacer, stop, clock }: PushContext): Promise<boolean> {
  await gate.turn(stop.signal).catch(() => {});
  return stop.reason === null && pacer.pausedUntil <= clock.now();
}

/** Waits until a read may leave. Rejects when the run stops first. */
export async function readTurn(context: PushContext): Promise<void> {
  do await context.pacer.turn(context.stop.signal);
  while (!(await mayLeave(context)));
}
