import { once } from '../../contract/remembered.ts';
import { foldWords } from '../../fold.ts';
import { termWords } from '../words/terms.ts';

/**
 * Words in the names of product parts, in all languages. A composition may begin with the name of the part that it
 * describes. A label with any other word is not a part name, because it may change the meaning of the composition
 * (`GOTS: 100% cotton`).
 */
const partWords = once(() => new Set(termWords('parts').map(foldWords)));

/** Words that join the words of a part name. */
const joiners = once(
  () =>
    new Set([
      ...'of the de la du des l d di da do della del el der die'.split(' '),
      ...termWords('joining').map(foldWords),
    ]),
);

/** Headings of a whole composition, which are not names of parts. */
const headings = once(
  () => new Set([...termWords('composition'), ...termWords('compositionHeadings')].map(foldWords)),
);

export const isHeading = (label: string): boolean => label === '' || headings().has(foldWords(label));

/** Whether a label names a part of a product: `cup lining`, `body & panty`, `Futter 2`. */
export function isPart(label: string): boolean {
  if (/[;|]/.test(label)) return false;
  const [first, ...others] = foldWords(label.replaceAll(/[:,+]/g, ' ')).split(' ');
  const isWord = (word: string) => partWords().has(word);
  return (
    isWord(first!) &&
    others.length < 6 &&
    others.every((word) => isWord(word) || joiners().has(word) || /^\d$/.test(word))
  );
}

/** The name of a part without its punctuation. */
export const partName = (label: string): string =>
  label.replace(/^[\s,;:./|+&()[\]-]+|[\s,;:./|+&()[\]-]+$/g, '').slice(0, 60);
