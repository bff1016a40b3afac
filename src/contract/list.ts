/** A value that a list may have: it is printed, and written into workbooks. */
export const LIST_VALUE = /^[^\p{Cc}]{1,500}$/u;

/** A list of values that the service accepts, byte for byte. */
export interface ClosedList {
  /** How people and `trace taxonomy` call it, for example `component.category`. */
  readonly name: string;
  readonly values: readonly string[];
  /**
   * False when the service holds values that its interface does not show: an unknown value is then a warning
   * and goes out as it is (an error with `--strict`).
   */
  readonly complete: boolean;
  /** Plain names that are very likely in the list though the interface does not show them. Never in `values`. */
  readonly likely?: readonly string[];
  /** Values that the interface names beside the list without saying whether they are accepted: sent, with a warning. */
  readonly doubtful?: readonly string[];
  /** What people write for values of the list in other words or languages: for suggestions only. */
  readonly words?: Readonly<Record<string, string>>;
  /** Names that are not typing errors, though one letter away from a value. */
  readonly apart?: readonly string[];
}

/** The form under which two spellings of a list value count as the same: capitals, letters and digits only. */
export function foldValue(text: string): string {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const folded = new WeakMap<ClosedList, Map<string, string | null>>();

/** Every value of the list, the sure ones first. */
export function knownValues(list: ClosedList): readonly string[] {
  return [...list.values, ...(list.likely ?? []), ...(list.doubtful ?? [])];
}

/**
 * The value of the list that `text` spells, whatever its case, spaces and punctuation; undefined when there is
 * none or when two values fold to the same form (then only the exact bytes count).
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
