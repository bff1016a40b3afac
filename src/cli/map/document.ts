import { SCHEMA_VERSION } from '../view/json-document.ts';
import type { MapDocument } from '../view/map-schema.ts';
import type { MapViewSheet } from '../view/map-view.ts';
import type { Review } from './review.ts';
import type { Surveyed, SurveyedSheet } from './survey.ts';

export type Reviews = ReadonlyMap<SurveyedSheet, Review>;

/** What `trace map` prints about a sheet. */
export function viewOf({ file, sheet }: SurveyedSheet, review: Review): MapViewSheet {
  const { proposal, columns, words, fields, settings } = review;
  const { kind, headerRow } = proposal;
  return {
    ...{ file, sheet, kind, headerRow, columns, words },
    fields: fields.map(({ field, decision }) => ({ field, text: decision?.text ?? null })),
    settings: settings.map(({ name, header, sample, decision }) => ({
      name,
      header,
      sample,
      value: decision,
    })),
  };
}

/** The members of the JSON document about the sheets. */
export function documentOf(
  { interface: name, sheets }: Surveyed,
  reviews: Reviews,
  ends: Pick<MapDocument, 'map' | 'written' | 'lines' | 'exitCode' | 'next'>,
): MapDocument {
  return {
    schemaVersion: SCHEMA_VERSION,
    interface: name,
    ...ends,
    sheets: sheets.map((sheet) => sheetOf(sheet, reviews.get(sheet)!)),
    changes: null,
    learned: null,
    open: [...reviews.values()].reduce((sum, { open }) => sum + open, 0),
  };
}

function sheetOf({ file, sheet, known }: SurveyedSheet, review: Review): MapDocument['sheets'][number] {
  const { proposal, columns, words, fields, settings, open } = review;
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
    settings: settings.map(({ name, header, sample, decision }) => ({
      name,
      header,
      sample,
      value: decision,
    })),
    open,
  };
}
