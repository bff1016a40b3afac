import { type ClosedList, foldValue, knownValues } from '../../contract/list.ts';
import { isSlip } from '../../nearest.ts';

/** A longer text is not a list value with a typing error. */
const LONGEST = 80;
/** Texts per list whose result is remembered, at most. */
const MOST_REMEMBERED = 5000;

/**
 * The value of an incomplete list that a text most likely means: the same in other words, or with a typing error
 * in one or more of its words. Undefined when the text is far from every known value: it may be valid and not known here.
 */
export function nearValue(list: ClosedList, text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const near = nearOf(list);
  const before = near.answers.get(text);
  if (before !== undefined) return before ?? undefined;
  const found = near.words.get(foldValue(text)) ?? slipOf(near, text);
  if (near.answers.size < MOST_REMEMBERED) near.answers.set(text, found ?? null);
  return found;
}

interface Near {
  /** Folded words to values. */
  readonly words: ReadonlyMap<string, string>;
  /** The words of the known values. */
  readonly vocabulary: ReadonlySet<string>;
  readonly apart: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly answers: Map<string, string | null>;
}

const known = new WeakMap<ClosedList, Near>();

function nearOf(list: ClosedList): Near {
  let near = known.get(list);
  if (!near) {
    const values = knownValues(list);
    near = {
      words: new Map(Object.entries(list.words ?? {}).map(([word, value]) => [foldValue(word), value])),
      vocabulary: new Set(values.flatMap(wordsOf)),
      apart: new Set(list.apart),
      values: new Map(values.map((value) => [wordsOf(value).join(' '), value])),
      answers: new Map(),
    };
    known.set(list, near);
  }
  return near;
}

const wordsOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s_/,-]+/)
    .filter((word) => word !== '');

/** The text with the typing errors in its words corrected; undefined when it has none. */
function slipOf({ vocabulary, apart, values }: Near, text: string): string | undefined {
  let slips = 0;
  const words = wordsOf(text).map((word) => {
    if (vocabulary.has(word) || apart.has(word)) return word;
    for (const candidate of vocabulary) {
      if (!isSlip(word, candidate)) continue;
      slips++;
      return candidate;
    }
    return word;
  });
  if (slips === 0) return undefined;
  const corrected = words.join(' ');
  return values.get(corrected) ?? corrected;
}
