import { originText } from '../../findings/finding.ts';
import type { FixResult, FixTarget } from '../../handback/fix/fix-files.ts';
import type { Repair } from '../../handback/fix/row-repairs.ts';
import { numberText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import { wrapIndented } from './wrap.ts';

/** Number of changed values that are listed without --all. */
const MAX_LISTED = 20;

const LONGEST_LINE = 1000;

/**
 * The output of `trace fix`: the values that were fixed, those that were not and why, the copies, and the totals.
 * Wrapped at `width` columns. Without `all`, only the first of each list.
 */
export function* fixLines(
  { repaired, notRepaired, plain, annotated, errors }: FixResult,
  targets: readonly FixTarget[],
  {
    all = false,
    width,
    annotate,
  }: {
    readonly all?: boolean;
    readonly width?: number | undefined;
    /** The command that annotates a copy again. */
    readonly annotate: (path: string) => string;
  },
): Generator<string> {
  const text = say().fix;
  const fitted = (line: string) => wrapIndented(forTerminal(line, LONGEST_LINE), width);
  function* listed(lines: readonly string[]): Generator<string> {
    const shown = all ? lines.length : MAX_LISTED;
    for (const line of lines.slice(0, shown)) yield* fitted(line);
    if (lines.length > shown) yield* fitted(text.more({ number: numberText(lines.length - shown) }));
  }
  yield* listed(repaired.map((repair) => text.repaired({ place: placeOf(repair), message: repair.message })));
  if (notRepaired.length > 0) yield* fitted(text.leftTitle());
  yield* listed(
    notRepaired.map((repair) =>
      text.left({
        ...{ place: placeOf(repair), message: repair.message },
        why: whyOf(repair),
      }),
    ),
  );
  for (const { file, path } of targets)
    yield* fitted((plain.has(file) ? text.writtenPlain : text.written)({ file, path }));
  for (const { file, path } of targets)
    if (annotated.has(file)) yield* fitted(text.annotated({ file, command: annotate(path) }));
  const count = repaired.length;
  yield* fitted(text.done({ count, number: numberText(count), left: numberText(notRepaired.length) }));
  if (errors > 0) yield* fitted(text.errors({ count: errors, number: numberText(errors) }));
}

function whyOf({ whyNot, formula = '' }: Repair): string {
  const text = say().fix;
  return whyNot === 'read' ? text.read({ formula }) : text[whyNot ?? 'other']();
}

const placeOf = ({ file, sheet, row, letters }: Repair): string =>
  originText({ file, sheet, row, column: letters });
