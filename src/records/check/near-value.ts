import { oncePer } from '../../contract/kind.ts';
import { type ClosedList, knownValues, matchValue } from '../../contract/list.ts';
import { remembered } from '../../contract/remembered.ts';
import { foldText } from '../../fold.ts';
import { isSlip } from '../../nearest.ts';
import { asLatin } from '../../recognise/other-script.ts';
import { valueMeant } from './meaning.ts';

/** Maximum length of a text that is compared with the list. */
const MAX_TEXT_LENGTH = 80;
/** Maximum number of cached texts for each list. */
const MAX_CACHED_TEXTS = 5000;

/**
 * The value of an incomplete list that a text most likely means: a translation, a misspelling in one or more words, or
 * letters of another script that look like its letters.
 * Undefined if no known value is near: the text may be a valid value that trace does not know.
 */
export function nearValue(list: ClosedList, text: string): string | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  return nearIn(list)(text);
}

const nearIn = oncePer((list: ClosedList) => {
  const near = nearOf(list);
  return remembered((text: string) => {
    const latin = asLatin(text);
    const slip = slipOf(near, text);
    // A correction that gives no known value is tried last: it may keep foreign words, as in `poliéster reciclado`.
    return (
      near.words.get(foldText(text)) ??
      (slip && near.values.get(slip)) ??
      (latin === undefined ? undefined : matchValue(list, latin)) ??
      valueMeant(list, text) ??
      slip
    );
  }, MAX_CACHED_TEXTS);
});

interface NearIndex {
  /** The values of the list, by the folded form of their translations. */
  readonly words: ReadonlyMap<string, string>;
  /** The words of the known values. */
  readonly vocabulary: ReadonlySet<string>;
  readonly apart: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
}

function nearOf(list: ClosedList): NearIndex {
  const values = knownValues(list);
  return {
    words: new Map(Object.entries(list.words ?? {}).map(([word, value]) => [foldText(word), value])),
    vocabulary: new Set(values.flatMap(wordsOf)),
    apart: new Set(list.apart),
    values: new Map(values.map((value) => [wordsOf(value).join(' '), value])),
  };
}

const wordsOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s_/,-]/)
    .filter((word) => word !== '');

/** Returns the text with its misspelled words corrected. Undefined if no word changed. */
function slipOf({ vocabulary, apart }: NearIndex, text: string): string | undefined {
  const words = wordsOf(text);
  const corrected = words
    .map((word) => {
      if (vocabulary.has(word) || apart.has(word)) return word;
      return vocabulary.values().find((candidate) => isSlip(word, candidate)) ?? word;
    })
    .join(' ');
  return corrected === words.join(' ') ? undefined : corrected;
}
