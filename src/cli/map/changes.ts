import { type TraceError, usage } from '../../errors.ts';
import type { Addition } from '../../import/mapping/map-file/write-edit.ts';
import { soundMap } from '../../import/mapping/map-file/write-sound.ts';
import { draftOf, joined, needsEntry, sheetNames } from './draft.ts';
import type { Review } from './review.ts';
import type { Surveyed, SurveyedSheet } from './survey.ts';

/** The text of the map file after the change, and what is added to it. */
export interface MapText {
  readonly text: string;
  /** Number of lines that are new. */
  readonly lines: number;
}

/**
 * The map file that the reviews make. `before`: the text of the file that is extended. Null if nothing is to be
 * written: every sheet is read without a map file, or the file has everything already.
 *
 * @throws TraceError `map-form` if lines cannot be added to the file without changing others
 */
export function mapText(
  { sheets, interface: name, kinds }: Surveyed,
  reviews: ReadonlyMap<SurveyedSheet, Review>,
  before: string | null,
  file: string,
): MapText | null {
  const additions = additionsOf(sheets, reviews, before !== null);
  if (additions.length === 0) return null;
  const made = soundMap({ text: before, interface: name, kinds, additions });
  if (made === null)
    throw usage(
      'map-form',
      `Lines cannot be added to ${file} without changing others.`,
      'Write each entry and each of its keys on a line of its own, then run again.',
    );
  const { text } = made;
  if (text === before) return null;
  return { text, lines: newLines(text, before ?? '') };
}

function additionsOf(
  sheets: readonly SurveyedSheet[],
  reviews: ReadonlyMap<SurveyedSheet, Review>,
  isExtended: boolean,
): Addition[] {
  const named = sheets.filter((sheet) => reviews.get(sheet)!.proposal.kind !== null);
  const forms = named.map((sheet) => ({ ...sheet, form: formOf(reviews.get(sheet)!) }));
  const names = sheetNames(forms);
  const known: Addition[] = [];
  const fresh = named.flatMap((sheet, at) => {
    const review = reviews.get(sheet)!;
    if (!sheet.known) return [draftOf(review, names[at]!)];
    const entry = draftOf(review, {}, sheet.known);
    if (entry.sections.length > 0) known.push({ at: sheet.known.at, entry });
    return [];
  });
  // With a map file in force, each sheet needs an entry; without one, a sheet may need none.
  const isNamed = named.some((sheet) => reviews.get(sheet)!.isNamed);
  const isNeeded = isExtended || isNamed || fresh.some(needsEntry);
  return [...known, ...(isNeeded ? joined(fresh).map((entry) => ({ entry })) : [])];
}

/** The kind and the headers of a sheet. */
const formOf = ({ proposal, columns }: Review): string =>
  JSON.stringify([proposal.kind, columns.map(({ header }) => header)]);

/** Number of lines of a text that another does not have. */
function newLines(text: string, before: string): number {
  const known = new Map<string, number>();
  for (const line of before.split('\n')) known.set(line, (known.get(line) ?? 0) + 1);
  let count = 0;
  for (const line of text.split('\n')) {
    const left = known.get(line) ?? 0;
    if (left > 0) known.set(line, left - 1);
    else count++;
  }
  return count;
}

/** The error for a file that another program changed while a person answered. */
export const changedMeanwhile = (file: string): TraceError =>
  usage('map-changed', `${file} was changed meanwhile, so nothing was written.`, 'Run the command again.');
