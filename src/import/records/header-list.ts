import { foldHeader } from './header-text.ts';
import { cleanText } from './text.ts';

/** The form under which a header is named to be ignored: as headers are compared, or as it stands where that leaves nothing. */
export const headerKey = (head: string): string => foldHeader(head) || cleanText(head);

/** Headers as one value of a flag: commas between them, quotes around one that has commas or quotes of its own. */
export function headerList(headers: readonly string[]): string {
  return headers
    .map((header) => (/[",]/.test(header) ? `"${header.replaceAll('"', '""')}"` : header))
    .join(',');
}

/** The headers of such a value; undefined when a quote is not closed. */
export function parseHeaderList(text: string): string[] | undefined {
  const names: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const name = /^\s*"((?:[^"]|"")*)"\s*(?=,|$)|^[^,]*/.exec(text.slice(at))!;
    if (name[1] === undefined && /^\s*"/.test(name[0])) return undefined;
    const header = cleanText(name[1]?.replaceAll('""', '"') ?? name[0]);
    if (header !== '') names.push(header);
    at += name[0].length + 1;
  }
  return names;
}
