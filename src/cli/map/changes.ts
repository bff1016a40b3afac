import { type TraceError, usage } from '../../errors.ts';
import { canBeKey } from '../../map/map-file/texts.ts';
import { type EntryDraft, isQuestion, type MapLine, tablesOf } from '../../map/map-file/write.ts';
import type { Addition } from '../../map/map-file/write-edit.ts';
import { validMap } from '../../map/map-file/write-sound.ts';
import { say } from '../../say.ts';
import { draftOf, merge, needsEntry } from './draft.ts';
import type { Review } from './review.ts';
import { sheetNames, withSharedNames } from './sheet-names.ts';
import type { Surveyed, SurveyedSheet } from './survey.ts';

/** The text of the map file after the change, and what is added to it. */
export interface MapText {
  readonly text: string;
  /** Number of lines that are new. */
  readonly lines: number;
}

/** The change of a map file that the reviews cause. */
interface MapChange {
  /** Null if there is nothing to write: no sheet needs a map file, or the file already has every line. */
  readonly newText: MapText | null;
  /** Number of answers that became questions again: sheets of an entry disagree, or a map file cannot have them. */
  readonly reopened: number;
}

/**
 * The map file that the reviews make. `before`: the text of the file that is extended.
 *
 * @throws TraceError `map-form` if lines cannot be added to the file without changing others
 */
export function mapText(
  { sheets, interface: name, kinds }: Surveyed,
  reviews: ReadonlyMap<SurveyedSheet, Review>,
  before: string | null,
  file: string,
): MapChange {
  const { drafts, additions } = additionsOf(sheets, reviews, before !== null);
  if (additions.length === 0) return { newText: null, reopened: 0 };
  const made = validMap({ text: before, interface: name, kinds, additions });
  if (made === null) throw usage('map-form', say().mapping.form({ file }), say().mapping.formHow());
  const { text } = made;
  const asked = questionsIn(drafts, ({ value }) => isQuestion(value));
  const written = questionsIn(made.additions, ({ key, value }) => isQuestion(value) || !canBeKey(key));
  const reopened = written.difference(asked).size;
  return { newText: text === before ? null : { text, lines: newLines(text, before ?? '') }, reopened };
}

/** The keys of the lines that are questions, each with its place in the map file. */
const questionsIn = (additions: readonly Addition[], isAsked: (line: MapLine) => boolean): Set<string> =>
  new Set(
    additions.flatMap(({ at, entry }) =>
      tablesOf(entry).flatMap(({ sections }, table) =>
        sections.flatMap(({ name, below, lines }) =>
          lines
            .filter(isAsked)
            .map(({ key }) => JSON.stringify([at, entry.file, entry.sheet, table, name, below, key])),
        ),
      ),
    ),
  );

function additionsOf(
  sheets: readonly SurveyedSheet[],
  reviews: ReadonlyMap<SurveyedSheet, Review>,
  isExtended: boolean,
): { readonly drafts: readonly Addition[]; readonly additions: readonly Addition[] } {
  const named = sheets.filter((sheet) => reviews.get(sheet)!.proposal.kind !== null);
  // Each with its tables.
  const places = [
    ...Map.groupBy(named, (sheet) => JSON.stringify([sheet.file, sheet.sheet, sheet.known?.at])).values(),
  ].map((tables) => ({
    ...tables[0]!,
    file: tables[0]!.copyOf ?? tables[0]!.file,
    layout: tables.map((table) => layoutOf(reviews.get(table)!)).join('\n'),
    tables,
  }));
  const names = sheetNames(places);
  const own = places.map(({ tables, known, layout }, index) => {
    const name = known ? {} : names[index]!;
    const [first, ...others] = tables.map((table): EntryDraft => {
      const review = reviews.get(table)!;
      if (tables.length === 1) return draftOf(review, name, known);
      return draftOf(review, {}, known, review.proposal.headerRow ?? table.survey.proposal().headerRow ?? 0);
    });
    const entry: EntryDraft =
      others.length === 0
        ? first!
        : { ...name, sections: [{ name: 'tables', lines: [], tables: [first!, ...others] }] };
    return { entry, layout, at: known?.at };
  });
  const shared = withSharedNames(own.filter(({ at }) => at === undefined)).values();
  const drafts = own.map(
    ({ entry, at }): Addition => (at === undefined ? { entry: shared.next().value! } : { entry, at }),
  );
  const known = drafts.filter(({ at, entry }) => at !== undefined && entry.sections.length > 0);
  const fresh = drafts.flatMap(({ at, entry }) => (at === undefined ? [entry] : []));
  const extended = [...Map.groupBy(known, ({ at }) => at!)].flatMap(([at, same]) =>
    merge(same.map(({ entry }) => entry)).map((entry) => ({ at, entry })),
  );
  // With a map file in force, each sheet needs an entry; without one, a sheet may need none.
  const isNamed = named.some((sheet) => reviews.get(sheet)!.isNamed);
  const isNeeded = isExtended || isNamed || fresh.some(needsEntry);
  return { drafts, additions: [...extended, ...(isNeeded ? merge(fresh).map((entry) => ({ entry })) : [])] };
}

/** The kind and the headers of a sheet. */
const layoutOf = ({ proposal, columns }: Review): string =>
  JSON.stringify([proposal.kind, columns.map(({ header }) => header)]);

/** Number of lines of a text that are not in `before`. Spaces are not compared, because writing the file may change them. */
function newLines(text: string, before: string): number {
  const linesOf = (own: string) => own.replace(/[^\S\n]/g, '').split('\n');
  const known = new Map<string, number>();
  for (const line of linesOf(before)) known.set(line, (known.get(line) ?? 0) + 1);
  let count = 0;
  for (const line of linesOf(text)) {
    const left = known.get(line) ?? 0;
    if (left > 0) known.set(line, left - 1);
    else count++;
  }
  return count;
}

/** The error for a file that another program changed while a person answered. */
export const changedMeanwhile = (file: string): TraceError =>
  usage('map-changed', say().mapping.changed({ file }), say().mapping.changedHow());
