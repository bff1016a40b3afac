import type { Field } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { BY_HEADER, byHeader, byValues } from './column-points.ts';
import type { ColumnValues } from './column-values.ts';
import { kindHeaders } from './headers/read-header.ts';
import { bySheet } from './points-beside.ts';
import type { ProposedColumn } from './propose-draft.ts';
import type { SheetEvidence } from './sheet-evidence.ts';

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
  if (header > 0 || points <= 0) return points;
  const isCommon = COMMON_FORMS.has(value.type)
    ? !OWN_FORMS.test(path)
    : OF_ONE_STEP.test(path) || (LIKE_UNITS.test(path) && areUnits(values));
  return isCommon ? 0 : points;
};

/** Which of several steps a country belongs to only a header says. */
const OF_ONE_STEP = /ingCountry(?:\[\])?$/;
/** Fields which other short texts look like: `MT` and `EA` are units of measure, too, `Sí` and `do 15.08` no country. */
const LIKE_UNITS = /AssemblyCountry(?:\[\])?$|^destinationMarket$|^composition\[\]\.material$/;
const areUnits = ({ words }: ColumnValues): boolean =>
  words.keys().every((text) => /^\p{L}{2,3}\.?$|\d/u.test(text));
const OWN_FORMS = /composition(?:\[\])?$|postalCode$|phone$|^productCollectionRef$/;

/** Fields that foreign sheets seldom have, though their headers and values look like them. */
const RARE: Readonly<Record<string, number>> = {
  ...{ custom: -3, 'address.label': -0.7, 'contacts[].person.language': -5 },
};

/** A required field is there more often than one that brands use for themselves. */
function prior({ key }: KindSpec, { path, required }: Field): number {
  if (required === 'always' || key.includes(path)) return 1;
  return RARE[path.startsWith('custom') ? 'custom' : path] ?? 0;
}
