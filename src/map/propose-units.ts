import type { KindSpec } from '../contract/kind.ts';
import { isBlankWord } from '../recognise/text-coercion.ts';
import { isHarmlessRemark } from '../records/header-remark.ts';
import { headerKey, headerParts } from '../records/headers.ts';
import { parseNumber, splitUnit, unitFactor } from '../records/number.ts';
import { say } from '../say.ts';
import type { ColumnValues } from './column-values.ts';
import { unitTemplate } from './map-file/settings-of-fields.ts';
import { fieldNamed } from './map-file/targets.ts';
import { askAbout, decide, isField, type ProposedColumn } from './propose-draft.ts';

/** Weights without a unit that are smaller than this are hardly in grams. */
const FEW_GRAMS = 2;

/** Finds the unit of weights, also in a column of units, and settles columns of units. */
export function settleUnits(kind: KindSpec, drafts: readonly ProposedColumn[]): void {
  const weights = drafts.filter((draft) => isField(draft) && unitOf(kind, draft.target!) === 'g');
  const [weight] = weights;
  const units = drafts.filter((draft) => isUnitColumn(draft) && draft.basis !== 'learned');
  const isOfWeight = ({ headerReadings, values }: ProposedColumn) =>
    headerReadings.meanings.some((notions) => notions.has('weight')) ||
    (units.length === 1 && areWeightUnits(values));
  const hasOwn = units.some(isOfWeight);
  for (const draft of [...units].sort((one, other) => Number(isOfWeight(other)) - Number(isOfWeight(one)))) {
    const before = drafts[drafts.indexOf(draft) - 1];
    const isNext = !hasOwn && before !== undefined && before === weight;
    if (weight && (isOfWeight(draft) || isNext)) settleUnit(drafts, weight, draft, isNext);
    else if (draft.target === null && !kind.fields.some(({ path }) => path.endsWith('.unit'))) {
      const isElsewhere = before?.target === 'ignore' || !weight || weight.unit !== undefined;
      if (isElsewhere) decide(draft, 'ignore', 'synonym');
    }
  }
  for (const draft of weights) {
    if (draft.target === null || draft.basis === 'learned') continue;
    if (draft.unit !== undefined || headerParts(draft.header)?.unit !== undefined) continue;
    const numbers = [...draft.values.words.keys()].slice(0, 300).flatMap((text) => {
      const read = parseNumber(text, ',') ?? parseNumber(text, '.');
      return read && 'value' in read && read.value > 0 ? [read.value] : [];
    });
    const least = kind.fields.find(({ path }) => path === draft.target)?.value;
    const bound = least?.type === 'number' && least.min ? least.min : FEW_GRAMS;
    if (numbers.length > 0 && numbers.every((number) => number < bound)) {
      askAbout(draft, say().proposals.tooSmall());
      draft.isSmall = true;
    }
  }
}

/** Settles a column with the units of the weights. The column next to the weights may have the unit of something else. */
function settleUnit(
  drafts: readonly ProposedColumn[],
  weight: ProposedColumn,
  draft: ProposedColumn,
  isNext: boolean,
): void {
  const units = [...draft.values.words.keys()];
  const factors = new Set(units.map((unit) => unitFactor('g', unit)));
  const own = weight.unit === undefined ? undefined : unitFactor('g', weight.unit);
  const isOther = isNext && own !== undefined && !units.some((unit) => unitFactor('g', unit) !== undefined);
  const isSame = own === undefined ? !factors.has(undefined) : factors.size === 1 && factors.has(own);
  if (isOther || units.length === 0) {
    if (own !== undefined) decide(draft, 'ignore', 'synonym');
  } else if (isSame && (own !== undefined || canBeNamed(drafts, draft))) {
    weight.unit ??= `{${draft.header}}`;
    decide(draft, 'ignore', 'synonym');
  } else {
    const message = say().proposals.units({ units: units.slice(0, 5).join(', ') });
    askAbout(draft, message);
    askAbout(weight, message);
  }
}

/** Whether a map file can name a column as the one with the units. */
const canBeNamed = (drafts: readonly ProposedColumn[], { header }: ProposedColumn): boolean =>
  unitTemplate(`{${header}}`) !== undefined &&
  drafts.filter((other) => headerKey(other.header) === headerKey(header)).length === 1;

const areNumbers = ({ words }: ColumnValues): boolean =>
  words.size > 0 && [...words.keys()].slice(0, 50).every((text) => parseNumber(text, ',') !== undefined);

const OF_UNITS = new Set(['unit', 'weight', 'net', 'ref', 'component', 'article', 'quantity', 'consumption']);

const isUnitColumn = ({ target, headerReadings, values }: ProposedColumn): boolean =>
  (target === null || target === 'ignore') &&
  !areNumbers(values) &&
  (areWeightUnits(values) ||
    headerReadings.meanings.some(
      (notions) => notions.has('unit') && [...notions].every((one) => OF_UNITS.has(one)),
    ));

/** Whether all values are units of weight, whatever the header says. */
const areWeightUnits = ({ words }: ColumnValues): boolean =>
  words.size > 0 &&
  words.size < 6 &&
  [...words.keys()].every((text) => unitFactor(WEIGHT, text) !== undefined);

function unitOf(kind: KindSpec, target: string): string | undefined {
  const value = fieldNamed(kind, target)?.field.value;
  return value?.type === 'number' ? value.unit : undefined;
}

/** Whether nothing shows which unit the numbers of a column have. A header that is the name of the field implies its unit. */
export function lacksUnit(
  kind: KindSpec,
  { header, target, values, headerReadings }: ProposedColumn,
): boolean {
  const unit = target === null ? undefined : unitOf(kind, target);
  if (unit !== WEIGHT || values.filled === 0) return false;
  if (header === target || headerReadings.readings[0]?.by === 'exact') return false;
  const named = headerParts(header)?.unit;
  if (named !== undefined && unitFactor(unit, named) !== undefined) return false;
  for (const text of values.words.keys()) {
    const own = splitUnit(text).unit;
    if (own === undefined ? !isBlankWord(text) : unitFactor(unit, own) === undefined) return true;
  }
  return values.isCut;
}

/** The only unit of the contract to which other units can be converted. */
const WEIGHT = 'g';

/** The unit that the map file must name, because the reader does not find it in the header. */
export function repeatedUnit(kind: KindSpec, { header, target, unit }: ProposedColumn): string | undefined {
  const value = fieldNamed(kind, target!)?.field.value;
  if (value?.type !== 'number' || value.unit === undefined) return undefined;
  const parts = headerParts(header);
  const isOther = parts?.unit !== undefined && unitFactor(value.unit, parts.unit) === undefined;
  const isUnclear = isOther || parts?.remarks.some((remark) => !isHarmlessRemark(remark, value)) === true;
  if (parts?.unit !== undefined && !isUnclear) return undefined;
  if (unit !== undefined && (unitTemplate(unit) !== undefined || unitFactor(value.unit, unit) !== undefined))
    return unit;
  return isUnclear ? value.unit : undefined;
}
