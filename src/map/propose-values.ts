import type { Field } from '../contract/field.ts';
import { type KindSpec, oncePer } from '../contract/kind.ts';
import { type ClosedList, matchValue } from '../contract/list.ts';
import { foldText, hasHan } from '../fold.ts';
import { countryOf } from '../recognise/country.ts';
import { textDecodedOnce } from '../recognise/decoded-twice.ts';
import { cleanText } from '../recognise/text.ts';
import { isBlankWord, yesOrNo } from '../recognise/text-coercion.ts';
import { shippedResolver } from '../recognise/words/shipped.ts';
import { foldedTerm } from '../recognise/words/word-list.ts';
import { compositionField } from '../records/composition-column.ts';
import { parseDate } from '../records/date.ts';
import { parseNumber, splitUnit } from '../records/number.ts';
import type { say } from '../say.ts';
import { getOrCreate } from './learned.ts';
import { listOf } from './map-file/values.ts';

/** The values of a column: different texts with the number of their rows. */
export interface ColumnValues {
  readonly words: ReadonlyMap<string, number>;
  /** The texts that a person wrote on several lines, as they are, with the number of their rows. */
  readonly lines?: ReadonlyMap<string, number>;
  /** Number of rows with a value, and number of rows. */
  readonly filled: number;
  readonly rows: number;
  /** Whether there are more different texts than are counted. */
  readonly isCut: boolean;
}

/** The values as the import reads them for a field: in a cell of a list, line feeds separate values. */
export const valuesFor = ({ path }: Field, values: ColumnValues): ColumnValues =>
  path.endsWith('[]') && values.lines ? valuesByLine(values) : values;

const valuesByLine = oncePer((values: ColumnValues): ColumnValues => {
  const words = new Map(values.words);
  for (const [text, rows] of values.lines ?? []) {
    const line = cleanText(text);
    const others = (words.get(line) ?? 0) - rows;
    if (others > 0) words.set(line, others);
    else words.delete(line);
    words.set(text, rows);
  }
  return { ...values, words };
});

const MAX_EXAMINED_VALUES = 300;
const FEW_VALUES = 12;

const REGIONS = foldedTerm('regions');
const STATUSES = foldedTerm('statuses');

/** Legal forms of companies at the end of a name. */
const LEGAL_FORM =
  /(?:^|[\s,])(?:s\.?r\.?l|s\.?p\.?a|s\.?a\.?s\.?u?|s\.?a\.?r\.?l|s\.?n\.?c|gmbh|a\.?g|k\.?g|ltd|limited|llc|inc|corp|s\.?l\.?u?|lda|ltda|b\.?v|n\.?v|co)\.?$|^(?:sarl|sas|sa|ets|établissements)\s/i;

const isFullName = (text: string): boolean => /\p{L}{2}[\p{L}.'’-]*\s+\p{L}{2}/u.test(text);

const DATE =
  /^(?:\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}(?:[T ].*)?|(?:19|20)\d{6}|\d{5}|\d{1,2}[ ./-]?\p{L}{3,10}\.?[ ./-]?\d{2,4}|\p{L}{3,10}\.? ?\d{1,2},? \d{4}|\p{L}{3,10}\.?[ -]\d{2,4}|\d{1,2}[/.-]\d{4})$/u;

const isNumber = (text: string): boolean => {
  const { number } = splitUnit(text.replace(/\s*%$/, ''));
  return parseNumber(number.trim(), undefined) !== undefined || parseNumber(text, ',') !== undefined;
};
const isAmount = (text: string): boolean => /^\d{1,6}[.,]\d{1,2}\s*(?:€|eur|usd|\$|£)?$/i.test(text);
const isCode = (text: string): boolean => /^[\p{L}\p{N}._/+-]{1,60}$/u.test(text) && /\d/.test(text);
const isColorCode = (text: string): boolean => isCode(text) || /^\p{Lu}{2,5}$/u.test(text);
const isWebAddress = (text: string): boolean =>
  /^(?:https?:|www\.|[\w-]+(?:\.[\w-]+)*\.(?:com|fr|it|de|es|pt|net|org|eu|uk|cn|in|tr|bd)(?:\/|$))/i.test(
    text,
  );
/** Whether a text is a telephone number with its country code, or with brackets or blanks between its groups. */
const isPhone = (text: string): boolean =>
  /^(?:\+|00)\d[\d ()/.-]{6,20}$|^\(?0?\d{2,4}\)[ \d-]{6,12}$|^0\d{1,4}(?:[ /.-]\d{2,4}){2,5}$/.test(text);
const isNameLike = (text: string): boolean => {
  if (isWebAddress(text) || text.includes('@')) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (
    letters >= 3 &&
    letters >= text.length * 0.6 &&
    (/\p{L}\s+\S/u.test(text) || /\p{Ll}/u.test(text) || hasHan(text)) &&
    !/\d{2}/.test(text)
  );
};

/** What a text of a column must match. */
type Test = RegExp | ((text: string) => boolean);

/** The different values that are examined, without blank words. They are remembered, because many tests need them. */
const examined = oncePer(({ words }: ColumnValues): readonly string[] =>
  words
    .keys()
    .filter((text) => !isBlankWord(text))
    .take(MAX_EXAMINED_VALUES)
    .toArray(),
);

/** The shares of the tests of a column, which are the same for fields of one list or form. */
const sharesOf = oncePer((_values: ColumnValues) => new Map<Test, number>());

/** The share of a column's different values that pass a test, from 0 to 1; -1 without values. It is remembered by the test. */
function shareOf(values: ColumnValues, test: Test): number {
  return getOrCreate(sharesOf(values), test, () => countedShare(examined(values), test));
}

function countedShare(texts: readonly string[], test: Test): number {
  let good = 0;
  for (const [at, text] of texts.entries()) {
    // If none of the first values passes, hardly any does.
    if (good === 0 && at >= FEW_VALUES) return 0;
    if (typeof test === 'function' ? test(text) : test.test(text)) good++;
  }
  return texts.length === 0 ? -1 : good / texts.length;
}

/** The last name of a path without its brackets. */
const leafOf = (path: string): string => (path.split('.').at(-1) ?? '').replace('[]', '');

/** Fields whose texts are codes, never names. */
const CODE_FIELDS =
  /^(?:supplierRef|productRef|componentRef|packagingRef|supplierComponentCode|warehouseRef|purchaseOrder|ref|uniqueIdentifier|\w+UniqueIdentifier|\w+_unique_identifier)$/;

/** Fields whose headers, such as `Item Number`, other systems also use for line numbers. */
const LIKE_LINE_NUMBERS = /^(?:productRef|componentRef|itemUniqueIdentifier)$/;

/** Numbers of the items of documents in SAP. */
const isItemNumber = (text: string): boolean => /^0\d\d0$/.test(text);

const NAMES = /^(?:name|siteName|parentCompanyName|publicName|productName|person\.name|firstname)$/;

const AT = /@/;
const WEB = /^https?:/i;
const OWN_WEB = /^(?:https?:|www\.)/i;
const HAS_LETTER = /\p{L}/u;
const isAny = (): boolean => true;
const isYesOrNo = (text: string): boolean => yesOrNo(text) !== undefined;
const isOther = (text: string): boolean => !isYesOrNo(text);
const isCodeOrNumber = (text: string): boolean => isNumber(text) || isCode(text);
const isWordOrSign = (text: string): boolean => isYesOrNo(text) || /^[x01✓✔]$/i.test(text);
const isInWords = (text: string): boolean => text.includes(' ') || hasHan(text);
const isWorldAreaFree = (text: string): boolean => HAS_LETTER.test(text) && !isRegion(text);
const isRegion = (text: string): boolean => REGIONS.has(foldText(text));
const LETTERS = /\p{L}{2}|\p{Script=Han}/u;
/** Whether a text has a material with its share. */
const hasShare = (text: string): boolean => /\d\s*%|%\s*\d/.test(text) && LETTERS.test(text);

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
      if (leafOf(path) === 'phone') return share(isPhone) >= 0.8;
      if (path === 'address.region') return share(isRegion) >= 0.8;
      if (path === 'address.administrativeArea')
        return share(isWorldAreaFree) >= 0.9 && share(hasCountryName) < 1;
      return NAMES.test(leafOf(path)) && share(isNameLike) >= 0.8;
    default:
      return false;
  }
}

/** Whether a column of the field has whole compositions. */
export const hasCompositions = (kind: KindSpec, { path, value }: Field): boolean =>
  path === compositionField(kind)?.path || (leafOf(path) === 'composition' && value.type === 'text');

/** Whether a text is a word for yes or no, and not a code such as `1` or `N`. */
const isYesOrNoWord = (text: string): boolean => text.length > 1 && isYesOrNo(text);

/** Whether a text is a number or a grade such as `B+` or `15/20`. */
const isGrade = (text: string): boolean =>
  isNumber(text) || /^(?:[a-z]{1,3}[+-]?\d?|\d+\s*\/\s*\d+)$/i.test(text);

/** A test whether the values of a cell, several if the field is a list, all pass a test. */
const inPieces =
  (test: (text: string) => boolean) =>
  (text: string): boolean =>
    text.split(/[;|\n,/]/).every((piece) => test(piece.trim()));
const areCodes = inPieces(isCode);

const hasCountryName = (text: string): boolean => 'code' in countryOf(text);

/** Tests whether a cell has a country, or several if the field is a list. */
const isCountry = (text: string): boolean =>
  !/\d{2}/.test(text) && (hasCountryName(text) || hasCountryName(textDecodedOnce(text) ?? text));
const areSeveralCountries = (text: string): boolean =>
  !/\d{2}/.test(text) && (hasCountryName(text) || inPieces(hasCountryName)(textDecodedOnce(text) ?? text));
const areCountries = ({ path }: Field): Test => (path.endsWith('[]') ? areSeveralCountries : isCountry);

const isPercentage = (text: string): boolean => {
  const read = parseNumber(text.replace(/\s*%$/, ''), ',');
  return read !== undefined && 'value' in read && read.value >= 0 && read.value <= 100;
};

/** A test whether a text is, or may be, a word for a value of a list. */
const mayBeIn = oncePer((list: ClosedList) => {
  const resolve = shippedResolver(list);
  return (text: string): boolean => {
    if (matchValue(list, text) !== undefined) return true;
    if (isNumber(text)) return false;
    const reading = resolve(text);
    return 'value' in reading || reading.candidates.length > 0 || (reading.similar ?? []).length > 0;
  };
});

/** A test whether a text is a value of a list or a known word for one. */
const isKnownIn = oncePer((list: ClosedList) => {
  const resolve = shippedResolver(list);
  return (text: string): boolean =>
    matchValue(list, text) !== undefined || (!isNumber(text) && 'value' in resolve(text));
});

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
];

/** The rules that contradict text fields, by the path of the field or the last name of the path. */
const TEXT_RULES: Readonly<Record<string, readonly ContradictionRule[]>> = {
  phone: [['notPhones', /\d{2}/, 0.5]],
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
  const leaf = leafOf(path);
  const own = valuesFor(field, values);
  const share = (test: Test) => shareOf(own, test);
  const broken = (...rules: readonly ContradictionRule[]) =>
    rules.find(([, test, least, most = 1]) => share(test) < least || share(test) > most)?.[0];
  if (share(isAny) < 0) return undefined;
  if (CODE_FIELDS.test(leaf) && share(isWebAddress) > 0.5) return 'webAddresses';
  if (hasCompositions(kind, field)) return broken(['notCompositions', LETTERS, 0.7]);
  if (path.endsWith('composition[].material') && share(hasShare) >= 0.7) return 'compositions';
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

/** Whether the values are the numbers of lines: 1, 2, 3 or 0010, 0020, 0030, with few gaps, shared by many rows. */
export function areLineNumbers({ words, filled, isCut }: ColumnValues): boolean {
  if (isCut || words.size * 2 > filled || words.size > 200) return false;
  const numbers = [...words.keys()].map((text) => (/^\d{1,4}$/.test(text) ? Number(text) : 0));
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return (
    (least === 1 || least === 10) &&
    numbers.every((number) => number % least === 0) &&
    most <= least * words.size * 2
  );
}

/** Whether the values number the rows from 1, each once. */
export const areRowNumbers = ({ words, filled, isCut }: ColumnValues): boolean =>
  !isCut &&
  words.size === filled &&
  words.size > 2 &&
  [...words.keys()].every((text, at) => text === `${at + 1}`);

/** Whether most values are dates. */
export const isDateColumn = (values: ColumnValues): boolean => shareOf(values, DATE) >= 0.8;

/** Whether some of the values are yes or no. */
export const mayBeYesOrNo = (values: ColumnValues): boolean => shareOf(values, isYesOrNo) > 0;

/** Why the values cannot be the key of a record. */
export function keyContradiction(values: ColumnValues): Contradiction | undefined {
  if (values.rows < 4) return undefined;
  if (values.filled * 2 < values.rows) return 'mostlyBlank';
  if (!values.isCut && values.words.size === 1) return 'oneValue';
  return undefined;
}
