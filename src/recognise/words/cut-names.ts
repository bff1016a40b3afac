import { hasHan } from '../../fold.ts';

/** Maximum number of values that a cut name may mean. */
const MOST_VALUES = 4;

/** The names of a list by the beginnings of their words: old systems cut names, as in `FERM ECLAIR` or `ETIQ. COMPO`. */
export class CutNames {
  readonly #shortest: number;
  /** The names by their first letters. */
  readonly #names: ReadonlyMap<string, readonly (readonly [readonly string[], readonly string[]])[]>;
  /** The words of names by their first letters. */
  readonly #words: ReadonlyMap<string, readonly string[]>;

  /**
   * @param names the values by folded name
   * @param shortest the minimum number of letters of a cut word
   */
  constructor(names: readonly (readonly [string, readonly string[]])[], shortest: number) {
    this.#shortest = shortest;
    const split = names
      .filter(([name]) => !hasHan(name))
      .map(([name, values]) => [name.split(' '), values] as const);
    const first = (word: string) => word.slice(0, shortest);
    this.#names = Map.groupBy(split, ([words]) => first(words[0]!));
    this.#words = Map.groupBy(new Set(split.flatMap(([words]) => words)), first);
  }

  /** Whether a name has a word that begins so. */
  has(word: string): boolean {
    const words = this.#words.get(word.slice(0, this.#shortest)) ?? [];
    return word.length >= this.#shortest && words.some((one) => one.startsWith(word));
  }

  /** The values that all names with these words mean, some of them cut; else those of each, if they are few. */
  meaningOf(part: string): readonly string[] {
    const words = part.split(' ');
    const isCut = (word: string, at: number) =>
      word === words[at] || (words[at]!.length >= this.#shortest && word.startsWith(words[at]!));
    const [first, ...others] = (this.#names.get(part.slice(0, this.#shortest)) ?? [])
      .filter(([name]) => name.length === words.length && name.every(isCut))
      .map(([, values]) => values);
    if (first === undefined) return [];
    const common = first.filter((value) => others.every((values) => values.includes(value)));
    const all = common.length > 0 ? common : [...new Set([first, ...others].flat())];
    return all.length > MOST_VALUES ? [] : all;
  }
}
