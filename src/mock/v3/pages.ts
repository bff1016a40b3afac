import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { type Markup, MISSING_PAGE, PAGE_HEADERS, page } from '../pages.ts';
import type { MockStore } from '../store.ts';
import { brandProductOf, webLink } from './brand-product.ts';
import { declaredFecOf } from './figures.ts';
import type { V3Record } from './records.ts';
import { refuseV3 } from './refusal.ts';

/** The page that `links.web` of a brand product points to. */
function webPage(record: V3Record): Markup {
  const product = brandProductOf(record.body);
  const name = product.name ?? record.uniqueIdentifier ?? record.id;
  const facts = [
    ['Reference', product.reference],
    ['Collection', product.collections.join(', ')],
    ['Colour', product.colorCode],
    ['GTIN', product.gtins.join(', ')],
  ] as const;
  return page(
    `${name} · product page`,
    html`<h1>${name}</h1>
<dl>${facts.map(([term, fact]) => html`<dt>${term}</dt><dd>${fact || '–'}</dd>`)}</dl>`,
  );
}

/** The page that `links.qrCode` points to: it prints the address of the QR code. */
function qrCodePage(record: V3Record, baseUrl: string): Markup {
  const web = webLink(record.id, baseUrl);
  return page(
    `${record.uniqueIdentifier ?? record.id} · QR code`,
    html`<h1>QR code of ${record.uniqueIdentifier ?? record.id}</h1>
<p>The printed code leads to <a href="${web}">${web}</a></p>`,
  );
}

/** The pictogram of an environmental cost: a box with its value. */
const pictogram = (cost: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60"><rect width="120" height="60" fill="#eee"/>` +
  `<text x="60" y="26" font-size="14" text-anchor="middle">${cost}</text>` +
  `<text x="60" y="46" font-size="9" text-anchor="middle">synthetic figure</text></svg>`;

/** Adds the pages that links of brand products point to, and the pictograms of their costs. They need no token. */
export function addPages(
  app: Hono,
  {
    store,
    baseUrl,
    allow,
  }: {
    readonly store: MockStore;
    readonly baseUrl: () => string;
    readonly allow: (path: string, ...methods: string[]) => void;
  },
): void {
  const pages = '/brand-product-pages/:id';
  const found = (c: Context) => store.v3.inAnyBrandById('brand-product', c.req.param('id') ?? '');
  allow(pages, 'GET', 'HEAD');
  app.get(pages, (c) => {
    const record = found(c);
    return record ? c.html(webPage(record), 200, PAGE_HEADERS) : c.html(MISSING_PAGE, 404, PAGE_HEADERS);
  });
  allow(`${pages}/qr`, 'GET', 'HEAD');
  app.get(`${pages}/qr`, (c) => {
    const record = found(c);
    if (!record) return c.html(MISSING_PAGE, 404, PAGE_HEADERS);
    return c.html(qrCodePage(record, baseUrl()), 200, PAGE_HEADERS);
  });
  const picture = '/pictogram/:file{.+\\.svg}';
  allow(picture, 'GET', 'HEAD');
  app.get(picture, (c) => {
    const record = store.v3.inAnyBrandById('brand-product', c.req.param('file').replace(/\.svg$/, ''));
    if (!record) return refuseV3(c, { status: 404, messages: ['there is no such picture'] });
    const cost = declaredFecOf(record, baseUrl()).publishedFrenchEnvironmentalCost ?? 0;
    return c.body(pictogram(cost), 200, { ...PAGE_HEADERS, 'content-type': 'image/svg+xml' });
  });
}
