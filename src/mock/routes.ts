import type { Context, Hono } from 'hono';
import type { ProjectTypes } from '../contract/family.ts';
import type { InterfaceName, Json, KindSpec } from '../contract/kind.ts';
import type { ConfiguredPaths } from '../contract/v3/update-paths.ts';
import { MAX_BODY_BYTES, readText } from './body.ts';
import type { Chaos } from './chaos/inject.ts';
import { MockRefusal } from './refusal.ts';
import type { MockStore } from './store.ts';
import type { Tally, WriteTarget } from './tally.ts';
import type { MockTokens } from './tokens.ts';

/** A request as a `before` hook receives it; `n` is its number, from 1. */
export interface IncomingRequest {
  readonly method: string;
  readonly path: string;
  readonly n: number;
  /** The record that the request would write; null if it writes none. */
  readonly record: () => Promise<RequestedRecord | null>;
}

/** The record that a request would write, and its body. */
export interface RequestedRecord {
  /** The name of the record in the statistics: `supplier|STANDARD|FRN-0007`, `purchased-item update|v3|P-1`. */
  readonly name: string;
  readonly text: string;
}

/**
 * A request that was processed, even if its response was lost. For a late write: reported when the record is stored.
 */
export interface ProcessedRequest {
  readonly n: number;
  readonly status: number;
}

export interface MockOptions {
  /**
   * The accepted token. Without `token` and `tokens`, any token is accepted, but a request without a token is refused.
   */
  readonly token?: string | null;
  /** Further tokens, and the brand of each token. In v3, a brand sees only its own records. */
  readonly tokens?: Readonly<Record<string, string>>;
  /** The base address of links. It is read for each response. */
  readonly baseUrl: string;
  /** Configured project types. A family without a known project type accepts any non-empty one. */
  readonly projectTypes?: ProjectTypes;
  /** The kinds of each interface, if the contract of an environment differs. */
  readonly kindsOf?: (interfaceName: InterfaceName) => readonly KindSpec[];
  /**
   * The interval in milliseconds at which the v3 list of brand products is refreshed. With 0, the default, it shows writes
   * at once.
   */
  readonly refreshMs?: number;
  /** Configured paths of v3 updates. */
  readonly updatePaths?: ConfiguredPaths;
  /** Whether to check the rules of supplier data collection (interface 4.3); default false. */
  readonly collection?: boolean;
  readonly now: () => Date;
  /** For tests of throttling and outages: may return a response in place of processing the request. */
  readonly before?: (request: IncomingRequest) => Response | null | Promise<Response | null>;
  /** For tests that compare stored data: called after a request was processed, before its response is sent. */
  readonly after?: (request: ProcessedRequest) => void;
  /** Faults to inject. They act on connections, so they work only if the mock listens on a port. */
  readonly chaos?: Chaos | null;
  readonly tally?: Tally;
}

/** The data and options that the routes of a mock share. */
export interface Mock {
  readonly store: MockStore;
  readonly tokens: MockTokens;
  readonly tally: Tally;
  readonly options: MockOptions;
}

/** A path that creates or updates a record of a kind. */
export interface WriteRoute {
  readonly kind: KindSpec;
  readonly method: 'POST' | 'PATCH';
  /** `:named` stands for the identifier of the record, in an update. */
  readonly path: string;
  /** The name of the record in the statistics, from the body and the path; null if there is none. */
  nameIn(text: string, named: string): string | null;
  /**
   * Writes the record and returns the body of the response. Before that, the write is in the journal.
   *
   * @throws Refusal with all faults
   */
  apply(text: string, brand: string, named: string): { [name: string]: Json };
}

export function addWrite(app: Hono, { tokens }: Mock, route: WriteRoute): void {
  app.on(route.method, route.path, async (c) => {
    const brand = tokens.brand(c.req.header('authorization'), route.kind.interface);
    if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
      throw new MockRefusal(415, ['content-type must be application/json']);
    }
    const body = route.apply(await textOf(c), brand, c.req.param('named') ?? '');
    return c.json(body, route.method === 'POST' ? 201 : 200);
  });
}

async function textOf(c: Context): Promise<string> {
  const text = await readText(c);
  if (text !== null) return text;
  throw new MockRefusal(413, [`body must not be larger than ${MAX_BODY_BYTES} bytes`]);
}

/** The record that a request would write; undefined if it writes none. */
export function targetOf(
  routes: readonly WriteRoute[],
  method: string,
  path: string,
): WriteTarget | undefined {
  for (const route of routes) {
    const named = route.method === method ? namedIn(path, route.path) : null;
    if (named === null) continue;
    return { kind: route.kind.name, nameIn: (text) => route.nameIn(text, decoded(named)) };
  }
  return undefined;
}

/** The part of a path in place of `:named`; empty for a pattern without `:named`, null if the path does not match. */
function namedIn(path: string, pattern: string): string | null {
  if (path === pattern) return '';
  const [before = '', after] = pattern.split(':named');
  if (after === undefined || !path.startsWith(before) || !path.endsWith(after)) return null;
  const named = path.slice(before.length, path.length - after.length);
  return named === '' || named.includes('/') ? null : named;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
