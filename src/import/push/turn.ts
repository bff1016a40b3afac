import type { PushContext } from './engine.ts';

/** Waits until one more request may be out and the rate allows it; false when the run stops first. */
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

/** Waits until one more request may be out; false when the run stops first. */
export async function takeRoom({ limit, stop }: Pick<PushContext, 'limit' | 'stop'>): Promise<boolean> {
  if (stop.reason) return false;
  try {
    await limit.acquire(stop.signal);
    return true;
  } catch {
    return false;
  }
}

/** Spaces the requests where they leave. Whether one may then leave is in `isPaused` and the stop signal. */
export async function waitToLeave({ gate, stop }: PushContext): Promise<void> {
  await gate.turn(stop.signal).catch(() => {});
}

/** Whether a Retry-After holds every request. */
export const isPaused = ({ pacer, clock }: PushContext): boolean => pacer.pausedUntil > clock.now();

/** Waits until a read may leave. Rejects when the run stops first. */
export async function readTurn(context: PushContext): Promise<void> {
  do {
    await context.pacer.turn(context.stop.signal);
    await waitToLeave(context);
  } while (context.stop.reason !== null || isPaused(context));
}
