import type { KindSpec } from '../../contract/kind.ts';
import { unnumbered } from '../../import/mapping/map-file/targets.ts';
import { headersOf } from '../../import/records/headers.ts';
import { foldText } from '../../import/records/text.ts';
import { kindText, say } from '../../say.ts';
import type { ReviewedColumn, ReviewedField } from './review.ts';

/**
 * Makes questions of filled columns that would be ignored without a person's word, while a required field has no column,
 * or while another column of their series is or may be a field, as `DS_FIBRA1` beside `PR_FIBRA1`.
 */
export function askAboutIgnored(
  columns: readonly ReviewedColumn[],
  fields: readonly ReviewedField[],
  kind: KindSpec | undefined,
): readonly ReviewedColumn[] {
  if (!kind) return columns;
  const missing = fields.find(({ decision }) => decision === null);
  const series = new Map<string, ReviewedColumn>();
  for (const column of columns) {
    if (column.state === 'mapped' || column.state === 'open')
      for (const name of seriesOf(column.header)) series.set(name, column);
  }
  return columns.map((column) => {
    const { state, basis, isKnown, samples, header } = column;
    if (state !== 'ignored' || basis !== 'synonym' || isKnown || samples.length === 0) return column;
    const beside = seriesOf(header)
      .map((name) => series.get(name))
      .find((other) => other !== undefined);
    if (!beside && !missing) return column;
    const question = beside
      ? say().mapComments.inSeries({ header: beside.header })
      : say().proposals.fieldMissing({ kind: kindText(kind.name), field: missing!.field });
    const own = headersOf(kind).meaning(header);
    const readsAs = own && { readsAs: unnumbered(own.field.path) };
    return { ...column, target: null, candidates: [], question, state: 'open', ...readsAs };
  });
}

/** The numbered words of a header: `fibra1` of `PR_FIBRA1` and of `Fibra 1 %`. */
function seriesOf(header: string): string[] {
  return [...header.matchAll(/(\p{L}{2,})[\s_.]*0*(\d{1,2})(?![\d\p{L}])/gu)].map(
    ([, word, number]) => `${foldText(word!)}${number}`,
  );
}
