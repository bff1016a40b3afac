/** A value that a list may have: it is printed, and written into workbooks. */
export const LIST_VALUE = /^[^\p{Cc}]{1,500}$/u;

/** A list of values that the service accepts, byte for byte. */
export interface ClosedList {
  /** The name that people and `trace taxonomy` use, such as `component.category`. */
  readonly name: string;
  readonly values: readonly string[];
  /**
   * False when the service has values that its interface does not show: then an unknown value is sent with a warning (an
   * error with `--strict`).
   */
  readonly complete: boolean;
  /** Names that are very likely in the list although the interface does not show them. Never in `values`. */
  readonly likely?: readonly string[];
  /** Values that the interface mentions without saying whether it accepts them: sent with a warning. */
  readonly doubtful?: readonly string[];
  /** Other words and translations that people use for values of the list, for suggestions only. */
  readonly words?: Readonly<Record<string, string>>;
  /** Names that are not typing errors, although one letter away from a value. */
  readonly apart?: readonly string[];
}

/** The normalised form of a value: capitals, letters and digits only. Two spellings of one value have the same. */
export function foldValue(text: string): string {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const folded = new WeakMap<ClosedList, Map<string, string | null>>();

/** All values of the list, the certain ones first. */
export function knownValues(list: ClosedList): readonly string[] {
  return [...list.values, ...(list.likely ?? []), ...(list.doubtful ?? [])];
}

/**
 * The value of the list that `text` spells, whatever its case, spaces and punctuation. Undefined when there is none, or
 * when two values have the same normalised form and neither is exactly `text`.
 */
export function matchValue(list: ClosedList, text: string): string | undefined {
  let index = folded.get(list);
  if (!index) {
    index = new Map();
    for (const value of knownValues(list)) {
      const key = foldValue(value);
      index.set(key, index.has(key) ? null : value);
      index.set(`=${value}`, value);
    }
    folded.set(list, index);
  }
  return index.get(`=${text}`) ?? index.get(foldValue(text)) ?? undefined;
}
