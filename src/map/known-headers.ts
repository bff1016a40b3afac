import type { KindSpec } from '../contract/kind.ts';
import { kindHeaders } from './headers/read-header.ts';
import { isWeightUnit } from './headers/tokens.ts';
import type { LearnedMeanings } from './learned.ts';

/** What headers mean for any of several kinds. */
export class KnownHeaders {
  readonly #kinds: readonly KindSpec[];
  readonly #learned: LearnedMeanings | undefined;

  constructor(kinds: readonly KindSpec[], learned: LearnedMeanings | undefined) {
    this.#kinds = kinds;
    this.#learned = learned;
  }

  /** Whether a header means something, be it a field or not. */
  readonly isKnown = (header: string): boolean => {
    // A unit may be the lower half of a header.
    if (/^[\d\s.,/%-]+$/.test(header) || isWeightUnit(header)) return false;
    return this.#kinds.some((kind) => {
      if (this.#learned?.columns.get(kind.name)?.has(header)) return true;
      const { readings, isForeign, meanings } = kindHeaders(kind).read(header);
      return readings.length > 0 || isForeign || meanings.length > 0;
    });
  };

  /** The fields of all kinds that a header certainly names, and its notions (`MeaningsOf`). */
  readonly meaningsOf = (header: string): ReadonlySet<string> => {
    const found = this.#kinds.flatMap((kind) => {
      const { readings, meanings } = kindHeaders(kind).read(header);
      return [
        ...readings.flatMap(({ target, likely }) => (likely ? [] : [`${kind.name}.${target}`])),
        ...meanings.map((notions) => [...notions].sort().join()),
      ];
    });
    return new Set(found);
  };
}
