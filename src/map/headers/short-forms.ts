import type { Senses } from './lexicon.ts';

/** Minimum length of a piece that is a short form, and of one that is a whole word. */
const SHORTEST_FORM = 3;
const SHORTEST_WORD = 2;
const LONGEST = 20;
const MOST_PIECES = 3;
/** How much a letter of a piece counts: in a whole word, in the start of a word, in its consonants. */
const WEIGHTS = { word: 1, start: 0.6, consonants: 0.4 };
/** Minimum share of the words with a short form that have a sense, and maximum number of such senses. */
const MIN_SHARE = 0.3;
const MOST_SENSES = 3;

interface Piece {
  readonly senses: Senses;
  readonly weight: number;
}

/** What the columns of old systems may mean, whose names are made of parts of words: `STYDSC`, `PAYSFAB`, `AGR`. */
export class ShortForms {
  readonly #wordsByLetter: ReadonlyMap<string, readonly (readonly [word: string, senses: Senses])[]>;
  readonly #sensesOf: (word: string) => Senses | undefined;
  readonly #pieces = new Map<string, Piece | undefined>();

  /** `sensesOf`: the senses of a whole word. */
  constructor(words: Iterable<readonly [string, Senses]>, sensesOf: (word: string) => Senses | undefined) {
    this.#wordsByLetter = Map.groupBy(words, ([word]) => word[0] ?? '');
    this.#sensesOf = sensesOf;
  }

  /** The senses of the parts of a text; undefined if some of it belongs to no known word. */
  partsOf(text: string): Senses[] | undefined {
    if (text.length < SHORTEST_WORD || text.length > LONGEST || !/^[a-z]+$/.test(text)) return undefined;
    type Parts = { readonly senses: Senses[]; readonly weight: number };
    const best: (Parts | undefined)[] = [{ senses: [], weight: 0 }];
    for (let end = SHORTEST_WORD; end <= text.length; end++)
      for (let start = 0; start <= end - SHORTEST_WORD; start++) {
        const before = best[start];
        if (!before || before.senses.length === MOST_PIECES) continue;
        const piece = this.#piece(text.slice(start, end));
        if (!piece) continue;
        // Longer pieces count more: `PAYS` is not `PA` and `YS`.
        const weight = before.weight + piece.weight * (end - start) ** 2;
        if (weight > (best[end]?.weight ?? 0))
          best[end] = { senses: [...before.senses, piece.senses], weight };
      }
    return best[text.length]?.senses;
  }

  #piece(text: string): Piece | undefined {
    if (!this.#pieces.has(text)) this.#pieces.set(text, this.#read(text));
    return this.#pieces.get(text);
  }

  #read(text: string): Piece | undefined {
    const own = this.#sensesOf(text);
    if (own) return { senses: own, weight: WEIGHTS.word };
    if (text.length < SHORTEST_FORM) return undefined;
    const longer = (this.#wordsByLetter.get(text[0]!) ?? []).filter(([word]) => word.length > text.length);
    const start = mostCommon(longer.filter(([word]) => word.startsWith(text)));
    if (start.length > 0) return { senses: start, weight: WEIGHTS.start };
    const skeleton = new RegExp(`^${[...text].join('[a-z]*?')}`);
    const short = /^.[^aeiou]+$/.test(text) ? longer.filter(([word]) => skeleton.test(word)) : [];
    const senses = mostCommon(short.filter(([word]) => word.length <= text.length * 4));
    return senses.length > 0 ? { senses, weight: WEIGHTS.consonants } : undefined;
  }
}

/** The senses that many of the words have. */
function mostCommon(words: readonly (readonly [string, Senses])[]): Senses {
  const all = words.flatMap(([, senses]) => senses);
  const groups = [...Map.groupBy(all, (sense) => sense.join()).values()];
  return groups
    .filter(({ length }) => length >= all.length * MIN_SHARE)
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_SENSES)
    .map(([sense]) => sense!);
}
