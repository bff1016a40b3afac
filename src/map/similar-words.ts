import { getOrCreate, groupedByEach } from '../contract/grouped.ts';
import { oncePer } from '../contract/kind.ts';
import { type ClosedList, knownValues } from '../contract/list.ts';
import { once, remembered } from '../contract/remembered.ts';
import { foldWords, hasHan } from '../fold.ts';
import { SIGNS } from '../recognise/words/known-parts.ts';
import { shippedWords } from '../recognise/words/shipped.ts';
import { termWords, wordsIn } from '../recognise/words/terms.ts';

/** A name in any language, in words, with the values that it may mean. */
interface Phrase {
  readonly values: readonly string[];
  readonly words: readonly string[];
}

/** Minimum similarity of a name, from 0 to 1, and minimum lead over the names of other values. */
const SIMILAR = 0.62;
const LEAD = 0.12;
const MAX_LENGTH = 80;
/** `V-102` has no words. */
const A_CODE = /^\P{L}*\p{L}{1,2}[-_/.]?\d\S*$/u;
const MAX_REMEMBERED = 5000;
const MOST_CANDIDATES = 6;
/** What a word with another ending counts, and the least of a name that the text must have. */
const OTHER_ENDING = 0.9;
const LEAST_OF_NAME = 0.75;

/**
 * The values of a list that an unknown text may mean: the one with the most similar name, by whole words and their stems, else
 * those of the names in the text (`Hurtownia dodatków` has the name of one), but not for materials, where each word counts.
 * One value if no other is likely; none if no name is similar.
 */
export const similarValues = (list: ClosedList, text: string): readonly string[] => similarIn(list)(text);

/** Remembered, because each answer of a person proposes all words again. */
const similarIn = oncePer((list: ClosedList) =>
  remembered((text: string): readonly string[] => {
    if (text.length > MAX_LENGTH || A_CODE.test(text)) return [];
    const names = namesOf(list);
    const similar = mostSimilar(names, wordsOf(text));
    return similar.length > 0 || names.isOfMaterials ? similar : containedValues(names, text);
  }, MAX_REMEMBERED),
);

/** The values of the longest names in a text: those that all of them may mean, else those of each. */
function containedValues({ byWord, chinese, endings }: Names, text: string): readonly string[] {
  const words = wordsOf(text);
  const own = new Set(words);
  const found: Phrase[] = words.flatMap((word) =>
    (byWord.get(word) ?? []).filter((phrase) => phrase.words.every((one) => own.has(one))),
  );
  for (const word of words) {
    if (!hasHan(word)) found.push(...endings(word));
    else found.push(...chinese.filter(({ words: [name] }) => word.includes(name!)));
  }
  const longest = found.filter(
    ({ words: parts }) => !found.some((other) => other.words.length > 0 && isPartOf(parts, other.words)),
  );
  const [first, ...others] = longest.flatMap(({ values }) => (values.length === 0 ? [] : [values]));
  if (first === undefined) return [];
  const common = first.filter((value) => others.every((values) => values.includes(value)));
  const all = common.length > 0 ? common : [...new Set([first, ...others].flat())];
  return all.length > MOST_CANDIDATES ? [] : all;
}

/** Whether a name is a shorter one within another. */
const isPartOf = (parts: readonly string[], whole: readonly string[]): boolean =>
  parts.join(' ').length < whole.join(' ').length &&
  parts.every((part) => whole.some((word) => word === part || (hasHan(part) && word.includes(part))));

/** The values of the most similar name, if no name of another value is nearly as similar. Words that few values have count more. */
function mostSimilar({ byStem, weight }: Names, words: readonly string[]): readonly string[] {
  const whole = words.reduce((sum, word) => sum + weight(word), 0);
  const scores = [...new Set(words.flatMap((word) => byStem.get(stemOf(word)) ?? []))].map((phrase) => {
    const own = phrase.words.reduce((sum, word) => sum + weight(word), 0);
    const shared = phrase.words.reduce((sum, word) => {
      if (words.includes(word)) return sum + weight(word);
      const other = words.find((one) => haveOneStem(word, one));
      return other === undefined ? sum : sum + OTHER_ENDING * Math.min(weight(word), weight(other));
    }, 0);
    return { values: phrase.values, score: shared < LEAST_OF_NAME * own ? 0 : (2 * shared) / (whole + own) };
  });
  const best = Math.max(0, ...scores.map(({ score }) => score));
  if (best < SIMILAR) return [];
  const [first, ...others] = scores.filter(({ score }) => best - score < LEAD);
  const common = first!.values.filter((value) => others.every(({ values }) => values.includes(value)));
  return common.length <= MOST_CANDIDATES ? common : [];
}

type Names = ReturnType<typeof namesOf>;

const namesOf = oncePer((list: ClosedList) => {
  const { values = {}, questions = {}, neutral = '', pluralNoun } = shippedWords(list) ?? {};
  const neutralWords = new Set(wordsIn(neutral).map(foldWords));
  const known = knownValues(list);
  const certain = known.flatMap((value) =>
    [value, ...(Object.hasOwn(values, value) ? wordsIn(values[value]!) : [])].map(
      (name): Phrase => ({ values: [value], words: wordsOf(name) }),
    ),
  );
  const open = Object.entries(questions).flatMap(([text, meant]) =>
    wordsIn(text).map(
      (name): Phrase => ({ values: meant.filter((value) => known.includes(value)), words: wordsOf(name) }),
    ),
  );
  const meaningless = wordsIn(neutral).map((name): Phrase => ({ values: [], words: wordsOf(name) }));
  const phrases = [...certain, ...open, ...meaningless].filter(
    ({ values: meant, words }) =>
      words.length > 0 && (meant.length === 0 || !neutralWords.has(words.join(' '))),
  );
  const counts = new Map<string, Set<string>>();
  for (const phrase of certain)
    for (const word of phrase.words) getOrCreate(counts, word, () => new Set()).add(phrase.values[0]!);
  const byWord = Map.groupBy(phrases, ({ words }) => words[0]!);
  const single = phrases.filter(({ words }) => words.length === 1);
  return {
    isOfMaterials: pluralNoun !== undefined,
    byWord,
    byStem: groupedByEach(phrases, ({ words }) => [...new Set(words.map(stemOf))]),
    chinese: single.filter(({ words: [name] }) => hasHan(name!) && name!.length > 1),
    /** The longest name at the end of a compound: `Bluse` of `Damenbluse`. */
    endings(word: string): readonly Phrase[] {
      for (let start = SHORTEST_BEGINNING; start <= word.length - SHORTEST_ENDING; start++) {
        const ending = byWord.get(word.slice(start))?.filter(({ words }) => words.length === 1);
        if (ending && ending.length > 0) return ending;
      }
      return [];
    },
    weight: (word: string): number =>
      /^\d+$/.test(word) ? OF_A_NUMBER : 1 / (1 + Math.log(counts.get(word)?.size ?? 1)),
  };
});

/** The weight of a number, which is a size or a code in most texts. */
const OF_A_NUMBER = 0.2;

/** Minimum length of the parts of a compound. */
const SHORTEST_BEGINNING = 4;
const SHORTEST_ENDING = 4;

/** Words without a meaning of their own. `d` and `l` are those of `d'agneau` and `l'ourlet`. */
const joining = once(() => new Set(['d', 'l', ...termWords('joining')]));

const wordsOf = (text: string): string[] => [
  ...new Set(
    foldWords(text.replace(SIGNS, ' '))
      .split(' ')
      .filter((word) => word !== '' && !joining().has(word)),
  ),
];

/** The letters in which words of one stem do not differ. */
const stemOf = (word: string): string => word.slice(0, 4);

/** Whether two words differ only in their endings, such as `knit` and `knitted`. */
function haveOneStem(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  let same = 0;
  while (same < short.length && short[same] === long[same]) same++;
  // Words of four letters have many neighbours in other languages: `linh` is not `linha`.
  const isLong = same >= 5 || (same === 4 && long.length >= 6);
  const isShortEnding = short.length - same <= 1 && long.length - same <= 2;
  return isLong && (isShortEnding || (same === short.length && LONG_ENDING.test(long.slice(same))));
}

/** Endings of three letters, in several languages. */
const LONG_ENDING = /^(?:ted|ing|nen|ami|ach|lar|ler|oes|ung)$/;
