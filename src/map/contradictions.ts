import { type Field, lastName } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import type { ClosedList } from '../contract/list.ts';
import { foldText, hasHan } from '../fold.ts';
import { countryOf } from '../recognise/country.ts';
import { foldedTerm } from '../recognise/words/word-list.ts';
import { parseDate } from '../records/date.ts';
import type { say } from '../say.ts';
import { areLineNumbers, type ColumnValues, shareOf, type Test, valuesFor } from './column-values.ts';
import { listOf } from './map-file/values.ts';
import {
  AT,
  areCountries,
  DATE,
  HAS_LETTER,
  hasCompositions,
  haveShares,
  isAmount,
  isCode,
  isKnownIn,
  isNameLike,
  isNumber,
  isOther,
  isPercentage,
  isRegion,
  isWebAddress,
  isYesOrNo,
  LETTERS,
  mayBeIn,
} from './propose-values.ts';

const STATUSES = foldedTerm('statuses');

/** Legal forms of companies at the end of a name. */
const LEGAL_FORM =
  /(?:^|[\s,])(?:s\.?r\.?l|s\.?p\.?a|s\.?a\.?s\.?u?|s\.?a\.?r\.?l|s\.?n\.?c|gmbh|a\.?g|k\.?g|ltd|limited|llc|inc|corp|s\.?l\.?u?|lda|ltda|b\.?v|n\.?v|co)\.?$|^(?:sarl|sas|sa|ets|établissements)\s/i;

const isFullName = (text: string): boolean => /\p{L}{2}[\p{L}.'’-]*\s+\p{L}{2}/u.test(text);

/** Fields whose texts are codes, never names. */
const CODE_FIELDS =
  /^(?:supplierRef|productRef|componentRef|packagingRef|supplierComponentCode|warehouseRef|purchaseOrder|ref|uniqueIdentifier|\w+UniqueIdentifier|\w+_unique_identifier)$/;

/** Fields whose headers, such as `Item Number`, other systems also use for line numbers. */
const LIKE_LINE_NUMBERS = /^(?:productRef|componentRef|itemUniqueIdentifier)$/;

/** Numbers of the items of documents in SAP. */
const isItemNumber = (text: string): boolean => /^0\d\d0$/.test(text);

const OWN_WEB = /^(?:https?:|www\.)/i;

const isAny = (): boolean => true;

const isCodeOrNumber = (text: string): boolean => isNumber(text) || isCode(text);
const isWordOrSign = (text: string): boolean => isYesOrNo(text) || /^[x01✓✔]$/i.test(text);
const isInWords = (text: string): boolean => text.includes(' ') || hasHan(text);

/** Whether a text is a word for yes or no, and not a code such as `1` or `N`. */
const isYesOrNoWord = (text: string): boolean => text.length > 1 && isYesOrNo(text);

/** Whether a text is a number or a grade such as `B+` or `15/20`. */
const isGrade = (text: string): boolean =>
  isNumber(text) || /^(?:[a-z]{1,3}[+-]?\d?|\d+\s*\/\s*\d+)$/i.test(text);

/** Why values contradict a field: the name of a text in the area `contradictions`. */
export type Contradiction = keyof ReturnType<typeof say>['contradictions'];

/** Values contradict a field if the share that passes `test` is below `least` or above `most`. */
type ContradictionRule = readonly [why: Contradiction, test: Test, least: number, most?: number];

const isDay = (text: string): boolean => /\D/.test(text) && parseDate(text, 'day-first') !== undefined;

const CODE_RULES: readonly ContradictionRule[] = [
  ['days', isDay, 0, 0.8],
  ['amounts', isAmount, 0, 0.8],
  ['yesOrNo', isYesOrNoWord, 0, 0.5],
];

const LONG_TEXTS: ContradictionRule = ['longTexts', /^.{81}/s, 0, 0.5];

const NAMED: readonly ContradictionRule[] = [
  ['numbers', HAS_LETTER, 0.5],
  ['emails', AT, 0, 0.5],
  ['webAddresses', isWebAddress, 0, 0.5],
  ['yesOrNo', isYesOrNoWord, 0, 0.5],
];

/** The rules that contradict text fields, by the path of the field or the last name of the path. */
const TEXT_RULES: Readonly<Record<string, readonly ContradictionRule[]>> = {
  phone: [
    ['notPhones', /\d{2}/, 0.5],
    ['days', isDay, 0, 0.5],
  ],
  additionalStreet: [['yesOrNo', isYesOrNo, 0, 0.5]],
  postalCode: [['notPostalCodes', /\d/, 0.3]],
  'address.region': [['notWorldAreas', isRegion, 0.5]],
  administrativeArea: [
    ['worldAreas', isRegion, 0, 0.5],
    ['statusWords', (text) => STATUSES.has(foldText(text)), 0, 0.5],
    ['countries', (text) => text.length > 3 && 'code' in countryOf(text), 0, 0.5],
  ],
  additionalInformation: [['grades', isGrade, 0, 0.5]],
  'hazardousSubstances.value': [['yesOrNo', isYesOrNoWord, 0, 0.5]],
  language: [['notLanguages', /^.{25}/s, 0, 0.5]],
  ...{ city: NAMED, street: NAMED, name: NAMED, siteName: NAMED, publicName: NAMED, productName: NAMED },
  ...{ parentCompanyName: NAMED, label: NAMED, firstname: [...NAMED, ['fullNames', isFullName, 0, 0.5]] },
};

/** Minimum number of words that show a list, the share of them that another list has, and that the own one may have. */
const SHOWING_WORDS = 3;
const SHARE_OF_OTHER = 0.7;
const SHARE_OF_OWN = 0.3;

/** Whether most values are words of the list of another required field, and few of the own one: types, not categories. */
function areWordsOfOther(kind: KindSpec, field: Field, values: ColumnValues): boolean {
  if (field.required !== 'always' || values.words.size < SHOWING_WORDS) return false;
  const shareIn = (list: ClosedList | undefined) => (list ? shareOf(values, isKnownIn(list)) : 0);
  const others = kind.fields.filter((other) => other !== field && other.required === 'always');
  return (
    others.some((other) => shareIn(listOf(kind, other)) >= SHARE_OF_OTHER) &&
    shareIn(listOf(kind, field)) <= SHARE_OF_OWN
  );
}

/** Why the values contradict the field; undefined if they do not. */
export function contradiction(kind: KindSpec, field: Field, values: ColumnValues): Contradiction | undefined {
  const { path, value } = field;
  const leaf = lastName(path);
  const own = valuesFor(field, values);
  const share = (test: Test) => shareOf(own, test);
  const broken = (...rules: readonly ContradictionRule[]) =>
    rules.find(([, test, least, most = 1]) => share(test) < least || share(test) > most)?.[0];
  if (share(isAny) < 0) return undefined;
  if (CODE_FIELDS.test(leaf) && share(isWebAddress) > 0.5) return 'webAddresses';
  if (hasCompositions(kind, field)) return broken(['notCompositions', LETTERS, 0.7]);
  if (path.endsWith('composition[].material') && haveShares(own)) return 'compositions';
  const list = listOf(kind, field);
  if (list) {
    const areOther = share(isCodeOrNumber) > 0.7;
    if (areOther && share(mayBeIn(list)) < 0.3) return 'numbersNotNames';
    return areWordsOfOther(kind, field, own) ? 'wordsOfOther' : broken(LONG_TEXTS);
  }
  switch (value.type) {
    case 'country':
      if (share(isOther) === 0 && values.filled > 1) return 'yesOrNo';
      return broken(['notCountries', areCountries(field), 0.5]);
    case 'date':
      return broken(['notDates', DATE, 0.6]);
    case 'number':
      return broken(
        ['notNumbers', isNumber, 0.7],
        ['notPercentages', value.unit === '%' ? isPercentage : isAny, 0.7],
      );
    case 'boolean':
    case 'flag':
      if (values.words.size <= 4) return undefined;
      return broken(['notYesOrNo', isWordOrSign, 0.5]);
    case 'reference':
      if (LIKE_LINE_NUMBERS.test(leaf) && (areLineNumbers(values) || share(isItemNumber) === 1))
        return broken(...CODE_RULES) ?? 'linesNotReferences';
      if (CODE_FIELDS.test(leaf) && share(isNameLike) > 0.6 && share(isInWords) > 0.5)
        return broken(...CODE_RULES) ?? 'namesNotReferences';
      return broken(...CODE_RULES, LONG_TEXTS);
    case 'email':
      return broken(['notEmails', AT, 0.6]);
    case 'url':
      return broken(['notWebAddresses', OWN_WEB, 0.6]);
    case 'text': {
      const rules = TEXT_RULES[path] ?? TEXT_RULES[leaf] ?? [];
      const isPerson = rules.includes(NAMED[0]!) && path.includes('.person.');
      return broken(...rules, ...(isPerson ? [['companies', LEGAL_FORM, 0, 0.3] as const] : []));
    }
    default:
      return undefined;
  }
}

/** Why the values cannot be the key of a record. */
export function keyContradiction(values: ColumnValues): Contradiction | undefined {
  if (values.rows < 4) return undefined;
  if (values.filled * 2 < values.rows) return 'mostlyBlank';
  if (!values.isCut && values.words.size === 1) return 'oneValue';
  return undefined;
}
