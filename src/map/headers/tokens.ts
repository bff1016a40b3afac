import { foldedWords, foldText } from '../../fold.ts';
import { cleanText } from '../../recognise/text.ts';
import { foldedTerm } from '../../recognise/words/word-list.ts';
import { unitNamed } from '../../records/number.ts';

/** Words without a meaning of their own. */
const STOP_WORDS = foldedTerm('stopWords');

/** Remarks in brackets or at the end that do not change the meaning of a header. */
const HARMLESS_REMARK =
  /^(?:obligatoire|facultatif|optionnel|required|mandatory|optional|obbligatorio|facoltativo|opzionale|obligatorio|opcional|pflicht|pflichtfeld|optional|obrigatorio|iso|iso ?2|iso ?3|iso ?3166(?: ?1)?|alpha ?2|alpha ?3|code iso|iso code|iso alpha 2|cog|http|https|txt|text|string|varchar|liste|list|dropdown|x|ex|html|o n|y n|s n|j n|oui non|yes no|ja nein|si no|sim nao|0 1|true false|free text|texte libre|max \d+.*|\d+ (?:car|caracteres|characters|chars|zeichen|caratteri).*|[jdgmtay]{1,4} [jdgmtay]{1,4} [jdgmtay]{1,4})$/;

const YES_NO =
  /(?:^|[\s(])(?:o\/n|y\/n|s\/n|j\/n|oui\/non|yes\/no|ja\/nein|s[ií]\/no|sim\/não)(?=$|[\s)?*])/gi;
const LOCALE = /[-_ .](?:fr_FR|en_US|en_GB|it_IT|de_DE|es_ES|pt_PT|ecommerce|print)(?=$|[-_ ])/g;
const BRACKET = /[([{]([^()[\]{}]{0,60})[)\]}]/g;
const LETTERS = /(?<![\p{L}\p{N}])((?:\p{L}\.){2,}\p{L}?)(?![\p{L}])/gu;
const LETTER_DOT = /(?<![\p{L}\p{N}])(\p{L})\.(\p{L}{2,3})(?![\p{L}])/gu;

/** A word for "in" at the end, which means that the values are countries: `Tissé en`, `Stampato in`. */
const PLACE = /(\p{L}{3})\s+(?:en|in|em)\s*[*:?]*\s*$/iu;

/** Headers for the first and last day of validity. They differ only in a stop word, such as `du` and `au`. */
const VALID =
  /(?<!\p{L})(?:valable|valide|validit[éà]|v[aá]lid[oa])s?\s+(?:(du|dès|depuis|à partir|dal|dalla|de|del|desde)|au|jusqu['’]?(?:en|au|à)?|al|alla|fino al|fino a|hasta|até)(?!\p{L})/giu;

/** A word of a header. */
export interface Word {
  /** The folded word. */
  readonly text: string;
  /** Whether a dot follows: the word may be an abbreviation. */
  readonly isShort: boolean;
}

/** A header in words. */
export interface Tokens {
  readonly words: readonly Word[];
  readonly numbers: readonly number[];
  /** The unit that the header names for its numbers. */
  readonly unit?: string;
}

export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);

const isWeightUnit = (text: string): boolean =>
  /^(?:g|gr|grs|grams?|grammes?|grammi|gramm|gramos|kg|kgs|kilos?|kilogramm?e?s?|lbs?|oz)$/i.test(text) &&
  unitNamed(text) === 'g';

/** Splits a header into folded words and item numbers. */
export function tokensOf(header: string): Tokens {
  let unit: string | undefined;
  const text = cleanText(header)
    .slice(0, 200)
    .replace(/^\d{1,2}[.)]\s+/, '')
    .replace(LOCALE, '')
    .replace(YES_NO, ' ')
    .replace(BRACKET, (_, inner: string) => {
      const bare = inner.replace(/^\s*(?:en|in)\s+/i, '').trim();
      if (isWeightUnit(bare)) {
        unit = bare;
        return ' ';
      }
      return isHarmless(bare) ? ' ' : ` ${inner} `;
    })
    .replace(LETTERS, (letters) => letters.replaceAll('.', ''))
    .replace(LETTER_DOT, '$1$2')
    .replace(VALID, (_, from: string | undefined) => (from === undefined ? ' valid until ' : ' valid from '))
    .replace(PLACE, '$1 inplace')
    .replace(/°/g, 'o')
    .replace(/[²³]/g, (sign) => (sign === '²' ? '2' : '3'))
    .replace(/(?<![\p{L}])n[ºo]\s*(?=\d)|#\s*(?=\d)/giu, ' ')
    .replace(/#/g, ' no ')
    .replace(/%/g, ' pct ')
    .replace(/(\p{Ll})(?=\p{Lu}\p{L})/gu, '$1 ')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2');
  const words: Word[] = [];
  const numbers: number[] = [];
  for (const [, token = '', dot = ''] of text.matchAll(/([\p{L}\p{M}]+(?:['’](?=[\p{L}]{3}))?|\d+)(\.?)/gu)) {
    if (/^\d/.test(token)) numbers.push(Number(token.slice(0, 6)));
    const folded = foldText(token);
    if (folded !== '') words.push({ text: folded, isShort: dot !== '' });
  }
  const last = words.at(-1);
  if (unit === undefined && words.length > 1 && last && isWeightUnit(last.text)) {
    unit = last.text;
    words.pop();
  }
  return { words, numbers, ...(unit === undefined ? {} : { unit }) };
}

/** A header without harmless remarks in brackets, and without signs at its end. */
export const bareHeader = (header: string): string =>
  cleanText(header)
    .slice(0, 200)
    .replace(BRACKET, (whole, inner: string) => (isHarmless(inner) ? '' : whole))
    .replace(/[\s*:]+$/, '');

function isHarmless(remark: string): boolean {
  if (/%/.test(remark)) return false;
  const words = foldedWords(remark).join(' ');
  return words === '' || HARMLESS_REMARK.test(words);
}
