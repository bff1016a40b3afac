import type { FamilyName } from '../../src/contract/family.ts';
import { type Body, createPath, type KindSpec } from '../../src/contract/kind.ts';
import { createApp } from '../../src/mock/app.ts';
import type { MockOptions } from '../../src/mock/routes.ts';
import { MockStore } from '../../src/mock/store.ts';
import { prerequisites, STAND_IN } from './sound-body.ts';

const BASE_URL = 'http://127.0.0.1:4010';

/** A parsed response. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into responses of many shapes
  readonly json: any;
  readonly text: string;
}

/** A mock in this process, without a port, and functions that send requests to it. */
export function mockInProcess(options: Partial<MockOptions> = {}, dataFile: string | null = null) {
  const store = new MockStore(dataFile);
  const now = () => new Date('2026-11-21T08:00:00Z');
  const app = createApp(store, {
    ...{ token: 'a-token', baseUrl: BASE_URL, projectTypes: STAND_IN, now, ...options },
  });

  async function call(method: string, path: string, init: RequestInit = {}): Promise<Reply> {
    const headers = { authorization: 'Bearer a-token', ...(init.headers as Record<string, string>) };
    const response = await app.request(path, { ...init, method, headers });
    const text = await response.text();
    const json =
      response.headers.get('content-type')?.includes('json') && text !== '' ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, json, text };
  }

  const get = (path: string) => call('GET', path);
  const post = (path: string, body: unknown) =>
    call('POST', path, {
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const send = (kind: KindSpec, family: FamilyName, body: Body) => post(createPath(kind, family), body);

  /** Sends all records that `body` references, then `body`; returns the last response. */
  async function sendWithPrerequisites(kind: KindSpec, family: FamilyName, body: Body): Promise<Reply> {
    for (const before of prerequisites(kind, body, family)) await send(before.kind, family, before.body);
    return send(kind, family, body);
  }

  return { app, store, call, get, post, send, sendWithPrerequisites };
}
