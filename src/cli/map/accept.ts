import { numberText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import { amount } from '../view/sentences.ts';
import type { Choice, Prompts } from './prompts.ts';
import { type Answer, proposedAnswers, type Reviewer } from './questions.ts';
import type { SurveyedSheet } from './survey.ts';

/** Number of proposals that are shown. */
const MOST_SHOWN = 60;

/** Shows what trace understands and proposes, and asks whether it is right: first the proposals, then what names no field. */
export async function acceptTogether(
  sheets: readonly SurveyedSheet[],
  reviewer: Reviewer,
  prompts: Prompts,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const { mapQuestions } = say();
  const screens = [
    ['proposals', mapQuestions.proposals, mapQuestions.acceptAll],
    ['ignored', mapQuestions.noFields, mapQuestions.ignoreAll],
  ] as const;
  for (const [which, title, accept] of screens) {
    const proposed = proposedAnswers(sheets, answers, which, reviewer);
    if (proposed.length < 2) continue;
    const texts = {
      ...understoodCounts(sheets, reviewer),
      count: proposed.length,
      number: numberText(proposed.length),
    };
    const lines = proposed.slice(0, MOST_SHOWN).map((answer) => proposalLine(answer, sheets.length > 1));
    const rest = proposed.length - lines.length;
    if (rest > 0) lines.push(say().mapping.more({ number: numberText(rest) }));
    prompts.note([title(texts), ...lines].join('\n'));
    const choices: Choice<'all' | 'some' | 'none'>[] = [
      { value: 'all', label: accept() },
      { value: 'some', label: mapQuestions.chooseSome() },
      { value: 'none', label: mapQuestions.goThrough() },
    ];
    // Enter takes proposals, but ignores no column.
    if (which === 'ignored') choices.reverse();
    const taken = await prompts.select(mapQuestions.together(), choices);
    if (taken === 'all') answers.push(...proposed);
    else if (taken === 'some')
      answers.push(
        ...(await prompts.pick(
          mapQuestions.pick(),
          proposed.map((answer) => ({ value: answer, label: proposalLine(answer, sheets.length > 1) })),
        )),
      );
  }
  return answers;
}

function understoodCounts(sheets: readonly SurveyedSheet[], reviewer: Reviewer) {
  const reviews = sheets.map((sheet) => reviewer.review(sheet, []));
  const columns = reviews.flatMap((review) =>
    review.columns.filter(({ state }) => state === 'mapped' || state === 'ignored'),
  );
  const words = reviews.flatMap((review) => review.words.filter(({ state }) => state === 'mapped'));
  return { columns: amount(columns.length, 'column'), words: amount(words.length, 'word') };
}

/** A proposal in a line: what it is about, the proposed value, and samples. */
function proposalLine({ question, value }: Answer, isOneOfSheets: boolean): string {
  const { sheet, type, about } = question;
  const place = isOneOfSheets ? `${forTerminal(sheet.sheet, 20)} › ` : '';
  const text = typeof value === 'object' && value !== null ? value.text : `${value}`;
  const [name, samples] =
    type === 'column'
      ? [about.header === '' ? about.letters : about.header, joinedTexts(about.samples, 2)]
      : type === 'word'
        ? [`${about.field}: ${about.word}`, amount(about.rows, 'row')]
        : type === 'field'
          ? [about.field, '']
          : ['', ''];
  const shown = value === 'ignore' ? '' : ` → ${forTerminal(text, 40)}`;
  return `${place}${forTerminal(name, 40)}${shown}${samples === '' ? '' : ` (${samples})`}`;
}

/** The first texts that are not blank, for a terminal. */
export const joinedTexts = (texts: readonly string[], most: number): string =>
  texts
    .filter((text) => text !== '')
    .slice(0, most)
    .map((text) => forTerminal(text, 30))
    .join(' | ') || say().mapQuestions.noValues();
