import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { ProjectTypes } from '../contract/family.ts';
import type { InterfaceName, KindSpec } from '../contract/kind.ts';
import { kindsOf } from '../contract/registry.ts';
import { readPaths } from '../contract/v2/read-paths.ts';
import type { ConfiguredPaths } from '../contract/v3/update-paths.ts';
import { readText, TOO_LARGE } from './body.ts';
import type { Chaos } from './chaos/inject.ts';
import { createRecord, createRoutes, targetOf } from './creates.ts';
import { type PageQuery, readPageQuery } from './paging.ts';
import { isRefusal, refuse } from './refusal.ts';
import type { MockStore } from './store.ts';
import { addStudyRoutes } from './study-routes.ts';
import { Tally, type WriteTarget } from './tally.ts';
import { Tokens } from './tokens.ts';
import { addV3Routes, type TargetOf } from './v3/routes.ts';

/** A request as a `before` hook receives it; `n` is its number, from 1. */
export interface IncomingRequest {
  readonly method: string;
  readonly path: string;
  readonly n: number;
  /** The record that the request would write; null if it writes none. */
  readonly record: () => Promise<RequestedRecord | null>;
}

/** The record that a request would write, and its body. */
interface RequestedRecord {
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
  /** Check the rules of supplier data collection (interface 4.3); default false. */
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

const JOURNAL_PAGE = 1000;

/**
 * The HTTP interface of the mock. v2: the creates of all families (4.1), the reads of products, packaging and studies
 * (4.2), and the pages that a study links to. v3: see `addV3Routes`. `/__mock/stats` and `/__mock/journal` need no token.
 */
export function createApp(store: MockStore, options: MockOptions): Hono {
  const tally = options.tally ?? new Tally();
  const kinds = options.kindsOf ?? kindsOf;
  const creates = createRoutes(kinds('v2'), options.projectTypes ?? {});
  const targets = new Map(creates.map((route) => [`POST ${route.path}`, targetOf(route)]));
  const tokens = new Tokens(options.token, options.tokens);
  const app = new Hono();

  app.use(
    observer(options, tally, (method, path) => targets.get(`${method} ${path}`) ?? v3Target(method, path)),
  );

  const authorised: MiddlewareHandler = async (c, next) => {
    const caller = tokens.caller(c.req.header('authorization'));
    return 'brand' in caller ? next() : refuse(c, { status: 400, messages: [caller.fault] });
  };

  for (const route of creates) {
    app.post(route.path, authorised, jsonBody, async (c) => {
      const text = await readText(c);
      if (text === null) return refuse(c, TOO_LARGE);
      const context = { at: options.now(), baseUrl: options.baseUrl, tally };
      const result = createRecord(store, route, text, context);
      return isRefusal(result) ? refuse(c, result) : c.json(result, 201);
    });
  }

  addReads(app, store, options, authorised);
  addStudyRoutes(app, { store, baseUrl: () => options.baseUrl, authorised });
  const v3Target = addV3Routes(app, {
    store,
    kinds: kinds('v3'),
    tokens,
    tally,
    now: options.now,
    baseUrl: () => options.baseUrl,
    refreshMs: options.refreshMs ?? 0,
    paths: options.updatePaths ?? {},
    collection: options.collection ?? false,
    jsonBody,
  });

  addInspection(app, store, tally);
  refuseOtherMethods(app);
  app.notFound((c) => refuse(c, { status: 404, messages: [`there is no ${c.req.method} ${c.req.path}`] }));
  app.onError((error, c) => refuse(c, { status: 500, messages: ['SERVER_ERROR', error.message] }));
  return app;
}

/** Adds the lists and details of products and packaging (interface 4.2). */
function addReads(app: Hono, store: MockStore, options: MockOptions, authorised: MiddlewareHandler): void {
  list(readPaths.products, store.products.listing.sortable, (query) =>
    store.products.page(query, options.baseUrl),
  );
  list(readPaths.packagings, store.packagings.listing.sortable, (query) => store.packagings.page(query));
  detail(readPaths.products, (id) => store.products.find(id, options.baseUrl));
  detail(readPaths.packagings, (id) => store.packagings.find(id));

  function list(path: string, sortable: readonly string[], page: (query: PageQuery) => object): void {
    app.get(path, authorised, (c) => {
      const query = readPageQuery(c.req.query(), sortable);
      return Array.isArray(query) ? refuse(c, { status: 400, messages: query }) : c.json(page(query));
    });
  }

  function detail(path: string, find: (id: string) => object | undefined): void {
    app.get(`${path}/:id`, authorised, (c) => {
      const id = c.req.param('id') ?? '';
      const found = find(id);
      return found ? c.json(found) : refuse(c, { status: 404, messages: [`${id} was not found`] });
    });
  }
}

/** Refuses the methods that a path does not have with a 405. */
function refuseOtherMethods(app: Hono): void {
  const methodsOf = new Map<string, Set<string>>();
  for (const { method, path } of app.routes) {
    if (method === 'ALL') continue;
    const methods = methodsOf.get(path) ?? new Set();
    methodsOf.set(path, methods.add(method));
    if (method === 'GET') methods.add('HEAD');
  }
  for (const [path, methods] of methodsOf) {
    app.all(path, (c) => {
      c.header('Allow', [...methods].join(', '));
      return refuse(c, { status: 405, messages: [`${c.req.method} is not a method of ${c.req.path}`] });
    });
  }
}

/** Counts requests and responses, calls the hooks of the options, and injects faults. */
function observer(
  { before, after, chaos }: MockOptions,
  tally: Tally,
  findTarget: TargetOf,
): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.path.startsWith('/__mock/')) return next();
    const n = tally.arrived();
    const { method, path } = c.req;
    const target = findTarget(method, path);
    const record = () => recordIn(c, target);
    const instead = await before?.({ method, path, n, record });
    const process = async () => {
      await next();
      after?.({ n, status: c.res.status });
    };
    if (instead) c.res = instead;
    else if (chaos) return chaos.inject(c, { n, method, target }, process);
    else await process();
    tally.answered(target?.kind ?? 'other', c.res.status);
    return undefined;
  };
}

/** Adds the statistics and the journal, which need no token. */
function addInspection(app: Hono, store: MockStore, tally: Tally): void {
  app.get('/__mock/stats', (c) => c.json({ ...tally.stats(), applied: store.applied() }));
  app.get('/__mock/journal', (c) => {
    const after = Number(c.req.query('after') ?? 0);
    const data = store.journal(Number.isSafeInteger(after) ? after : 0, JOURNAL_PAGE);
    return c.json({ data, next: data.length === JOURNAL_PAGE ? (data.at(-1)?.seq ?? null) : null });
  });
}

async function recordIn(c: Context, target: WriteTarget | undefined): Promise<RequestedRecord | null> {
  const text = target ? await readText(c) : null;
  const name = text === null ? null : target!.nameIn(text);
  return name === null ? null : { name, text: text! };
}

const jsonBody: MiddlewareHandler = async (c, next) => {
  const type = c.req.header('content-type') ?? '';
  if (/^application\/json\s*(;|$)/i.test(type)) return next();
  return refuse(c, { status: 415, messages: ['content-type must be application/json'] });
};
