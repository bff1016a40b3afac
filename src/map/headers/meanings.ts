import type { Senses } from './lexicon.ts';

/**
 * Some notions are marks: `other` for a meaning that no field has, `vague` for a word for references that are not keys,
 * `doubtful` for a word such as `internal`, whose column may not be meant for other companies.
 */
export const isOnlyOther = (sense: readonly string[]): boolean => sense.length === 1 && sense[0] === 'other';

export const withoutOther = (senses: Senses): Senses => {
  const rest = senses.filter((sense) => !isOnlyOther(sense));
  return rest.length > 0 ? rest : senses;
};

export const without =
  (...marks: readonly string[]) =>
  (notions: ReadonlySet<string>): ReadonlySet<string> =>
    marks.some((mark) => notions.has(mark))
      ? new Set([...notions].filter((notion) => !marks.includes(notion)))
      : notions;

export const withoutDoubt = without('doubtful');
export const withoutMarks = without('vague', 'other', 'doubtful');

const MOST_MEANINGS = 64;

/** The sets of notions that the words may name together, one for each meaning; empty if there are too many. */
export function meaningsOf(slots: readonly Senses[]): ReadonlySet<string>[] {
  let meanings: (readonly string[])[] = [[]];
  for (const senses of slots) {
    meanings = meanings.flatMap((one) => senses.map((notions) => [...one, ...notions]));
    if (meanings.length > MOST_MEANINGS) return [];
  }
  const seen = new Map<string, ReadonlySet<string>>();
  for (const one of meanings) {
    const set = new Set(one);
    seen.set([...set].sort().join(), set);
  }
  return [...seen.values()];
}
