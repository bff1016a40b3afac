import { plainLetters } from '../../fold.ts';
import { fieldNamed } from '../../map/map-file/targets.ts';
import { nearestSentence } from '../../nearest.ts';
import { cleanText } from '../../recognise/text.ts';
import { numberText, say } from '../../say.ts';
import { type Offer, OTHER, offerOf, type QuestionContext } from './ask.ts';
import type { Choice, Prompts } from './prompts.ts';
import type { Answer, Question } from './questions.ts';
import type { Review } from './review.ts';
import type { SurveyedSheet } from './survey.ts';

/** A value that answers a question. */
export type AnswerValue = NonNullable<Answer['value']>;

/** What a question offers in a workbook, where all its choices are seen at once. */
export interface SheetOffer {
  readonly lines: Offer['lines'];
  /** The choices that a terminal offers. */
  readonly choices: readonly Choice<AnswerValue>[];
  /** What a terminal offers after "another field" or "another value". */
  readonly others: readonly Choice<string>[];
  /** What a terminal says before a person types a text; undefined if a text cannot be the answer. */
  readonly typed?: string;
}

type Asking = Omit<QuestionContext, 'prompts'>;

/** What a person is offered in a workbook: the question of the terminal, with what its searches show. */
export async function sheetOffer(question: Question, asking: Asking): Promise<SheetOffer> {
  let others: readonly Choice<string>[] = [];
  let typed: string | undefined;
  const prompts = {
    search: async (_: string, choices: readonly Choice<string>[]) => {
      others = choices;
      return null;
    },
    text: async (message: string) => {
      typed = message;
      return null;
    },
  };
  const { lines, choices, other } = offerOf(question, { ...asking, prompts: prompts as unknown as Prompts });
  await other?.();
  const named = choices.filter(({ value }) => isValue(value)) as Choice<AnswerValue>[];
  const labels = new Set(named.map(({ label }) => label));
  return {
    ...{ lines, choices: named, others: others.filter(({ label }) => !labels.has(label)) },
    ...(typed !== undefined && { typed }),
  };
}

const isValue = (value: unknown): value is AnswerValue =>
  value !== null && value !== undefined && typeof value !== 'symbol';

/**
 * The value of an answer that a person gave in a workbook, or what is wrong with it. `labels`: the values of the texts that
 * the workbook offered, maybe in another language.
 */
export async function answerIn(
  text: string,
  labels: Readonly<Record<string, unknown>>,
  question: Question,
  asking: Asking,
): Promise<{ readonly value: AnswerValue } | { readonly problem: string }> {
  let fault: string | undefined;
  const prompts = {
    search: async (_: string, choices: readonly Choice<string>[]) => choiceOf(text, choices)?.value ?? null,
    text: async (_: string, faultOf: (typed: string) => string | undefined) => {
      fault = faultOf(text);
      return fault === undefined ? text : null;
    },
  };
  const { choices, other } = offerOf(question, { ...asking, prompts: prompts as unknown as Prompts });
  const named = choices.filter(({ value }) => isValue(value)) as Choice<AnswerValue>[];
  const inWorkbook = Object.entries(labels).map(([label, value]) => ({ label, value }));
  const offered = JSON.stringify(choiceOf(text, inWorkbook)?.value);
  const chosen = named.find(({ value }) => JSON.stringify(value) === offered) ?? choiceOf(text, named);
  const hasOther = choices.some(({ value }) => value === OTHER);
  const value = chosen?.value ?? (hasOther ? await other?.() : undefined);
  if (isValue(value)) return { value };
  // A further item of a list, such as `composition.3.material`, is in no list of choices.
  if (question.type === 'column' && fieldNamed(asking.kind, text)) return { value: text };
  const { others } = await sheetOffer(question, asking);
  const labelOf = ({ label, value: own }: Choice<AnswerValue>) =>
    inWorkbook.find((one) => JSON.stringify(one.value) === JSON.stringify(own))?.label ?? label;
  const values = [...named, ...others].map(labelOf);
  return { problem: `${fault ?? allowedText(values)}${nearestSentence(text, values)}` };
}

/** Number of allowed values that a message names. */
const MOST_ALLOWED = 8;

function allowedText(values: readonly string[]): string {
  const rest = values.length - MOST_ALLOWED;
  const shown = values.slice(0, MOST_ALLOWED).join(', ');
  const { allowed, allowedMore } = say().questionSheet;
  return rest > 0 ? allowedMore({ values: shown, number: numberText(rest) }) : allowed({ values: shown });
}

/** The choice that a text names: by its label, its value, or the name that explains it, such as that of a country. */
function choiceOf<Value>(text: string, choices: readonly Choice<Value>[]): Choice<Value> | undefined {
  const isText = (other: unknown) => plainLetters(String(other).trim()) === plainLetters(text);
  const byHint = choices.filter(({ hint }) => isText(hint ?? ''));
  return (
    choices.find(({ label }) => label === text) ??
    choices.find(({ label, value }) => isText(label) || (typeof value !== 'object' && isText(value))) ??
    (byHint.length === 1 ? byHint[0] : undefined)
  );
}

/**
 * A text that identifies a question in every copy of its file: a column by its header, because a person may move it.
 * `name`: the name of its sheet in the copy.
 */
export function questionId(
  { type, subject, sheet: surveyed }: Question,
  name: string,
  { proposal: { columns } }: Pick<Review, 'proposal'>,
  sheets: readonly SurveyedSheet[],
): string {
  // A sheet may have several tables, each with its own questions.
  const tables = sheets.filter(({ file, sheet }) => file === surveyed.file && sheet === surveyed.sheet);
  const at = tables.indexOf(surveyed);
  const sheet = at > 0 ? [name, at + 1] : name;
  const headerOf = ({ header }: { readonly header: string }) => cleanText(header);
  const column = typeof subject === 'number' ? columns.find(({ index }) => index === subject) : undefined;
  if (!column) return JSON.stringify([type, sheet, subject]);
  const same = columns.filter((one) => one.index < column.index && headerOf(one) === headerOf(column));
  return JSON.stringify([type, sheet, headerOf(column), same.length]);
}

/** What the hidden cell of a question says: see `questionId`. */
export interface QuestionKey {
  readonly question: string;
  /** The value that trace proposes. */
  readonly proposed?: AnswerValue;
  /** The values of offered texts that are not their own value. */
  readonly labels?: Readonly<Record<string, unknown>>;
}

/** Questions that accept other proposals, as the first screens of a terminal do; the same in each workbook. */
export const ACCEPTING = { proposals: '["accept","proposals"]', ignored: '["accept","ignored"]' } as const;
