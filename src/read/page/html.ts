/** A piece of the page that is markup already: what is foreign went through `text`. */
export type Html = string;

/** C0 and C1 but the line ends, halves of pairs, and what turns the reading direction of all that follows. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Cs}/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A foreign text as it may stand in a page or in an attribute between quotes. */
export function text(foreign: string): Html {
  return plain(foreign).replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/** A foreign text without what no page or picture may hold; not escaped. */
export const plain = (foreign: string): string => foreign.replace(UNSAFE, '\ufffd');

/** A link when it is one that can be clicked: http or https; else its words. */
export function anchor(address: string, words: string): Html {
  const link = httpLink(address);
  return link === null ? text(words) : `<a href="${text(link)}" rel="noopener noreferrer">${text(words)}</a>`;
}

/** The address of an http or https link as the URL standard writes it, null for all else. */
export function httpLink(address: string): string | null {
  const url = URL.parse(address);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
}

export interface Head {
  readonly words: string;
  readonly kind?: 'number';
}

/** A table of cells that are markup already. The first cell of a row is its heading. */
export function table(caption: string, heads: readonly Head[], rows: readonly (readonly Html[])[]): Html {
  const kind = (at: number) => (heads[at]?.kind === 'number' ? ' class="number"' : '');
  const head = heads.map(({ words }, at) => `<th scope="col"${kind(at)}>${text(words)}</th>`).join('');
  const body = rows.map(
    ([first = '', ...cells]) =>
      `<tr><th scope="row">${first}</th>${cells.map((cell, at) => `<td${kind(at + 1)}>${cell}</td>`).join('')}</tr>`,
  );
  return `<div class="wide"><table><caption>${text(caption)}</caption><thead><tr>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>`;
}

/** A bar of a share from 0 to 1. What it shows stands beside it in words. */
export function bar(share: number): Html {
  const width = Math.round(1000 * Math.min(Math.max(share, 0), 1)) / 10;
  return `<span class="bar" aria-hidden="true"><i style="width:${width}%"></i></span>`;
}
