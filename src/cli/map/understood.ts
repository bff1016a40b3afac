import { command as advised, fileOperand, operands } from '../../advice.ts';
import { entryOf } from '../../findings/catalogue.ts';
import type { FindingGroup } from '../../findings/group.ts';
import type { InputSettings } from '../../import/input/settings.ts';
import { kindText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import { amount } from '../view/sentences.ts';
import { reviewed } from './questions.ts';
import type { Review } from './review.ts';
import { type Surveyed, surveyed } from './survey.ts';

/** An export of another system that `trace map` can read, in one sentence, and the command. */
export interface MapSuggestion {
  readonly sentence: string;
  readonly command: string;
  readonly survey: Surveyed;
}

/** Number of unknown columns from which a sheet without a required column is an export of another system. */
const UNKNOWN_COLUMNS = 4;
/** Number of columns that `trace map` must understand. */
const MIN_COLUMNS = 3;

/**
 * What `trace map` understands of files that a check could not read. Null for files that are templates with errors, and
 * for those that are read with a map file.
 *
 * @param command files and flags that `trace map` has too, to repeat
 */
export async function mapSuggestion(
  groups: readonly FindingGroup[],
  settings: InputSettings,
  { files, flags }: { readonly files: readonly string[]; readonly flags: readonly string[] },
  signal: AbortSignal,
): Promise<MapSuggestion | null> {
  const foreign = new Set<string>();
  for (const [place, own] of Map.groupBy(groups, placeOf)) {
    const isMissing = own.some(({ code }) => code === 'header-missing');
    const unknown = own
      .filter(({ code }) => code === 'header-unknown')
      .reduce((sum, { count }) => sum + count, 0);
    if (own.some(({ code }) => entryOf(code).isUnread) || (isMissing && unknown >= UNKNOWN_COLUMNS))
      foreign.add(place);
  }
  if (foreign.size === 0 || (settings.maps?.size ?? 0) > 0 || signal.aborted || files.includes('-'))
    return null;
  const survey = await surveyed(settings, undefined, signal);
  const reviews = survey.sheets.map((sheet) => ({ sheet, review: reviewed(sheet, []) }));
  const read = reviews.filter(
    ({ sheet, review }) =>
      foreign.has(placeOf(sheet)) && columnsOf(review) > 0 && kindOf(review) !== undefined,
  );
  const columns = read.reduce((sum, { review }) => sum + columnsOf(review), 0);
  if (columns < MIN_COLUMNS) return null;
  const shown = read.map(({ sheet, review }) =>
    say().mapping.understoodSheet({
      kinds: kindText(kindOf(review)!, 2),
      sheet: forTerminal(sheet.sheet, 40),
    }),
  );
  const list = shown.slice(0, 5).join(', ');
  const rest = shown.length - 5;
  const named = rest > 0 ? say().cells.andMore({ list, number: `${rest}` }) : list;
  const command = advised('map', ...operands(files.map(fileOperand), [...flags]));
  const sentence = say().mapping.understood({ columns: amount(columns, 'column'), sheets: named, command });
  return { sentence, command, survey };
}

const placeOf = ({ file, sheet }: { readonly file?: string; readonly sheet?: string }): string =>
  JSON.stringify([file, sheet]);

/** The kind that is certain, or else the most likely one. */
const kindOf = ({ proposal: { kind, kindCandidates } }: Review): string | undefined => {
  const likely = kind ?? kindCandidates[0];
  return likely === 'skip' ? undefined : likely;
};

/** The number of columns with a field, or with fields that they may have. */
const columnsOf = ({ columns }: Review): number =>
  columns.filter(({ target, candidates }) =>
    [target, ...candidates].some((name) => name !== null && name !== 'ignore'),
  ).length;
