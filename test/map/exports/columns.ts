import type { MapDocument } from '../../../src/cli/view/map-schema.ts';
import type { AnswerKey } from './answer-key.ts';
import { isSameField } from './truth.ts';

/** How many columns with values trace takes for certain or for likely, and which of them the key has otherwise. */
export interface ColumnFigures {
  readonly certain: number;
  readonly likely: number;
  readonly certainWrong: readonly string[];
  readonly likelyWrong: readonly string[];
}

export function columnFigures(key: AnswerKey, { sheets }: MapDocument): ColumnFigures {
  const columns = sheets.flatMap(({ file, sheet, kind, columns: own }) =>
    own.flatMap(({ column, header, samples, state, target, likely }) => {
      const place = key.columns.filter(
        (one) => (one.sheet ?? sheet) === sheet && file.endsWith(one.file) && one.column === column,
      );
      const isCertain = state === 'mapped' || state === 'ignored';
      const named = isCertain ? (target ?? (state === 'ignored' ? 'ignore' : null)) : likely;
      // The key names only the kind whose field a column has.
      const isOfOthers = place.every((one) => one.kind !== undefined && !one.kind.includes(kind ?? ''));
      if (place.length === 0 || samples.length === 0 || named == null) return [];
      if (named === 'ignore' && isOfOthers) return [];
      const isRight = place.some(({ field, mark }) => mark === 'lenient' || isSameField(named, field));
      return [
        {
          isCertain,
          isRight,
          text: `${key.name} ${sheet}!${column} ${header}: ${named}, not ${place[0]!.field}`,
        },
      ];
    }),
  );
  const [certain, likely] = [true, false].map((isCertain) =>
    columns.filter((one) => one.isCertain === isCertain),
  );
  const wrong = (some: typeof columns) => some.filter(({ isRight }) => !isRight).map(({ text }) => text);
  return {
    certain: certain!.length,
    likely: likely!.length,
    certainWrong: wrong(certain!),
    likelyWrong: wrong(likely!),
  };
}
