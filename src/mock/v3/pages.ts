import { html } from 'hono/html';
import { type Markup, page } from '../pages.ts';
import { brandProductOf, webLink } from './brand-product.ts';
import type { V3Record } from './records.ts';

/** The page that `links.web` of a brand product points to. */
export function webPage(record: V3Record): Markup {
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
export function qrCodePage(record: V3Record, baseUrl: string): Markup {
  const web = webLink(record.id, baseUrl);
  return page(
    `${record.uniqueIdentifier ?? record.id} · QR code`,
    html`<h1>QR code of ${record.uniqueIdentifier ?? record.id}</h1>
<p>The printed code leads to <a href="${web}">${web}</a></p>`,
  );
}

/** The pictogram of an environmental cost: a box with its value. */
export const pictogram = (cost: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60"><rect width="120" height="60" fill="#eee"/>` +
  `<text x="60" y="26" font-size="14" text-anchor="middle">${cost}</text>` +
  `<text x="60" y="46" font-size="9" text-anchor="middle">synthetic figure</text></svg>`;
