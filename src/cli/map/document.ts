import { SCHEMA_VERSION } from '../view/json-document.ts';
import type { MapDocument } from '../view/map-schema.ts';
import type { MapViewSheet } from '../view/map-view.ts';
import type { Review } from './review.ts';
import { groupLines, recordLine } from './rows.ts';
import type { Surveyed, SurveyedSheet } from './survey.ts';

export type Reviews = ReadonlyMap<SurveyedSheet, Review>;

/** What `trace map` prints about a sheet. */
export const viewOf = (sheet: SurveyedSheet, review: Review): MapViewSheet => ({
  ...sheetOf(sheet, review),
  ...(review.proposal.headerRows && { headerRows: review.proposal.headerRows }),
  ...(review.proposal.isBelow && { isBelow: true }),
  ...recordsView(review),
});

/** The first records of a sheet whose rows are not simply its records below one header row. */
function recordsView({ proposal: { headerRows, first = [] }, rows: { group, fills } }: Review) {
  const isFilled = fills.some(({ decision }) => decision !== 'blank');
  const isShown = group ? group.decision !== 'each-row' : headerRows !== undefined || isFilled;
  return isShown && { records: first.map(recordLine), areRecordsOpen: group?.decision === null };
}

type SettingView = MapDocument['sheets'][number]['settings'][number];

const setting = (
  name: SettingView['name'],
  header: string,
  sample: string | null = null,
  value: string | null = null,
): SettingView => ({ name, header, sample, value });

/** The settings of a sheet, and how its rows become records. */
function settingsOf({ settings, rows: { separators, group, differing, fills } }: Review): SettingView[] {
  const by = group?.by.join(', ') ?? '';
  return [
    ...settings.map(({ name, header, sample, decision }) => setting(name, header, sample, decision)),
    ...separators.map(({ header, sample, decision }) => setting('separators', header, sample, decision)),
    ...(group && group.decision !== 'each-row'
      ? [setting('groupBy', by, groupLines(group)[0], group.decision && by)]
      : []),
    ...differing.map(({ column: { header, samples, target }, adds, decision }) =>
      adds === undefined
        ? setting('takeFirst', header, samples[0], decision && target)
        : setting('addUp', header, samples[0], decision === 'repeat' ? '[]' : decision && adds),
    ),
    ...fills
      .filter(({ decision }) => decision !== 'blank')
      .map(({ column: { header, samples }, decision }) =>
        setting('fillDown', header, samples[0], decision && header),
      ),
  ];
}

/** The members of the JSON document about the sheets. */
export function documentOf(
  { interface: name, sheets }: Surveyed,
  reviews: Reviews,
  ends: Pick<MapDocument, 'map' | 'written' | 'lines' | 'exitCode' | 'next' | 'open'>,
): MapDocument {
  return {
    schemaVersion: SCHEMA_VERSION,
    interface: name,
    ...ends,
    sheets: sheets.map((sheet) => sheetOf(sheet, reviews.get(sheet)!)),
    changes: null,
    learned: null,
  };
}

function sheetOf({ file, sheet, known }: SurveyedSheet, review: Review): MapDocument['sheets'][number] {
  const { proposal, columns, words, fields, open } = review;
  const { kind, kindCandidates, headerRow } = proposal;
  return {
    ...{ file, sheet, kind, kindCandidates: [...kindCandidates], headerRow, entry: known?.line ?? null },
    columns: columns.map(
      ({ letters, header, samples, state, target, basis, likely, candidates, question, unit }) => ({
        ...{ column: letters, header, samples: [...samples], state, target, basis },
        ...{
          likely: likely ?? null,
          candidates: [...candidates],
          question: question ?? null,
          unit: unit ?? null,
        },
      }),
    ),
    words: words.map(({ field, word, rows, value, basis, candidates, question }) => ({
      ...{ field, word, rows, value, basis, candidates: [...candidates], question: question ?? null },
    })),
    fields: fields.map(({ field, decision, question, template }) => ({
      ...{ field, value: decision?.text ?? null, question, template: template ?? null },
    })),
    settings: settingsOf(review),
    open,
  };
}
