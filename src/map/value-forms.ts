import type { Field } from '../contract/field.ts';
import { oncePer } from '../contract/kind.ts';
import { type ClosedList, matchValue } from '../contract/list.ts';
import { foldText, hasHan } from '../fold.ts';
import { countryOf } from '../recognise/country.ts';
import { textDecodedOnce } from '../recognise/decoded-twice.ts';
import { yesOrNo } from '../recognise/text-coercion.ts';
import { shippedResolver } from '../recognise/words/shipped.ts';
import { foldedTerm } from '../recognise/words/word-list.ts';
import { parseNumber, splitUnit } from '../records/number.ts';
import type { Test } from './column-values.ts';

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
export const hasShare = (text: string): boolean => /\d\s*%|%\s*\d/.test(text) && LETTERS.test(text);

/** A test whether the values of a cell, several if the field is a list, all pass a test. */
export const inPieces =
  (test: (text: string) => boolean) =>
  (text: string): boolean =>
    text.split(/[;|\n,/]/).every((piece) => test(piece.trim()));

export const hasCountryName = (text: string): boolean => 'code' in countryOf(text);

const orDecoded = (isOne: (text: string) => boolean) => (text: string) =>
  !/\d{2}/.test(text) && (hasCountryName(text) || isOne(textDecodedOnce(text) ?? text));
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
