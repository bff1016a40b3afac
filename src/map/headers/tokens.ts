import { foldedWords, foldText, HAN } from '../../fold.ts';
import { cleanText } from '../../recognise/text.ts';
import { termWords } from '../../recognise/words/terms.ts';
import { foldedTerm } from '../../recognise/words/word-list.ts';
import { unitNamed } from '../../records/number.ts';

/** Words without a meaning of their own. */
const STOP_WORDS: ReadonlySet<string> = new Set([...termWords('stopWords'), ...foldedTerm('stopWords')]);

const REMARKS = foldedTerm('remarks');

/** Remarks in brackets or at the end that do not change the meaning of a header. */
const HARMLESS_REMARK =
  /^(?:obligatoire|facultatif|optionnel|required|mandatory|optional|obbligatorio|facoltativo|opzionale|obligatorio|opcional|pflicht|pflichtfeld|optional|obrigatorio|iso|iso ?2|iso ?3|iso ?3166(?: ?1)?|alpha ?2|alpha ?3|code iso|iso code|iso alpha 2|cog|http|https|txt|text|string|varchar|liste|list|dropdown|x|ex|html|o n|y n|s n|j n|oui non|yes no|ja nein|si no|sim nao|0 1|true false|free text|texte libre|max \d+.*|\d+ (?:car|caracteres|characters|chars|zeichen|caratteri).*|[jdgmtay]{1,4} [jdgmtay]{1,4} [jdgmtay]{1,4})$/;

const YES_NO =
  /(?:^|[\s(])(?:[oysjet]\/n|e\/h|oui\/non|yes\/no|ja\/nein|s[ií]\/no|sim\/não|evet\/hayır|tak\/nie|da\/nu|ja\/ne[eij]|ano\/ne|có\/không|是\/否|ναι\/όχι|ν\/ο|はい\/いいえ|有\/無)(?=$|[\s)?*])/gi;
/**
 * A unit of weight for one piece at the end, such as `g/capo` or `g per pair`; not for an area or a length, as `g/m2`. A
 * header that says nothing else is a weight.
 */
const PER_PIECE =
  /(^|[\s(（\p{Script=Han}])(gr?|kg|克|千克|公斤)\s*(?:\/|\sper\s|\spro\s|\spor\s|\spar\s|\sje\s|\sa\s)\s*(?!(?:m|mq|mp|qm|ml|lfm|mt|cm|dm|sqm|yd|l|km|kg)\b|m[²\d]|cm[²\d]|平|米)\p{L}{1,12}\.?\s*[)）]?$/iu;
/** `per piece` before a Japanese word: `1枚あたり重量`. */
const EACH = /[1一]?[枚着個足点](?:あたり|当た?り)の?/g;
/** The size for which a weight holds: `Gewicht Gr. M [g]`. */
const OF_SIZE =
  /(?<=\p{L}\s)(?:gr|größe|size|taille|taglia|tg|talla|tam|maat|rozm|rozmiar|beden|storlek|stl|str|vel)\.?\s(?:X{0,3}[SML]|\d{2}(?:\/\d{2})?)(?=$|[\s([])/giu;
/** The type of a column before its name in a database, or the mark of a field that a company added: `dblPeso`, `CF$_COLOR`. */
const MARK_OF_COLUMN = /^(?:(?:str|int|lng|dbl|dec|dtm|bln|cur)(?=\p{Lu}\p{Ll})|CF\$_|x_studio_|custitem_?)/u;
const LOCALE = /[-_ .](?:[a-z]{2}_[A-Z]{2}|ecommerce|print)(?=$|[-_ ])/g;
const BRACKET = /[([{]([^()[\]{}]{0,60})[)\]}]/g;
/** Signs as Chinese writes them, such as brackets, and narrow Japanese syllables. */
const OTHER_WIDTH = /[\uff01-\uff9f№]+/g;
/** Chinese characters, a word of other letters, or a number; and whether a dot follows. */
const WORD = new RegExp(
  `([${HAN}]+|(?:(?![${HAN}])[\\p{L}\\p{M}])+(?:['’](?=[\\p{L}]{3}))?|\\d+)(\\.?)`,
  'gu',
);
const LETTERS = /(?<![\p{L}\p{N}])((?:\p{L}\.){2,}\p{L}?)(?![\p{L}])/gu;
const LETTER_DOT = /(?<![\p{L}\p{N}])(\p{L})\.(\p{L}{2,3})(?![\p{L}])/gu;

/** A word for "in" at the end, which means that the values are countries: `Tissé en`, `Stampato in`. */
const PLACE = /(\p{L}{3})\s+(?:en|in|em|în|tại)\s*[*:?]*\s*$/iu;

/** Headers for the first and last day of validity. They differ only in a stop word, such as `du` and `au`. */
const VALID =
  /(?<!\p{L})(?:valable|valide|validit[éà]|v[aáà]lid[oa]?|ważn[aey]|valabilă?)s?\s+(?:(du|dès|depuis|à partir|dal|dalla|de|de la|del|desde|des de|des del|od)|do|p[âa]n[ăa] la|au|jusqu['’]?(?:en|au|à)?|al|alla|fino al|fino a|hasta|até|fins al|fins a|fins)(?!\p{L})/giu;

/** A word of a header. */
export interface Word {
  /** The folded word. */
  readonly text: string;
  /** The word in lower case with its accents, without an apostrophe at its end. */
  readonly spelled: string;
  /** Whether a dot follows: the word may be an abbreviation. */
  readonly isShort: boolean;
}

/** A header in words. */
export interface Tokens {
  readonly words: readonly Word[];
  readonly numbers: readonly number[];
  /** The unit that the header names for its numbers. */
  readonly unit?: string;
  /** Whether the unit is that of a piece, so that the numbers are no weights of an area. */
  readonly isPerPiece?: true;
}

/** Accents count: the Vietnamese `lô` is not the Italian `lo`. */
export const isStopWord = ({ spelled }: Word): boolean => STOP_WORDS.has(spelled);

export const isWeightUnit = (text: string): boolean =>
  /^(?:g|gms?|gr|grs|grams?|grammes?|grammi|gramm|gramos|gramy|grame|gam|克|γρ|γραμμ[αά]ρια|グラム|kg|kgs|kilos?|kilogramm?e?s?|千克|公斤|κιλ[αά]|キロ|キログラム|lbs?|oz)$/i.test(
    text,
  ) && unitNamed(text) === 'g';

/** A header of words in which there is nothing to replace, as are most words of the languages. */
const PLAIN = new RegExp(`^(?:[${HAN}]+|\\p{L}\\p{Ll}*(?: \\p{Ll}{3,})*)$`, 'u');
/** The beginning of a word of `VALID`. */
const MAY_BE_VALID = /(?:^| )(?:v[aáà]l|waż)/i;

const wordOf = (token: string, isShort = false): Word => ({
  ...{ text: foldText(token), spelled: token.toLowerCase().replace(/['’]$/, '') },
  isShort,
});

/** Splits a header into folded words and item numbers. */
export function tokensOf(header: string): Tokens {
  if (PLAIN.test(header) && !MAY_BE_VALID.test(header)) {
    const words = header.split(' ').map((word) => wordOf(word));
    const isOfUnit = words.length > 1 && [words[0]!, words.at(-1)!].some(({ text }) => isWeightUnit(text));
    if (!isOfUnit) return { words, numbers: [] };
  }
  let unit: string | undefined;
  let isPerPiece: true | undefined;
  const text = cleanText(header)
    .slice(0, 200)
    .replace(OTHER_WIDTH, (signs) => signs.normalize('NFKC'))
    .replace(/^\d{1,2}[.)]\s+/, '')
    .replace(MARK_OF_COLUMN, '')
    .replace(LOCALE, '')
    .replace(OF_SIZE, ' ')
    .replace(YES_NO, ' ')
    .replace(PER_PIECE, (_, before: string, unit: string) => {
      isPerPiece = true;
      return `${before === '' ? 'weight' : before.trim().replace(/[(（]/, '')} (${unit})`;
    })
    .replace(EACH, '')
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
    .replace(/(?<=l)·(?=l)/gi, '')
    .replace(/°/g, 'o')
    .replace(/[²³]/g, (sign) => (sign === '²' ? '2' : '3'))
    .replace(/(?<![\p{L}])n[ºo]\s*(?=\d)|#\s*(?=\d)/giu, ' ')
    .replace(/#/g, ' no ')
    .replace(/%/g, ' pct ')
    .replace(/(\p{Ll})(?=\p{Lu}\p{L})/gu, '$1 ')
    .replace(/(?<!\p{L})(\p{Lu}{2,})(?=\p{Lu}\p{Ll}{2})/gu, '$1 ')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2');
  const words: Word[] = [];
  const numbers: number[] = [];
  for (const [, token = '', dot = ''] of text.matchAll(WORD)) {
    if (/^\d/.test(token)) numbers.push(Number(token.slice(0, 6)));
    const word = wordOf(token, dot !== '');
    if (word.text !== '') words.push(word);
  }
  const last = words.at(-1);
  if (unit === undefined && words.length > 1 && last && isWeightUnit(last.text)) {
    unit = last.text;
    words.pop();
  }
  return {
    words,
    numbers,
    ...(unit === undefined ? {} : { unit }),
    ...(isPerPiece && { isPerPiece: true as const }),
  };
}

/** The words of a header, which is a weight if it is only the unit of one: `g`. `GRS` is a colour or a certificate. */
export const headerTokens = (header: string): Tokens =>
  tokensOf(isWeightUnit(header.trim()) && !/^\p{Lu}{3}/u.test(header) ? `weight (${header})` : header);

/** A header without harmless remarks in brackets, and without signs at its end. */
export const bareHeader = (header: string): string =>
  cleanText(header)
    .slice(0, 200)
    .replace(BRACKET, (whole, inner: string) => (isHarmless(inner) ? '' : whole))
    .replace(/[\s*:]+$/, '');

function isHarmless(remark: string): boolean {
  if (/%/.test(remark)) return false;
  const words = foldedWords(remark).join(' ');
  return words === '' || HARMLESS_REMARK.test(words) || REMARKS.has(foldText(remark));
}
