import { foldText } from '../fold.ts';
import type { SheetColumn } from './propose-draft.ts';

/** An abbreviation with its full stop, and a header of one word, for which it may stand. */
const ABBREVIATION = /(?<!\p{L})(\p{L}{2,8})\.(?!\p{L})/u;
const WORD = /^\p{L}{5,}$/u;

/** Number of headers with the same abbreviation, which are about the same record. */
const SEVERAL = 3;

/**
 * Columns with headers as they are meant: an abbreviation that several of them have stands for the only header of one word that
 * begins with it, whatever else it may mean: `Code fab.`, `Ville fab.` and `Pays fab.` beside `Fabricant`.
 */
export function withFullWords(columns: readonly SheetColumn[]): SheetColumn[] {
  const texts = columns.map(({ header, lookupText }) => lookupText ?? header);
  const shorts = texts.map((text) => foldText(ABBREVIATION.exec(text)?.[1] ?? ''));
  const counts = Map.groupBy(shorts, (short) => short);
  /** The only word with a beginning; null if there are several. */
  const words = new Map<string, string | null>();
  for (const word of new Set(texts.filter((text) => WORD.test(text)).map(foldText)))
    for (let length = 2; length <= Math.min(8, word.length - 2); length++) {
      const start = word.slice(0, length);
      words.set(start, words.has(start) ? null : word);
    }
  return columns.map((column, at) => {
    const short = shorts[at]!;
    const word = short === '' || counts.get(short)!.length < SEVERAL ? undefined : words.get(short);
    return word ? { ...column, lookupText: texts[at]!.replace(ABBREVIATION, word) } : column;
  });
}
