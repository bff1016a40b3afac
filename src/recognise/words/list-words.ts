import { type ClosedList, knownValues, matchValue } from '../../contract/list.ts';
import { once } from '../../contract/remembered.ts';
import { foldWords, hasHan } from '../../fold.ts';
import { containingWords, isSlip } from '../../nearest.ts';
import { kindText, say } from '../../say.ts';
import { CutNames } from './cut-names.ts';
import {
  inTwoScripts,
  joining,
  knownParts,
  lastNameOfPath,
  namesOfSeveral,
  type PartMeaning,
  tokensOf,
  type Vocabulary,
  withoutCode,
} from './known-parts.ts';
import { ambiguous, isUnknown, mayMean, meantBy, unresolved, type WordReading } from './reading.ts';
import { MOST_CANDIDATES, relatedValues } from './related-values.ts';
import { wordsIn } from './terms.ts';
import { add, sorted, spellings, type WordList } from './word-list.ts';

/** Minimum length of a word that may be a typing error of one of the words in all languages. */
const SHORTEST_SLIP = 6;

/** A list without virgin wool has wool. */
const VIRGIN = /^VIRGIN /;
/** A dot after a word, or capitals only, of which some are a word. */
const LOOKS_CUT = /\p{L}\.|^(?=.*\p{L}{3})\P{Ll}+$/u;

/** The words of a list: those of its values, the shipped ones, and the questions. */
export class ListWords {
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
  readonly #neutral: ReadonlySet<string>;
  readonly #modifiers = new Map<string, string>();
  /** The modifiers of several words, and those that Chinese writes without a space, each as one word. */
  readonly #phrases = new Map<string, string>();
  readonly #pluralNoun: string | undefined;

  constructor(list: ClosedList, words: Partial<WordList> = {}) {
    const { values = {}, brands = {}, questions = {}, codes = {}, modifiers = {} } = words;
    this.#list = list;
    this.#pluralNoun = words.pluralNoun;
    this.#neutral = new Set(wordsIn(words.neutral ?? '').map(foldWords));
    this.#codes = new Map(Object.entries(codes));
    this.#certain = new Set(list.values);
    for (const value of knownValues(list)) add(this.#byWords, sorted(foldWords(value)), value);
    for (const [value, text] of [...Object.entries(values), ...Object.entries(brands)])
      for (const word of wordsIn(text).flatMap(spellings)) add(this.#shipped, word, value);
    for (const [text, candidates] of Object.entries(questions))
      for (const word of wordsIn(text).flatMap(spellings)) this.#questions.set(word, candidates);
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
    if (folded === '')
      return (
        this.#parts(text) ?? this.#composed(text) ?? unresolved(() => say().words.signs(), { candidates: [] })
      );
    const own = matchValue(this.#list, text);
    if (own !== undefined) {
      const surer = this.#certain.has(own) ? [] : this.#namesOf(folded);
      return surer.length > 1 ? ambiguous([...surer, own]) : { value: surer[0] ?? own };
    }
    const code = this.#codes.get(text.trim().toUpperCase());
    if (code) return ambiguous(code.flatMap((value) => this.#inList(value)));
    return (
      this.#reordered(folded) ??
      this.#simple(folded) ??
      this.#namedTwice(folded) ??
      this.#parts(text) ??
      this.#composed(text) ??
      this.#cut(text, folded) ??
      this.#unknown(folded)
    );
  }

  /** The values that the list has for certain and that a word names, as nylon is a name of POLYAMIDE. */
  #namesOf = (word: string): string[] =>
    (this.#shipped.get(word) ?? []).filter((value) => this.#certain.has(value));

  /** Resolves a text of known words, with a code, or in two scripts. Not for a composition, where each word counts. */
  #composed(text: string): WordReading | undefined {
    // A reference such as `ROBE-01` has words, too.
    if (this.#pluralNoun !== undefined || /^\S*\d\S*$/.test(text)) return undefined;
    return (
      this.#lastOfPath(text) ?? this.#combined(text) ?? this.#withoutCode(text) ?? this.#inTwoScripts(text)
    );
  }

  /** Resolves the last name of a path, such as `Women > Tops > T-Shirts`. */
  #lastOfPath(text: string): WordReading | undefined {
    const last = lastNameOfPath(text);
    const reading = last === undefined ? undefined : this.read(last);
    return reading && ('value' in reading || reading.isAmbiguous) ? reading : undefined;
  }

  /**
   * The value that all parts of a text may mean, as `Oberstoff` and `gestrickt` together mean one. Parts with different
   * values are a question about them.
   */
  #combined(text: string, words: Vocabulary = this.#words): WordReading | undefined {
    const parts = knownParts(text, words) ?? [];
    const [first, ...others] = parts.map(({ values }) => values);
    if (first === undefined) return undefined;
    const [value, ...more] = first.filter((one) => others.every((values) => values.includes(one)));
    if (value === undefined)
      return others.every(({ length }) => length === 1) ? ambiguous([first, ...others].flat()) : undefined;
    // A part that may have only this meaning, or none of the list, proves nothing: only one that surely has it does.
    const single = parts.filter(({ values }) => values.length === 1);
    const isOpen = single.length > 0 && single.every(({ part }) => this.#questions.has(part));
    if (isOpen) return ambiguous([...new Set([value, ...parts.flatMap(({ values }) => values)])]);
    return more.length === 0 ? { value } : ambiguous([value, ...more]);
  }

  readonly #words: Vocabulary = {
    has: (word) => this.#vocabulary().has(word),
    meaningOf: (part) => this.#partMeaning(part),
  };

  /** The question about a text with cut words: other words can begin with the same letters. */
  #cut(text: string, folded: string): WordReading | undefined {
    if (!LOOKS_CUT.test(text)) return undefined;
    const names = this.#cutNames();
    const meaningOf = (part: string) =>
      this.#partMeaning(part) ?? this.#partMeaning(part, names.meaningOf(part));
    const whole = meaningOf(
      folded
        .split(' ')
        .filter((word) => !this.#neutral.has(word))
        .join(' '),
    );
    if (whole !== undefined || this.#pluralNoun !== undefined) return whole && ambiguous(whole);
    const has = (word: string) => this.#words.has(word) || names.has(word);
    const reading = this.#combined(text, { has, meaningOf });
    return reading && ambiguous(meantBy(reading));
  }

  readonly #cutNames = once(
    () => new CutNames([...this.#questions, ...this.#shipped], this.#pluralNoun === undefined ? 3 : 4),
  );

  #partMeaning(part: string, meanings: Iterable<string> = this.#meanings(part)): PartMeaning {
    if (this.#neutral.has(part)) return [];
    const values = [...meanings].flatMap((value) => this.#inList(value));
    return values.length === 0 ? undefined : [...new Set(values)];
  }

  #withoutCode(text: string): WordReading | undefined {
    const { code, rest } = withoutCode(text) ?? {};
    if (code === undefined || this.#partMeaning(foldWords(code)) !== undefined) return undefined;
    const reading = this.read(rest!);
    return 'value' in reading || reading.isAmbiguous ? reading : undefined;
  }

  /** One half decides if the other says the same or is not known. */
  #inTwoScripts(text: string): WordReading | undefined {
    const [one, other] = (inTwoScripts(text) ?? []).map((half) => this.read(half));
    if (!one || !other) return undefined;
    if (isUnknown(other)) return this.#orLonger(one);
    return isUnknown(one) ? this.#orLonger(other) : undefined;
  }

  /** What half of a text means: a question if the list has values with more words, which the other half may say. */
  #orLonger(half: WordReading): WordReading | undefined {
    if (!('value' in half)) return half.isAmbiguous ? half : undefined;
    const longer = this.#list.values.filter((value) => value.startsWith(`${half.value} `));
    return longer.length > 0 ? ambiguous([half.value, ...longer]) : half;
  }

  /** The question about a text whose parts are all known but name different values: `coton/lin`. */
  #parts(text: string): WordReading | undefined {
    const parts = this.#pluralNoun === undefined ? [] : namesOfSeveral(text);
    if (parts.length < 2) return undefined;
    const meant = parts.map((part) => this.#meanings(part));
    const [first, ...others] = meant;
    if (meant.some(({ size }) => size === 0)) return undefined;
    if ([...first!].some((value) => others.every((other) => other.has(value)))) return undefined;
    const names = meant.flatMap((values) => [...values]).flatMap((value) => foldWords(value).split(' '));
    const things = this.#pluralNoun!;
    return unresolved(() => say().words.several({ things: kindText(things, 2) }), {
      ...{ candidates: [], isSeveral: true },
      similar: relatedValues(this.#byWords, this.#modifiers, names),
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
    return names && this.#decide(names);
  }

  /** Resolves a text with the words of one value of the list, in another order or in the singular. */
  #reordered(folded: string): WordReading | undefined {
    const [value, other] = this.#inList(folded);
    const isCertain = value !== undefined && other === undefined && this.#certain.has(value);
    return isCertain && !this.#questions.has(folded) ? { value } : undefined;
  }

  #simple(folded: string): WordReading | undefined {
    return this.#known(folded) ?? this.#modified(folded) ?? this.#reordered(folded);
  }

  /**
   * Resolves a text with two names of one material, one of which may be a trade name (`viscose Lenzing`, `Lycra
   * elastane`).
   */
  #namedTwice(folded: string): WordReading | undefined {
    const words = folded.split(' ');
    if (words.length < 2 || words.length > 6) return undefined;
    if (!tokensOf(folded).every((word) => this.#vocabulary().has(word))) return undefined;
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
      const question = () => say().words.notInList({ value: names[0]!, list: this.#list.name });
      const plain = names.map((name) => name.replace(VIRGIN, '')).flatMap((name) => this.#inList(name));
      if (plain.length > 0) return unresolved(question, { candidates: plain });
      const words = names.flatMap((name) => foldWords(name).split(' '));
      return this.#questionAbout(question, words, !isModified);
    }
    // The values of one shipped word mean the same, so a value that the list only probably has is not a second reading.
    const [certain, second] = found.filter((one) => this.#certain.has(one));
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
    const related = relatedValues(this.#byWords, this.#modifiers, words);
    return unresolved(question, isWhole ? { candidates: related } : { candidates: [], similar: related });
  }

  /** All words of names; each Chinese character is one. */
  readonly #vocabulary = once(() => {
    const names = [
      this.#shipped,
      this.#questions,
      this.#byWords,
      this.#modifiers,
      this.#phrases,
      this.#neutral,
    ];
    const codes = this.#codes.keys().map(foldWords);
    return new Set(tokensOf([...names.flatMap((own) => [...own.keys()]), ...codes].join(' ')));
  });

  /** The shipped words by their first letter, in which a typing error does not differ. */
  readonly #byFirstLetter = once(() => Map.groupBy(this.#shipped, ([word]) => word[0]!));

  /** The values that contain the words of the text, else the values of words that differ from it by a typing error. */
  #near(folded: string): readonly string[] {
    const containing = containingWords(folded, knownValues(this.#list));
    if (containing.length > 0) return containing.slice(0, MOST_CANDIDATES);
    const found = new Set<string>();
    if (/\d/.test(folded)) return [];
    const near = folded.length < SHORTEST_SLIP ? [] : (this.#byFirstLetter().get(folded[0]!) ?? []);
    for (const [word, names] of near)
      if (isSlip(folded, word))
        for (const name of names) for (const value of this.#inList(name)) found.add(value);
    for (const [key, values] of this.#byWords)
      if (isSlip(folded, key)) for (const value of values) found.add(value);
    return [...found].slice(0, MOST_CANDIDATES);
  }
}
