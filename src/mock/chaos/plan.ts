/** What may happen to a request, whether the record is stored before the response, and whether it is stored late. */
export const FAULTS = {
  '429': { stored: false, about: '429 with Retry-After in seconds' },
  '429-date': { stored: false, about: '429 with Retry-After as a date' },
  '500': { stored: false, about: '500, nothing stored' },
  '500-after': { stored: true, about: '500 though the record was stored' },
  '503': { stored: false, about: '503 without Retry-After' },
  '503-retry': { stored: false, about: '503 with Retry-After in seconds' },
  '503-date': { stored: false, about: '503 with Retry-After as a date' },
  '504': { stored: false, about: '504, nothing stored' },
  '504-after': { stored: true, about: '504 though the record was stored' },
  html: { stored: false, about: '502 with a web page' },
  'html-after': { stored: true, about: '502 with a web page though the record was stored' },
  portal: { stored: false, about: '200 with a web page, as a sign-in page on the way answers' },
  truncate: { stored: true, about: 'the answer breaks off before its Content-Length' },
  'cut-json': { stored: true, about: 'the answer is cut and has the Content-Length of what is left' },
  'reset-before': { stored: false, about: 'connection reset, nothing stored' },
  'reset-after': { stored: true, about: 'connection reset after the record was stored' },
  hang: { stored: false, about: 'never answered, nothing stored' },
  'hang-after': { stored: true, about: 'never answered though the record was stored' },
  slow: { stored: true, about: 'the answer drips in' },
  redirect: { stored: false, about: '307 to another origin' },
  'redirect-302': { stored: false, about: '302 to another origin' },
  'redirect-308': { stored: false, about: '308 to another origin' },
  'reset-late': {
    stored: false,
    late: true,
    about: 'connection reset, and the record is stored later (late-ms)',
  },
  '504-late': { stored: false, late: true, about: '504, and the record is stored later (late-ms)' },
  'hang-late': {
    stored: false,
    late: true,
    about: 'never answered, and the record is stored later (late-ms)',
  },
} as const satisfies Record<string, FaultSpec>;

interface FaultSpec {
  /** Whether the record is stored before the response is sent or lost. */
  readonly stored: boolean;
  /** Whether the record is stored some time after the response was lost. */
  readonly late?: true;
  readonly about: string;
}

/** A fault that can have a rate. */
export type RatedFault = keyof typeof FAULTS;

/** Faults that come at a given request: the token stops counting, the service goes away and comes back. */
const TIMED_FAULTS = ['expired', 'restart'] as const;

export type Fault = RatedFault | (typeof TIMED_FAULTS)[number];

export const RATED_FAULTS = Object.keys(FAULTS) as RatedFault[];
export const ALL_FAULTS: readonly Fault[] = [...RATED_FAULTS, ...TIMED_FAULTS];

/** Which faults to inject, and how often. `parseChaos` reads it. */
export interface ChaosPlan {
  readonly seed: number;
  /** Least and most pause before a request in scope is looked at, in milliseconds. */
  readonly latency: readonly [number, number];
  /** Share of the requests in scope that meet each fault; together at most 1. */
  readonly faults: Readonly<Partial<Record<RatedFault, number>>>;
  /** Methods in scope; with POST, updates (PATCH) are too. */
  readonly only: readonly string[];
  /** Kinds in scope, by name; null for everything. */
  readonly kinds: readonly string[] | null;
  /** Rates count for the first try of each key only, so that retries get through. */
  readonly firstOnly: boolean;
  /** Faults by request number, whatever the scope. They come before everything else. */
  readonly at: Readonly<Record<number, Fault>>;
  /** After that many requests every token used so far stops counting; null for never. */
  readonly expire: number | null;
  readonly expireStatus: 400 | 401;
  /** After each of these numbers of requests the next one meets a restart. */
  readonly restart: readonly number[];
  /** How long the service is away in a restart, in milliseconds. */
  readonly downMs: number;
  /** The value of Retry-After, in seconds. */
  readonly retryAfter: number;
  /** The duration of a slow response, in milliseconds. */
  readonly slowMs: number;
  /** Least and most time from a request until its record is stored late, in milliseconds. */
  readonly lateMs: readonly [number, number];
  /** Scheme, host and port that redirects name. */
  readonly redirectTo: string | null;
}

/** A request, as far as the decision goes. */
export interface ChaosRequest {
  /** Its number among all requests, from 1. */
  readonly n: number;
  readonly method: string;
  /** Name of the kind that it creates, or null. */
  readonly kind: string | null;
  /** How often its key came, this time included. */
  readonly occurrence: number;
  /** Number of the first request that carried its token. */
  readonly tokenSince: number;
}

export interface Decision {
  readonly latencyMs: number;
  readonly fault: Fault | null;
  /** Where the body of a response is truncated, from 0 up to 1. */
  readonly cut: number;
  /** How much later a late fault stores the record. */
  readonly lateMs: number;
}

/**
 * What happens to a request. It depends on nothing but its arguments: the same plan and request numbers give the same
 * faults, however much time passes between them.
 */
export function decide(plan: ChaosPlan, request: ChaosRequest): Decision {
  const { n } = request;
  const drawn = { cut: draw(plan.seed, n, 3), lateMs: between(plan.lateMs, draw(plan.seed, n, 4)) };
  const placed = timed(plan, request);
  if (placed) return { latencyMs: 0, fault: placed, ...drawn };
  if (!inScope(plan, request)) return { latencyMs: 0, fault: null, ...drawn };
  const latencyMs = between(plan.latency, draw(plan.seed, n, 1));
  const spared = plan.firstOnly && request.occurrence > 1;
  return { latencyMs, fault: spared ? null : rated(plan, draw(plan.seed, n, 2)), ...drawn };
}

const between = ([least, most]: readonly [number, number], drawn: number): number =>
  Math.round(least + (most - least) * drawn);

function timed(plan: ChaosPlan, { n, tokenSince }: ChaosRequest): Fault | null {
  const placed = plan.at[n];
  if (placed) return placed;
  if (plan.restart.includes(n - 1)) return 'restart';
  return plan.expire !== null && n > plan.expire && tokenSince <= plan.expire ? 'expired' : null;
}

function inScope({ only, kinds }: ChaosPlan, { method, kind }: ChaosRequest): boolean {
  const asked = method === 'PATCH' ? 'POST' : method;
  return only.includes(asked) && (kinds === null || (kind !== null && kinds.includes(kind)));
}

/** The fault on which a number from 0 up to 1 falls, each as wide as its rate. */
function rated({ faults }: ChaosPlan, drawn: number): RatedFault | null {
  let bound = 0;
  for (const name of RATED_FAULTS) {
    bound += faults[name] ?? 0;
    if (drawn < bound) return name;
  }
  return null;
}

const GOLDEN = 0x9e3779b9;

/** A number from 0 up to 1 that belongs to a seed, a request and a purpose (splitmix over 32 bits). */
function draw(seed: number, n: number, purpose: number): number {
  return mixed(mixed(mixed(seed) + Math.imul(n, GOLDEN)) + Math.imul(purpose, GOLDEN)) / 2 ** 32;
}

function mixed(value: number): number {
  let hash = (value + GOLDEN) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
  return (hash ^ (hash >>> 15)) >>> 0;
}
