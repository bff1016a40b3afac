/** The delimiter of a text file, and where its rows start. */
export interface Layout {
  /** A character; null if every row is one cell. */
  readonly delimiter: string | null;
  /** Length of a first line `sep=;` with its line end; 0 without one. */
  readonly sepLine: number;
}

/** In order of preference: a comma is also a decimal mark. */
const CANDIDATES = ['\t', ';', '|', ','];

/** Number of rows that are examined. */
const ROWS = 20;

/** Describes a delimiter in a message: `semicolon-separated`. */
export function delimiterLabel(delimiter: string | null): string {
  if (delimiter === null) return 'one column';
  const names: Record<string, string> = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'bar' };
  return `${names[delimiter] ?? `"${delimiter}"`}-separated`;
}

/**
 * Detects the delimiter in the first lines: the one that occurs equally often in most of them, outside quotes.
 *
 * @param whole whether `text` is the whole file; otherwise its last line is ignored.
 * @param requested the delimiter that the user set.
 */
export function sniffLayout(text: string, whole: boolean, requested?: string): Layout {
  const sep = /^(?:sep=(.)|"sep=(.)")(?:\r\n|\r|\n|$)/i.exec(text);
  const sepLine = sep?.[0].length ?? 0;
  const delimiter = requested ?? sep?.[1] ?? sep?.[2] ?? bestDelimiter(text.slice(sepLine), whole);
  return { delimiter, sepLine };
}

function bestDelimiter(text: string, whole: boolean): string | null {
  let best: string | null = null;
  let bestScore = 0;
  for (const candidate of CANDIDATES) {
    const score = scoreOf(delimitersPerRow(text, candidate, whole));
    if (score > bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

/** The share of rows with the most frequent count. It weighs more if the first row has that count too. */
function scoreOf(counts: readonly number[]): number {
  const rows = new Map<number, number>();
  for (const count of counts) if (count > 0) rows.set(count, (rows.get(count) ?? 0) + 1);
  const most = Math.max(0, ...rows.values());
  const present = counts.filter((count) => count > 0).length;
  const first = counts[0] ?? 0;
  if (present < counts.length * 0.4) return 0;
  // The first row does not have it: a title is above the rows, or the character is part of ordinary text.
  if (first === 0) return most < present * 0.8 ? 0 : most / counts.length;
  return (most / counts.length) * (rows.get(first) === most ? 1.5 : 1.2);
}

function delimitersPerRow(text: string, delimiter: string, whole: boolean): number[] {
  const counts: number[] = [];
  let count = 0;
  let start = 0;
  let isCellStart = true;
  let at = 0;
  for (; at < text.length && counts.length < ROWS; at++) {
    const character = text[at];
    if (character === '"' && isCellStart) {
      at = closingQuote(text, at + 1);
      isCellStart = false;
    } else if (character === delimiter) {
      count++;
      isCellStart = true;
    } else if (character === '\n' || character === '\r') {
      if (text.slice(start, at).trim() !== '') counts.push(count);
      count = 0;
      start = at + 1;
      isCellStart = true;
    } else isCellStart = false;
  }
  if ((whole || counts.length === 0) && counts.length < ROWS && text.slice(start).trim() !== '')
    counts.push(count);
  return counts;
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at === -1 ? text.length : at;
}
