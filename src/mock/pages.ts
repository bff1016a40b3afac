import { html } from 'hono/html';
import type { Study } from './products.ts';
import { studyLinks } from './responses.ts';

/** Pages load and run nothing, because they print data from requests. */
export const PAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

type Markup = ReturnType<typeof html>;

const page = (title: string, content: Markup): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 3rem auto; padding: 0 1rem }
dt { color: #666; font-size: .85em } dd { margin: 0 0 .6rem }</style>
</head>
<body>
${content}
<p><small>Local mock of the service: nothing here is published.</small></p>
</body>
</html>
`;

/** A page with labelled facts about a product. */
export const factsPage = (
  title: string,
  name: string,
  facts: readonly (readonly [string, string | null])[],
) =>
  page(
    title,
    html`<h1>${name}</h1>
<dl>${facts.map(([term, fact]) => html`<dt>${term}</dt><dd>${fact || '–'}</dd>`)}</dl>`,
  );

/** The page that prints the address of a QR code. */
export const codePage = (name: string, subject: string, link: string): Markup =>
  page(
    `${name} · QR code`,
    html`<h1>QR code of ${subject}</h1>
<p>The printed code leads to <a href="${link}">${link}</a></p>`,
  );

/** The page of a study that its `showcaseLink` points to. */
export const showcasePage = (study: Study): Markup => {
  const name = study.productName || study.productRef;
  return factsPage(`${name} · showcase`, name, [
    ['Product', study.productName],
    ['Reference', study.productRef],
    ['Category', study.category],
    ['Collection', study.brandCollection.name],
    ['Colour', study.colorCode],
    ['State', study.state],
  ]);
};

/** The page that the `qrCodeLink` of a study points to. */
export const qrPage = ({ id, productRef, colorCode }: Study, baseUrl: string): Markup =>
  codePage(productRef, `${productRef}, ${colorCode}`, studyLinks(baseUrl, id).showcaseLink);

export const missingPage = (title: string): Markup => page(title, html`<h1>${title}</h1>`);
