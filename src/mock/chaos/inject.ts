import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { readText } from '../body.ts';
import { errorBodyOf } from '../refusal.ts';
import type { Tally, WriteTarget } from '../tally.ts';
import { type ChaosPlan, type Decision, decide, type Fault, isLate, isStored } from './plan.ts';

/** Faults of the connection or of the bytes of a response. All other faults replace the response. */
type WireFault =
  | ('reset-before' | 'reset-after' | 'hang' | 'hang-after' | 'reset-late' | 'hang-late')
  | ('restart' | 'truncate' | 'cut-json' | 'slow');

type Replacement = (plan: ChaosPlan, url: string) => Response;

/** The response that a fault sends to a request of `url` in place of the response of the service. */
const REPLACEMENTS: Readonly<Record<Exclude<Fault, WireFault>, Replacement>> = {
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
  redirect: (plan, url) => redirect(307, plan, url),
  'redirect-302': (plan, url) => redirect(302, plan, url),
  'redirect-308': (plan, url) => redirect(308, plan, url),
  expired: (plan) => refusal(plan.expireStatus, 'INVALID_SESSION'),
};

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
function redirect(status: number, { redirectTo }: ChaosPlan, url: string): Response {
  const { pathname, search } = new URL(url);
  const location = `${new URL(redirectTo ?? url).origin}${pathname}${search}`;
  return new Response('moved', { status, headers: { location } });
}

/** The parts of the mock that faults use. */
interface Host {
  readonly tally: Tally;
  /** Closes every connection, stops listening for a while, and listens again. */
  readonly restart: (downMs: number) => void;
}

/** A request that is not processed yet. */
interface PendingRequest {
  readonly n: number;
  readonly method: string;
  /** The record that it would write; undefined if it writes none. */
  readonly target: WriteTarget | undefined;
}

const SLOW_PIECES = 20;

/** Injects the faults of a plan into requests that arrive over a port. */
export class Chaos {
  readonly #plan: ChaosPlan;
  readonly #host: Host;
  readonly #occurrences = new Map<string, number>();
  readonly #tokens = new Map<string, number>();
  readonly #hanging = new Set<ServerResponse>();
  /** A restart aborts the session, so that late writes from before the restart are never stored. */
  #session = newSession();

  constructor(plan: ChaosPlan, host: Host) {
    this.#plan = plan;
    this.#host = host;
  }

  /**
   * Processes a request with `next`, and injects its fault. A record whose fault stores it before the response is in
   * the journal when the response is sent. Responses are counted when they start.
   */
  async inject(c: Context, request: PendingRequest, next: () => Promise<void>): Promise<void> {
    const status = await this.#inject(c, request, next);
    if (status !== null) this.#host.tally.countResponse(request.target?.kind ?? 'other', status);
  }

  /** Returns the status of the response, or null if none was started. */
  async #inject(c: Context, request: PendingRequest, next: () => Promise<void>): Promise<number | null> {
    const { signal } = this.#session;
    const tokenSince = this.#tokenSince(c.req.header('authorization') ?? '', request.n);
    const { method, n, target } = request;
    const text = target ? await readText(c) : null;
    const record = target && text !== null ? target.nameIn(text) : null;
    const decision = decide(this.#plan, {
      n,
      method,
      kind: target?.kind ?? null,
      occurrence: this.#occurrence(record ?? `${method} ${c.req.url}`),
      tokenSince,
    });
    const { fault, latencyMs } = decision;
    if (latencyMs > 0) await sleep(latencyMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) {
      outgoingOf(c).destroy();
      return this.#markAsSent(c);
    }
    if (fault === null) return this.#process(c, next);

    const { tally } = this.#host;
    tally.countFault(fault);
    if (isStored(fault)) await this.#process(c, next);
    else if (target && isLate(fault)) void this.#storeLate(c, record, decision.lateMs, next);
    else if (record !== null) tally.countNotStored(record);
    return this.#act(c, fault, decision);
  }

  /** Processes a request some time after its response was lost, unless the service restarts before. */
  async #storeLate(
    c: Context,
    record: string | null,
    lateMs: number,
    next: () => Promise<void>,
  ): Promise<void> {
    const { signal } = this.#session;
    const { tally } = this.#host;
    tally.countLate(1);
    await sleep(lateMs, undefined, { signal }).catch(() => {});
    tally.countLate(-1);
    if (signal.aborted) {
      if (record !== null) tally.countNotStored(record);
      return;
    }
    // The context already has a response: without this, the response of the next handler would be ignored.
    c.res = undefined;
    c.finalized = false;
    await next();
  }

  /** Closes hanging and slow connections, and drops late writes that are not stored yet. */
  release(): void {
    this.#session.abort();
    this.#session = newSession();
    for (const outgoing of this.#hanging) outgoing.destroy();
  }

  async #process(c: Context, next: () => Promise<void>): Promise<number> {
    await next();
    return c.res.status;
  }

  async #act(c: Context, fault: Fault, { cut }: Decision): Promise<number | null> {
    const outgoing = outgoingOf(c);
    switch (fault) {
      case 'reset-before':
      case 'reset-after':
      case 'reset-late':
        outgoing.socket?.resetAndDestroy();
        return this.#markAsSent(c);
      case 'hang':
      case 'hang-after':
      case 'hang-late':
        await this.#untilClosed(outgoing, () => {});
        return this.#markAsSent(c);
      case 'restart':
        this.release();
        this.#host.restart(this.#plan.downMs);
        return this.#markAsSent(c);
      case 'truncate':
      case 'slow':
        return this.#write(c, outgoing, fault === 'slow' ? null : cut);
      case 'cut-json': {
        const body = await bytesOf(c.res);
        const headers = new Headers(c.res.headers);
        headers.delete('content-length');
        return replace(
          c,
          new Response(body.subarray(0, cutAt(cut, body)), { status: c.res.status, headers }),
        );
      }
      default:
        return replace(c, REPLACEMENTS[fault](this.#plan, c.req.url));
    }
  }

  /** Writes the whole response slowly if `cut` is null; otherwise truncates it and closes the connection. */
  async #write(c: Context, outgoing: ServerResponse, cut: number | null): Promise<number> {
    const { status } = c.res;
    const body = await bytesOf(c.res);
    outgoing.writeHead(status, { ...Object.fromEntries(c.res.headers), 'content-length': body.length });
    if (cut !== null) {
      outgoing.write(body.subarray(0, cutAt(cut, body)), () => outgoing.destroy());
    } else {
      const step = Math.max(1, Math.ceil(body.length / SLOW_PIECES));
      const pauseMs = this.#plan.slowMs / Math.ceil(body.length / step);
      await this.#untilClosed(outgoing, async () => {
        for (let at = 0; at < body.length && !outgoing.destroyed; at += step) {
          outgoing.write(body.subarray(at, at + step));
          await sleep(pauseMs);
        }
        outgoing.end();
      });
    }
    this.#markAsSent(c);
    return status;
  }

  /** Runs `meanwhile` and waits until the connection is closed. */
  async #untilClosed(outgoing: ServerResponse, meanwhile: () => void | Promise<void>): Promise<void> {
    if (outgoing.destroyed) return;
    this.#hanging.add(outgoing);
    const closed = new Promise((resolve) => outgoing.once('close', resolve));
    await meanwhile();
    await closed;
    this.#hanging.delete(outgoing);
  }

  #occurrence(name: string): number {
    const occurrence = (this.#occurrences.get(name) ?? 0) + 1;
    this.#occurrences.set(name, occurrence);
    return occurrence;
  }

  #tokenSince(token: string, n: number): number {
    const since = this.#tokens.get(token) ?? n;
    this.#tokens.set(token, since);
    return since;
  }

  /** Marks the response as sent, so that the server sends nothing more. */
  #markAsSent(c: Context): null {
    replace(c, new Response(null, RESPONSE_ALREADY_SENT));
    return null;
  }
}

function newSession(): AbortController {
  const session = new AbortController();
  setMaxListeners(0, session.signal);
  return session;
}

const outgoingOf = (c: Context): ServerResponse => (c.env as HttpBindings).outgoing as ServerResponse;

/** Replaces the response. No headers of the earlier one are kept. */
function replace(c: Context, response: Response): number {
  c.res = undefined;
  c.res = response;
  return response.status;
}

const bytesOf = async (response: Response): Promise<Uint8Array> =>
  new Uint8Array(await response.arrayBuffer());

/** Where to cut a body: at least one byte is sent, and at least one is missing. */
const cutAt = (cut: number, { length }: Uint8Array): number =>
  Math.max(Math.min(1, length - 1), Math.floor(cut * (length - 1)));
