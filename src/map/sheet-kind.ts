import type { KindSpec } from '../contract/kind.ts';
import { foldText } from '../recognise/text.ts';
import { isInformational, kindsByName } from '../records/sheet-names.ts';
import { KIND_NAMES, SKIPPED } from './headers/kind-names.ts';

const names = new Map<string, ReadonlySet<string>>();

/** Whether a sheet or file has the name of a kind, in any language. */
export function namedBy(kinds: readonly KindSpec[], kind: KindSpec, text: string): boolean {
  const byContract = kindsByName(kinds, text);
  if (byContract.length > 0) return byContract.includes(kind);
  const words = text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(foldText)
    .filter((word) => word !== '' && !/^\d+$/.test(word));
  const phrases = new Set(
    words.flatMap((word, at) => [
      word,
      `${word}${words[at + 1] ?? ''}`,
      `${word}${words[at + 1] ?? ''}${words[at + 2] ?? ''}`,
    ]),
  );
  const own = (name: string) => {
    let known = names.get(name);
    if (!known) {
      known = new Set((KIND_NAMES[name] ?? '').split(' | ').map(foldText));
      names.set(name, known);
    }
    return [...phrases]
      .filter((phrase) => known.has(phrase))
      .sort((one, other) => other.length - one.length)[0];
  };
  const found = own(kind.name);
  // The longest name counts: `product components` are components.
  return (
    found !== undefined &&
    kinds.every(({ name }) => name === kind.name || (own(name)?.length ?? 0) <= found.length)
  );
}

const skipped = new Set(SKIPPED.split(' | ').map(foldText));

export const isSkippedName = (sheet: string): boolean =>
  isInformational(sheet) || skipped.has(foldText(sheet));
