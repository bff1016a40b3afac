import type { Hono } from 'hono';
import { codePage, factsPage, missingPage, PAGE_HEADERS } from '../pages.ts';
import { refuse } from '../refusal.ts';
import type { MockStore } from '../store.ts';
import { brandProductOf, webLink } from './brand-product.ts';
import { declaredFecOf } from './figures.ts';
import type { V3Record } from './records.ts';

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
export function addPages(app: Hono, store: MockStore, baseUrl: () => string): void {
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
