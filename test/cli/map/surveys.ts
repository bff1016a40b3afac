import { AmbiguousCells } from '../../../src/cli/map/ambiguous.ts';
import { mapText } from '../../../src/cli/map/changes.ts';
import { type Answer, reviewed } from '../../../src/cli/map/questions.ts';
import type { Surveyed } from '../../../src/cli/map/survey.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import { SheetSurvey } from '../../../src/map/propose.ts';

export const kinds = kindsOf('v2');

/** A survey of one sheet, as if it were a text file. */
export function surveyOf(
  rows: readonly (readonly string[])[],
  sheet = 'export',
  file = 'export.csv',
): Surveyed {
  const survey = new SheetSurvey({ file, sheet, kinds });
  const ambiguous = new AmbiguousCells();
  for (const [at, cells] of rows.entries()) {
    survey.add({ row: at + 1, cells });
    ambiguous.add(cells);
  }
  const firstRows = rows.map((cells, at) => ({ row: at + 1, cells }));
  const own = { file, sheet, isText: true, survey, ambiguous, kinds, firstRows };
  return {
    interface: 'v2',
    kinds,
    sheets: [{ ...own, asked: undefined, known: undefined }],
    findings: [],
    hidden: [],
    answered: [],
  };
}

/** The text of the map file that results from the answers, and the number of open questions in it. */
export function mapOf(survey: Surveyed, answers: readonly Answer[]) {
  const reviews = new Map(survey.sheets.map((sheet) => [sheet, reviewed(sheet, answers)]));
  const open = [...reviews.values()].reduce((sum, one) => sum + one.open, 0);
  return { text: mapText(survey, reviews, null, 'm').newText?.text ?? '', open };
}
