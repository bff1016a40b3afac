import { parseChaos } from '../../src/mock/chaos/parse.ts';
import type { ChaosPlan, RatedFault } from '../../src/mock/chaos/plan.ts';
import type { Random } from '../fixtures/random.ts';

/** The maximum rate of each fault in a round that has it. Half of the rounds have it. */
const RATES: Readonly<Partial<Record<RatedFault, number>>> = {
  '429': 0.02,
  '429-date': 0.006,
  '503-retry': 0.02,
  '503-date': 0.006,
  '500': 0.02,
  '500-after': 0.04,
  '503': 0.02,
  '504': 0.02,
  '504-after': 0.03,
  html: 0.02,
  'html-after': 0.03,
  portal: 0.015,
  truncate: 0.04,
  'cut-json': 0.04,
  'reset-before': 0.04,
  'reset-after': 0.05,
  hang: 0.01,
  'hang-after': 0.01,
  slow: 0.02,
};

/** The maximum rates of faults after which the record is stored late. */
const LATE_RATES: Readonly<Partial<Record<RatedFault, number>>> = {
  'reset-late': 0.06,
  '504-late': 0.06,
  'hang-late': 0.02,
};

/** Maximum time from a request until its record is stored late. */
export interface Lateness {
  readonly mostMs: number;
  /** Whether that time is long. Each doubt then costs a wait of half a minute, so other faults are rare. */
  readonly long: boolean;
}

const REDIRECTS = ['redirect', 'redirect-302', 'redirect-308'] as const;

/** Longer than any response. A request without a response costs as much. */
export const TIMEOUT_MS = 400;
/** Maximum delay before the mock handles a request. */
export const MAX_LATENCY_MS = 30;
/** A service that is away for longer than the retries of a record last: it ends the run. A short absence does not. */
const LONG_ABSENCE_MS = 4000;

/**
 * The faults of a round. Some come at any time, at their rate. A fault that ends a whole run (an expired token, a
 * redirect to `elsewhere`, a long absence of the service) comes once, and only in some rounds.
 */
export function drawFaults(
  random: Random,
  size: number,
  elsewhere: string,
  late: Lateness | null = null,
): ChaosPlan {
  const chance = (share: number) => random.next() < share;
  const request = () => random.whole(1, size);
  const drawRates = (rates: Readonly<Partial<Record<RatedFault, number>>>, times: number) =>
    Object.entries(rates).map(([fault, most]) => {
      const rate = chance(0.5) ? random.next() * most * times : 0;
      return [fault, Math.round(rate * 1000) / 1000] as const;
    });
  const usual = drawRates(RATES, late?.long ? 0.25 : 1);
  const rates = [...usual, ...drawRates(LATE_RATES, late === null ? 0 : late.long ? 0.5 : 1)];
  const away = random.next();
  return parseChaos({
    seed: random.whole(0, 2 ** 31),
    latency: [0, random.whole(2, MAX_LATENCY_MS)],
    retryAfter: chance(0.2) ? 1 : 0,
    reads: chance(0.5),
    faults: Object.fromEntries(rates),
    lateMs: [0, late?.mostMs ?? 0],
    slowMs: random.pick([60, 2 * TIMEOUT_MS]),
    redirectTo: elsewhere,
    at: chance(0.12) ? { [request()]: random.pick(REDIRECTS) } : {},
    expire: chance(0.15) ? request() : null,
    expireStatus: random.pick([400, 401]),
    restart: away < 0.3 ? [request()] : [],
    downMs: away < 0.04 ? LONG_ABSENCE_MS : random.whole(20, 400),
  });
}
