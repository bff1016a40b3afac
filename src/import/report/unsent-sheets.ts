import { originText } from '../../findings/finding.ts';
import { numberText, say } from '../../say.ts';

/** A sheet without records because of an error: none of its rows is sent. `sheet` is null for a whole file. */
export interface UnsentSheet {
  readonly file: string;
  readonly sheet: string | null;
}

/** A text that identifies a sheet, as a key for maps. */
export const sheetKey = ({ file, sheet }: UnsentSheet): string => JSON.stringify([file, sheet]);

/** Maximum number of sheet names in a sentence; further sheets are only counted. */
const MAX_NAMES = 3;

/**
 * A sentence such as `1 sheet was not sent: Archive (12 rows)`. `rows`: number of rows by `sheetKey`, for sheets
 * whose rows were counted.
 */
export function unsentText(
  unsent: readonly UnsentSheet[],
  rows: ReadonlyMap<string, number>,
  files: readonly string[],
): string {
  const isFile = ({ file, sheet }: UnsentSheet) => sheet === null || originText({ file, sheet }) === file;
  const sheets = unsent.filter((one) => !isFile(one)).length;
  const { unsentBoth, unsentSheets, unsentMore } = say().verdict;
  const ofSheets = countText(sheets, 'sheet');
  const ofFiles = countText(unsent.length - sheets, 'file');
  const isBoth = sheets > 0 && sheets < unsent.length;
  const things = isBoth ? unsentBoth({ sheets: ofSheets, files: ofFiles }) : sheets > 0 ? ofSheets : ofFiles;
  const names = unsent.slice(0, MAX_NAMES).map((one) => {
    const { file, sheet } = one;
    const name = isFile(one) ? file : files.length > 1 ? originText({ file, sheet: sheet! }) : sheet;
    const count = rows.get(sheetKey(one));
    return count === undefined ? name : `${name} (${countText(count, 'row')})`;
  });
  const listed = names.join(', ');
  const more = unsent.length - MAX_NAMES;
  return unsentSheets({
    things,
    count: unsent.length,
    names: more > 0 ? unsentMore({ names: listed, number: numberText(more) }) : listed,
  });
}

const countText = (count: number, noun: 'sheet' | 'file' | 'row'): string =>
  say().counts[noun]({ count, number: numberText(count) });
