import { errorBodyOf } from '../rules.ts';
import type { ChaosPlan, Fault } from './plan.ts';

/** Faults that truncate or delay the response or the connection; all others replace the response. */
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

type Instead = (plan: ChaosPlan, url: string) => Response;

const INSTEAD = {
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
} satisfies Record<Exclude<Fault, WireFault>, Instead>;

/** The response of a fault that replaces the service, for a request of `url`. */
export function answerInstead(fault: Exclude<Fault, WireFault>, plan: ChaosPlan, url: string): Response {
  const instead: Instead = INSTEAD[fault];
  return instead(plan, url);
}

const inSeconds = ({ retryAfter }: ChaosPlan) => ({ 'retry-after': String(retryAfter) });

/** By the clock of this machine, like the Date header: whoever waits for it waits in real time. Never too early. */
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

/** The same path and query at the address of the plan. */
function elsewhere(status: number, { redirectTo }: ChaosPlan, url: string): Response {
  const { pathname, search } = new URL(url);
  const location = `${new URL(redirectTo ?? url).origin}${pathname}${search}`;
  return new Response('moved', { status, headers: { location } });
}
