import { command as advised, fileOperand, operands } from '../../advice.ts';
import { entryOf } from '../../findings/catalogue.ts';
import type { CheckedInput } from '../../import/check-input.ts';
import { chosenKind } from '../../import/input/read-file.ts';
import { exportProposal, firstRowsOf, sheetToRecognise } from '../../import/input/recognise-first.ts';
import { type InputSettings, kindsIn } from '../../import/input/settings.ts';
import { openInputFile } from '../../import/input/sources.ts';
import type { SheetProposal } from '../../map/proposal.ts';
import { kindText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import { amount } from '../view/sentences.ts';

/** An export of another system that `trace map` can read, in one sentence, and the command. */
export interface MapSuggestion {
  readonly sentence: string;
  readonly command: string;
}

/** Number of unknown columns from which a sheet without a required column is an export of another system. */
const UNKNOWN_COLUMNS = 4;
/** Number of columns that `trace map` must understand. */
const MIN_COLUMNS = 3;
/** Number of sheets whose first rows are read, and of those that are named. */
const MOST_SHEETS = 20;
const MOST_NAMED = 5;

/**
 * What `trace map` understands of files that a check could not read, from the first rows of their sheets: a survey of all rows
 * costs more than the check. Null for files that are templates with errors, and for those that are read with a map file.
 *
 * @param command files and flags that `trace map` has too, to repeat
 */
export async function mapSuggestion(
  checked: Pick<CheckedInput, 'findingGroups' | 'interface'>,
  read: InputSettings,
  { files, flags }: { readonly files: readonly string[]; readonly flags: readonly string[] },
  signal: AbortSignal,
): Promise<MapSuggestion | null> {
  const foreign = new Set<string>();
  for (const [place, own] of Map.groupBy(checked.findingGroups.groups(), placeOf)) {
    const isMissing = own.some(({ code }) => code === 'header-missing');
    const unknown = own
      .filter(({ code }) => code === 'header-unknown')
      .reduce((sum, { count }) => sum + count, 0);
    if (own.some(({ code }) => entryOf(code).isUnread) || (isMissing && unknown >= UNKNOWN_COLUMNS))
      foreign.add(place);
  }
  if ((read.maps?.size ?? 0) > 0 || signal.aborted || files.includes('-')) return null;
  const settings = { ...read, interface: checked.interface };
  const proposals = await proposalsFor([...foreign].slice(0, MOST_SHEETS), settings, signal);
  const understood = proposals.filter((one) => columnsOf(one) > 0);
  const columns = understood.reduce((sum, one) => sum + columnsOf(one), 0);
  if (columns < MIN_COLUMNS) return null;
  const shown = understood.map(({ kind, kindCandidates: [likely], sheet }) => {
    const kinds = kindText(kind ?? likely!, 2);
    return say().mapping.understoodSheet({ kinds, sheet: forTerminal(sheet, 40) });
  });
  const list = shown.slice(0, MOST_NAMED).join(', ');
  const rest = shown.length - MOST_NAMED;
  const sheets = rest > 0 ? say().cells.andMore({ list, number: `${rest}` }) : list;
  const command = advised('map', ...operands(files.map(fileOperand), [...flags]));
  const sentence = say().mapping.understood({ columns: amount(columns, 'column'), sheets, command });
  return { sentence, command };
}

/** Proposals from the first rows of the sheets at some places. */
async function proposalsFor(places: readonly string[], settings: InputSettings, signal: AbortSignal) {
  const proposals: SheetProposal[] = [];
  for (const file of places.length === 0 ? [] : settings.files) {
    const source = await openInputFile(file, { settings, signal }, () => {});
    try {
      for (const sheet of source?.sheets ?? []) {
        if (!places.includes(placeOf({ file, sheet: sheet.name }))) continue;
        const chosen = chosenKind(settings.sheets, kindsIn(settings), source!, sheet);
        const input = sheetToRecognise(settings, source!, sheet, await firstRowsOf(sheet.rows(() => {})));
        proposals.push(await exportProposal(input, chosen === 'skip' ? chosen : chosen?.name));
      }
    } finally {
      await source?.close();
    }
  }
  return proposals;
}

const placeOf = ({ file, sheet }: { readonly file?: string; readonly sheet?: string }): string =>
  JSON.stringify([file, sheet]);

/** The number of columns with a field, or with fields that they may have; 0 if no kind is likely. */
const columnsOf = ({ columns }: SheetProposal): number =>
  columns.filter(({ target, candidates }) =>
    [target, ...candidates].some((name) => name !== null && name !== 'ignore'),
  ).length;
