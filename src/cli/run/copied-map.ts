import { relative } from 'node:path';
import { command as advised, fileOperand, operands } from '../../advice.ts';
import type { Context } from '../../context.ts';
import { entryOf } from '../../findings/catalogue.ts';
import type { FindingGroup } from '../../findings/group.ts';
import type { InputSettings } from '../../import/input/settings.ts';
import type { InputOptions } from '../flags/input-flags.ts';
import type { QuestionSheets } from '../map/question-sheet.ts';

/** The questions of the map that annotated copies get. */
export interface CopiedMap {
  readonly questions: QuestionSheets;
  /** The command that reads the answers in the copies. */
  readonly next: (copies: readonly string[]) => string;
}

interface CopiedFiles {
  readonly settings: InputSettings;
  readonly groups: readonly FindingGroup[];
  readonly options: Pick<InputOptions, 'interface'>;
  readonly context: Context;
}

/**
 * The questions for the copies of files that do not fit their map file, or need one because of their headers.
 * Null for other files: the cells of a template are corrected.
 */
export async function copiedMap({
  settings,
  groups,
  options,
  context: { cwd, signal },
}: CopiedFiles): Promise<CopiedMap | null> {
  const isMapped = (settings.maps?.size ?? 0) > 0;
  const isMisfit = groups.some(({ code, severity }) => {
    const { misfitsMap, isUnread, isForeign } = entryOf(code);
    if (isMapped) return misfitsMap === true;
    return severity === 'error' && (isUnread || isForeign || code === 'header-unknown');
  });
  if (signal.aborted || !isMisfit) return null;
  const flags = [
    ...[...(settings.typedSheets?.values() ?? [])].flatMap((pair) => ['--sheet', pair]),
    ...(options.interface === undefined ? [] : ['--interface', options.interface]),
    ...(settings.place ?? []),
  ];
  const { questionsAbout } = await import('../map/question-sheet.ts');
  return {
    questions: await questionsAbout(settings, signal),
    next: (copies) =>
      advised(
        'map',
        ...operands(
          copies.map((copy) => fileOperand(relative(cwd, copy))),
          flags,
        ),
      ),
  };
}
