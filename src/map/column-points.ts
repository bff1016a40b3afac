import { type Field, lastName } from '../contract/field.ts';
import { getOrCreate } from '../contract/grouped.ts';
import { type KindSpec, oncePer } from '../contract/kind.ts';
import { termWords } from '../recognise/words/terms.ts';
import { areLineNumbers, areMostly, type ColumnValues } from './column-values.ts';
import { contradiction } from './contradictions.ts';
import { type HeaderReadings, isNumber } from './headers/header-readings.ts';
import type { ProposedColumn } from './propose-draft.ts';
import { hasCompositions, mayBeYesOrNo, valuesConfirm, valuesShare } from './propose-values.ts';
import { isShare } from './row-evidence.ts';

/** Points that a header gives for a field. `propose-evidence.ts` says from how many points a field is likely. */
export const BY_HEADER = { exact: 7, name: 5.5, synonym: 5, confirm: 4, likely: 3, similar: 4, gross: 2 };
const FOREIGN_HEADER = -2.5;
/** Points for a header of which all words are known, if none belongs to the field. */
const OTHER_HEADER = -0.8;

export function byHeader(
  field: Field,
  { headerReadings: found }: ProposedColumn,
  similar: ReadonlyMap<Field, number>,
): number {
  const own = found.readings.find((reading) => reading.field === field);
  // A column of weights or quantities cannot have references.
  if (!own && field.value.type === 'reference' && isNumber(found)) return CONTRADICTED;
  const isGross = field.value.type === 'number' && field.value.unit === 'g' && isGrossWeight(found);
  if (!own && isGross) return BY_HEADER.gross;
  if (!own) {
    const like = BY_HEADER.similar * (similar.get(field) ?? 0);
    if (found.isForeign) return like + FOREIGN_HEADER;
    return like === 0 && found.meanings.length > 0 ? OTHER_HEADER : like;
  }
  const others = found.readings.filter((reading) => reading !== own && reading.likely !== true).length;
  const by = own.likely ? 'likely' : own.confirm && own.by !== 'exact' ? 'confirm' : own.by;
  return BY_HEADER[by] - Math.min(1, others * 0.5) - (found.isAlsoForeign ? 0.5 : 0);
}

export const CONTRADICTED = -6;

const isGrossWeight = ({ meanings }: HeaderReadings): boolean =>
  meanings.some((notions) => notions.has('gross') && notions.has('weight'));

/** Points for values that have the form of the field: the rarer the form, the more. */
const BY_TYPE: Readonly<Record<string, number>> = {
  ...{ email: 5, url: 4, country: 3, date: 2.5, boolean: 2, flag: 2, number: 0.6, reference: 0.7, text: 0.7 },
};

const pointsOf = oncePer((_values: ColumnValues) => new Map<Field, number>());

/** Points for the values. They are remembered, because each answer of a person needs all of them again. */
export const byValues = (kind: KindSpec, field: Field, values: ColumnValues): number =>
  getOrCreate(pointsOf(values), field, () => pointsForValues(kind, field, values));

/** References to a season, such as `AH26`, `SS 2027` or `2026-FW`. */
const SEASON =
  /^(?:\p{L}{1,6}[ /-]?(?:20)?(?:1[5-9]|[23]\d)|(?:20)?(?:1[5-9]|[23]\d)[ /-]?\p{L}{1,3}|\p{L}{3,}(?:[ /-]\p{L}{3,})? (?:20)?(?:1[5-9]|[23]\d))$/u;

const areSeasons = ({ words }: ColumnValues): boolean =>
  words.size > 0 && words.size <= 12 && [...words.keys()].every((text) => SEASON.test(text));

const POSTAL_CODE =
  /^(?:[A-Z]{1,2}-)?\d{3,7}$|^\d{3} \d{2}$|^\d{2,5}-\d{3,4}$|^\d{4} ?[A-Z]{2}$|^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/;

const YEAR = /^(?:19|20)\d\d$/;

const arePostalCodes = (values: ColumnValues): boolean =>
  values.words.size > 1 &&
  areMostly(values, (text) => POSTAL_CODE.test(text)) &&
  !areMostly(values, (text) => YEAR.test(text));

/** Whether no product has a quantity of 0, as those in stock may have, and not all numbers are as long as customs codes. */
const mayBeProduced = ({ words }: ColumnValues): boolean =>
  !words.keys().some((text) => /^0+(?:[.,]0+)?$/.test(text)) &&
  !words.keys().every((text) => /^\d{7,}$/.test(text));

/** Types of material in SAP, which are about accounting and stock. */
const MATERIAL_TYPES = new Set(termWords('materialTypes'));

/** Whether all values are types of material in SAP. */
export const areMaterialTypes = ({ words }: ColumnValues): boolean =>
  words.size > 0 && words.keys().every((text) => MATERIAL_TYPES.has(text));

function pointsForValues(kind: KindSpec, field: Field, values: ColumnValues): number {
  if (field.path === 'productCollectionRef')
    return areSeasons(values) ? 2.5 : values.words.size > 12 ? -2 : 0.5;
  if (field.path === 'productColorCode' && areSeasons(values)) return -2.5;
  if (contradiction(kind, field, values) !== undefined) return CONTRADICTED;
  if (field.path === 'producedQuantity' && !mayBeProduced(values)) return -4;
  const { type } = field.value;
  if ((type === 'choice' || type === 'reference') && areMaterialTypes(values)) return CONTRADICTED;
  if ((type === 'reference' || type === 'number') && areLineNumbers(values)) return -3;
  if (type === 'boolean' && !mayBeYesOrNo(values)) return CONTRADICTED;
  if (lastName(field.path) === 'postalCode') return arePostalCodes(values) ? 2 : 0;
  if (hasCompositions(kind, field)) return valuesConfirm(kind, field, values) ? 4.5 : -2;
  const share = valuesShare(kind, field, values);
  if (share !== undefined) {
    const several = Math.min(1, 0.7 + values.words.size / 10);
    if (share < 0.2) return hasWordsOfOther(kind, field, values) ? CONTRADICTED : -3;
    return share >= 0.5 ? 4.5 * share * several : 0;
  }
  if (field.value.type === 'text' && isShare(values)) return -3;
  if (lastName(field.path) === 'phone') return valuesConfirm(kind, field, values) ? 3.5 : 0;
  return valuesConfirm(kind, field, values)
    ? BY_TYPE[field.value.type]!
    : field.value.type === 'text'
      ? 0
      : -2;
}

/** Whether nearly all values are words of the list of another required field, as those of materials are of its types. */
const hasWordsOfOther = (kind: KindSpec, field: Field, values: ColumnValues): boolean =>
  kind.fields.some(
    (other) =>
      other !== field && other.required === 'always' && (valuesShare(kind, other, values) ?? 0) >= 0.9,
  );
