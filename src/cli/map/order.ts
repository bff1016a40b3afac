import { type Answer, openQuestions, type Question, type Reviewer } from './questions.ts';
import type { SurveyedSheet } from './survey.ts';

/** An open question, and the number of records that its answer frees. */
export interface WeighedQuestion {
  readonly question: Question;
  readonly worth: number;
}

/**
 * The open questions, those that free the most records first. A sheet is held until all questions but those about words
 * are answered, a word holds its rows, and the records that other sheets refer to hold those, too.
 */
export function openByWorth(
  sheets: readonly SurveyedSheet[],
  answers: readonly Answer[],
  reviewer: Reviewer,
): WeighedQuestion[] {
  const kindOf = (sheet: SurveyedSheet) => {
    const { kind, kindCandidates } = reviewer.review(sheet, answers).proposal;
    return kind ?? kindCandidates[0];
  };
  const kinds = new Map(sheets.map((sheet) => [sheet, kindOf(sheet)]));
  const refersTo = (sheet: SurveyedSheet, kind: string | undefined) =>
    sheet.kinds.find(({ name }) => name === kinds.get(sheet))?.references.some(({ to }) => to === kind);
  const weighed = sheets.flatMap((sheet) => {
    const open = [...openQuestions(sheet, answers, reviewer)];
    const own = sheet.survey.rowCount;
    const others = sheets.filter((other) => other !== sheet && refersTo(other, kinds.get(sheet)));
    const held = others.reduce((sum, { survey }) => sum + survey.rowCount, own);
    const holding = open.filter(({ type }) => type !== 'word').length;
    return open.map((question) => ({
      question,
      worth:
        question.type === 'word'
          ? (held * question.about.rows) / Math.max(1, own) / (1 + holding)
          : held / holding,
    }));
  });
  return weighed.sort((one, other) => other.worth - one.worth);
}
