import type { Context, Hono, MiddlewareHandler } from 'hono';
import { type Body, isUpdatable, type Json, type KindSpec, type UpdatableKind } from '../../contract/kind.ts';
import { URL_LIMIT } from '../../contract/v3/brand-product-query.ts';
import { readQuery } from '../../contract/v3/query-read.ts';
import { type LookupName, REPLACEMENTS, v3ReadPaths } from '../../contract/v3/read-paths.ts';
import { type ConfiguredPaths, updatePathsOf } from '../../contract/v3/update-paths.ts';
import { readText, TOO_LARGE } from '../body.ts';
import { codePage, factsPage, missingPage, PAGE_HEADERS } from '../pages.ts';
import { isRefusal, notFoundCode, type Refusal, refuse } from '../refusal.ts';
import { type MockStore, V3_FAMILY } from '../store.ts';
import { recordName, type Tally, type WriteTarget } from '../tally.ts';
import type { Tokens } from '../tokens.ts';
import { brandProductOf, listItem, webLink, wholeRecord } from './brand-product.ts';
import { BrandProductList, type ListedProduct } from './brand-product-list.ts';
import { addControls } from './controls.ts';
import {
  createdV3,
  createV3,
  readObject,
  uniqueIdentifierOf,
  type V3CreateRoute,
  v3CreateRoutes,
  type WriteContext,
} from './creates.ts';
import { assessmentOf, calculatedFecOf, declaredFecOf } from './figures.ts';
import type { V3Record } from './records.ts';
import { type RecordSelector, updateV3 } from './updates.ts';

const BODIES = {
  declaredFec: declaredFecOf,
  calculatedFec: calculatedFecOf,
  lifecycleAssessment: assessmentOf,
} satisfies Record<LookupName, (record: V3Record, baseUrl: string) => object>;

/**
 * Adds the deprecated look-ups of a brand product, by id and by client identifier (interface 4.3). They show writes at
 * once. Every response has the header `Deprecation`, and a link to the replacement if there is one.
 */
function addLookups(
  app: Hono,
  { store, baseUrl }: { readonly store: MockStore; readonly baseUrl: () => string },
  brandOf: (c: Context) => string | Response,
): void {
  for (const name of Object.keys(BODIES) as LookupName[]) {
    const paths = v3ReadPaths[name];
    add(name, 'id', decodeURIComponent(paths.byId(':named')));
    add(name, 'uniqueIdentifier', decodeURIComponent(paths.byUniqueIdentifier(':named')));
  }

  function add(name: LookupName, by: 'id' | 'uniqueIdentifier', path: string): void {
    app.get(path, (c) => {
      c.header('Deprecation', 'true');
      const { path: replacement } = REPLACEMENTS[name];
      if (replacement !== null) c.header('Link', `<${baseUrl()}${replacement}>; rel="successor-version"`);
      const brand = brandOf(c);
      if (typeof brand !== 'string') return brand;
      const named = c.req.param('named') ?? '';
      const record =
        by === 'id'
          ? store.v3.byId('brand-product', brand, named)
          : store.v3.byUniqueIdentifier('brand-product', brand, named);
      return record ? c.json(BODIES[name](record, baseUrl())) : c.json(notFound(by, named), 404);
    });
  }
}

/** The error body of a look-up has its own format (interface 7): codes in `details[].reason`. Other names are guesses. */
function notFound(by: 'id' | 'uniqueIdentifier', named: string): object {
  const message = `there is no brand product with ${by} ${named}`;
  return {
    error: 'NOT_FOUND',
    message,
    details: [{ reason: notFoundCode('brand-product', by), field: by, message }],
  };
}

/** The page that `links.web` of a brand product points to. */
function webPage(record: V3Record) {
  const product = brandProductOf(record.body);
  const name = product.name ?? record.uniqueIdentifier ?? record.id;
  return factsPage(`${name} · product page`, name, [
    ['Reference', product.reference],
    ['Collection', product.collections.join(', ')],
    ['Colour', product.colorCode],
    ['GTIN', product.gtins.join(', ')],
  ]);
}

/** The page that `links.qrCode` points to. */
function qrCodePage(record: V3Record, baseUrl: string) {
  const name = record.uniqueIdentifier ?? record.id;
  return codePage(name, name, webLink(record.id, baseUrl));
}

/** The pictogram of an environmental cost: a box with its value. */
const pictogram = (cost: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60"><rect width="120" height="60" fill="#eee"/>` +
  `<text x="60" y="26" font-size="14" text-anchor="middle">${cost}</text>` +
  `<text x="60" y="46" font-size="9" text-anchor="middle">synthetic figure</text></svg>`;

/** Adds the pages that links of brand products point to, and the pictograms of their costs. They need no token. */
function addPages(app: Hono, store: MockStore, baseUrl: () => string): void {
  for (const [path, pageOf] of [
    ['/brand-product-pages/:id', webPage],
    ['/brand-product-pages/:id/qr', qrCodePage],
  ] as const) {
    app.get(path, (c) => {
      const record = store.v3.inAnyBrandById('brand-product', c.req.param('id'));
      return record
        ? c.html(pageOf(record, baseUrl()), 200, PAGE_HEADERS)
        : c.html(missingPage('No such product'), 404, PAGE_HEADERS);
    });
  }
  app.get('/pictogram/:file{.+\\.svg}', (c) => {
    const record = store.v3.inAnyBrandById('brand-product', c.req.param('file').replace(/\.svg$/, ''));
    if (!record) return refuse(c, { status: 404, messages: ['there is no such picture'] });
    const cost = declaredFecOf(record, baseUrl()).publishedFrenchEnvironmentalCost ?? 0;
    return c.body(pictogram(cost), 200, { ...PAGE_HEADERS, 'content-type': 'image/svg+xml' });
  });
}

/** The parts of the app that the v3 routes use. */
export interface V3RouteContext {
  readonly store: MockStore;
  /** The v3 kinds of the contract. */
  readonly kinds: readonly KindSpec[];
  readonly tokens: Tokens;
  readonly tally: Tally;
  readonly now: () => Date;
  /** The base address of links, read for each response. */
  readonly baseUrl: () => string;
  /** The interval in milliseconds at which the list of brand products is refreshed. With 0 it shows writes at once. */
  readonly refreshMs: number;
  readonly paths: ConfiguredPaths;
  /** Check the rules of supplier data collection. */
  readonly collection: boolean;
  readonly jsonBody: MiddlewareHandler;
}

/** The record that a request would write, for faults and statistics; undefined if it writes none. */
export type TargetOf = (method: string, path: string) => WriteTarget | undefined;

/**
 * Adds v3 of the interface (4.3, 4.4): creates, updates, the two lists, the deprecated look-ups, the pages that links point
 * to, and the controls for tests. Returns a function that finds the record that a request would write.
 */
export function addV3Routes(app: Hono, shared: V3RouteContext): TargetOf {
  const { store, tally, tokens, now, baseUrl } = shared;
  const brandOf = (c: Context) => callerBrand(c, tokens);
  const list = new BrandProductList(store, shared.refreshMs);
  const creates = v3CreateRoutes(shared.kinds);
  const createOf = new Map(creates.map((route) => [route.path, route]));
  const updates = shared.kinds.filter(isUpdatable).flatMap((kind) => updateRoutes(kind, shared.paths));

  for (const route of creates) {
    app.post(route.path, (c) =>
      write(c, 201, shared, (text, context) => {
        const body = readObject(text);
        tally.received(createName(route.kind, body ?? {}));
        const made = createV3(store, route, text, context);
        return isRefusal(made) ? made : createdV3(route.kind, made, context.baseUrl);
      }),
    );
  }
  for (const { kind, by, path } of updates) {
    app.patch(path, (c) =>
      write(c, 200, shared, (text, context) => {
        const selector: RecordSelector = { by, value: c.req.param('named') ?? '' };
        tally.received(updateName(kind, selector.value));
        const made = updateV3(store, kind, selector, text, context);
        return isRefusal(made) ? made : wholeRecord(kind, made, context.baseUrl);
      }),
    );
  }

  page(v3ReadPaths.brandProducts, ({ record, product }) => listItem(record, product, baseUrl()));
  page(v3ReadPaths.declaredFecs, ({ record }) => ({
    brandProductId: record.id,
    uniqueIdentifier: record.uniqueIdentifier,
    ...declaredFecOf(record, baseUrl()),
  }));
  addLookups(app, shared, brandOf);
  addPages(app, store, baseUrl);
  addControls(app, store, shared.kinds, now);
  return (method, path) => writeTarget(method, path, createOf, updates);

  /** Adds a list of brand products; `item` converts each. */
  function page(path: string, item: (listed: ListedProduct) => object): void {
    app.get(path, (c) => {
      const { pathname, search, searchParams } = new URL(c.req.url);
      if (pathname.length + search.length > URL_LIMIT) {
        return refuse(c, { status: 414, messages: [`the URL must not be longer than ${URL_LIMIT} bytes`] });
      }
      const brand = brandOf(c);
      if (typeof brand !== 'string') return brand;
      const query = readQuery(searchParams);
      if (Array.isArray(query)) return refuse(c, { status: 400, messages: query });
      const { offset, limit } = query;
      const { total, rows } = list.page(brand, query, now());
      return c.json({ data: rows.map(item), offset, limit, total });
    });
  }
}

/** The brand of the caller, or a 401 that refuses the token. The interface does not document the status. */
function callerBrand(c: Context, tokens: Tokens): string | Response {
  const caller = tokens.caller(c.req.header('authorization'));
  if ('brand' in caller) return caller.brand;
  return refuse(c, { status: 401, code: caller.fault, messages: [caller.fault] });
}

/** Responds to a write with the body that `apply` returns, or refuses it. */
async function write(
  c: Context,
  status: 200 | 201,
  shared: V3RouteContext,
  apply: (text: string, context: WriteContext) => Refusal | { [name: string]: Json },
): Promise<Response> {
  const brand = callerBrand(c, shared.tokens);
  if (typeof brand !== 'string') return brand;
  const wrongType = await shared.jsonBody(c, async () => {});
  if (wrongType instanceof Response) return wrongType;
  const text = await readText(c);
  if (text === null) return refuse(c, TOO_LARGE);
  const made = apply(text, {
    brand,
    at: shared.now(),
    baseUrl: shared.baseUrl(),
    collection: shared.collection,
  });
  return isRefusal(made) ? refuse(c, made) : c.json(made, status);
}

/** An update path with the placeholder `:named` for the identifier of the record. */
interface UpdateRoute {
  readonly kind: UpdatableKind;
  readonly by: RecordSelector['by'];
  readonly path: string;
}

function updateRoutes(kind: UpdatableKind, paths: ConfiguredPaths): UpdateRoute[] {
  const { byId, byUniqueIdentifier } = updatePathsOf(kind, paths);
  return [
    { kind, by: 'id', path: byId.replace('{id}', ':named') },
    { kind, by: 'uniqueIdentifier', path: byUniqueIdentifier.replace('{uniqueIdentifier}', ':named') },
  ];
}

const createName = (kind: KindSpec, body: Body): string =>
  recordName(kind.name, V3_FAMILY, uniqueIdentifierOf(kind, body) ?? '');

const updateName = ({ name }: KindSpec, named: string): string =>
  recordName(`${name} update`, V3_FAMILY, named);

/** The record that a request would write. `createOf`: the kinds by create path. */
function writeTarget(
  method: string,
  path: string,
  createOf: ReadonlyMap<string, V3CreateRoute>,
  updates: readonly UpdateRoute[],
): WriteTarget | undefined {
  if (method === 'POST') {
    const kind = createOf.get(path)?.kind;
    const nameIn = (text: string) => {
      const body = readObject(text);
      return body ? createName(kind!, body) : null;
    };
    return kind && { kind: kind.name, nameIn };
  }
  if (method !== 'PATCH') return undefined;
  for (const { kind, path: pattern } of updates) {
    const named = namedIn(path, pattern);
    if (named !== undefined) return { kind: kind.name, nameIn: () => updateName(kind, named) };
  }
  return undefined;
}

/** The value of `:named` in a path; undefined if the path does not match. */
function namedIn(path: string, pattern: string): string | undefined {
  const [before = '', after = ''] = pattern.split(':named');
  const inner = path.slice(before.length, path.length - after.length);
  const fits = path.startsWith(before) && path.endsWith(after) && inner !== '' && !inner.includes('/');
  if (!fits) return undefined;
  try {
    return decodeURIComponent(inner);
  } catch {
    return inner;
  }
}
