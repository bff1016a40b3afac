import { distance } from 'fastest-levenshtein';
import { foldText } from '../fold.ts';

/**
 * The least likelihood of a suggestion, such as to rename a column: three quarters of the letters must agree. Below it,
 * a header only shares a word with the name of a field, as `Famille` does with `Nom de famille`.
 */
export const HINT_CONFIDENCE = 0.75;
/** For a hint, the similarity of the best field must exceed that of the next one by this much. */
export const HINT_LEAD = 0.05;

const ABBREVIATION_SIMILARITY = 0.9;
const MIN_TYPO_SIMILARITY = 0.75;
const CONTRADICTED = 0.8;
/** A header that lacks words of a name is more general: `Contact` need not be the name of the contact. */
const GENERAL_HEADER_FACTOR = 0.9;

/** Splits a header into folded words: `Réf. fournisseur` and `fournisseurRef` both have two. */
export function headerWords(header: string): string[] {
  return header
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}]+/u)
    .map(foldText)
    .filter((word) => word !== '');
}

/**
 * Similarity of a header and a name of a field, from 0 to 1: the share of their letters in words that are equal,
 * abbreviated or one typing error apart. It is lower if the header lacks words of the name, and lowest if header and
 * name each have words that the other one lacks (`valide du`, `valide au`).
 */
export function similarity(one: readonly string[], other: readonly string[]): number {
  const rest = [...other];
  let agreed = 0;
  let alone = 0;
  for (const word of one) {
    let best = { at: -1, weight: 0 };
    for (const [at, candidate] of rest.entries()) {
      const weight = wordSimilarity(word, candidate);
      if (weight > best.weight) best = { at, weight };
    }
    if (best.at < 0) alone++;
    else agreed += best.weight * (word.length + rest.splice(best.at, 1)[0]!.length);
  }
  const all = letters(one) + letters(other);
  if (all === 0) return 0;
  const share = (agreed / all) * (rest.length === 0 ? 1 : alone > 0 ? CONTRADICTED : GENERAL_HEADER_FACTOR);
  return Math.max(share, one.length === other.length ? 0 : joinedSimilarity(one.join(''), other.join('')));
}

const letters = (words: readonly string[]): number => words.reduce((sum, { length }) => sum + length, 0);

function wordSimilarity(one: string, other: string): number {
  if (one === other) return 1;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const stem = short.length > 3 ? short.replace(/s$/, '') : short;
  if (stem.length >= 3 && long.startsWith(stem)) return ABBREVIATION_SIMILARITY;
  if (short.length < 4 || short[0] !== long[0]) return 0;
  const like = 1 - distance(short, long) / long.length;
  return like >= MIN_TYPO_SIMILARITY ? like : 0;
}

/** Similarity of a header in one word and one in several words: `supplirref` and `supplier ref`. */
function joinedSimilarity(one: string, other: string): number {
  const length = Math.max(one.length, other.length);
  if (length < 6 || one[0] !== other[0]) return 0;
  const like = 1 - distance(one, other) / length;
  return like >= 0.85 ? like : 0;
}
