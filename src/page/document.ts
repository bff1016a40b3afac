import { language, say } from '../say.ts';
import { type Html, text } from './html.ts';

/** What a page has when `trace serve` shows it; its policy is then a header of the response. */
export interface Served {
  /** Links to the other pages, and a place for messages. */
  readonly bar: Html;
  /** The address of the script. */
  readonly script: string;
  /** Instead of the sentence of a file. */
  readonly made: string;
  /** Instead of the title of a file. */
  readonly title?: string;
  /** Sections before and after those of a file. */
  readonly before?: readonly Part[];
  readonly after?: readonly Part[];
}

/** A section of a page; it is left out if it is empty. */
export type Part = readonly [id: string, words: string, html: Html];

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
  /** Undefined for a file. */
  readonly served?: Served | undefined;
}

/**
 * A page around its content, in pieces, with a link that skips to the content. A file has no scripts and no requests, which its policy
 * forbids.
 */
export async function* pageDocument(
  head: PageHead,
  content: Iterable<Html> | AsyncIterable<Html>,
): AsyncGenerator<Html> {
  const { title, version, style, note = '', kind = '', mark = '', served } = head;
  const made = served?.made ?? head.made;
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`;
  yield `<!doctype html>${mark}
<html lang="${language()}">
<head>
<meta charset="utf-8">
${served ? `<script src="${text(served.script)}" defer></script>` : policy}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="${served ? 'same-origin' : 'no-referrer'}">
<meta name="generator" content="${text(`trace ${version}`)}">
<title>${text(title)}</title>
<style>${style}</style>
</head>
<body${kind === '' ? '' : ` class="${kind}"`}>
<a class="skip" href="#main">${say().page.skip()}</a>
${served?.bar ?? ''}<header><h1>${text(title)}</h1>
<p class="lede">${text(made)}</p>
${note}</header>
`;
  yield* content;
  yield `<footer>${text(made)}</footer>\n</body>\n</html>\n`;
}
