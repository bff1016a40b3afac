import { html } from 'hono/html';
import type { Study } from './products.ts';
import { showcaseFacts, studyLinks } from './responses.ts';

/** Pages load and run nothing, because they print data from requests. */
export const PAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

export type Markup = ReturnType<typeof html>;

export const page = (title: string, content: Markup): Markup => html`<!doctype html>
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

/** The page of a study that its `showcaseLink` points to. */
export const showcasePage = (study: Study): Markup =>
  page(
    `${study.productName || study.productRef} · showcase`,
    html`<h1>${study.productName || study.productRef}</h1>
<dl>${showcaseFacts(study).map(([term, fact]) => html`<dt>${term}</dt><dd>${fact || '–'}</dd>`)}</dl>`,
  );

/** The page that the `qrCodeLink` of a study points to: it prints the address of the QR code. */
export const qrPage = (study: Study, baseUrl: string): Markup => {
  const { showcaseLink } = studyLinks(baseUrl, study.id);
  return page(
    `${study.productRef} · QR code`,
    html`<h1>QR code of ${study.productRef}, ${study.colorCode}</h1>
<p>The printed code leads to <a href="${showcaseLink}">${showcaseLink}</a></p>`,
  );
};

export const missingPage = (): Markup => page('No such study', html`<h1>No such study</h1>`);

export const MISSING_PAGE: Markup = page('No such product', html`<h1>No such product</h1>`);
