import { COUNTRY_CODES } from '../../contract/country-codes.ts';
import type { ClosedList } from '../../contract/list.ts';
import { remembered } from '../../contract/remembered.ts';
import { foldWords } from '../../fold.ts';
import { say } from '../../say.ts';
import { countryOf } from '../country.ts';
import { textDecodedOnce } from '../decoded-twice.ts';
import { latinWord } from '../other-script.ts';
import { excludedIn } from './known-parts.ts';
import { ListWords } from './list-words.ts';
import { ambiguous, isUnknown, meantBy, unresolved, type WordReading } from './reading.ts';
import { simplifiedText } from './simplified.ts';
import type { WordList } from './word-list.ts';

/** Resolves the words of a column to values of its list. */
export type Resolver = (text: string) => WordReading;

/** Maximum length of a text that is looked up as a word. */
const MAX_LENGTH = 120;
const MAX_CACHED_WORDS = 5000;

/**
 * Returns the resolver for a list. A text resolves with certainty if it is a value of the list (in any case and
 * punctuation, also with letters of another script that look like Latin ones, decoded twice, or in traditional Chinese), a word
 * in `learned` (folded with `foldWords`), or a shipped word whose value is in the list. A value that the list only probably has must be written
 * exactly; else it is a candidate.
 */
export function resolverOf(
  list: ClosedList,
  words?: WordList,
  learned: ReadonlyMap<string, string> = new Map(),
): Resolver {
  const index = new ListWords(list, words);
  const read = (text: string): WordReading => {
    // Compositions say what they leave out: `élasthanne hors décoration`.
    const [, rest, excluded] = (words?.pluralNoun === undefined && excludedIn().exec(text)) || [];
    if (excluded !== undefined) {
      const values = meantBy(read(excluded));
      return ambiguous(meantBy(read(rest!)).filter((value) => !values.includes(value)));
    }
    const value = learned.get(foldWords(text));
    const reading = value === undefined ? index.read(text) : { value };
    const { of, value: all } = words?.together ?? {};
    if (all !== undefined && String(meantBy(reading).toSorted()) === String(of)) return { value: all };
    if (!words?.isOfPlaces) return reading;
    // Never for certain: countries are other fields, too, and units look like them: `ST`, `GR`, `in`.
    if (COUNTRY_CODES.has(text.toUpperCase())) return ambiguous(/^[a-z]/.test(text) ? [] : meantBy(reading));
    if (!isUnknown(reading)) return reading;
    const country = countryOf(text);
    return 'code' in country ? ambiguous(meantBy(index.read(country.code))) : reading;
  };
  const repaired = remembered((text: string): WordReading => {
    const reading = read(text);
    const other =
      'value' in reading
        ? undefined
        : (latinWord(text)?.text ?? textDecodedOnce(text) ?? simplifiedText(text));
    const certain = other === undefined ? undefined : read(other);
    return certain && ('value' in certain || isUnknown(reading)) ? certain : reading;
  }, MAX_CACHED_WORDS);
  return (text) =>
    text.length > MAX_LENGTH ? unresolved(() => say().words.notAName(), { candidates: [] }) : repaired(text);
}
