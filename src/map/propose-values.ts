import { type Field, lastName } from '../contract/field.ts';
import { type KindSpec, oncePer } from '../contract/kind.ts';
import { type ClosedList, matchValue } from '../contract/list.ts';
import { foldText, hasHan } from '../fold.ts';
import { countryOf } from '../recognise/country.ts';
import { textDecodedOnce } from '../recognise/decoded-twice.ts';
import { yesOrNo } from '../recognise/text-coercion.ts';
import { shippedResolver } from '../recognise/words/shipped.ts';
import { foldedTerm } from '../recognise/words/word-list.ts';
import { compositionField } from '../records/composition-column.ts';
import { parseNumber, splitUnit } from '../records/number.ts';
import { type ColumnValues, shareOf, type Test, valuesFor } from './column-values.ts';
import { listOf } from './map-file/values.ts';

const REGIONS = foldedTerm('regions');

export const DATE =
  /^(?:\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}(?:[T ].*)?|(?:19|20)\d{6}|\d{5}|\d{1,2}[ ./-]?\p{L}{3,10}\.?[ ./-]?\d{2,4}|\p{L}{3,10}\.? ?\d{1,2},? \d{4}|\p{L}{3,10}\.?[ -]\d{2,4}|\d{1,2}[/.-]\d{4})$/u;

export const isNumber = (text: string): boolean => {
  const { number } = splitUnit(text.replace(/\s*%$/, ''));
  return parseNumber(number.trim(), undefined) !== undefined || parseNumber(text, ',') !== undefined;
};
export const isAmount = (text: string): boolean => /^\d{1,6}[.,]\d{1,2}\s*(?:€|eur|usd|\$|£)?$/i.test(text);
export const isCode = (text: string): boolean => /^[\p{L}\p{N}._/+-]{1,60}$/u.test(text) && /\d/.test(text);

export const isWebAddress = (text: string): boolean =>
  /^(?:https?:|www\.|[\w-]+(?:\.[\w-]+)*\.(?:com|fr|it|de|es|pt|net|org|eu|uk|cn|in|tr|bd)(?:\/|$))/i.test(
    text,
  );

export const isNameLike = (text: string): boolean => {
  if (isWebAddress(text) || text.includes('@')) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (
    letters >= 3 &&
    letters >= text.length * 0.6 &&
    (/\p{L}\s+\S/u.test(text) || /\p{Ll}/u.test(text) || hasHan(text)) &&
    !/\d{2}/.test(text)
  );
};

export const AT = /@/;

export const HAS_LETTER = /\p{L}/u;

export const isYesOrNo = (text: string): boolean => yesOrNo(text) !== undefined;
export const isOther = (text: string): boolean => !isYesOrNo(text);

export const isRegion = (text: string): boolean => REGIONS.has(foldText(text));
export const LETTERS = /\p{L}{2}|\p{Script=Han}/u;
/** Whether a text has a material with its share. */
const hasShare = (text: string): boolean => /\d\s*%|%\s*\d/.test(text) && LETTERS.test(text);

/** Whether some texts have a material with its share. */
export const haveShares = oncePer(({ words }: ColumnValues): boolean => words.keys().some(hasShare));

/** A test whether a text has materials with their shares, or is one material, which is then all of the composition. */
const isCompositionOf = oncePer(
  (list: ClosedList) =>
    (text: string): boolean =>
      hasShare(text) || mayBeIn(list)(text),
);

/** A test whether the values of a cell, several if the field is a list, all pass a test. */
const inPieces =
  (test: (text: string) => boolean) =>
  (text: string): boolean =>
    text.split(/[;|\n,/]/).every((piece) => test(piece.trim()));

const hasCountryName = (text: string): boolean => 'code' in countryOf(text);

const orDecoded = (isOne: (text: string) => boolean) => (text: string) =>
  (!/\d{2}/.test(text) || /\p{L}{4}/u.test(text)) &&
  (hasCountryName(text) || isOne(textDecodedOnce(text) ?? text));
const isCountry = orDecoded(hasCountryName);
const areSeveralCountries = orDecoded(inPieces(hasCountryName));

/** A test whether a cell has a country, or several if the field is a list. */
export const areCountries = ({ path }: Field): Test =>
  path.endsWith('[]') ? areSeveralCountries : isCountry;

export const isPercentage = (text: string): boolean => {
  const read = parseNumber(text.replace(/\s*%$/, ''), ',');
  return read !== undefined && 'value' in read && read.value >= 0 && read.value <= 100;
};

/** A test whether a text is, or may be, a word for a value of a list. */
export const mayBeIn = oncePer((list: ClosedList) => {
  const resolve = shippedResolver(list);
  return (text: string): boolean => {
    if (matchValue(list, text) !== undefined) return true;
    if (isNumber(text)) return false;
    const reading = resolve(text);
    return 'value' in reading || reading.candidates.length > 0 || (reading.similar ?? []).length > 0;
  };
});

/** A test whether a text is a value of a list or a known word for one. */
export const isKnownIn = oncePer((list: ClosedList) => {
  const resolve = shippedResolver(list);
  return (text: string): boolean =>
    matchValue(list, text) !== undefined || (!isNumber(text) && 'value' in resolve(text));
});

const isColorCode = (text: string): boolean => isCode(text) || /^\p{Lu}{2,5}$/u.test(text);

/** Whether a text is a telephone number with its country code, or with brackets or blanks between its groups. */
const isPhone = (text: string): boolean =>
  /^(?:\+|00)\d[\d ()/.-]{6,20}$|^\(?0?\d{2,4}\)[ \d-]{6,12}$|^0\d{1,4}(?:[ /.-]\d{2,4}){2,5}$/.test(text);

/** A number in groups, which is that of a telephone beside others that are certain. */
const isGrouped = (text: string): boolean => isPhone(text) || /^\d{2,4}(?:[ .-]\d{2,4}){2,4}$/.test(text);

const NAMES = /^(?:name|siteName|parentCompanyName|publicName|productName|person\.name|firstname)$/;

const WEB = /^https?:/i;

const isWorldAreaFree = (text: string): boolean => HAS_LETTER.test(text) && !isRegion(text);

/** Whether the values show that a column is of this field. Without values, nothing is shown. */
export function valuesConfirm(kind: KindSpec, field: Field, values: ColumnValues): boolean {
  const { path, value } = field;
  const own = valuesFor(field, values);
  const share = (test: Test) => shareOf(own, test);
  const list = listOf(kind, field);
  if (hasCompositions(kind, field))
    return haveShares(own) && share(list ? isCompositionOf(list) : hasShare) >= 0.7;
  if (list) return share(mayBeIn(list)) >= 0.6;
  switch (value.type) {
    case 'country':
      // `no` and `si` are also codes of countries.
      return share(areCountries(field)) >= 0.8 && share(isOther) > 0;
    case 'date':
      return share(DATE) >= 0.8;
    case 'number':
      return share(value.unit === '%' ? isPercentage : isNumber) >= 0.9;
    case 'boolean':
    case 'flag':
      return share(isYesOrNo) >= 0.8;
    case 'reference':
      return (
        share(path === 'productColorCode' ? isColorCode : path.endsWith('[]') ? areCodes : isCode) >= 0.8 &&
        share(isAmount) < 0.5
      );
    case 'email':
      return share(AT) >= 0.8;
    case 'url':
      return share(WEB) >= 0.8;
    case 'text':
      if (lastName(path) === 'phone')
        return share(isGrouped) >= 0.8 && share(isPhone) > 0 && share(DATE) < 0.5;
      if (path === 'address.region') return share(isRegion) >= 0.8;
      if (path === 'address.administrativeArea')
        return share(isWorldAreaFree) >= 0.9 && share(hasCountryName) < 1;
      return NAMES.test(lastName(path)) && share(isNameLike) >= 0.8;
    default:
      return false;
  }
}

/** Whether a column of the field has whole compositions. */
export const hasCompositions = (kind: KindSpec, { path, value }: Field): boolean =>
  path === compositionField(kind)?.path || (lastName(path) === 'composition' && value.type === 'text');

const areCodes = inPieces(isCode);

/** A word or several, and no code such as `WEB` or `LT-1041`. */
const IN_WORDS = /^(?:\D{4,}|\D*[\p{Ll}\p{Lo}]\D*)$/u;

/** The same test, also for a word with several meanings in the list. */
const isWordIn = oncePer((list: ClosedList) => {
  const [isKnown, resolve] = [isKnownIn(list), shippedResolver(list)];
  return (text: string): boolean => {
    if (isKnown(text)) return true;
    const reading = IN_WORDS.test(text) ? resolve(text) : undefined;
    return reading !== undefined && 'isAmbiguous' in reading && reading.isAmbiguous === true;
  };
});

/** A test whether a text is a value of a list. */
const isValueOf = oncePer(
  (list: ClosedList) =>
    (text: string): boolean =>
      matchValue(list, text) !== undefined,
);

/**
 * The share of different values that are values of the field's list or known words for one; undefined without a list, and
 * for cells with whole compositions.
 */
export function valuesShare(kind: KindSpec, field: Field, values: ColumnValues): number | undefined {
  const list = hasCompositions(kind, field) ? undefined : listOf(kind, field);
  if (!list) return undefined;
  const own = valuesFor(field, values);
  const known = shareOf(own, isKnownIn(list));
  // Words with several meanings show a list only beside others.
  return known > 0 ? shareOf(own, isWordIn(list)) : known;
}

/** The share of different values that are values of the field's list; -1 without a list or without values. */
export function shareInList(kind: KindSpec, field: Field, values: ColumnValues): number {
  const list = listOf(kind, field);
  return list ? shareOf(values, isValueOf(list)) : -1;
}

/** Whether most values are dates. */
export const isDateColumn = (values: ColumnValues): boolean => shareOf(values, DATE) >= 0.8;

/** Whether some of the values are yes or no. */
export const mayBeYesOrNo = (values: ColumnValues): boolean => shareOf(values, isYesOrNo) > 0;
