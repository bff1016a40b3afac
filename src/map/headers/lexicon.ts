import { once } from '../../contract/remembered.ts';
import { foldText, hasHan } from '../../fold.ts';
import texts from '../../language/compiled/headers.js';
import { WORD_LANGUAGES } from '../../language/languages.ts';
import { ShortForms } from './short-forms.ts';
import { bareHeader, isStopWord, tokensOf, type Word } from './tokens.ts';

/** The words of a language or a system: by notions (separated by spaces), the words that name them (separated by ` | `). */
type Vocabulary = Readonly<Record<string, string>>;

/** The words of headers in each language of `WORD_LANGUAGES`. */
export const LANGUAGES = WORD_LANGUAGES.map((name) => JSON.parse(texts[name]) as Vocabulary);

/** Names of columns in common systems. A name matches only the whole header. */
export const SYSTEMS = JSON.parse(texts.systems) as Readonly<Record<string, Vocabulary>>;

/** The notions that a word or phrase names, in each of its meanings. */
export type Senses = readonly (readonly string[])[];

/** The languages of each sense, as bits at their places in `LANGUAGES`. Senses without an entry belong to all languages. */
const languagesBySense = new WeakMap<readonly string[], number>();

/** The senses of a word beside a unit for one piece: its weight, not that of an area. */
export const withoutArea = (senses: Senses): Senses =>
  senses.map((sense) => sense.map((notion) => (notion === 'grammage' ? 'weight' : notion)));

const ANY = 2 ** LANGUAGES.length - 1;
export const IN_ENGLISH = 1 << WORD_LANGUAGES.indexOf('en');

/** The languages in which a word has a sense, as bits. */
export const languagesOf = (sense: readonly string[]): number => languagesBySense.get(sense) ?? ANY;

/** Letters that join the parts of a German compound. */
const JOINTS = ['', 's', 'n', 'en', 'es', 'er', 'e', 'ns'];
const MOST_WORDS = 6;
const LONGEST_COMPOUND = 40;

/** Stands for `in` at the end of a header: the place where something is done. */
const IN_PLACE = 'inplace';

const isWordOf = (vocabulary: Readonly<Record<string, string>>, folded: string): boolean =>
  Object.values(vocabulary).some((words) => words.split(' | ').some((word) => foldText(word) === folded));

class Lexicon {
  /** Senses by the words of a phrase, joined by spaces. */
  readonly #phrases = new Map<string, string[][]>();
  /** Senses by the letters of a phrase without spaces. */
  readonly #joined = new Map<string, string[][]>();
  readonly #systems = new Map<string, string[][]>();
  readonly #known = new Map<string, Senses>();
  #shortForms: ShortForms | undefined;

  constructor() {
    add(this.#phrases, IN_PLACE, ['country']);
    const accented: [spelled: string, folded: string, senses: readonly string[], languages: number][] = [];
    for (const [place, vocabulary] of LANGUAGES.entries())
      for (const [notions, words] of Object.entries(vocabulary))
        for (const word of words.split(' | ')) {
          const all = phraseOf(word);
          const bare = all.filter(({ text }) => text !== IN_PLACE);
          // The Vietnamese `nước in` is the country of printing, `nước` any.
          const tokens = bare.length < all.length && isWordOf(vocabulary, phraseText(bare)) ? all : bare;
          const [folded, spelled] = [phraseText(tokens), phraseText(tokens, 'spelled')];
          const senses = notions === 'neutral' ? [] : notions.split(' ');
          add(this.#phrases, folded, senses, 1 << place);
          if (spelled !== folded) accented.push([spelled, folded, senses, 1 << place]);
          const joined = folded.replaceAll(' ', '');
          if (joined.length > 1 || hasHan(joined)) add(this.#joined, joined, senses, 1 << place);
        }
    // The accents matter only to words that have several senses without them.
    const double = accented.filter(([, folded]) => this.#phrases.get(folded)!.length > 1);
    for (const [spelled, , senses, languages] of double) add(this.#phrases, spelled, senses, languages);
    for (const [system, vocabulary] of Object.entries(SYSTEMS))
      for (const [notions, names] of Object.entries(vocabulary))
        for (const name of names.split(' | '))
          add(this.#systems, system === 'SAP' ? name : systemKey(name), notions.split(' '));
  }

  /** The senses of a whole header in a common system. */
  system(header: string): Senses | undefined {
    const bare = bareHeader(header);
    return (
      this.#systems.get(bare) ?? this.#systems.get(systemKey(header)) ?? this.#systems.get(systemKey(bare))
    );
  }

  /** The longest phrase that starts at a word: its senses and the number of its words. */
  phraseAt(
    words: readonly Word[],
    at: number,
  ): { readonly senses: Senses; readonly count: number } | undefined {
    for (let count = Math.min(MOST_WORDS, words.length - at); count > 0; count--) {
      const phrase = words.slice(at, at + count);
      // Vietnamese words differ only in their accents: `màu` is a colour, `mẫu` a sample.
      const senses =
        this.#phrases.get(phraseText(phrase, 'spelled')) ??
        this.#phrases.get(phraseText(phrase)) ??
        (count > 1 ? this.#singular(phrase.map(({ text }) => text)) : undefined);
      if (senses) return { senses, count };
    }
    const { text, isShort } = words[at]!;
    const senses = this.#word(text, isShort);
    return senses && { senses, count: 1 };
  }

  /** The senses of the parts of a word that is not known, if all of them may be short for known words. */
  partsOf(word: string): Senses[] | undefined {
    this.#shortForms ??= new ShortForms(
      [...this.#phrases].filter(([text]) => /^[a-z]+$/.test(text)),
      (text) => this.#joined.get(text),
    );
    return this.#shortForms.partsOf(word);
  }

  #singular(phrase: readonly string[]): Senses | undefined {
    return this.#phrases.get(phrase.map((word) => word.replace(/(?<=...)s$/, '')).join(' '));
  }

  #word(text: string, isShort: boolean): Senses | undefined {
    const key = isShort ? `${text}.` : text;
    let senses = this.#known.get(key);
    if (!senses) {
      senses =
        this.#joined.get(text) ??
        this.#joined.get(text.replace(/(?<=...)s$/, '')) ??
        (isShort && text.length > 2 ? this.#abbreviated(text) : undefined) ??
        (hasHan(text) ? this.#unspaced(text) : this.#compound(text)) ??
        [];
      if (this.#known.size < 5000) this.#known.set(key, senses);
    }
    return senses.length > 0 ? senses : undefined;
  }

  /**
   * The senses of the words that start with an abbreviation, in each language in which all of them have the same senses.
   * In a language in which they do not, it has another meaning.
   */
  #abbreviated(text: string): Senses | undefined {
    const byLanguage = new Map<number, Senses>();
    for (const [word, senses] of this.#phrases) {
      if (!word.startsWith(text) || word.includes(' ')) continue;
      for (const place of LANGUAGES.keys()) {
        const own = senses.filter((sense) => (languagesOf(sense) & (1 << place)) !== 0);
        if (own.length > 0)
          byLanguage.set(place, isSame(byLanguage.get(place) ?? own, own) ? own : [['other']]);
      }
    }
    const found: string[][] = [];
    for (const [place, senses] of byLanguage) for (const sense of senses) merge(found, sense, 1 << place);
    return found.some((sense) => String(sense) !== 'other') ? found : undefined;
  }

  /**
   * The senses of Chinese words without spaces between them: `供应商编号`. At each place the longest word counts after which
   * only known words follow.
   */
  #unspaced(text: string): Senses | undefined {
    if (text.length > LONGEST_COMPOUND) return undefined;
    const from: (string[][] | undefined)[] = [];
    from[text.length] = [[]];
    for (let at = text.length - 1; at >= 0; at--)
      for (let end = text.length; end > at && !from[at]; end--) {
        const own = from[end] && this.#joined.get(text.slice(at, end));
        if (!own) continue;
        from[at] = [];
        for (const sense of own)
          for (const rest of from[end]!)
            merge(from[at]!, [...sense, ...rest], languagesOf(sense) & languagesOf(rest));
      }
    return from[0];
  }

  /** The senses of a compound such as `Lieferantennummer`. All ways to split it must give the same senses. */
  #compound(text: string): Senses | undefined {
    if (text.length < 6 || text.length > LONGEST_COMPOUND) return undefined;
    const found: string[][][] = Array.from({ length: text.length + 1 }, () => []);
    found[0] = [[]];
    for (let end = 3; end <= text.length; end++)
      for (let start = 0; start <= end - 2; start++) {
        const before = found[start]!;
        if (before.length === 0 || found[end]!.length > 8) continue;
        for (const joint of end === text.length ? [''] : JOINTS) {
          const part = text.slice(start, end);
          if (!part.endsWith(joint)) continue;
          const word = part.slice(0, part.length - joint.length);
          if (word.length < 3 && !(word === 'nr' || word === 'no' || word === 'id')) continue;
          for (const sense of this.#joined.get(word) ?? [])
            for (const one of before)
              merge(found[end]!, [...one, ...sense], languagesOf(one) & languagesOf(sense));
        }
      }
    const whole = found[text.length]!;
    return whole.length > 0 && whole.length < 9 ? whole : undefined;
  }
}

function merge(list: string[][], notions: readonly string[], languages: number): void {
  const set = [...new Set(notions)].sort();
  const known = list.find((one) => one.join() === set.join());
  if (known) languagesBySense.set(known, languagesOf(known) | languages);
  else if (list.length < 9) {
    languagesBySense.set(set, languages);
    list.push(set);
  }
}

const isSame = (one: Senses, other: Senses): boolean => String(one) === String(other);

const systemKey = (name: string): string => foldText(name.replaceAll('%', 'pct').replaceAll('#', 'no'));

/** The words of a phrase, split and folded like those of a header. */
export const phraseOf = (phrase: string): readonly Word[] => {
  const { words } = tokensOf(phrase);
  const bare = words.filter((word) => !isStopWord(word));
  return bare.length > 0 ? bare : words;
};

const phraseText = (words: readonly Word[], form: 'text' | 'spelled' = 'text'): string =>
  words.map((word) => word[form]).join(' ');

function add(map: Map<string, string[][]>, key: string, notions: readonly string[], languages = ANY): void {
  const known = map.get(key);
  const same = known?.find((one) => one.join() === notions.join());
  if (same) languagesBySense.set(same, languagesOf(same) | languages);
  else {
    const own = [...notions];
    languagesBySense.set(own, languages);
    if (known) known.push(own);
    else map.set(key, [own]);
  }
}

/** The lexicon of all languages, built on first use. */
export const sharedLexicon = once(() => new Lexicon());
