import { cleanText } from '../recognise/text.ts';

/** Formats headers as the value of `--ignore-columns`: separated by commas, in quotes if they contain commas or quotes. */
export function headerList(headers: readonly string[]): string {
  return headers
    .map((header) => (/[",]/.test(header) ? `"${header.replaceAll('"', '""')}"` : header))
    .join(',');
}

/** Parses a value that `headerList` has formatted. Undefined if a quote is not closed. */
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
