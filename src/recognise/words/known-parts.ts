import { once } from '../../contract/remembered.ts';
import { foldWords, HAN, hasHan } from '../../fold.ts';
import { joiningWords, termWords } from './terms.ts';

/** What a part of a text may mean: values; nothing, if it does not change the meaning; undefined if it is not known. */
export type PartMeaning = readonly string[] | undefined;

/** A part of a text that has a meaning. */
interface KnownPart {
  readonly part: string;
  readonly values: readonly string[];
}

/** Limits on the words of a text and of a part, which keep the search short. */
const MOST_TOKENS = 16;
const MOST_TOKENS_OF_PART = 8;

const A_HAN = new RegExp(`^[${HAN}]$`);

/** Signs between the parts of a text, which names do not have. */
export const SIGNS = /[,;:+|·•・、，；：%#№×"“”″>»›→\\]/g;

/** Words without a meaning of their own. */
export const joining = once(
  () => new Set(['de du des di da do del of von the'.split(' '), termWords('joining')].flat().map(foldWords)),
);

const valueSeparators = once(() => {
  const { spaced, unspaced } = joiningWords();
  return new RegExp(`\\s*[/|+&,;、-]\\s*|\\s+(?:${spaced}|plus|with|avec|con|com|mit)\\s+|${unspaced}`, 'i');
});
const MOST_PARTS = 12;

/** The names in a text that names several values; none if there are too many. */
export function namesOfSeveral(text: string): string[] {
  const parts = text.normalize('NFKC').trim().split(valueSeparators());
  return parts.length > MOST_PARTS ? [] : parts;
}

/** What is known of the words of a list. */
export interface Vocabulary {
  /** Whether a known part has this word. Tested first, because most texts have a word that is in none. */
  readonly has: (word: string) => boolean;
  readonly meaningOf: (part: string) => PartMeaning;
}

/**
 * Splits a text into as few known parts as possible, also where Chinese has no spaces: `主料（针织）` into `主料` and
 * `针织`. Returns the parts that have a meaning; undefined if a word is not known.
 */
export function knownParts(text: string, { has, meaningOf }: Vocabulary): KnownPart[] | undefined {
  const tokens = tokensOf(foldWords(text.replace(SIGNS, ' - ')));
  if (tokens.length < 2 || tokens.length > MOST_TOKENS) return undefined;
  if (!tokens.every((token) => has(token) || /^\d+$/.test(token) || joining().has(token))) return undefined;
  const best: ({ readonly known: KnownPart[]; readonly parts: number } | undefined)[] = [
    { known: [], parts: 0 },
  ];
  for (let end = 1; end <= tokens.length; end++)
    for (let start = Math.max(0, end - MOST_TOKENS_OF_PART); start < end; start++) {
      const before = best[start];
      if (!before || (best[end]?.parts ?? Infinity) <= before.parts + 1) continue;
      const part = joined(tokens.slice(start, end));
      const isNumber = (start === 0 || end === tokens.length) && /^\d+(?: \d+)*$/.test(part);
      const values = meaningOf(part) ?? (isNumber || joining().has(part) ? [] : undefined);
      if (values === undefined) continue;
      const known = values.length === 0 ? before.known : [...before.known, { part, values }];
      best[end] = { known, parts: before.parts + 1 };
    }
  return best[tokens.length]?.known;
}

/** The words of a part as they are written: no space stands between Chinese characters. */
const joined = (tokens: readonly string[]): string =>
  tokens.reduce((text, token) =>
    A_HAN.test(token) && A_HAN.test(text.at(-1)!) ? text + token : `${text} ${token}`,
  );

/** The words of a folded text; each Chinese character is one. */
export const tokensOf = (folded: string): string[] =>
  folded === '' ? [] : folded.split(' ').flatMap((word) => (hasHan(word) ? [...word] : [word]));

const PATH = /\s*[>»›→\\]+\s*/;

/** The last name of a path such as `Women > Tops > T-Shirts`; undefined if the text is no path. */
export function lastNameOfPath(text: string): string | undefined {
  const names = text.split(PATH).filter((name) => name !== '');
  return names.length < 2 ? undefined : names.at(-1);
}

/** A text and what it excludes: `fabricant (hors prêt-à-porter)`. */
export const excludedIn = once(
  () => new RegExp(`^(.*\\S)[\\s,(\\[]+(?:${termWords('excluding').join('|')})\\s*(\\S.*?)[)\\]]*$`, 'iu'),
);

/** A code before or after a text: `10 - Konfektion`, `RM01 Fabric`, `CMT: Sewing`, `Weaving (W02)`. */
const CODE = String.raw`(?:\p{Lu}{0,5}\d{1,6}\p{Lu}?|\p{Lu}{2,5})`;
const CODE_BEFORE = new RegExp(String.raw`^(${CODE})(\s*[:|_/]\s*|\s+[-–—]\s+|[-.)]\s*|\s+)(\S.*)$`, 'u');
const CODE_AFTER = new RegExp(
  String.raw`^(.*\S)(\s*[|_/:]\s*|\s+[-–—]\s+|\s*[([]\s*)(${CODE})\s*[)\]]?$`,
  'u',
);
/** Between a code without digits and its text: nothing less than this shows that it is a code. */
const CLEAR_SIGN = /[:|_/([]|\s[-–—]\s/;

/** The code in a text and the text without it; undefined if there is none. */
export function withoutCode(text: string): { readonly code: string; readonly rest: string } | undefined {
  const before = CODE_BEFORE.exec(text.trim());
  const [, code, sign, rest] = before ?? [];
  if (code !== undefined && (/\d/.test(code) || CLEAR_SIGN.test(sign!))) return { code, rest: rest! };
  const after = CODE_AFTER.exec(text.trim());
  return after ? { code: after[3]!, rest: after[1]! } : undefined;
}

const CHINESE_FIRST = new RegExp(String.raw`^([${HAN}（）()\s]+)[\s/|-]*([^${HAN}]+)$`, 'u');
const CHINESE_LAST = new RegExp(String.raw`^([^${HAN}]+?)[\s/|-]*([${HAN}（）()\s]+)$`, 'u');

/** The two halves of a text that is written in Chinese and in Latin letters, such as `衬衫 Shirt`. */
export function inTwoScripts(text: string): readonly [string, string] | undefined {
  const found = CHINESE_FIRST.exec(text.trim()) ?? CHINESE_LAST.exec(text.trim());
  if (!found || !/\p{L}{3}/u.test(found[1]!.replace(new RegExp(`[${HAN}]`, 'g'), 'xxx'))) return undefined;
  return [found[1]!, found[2]!];
}
