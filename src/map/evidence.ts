import { type Field, lastName } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { termWords } from '../recognise/words/terms.ts';
import { areLineNumbers, areRowNumbers, type ColumnValues } from './column-values.ts';
import { contradiction, keyContradiction } from './contradictions.ts';
import type { HeaderReadings } from './headers/header-readings.ts';
import { kindHeaders } from './headers/read-header.ts';
import type { ProposedColumn } from './propose-draft.ts';
import { hasCompositions, mayBeYesOrNo, valuesConfirm, valuesShare } from './propose-values.ts';
import { isShare, ownerOf } from './row-evidence.ts';
import { isNameOfPerson, type PersonName } from './row-persons.ts';

/** What other sheets show of a column: its values are among the keys of a kind, or those sheets refer to it. */
export interface Links {
  /** By index of the column, the kinds of which it has keys. */
  readonly refersTo: ReadonlyMap<number, ReadonlySet<string>>;
  /** By index of the column and kind, the field of its records whose texts the column has, such as the names of suppliers. */
  readonly names: ReadonlyMap<number, ReadonlyMap<string, string>>;
  /** By index of the column, the fields of other sheets of which it has codes, such as `product.productColorCode`. */
  readonly textsOf: ReadonlyMap<number, ReadonlySet<string>>;
  /** The columns whose values other sheets have, too. */
  readonly isReferredTo: ReadonlySet<number>;
  /** The column with the values of the references that other sheets have to records of a kind. */
  readonly key?: { readonly index: number; readonly kind: string } | undefined;
  /** The columns whose values are those of other sheets with one more part, such as an SKU with its size. */
  readonly variants: ReadonlySet<number>;
  /** The columns of which another sheet has all values as its keys, and more. */
  readonly repeats: ReadonlySet<number>;
  /** By index of the column, the kinds of which other sheets, as many or more, have all its values as their keys. */
  readonly keysOf: ReadonlyMap<number, ReadonlySet<string>>;
  /** The kinds that other sheets have, and the fields of their columns: `product.productCollectionRef`. */
  readonly kinds: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
}

export const NO_LINKS: Links = {
  refersTo: new Map(),
  textsOf: new Map(),
  names: new Map(),
  isReferredTo: new Set(),
  variants: new Set(),
  repeats: new Set(),
  keysOf: new Map(),
  kinds: new Set(),
  fields: new Set(),
};

/** What the columns of a sheet show of each other. */
export interface SheetEvidence {
  readonly links: Links;
  /** The indexes of columns of numbers that add up to 100 in the rows. */
  readonly shares: ReadonlySet<number>;
  /**
   * The indexes of columns whose texts begin with the reference of another column, such as an SKU with its size, with the
   * index of that column.
   */
  readonly variants: ReadonlyMap<number, number>;
  /** The columns that count the parts of the record in another column: their texts are their keys. */
  readonly parts: ReadonlySet<number>;
  /** The column with the codes of parts, beside that of their names. */
  readonly ofPart: number | undefined;
  /** The column with the last part of the key, such as the colour, and the field. */
  readonly ofVariant: { readonly index: number; readonly path: string } | undefined;
  /** The indexes of the columns with sizes at their ends, and of those that they only make longer. */
  readonly withSizes: ReadonlySet<number>;
  readonly withoutSizes: ReadonlySet<number>;
  /** By column of texts, its readings: those of the header of the texts of codes, which the column has. */
  readonly fieldsOfTexts: ReadonlyMap<number, Field>;
  /** The columns whose field another column has better: the texts of codes that read, and codes that do not. */
  readonly replaced: ReadonlySet<number>;
  /** The fields that refer to the record of which this is a part, such as the product of a component. */
  readonly reference: readonly string[];
  /** The columns that belong to that record. */
  readonly ofOthers: ReadonlySet<number>;
  /** The indexes of columns that are filled in as few rows as others: in the first row of each record. */
  readonly firstRows: ReadonlySet<number>;
  /** The indexes of columns of dates that are before, and after, those of another column. */
  readonly starts: ReadonlySet<number>;
  readonly ends: ReadonlySet<number>;
  /** The indexes of columns with whole addresses: they contain the postal code that another column has in the row. */
  readonly addresses: ReadonlySet<number>;
  /** By index of the column, the part of the names of persons that it has. */
  readonly persons: ReadonlyMap<number, PersonName>;
  /** The indexes of columns beside materials, certificates, suppliers and cities. */
  readonly besideCertificates: ReadonlySet<number>;
  readonly besideMaterials: ReadonlySet<number>;
  readonly besideSuppliers: ReadonlySet<number>;
  readonly besideCities: ReadonlySet<number>;
}

/** Points that a header gives for a field. `propose-evidence.ts` says from how many points a field is likely. */
const BY_HEADER = { exact: 7, name: 5.5, synonym: 5, confirm: 4, likely: 3, similar: 4, gross: 2 };
const FOREIGN_HEADER = -2.5;
/** Points for a header of which all words are known, if none belongs to the field. */
const OTHER_HEADER = -0.8;
/** Points for a unit of weight in a header that is similar to a name of the field. */
const BY_UNIT = 1.5;
const CONTRADICTED = -6;
/** Points for a column that belongs to another record: any other column that may have the field has it. */
const OF_OTHER = -12;

/** Points for a part of the names of persons that other columns show, and against the other part. */
const BY_PERSON = 5;

/** Points for values that have the form of the field: the rarer the form, the more. */
const BY_TYPE: Readonly<Record<string, number>> = {
  ...{ email: 5, url: 4, country: 3, date: 2.5, boolean: 2, flag: 2, number: 0.6, reference: 0.7, text: 0.7 },
};

/** Gives the points of each field for a column, from the header, the values and the other columns and sheets. */
export function fieldPoints(
  kind: KindSpec,
  draft: ProposedColumn,
  sheet: SheetEvidence,
  languages: number | undefined,
): (field: Field) => number {
  const similar = kindHeaders(kind).similarity(draft.lookupText ?? draft.header, languages);
  return (field) => {
    const own = byHeader(field, draft, similar);
    const isPaired = sheet.fieldsOfTexts.get(draft.index) === field;
    const header = isPaired ? Math.max(own, BY_HEADER.likely) : own;
    const fit = header >= BY_HEADER.exact ? 0 : byValues(kind, field, draft.values);
    const values = isPaired ? Math.max(fit, 1) : fit;
    return (
      header +
      valuePoints(field, header, values, draft.values) +
      bySheet(kind, field, draft, sheet, header) +
      prior(kind, field)
    );
  };
}

/** Forms that values of many columns have: they show a field only if the header or another sheet does. */
const COMMON_FORMS: ReadonlySet<string> = new Set(['boolean', 'flag', 'number', 'text', 'date', 'reference']);

const valuePoints = (
  { path, value }: Field,
  header: number,
  points: number,
  values: ColumnValues,
): number => {
  const isCommon = COMMON_FORMS.has(value.type)
    ? !OWN_FORMS.test(path)
    : OF_STEPS.test(path) && areUnits(values);
  return header <= 0 && points > 0 && isCommon ? 0 : points;
};

/** Countries of steps and markets, which other columns of short codes look like: `MT` and `PA` are units of measure, too. */
const OF_STEPS = /ingCountry$|^destinationMarket$/;
const areUnits = ({ words }: ColumnValues): boolean =>
  words.keys().every((text) => /^[A-Za-z]{2,3}\.?$/.test(text));
const OWN_FORMS = /composition(?:\[\])?$|postalCode$|phone$|^productCollectionRef$/;

function byHeader(
  field: Field,
  { headerReadings: found }: ProposedColumn,
  similar: ReadonlyMap<Field, number>,
): number {
  const own = found.readings.find((reading) => reading.field === field);
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

const isGrossWeight = ({ meanings }: HeaderReadings): boolean =>
  meanings.some((notions) => notions.has('gross') && notions.has('weight'));

const scores = new WeakMap<ColumnValues, Map<Field, number>>();

/** Points for the values. They are remembered, because each answer of a person needs all of them again. */
export function byValues(kind: KindSpec, field: Field, values: ColumnValues): number {
  const own = scores.get(values) ?? new Map<Field, number>();
  scores.set(values, own);
  const score = own.get(field) ?? scoreOfValues(kind, field, values);
  own.set(field, score);
  return score;
}

/** References to a season, such as `AH26`, `SS 2027` or `2026-FW`. */
const SEASON =
  /^(?:\p{L}{1,6}[ /-]?(?:20)?(?:1[5-9]|[23]\d)|(?:20)?(?:1[5-9]|[23]\d)[ /-]?\p{L}{1,3}|\p{L}{3,}(?:[ /-]\p{L}{3,})? (?:20)?(?:1[5-9]|[23]\d))$/u;

const areSeasons = ({ words }: ColumnValues): boolean =>
  words.size > 0 && words.size <= 12 && [...words.keys()].every((text) => SEASON.test(text));

const POSTAL_CODE =
  /^(?:[A-Z]{1,2}-)?\d{3,7}$|^\d{3} \d{2}$|^\d{2,5}-\d{3,4}$|^\d{4} ?[A-Z]{2}$|^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/;

const arePostalCodes = ({ words }: ColumnValues): boolean => {
  const some = [...words.keys()].slice(0, 100);
  return some.length > 1 && some.filter((text) => POSTAL_CODE.test(text)).length >= some.length * 0.8;
};

/** Whether no product has a quantity of 0, as those in stock may have, and not all numbers are as long as customs codes. */
const mayBeProduced = ({ words }: ColumnValues): boolean =>
  !words.keys().some((text) => /^0+(?:[.,]0+)?$/.test(text)) &&
  !words.keys().every((text) => /^\d{7,}$/.test(text));

/** Types of material in SAP, which are about accounting and stock. */
const MATERIAL_TYPES = new Set(termWords('materialTypes'));

/** Whether all values are types of material in SAP. */
export const areMaterialTypes = ({ words }: ColumnValues): boolean =>
  words.size > 0 && words.keys().every((text) => MATERIAL_TYPES.has(text));

function scoreOfValues(kind: KindSpec, field: Field, values: ColumnValues): number {
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

/** Points for what other columns and sheets show. `header`: the points that the header gives. */
function bySheet(
  kind: KindSpec,
  field: Field,
  draft: ProposedColumn,
  sheet: SheetEvidence,
  header: number,
): number {
  const { index } = draft;
  const { path } = field;
  if (sheet.replaced.has(index) && header >= BY_HEADER.likely) return CONTRADICTED;
  const isOfOther = sheet.ofOthers.has(index) && !sheet.reference.includes(path);
  return pointsBeside(kind, field, draft, sheet, header) + (isOfOther ? OF_OTHER : 0);
}

function pointsBeside(
  kind: KindSpec,
  field: Field,
  { index, values, unit, headerReadings }: ProposedColumn,
  sheet: SheetEvidence,
  header: number,
): number {
  const { path, value } = field;
  const { links, shares, variants } = sheet;
  // The names of parts are not what they are made of.
  const isNameOfPart = sheet.ofPart !== undefined && sheet.ofPart === index - 1;
  if (isNameOfPart && path === 'composition[].material' && (valuesShare(kind, field, values) ?? 0) < 0.5)
    return CONTRADICTED;
  if (/^composition\[\]\.(?:origin|certifications)/.test(path))
    return sheet.besideMaterials.has(index) ? 1 : -1.5;
  if (value.type === 'date') {
    const isStart = /start$/.test(path);
    const isBeside = sheet.besideCertificates.has(index);
    // The lines of a bill of materials have dates of their own.
    const isOfLine = ownerOf(kind) !== undefined && sheet.besideCertificates.size === 0;
    if (header < BY_HEADER.confirm && isOfLine && !isOfCertificate(headerReadings)) return CONTRADICTED;
    if (!isBeside && header < BY_HEADER.confirm) return -2;
    const [own, other] = isStart ? [sheet.starts, sheet.ends] : [sheet.ends, sheet.starts];
    if (other.has(index)) return -1;
    return own.has(index) ? (isBeside ? 3.2 : 1.2) : 0;
  }
  const person = isNameOfPerson(field) ? sheet.persons.get(index) : undefined;
  if (person !== undefined) return lastName(path) === person ? BY_PERSON : -BY_PERSON;
  if (lastName(path) === 'postalCode') return sheet.besideCities.has(index) ? 1.5 : 0;
  if (sheet.addresses.has(index)) return path === 'address.label' ? 3 : path === 'address.street' ? -3 : 0;
  if (value.type === 'number') {
    if (value.unit === 'g' && unit !== undefined && header > 0) return BY_UNIT;
    if (value.unit !== '%') return shares.has(index) ? -2 : 0;
    return (shares.has(index) ? 4 : -0.5) + (sheet.besideMaterials.has(index) ? 1.5 : 0);
  }
  if (value.type !== 'reference') return 0;
  // Codes of suppliers may have no digits, unlike those of other references.
  if (path === 'supplierComponentCode')
    return header >= BY_HEADER.gross && sheet.besideSuppliers.has(index) && !links.refersTo.has(index)
      ? 3
      : 0;
  if (sheet.ofVariant?.index === index && sheet.ofVariant.path === path) return 3;
  const own = kind.key[0] === field.path;
  const to = kind.references.filter(({ fields }) => fields.includes(field.path)).map((one) => one.to);
  let points = 0;
  if (own) {
    const why = keyContradiction(values);
    if (why === 'mostlyBlank' && sheet.firstRows.has(index)) points -= 0.5;
    else if (why !== undefined || areLineNumbers(values)) points -= 4;
    else if (header < BY_HEADER.confirm && areRowNumbers(values)) points -= 4;
    else if (kind.key.length === 1 && values.words.size >= values.filled * 0.95) points += 1.5;
    if (links.isReferredTo.has(index)) points += 2;
    const isKey = links.key?.index === index && links.key.kind === kind.name;
    if (isKey || sheet.ofPart === index) points += 3;
    if ((variants.has(index) || links.variants.has(index)) && !sheet.parts.has(index))
      points -= sheet.withSizes.has(index) ? 6 : 3;
    if (sheet.withoutSizes.has(index) && !links.refersTo.has(index)) points += 3;
    const others = links.refersTo.get(index);
    if (others && !others.has(kind.name)) points -= 2;
  }
  for (const name of to) {
    // Of several references to a kind, only the first is meant without a header that says so.
    const isFirst = kind.references.find((one) => one.to === name)!.fields.includes(field.path);
    const isFirstField = kind.references.some(({ fields }) => fields[0] === field.path);
    if (!isFirst && header < 2) points -= 2;
    else if (links.textsOf.get(index)?.has(`${name}.${path}`)) points += 4.5;
    else if (links.refersTo.get(index)?.has(name)) points += isFirstField ? 4.5 : 0;
    else if (links.names.get(index)?.has(name) && !isReferredToByKey(links, name)) points += 3 - CONTRADICTED;
    else if (isFirstField && links.kinds.has(name) && name !== kind.name) points -= 2.5;
  }
  return points;
}

/** Whether a known word of the header means certificates: other dates, such as those of a bill of materials, are not theirs. */
const isOfCertificate = ({ meanings, partly = [] }: HeaderReadings): boolean =>
  [...meanings, ...partly].some((notions) => notions.has('certification'));

/** Whether a column has the keys of a kind, so that another one only has their names. */
const isReferredToByKey = ({ refersTo }: Links, kind: string): boolean =>
  refersTo.values().some((kinds) => kinds.has(kind));

/** Fields that foreign sheets seldom have, though their headers and values look like them. */
const RARE: Readonly<Record<string, number>> = {
  ...{ custom: -3, 'address.label': -0.7, 'contacts[].person.language': -5 },
};

/** A required field is there more often than one that brands use for themselves. */
function prior({ key }: KindSpec, { path, required }: Field): number {
  if (required === 'always' || key.includes(path)) return 1;
  return RARE[path.startsWith('custom') ? 'custom' : path] ?? 0;
}
