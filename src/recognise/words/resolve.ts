import { type ClosedList, knownValues, matchValue } from '../../contract/list.ts';
import { once, remembered } from '../../contract/remembered.ts';
import { foldWords, hasHan } from '../../fold.ts';
import { containingWords, isSlip } from '../../nearest.ts';
import { kindText, say } from '../../say.ts';
import { latinWord } from '../other-script.ts';
import { joiningWords, termWords, wordsIn } from './terms.ts';
import type { WordList } from './word-list.ts';

/**
 * The meaning of a word in a list: either one certain value, or a question with the values that the word may mean,
 * if any.
 */
type WordReading =
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

/** Resolves the words of a column to values of its list. */
export type Resolver = (text: string) => WordReading;

/** Maximum length of a text that is looked up as a word. */
const MAX_LENGTH = 120;
const MAX_CACHED_WORDS = 5000;
const MOST_CANDIDATES = 6;

/** What separates the names in a text that names several values. */
const valueSeparators = once(() => {
  const { spaced, unspaced } = joiningWords();
  return new RegExp(`\\s*[/|+&,;、-]\\s*|\\s+(?:${spaced}|plus|with|avec|con|com|mit)\\s+|${unspaced}`, 'i');
});
const MOST_PARTS = 12;
/** Words without a meaning of their own. */
const joining = once(
  () => new Set(['de du des di da do del of von the'.split(' '), termWords('joining')].flat()),
);

/**
 * Returns the resolver for a list. A text resolves with certainty if it is a value of the list (in any case and
 * punctuation, also with letters of another script that look like Latin ones), a word in `learned` (folded with
 * `foldWords`), or a shipped word whose value is in the list. A value that the list only probably has must be written
 * exactly; else it is a candidate.
 */
export function resolverOf(
  list: ClosedList,
  words?: WordList,
  learned: ReadonlyMap<string, string> = new Map(),
): Resolver {
  const index = new ListWords(list, words);
  const read = (text: string): WordReading => {
    const value = learned.get(foldWords(text));
    return value === undefined ? index.read(text) : { value };
  };
  const repaired = remembered((text: string): WordReading => {
    const reading = read(text);
    const latin = 'value' in reading ? undefined : latinWord(text);
    const certain = latin && read(latin.text);
    return certain && 'value' in certain ? certain : reading;
  }, MAX_CACHED_WORDS);
  return (text) =>
    text.length > MAX_LENGTH ? unresolved(() => say().words.notAName(), { candidates: [] }) : repaired(text);
}

class ListWords {
  readonly #list: ClosedList;
  readonly #certain: ReadonlySet<string>;
  /**
   * The values of the list by their folded words in alphabetical order, so that `COTTON ORGANIC` finds `ORGANIC
   * COTTON`.
   */
  readonly #byWords = new Map<string, string[]>();
  /** The values of the shipped word list, by folded word. */
  readonly #shipped = new Map<string, string[]>();
  readonly #questions = new Map<string, readonly string[]>();
  readonly #codes: ReadonlyMap<string, readonly string[]>;
  readonly #modifiers = new Map<string, string>();
  /** The modifiers of several words, and those that Chinese writes without a space, each as one word. */
  readonly #phrases = new Map<string, string>();
  readonly #pluralNoun: string | undefined;

  constructor(list: ClosedList, words: Partial<WordList> = {}) {
    const { values = {}, brands = {}, questions = {}, codes = {}, modifiers = {} } = words;
    this.#list = list;
    this.#pluralNoun = words.pluralNoun;
    this.#codes = new Map(Object.entries(codes));
    this.#certain = new Set(list.values);
    for (const value of knownValues(list)) add(this.#byWords, sorted(foldWords(value)), value);
    for (const [value, text] of [...Object.entries(values), ...Object.entries(brands)])
      for (const word of wordsIn(text)) add(this.#shipped, foldWords(word), value);
    for (const [text, candidates] of Object.entries(questions))
      for (const word of wordsIn(text)) this.#questions.set(foldWords(word), candidates);
    for (const [modifier, text] of Object.entries(modifiers))
      for (const word of wordsIn(text)) {
        const folded = foldWords(word);
        if (folded.includes(' ')) this.#phrases.set(` ${folded} `, ` ${modifier.toLowerCase()} `);
        else if (hasHan(folded)) this.#phrases.set(folded, ` ${modifier.toLowerCase()} `);
        else this.#modifiers.set(folded, modifier);
      }
  }

  read(text: string): WordReading {
    if (this.#list.values.includes(text)) return { value: text };
    const folded = foldWords(text);
    if (folded === '') return this.#parts(text) ?? unresolved(() => say().words.signs(), { candidates: [] });
    const own = matchValue(this.#list, text);
    if (own !== undefined) return { value: own };
    const code = this.#codes.get(text.trim().toUpperCase());
    if (code) return ambiguous(code.flatMap((value) => this.#inList(value)));
    return (
      this.#reordered(folded) ??
      this.#simple(folded) ??
      this.#namedTwice(folded) ??
      this.#parts(text) ??
      this.#unknown(folded)
    );
  }

  /** The question about a text whose parts are all known but name different values: `coton/lin`. */
  #parts(text: string): WordReading | undefined {
    const parts =
      this.#pluralNoun === undefined ? [] : text.normalize('NFKC').trim().split(valueSeparators());
    if (parts.length < 2 || parts.length > MOST_PARTS) return undefined;
    const meant = parts.map((part) => this.#meanings(part));
    const [first, ...others] = meant;
    if (meant.some(({ size }) => size === 0)) return undefined;
    if ([...first!].some((value) => others.every((other) => other.has(value)))) return undefined;
    const names = meant.flatMap((values) => [...values]).flatMap((value) => foldWords(value).split(' '));
    const things = this.#pluralNoun!;
    return unresolved(() => say().words.several({ things: kindText(things, 2) }), {
      ...{ candidates: [], isSeveral: true },
      similar: this.#related(names),
    });
  }

  /** All values that a name may mean, also those that are not in the list. */
  #meanings(name: string): ReadonlySet<string> {
    const folded = foldWords(name);
    const of = (word: string): readonly string[] => [
      ...(this.#codes.get(word.toUpperCase()) ?? []),
      ...(this.#questions.get(word) ?? []),
      ...(this.#shipped.get(word) ?? []),
      ...(this.#byWords.get(sorted(word)) ?? []),
    ];
    const whole = of(folded);
    if (whole.length > 0) return new Set(whole);
    const words = folded.split(' ');
    const modifiers = [...new Set(words.flatMap((word) => this.#modifiers.get(word) ?? []))];
    const bare = words.filter((word) => !this.#modifiers.has(word)).join(' ');
    return new Set(modifiers.length === 0 ? [] : of(bare).map((value) => [...modifiers, value].join(' ')));
  }

  /** The values of this list that have the words of `value`, in any order; else `value` itself, if it is in the list. */
  #inList(value: string): readonly string[] {
    const found = this.#byWords.get(sorted(foldWords(value)));
    return found ?? (this.#certain.has(value) ? [value] : []);
  }

  #known(folded: string): WordReading | undefined {
    const open = this.#questions.get(folded);
    if (open) return ambiguous(open.flatMap((value) => this.#inList(value)));
    const names = this.#shipped.get(folded);
    if (!names) return undefined;
    return this.#decide(names);
  }

  /** Resolves a text with the words of one value of the list, in another order or in the singular. */
  #reordered(folded: string): WordReading | undefined {
    const [value, other] = this.#inList(folded);
    const isCertain = value !== undefined && other === undefined && this.#certain.has(value);
    return isCertain && !this.#questions.has(folded) ? { value } : undefined;
  }

  #simple(folded: string): WordReading | undefined {
    return this.#known(folded) ?? this.#modified(folded);
  }

  /**
   * Resolves a text with two names of one material, one of which may be a trade name (`viscose Lenzing`, `Lycra
   * elastane`).
   */
  #namedTwice(folded: string): WordReading | undefined {
    const words = folded.split(' ');
    if (words.length > 6) return undefined;
    for (let end = 1; end < words.length; end++) {
      const parts = [words.slice(0, end).join(' '), words.slice(end).join(' ')];
      // A code of two letters may be a country: `soie SE`.
      if (parts.some((part) => /^\w{1,2}$/.test(part))) continue;
      const [one, other] = parts.map((part) => this.#simple(part));
      if (!one || !other) continue;
      const value = 'value' in one ? one.value : 'value' in other ? other.value : undefined;
      if (value !== undefined && mayMean(one, value) && mayMean(other, value)) return { value };
      if ('candidates' in one && 'candidates' in other && String(one.candidates) === String(other.candidates))
        return one;
    }
    return undefined;
  }

  /** `isModified`: the text has a modifier. Values that share only its other words lack it, so they are not candidates. */
  #decide(names: readonly string[], isModified = false): WordReading {
    const found = [...new Set(names.flatMap((name) => this.#inList(name)))];
    const [value, other] = found;
    if (value === undefined) {
      const words = names.flatMap((name) => foldWords(name).split(' '));
      const question = () => say().words.notInList({ value: names[0]!, list: this.#list.name });
      return this.#questionAbout(question, words, !isModified);
    }
    const [certain, second] = found.filter((one) => this.#certain.has(one));
    // The values of one shipped word mean the same, so a value that the list only probably has is not a second reading.
    if (certain !== undefined && second === undefined) return { value: certain };
    if (other !== undefined) return ambiguous(found);
    return unresolved(() => say().words.notShown({ value, list: this.#list.name }), {
      ...{ candidates: [value], isLikely: true },
    });
  }

  /** Resolves the word for a value with a modifier before or after it: `coton bio`, `recycled nylon`. */
  #modified(folded: string): WordReading | undefined {
    let text = ` ${folded} `;
    for (const [phrase, word] of this.#phrases) text = text.replace(phrase, word);
    const words = text.trim().split(/ +/);
    const modifiers = words.flatMap((word) => this.#modifiers.get(word) ?? []);
    const bare = words.filter((word) => !this.#modifiers.has(word)).join(' ');
    if (modifiers.length === 0 || bare === '') return undefined;
    const open = this.#questions.get(bare);
    const names = open ?? this.#shipped.get(bare) ?? this.#byWords.get(sorted(bare));
    if (!names) return undefined;
    const whole = [...new Set(names)].map((name) => [...new Set(modifiers), name].join(' '));
    return open ? ambiguous(whole.flatMap((name) => this.#inList(name))) : this.#decide(whole, true);
  }

  #unknown(folded: string): WordReading {
    const words = folded.split(' ');
    const meant = words.flatMap((word) => this.#shipped.get(word) ?? this.#modifiers.get(word) ?? []);
    const question = () => say().words.unknownIn({ list: this.#list.name });
    if (meant.length === 0) return unresolved(question, { candidates: this.#near(folded) });
    const isWhole = words.every(
      (word) => this.#shipped.has(word) || joining().has(word) || /^\d+$/.test(word),
    );
    return this.#questionAbout(question, foldWords(meant.join(' ')).split(' '), isWhole);
  }

  /** A question with the values that share a word with the text. They are candidates only if all its words are known. */
  #questionAbout(question: () => string, words: readonly string[], isWhole: boolean): WordReading {
    const related = this.#related(words);
    return unresolved(question, isWhole ? { candidates: related } : { candidates: [], similar: related });
  }

  /** Values of the list with at least one of these words. Those with the fewest words come first. */
  #related(words: readonly string[]): string[] {
    const meant = new Set(words.filter((word) => word.length > 2 && !this.#modifiers.has(word)));
    const found: { value: string; words: number }[] = [];
    for (const [key, values] of this.#byWords) {
      const own = key.split(' ');
      if (own.some((word) => meant.has(word)))
        for (const value of values) found.push({ value, words: own.length });
    }
    return found
      .sort((one, other) => one.words - other.words)
      .slice(0, MOST_CANDIDATES)
      .map(({ value }) => value);
  }

  /** The values that contain the words of the text, else the values of words that differ from it by a typing error. */
  #near(folded: string): readonly string[] {
    const containing = containingWords(folded, knownValues(this.#list));
    if (containing.length > 0) return containing.slice(0, MOST_CANDIDATES);
    const found = new Set<string>();
    if (/\d/.test(folded)) return [];
    for (const [word, names] of this.#shipped)
      if (isSlip(folded, word))
        for (const name of names) for (const value of this.#inList(name)) found.add(value);
    for (const [key, values] of this.#byWords)
      if (isSlip(folded, key)) for (const value of values) found.add(value);
    return [...found].slice(0, MOST_CANDIDATES);
  }
}

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
const unresolved = (question: () => string, reading: Omit<WordQuestion, 'question'>): WordReading => ({
  ...reading,
  get question() {
    return question();
  },
});

type WordQuestion = Extract<WordReading, { readonly question: string }>;

function ambiguous(values: readonly string[]): WordReading {
  const candidates = [...new Set(values)];
  const question = () =>
    candidates.length > 1
      ? say().words.canMean({ values: candidates.join(say().mapFile.or()) })
      : say().words.noOneValue();
  return unresolved(question, { candidates, isAmbiguous: true });
}

const sorted = (folded: string): string => folded.split(' ').sort().join(' ');

function add(map: Map<string, string[]>, key: string, value: string): void {
  if (key === '') return;
  const known = map.get(key);
  if (!known) map.set(key, [value]);
  else if (!known.includes(value)) known.push(value);
}
