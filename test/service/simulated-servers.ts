import type { ConcurrencyLimit } from '../../src/service/concurrency.ts';

/** A server in virtual time: how it responds to a request that arrives while `open` requests are open, itself included. */
export type Server = (now: number, open: number) => { readonly ms: number; readonly throttled?: boolean };

/** Milliseconds from a "slow down" until the request is sent again. */
const AGAIN_MS = 600;
const SERVICE_MS = 100;

const jitter = (random: () => number): number => SERVICE_MS * (0.8 + 0.4 * random());

/** Responds as fast to many requests as to one. */
export const steady =
  (random: () => number): Server =>
  () => ({ ms: jitter(random) });

/** Works on some requests at a time; the others wait. */
export function queueing(random: () => number, workers: number): Server {
  const free = new Array<number>(workers).fill(0);
  return (now) => {
    const next = free.indexOf(Math.min(...free));
    free[next] = Math.max(now, free[next]!) + jitter(random);
    return { ms: free[next]! - now };
  };
}

/** Beyond some open requests, each further one makes all of them slower than one after the other would be. */
export const thrashing =
  (random: () => number, most: number): Server =>
  (_, open) => ({ ms: jitter(random) * Math.max(1, open / most) ** 2 });

/** Refuses requests beyond some open ones. */
export const refusing =
  (random: () => number, most: number): Server =>
  (_, open) =>
    open > most ? { ms: 10, throttled: true } : { ms: jitter(random) };

interface Request {
  readonly at: number;
  readonly sentAt: number;
  readonly throttled: boolean;
}

/** Milliseconds in which a server accepts `count` requests; with a fixed limit, or one that adapts. */
export function timeOf(server: Server, count: number, limit: number | ConcurrencyLimit): number {
  const inFlight: Request[] = [];
  const waiting: number[] = [];
  let [now, fresh, done, open] = [0, count, 0, 0];
  const mayStart = () => open < (typeof limit === 'number' ? limit : limit.limit);
  while (done < count) {
    while (fresh > 0 || (waiting[0] ?? Number.POSITIVE_INFINITY) <= now) {
      if (!mayStart()) break;
      if ((waiting[0] ?? Number.POSITIVE_INFINITY) <= now) waiting.shift();
      else fresh--;
      if (typeof limit !== 'number') limit.begin();
      const { ms, throttled = false } = server(now, ++open);
      inFlight.push({ at: now + ms, sentAt: now, throttled });
    }
    const at = Math.min(
      ...inFlight.map((request) => request.at),
      inFlight.length === 0 ? waiting[0]! : Infinity,
    );
    now = at;
    const index = inFlight.findIndex((request) => request.at === at);
    if (index < 0) continue;
    const [{ sentAt, throttled }] = inFlight.splice(index, 1) as [Request];
    open--;
    if (throttled) waiting.push(now + AGAIN_MS);
    else done++;
    if (typeof limit !== 'number') limit.end(throttled ? 'throttled' : 'clean', now - sentAt);
  }
  return now;
}
