import { foldText } from '../fold.ts';
import { type KindSpec, oncePer } from './kind.ts';

/** The form of a valid value of a list: one that can be printed and written into workbooks. */
export const LIST_VALUE = /^[^\p{Cc}]{1,500}$/u;

/** The values in a text as the interface writes them: with commas between them. */
export const valuesIn = (text: string): readonly string[] => text.trim().split(/,\s+/);

/** A list of the values that the service accepts for a field. They are compared byte for byte. */
export interface ClosedList {
  /** The name in messages and in `trace taxonomy`, such as `component.category`. */
  readonly name: string;
  readonly values: readonly string[];
  /**
   * False if the service has values that the interface does not document. Then an unknown value is sent with a warning
   * (an error with `--strict`).
   */
  readonly complete: boolean;
  /** Values that are very probably in the list although the interface does not document them. They are not in `values`. */
  readonly likely?: readonly string[];
  /** Values that the interface mentions without stating whether they are accepted. They are sent with a warning. */
  readonly doubtful?: readonly string[];
  /** Other words and translations for values of the list. They are used only for suggestions. */
  readonly words?: Readonly<Record<string, string>>;
  /** Words that are not misspellings although they differ from a value of the list by one letter. */
  readonly apart?: readonly string[];
}

/** A list whose values are all in the interface. */
export const completeList = (name: string, values: readonly string[]): ClosedList => ({
  name,
  values,
  complete: true,
});

/** The lists of all fields of these kinds, by name. */
export function listsByName(kinds: readonly Pick<KindSpec, 'fields'>[]): Map<string, ClosedList> {
  const lists = new Map<string, ClosedList>();
  for (const { value } of kinds.flatMap(({ fields }) => fields)) {
    if (value.type === 'choice') lists.set(value.list.name, value.list);
  }
  return lists;
}

/** All values of the list; likely and doubtful ones come last. */
export const knownValues = oncePer((list: ClosedList): readonly string[] => [
  ...list.values,
  ...(list.likely ?? []),
  ...(list.doubtful ?? []),
]);

/** The values by their folded text, or null if several have the same one; and by `=` followed by their exact text. */
const foldedValues = oncePer((list: ClosedList): ReadonlyMap<string, string | null> => {
  const index = new Map<string, string | null>();
  for (const value of knownValues(list)) {
    const key = foldText(value);
    index.set(key, index.has(key) ? null : value);
    index.set(`=${value}`, value);
  }
  return index;
});

/**
 * The value of the list that `text` is a spelling of; case, spaces and punctuation are ignored. Undefined if there is
 * no such value, or if several values match and none of them is exactly `text`.
 */
export function matchValue(list: ClosedList, text: string): string | undefined {
  const index = foldedValues(list);
  return index.get(`=${text}`) ?? index.get(foldText(text)) ?? undefined;
}
