import { parse } from 'node:path';
import { numberText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import { amount } from '../view/sentences.ts';
import type { WeighedQuestion } from './order.ts';
import type { Choice, Prompts } from './prompts.ts';
import {
  type Accepting,
  type Answer,
  columnWithField,
  proposedAnswers,
  type Question,
  type Reviewer,
} from './questions.ts';
import type { ReviewedColumn } from './review.ts';
import type { SurveyedSheet } from './survey.ts';

/** Number of proposals that are shown: all are in the list from which a person chooses. */
const MOST_SHOWN = 30;
/** Columns of a line, also in a list, in a terminal of 80; and of the samples that are still worth showing. */
const LINE_WIDTH = 66;
const MIN_SAMPLES = 8;

/** Proposals that a person sees and accepts together. */
interface Screen {
  readonly accepting: Exclude<Accepting, 'ignored'>;
  readonly lines: readonly Line[];
}

/** The same proposal for one or several sheets. */
interface Line {
  readonly text: string;
  readonly answers: readonly Answer[];
  /** Other values that a person may choose instead. */
  readonly others: readonly string[];
}

/** Shows proposals together, and keeps what a person takes away from them, so that it is not proposed again. */
export class Screens {
  readonly #sheets: readonly SurveyedSheet[];
  readonly #reviewer: Reviewer;
  readonly #rejected: Answer[] = [];
  /** What a person wants to go through one by one. */
  readonly #closed = new Set<Accepting>();

  constructor(sheets: readonly SurveyedSheet[], reviewer: Reviewer) {
    this.#sheets = sheets;
    this.#reviewer = reviewer;
  }

  /**
   * The next screen: kinds, since all else depends on them, then proposals with the columns that name no field, then the
   * other columns, and words if they free more records than the next question.
   */
  next(given: readonly Answer[], [next]: readonly WeighedQuestion[]): Screen | undefined {
    for (const accepting of ['kinds', 'proposals', 'columns', 'words'] as const) {
      if (this.#closed.has(accepting)) continue;
      const answers = this.#offered(given, accepting);
      if (accepting === 'proposals') answers.push(...this.#offered([...given, ...answers], 'ignored'));
      const lines = linesOf(answers, this.#sheets);
      if (lines.length < 2) continue;
      const rows = answers.reduce(
        (sum, { question: { type, about } }) => sum + (type === 'word' ? about.rows : 0),
        0,
      );
      const isNextWorthMore = next !== undefined && next.question.type !== 'word' && next.worth > rows;
      if (accepting === 'words' && isNextWorthMore) continue;
      // What is proposed later is among the other columns and words.
      if (accepting === 'proposals') this.#closed.add(accepting);
      return { accepting, lines };
    }
    return undefined;
  }

  #offered = (given: readonly Answer[], accepting: Accepting): Answer[] =>
    proposedAnswers(this.#sheets, given, accepting, this.#reviewer, this.#rejected);

  /** Shows a screen, and returns the answers of a person. */
  async show({ accepting, lines }: Screen, given: readonly Answer[], prompts: Prompts): Promise<Answer[]> {
    const { mapQuestions } = say();
    const [ignoring, taking] = [true, false].map((isIgnored) =>
      lines.filter(({ answers }) => (answers[0]!.value === 'ignore') === isIgnored),
    ) as [Line[], Line[]];
    const texts = ({ length }: readonly Line[]) => ({ count: length, number: numberText(length) });
    const isFirst = accepting === 'proposals';
    const title = {
      kinds: () => mapQuestions.kindsOpen(texts(lines)),
      proposals: () => mapQuestions.proposals({ ...texts(taking), ...this.#understood(given) }),
      columns: () => mapQuestions.likelyFields(texts(taking)),
      words: () => mapQuestions.likelyValues(texts(lines)),
    }[accepting];
    const shown = [
      ...(taking.length > 0 || isFirst ? [title(), ...linesShown(taking)] : []),
      ...(ignoring.length > 0 ? [mapQuestions.noFields(texts(ignoring)), ...linesShown(ignoring)] : []),
    ];
    prompts.note(shown.join('\n'));
    const all = { value: lines, label: mapQuestions.acceptAll() };
    const some = { value: 'some' as const, label: mapQuestions.chooseSome() };
    const none = { value: [], label: mapQuestions.goThrough() };
    const proposed = { value: taking, label: mapQuestions.acceptProposals(texts(taking)) };
    const isMixed = isFirst && taking.length > 0 && ignoring.length > 0;
    // Enter takes proposals. It ignores no column, and takes nothing that has other candidates.
    const choices: Choice<readonly Line[] | 'some'>[] =
      !isFirst || taking.length === 0
        ? [none, some, all]
        : isMixed
          ? [proposed, all, some, none]
          : [all, some, none];
    const taken = await prompts.select(mapQuestions.together(), choices);
    if (taken === 'some') return this.#chosen(lines, given, prompts);
    // Who goes through the first screen sees its columns one by one, not on another screen.
    if (taken.length === 0)
      for (const one of isFirst ? (['columns'] as const) : [accepting]) this.#closed.add(one);
    return taken.flatMap(({ answers }) => answers);
  }

  /** The proposals that a person leaves, and the other values that a person takes instead. */
  async #chosen(lines: readonly Line[], given: readonly Answer[], prompts: Prompts): Promise<Answer[]> {
    const { pick, otherwise } = say().mapQuestions;
    const choices = lines.flatMap((line) => [
      { value: { line, answers: line.answers, isFirst: true }, label: line.text },
      ...line.others.map((value) => {
        const answers = line.answers.map(({ question }): Answer => ({ question, value }));
        return {
          value: { line, answers, isFirst: false },
          label: `  ${otherwise({ value: forTerminal(shownValue(line.answers[0]!.question, value), 60) })}`,
        };
      }),
    ]);
    const first = choices.flatMap(({ value }) => (value.isFirst ? [value] : []));
    const chosen = await prompts.pick(pick(), choices, first);
    const answers: Answer[] = [];
    for (const line of lines) {
      const own = chosen.filter((one) => one.line === line);
      const taken = own.find(({ isFirst }) => !isFirst) ?? own[0];
      for (const answer of taken?.answers ?? [])
        if (!columnWithField(answer, [...given, ...answers], this.#reviewer)) answers.push(answer);
      if (taken) continue;
      // What a person does not ignore is asked for, although later answers may make trace certain that it names nothing.
      for (const { question, value } of line.answers)
        if (value === 'ignore') answers.push({ question, value, isDoubt: true });
      const values = [...line.others, ...line.answers.map(({ value }) => value)];
      this.#rejected.push(
        ...line.answers.flatMap(({ question }) =>
          values.map((value): Answer => ({ question, value, isAccepted: true })),
        ),
      );
    }
    return answers;
  }

  #understood(given: readonly Answer[]) {
    const reviews = this.#sheets.map((sheet) => this.#reviewer.review(sheet, given));
    const columns = reviews.flatMap((review) =>
      review.columns.filter(({ state }) => state === 'mapped' || state === 'ignored'),
    );
    const words = reviews.flatMap((review) => review.words.filter(({ state }) => state === 'mapped'));
    return { columns: amount(columns.length, 'column'), words: amount(words.length, 'word') };
  }
}

/** The first lines, and the number of the others. */
function linesShown(lines: readonly Line[]): string[] {
  const shown = lines.slice(0, MOST_SHOWN).map(({ text }) => text);
  const rest = lines.length - shown.length;
  return rest > 0 ? [...shown, say().mapping.more({ number: numberText(rest) })] : shown;
}

/** The lines of proposals: those for several sheets are one if what they are about is the same. */
function linesOf(answers: readonly Answer[], sheets: readonly SurveyedSheet[]): Line[] {
  const same = Map.groupBy(answers, (answer) => {
    const { type, sheet } = answer.question;
    return JSON.stringify([
      type,
      nameOf(answer),
      answer.value,
      type === 'kind' ? nameAmong(sheet, sheets) : othersOf(answer),
    ]);
  });
  return [...same.values()].map((own) => ({
    ...{ text: proposalLine(own, sheets), answers: own, others: othersOf(own[0]!) },
  }));
}

/** The name of a sheet, or that of its file if a sheet of another file has the same name, as `Sheet1`. */
const nameAmong = ({ sheet, file }: SurveyedSheet, sheets: readonly SurveyedSheet[]): string =>
  sheets.some((other) => other.sheet === sheet && other.file !== file) ? parse(file).name : sheet;

/** The name of a sheet with the kind of its records, if its rows describe several: `Bill of materials (component)`. */
export const withPart = ({ part }: SurveyedSheet, name: string): string =>
  part === undefined ? name : `${name} (${part})`;

function othersOf({ question: { type, about }, value }: Answer): string[] {
  const others =
    type === 'column'
      ? [...about.candidates, ...(about.fitting ?? []), 'ignore']
      : type === 'word'
        ? about.candidates
        : type === 'kind'
          ? [...about, 'skip']
          : type === 'fill'
            ? ['blank']
            : [];
  return [...new Set(others)].filter((other) => other !== value);
}

/** What a proposal is about. */
const nameOf = ({ question: { type, about } }: Answer): string =>
  type === 'column' || type === 'unit'
    ? headerOf(about)
    : type === 'fill'
      ? say().mapQuestions.blanksOf({ column: headerOf(about.column) })
      : type === 'word'
        ? `${about.field}: ${about.word}`
        : type === 'field'
          ? about.field
          : '';

const headerOf = ({ header, letters }: ReviewedColumn): string => (header === '' ? letters : header);

/** A value as screens show it. */
function shownValue({ type }: Question, value: Answer['value']): string {
  if (type === 'fill') return value === 'above' ? say().mapQuestions.above() : say().mapQuestions.blank();
  return typeof value === 'object' && value !== null && 'text' in value ? value.text : `${value}`;
}

/** Proposals of several sheets in a line: what they are about, the proposed value, and samples. */
function proposalLine(same: readonly Answer[], sheets: readonly SurveyedSheet[]): string {
  const [first] = same as [Answer];
  const { question, value } = first;
  const { sheet, type, about } = question;
  const place =
    same.length > 1
      ? say().mapQuestions.sheets({ number: numberText(same.length) })
      : sheets.length > 1 || type === 'kind'
        ? withPart(sheet, forTerminal(nameAmong(sheet, sheets), 20))
        : '';
  const text = shownValue(question, value);
  const rows = same.reduce(
    (sum, one) => sum + (one.question.type === 'word' ? one.question.about.rows : 0),
    0,
  );
  const samples =
    type === 'column' || type === 'unit'
      ? joinedTexts(about.samples, 2)
      : type === 'word'
        ? amount(rows, 'row')
        : type === 'field'
          ? forTerminal(about.sample ?? '', 60)
          : joinedTexts(sheet.firstRows[0]?.cells ?? [], 3);
  const named = [place, forTerminal(nameOf(first), 40)].filter((part) => part !== '').join(' › ');
  const line = `${named} → ${forTerminal(text, 40)}`;
  // A line of a terminal, as far as the samples can be cut.
  const room = LINE_WIDTH - line.length - ' ()'.length;
  return samples === '' || room < MIN_SAMPLES ? line : `${line} (${forTerminal(samples, room)})`;
}

/** The first texts that are not blank, for a terminal. */
export const joinedTexts = (texts: readonly string[], most: number): string =>
  texts
    .filter((text) => text !== '')
    .slice(0, most)
    .map((text) => forTerminal(text, 30))
    .join(' | ') || say().mapQuestions.noValues();
