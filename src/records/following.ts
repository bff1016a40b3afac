import type { Json } from '../contract/kind.ts';
import { quoted } from '../recognise/text.ts';
import { say } from '../say.ts';
import { wordKey } from './mapped.ts';
import type { Draft, Fill } from './record.ts';
import { sheetFinding } from './sheet-finding.ts';

type FollowingFill = Fill & Required<Pick<Fill, 'follows'>>;

/** The fills of a sheet whose values follow from another field. */
export const followingFills = (fills: readonly Fill[]): FollowingFill[] =>
  fills.filter((fill): fill is FollowingFill => fill.follows !== undefined);

/** Fills a field of a draft by what another field says. If that says nothing, the draft has an error that names its texts. */
export function withFollowing(draft: Draft, { path, follows }: FollowingFill): Draft {
  const { body, map, row, line } = draft;
  const texts = follows.texts(body);
  const values = new Set(
    texts.map((text) => {
      const own = follows.words.get(wordKey(text));
      return own === undefined ? follows.value(text, body) : own;
    }),
  );
  const [value] = values;
  const isUnreadable = draft.unreadable.values().some((one) => one.startsWith(follows.from));
  // Without a text, the field is missing as if no column had it.
  if (texts.length === 0 && !isUnreadable) return draft;
  const isKnown = values.size === 1 && value !== undefined && !isUnreadable;
  const message = say().cells.followsNot({
    field: path,
    from: follows.from,
    texts: texts.map(quoted).join(', '),
  });
  const origin = { row, line, column: draft.columnOf(`${follows.from}.0.material`) };
  const finding =
    isKnown || isUnreadable
      ? []
      : [
          sheetFinding(map, origin, 'map-key', {
            ...{ field: path, message },
            suggestion: follows.wordLine(texts[0]!),
          }),
        ];
  return {
    ...{ map, row, line },
    body: isKnown && value !== null ? { ...body, [path]: value as Json } : body,
    findings: [...draft.findings, ...finding],
    unreadable: isKnown ? draft.unreadable : new Set([...draft.unreadable, path]),
    ...(draft.rows && { rows: draft.rows }),
    columnOf: (of) => draft.columnOf(of),
    ...(draft.rowOf && { rowOf: (of) => draft.rowOf!(of) }),
  };
}
