import { parseMap } from '../../src/map/map-file/map-file.ts';

type Entry = Record<string, string | Record<string, string | Record<string, string>>>;

/** An edit of the map file: the sheet or file of the entry, and the path of the line with its value. */
export interface Answer {
  readonly of: string;
  readonly line: readonly string[];
  readonly value: string | readonly string[];
}

export const column = (of: string, header: string, value: string): Answer => ({
  of,
  line: ['columns', header],
  value,
});
export const setting = (of: string, key: string, value: Answer['value']): Answer => ({
  of,
  line: [key],
  value,
});

/** How many answers a map file may need. */
export const MOST_ANSWERS = 5;

export function entriesOf(text: string): Entry[] {
  const parsed = parseMap(text);
  if (!('lineOf' in parsed)) throw new Error(JSON.stringify(parsed));
  return parsed.map.sheets as unknown as Entry[];
}

const isOf = (entry: Entry, of: string): boolean =>
  [entry.sheet, entry.file].flat().some((name) => String(name ?? '').startsWith(of));

/** Writes the answers into the entries; a map file may be JSON. */
export function answered(text: string, answers: readonly Answer[]): string {
  const sheets = entriesOf(text);
  for (const { of, line, value } of answers) {
    const entry = sheets.find((one) => isOf(one, of));
    if (entry === undefined) throw new Error(`no entry of ${of}`);
    let at = entry as Record<string, unknown>;
    for (const step of line.slice(0, -1)) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    at[line.at(-1)!] = value;
  }
  return JSON.stringify({ version: 1, sheets }, null, 2);
}

/** Whether the proposed map has the line of an answer, below its header or its field. */
export const isProposed = (text: string, { of, line, value }: Answer): boolean =>
  entriesOf(text).some(
    (entry) =>
      isOf(entry, of) &&
      [...flat(entry)].some(([key, own]) => own === value && key.endsWith(`/${line.at(-1)}`)),
  );

const flat = (value: unknown, key = ''): Map<string, string> =>
  typeof value === 'object' && value !== null
    ? new Map(Object.entries(value).flatMap(([name, inner]) => [...flat(inner, `${key}/${name}`)]))
    : new Map([[key, String(value)]]);

/** The lines of a proposed map file that are questions. */
export const questions = (text: string): string[] =>
  text.split('\n').filter((line) => /^ *#.*: \?( |$)|: ["']\?["']/.test(line));
