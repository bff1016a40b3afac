import type { Field } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { matchValue } from '../contract/list.ts';
import { countryOf } from '../recognise/country.ts';
import { cleanText, foldText } from '../recognise/text.ts';
import { isBlankWord, yesOrNo } from '../recognise/text-coercion.ts';
import { shippedResolver } from '../recognise/words/shipped.ts';
import { compositionField } from '../records/composition-column.ts';
import { parseNumber, splitUnit } from '../records/number.ts';
import type { say } from '../say.ts';
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
export function valuesFor({ path }: Field, values: ColumnValues): ColumnValues {
  if (!path.endsWith('[]') || !values.lines) return values;
  const words = new Map(values.words);
  for (const [text, rows] of values.lines) {
    const line = cleanText(text);
    const others = (words.get(line) ?? 0) - rows;
    if (others > 0) words.set(line, others);
    else words.delete(line);
    words.set(text, rows);
  }
  return { ...values, words };
}

const MOST_EXAMINED = 300;

const WORLD = new Set(
  [
    'europe | asia | africa | north america | south america | america | oceania | asie | afrique | amérique | océanie | americas | emea | apac',
    'amérique du nord | amérique du sud | moyen-orient | middle east | asia pacific | latin america | europa | afrika | amerika | asien | áfrica | américa',
    'central america | australia | world | eu | union européenne | maghreb | latam | far east | südamerika | nordamerika | ozeanien | oceanía',
  ]
    .join(' | ')
    .split(' | ')
    .map(foldText),
);

const STATUSES = new Set(
  [
    'active | inactive | blocked | open | closed | approved | draft | archived | enabled | disabled | new | obsolete | pending | suspended | valid',
    'actif | inactif | bloqué | ouvert | fermé | validé | brouillon | archivé | suspendu | nouveau | obsolète | en sommeil | en attente | en cours',
    'attivo | inattivo | non attivo | bloccato | aperto | chiuso | approvato | bozza | archiviato | sospeso | nuovo | obsoleto | annullato | in corso',
    'activo | inactivo | bloqueado | abierto | cerrado | aprobado | borrador | suspendido | nuevo | baja | alta | de baja | anulado | pendiente',
    'aktiv | inaktiv | gesperrt | offen | geschlossen | freigegeben | entwurf | neu | gelöscht | ativo | inativo | aberto | fechado | aprovado | suspenso | novo',
  ]
    .join(' | ')
    .split(' | ')
    .map(foldText),
);

/** Legal forms of companies at the end of a name. */
const LEGAL_FORM =
  /(?:^|[\s,])(?:s\.?r\.?l|s\.?p\.?a|s\.?a\.?s\.?u?|s\.?a\.?r\.?l|s\.?n\.?c|gmbh|a\.?g|k\.?g|ltd|limited|llc|inc|corp|s\.?l\.?u?|lda|ltda|b\.?v|n\.?v|co)\.?$|^(?:sarl|sas|sa|ets|établissements)\s/i;

const isFullName = (text: string): boolean => /\p{L}{2}[\p{L}.'’-]*\s+\p{L}{2}/u.test(text);

const DATE =
  /^(?:\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}(?:[T ].*)?|(?:19|20)\d{6}|\d{5}|\d{1,2}[ ./-]?\p{L}{3,10}\.?[ ./-]?\d{2,4}|\p{L}{3,10}\.? ?\d{1,2},? ?\d{4}|\p{L}{3,10}\.?[ -]\d{2,4}|\d{1,2}[/.-]\d{4})$/u;

const isNumber = (text: string): boolean => {
  const { number } = splitUnit(text.replace(/\s*%$/, ''));
  return parseNumber(number.trim(), undefined) !== undefined || parseNumber(text, ',') !== undefined;
};
const isAmount = (text: string): boolean => /^\d{1,6}[.,]\d{1,2}\s*(?:€|eur|usd|\$|£)?$/i.test(text);
const isCode = (text: string): boolean => /^[\p{L}\p{N}._/+-]{1,60}$/u.test(text) && /\d/.test(text);
const isWebAddress = (text: string): boolean =>
  /^(?:https?:|www\.|[\w-]+(?:\.[\w-]+)*\.(?:com|fr|it|de|es|pt|net|org|eu|uk|cn|in|tr|bd)(?:\/|$))/i.test(
    text,
  );
const isNameLike = (text: string): boolean => {
  if (isWebAddress(text) || text.includes('@')) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (
    letters >= 3 &&
    letters >= text.length * 0.6 &&
    (/\p{L}\s+\S/u.test(text) || /\p{Ll}/u.test(text)) &&
    !/\d{2}/.test(text)
  );
};

/** The share of a column's different values for which a condition holds, from 0 to 1. */
function shareOf(values: ColumnValues, holds: (text: string) => boolean): number {
  let all = 0;
  let good = 0;
  for (const text of values.words.keys()) {
    if (isBlankWord(text)) continue;
    if (++all > MOST_EXAMINED) break;
    if (holds(text)) good++;
  }
  return all === 0 ? -1 : good / Math.min(all, MOST_EXAMINED);
}

/** The last name of a path without its brackets. */
const leafOf = (path: string): string => (path.split('.').at(-1) ?? '').replace('[]', '');

/** Fields whose texts are codes, never names. */
const CODES =
  /^(?:supplierRef|productRef|componentRef|packagingRef|supplierComponentCode|warehouseRef|purchaseOrder|ref|uniqueIdentifier|\w+UniqueIdentifier|\w+_unique_identifier)$/;

/** Fields whose headers other systems also give to the numbers of lines: `Item Number`. */
const COUNTED = /^(?:productRef|componentRef|itemUniqueIdentifier)$/;

/** Numbers of the items of documents in SAP. */
const isItemNumber = (text: string): boolean => /^0\d\d0$/.test(text);

const NAMES = /^(?:name|siteName|parentCompanyName|publicName|productName|person\.name|firstname)$/;

/** Whether the values show that a column is of this field. Without values, nothing is shown. */
export function confirms(kind: KindSpec, field: Field, values: ColumnValues): boolean {
  const { path, value } = field;
  const leaf = leafOf(path);
  const own = valuesFor(field, values);
  const share = (holds: (text: string) => boolean) => shareOf(own, holds);
  if (path === compositionField(kind)?.path || (leaf === 'composition' && value.type === 'text'))
    return share((text) => /\d\s*%/.test(text) && /\p{L}{2}/u.test(text)) >= 0.7;
  const list = listOf(kind, field);
  if (list) return share(knownIn(kind, field)) >= 0.6;
  switch (value.type) {
    case 'country':
      // `no` and `si` are also codes of countries.
      return share(isCountry(field)) >= 0.8 && share((text) => yesOrNo(text) === undefined) > 0;
    case 'date':
      return share((text) => DATE.test(text)) >= 0.8;
    case 'number':
      return share(value.unit === '%' ? isPercentage : isNumber) >= 0.9;
    case 'boolean':
    case 'flag':
      return share((text) => yesOrNo(text) !== undefined) >= 0.8;
    case 'reference':
      return share(isCode) >= 0.8 && share(isAmount) < 0.5;
    case 'email':
      return share((text) => text.includes('@')) >= 0.8;
    case 'url':
      return share((text) => /^https?:/i.test(text)) >= 0.8;
    case 'text':
      if (path === 'address.region') return share((text) => WORLD.has(foldText(text))) >= 0.8;
      if (path === 'address.administrativeArea')
        return (
          share((text) => /\p{L}/u.test(text) && !WORLD.has(foldText(text))) >= 0.9 &&
          share((text) => 'code' in countryOf(text)) < 1
        );
      return NAMES.test(leaf) && share(isNameLike) >= 0.8;
    default:
      return false;
  }
}

/** Whether a text is a word for yes or no, and not a code such as `1` or `N`. */
const isYesOrNo = (text: string): boolean => text.length > 1 && yesOrNo(text) !== undefined;

/** Whether a text is a number or a grade such as `B+` or `15/20`. */
const isGrade = (text: string): boolean =>
  isNumber(text) || /^(?:[a-z]{1,3}[+-]?\d?|\d+\s*\/\s*\d+)$/i.test(text);

/** Whether a cell has a country, or several if the field is a list. */
const isCountry =
  ({ path }: Field) =>
  (text: string): boolean =>
    'code' in countryOf(text) ||
    (path.endsWith('[]') && text.split(/[;|\n,/]/).every((piece) => 'code' in countryOf(piece.trim())));

const isPercentage = (text: string): boolean => {
  const read = parseNumber(text.replace(/\s*%$/, ''), ',');
  return read !== undefined && 'value' in read && read.value >= 0 && read.value <= 100;
};

/** Whether a word of a list resolves, or is close enough to have candidates. */
function knownIn(kind: KindSpec, field: Field): (text: string) => boolean {
  const list = listOf(kind, field)!;
  const resolve = shippedResolver(list);
  return (text) => {
    if (matchValue(list, text) !== undefined) return true;
    if (isNumber(text)) return false;
    const reading = resolve(text);
    return 'value' in reading || reading.candidates.length > 0 || (reading.similar ?? []).length > 0;
  };
}

/** Why values contradict a field: the name of a text in the area `contradictions`. */
export type Contradiction = keyof ReturnType<typeof say>['contradictions'];

/** Why the values contradict the field; undefined if they do not. */
export function contradiction(kind: KindSpec, field: Field, values: ColumnValues): Contradiction | undefined {
  const { path, value } = field;
  const leaf = leafOf(path);
  const own = valuesFor(field, values);
  const share = (holds: (text: string) => boolean) => shareOf(own, holds);
  if (share(() => true) < 0) return undefined;
  if (CODES.test(leaf) && share(isWebAddress) > 0.5) return 'webAddresses';
  const isWhole = path === compositionField(kind)?.path;
  if (isWhole || (leaf === 'composition' && value.type === 'text'))
    return share((text) => /\p{L}{2}/u.test(text)) < 0.7 ? 'notCompositions' : undefined;
  const list = listOf(kind, field);
  if (list) {
    if (share((text) => isNumber(text) || isCode(text)) > 0.7 && share(knownIn(kind, field)) < 0.3)
      return 'numbersNotNames';
    if (share((text) => text.length > 80) > 0.5) return 'longTexts';
    return undefined;
  }
  switch (value.type) {
    case 'country':
      if (share((text) => yesOrNo(text) === undefined) === 0 && values.filled > 1) return 'yesOrNo';
      return share(isCountry(field)) < 0.5 ? 'notCountries' : undefined;
    case 'date':
      return share((text) => DATE.test(text)) < 0.6 ? 'notDates' : undefined;
    case 'number':
      if (share(isNumber) < 0.7) return 'notNumbers';
      if (value.unit === '%' && share(isPercentage) < 0.7) return 'notPercentages';
      return undefined;
    case 'boolean':
    case 'flag':
      return share((text) => yesOrNo(text) !== undefined || /^[x01✓✔]$/i.test(text)) < 0.5 &&
        values.words.size > 4
        ? 'notYesOrNo'
        : undefined;
    case 'reference':
      if (share(isAmount) > 0.8) return 'amounts';
      if (share(isYesOrNo) > 0.5) return 'yesOrNo';
      if (COUNTED.test(leaf) && (areLineNumbers(values) || share(isItemNumber) === 1))
        return 'linesNotReferences';
      if (CODES.test(leaf) && share(isNameLike) > 0.6 && share((text) => text.includes(' ')) > 0.5)
        return 'namesNotReferences';
      if (share((text) => text.length > 80) > 0.5) return 'longTexts';
      return undefined;
    case 'email':
      return share((text) => text.includes('@')) < 0.6 ? 'notEmails' : undefined;
    case 'url':
      return share((text) => /^(?:https?:|www\.)/i.test(text)) < 0.6 ? 'notWebAddresses' : undefined;
    case 'text':
      return textContradiction(path, leaf, share);
    default:
      return undefined;
  }
}

function textContradiction(
  path: string,
  leaf: string,
  share: (holds: (text: string) => boolean) => number,
): Contradiction | undefined {
  if (leaf === 'phone') return share((text) => /\d{2}/.test(text)) < 0.5 ? 'notPhones' : undefined;
  if (leaf === 'postalCode') return share((text) => /\d/.test(text)) < 0.3 ? 'notPostalCodes' : undefined;
  if (path === 'address.region')
    return share((text) => WORLD.has(foldText(text))) < 0.5 ? 'notWorldAreas' : undefined;
  if (leaf === 'administrativeArea') {
    if (share((text) => WORLD.has(foldText(text))) > 0.5) return 'worldAreas';
    if (share((text) => STATUSES.has(foldText(text))) > 0.5) return 'statusWords';
    if (share((text) => text.length > 3 && 'code' in countryOf(text)) > 0.5) return 'countries';
  }
  if (path === 'additionalInformation' && share(isGrade) > 0.5) return 'grades';
  if (path === 'hazardousSubstances.value' && share(isYesOrNo) > 0.5) return 'yesOrNo';
  if (leaf === 'language') return share((text) => text.length > 24) > 0.5 ? 'notLanguages' : undefined;
  if (/^(?:city|street|firstname|name|siteName|publicName|productName|parentCompanyName|label)$/.test(leaf)) {
    if (share((text) => /\p{L}/u.test(text)) < 0.5) return 'numbers';
    if (share((text) => text.includes('@')) > 0.5) return 'emails';
    if (share(isWebAddress) > 0.5) return 'webAddresses';
    if (leaf === 'firstname' && share(isFullName) > 0.5) return 'fullNames';
    if (path.includes('.person.') && share((text) => LEGAL_FORM.test(text)) > 0.3) return 'companies';
  }
  return undefined;
}

/** The share of different values that are values of the field's list; -1 without a list or without values. */
export function shareInList(kind: KindSpec, field: Field, values: ColumnValues): number {
  const list = listOf(kind, field);
  return list ? shareOf(values, (text) => matchValue(list, text) !== undefined) : -1;
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

/** Whether some of the values are yes or no. */
export const mayBeYesOrNo = (values: ColumnValues): boolean =>
  shareOf(values, (text) => yesOrNo(text) !== undefined) > 0;

/** Types of material in SAP, which are about accounting and stock. */
const MATERIAL_TYPES = new Set(
  'FERT HALB ROH HAWA VERP HIBE NLAG UNBW DIEN ERSA LEER LEIH KMAT PIPE PROD WETT FHMI IBAU INTR HERS FRIP FOOD VOLL COUP VKHM ABF'.split(
    ' ',
  ),
);

/** Whether all values are types of material in SAP. */
export const areMaterialTypes = (values: ColumnValues): boolean =>
  shareOf(values, (text) => MATERIAL_TYPES.has(text)) === 1;

/** Why the values cannot be the key of a record. */
export function keyContradiction(values: ColumnValues): Contradiction | undefined {
  if (values.rows < 4) return undefined;
  if (values.filled * 2 < values.rows) return 'mostlyBlank';
  if (!values.isCut && values.words.size === 1) return 'oneValue';
  return undefined;
}
