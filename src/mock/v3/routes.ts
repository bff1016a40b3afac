import type { Hono } from 'hono';
import type { KindSpec } from '../../contract/kind.ts';
import { URL_LIMIT } from '../../contract/v3/brand-product-query.ts';
import { readQuery } from '../../contract/v3/query-read.ts';
import { LOOKUP_REPLACEMENTS, type LookupName, v3ReadPaths } from '../../contract/v3/read-paths.ts';
import { codePage, factsPage, missingPage, PAGE_HEADERS } from '../pages.ts';
import { MockRefusal, notFoundCode } from '../refusal.ts';
import type { Mock } from '../routes.ts';
import { brandProductOf, listItem, webLink } from './brand-product.ts';
import { BrandProductList, type ListedProduct } from './brand-product-list.ts';
import { addControls } from './controls.ts';
import { assessmentOf, calculatedFecOf, declaredFecOf } from './figures.ts';
import type { Identifier, V3Record } from './records.ts';

const BODIES = {
  declaredFec: declaredFecOf,
  calculatedFec: calculatedFecOf,
  lifecycleAssessment: assessmentOf,
} satisfies Record<LookupName, (record: V3Record, baseUrl: string) => object>;

/**
 * Adds the reads of v3 (interface 4.3, 4.4): the two lists, the deprecated look-ups, the pages that links point to, and the
 * controls for tests.
 */
export function addV3Reads(app: Hono, mock: Mock, kinds: readonly KindSpec[]): void {
  const { options } = mock;
  const list = new BrandProductList(mock.store, options.refreshMs ?? 0);
  addList(app, mock, list, v3ReadPaths.brandProducts, ({ record, product }) =>
    listItem(record, product, options.baseUrl),
  );
  addList(app, mock, list, v3ReadPaths.declaredFecs, ({ record }) => ({
    brandProductId: record.id,
    uniqueIdentifier: record.uniqueIdentifier,
    ...declaredFecOf(record, options.baseUrl),
  }));
  for (const name of Object.keys(BODIES) as LookupName[]) {
    const paths = v3ReadPaths[name];
    addLookup(app, mock, name, 'id', decodeURIComponent(paths.byId(':named')));
    addLookup(app, mock, name, 'uniqueIdentifier', decodeURIComponent(paths.byUniqueIdentifier(':named')));
  }
  addPages(app, mock);
  addControls(app, mock, kinds);
}

/** Adds a list of brand products; `item` converts each. */
function addList(
  app: Hono,
  { tokens, options }: Mock,
  list: BrandProductList,
  path: string,
  item: (listed: ListedProduct) => object,
): void {
  app.get(path, (c) => {
    const { pathname, search, searchParams } = new URL(c.req.url);
    if (pathname.length + search.length > URL_LIMIT) {
      throw new MockRefusal(414, [`the URL must not be longer than ${URL_LIMIT} bytes`]);
    }
    const brand = tokens.brand(c.req.header('authorization'), 'v3');
    const query = readQuery(searchParams);
    if (Array.isArray(query)) throw new MockRefusal(400, query);
    const { offset, limit } = query;
    const { total, rows } = list.page(brand, query, options.now());
    return c.json({ data: rows.map(item), offset, limit, total });
  });
}

/**
 * Adds a deprecated look-up of a brand product (interface 4.3), which shows writes at once. Every response has the header
 * `Deprecation`, and a link to the replacement if there is one. The error body has its own format (interface 7): codes in
 * `details[].reason`. Other names are guesses.
 */
function addLookup(
  app: Hono,
  { store, tokens, options }: Mock,
  name: LookupName,
  by: Identifier,
  path: string,
): void {
  app.get(path, (c) => {
    c.header('Deprecation', 'true');
    const { path: replacement } = LOOKUP_REPLACEMENTS[name];
    if (replacement !== null) c.header('Link', `<${options.baseUrl}${replacement}>; rel="successor-version"`);
    const brand = tokens.brand(c.req.header('authorization'), 'v3');
    const named = c.req.param('named') ?? '';
    const record = store.v3.named('brand-product', brand, by, named);
    if (record) return c.json(BODIES[name](record, options.baseUrl));
    const message = `there is no brand product with ${by} ${named}`;
    const details = [{ reason: notFoundCode('brand-product', by), field: by, message }];
    return c.json({ error: 'NOT_FOUND', message, details }, 404);
  });
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
function addPages(app: Hono, { store, options }: Mock): void {
  for (const [path, pageOf] of [
    ['/brand-product-pages/:id', webPage],
    ['/brand-product-pages/:id/qr', qrCodePage],
  ] as const) {
    app.get(path, (c) => {
      const record = store.v3.inAnyBrandById('brand-product', c.req.param('id'));
      return record
        ? c.html(pageOf(record, options.baseUrl), 200, PAGE_HEADERS)
        : c.html(missingPage('No such product'), 404, PAGE_HEADERS);
    });
  }
  app.get('/pictogram/:file{.+\\.svg}', (c) => {
    const record = store.v3.inAnyBrandById('brand-product', c.req.param('file').replace(/\.svg$/, ''));
    if (!record) throw new MockRefusal(404, ['there is no such picture']);
    const cost = declaredFecOf(record, options.baseUrl).publishedFrenchEnvironmentalCost ?? 0;
    return c.body(pictogram(cost), 200, { ...PAGE_HEADERS, 'content-type': 'image/svg+xml' });
  });
}
