import type { KindSpec } from '../contract/kind.ts';
import { cut } from '../recognise/text.ts';
import { compositionField } from '../records/composition-column.ts';
import { headerKey } from '../records/headers.ts';
import { say } from '../say.ts';
import { type ColumnProposal, type MissingField, targetOf } from './proposal.ts';
import type { SheetColumn } from './propose-draft.ts';
import type { TextRow } from './propose-rows.ts';
import { valuesConfirm } from './propose-values.ts';
import { COMPARED_ROWS, isShare, numberIn } from './row-evidence.ts';

/** A column with a material of each record, and the one with its percentage. */
interface Pair {
  readonly material: SheetColumn;
  readonly share: SheetColumn;
}

const FIELD = 'composition';
const FEWEST_PAIRS = 2;
const MOST_PAIRS = 10;
/** Minimum share of the rows whose percentages add up to 100. */
const WHOLE_ROWS = 0.8;
const LONGEST_SAMPLE = 80;

/**
 * The composition of a record, if it is one text in the interface but pairs of columns with materials and percentages in
 * the sheet: a template of these columns, for a person to confirm, and the columns without a field of their own. `kinds`:
 * those of the interface, one of which has a list of materials.
 */
export function withComposition(
  kind: KindSpec,
  kinds: readonly KindSpec[],
  columns: readonly SheetColumn[],
  proposals: readonly ColumnProposal[],
  rows: readonly TextRow[],
): { readonly proposals: readonly ColumnProposal[]; readonly missing: readonly MissingField[] } {
  const nothing = { proposals, missing: [] };
  if (kind.fields.find(({ path }) => path === FIELD)?.value.type !== 'text') return nothing;
  const pairs = pairsOf(
    kinds,
    columns.filter((_, at) => proposals[at]!.basis !== 'learned'),
  );
  const used = new Set(pairs.flatMap(({ material, share }) => [material.index, share.index]));
  const hasOther = proposals.some((one) => !used.has(one.index) && targetOf(one) === FIELD);
  const names = Map.groupBy(columns, ({ header }) => headerKey(header));
  const isNamed = ({ header, index }: SheetColumn) =>
    !used.has(index) || (names.get(headerKey(header))?.length === 1 && !/[{}]|^line$/.test(header));
  const isFew = pairs.length < FEWEST_PAIRS || pairs.length > MOST_PAIRS;
  if (isFew || hasOther || !columns.every(isNamed) || !areWhole(pairs, rows)) return nothing;
  const [first, ...others] = pairs.map(
    ({ material, share }) => `{${share.header}}% {${material.header}}`,
  ) as [string, ...string[]];
  const sample = sampleOf(pairs, rows);
  const missing: MissingField = {
    field: FIELD,
    question: say().proposals.madeOfPairs({ field: FIELD, sample }),
    template: [first, ...others.map((other) => `[, ${other}]`)].join(''),
    sample,
  };
  return {
    proposals: proposals.map((one) => (used.has(one.index) ? withoutField(one) : one)),
    missing: [missing],
  };
}

/** The pairs of columns: a material and the percentage just beside it, or those with the same number in their headers. */
function pairsOf(kinds: readonly KindSpec[], columns: readonly SheetColumn[]): Pair[] {
  const of = kinds.find((kind) => compositionField(kind) !== undefined);
  const field = of?.fields.find(({ path }) => path === `${FIELD}[].material`);
  if (!of || !field) return [];
  const filled = columns.filter(({ values, header }) => values.filled > 0 && header !== '');
  const shares = filled.filter(({ values }) => isShare(values));
  if (shares.length < FEWEST_PAIRS) return [];
  const materials = filled.filter(({ values }) => valuesConfirm(of, field, values));
  const paired = (isOf: (material: SheetColumn, share: SheetColumn) => boolean): Pair[] =>
    materials.flatMap((material) => {
      const share = shares.find((one) => isOf(material, one));
      return share ? [{ material, share }] : [];
    });
  const ways = [
    paired((material, share) => share.index === material.index + 1),
    paired((material, share) => share.index === material.index - 1),
    paired((material, share) => numberOf(material) !== undefined && numberOf(material) === numberOf(share)),
  ];
  return ways.reduce((best, way) => (way.length > best.length ? way : best));
}

/** The last number in a header. */
const numberOf = ({ header }: SheetColumn): string | undefined => /(\d+)\D*$/.exec(header)?.[1];

/** Whether the percentages of the materials in a row add up to 100, in nearly all rows that have any. */
function areWhole(pairs: readonly Pair[], rows: readonly TextRow[]): boolean {
  const own = rows.slice(0, COMPARED_ROWS).filter((row) => itemsIn(pairs, row).length > 0);
  const whole = own.filter((row) => {
    const numbers = pairs.flatMap(({ share }) => numberIn(row.cells[share.index] ?? ''));
    const sum = numbers.reduce((total, one) => total + one, 0);
    return numbers.length === itemsIn(pairs, row).length && Math.abs(sum - 100) <= 1;
  });
  return own.length > 0 && whole.length >= own.length * WHOLE_ROWS;
}

const itemsIn = (pairs: readonly Pair[], { cells }: TextRow): string[] =>
  pairs.flatMap(({ material, share }) => {
    const [name, percentage] = [cells[material.index] ?? '', cells[share.index] ?? ''];
    return name === '' || percentage === '' ? [] : `${percentage.replace(/%$/, '')}% ${name}`;
  });

/** The text of the first row with the most materials. */
function sampleOf(pairs: readonly Pair[], rows: readonly TextRow[]): string {
  const all = rows.slice(0, COMPARED_ROWS).map((row) => itemsIn(pairs, row));
  return cut(
    all.reduce((most, one) => (one.length > most.length ? one : most), []).join(', '),
    LONGEST_SAMPLE,
  );
}

/** A column that has no field of its own, and is no question as long as the template is one. */
const withoutField = ({ index, letters, header, samples, readsAs }: ColumnProposal): ColumnProposal => ({
  ...{ index, letters, header, samples, target: null, basis: 'none', candidates: [] },
  ...(readsAs !== undefined && { readsAs }),
});
