import { IN_ENGLISH, LANGUAGES, languagesOf, sharedLexicon } from './lexicon.ts';
import { isStopWord, tokensOf } from './tokens.ts';

/** Minimum number of headers in only one language that makes the language of a sheet clear. */
const MIN_HEADERS = 3;
/** Minimum ratio of such headers to those of all other languages together. */
const MIN_LEAD = 4;
const MOST_HEADERS = 300;

/**
 * The languages of the headers of a sheet, as bits: the language of most headers, and English, whose words occur
 * everywhere. Undefined if no language but English is clear.
 */
export function sheetLanguage(headers: readonly string[]): number | undefined {
  const counts = LANGUAGES.map(() => 0);
  for (const header of headers.slice(0, MOST_HEADERS)) {
    const languages = languagesOfHeader(header);
    const place = LANGUAGES.findIndex((_, at) => languages === 1 << at);
    if (place >= 0) counts[place]!++;
  }
  const others = counts.map((count, at) => (1 << at === IN_ENGLISH ? 0 : count));
  const most = Math.max(...others);
  const all = others.reduce((sum, count) => sum + count, 0);
  if (most < MIN_HEADERS || most < MIN_LEAD * (all - most)) return undefined;
  return (1 << others.indexOf(most)) | IN_ENGLISH;
}

/** The languages that have all words of a header. */
function languagesOfHeader(header: string): number {
  const words = tokensOf(header).words.filter(({ text }) => !isStopWord(text) && !/^\d+$/.test(text));
  let languages = words.length === 0 ? 0 : 2 ** LANGUAGES.length - 1;
  for (let at = 0; at < words.length; ) {
    const phrase = sharedLexicon().phraseAt(words, at);
    languages &= phrase?.senses.reduce((all, sense) => all | languagesOf(sense), 0) ?? 0;
    at += phrase?.count ?? 1;
  }
  return languages;
}
