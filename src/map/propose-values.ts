import { type Field, lastName } from '../contract/field.ts';
import { type KindSpec, oncePer } from '../contract/kind.ts';
import { type ClosedList, matchValue } from '../contract/list.ts';
import { shippedResolver } from '../recognise/words/shipped.ts';
import { compositionField } from '../records/composition-column.ts';
import { type ColumnValues, shareOf, type Test, valuesFor } from './column-values.ts';
import { listOf } from './map-file/values.ts';
import {
  AT,
  areCountries,
  DATE,
  HAS_LETTER,
  hasCountryName,
  hasShare,
  inPieces,
  isAmount,
  isCode,
  isKnownIn,
  isNameLike,
  isNumber,
  isOther,
  isPercentage,
  isRegion,
  isYesOrNo,
  mayBeIn,
} from './value-forms.ts';

const isColorCode = (text: string): boolean => isCode(text) || /^\p{Lu}{2,5}$/u.test(text);

/** Whether a text is a telephone number with its country code, or with brackets or blanks between its groups. */
const isPhone = (text: string): boolean =>
  /^(?:\+|00)\d[\d ()/.-]{6,20}$|^\(?0?\d{2,4}\)[ \d-]{6,12}$|^0\d{1,4}(?:[ /.-]\d{2,4}){2,5}$/.test(text);

const NAMES = /^(?:name|siteName|parentCompanyName|publicName|productName|person\.name|firstname)$/;

const WEB = /^https?:/i;

const isWorldAreaFree = (text: string): boolean => HAS_LETTER.test(text) && !isRegion(text);

/** Whether the values show that a column is of this field. Without values, nothing is shown. */
export function valuesConfirm(kind: KindSpec, field: Field, values: ColumnValues): boolean {
  const { path, value } = field;
  const own = valuesFor(field, values);
  const share = (test: Test) => shareOf(own, test);
  if (hasCompositions(kind, field)) return share(hasShare) >= 0.7;
  const list = listOf(kind, field);
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
      if (lastName(path) === 'phone') return share(isPhone) >= 0.8;
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
