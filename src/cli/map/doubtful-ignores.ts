import { columnPath } from '../../contract/field.ts';
import type { KindSpec } from '../../contract/kind.ts';
import { foldText } from '../../fold.ts';
import { unnumberedPath } from '../../map/map-file/targets.ts';
import { headersOf } from '../../records/headers.ts';
import { kindText, say } from '../../say.ts';
import type { ReviewedColumn, ReviewedField } from './review.ts';

/**
 * Turns filled columns that would be ignored without a decision of a person into questions, if a required field has no
 * column, or if another column of their series is or may be a field, such as `DS_FIBRA1` beside `PR_FIBRA1`, `QTA_B`
 * beside `QTA_A`, or `Material 1` beside `Qty 1` if no column has its share.
 */
export function askAboutIgnored(
  columns: readonly ReviewedColumn[],
  fields: readonly ReviewedField[],
  kind: KindSpec | undefined,
): readonly ReviewedColumn[] {
  if (!kind) return columns;
  const missing = fields.find(({ decision }) => decision === null);
  const isIgnored = ({ state, basis, isKnown, samples }: ReviewedColumn): boolean =>
    state === 'ignored' && basis === 'synonym' && !isKnown && samples.length > 0;
  const read = columns.filter(({ state }) => state === 'mapped' || state === 'open');
  const series = new Map(read.flatMap((column) => seriesOf(column.header).map((name) => [name, column])));
  const stems = new Map(read.map((column) => [placeOf(column.header).stem, column]));
  const places = columns.map(({ header }) => placeOf(header));
  const numbered = new Set(places.flatMap(({ stem, at }) => (at > 1 ? [stem] : [])));
  return columns.map((column) => {
    if (!isIgnored(column)) return column;
    const { header, samples } = column;
    const { stem, at } = placeOf(header);
    const named = seriesOf(header).find((name) => series.has(name));
    const beside =
      (named !== undefined && series.get(named)) ||
      (numbered.has(stem) && (stems.get(stem) ?? columnOfFreeGroup(kind, read, at, samples)));
    if (!beside && !missing) return column;
    const question = beside
      ? say().mapComments.inSeries({ header: beside.header })
      : say().proposals.fieldMissing({ kind: kindText(kind.name), field: missing!.field });
    const own = headersOf(kind).meaning(header);
    const readsAs = own && { readsAs: unnumberedPath(own.field.path) };
    return { ...column, target: null, candidates: [], question, state: 'open', ...readsAs };
  });
}

/** A column of a group with this number, such as `composition.1`, if a field for the values has no column. */
function columnOfFreeGroup(
  kind: KindSpec,
  read: readonly ReviewedColumn[],
  at: number,
  samples: readonly string[],
): ReviewedColumn | undefined {
  const taken = new Set(read.map(({ target }) => target));
  return read.find(({ header, target }) => {
    const group = /^.*?\.(\d+)\./.exec(target ?? '');
    if (!group || (placeOf(header).at !== at && Number(group[1]) !== at)) return false;
    const isOpen = (own: string): boolean => own.startsWith(group[0]) && !taken.has(own);
    return kind.fields.some(
      ({ path, value }) =>
        isOpen(columnPath(path, Number(group[1]))) &&
        samples.every((sample) => SHAPES[value.type]?.test(sample)),
    );
  });
}

const SHAPES: Partial<Record<string, RegExp>> = {
  number: /^\s*\d+(?:[.,]\d+)?\s*%?\s*$/,
  date: /^\s*\d{1,4}[./-]\d{1,2}[./-]\d{1,4}/,
};

/** The numbered words of a header: `fibra1` of `PR_FIBRA1` and of `Fibra 1 %`. */
function seriesOf(header: string): string[] {
  return [...header.matchAll(/(\p{L}{2,})[\s_.]*0*(\d{1,2})(?![\d\p{L}])/gu)].map(
    ([, word, number]) => `${foldText(word!)}${number}`,
  );
}

/** The position of a header in its series: `qta` and 2 for `QTA 2`, `Qta (2)`, `2. Qta` and `QTA_B`; 1 without a number. */
function placeOf(header: string): { readonly stem: string; readonly at: number } {
  const [, first, stem, last = first, letter] =
    /^(?:0*(\d{1,2})[\s._-]+)?(.*?)(?:[\s_.(#-]*0*(\d{1,2})\)?|[\s_.(-]+([a-f])\)?)?$/is.exec(header)!;
  const at = letter ? letter.toLowerCase().charCodeAt(0) - 96 : Number(last ?? 1);
  return { stem: foldText(stem!), at };
}
