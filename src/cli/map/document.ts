import { SCHEMA_VERSION } from '../view/json-document.ts';
import type { MapDocument } from '../view/map-schema.ts';
import type { MapViewSheet } from '../view/map-view.ts';
import type { Review } from './review.ts';
import { groupLines, type ReviewedRows, recordLine } from './rows.ts';
import type { Surveyed, SurveyedSheet } from './survey.ts';

export type Reviews = ReadonlyMap<SurveyedSheet, Review>;

/** What `trace map` prints about a sheet. */
export const viewOf = (sheet: SurveyedSheet, review: Review): MapViewSheet => ({
  ...sheetOf(sheet, review),
  ...(review.proposal.headerRows && { headerRows: review.proposal.headerRows }),
  ...recordsView(review),
});

/** The first records of a sheet whose rows are not simply its records below one header row. */
function recordsView({ proposal: { headerRows, first = [] }, rows: { group, fills } }: Review) {
  const isFilled = fills.some(({ decision }) => decision !== 'blank');
  const isShown = group ? group.decision !== 'each-row' : headerRows !== undefined || isFilled;
  return isShown && { records: first.map(recordLine), areRecordsOpen: group?.decision === null };
}

type SettingView = MapDocument['sheets'][number]['settings'][number];

const settingView = ({ name, header, sample, decision }: Review['settings'][number]): SettingView => ({
  name,
  header,
  sample,
  value: decision,
});

/** How rows become records, as settings of the sheet. */
function rowsView({ separators, group, differing, fills }: ReviewedRows): SettingView[] {
  const headers = group?.by.join(', ') ?? '';
  return [
    ...separators.map(({ header, sample, decision }) => ({
      ...{ name: 'separators' as const, header, sample, value: decision },
    })),
    ...(group && group.decision !== 'each-row'
      ? [
          {
            ...{ name: 'groupBy' as const, header: headers, sample: groupLines(group)[0] ?? null },
            value: group.decision === null ? null : headers,
          },
        ]
      : []),
    ...differing.map(({ column: { header, samples }, adds, decision }) => ({
      ...{ name: 'addUp' as const, header, sample: samples[0] ?? null },
      value: decision === null ? null : decision === 'repeat' ? '[]' : (adds ?? null),
    })),
    ...fills
      .filter(({ decision }) => decision !== 'blank')
      .map(({ column: { header, samples }, decision }) => ({
        ...{ name: 'fillDown' as const, header, sample: samples[0] ?? null },
        value: decision === null ? null : header,
      })),
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
  const { proposal, columns, words, fields, settings, rows, open } = review;
  const { kind, kindCandidates, headerRow } = proposal;
  return {
    ...{ file, sheet, kind, kindCandidates: [...kindCandidates], headerRow, entry: known?.line ?? null },
    columns: columns.map(
      ({ letters, header, samples, state, target, basis, candidates, question, unit }) => ({
        ...{ column: letters, header, samples: [...samples], state, target, basis },
        ...{ candidates: [...candidates], question: question ?? null, unit: unit ?? null },
      }),
    ),
    words: words.map(({ field, word, rows, value, basis, candidates, question }) => ({
      ...{ field, word, rows, value, basis, candidates: [...candidates], question: question ?? null },
    })),
    fields: fields.map(({ field, decision, question, template }) => ({
      ...{ field, value: decision?.text ?? null, question, template: template ?? null },
    })),
    settings: [...settings.map(settingView), ...rowsView(rows)],
    open,
  };
}
