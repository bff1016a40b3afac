import { oncePer } from '../../contract/kind.ts';
import type { ClosedList } from '../../contract/list.ts';
import { didYouMeanAny, nearestAll } from '../../nearest.ts';
import { type Resolver, resolverOf } from '../../recognise/words/resolve.ts';
import { shippedWords } from '../../recognise/words/shipped.ts';

/** Maximum number of values that a suggestion names. */
const MOST_NAMED = 4;

/** The resolver of a list with shipped words, prepared when the first word is not in the list. */
const resolverFor = oncePer((list: ClosedList): Resolver | null => {
  const words = shippedWords(list);
  // Without brands: an incomplete list may have them as values of their own.
  return words ? resolverOf(list, { ...words, brands: {} }) : null;
});

/** The one value of the list that a word means: `ELASTANE` for `élasthanne`. Undefined if it has several meanings. */
export function valueMeant(list: ClosedList, text: string): string | undefined {
  const reading = resolverFor(list)?.(text);
  if (reading === undefined) return undefined;
  if ('value' in reading) return reading.value;
  return reading.isLikely ? reading.candidates[0] : undefined;
}

/** The suggestion for a word of an incomplete list: all values that it may mean, such as `LINEN` or `FLAX` for `lino`. */
export function suggestedMeanings(list: ClosedList, text: string): { suggestion?: string } {
  const reading = resolverFor(list)?.(text);
  if (reading === undefined || 'value' in reading || !reading.isAmbiguous) return {};
  return didYouMeanAny(reading.candidates.slice(0, MOST_NAMED));
}

/**
 * The suggestion for a word that is not in the list: the values that it means, else those that contain it or are
 * spelled most similarly, else those that share a word with its meaning. Never applied automatically.
 */
export function suggestedValue(list: ClosedList, text: string): string | undefined {
  return didYouMeanAny(valuesNear(list, text).slice(0, MOST_NAMED)).suggestion;
}

function valuesNear(list: ClosedList, text: string): readonly string[] {
  const reading = resolverFor(list)?.(text);
  if (reading !== undefined && 'value' in reading) return [reading.value];
  const { candidates = [], similar = [] } = reading ?? {};
  if (reading?.isAmbiguous && candidates.length > 0) return candidates;
  const near = nearestAll(text, list.values);
  return near.length > 0 ? near : [...candidates, ...similar];
}
