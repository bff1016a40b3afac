import { numberText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { AnswerValue } from './question-offer.ts';
import {
  isSameQuestion,
  openQuestions,
  proposedAnswers,
  proposedValue,
  type Question,
  Reviewer,
} from './questions.ts';
import type { Review, ReviewedColumn } from './review.ts';
import type { Surveyed, SurveyedSheet } from './survey.ts';

/** A question, with what a person who answers without a terminal is shown. */
export interface AskedQuestion {
  readonly question: Question;
  /** Its sheet as all proposals would read it. */
  readonly review: Review;
  readonly proposed?: AnswerValue;
  /** The sheets that it is about. */
  readonly places: readonly SurveyedSheet[];
  readonly column?: { readonly letters: string; readonly text: string };
  /** The most frequent values, with their counts. */
  readonly values: readonly string[];
  /** Number of rows that wait for the answer. */
  readonly rows: number;
}

/** Number of values that a question shows. */
const MOST_VALUES = 4;

/**
 * The questions of a survey, each once: those that are open now, and those that follow from what trace proposes, so that
 * one round of answers is enough where the proposals are right. The first ones free the most rows; among equals, the order
 * is that of the terminal. Columns that probably name no field come last, as on the terminal.
 */
export function askedQuestions({ sheets }: Surveyed): AskedQuestion[] {
  const reviewer = new Reviewer();
  const assumed = proposedAnswers(sheets, [], 'proposals', reviewer);
  const all = sheets.flatMap((sheet) => {
    const own = [
      // A field that a proposed column has is missing only until then.
      ...[...openQuestions(sheet, [], reviewer)].filter(({ type }) => type !== 'field'),
      ...assumed.map(({ question }) => question).filter((question) => question.sheet === sheet),
      ...openQuestions(sheet, assumed, reviewer),
    ];
    const review = reviewer.review(sheet, assumed);
    const counts = new SheetCounts(sheet, review);
    const first = new Map<string, Question>();
    for (const question of own) {
      const id = `${question.type} ${question.subject}`;
      if (!first.has(id)) first.set(id, question);
    }
    // A column that may have a missing field is asked about first.
    const possible = new Set(
      [...first.values()].flatMap(({ type, about }) => (type === 'column' ? about.candidates : [])),
    );
    return [...first.values()]
      .filter(({ type, subject }) => type !== 'field' || !possible.has(`${subject}`))
      .map((question) => counts.asked(question));
  });
  const isIgnored = ({ proposed }: AskedQuestion) => (proposed === 'ignore' ? 1 : 0);
  return withoutRepeated(all).sort(
    (one, other) => isIgnored(one) - isIgnored(other) || other.rows - one.rows,
  );
}

/** Each question once, with all sheets that it is about, and the rows of all of them. */
function withoutRepeated(all: readonly AskedQuestion[]): AskedQuestion[] {
  const kept = new Map<string, AskedQuestion[]>();
  for (const asked of all) {
    const { question, review, rows, places } = asked;
    const { type, subject, about } = question;
    const alike = `${type} ${type === 'column' ? about.header : subject}`;
    const same = kept.get(alike) ?? [];
    kept.set(alike, same);
    const at = same.findIndex(
      (other) =>
        isSameQuestion(other.question, question) && other.review.proposal.kind === review.proposal.kind,
    );
    if (at < 0) same.push(asked);
    else same[at] = { ...same[at]!, places: [...same[at]!.places, ...places], rows: same[at]!.rows + rows };
  }
  return [...kept.values()].flat();
}

/** The rows and values of the questions of a sheet. */
class SheetCounts {
  readonly #sheet: SurveyedSheet;
  readonly #review: Review;
  readonly #texts: ReturnType<SurveyedSheet['survey']['texts']>;
  /** Number of rows below the header row; of all rows, if it is not known. */
  readonly #rows: number;

  constructor(sheet: SurveyedSheet, review: Review) {
    this.#sheet = sheet;
    this.#review = review;
    const { kind, headerRow } = review.proposal;
    this.#texts = sheet.survey.texts({
      ...(kind !== null && kind !== 'skip' && { kind }),
      ...(headerRow !== null && { headerRow }),
    });
    const last = kind === null ? 0 : (headerRow ?? 0);
    this.#rows = sheet.survey.rowCount - sheet.firstRows.filter(({ row }) => row <= last).length;
  }

  asked(question: Question): AskedQuestion {
    const column = columnOf(question);
    const proposed = proposedValue(question);
    return {
      ...{ question, review: this.#review, places: [this.#sheet] },
      ...(proposed !== undefined && { proposed }),
      ...(column && { column: { letters: column.letters, text: columnText(column) } }),
      ...this.#seen(question, column),
    };
  }

  #seen(
    { type, about }: Question,
    column: ReviewedColumn | undefined,
  ): Pick<AskedQuestion, 'values' | 'rows'> {
    if (type === 'word') return { values: [valueText(about.word, about.rows)], rows: about.rows };
    if (type === 'separator' || type === 'setting') return { values: [about.sample ?? ''], rows: this.#rows };
    if (!column) return { values: [], rows: this.#rows };
    const counted = this.#texts?.columns.get(column.index);
    if (!counted) return { values: column.samples, rows: this.#rows };
    const values = [...counted.texts].sort(([, one], [, other]) => other - one).slice(0, MOST_VALUES);
    const rows = type === 'column' || type === 'unit' ? counted.filled : this.#rows;
    return { values: values.map(([text, count]) => valueText(text, count)), rows };
  }
}

const MOST_LENGTH = 40;

const valueText = (value: string, count: number): string =>
  say().questionSheet.value({ value: forTerminal(value, MOST_LENGTH), number: numberText(count) });

function columnOf({ type, about }: Question): ReviewedColumn | undefined {
  if (type === 'column' || type === 'unit') return about;
  return type === 'fill' || type === 'differing' ? about.column : undefined;
}

const columnText = ({ letters, header }: ReviewedColumn): string =>
  header === '' ? letters : `${letters} "${forTerminal(header, 60)}"`;
