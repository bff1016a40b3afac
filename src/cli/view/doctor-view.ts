import { say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { DoctorCheck } from './document-schema.ts';
import { textWidth } from './table.ts';
import { wrapWhole } from './wrap.ts';

/** The checks of a set-up, each in a line, with the next step below it, wrapped at `width`. */
export function* doctorLines(checks: readonly DoctorCheck[], width: number | undefined): Generator<string> {
  const rows = checks.map(({ check, state, text, next }) => {
    const start = [say().doctorStates[state](), say().doctorChecks[check]()] as const;
    return { start, texts: next === null ? [text] : [text, next] };
  });
  const widths = [0, 1].map((at) => Math.max(...rows.map(({ start }) => textWidth(start[at]!))));
  const padded = (word: string, at: number) => word + ' '.repeat(widths[at]! - textWidth(word) + 2);
  const indent = widths[0]! + widths[1]! + 4;
  for (const { start, texts } of rows) {
    const lines = texts.flatMap((text) =>
      wrapWhole(
        forTerminal(text, Number.POSITIVE_INFINITY),
        width === undefined ? undefined : Math.max(width - indent, 40),
      ),
    );
    for (const [at, line] of lines.entries())
      yield (at === 0 ? start.map(padded).join('') : ' '.repeat(indent)) + line;
  }
}
