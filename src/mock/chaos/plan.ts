/**
 * Faults that happen to a share of the requests. Their order decides which one a random number selects. The area
 * `helpFaults` of the messages describes them.
 */
export const RATED_FAULTS = [
  ...(['429', '500', '503', '504', '429-date', '500-after', '503-retry', '503-date', '504-after'] as const),
  ...(['html', 'html-after', 'portal', 'truncate', 'cut-json', 'reset-before', 'reset-after'] as const),
  ...(['hang', 'hang-after', 'slow', 'redirect', 'redirect-302', 'redirect-308'] as const),
  ...(['reset-late', '504-late', 'hang-late'] as const),
] as const;
export type RatedFault = (typeof RATED_FAULTS)[number];

/** All faults: those of `RATED_FAULTS`, and those that happen only at given requests. */
export const ALL_FAULTS = [...RATED_FAULTS, 'expired', 'restart'] as const;
export type Fault = (typeof ALL_FAULTS)[number];

/** Whether the service stores the record before it sends or loses the response. */
export const isStored = (fault: Fault): boolean =>
  fault.endsWith('-after') || ['truncate', 'cut-json', 'slow'].includes(fault);

/** Whether the service stores the record some time after it lost the response. */
export const isLate = (fault: Fault): boolean => fault.endsWith('-late');

/** Which faults to inject, and how often. See `parseChaos`. */
export interface ChaosPlan {
  readonly seed: number;
  /** Minimum and maximum delay of a request in scope, in milliseconds. */
  readonly latency: readonly [number, number];
  /** The share of the requests in scope that get each fault; together at most 1. */
  readonly faults: Readonly<Partial<Record<RatedFault, number>>>;
  /** Methods in scope. POST includes updates (PATCH). */
  readonly only: readonly string[];
  /** Names of kinds in scope; null for all requests. */
  readonly kinds: readonly string[] | null;
  /** Shares apply only to the first request for each key, so that retries succeed. */
  readonly firstOnly: boolean;
  /** Faults by request number. They have precedence over all other settings. */
  readonly at: Readonly<Record<number, Fault>>;
  /** After this number of requests, every token used so far expires; null for never. */
  readonly expire: number | null;
  readonly expireStatus: 400 | 401;
  /** The service restarts at the request after each of these numbers of requests. */
  readonly restart: readonly number[];
  /** The duration of a restart, in milliseconds. */
  readonly downMs: number;
  /** The value of Retry-After, in seconds. */
  readonly retryAfter: number;
  /** The duration of a slow response, in milliseconds. */
  readonly slowMs: number;
  /** Minimum and maximum time from a request until its record is stored late, in milliseconds. */
  readonly lateMs: readonly [number, number];
  /** The scheme, host and port that redirects point to. */
  readonly redirectTo: string | null;
}

/** The properties of a request that decide its fault. */
export interface ChaosRequest {
  /** The number of the request, from 1. */
  readonly n: number;
  readonly method: string;
  /** Name of the kind that it creates, or null. */
  readonly kind: string | null;
  /** The number of requests for its key, including this one. */
  readonly occurrence: number;
  /** Number of the first request with its token. */
  readonly tokenSince: number;
}

export interface Decision {
  readonly latencyMs: number;
  readonly fault: Fault | null;
  /** Where the body of a response is truncated, as a share of it below 1. */
  readonly cut: number;
  /** Milliseconds after which a late fault stores the record. */
  readonly lateMs: number;
}

/**
 * Decides what happens to a request. It depends only on the arguments: the same plan and request numbers give the same
 * faults, regardless of timing.
 */
export function decide(plan: ChaosPlan, request: ChaosRequest): Decision {
  const { n } = request;
  const drawn = { cut: draw(plan.seed, n, 3), lateMs: between(plan.lateMs, draw(plan.seed, n, 4)) };
  const timed = timedFault(plan, request);
  if (timed) return { latencyMs: 0, fault: timed, ...drawn };
  if (!inScope(plan, request)) return { latencyMs: 0, fault: null, ...drawn };
  const latencyMs = between(plan.latency, draw(plan.seed, n, 1));
  const isExempt = plan.firstOnly && request.occurrence > 1;
  return { latencyMs, fault: isExempt ? null : ratedFault(plan, draw(plan.seed, n, 2)), ...drawn };
}

const between = ([least, most]: readonly [number, number], drawn: number): number =>
  Math.round(least + (most - least) * drawn);

function timedFault(plan: ChaosPlan, { n, tokenSince }: ChaosRequest): Fault | null {
  const planned = plan.at[n];
  if (planned) return planned;
  if (plan.restart.includes(n - 1)) return 'restart';
  return plan.expire !== null && n > plan.expire && tokenSince <= plan.expire ? 'expired' : null;
}

function inScope({ only, kinds }: ChaosPlan, { method, kind }: ChaosRequest): boolean {
  const listed = method === 'PATCH' ? 'POST' : method;
  return only.includes(listed) && (kinds === null || (kind !== null && kinds.includes(kind)));
}

/** Selects a fault by a random number from 0 to 1: each fault has a range as wide as its share. */
function ratedFault({ faults }: ChaosPlan, drawn: number): RatedFault | null {
  let bound = 0;
  for (const name of RATED_FAULTS) {
    bound += faults[name] ?? 0;
    if (drawn < bound) return name;
  }
  return null;
}

const GOLDEN = 0x9e3779b9;

/** A pseudo-random number from 0 (included) to 1 for a seed, a request and a purpose (splitmix with 32 bits). */
function draw(seed: number, n: number, purpose: number): number {
  return mixed(mixed(mixed(seed) + Math.imul(n, GOLDEN)) + Math.imul(purpose, GOLDEN)) / 2 ** 32;
}

function mixed(value: number): number {
  let hash = (value + GOLDEN) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
  return (hash ^ (hash >>> 15)) >>> 0;
}
