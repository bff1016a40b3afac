import { type ClosedList, knownValues, matchValue } from '../../../contract/list.ts';
import { isSlip } from '../../../nearest.ts';
import { foldWords, type WordList, wordsIn } from './word-list.ts';

/** What a word means in a list: one value for certain, or a question with the values that it may mean, if any. */
type WordReading =
  | { readonly value: string }
  | {
      /** Completes a sentence after the quoted word. */
      readonly question: string;
      readonly candidates: readonly string[];
      /** The word has exactly these meanings. */
      readonly isAmbiguous?: true;
    };

/** Resolves the words of a column to values of its list. */
export type Resolver = (text: string) => WordReading;

/** Longest text that is a word for a value. */
const LONGEST = 120;
const MOST_REMEMBERED = 5000;
const MOST_CANDIDATES = 6;

/**
 * The resolver of a list in force. Certain are: a value of the list, whatever its case and punctuation; a word that
 * `learned` has (`foldWords` of it); a shipped word whose value the list has. Values that are merely likely are
 * certain only as they are written in the list: for other words they are candidates.
 */
export function resolverOf(
  list: ClosedList,
  words?: WordList,
  learned: ReadonlyMap<string, string> = new Map(),
): Resolver {
  const index = new ListWords(list, words);
  const remembered = new Map<string, WordReading>();
  return (text) => {
    let reading = remembered.get(text);
    if (!reading) {
      const value = text.length > LONGEST ? undefined : learned.get(foldWords(text));
      reading = value === undefined ? index.read(text) : { value };
      if (remembered.size < MOST_REMEMBERED) remembered.set(text, reading);
    }
    return reading;
  };
}

class ListWords {
  readonly #list: ClosedList;
  readonly #certain: ReadonlySet<string>;
  /** Values of the list by their folded words in alphabetical order: `COTTON ORGANIC` is `ORGANIC COTTON`. */
  readonly #byWords = new Map<string, string[]>();
  /** The values of the shipped list by folded word. */
  readonly #named = new Map<string, string[]>();
  readonly #questions = new Map<string, readonly string[]>();
  readonly #modifiers = new Map<string, string>();

  constructor(list: ClosedList, { values = {}, questions = {}, modifiers = {} }: Partial<WordList> = {}) {
    this.#list = list;
    this.#certain = new Set(list.values);
    for (const value of knownValues(list)) add(this.#byWords, sorted(foldWords(value)), value);
    for (const [value, words] of Object.entries(values))
      for (const text of Object.values(words))
        for (const word of wordsIn(text)) add(this.#named, foldWords(word), value);
    for (const [text, candidates] of Object.entries(questions))
      for (const word of wordsIn(text)) this.#questions.set(foldWords(word), candidates);
    for (const [modifier, text] of Object.entries(modifiers))
      for (const word of wordsIn(text)) this.#modifiers.set(foldWords(word), modifier);
  }

  read(text: string): WordReading {
    if (text.length > LONGEST) return { question: 'is not a name', candidates: [] };
    if (this.#list.values.includes(text)) return { value: text };
    const folded = foldWords(text);
    if (folded === '') return { question: 'has signs that are not part of a name', candidates: [] };
    const own = matchValue(this.#list, text);
    if (own !== undefined) return { value: own };
    return this.#spelled(folded) ?? this.#simple(folded) ?? this.#twice(folded) ?? this.#unknown(folded);
  }

  /** The values of the list for a value of the shipped words. */
  #inList(value: string): readonly string[] {
    return this.#byWords.get(sorted(foldWords(value))) ?? [];
  }

  #known(folded: string): WordReading | undefined {
    const open = this.#questions.get(folded);
    if (open) return several(open.flatMap((value) => this.#inList(value)));
    const names = this.#named.get(folded);
    if (!names) return undefined;
    return this.#decide(names);
  }

  /** A value of the list with its words in another order, or in the singular. */
  #spelled(folded: string): WordReading | undefined {
    const [value, other] = this.#inList(folded);
    const isCertain = value !== undefined && other === undefined && this.#certain.has(value);
    return isCertain && !this.#questions.has(folded) ? { value } : undefined;
  }

  #simple(folded: string): WordReading | undefined {
    return this.#known(folded) ?? this.#modified(folded);
  }

  /** A material with a trade name that it may have, or with another name of it: `viscose Lenzing`, `Lycra elastane`. */
  #twice(folded: string): WordReading | undefined {
    const words = folded.split(' ');
    if (words.length > 6) return undefined;
    for (let end = 1; end < words.length; end++) {
      const parts = [words.slice(0, end).join(' '), words.slice(end).join(' ')];
      // A code of two letters may be a country: `soie SE`.
      if (parts.some((part) => part.length < 3)) continue;
      const [one, other] = parts.map((part) => this.#simple(part));
      if (!one || !other) continue;
      const value = 'value' in one ? one.value : 'value' in other ? other.value : undefined;
      if (value !== undefined && mayMean(one, value) && mayMean(other, value)) return { value };
    }
    return undefined;
  }

  #decide(names: readonly string[]): WordReading {
    const found = [...new Set(names.flatMap((name) => this.#inList(name)))];
    const [value, other] = found;
    if (value === undefined) {
      const candidates = this.#related(names.flatMap((name) => foldWords(name).split(' ')));
      return { question: `means ${names[0]}, which ${this.#list.name} does not have`, candidates };
    }
    if (other !== undefined) return several(found);
    if (this.#certain.has(value)) return { value };
    return {
      question: `means ${value}, but the interface does not show whether ${this.#list.name} has it`,
      candidates: [value],
    };
  }

  /** A word for a value with a modifier, in any order: `coton bio`, `recycled nylon`. */
  #modified(folded: string): WordReading | undefined {
    const words = folded.split(' ');
    const modifiers = words.flatMap((word) => this.#modifiers.get(word) ?? []);
    const bare = words.filter((word) => !this.#modifiers.has(word)).join(' ');
    if (modifiers.length === 0 || bare === '') return undefined;
    const open = this.#questions.get(bare);
    const names = open ?? this.#named.get(bare) ?? this.#byWords.get(sorted(bare));
    if (!names) return undefined;
    const whole = [...new Set(names)].map((name) => [...new Set(modifiers), name].join(' '));
    return open ? several(whole.flatMap((name) => this.#inList(name))) : this.#decide(whole);
  }

  #unknown(folded: string): WordReading {
    const words = folded.split(' ');
    const meant = words.flatMap((word) => this.#named.get(word) ?? this.#modifiers.get(word) ?? []);
    const candidates =
      meant.length > 0 ? this.#related(foldWords(meant.join(' ')).split(' ')) : this.#near(folded);
    return { question: `is not a known name in ${this.#list.name}`, candidates };
  }

  /** Values that share a word with the meaning, those with the fewest words first. */
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

  /** The values for words that are a typing error away. */
  #near(folded: string): string[] {
    const found = new Set<string>();
    for (const [word, names] of this.#named)
      if (isSlip(folded, word))
        for (const name of names) for (const value of this.#inList(name)) found.add(value);
    for (const [key, values] of this.#byWords)
      if (isSlip(folded, key)) for (const value of values) found.add(value);
    return [...found].slice(0, MOST_CANDIDATES);
  }
}

/** Whether a word may mean a value, and no variant of it: a trade name of recycled polyester is not just POLYESTER. */
export const mayMean = (reading: WordReading, value: string): boolean =>
  'value' in reading
    ? reading.value === value
    : reading.isAmbiguous === true &&
      reading.candidates.includes(value) &&
      !reading.candidates.some((one) => one.endsWith(` ${value}`));

function several(values: readonly string[]): WordReading {
  const candidates = [...new Set(values)];
  const question =
    candidates.length > 1 ? `can mean ${candidates.join(' or ')}` : 'is not the name of one value';
  return { question, candidates, isAmbiguous: true };
}

const sorted = (folded: string): string => folded.split(' ').sort().join(' ');

function add(map: Map<string, string[]>, key: string, value: string): void {
  if (key === '') return;
  const known = map.get(key);
  if (!known) map.set(key, [value]);
  else if (!known.includes(value)) known.push(value);
}
