/** Markup. Text from outside is escaped with `text` before it becomes part of it. */
export type Html = string;

/** C0 and C1 controls except line feeds, lone surrogates, and characters that change the reading direction. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Cs}/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text from outside, for a page and for an attribute in quotes. */
export function text(foreign: string): Html {
  return withoutUnsafe(foreign).replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/** A text from outside without unsafe characters; not escaped. */
export const withoutUnsafe = (foreign: string): string => foreign.replace(UNSAFE, '\ufffd');

/** A link to an http or https address; for any other address, only the words without a link. */
export function anchor(address: string, words: string): Html {
  const link = httpLink(address);
  return link === null ? text(words) : `<a href="${text(link)}" rel="noopener noreferrer">${text(words)}</a>`;
}

/** The address of an http or https link, normalized; null for anything else. */
export function httpLink(address: string): string | null {
  const url = URL.parse(address);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
}

/** The header of a column. `share`: its width in print, in percent of the table; by default a part of what is left. */
interface HeaderCell {
  readonly words: string;
  readonly kind?: 'number';
  readonly share?: number | undefined;
}

/** The header of a column of numbers. */
export const numberHeader = (words: string, share?: number): HeaderCell => ({ words, kind: 'number', share });

/** A table whose cells are markup. The first cell of a row is its header. */
export function table(
  caption: string,
  headers: readonly (string | HeaderCell)[],
  rows: readonly (readonly Html[])[],
): Html {
  const headerCells = headers.map((one): HeaderCell => (typeof one === 'string' ? { words: one } : one));
  const kind = (at: number) => (headerCells[at]?.kind === 'number' ? ' class="number"' : '');
  const header = headerCells
    .map(({ words }, at) => `<th scope="col"${kind(at)}>${text(words)}</th>`)
    .join('');
  const columns = headerCells.map(({ share }) =>
    share === undefined ? '<col>' : `<col style="--w:${share}%">`,
  );
  const body = rows.map(
    ([first = '', ...cells]) =>
      `<tr><th scope="row">${first}</th>${cells.map((cell, at) => `<td${kind(at + 1)}>${cell}</td>`).join('')}</tr>`,
  );
  return `<div class="wide"><table><caption>${text(caption)}</caption><colgroup>${columns.join('')}</colgroup><thead><tr>${header}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>`;
}

/** A bar for a share from 0 to 1. It has no text: the value is printed next to it. */
export function bar(share: number): Html {
  const width = Math.round(1000 * Math.min(Math.max(share, 0), 1)) / 10;
  return `<span class="bar" aria-hidden="true"><i style="width:${width}%"></i></span>`;
}

/** Labels with their values; those without a value are left out. */
export function facts(all: readonly (readonly [label: string, value: Html])[]): Html {
  const shown = all.filter(([, value]) => value !== '');
  return `<dl class="facts">${shown.map(([label, value]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`).join('')}</dl>`;
}

/** A part of a page with its heading. `kind`: its class. */
export const part = (title: string, html: Html, kind = ''): Html =>
  `<section class="part ${kind}"><h3>${title}</h3>\n${html}\n</section>`;

/** A part of a page that links lead to. `kind`: its class. */
export const section = (id: string, words: string, html: Html, kind = ''): Html =>
  `<section class="part${kind && ` ${kind}`}" id="${id}" aria-labelledby="${id}-head"><h2 id="${id}-head">${text(words)}</h2>\n${html}\n</section>\n`;

/** Markup over the whole width of a printed page, across both of its columns. */
export const across = (html: Html, kind = ''): Html => `<div class="across ${kind}">${html}</div>`;

/** A sentence for a part without data. */
export const noData = (sentence: string): Html => `<p class="soft">${sentence}</p>`;
