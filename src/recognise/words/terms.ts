import { once } from '../../contract/remembered.ts';
import { hasHan } from '../../fold.ts';
import terms from '../../language/compiled/terms.js';

export const wordsIn = (text: string): string[] => text.split(' | ');

export type Term = keyof typeof terms;

/** Words in all languages by a name of `terms` in `src/language/any/words.yaml`. */
export const termWords = (name: Term): string[] => wordsIn(JSON.parse(terms[name]));

/**
 * The words between the names in one text (`and`, `et`) as parts of a regular expression: those that stand between
 * spaces, and the Chinese ones, which do not.
 */
export const joiningWords = once(() => {
  const words = termWords('joining');
  return {
    spaced: words.filter((word) => !hasHan(word)).join('|'),
    unspaced: `[${words.filter(hasHan).join('')}]`,
  };
});

/** Words by key, such as `months` by their numbers. */
export const termTable = (name: Term): [string, string[]][] =>
  Object.entries<string>(JSON.parse(terms[name])).map(([key, text]) => [key, wordsIn(text)]);

/** The factors from units to the unit of the field, by the folded spellings of the units. */
export const UNITS: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  Object.entries<Readonly<Record<string, string>>>(JSON.parse(terms.units)).map(([unit, factors]) => [
    unit,
    new Map(
      Object.entries(factors).flatMap(([factor, names]) =>
        wordsIn(names).map((name) => [name, Number(factor)] as const),
      ),
    ),
  ]),
);
