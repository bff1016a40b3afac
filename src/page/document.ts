import { language, say } from '../say.ts';
import { type Html, text } from './html.ts';

/** How a page introduces itself. */
export interface PageHead {
  readonly title: string;
  /** A sentence by which program and when the page was made. */
  readonly made: string;
  /** The version of trace. */
  readonly version: string;
  /** The style sheet. */
  readonly style: string;
  /** What stands below the title. */
  readonly note?: Html;
  /** The class of the body. */
  readonly kind?: string;
  /** Markup before the root element, such as a comment by which a program recognises the page. */
  readonly mark?: Html;
}

/** A page around its content, in pieces: no scripts and no requests, which its policy forbids; with a link that skips to the content. */
export async function* pageDocument(
  head: PageHead,
  content: Iterable<Html> | AsyncIterable<Html>,
): AsyncGenerator<Html> {
  const { title, made, version, style, note = '', kind = '', mark = '' } = head;
  yield `<!doctype html>${mark}
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="${text(`trace ${version}`)}">
<title>${text(title)}</title>
<style>${style}</style>
</head>
<body${kind === '' ? '' : ` class="${kind}"`}>
<a class="skip" href="#main">${say().page.skip()}</a>
<header><h1>${text(title)}</h1>
<p class="lede">${text(made)}</p>
${note}</header>
`;
  yield* content;
  yield `<footer>${text(made)}</footer>\n</body>\n</html>\n`;
}
