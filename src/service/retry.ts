import type { Answer } from './service.ts';

/**
 * Maximum number of attempts of one request, by the reason of the failures. The same for creates, updates and reads.
 */
export const MOST_ATTEMPTS = {
  /** The service asked to try again later (429, or 503 with Retry-After). */
  putOff: 50,
  /** Nothing of the request was sent. */
  unsent: 5,
  /** The record was refused, but the reason is unreadable. */
  unreadable: 4,
  /** The response to a create or update was lost. */
  lostSend: 5,
  /** The response to a read was lost. */
  lostRead: 4,
  /** Reading one record back failed for any reason. */
  readBack: 3,
} as const;

/** A Retry-After longer than this ends the run: the user has to come back later. */
const LONGEST_PAUSE_MS = 3_600_000;

const BACKOFF_BASE_MS = 500;
const BACKOFF_CAP_MS = 20_000;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The three formats of an HTTP date (RFC 9110, 5.6.7). */
const HTTP_DATES = [
  /^\w{3}, (?<day>\d{2}) (?<month>\w{3}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/i,
  /^\w{6,9}, (?<day>\d{2})-(?<month>\w{3})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/i,
  /^\w{3} (?<month>\w{3}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/i,
];

export interface FailedAttempt {
  /** Number of attempts that failed for the same reason, including this one. */
  readonly failures: number;
  /** Maximum number of attempts, from `MOST_ATTEMPTS`. */
  readonly most: number;
  /** The wait that the service requested, in milliseconds; null if it requested none. */
  readonly retryAfterMs?: number | null;
  /** Whether the run has retries left. */
  readonly retriesLeft: boolean;
  /** From 0 up to 1, without 1. */
  readonly jitter: number;
}

export interface RetryDecision {
  /** `too-long`: the service asks for a longer wait than a run makes. `spent`: no attempts or no retries are left. */
  readonly type: 'retry' | 'too-long' | 'spent';
  readonly waitMs: number;
  /** Whether the service requested the wait. The limiter then holds all requests. */
  readonly holdsAll: boolean;
}

/** Decides whether and when a request is retried. A retry is paid from the budget of the run. */
export function decideRetry(attempt: FailedAttempt): RetryDecision {
  const { failures, most, retryAfterMs = null, retriesLeft, jitter } = attempt;
  const waitMs = retryAfterMs ?? backoffMs(failures, () => jitter);
  const isSpent = failures >= most || !retriesLeft;
  const type = waitMs > LONGEST_PAUSE_MS ? 'too-long' : isSpent ? 'spent' : 'retry';
  return { type, waitMs, holdsAll: retryAfterMs !== null };
}

/** The wait that a response requests, in milliseconds; null if it requests none. */
export const retryAfterOf = (answer: Answer): number | null =>
  answer.type === 'throttled' ? answer.retryAfterMs : null;

/**
 * The wait before retry number `attempt` (1 is the first), in milliseconds: anything between 0 and a limit that doubles
 * up to 20 s (full jitter). `random` returns a number from 0 up to 1, without 1.
 */
export function backoffMs(attempt: number, random: () => number): number {
  const bound = Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** Math.max(0, attempt - 1));
  return Math.floor(random() * bound);
}

/** Parses an HTTP date to milliseconds since 1970; null for anything else. */
export function parseHttpDate(text: string, now: number): number | null {
  const parts = HTTP_DATES.map((format) => format.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!parts) return null;
  const month = MONTHS.indexOf(parts.month!.toLowerCase());
  const day = Number(parts.day);
  const [hours, minutes, seconds] = parts.time!.split(':').map(Number) as [number, number, number];
  if (month < 0 || day < 1 || day > 31 || hours > 23 || minutes > 59 || seconds > 60) return null;
  return Date.UTC(yearOf(parts.year!, now), month, day, hours, minutes, seconds);
}

/** A year of two digits that would be more than 50 years ahead is the last past year with these digits. */
function yearOf(digits: string, now: number): number {
  if (digits.length > 2) return Number(digits);
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(digits);
  return year > thisYear + 50 ? year - 100 : year;
}

/**
 * The wait in a Retry-After header, in milliseconds; null if it is missing or unreadable. Seconds may have decimals. A
 * date in the past means 0. A date is compared with the Date header of the response, because both are of the same
 * clock; without that header with ours (`now`), which may be wrong by hours.
 */
export function retryAfterMs(
  retryAfter: string | readonly string[] | undefined,
  date: string | readonly string[] | undefined,
  now: number,
): number | null {
  const waits = texts(retryAfter).map((text) => waitOf(text, texts(date)[0], now));
  const valid = waits.filter((wait) => wait !== null);
  return valid.length === 0 ? null : Math.max(...valid);
}

function waitOf(text: string, date: string | undefined, now: number): number | null {
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) {
    return Math.min(Math.max(0, Math.ceil(Number(text) * 1000)), Number.MAX_SAFE_INTEGER);
  }
  const until = parseHttpDate(text, now);
  if (until === null) return null;
  const respondedAt = parseHttpDate(date ?? '', now);
  return Math.max(0, until - (respondedAt ?? now));
}

const texts = (header: string | readonly string[] | undefined): readonly string[] =>
  [header ?? []].flat().map((text) => text.trim());
