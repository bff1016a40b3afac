import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { kindsOf } from '../contract/registry.ts';
import { readPaths } from '../contract/v2/read-paths.ts';
import { readText } from './body.ts';
import { createRoutes } from './creates.ts';
import { type PageQuery, readPageQuery } from './paging.ts';
import { MockRefusal, refuse } from './refusal.ts';
import {
  addWrite,
  type Mock,
  type MockOptions,
  type RequestedRecord,
  targetOf,
  type WriteRoute,
} from './routes.ts';
import type { MockStore } from './store.ts';
import { addStudyRoutes } from './study-routes.ts';
import { Tally, type WriteTarget } from './tally.ts';
import { MockTokens } from './tokens.ts';
import { createRoute } from './v3/creates.ts';
import { addV3Reads } from './v3/routes.ts';
import { updateRoutes } from './v3/updates.ts';

const JOURNAL_PAGE = 1000;

/**
 * The HTTP interface of the mock. v2: the creates of all families (4.1), the reads of products, packaging and studies
 * (4.2), and the pages that a study links to. v3 (4.3, 4.4): creates, updates, and what `addV3Reads` adds. `/__mock/stats`
 * and `/__mock/journal` need no token.
 */
export function createApp(store: MockStore, options: MockOptions): Hono {
  const tokens = new MockTokens(options.token, options.tokens);
  const mock: Mock = { store, tokens, tally: options.tally ?? new Tally(), options };
  const kinds = options.kindsOf ?? kindsOf;
  const writes = [
    ...createRoutes(kinds('v2'), mock),
    ...kinds('v3').map((kind) => createRoute(kind, mock)),
    ...kinds('v3').flatMap((kind) => updateRoutes(kind, mock)),
  ];
  const app = new Hono();
  app.use(observer(mock, writes));
  for (const route of writes) addWrite(app, mock, route);
  addReads(app, mock);
  addStudyRoutes(app, mock);
  addV3Reads(app, mock, kinds('v3'));
  addInspection(app, mock);
  refuseOtherMethods(app);
  app.notFound((c) => refuse(c, new MockRefusal(404, [`there is no ${c.req.method} ${c.req.path}`])));
  app.onError((error, c) =>
    refuse(c, error instanceof MockRefusal ? error : new MockRefusal(500, ['SERVER_ERROR', error.message])),
  );
  return app;
}

/** Adds the lists and details of products and packaging (interface 4.2). */
function addReads(app: Hono, { store, tokens, options }: Mock): void {
  const { products, packagings } = store;
  list(readPaths.products, products.listing.sortable, (query) => products.page(query, options.baseUrl));
  list(readPaths.packagings, packagings.listing.sortable, (query) => packagings.page(query));
  detail(readPaths.products, (id) => products.find(id, options.baseUrl));
  detail(readPaths.packagings, (id) => packagings.find(id));

  function list(path: string, sortable: readonly string[], page: (query: PageQuery) => object): void {
    app.get(path, (c) => {
      tokens.brand(c.req.header('authorization'), 'v2');
      return c.json(page(readPageQuery(c.req.query(), sortable)));
    });
  }

  function detail(path: string, find: (id: string) => object | undefined): void {
    app.get(`${path}/:id`, (c) => {
      tokens.brand(c.req.header('authorization'), 'v2');
      const id = c.req.param('id') ?? '';
      const found = find(id);
      if (!found) throw new MockRefusal(404, [`${id} was not found`]);
      return c.json(found);
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
      throw new MockRefusal(405, [`${c.req.method} is not a method of ${c.req.path}`]);
    });
  }
}

/** Counts requests and responses, calls the hooks of the options, and injects faults. */
function observer({ tally, options }: Mock, writes: readonly WriteRoute[]): MiddlewareHandler {
  const { before, after, chaos } = options;
  return async (c, next) => {
    if (c.req.path.startsWith('/__mock/')) return next();
    const n = tally.countRequest();
    const { method, path } = c.req;
    const target = targetOf(writes, method, path);
    const record = () => recordIn(c, target);
    const instead = await before?.({ method, path, n, record });
    const process = async () => {
      await next();
      after?.({ n, status: c.res.status });
    };
    if (instead) c.res = instead;
    else if (chaos) return chaos.inject(c, { n, method, target }, process);
    else await process();
    tally.countResponse(target?.kind ?? 'other', c.res.status);
    return undefined;
  };
}

/** Adds the paths of the statistics and the journal, which need no token. */
function addInspection(app: Hono, { store, tally }: Mock): void {
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
