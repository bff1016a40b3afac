import type { Field } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { byValues } from './evidence.ts';
import type { ProposedColumn } from './propose-draft.ts';
import type { TextRow } from './propose-rows.ts';
import { columnsOfTexts, columnsOfVariants, ownerOf } from './row-evidence.ts';
import { columnsOfPersons } from './row-persons.ts';

const NO_COLUMNS: ReadonlySet<number> = new Set();

/** What columns show of others: SKUs with sizes, codes beside their texts, and what belongs to the product of a component. */
export function columnsBeside(
  kind: KindSpec,
  drafts: readonly ProposedColumn[],
  { rows, ofOthers }: { readonly rows: readonly TextRow[]; readonly ofOthers: ReadonlySet<number> },
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
  const parts = reference.length > 0 ? counted : NO_COLUMNS;
  const withSizes = sized.difference(parts);
  const withoutSizes = new Set([...withSizes].map((at) => variants.get(at)!));
  const persons = columnsOfPersons(drafts, rows);
  return {
    persons,
    fieldsOfTexts,
    replaced,
    variants,
    parts,
    withSizes,
    withoutSizes,
    reference,
    other,
    ofOthers,
  };
}
