/** Maximum number of values that are shown for a word. */
export const MOST_CANDIDATES = 6;

/**
 * The values of a list with at least one of some words, those with the fewest words first. `byWords`: the values by their
 * words. `modifiers`: words such as `recycled`, which alone relate nothing.
 */
export function relatedValues(
  byWords: ReadonlyMap<string, readonly string[]>,
  modifiers: { has(word: string): boolean },
  words: readonly string[],
): string[] {
  const meant = new Set(words.filter((word) => word.length > 2 && !modifiers.has(word)));
  // A value says more than the text if it has a modifier that the text lacks.
  const saysMore = (word: string) => modifiers.has(word) && !words.includes(word);
  const found: { value: string; words: number; saysMore: boolean }[] = [];
  let hasPlain = false;
  for (const [key, values] of byWords) {
    const own = key.split(' ');
    if (!own.some((word) => meant.has(word))) continue;
    for (const value of values) found.push({ value, words: own.length, saysMore: own.some(saysMore) });
    hasPlain ||= own.every((word) => words.includes(word));
  }
  return found
    .filter((one) => !hasPlain || !one.saysMore)
    .sort((one, other) => one.words - other.words)
    .slice(0, MOST_CANDIDATES)
    .map(({ value }) => value);
}
