import { IN_ENGLISH, LANGUAGES, languagesOf, sharedLexicon } from './lexicon.ts';
import { isStopWord, tokensOf } from './tokens.ts';

/** Minimum number of headers of a language that each other language lacks, which makes the language of a sheet clear. */
const MIN_HEADERS = 3;
/** Minimum ratio of such headers to those that are neither in this language nor in English. */
const MIN_LEAD = 4;
const MOST_HEADERS = 300;

/**
 * The languages of the headers of a sheet, as bits: the language of most headers, and English, whose words occur
 * everywhere. Undefined if no language but English is clear.
 */
export function sheetLanguage(headers: readonly string[]): number | undefined {
  const known = headers.slice(0, MOST_HEADERS).map(languagesOfHeader);
  const places = [...LANGUAGES.keys()];
  /** Headers that a language has, and neither English nor the other language. */
  const lead = (at: number, other: number): number =>
    known.filter((languages) => (languages & ((1 << at) | (1 << other) | IN_ENGLISH)) === 1 << at).length;
  const counts = places.map((at) =>
    1 << at === IN_ENGLISH
      ? 0
      : Math.min(...places.map((other) => (other === at ? Infinity : lead(at, other)))),
  );
  const most = Math.max(...counts);
  const found = (1 << counts.indexOf(most)) | IN_ENGLISH;
  const against = known.filter((languages) => languages !== 0 && (languages & found) === 0).length;
  return most < MIN_HEADERS || most < MIN_LEAD * against ? undefined : found;
}

/** The languages that have all words of a header. */
function languagesOfHeader(header: string): number {
  const words = tokensOf(header).words.filter((word) => !isStopWord(word) && !/^\d+$/.test(word.text));
  let languages = words.length === 0 ? 0 : 2 ** LANGUAGES.length - 1;
  for (let at = 0; at < words.length; ) {
    const phrase = sharedLexicon().phraseAt(words, at);
    languages &= phrase?.senses.reduce((all, sense) => all | languagesOf(sense), 0) ?? 0;
    at += phrase?.count ?? 1;
  }
  return languages;
}
