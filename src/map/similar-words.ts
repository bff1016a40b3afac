import { oncePer } from '../contract/kind.ts';
import { type ClosedList, knownValues } from '../contract/list.ts';
import { once, remembered } from '../contract/remembered.ts';
import { foldWords } from '../fold.ts';
import { shippedWords } from '../recognise/words/shipped.ts';
import { termWords, wordsIn } from '../recognise/words/terms.ts';

/** A name of a value in any language, in words. */
interface Phrase {
  readonly value: string;
  readonly words: readonly string[];
}

/** Minimum similarity of a name, from 0 to 1, and minimum lead over the names of other values. */
const SIMILAR = 0.62;
const LEAD = 0.12;
const MAX_LENGTH = 80;
const MAX_REMEMBERED = 5000;

/**
 * The value of a list that has the name most similar to a text, by whole words and their stems: `Main Fabric - Knit` and
 * `MAIN FABRIC (KNITTED)`. Words that few values have count more. Undefined if no value is clearly the most similar.
 */
export const similarValue = (list: ClosedList, text: string): string | undefined => similarIn(list)(text);

/** Remembered, because each answer of a person proposes all words again. */
const similarIn = oncePer((list: ClosedList) =>
  remembered((text: string) => mostSimilar(list, text), MAX_REMEMBERED),
);

function mostSimilar(list: ClosedList, text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const { phrases, questions, weight } = namesOf(list);
  const words = wordsOf(text);
  const common = commonValue(words, questions);
  if (common !== undefined) return common;
  const whole = words.reduce((sum, word) => sum + weight(word), 0);
  if (words.length === 0) return undefined;
  const best = new Map<string, number>();
  for (const phrase of phrases) {
    let shared = 0;
    let own = 0;
    for (const word of phrase.words) {
      own += weight(word);
      if (words.some((other) => haveOneStem(word, other))) shared += weight(word);
    }
    const score = (2 * shared) / (whole + own);
    if (score > (best.get(phrase.value) ?? 0)) best.set(phrase.value, score);
  }
  const [first, second] = [...best].sort(([, one], [, other]) => other - one);
  return first && first[1] >= SIMILAR && first[1] - (second?.[1] ?? 0) >= LEAD ? first[0] : undefined;
}

/** The only value that several words with more than one meaning can mean together, as `Oberstoff` and `Gewebe` do. */
function commonValue(words: readonly string[], questions: readonly Question[]): string | undefined {
  const found = questions.filter((one) => one.words.every((word) => words.includes(word)));
  const covered = new Set(found.flatMap((one) => one.words));
  if (found.length < 2 || covered.size < words.length) return undefined;
  const [value, other] = found[0]!.values.filter((one) => found.every(({ values }) => values.includes(one)));
  return other === undefined ? value : undefined;
}

/** A word with several meanings. */
interface Question {
  readonly words: readonly string[];
  readonly values: readonly string[];
}

const namesOf = oncePer((list: ClosedList) => {
  const { values = {}, questions = {} } = shippedWords(list) ?? {};
  const known = knownValues(list);
  const names = known.flatMap((value) =>
    [value, ...(Object.hasOwn(values, value) ? wordsIn(values[value]!) : [])].map(
      (name): Phrase => ({ value, words: wordsOf(name) }),
    ),
  );
  const counts = new Map<string, Set<string>>();
  for (const { value, words } of names)
    for (const word of words) counts.set(word, (counts.get(word) ?? new Set()).add(value));
  const weight = (word: string): number => 1 / (1 + Math.log(counts.get(word)?.size ?? 1));
  const open = Object.entries(questions).flatMap(([text, meant]) =>
    wordsIn(text).map(
      (word): Question => ({ words: wordsOf(word), values: meant.filter((value) => known.includes(value)) }),
    ),
  );
  return { questions: open, phrases: names.filter(({ words }) => words.length > 0), weight };
});

const joining = once(() => new Set(termWords('joining')));

const wordsOf = (text: string): string[] =>
  [...new Set(foldWords(text).split(' '))].filter((word) => word.length > 1 && !joining().has(word));

/** Whether two words differ only in their endings, such as `knit` and `knitted`. */
function haveOneStem(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  let same = 0;
  while (same < short.length && short[same] === long[same]) same++;
  return same >= 4 && same >= short.length - 2 && same >= long.length * 0.55;
}
