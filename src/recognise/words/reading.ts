import { say } from '../../say.ts';

/**
 * The meaning of a word in a list: either one certain value, or a question with the values that the word may mean,
 * if any.
 */
export type WordReading =
  | { readonly value: string }
  | {
      /** The end of a sentence that begins with the quoted word. */
      readonly question: string;
      readonly candidates: readonly string[];
      /** Set if the candidates are all possible meanings of the word. */
      readonly isAmbiguous?: true;
      /** Set if the word has exactly one meaning, the candidate, which the list very probably has. */
      readonly isLikely?: true;
      /** Set if the text names several values, each of which needs a cell of its own. */
      readonly isSeveral?: true;
      /** Values for only some words of the text. They are not candidates: the other words may change the meaning. */
      readonly similar?: readonly string[];
    };

/**
 * Whether a word may mean exactly a value. The trade name of a recycled polyester, for example, may not mean
 * POLYESTER.
 */
export const mayMean = (reading: WordReading, value: string): boolean =>
  'value' in reading
    ? reading.value === value
    : reading.isAmbiguous === true &&
      reading.candidates.includes(value) &&
      !reading.candidates.some((one) => one.endsWith(` ${value}`));

/** A reading whose question is formatted only when it is read: most texts are tried in several ways first. */
export const unresolved = (question: () => string, reading: Omit<WordQuestion, 'question'>): WordReading => ({
  ...reading,
  get question() {
    return question();
  },
});

type WordQuestion = Extract<WordReading, { readonly question: string }>;

export function ambiguous(values: readonly string[]): WordReading {
  const candidates = [...new Set(values)];
  const question = () =>
    candidates.length > 1
      ? say().words.canMean({ values: candidates.join(say().mapFile.or()) })
      : say().words.noOneValue();
  return unresolved(question, { candidates, isAmbiguous: true });
}

/** The values that a text may mean. */
export const meantBy = (reading: WordReading): readonly string[] =>
  'value' in reading ? [reading.value] : reading.candidates;

/** Whether nothing in the text is known. */
export const isUnknown = (reading: WordReading): boolean =>
  !('value' in reading) && reading.candidates.length === 0 && (reading.similar ?? []).length === 0;
