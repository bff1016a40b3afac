import terms from '../../language/compiled/terms.js';

export const wordsIn = (text: string): string[] => text.split(' | ');

export type Term = keyof typeof terms;

/** Words in all languages by a name of `terms` in `src/language/any/words.yaml`. */
export const termWords = (name: Term): string[] => wordsIn(JSON.parse(terms[name]));

/** Words by key, such as `months` by their numbers. */
export const termTable = (name: Term): [string, string[]][] =>
  Object.entries<string>(JSON.parse(terms[name])).map(([key, text]) => [key, wordsIn(text)]);
