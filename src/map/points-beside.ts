import { type Field, lastName } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { BY_HEADER, byValues, CONTRADICTED } from './column-points.ts';
import { areLineNumbers, areRowNumbers, type ColumnValues, shareOf } from './column-values.ts';
import { keyContradiction } from './contradictions.ts';
import type { HeaderReadings } from './headers/header-readings.ts';
import type { ProposedColumn } from './propose-draft.ts';
import { valuesShare } from './propose-values.ts';
import { ownerOf } from './row-evidence.ts';
import { isNameOfPerson } from './row-persons.ts';
import type { Links, SheetEvidence } from './sheet-evidence.ts';

/** Points for a unit of weight in a header that is similar to a name of the field. */
const BY_UNIT = 1.5;

/** Points for a column that belongs to another record: any other column that may have the field has it. */
const OF_OTHER = -12;

/** Points for a part of the names of persons that other columns show, and against the other part. */
const BY_PERSON = 5;

/** Points for streets with their numbers in a sheet with addresses, and for names beside postal codes. */
const BY_ADDRESS = 3.2;
const STREET =
  /^(?=.*\p{L}{2}).*(?:[\p{L}.,°º] ?\d{1,4} ?\p{L}?|\bs\/n)$|^\d{1,4}\p{L}?[, ]+\p{L}{2}.*\p{L}{3}/u;
const HAN_STREET = /\p{Script=Han}.*\d.*[號号樓楼路巷]|\p{Script=Han}.*\d+(?:[-－]?\d+)*$/u;
/** A month, a week or a short word with a number: `Mar 25`. */
const SHORT = /^\p{L}{1,5}\.? \d{1,4}$/u;
const isStreet = (text: string): boolean =>
  (text.includes(' ') && STREET.test(text) && !SHORT.test(text)) || HAN_STREET.test(text);
const areStreets = (values: ColumnValues): boolean =>
  values.words.size > 1 && values.filled * 2 > values.rows && shareOf(values, isStreet) >= 0.6;
const areWords = (values: ColumnValues): boolean =>
  values.words.size > 2 && shareOf(values, /^\p{L}[^\d@]{2,}$/u) >= 0.9;

/** Points for what other columns and sheets show. `header`: the points that the header gives. */
export function bySheet(
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
  if (lastName(path) === 'postalCode') {
    if (!sheet.besideCities.has(index) || byValues(kind, field, values) <= 0) return 0;
    return shareOf(values, /^0|[-\p{L}]/u) > 0 ? 4 : 1.5;
  }
  if (sheet.hasAddress && header < BY_HEADER.confirm) {
    if (path === 'address.street' && !sheet.addresses.has(index) && areStreets(values)) return BY_ADDRESS;
    if (path === 'address.city' && sheet.besidePostalCode.has(index) && areWords(values)) return BY_ADDRESS;
  }
  if (path === 'address.additionalStreet' && !sheet.hasStreet) return OF_OTHER;
  if (sheet.addresses.has(index)) return path === 'address.label' ? 3 : path === 'address.street' ? -3 : 0;
  if (value.type === 'number') {
    if (value.unit === 'g' && unit !== undefined && header > 0) return BY_UNIT;
    if (value.unit !== '%') return shares.has(index) ? -2 : 0;
    return (
      (shares.has(index) ? 4 : shares.size > 0 ? -3 : -0.5) + (sheet.besideMaterials.has(index) ? 1.5 : 0)
    );
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
    else if (header < BY_HEADER.name && areRowNumbers(values)) points -= 4;
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
    // A sheet that is taken for one of that kind at first refers to none.
    else if (
      links.refersTo.get(index)?.has(name) ||
      (values.words.size > 1 && links.keysOf.get(index)?.has(name))
    )
      points += isFirstField ? 4.5 : 0;
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
