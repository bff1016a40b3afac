import type { Field } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { byValues } from './column-points.ts';
import type { ProposedColumn } from './propose-draft.ts';
import type { TextRow } from './propose-rows.ts';
import { columnsOfTexts, columnsOfVariants, ownerOf, recordColumns } from './row-evidence.ts';
import { columnOfParts, columnOfVariants } from './row-keys.ts';
import { columnsOfPersons } from './row-persons.ts';
import type { SheetContext } from './sheet-evidence.ts';

const NO_COLUMNS: ReadonlySet<number> = new Set();

/** What columns show of others: SKUs with sizes, codes beside their texts, and what belongs to the product of a component. */
export function columnsBeside(
  kind: KindSpec,
  drafts: readonly ProposedColumn[],
  { rows, ofOthers, links: { refersTo } }: SheetContext,
  fieldOf: (draft: ProposedColumn) => Field | undefined,
) {
  const fieldsOfTexts = new Map<number, Field>();
  const replaced = new Set<number>();
  for (const [codeAt, textAt] of columnsOfTexts(drafts, rows)) {
    const [code, text] = [codeAt, textAt].map((at) => drafts.find(({ index }) => index === at)!) as [
      ProposedColumn,
      ProposedColumn,
    ];
    const field = fieldOf(text) ?? fieldOf(code);
    if (!field || (fieldOf(text) && fieldOf(code))) continue;
    // Of countries and values of lists, the codes are better only if as many are known; a colour has any code.
    const [ofCode, ofText] = [code, text].map(({ values }) => byValues(kind, field, values)) as [
      number,
      number,
    ];
    const isCode = field.path === 'productColorCode' || (ofCode > 2 && ofCode >= ofText);
    const [worse, better] = isCode ? [text, code] : [code, text];
    if (!fieldOf(worse) || better.headerReadings.readings.length > 0 || (!isCode && ofText <= ofCode))
      continue;
    replaced.add(worse.index);
    fieldsOfTexts.set(better.index, field);
  }
  const { fields: reference = [], to: other = '' } = ownerOf(kind) ?? {};
  const { variants, withSizes: sized, counted } = columnsOfVariants(drafts, rows);
  const counting = reference.length > 0 ? counted : NO_COLUMNS;
  const [named, ...parts] = recordColumns(kind, drafts);
  const record = [named ?? drafts.find(({ index }) => refersTo.get(index)?.has(other))?.index, ...parts];
  const own = drafts.filter(({ index }) => !record.includes(index) && !refersTo.has(index));
  const ofPart = record[0] === undefined ? undefined : columnOfParts(own, rows, record);
  const ofVariant = variantOf(kind, drafts, rows, fieldOf);
  const withSizes = sized.difference(counting);
  const withoutSizes = new Set([...withSizes].map((at) => variants.get(at)!));
  const persons = columnsOfPersons(drafts, rows);
  return {
    ...{ persons, variants, ofPart, ofVariant },
    /** By column of texts or codes, the field that the column beside it names. */
    fieldsOfTexts,
    /** The columns whose field another column has better: the texts of codes that read, and codes that do not. */
    replaced,
    /** The columns that count the parts of the record in another column: their texts are their keys. */
    parts: counting,
    /** The columns with sizes at their ends, and those that they only make longer. */
    ...{ withSizes, withoutSizes },
    /** The fields that refer to the record of which this is a part, its kind, and the columns that belong to it. */
    ...{ reference, other, ofOthers },
  };
}

/** The last part of a key, such as the colour of a product, if no column has it, and one distinguishes the rows with the same other parts. */
function variantOf(
  { key }: KindSpec,
  drafts: readonly ProposedColumn[],
  rows: readonly TextRow[],
  fieldOf: (draft: ProposedColumn) => Field | undefined,
): { readonly index: number; readonly path: string } | undefined {
  const by = key.map((path) => drafts.find((draft) => fieldOf(draft)?.path === path)?.index);
  const [first, ...others] = by.filter((one) => one !== undefined);
  const path = key.at(-1)!;
  if (first === undefined || by[0] !== first || by.at(-1) !== undefined) return undefined;
  const open = drafts.filter((draft) => fieldOf(draft) === undefined);
  const index = columnOfVariants(open, rows, [first, ...others]);
  return index === undefined ? undefined : { index, path };
}
