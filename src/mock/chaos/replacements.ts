import { errorBodyOf } from '../refusal.ts';
import type { ChaosPlan, Fault } from './plan.ts';

/** Faults of the connection or of the bytes of a response. All other faults replace the response. */
export type WireFault =
  | 'reset-before'
  | 'reset-after'
  | 'hang'
  | 'hang-after'
  | 'reset-late'
  | 'hang-late'
  | 'restart'
  | 'truncate'
  | 'cut-json'
  | 'slow';

type Replacement = (plan: ChaosPlan, url: string) => Response;

const REPLACEMENTS = {
  '429': (plan) => refusal(429, 'Too many requests', inSeconds(plan)),
  '429-date': (plan) => refusal(429, 'Too many requests', asDate(plan)),
  '500': () => refusal(500, 'SERVER_ERROR'),
  '500-after': () => refusal(500, 'SERVER_ERROR'),
  '503': () => refusal(503, 'Service unavailable'),
  '503-retry': (plan) => refusal(503, 'Service unavailable', inSeconds(plan)),
  '503-date': (plan) => refusal(503, 'Service unavailable', asDate(plan)),
  '504': () => refusal(504, 'No answer in time'),
  '504-after': () => refusal(504, 'No answer in time'),
  '504-late': () => refusal(504, 'No answer in time'),
  html: () => page(502, 'Bad Gateway'),
  'html-after': () => page(502, 'Bad Gateway'),
  portal: () => page(200, 'Welcome! Sign in to use this network'),
  redirect: (plan, url) => elsewhere(307, plan, url),
  'redirect-302': (plan, url) => elsewhere(302, plan, url),
  'redirect-308': (plan, url) => elsewhere(308, plan, url),
  expired: (plan) => refusal(plan.expireStatus, 'INVALID_SESSION'),
} satisfies Record<Exclude<Fault, WireFault>, Replacement>;

/** The response that a fault sends to a request of `url` in place of the response of the service. */
export function replacementFor(fault: Exclude<Fault, WireFault>, plan: ChaosPlan, url: string): Response {
  const replacement: Replacement = REPLACEMENTS[fault];
  return replacement(plan, url);
}

const inSeconds = ({ retryAfter }: ChaosPlan) => ({ 'retry-after': String(retryAfter) });

/** A date by the clock of this machine, like the Date header, because clients wait in real time. Rounded up. */
const asDate = ({ retryAfter }: ChaosPlan) => ({
  'retry-after': new Date(Date.now() + retryAfter * 1000 + 999).toUTCString(),
});

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json(errorBodyOf(status, [message]), { status, headers });
}

function page(status: number, title: string): Response {
  const html = `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** A redirect to the same path and query at the address of the plan. */
function elsewhere(status: number, { redirectTo }: ChaosPlan, url: string): Response {
  const { pathname, search } = new URL(url);
  const location = `${new URL(redirectTo ?? url).origin}${pathname}${search}`;
  return new Response('moved', { status, headers: { location } });
}
