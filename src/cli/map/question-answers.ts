import type { KindSpec } from '../../contract/kind.ts';
import { originText, type Severity } from '../../findings/finding.ts';
import { cellText, cleanText } from '../../recognise/text.ts';
import { coerceBoolean } from '../../recognise/text-coercion.ts';
import { say } from '../../say.ts';
import { columnLetters } from '../../sheets/cell.ts';
import { forTerminal } from '../../terminal-text.ts';
import { ACCEPTING, answerIn, type QuestionKey, questionId } from './question-offer.ts';
import {
  type Answer,
  columnWithField,
  isSameQuestion,
  openQuestions,
  type Question,
  Reviewer,
} from './questions.ts';
import type { AnsweredSheet, Surveyed, SurveyedSheet } from './survey.ts';

/** A row of a sheet of questions. */
interface FilledRow {
  readonly file: string;
  /** The cell of the answer, such as `G7`. */
  readonly cell: string;
  readonly place: string;
  readonly key: QuestionKey;
  /** The answer; empty if there is none. */
  readonly text: string;
}

/** Something about an answer that a person must know. */
interface AnswerProblem {
  readonly severity: Severity;
  /** The cell of the answer, or the sheet. */
  readonly place: string;
  readonly message: string;
}

/** An open question, its rows in the sheet of questions, and what is needed to read an answer. */
interface OpenQuestion {
  readonly question: Question;
  readonly rows: readonly FilledRow[];
  readonly asking: {
    readonly sheet: SurveyedSheet;
    readonly kind: KindSpec;
    readonly kinds: readonly KindSpec[];
  };
}

/** What the sheets of questions in annotated copies answer. */
export interface SheetAnswers {
  readonly answers: readonly Answer[];
  readonly problems: readonly AnswerProblem[];
}

/** The rows of a sheet of questions that have a key. */
export function filledRows({ file, sheet, rows }: AnsweredSheet): FilledRow[] {
  let column: number | undefined;
  return rows.flatMap(({ row, cells }) => {
    const texts = cells.map((cell) => cleanText(cellText(cell)));
    const key = texts.map(keyIn).find((one) => one !== null);
    if (key === undefined) return [];
    if ('answer' in key) column = texts.indexOf(key.answer);
    else if (column !== undefined) {
      const letters = columnLetters(column);
      const place = originText({ file, sheet, row, column: letters });
      return { file, cell: `${letters}${row}`, place, key, text: texts[column] ?? '' };
    }
    return [];
  });
}

/** What a hidden cell says: the header of the column of answers, or the key of a question. Null for other texts. */
function keyIn(text: string): { readonly answer: string } | QuestionKey | null {
  if (!text.startsWith('{"')) return null;
  try {
    const key: { answer?: unknown; question?: unknown } = JSON.parse(text);
    return typeof (key.answer ?? key.question) === 'string' ? (key as QuestionKey) : null;
  } catch {
    return null;
  }
}

/** The answers of the sheets of questions, as if a person had given them on a terminal. */
export const sheetAnswers = (surveyed: Surveyed): Promise<SheetAnswers> =>
  new AnsweredQuestions(surveyed).read();

class AnsweredQuestions {
  readonly #surveyed: Surveyed;
  readonly #reviewer = new Reviewer();
  readonly #rows: readonly FilledRow[];
  readonly #byQuestion: ReadonlyMap<string, readonly FilledRow[]>;
  readonly #accepts: Readonly<Record<'proposals' | 'ignored', ReadonlySet<string>>>;
  #answers: Answer[] = [];
  readonly #rowOf = new Map<Answer, FilledRow>();
  readonly #used = new Set<FilledRow>();
  /** Questions whose answers are wrong: they stay open. */
  readonly #refused = new Set<string>();
  readonly #problems: AnswerProblem[] = [];

  constructor(surveyed: Surveyed) {
    this.#surveyed = surveyed;
    this.#rows = surveyed.answered.flatMap(filledRows);
    this.#byQuestion = Map.groupBy(this.#rows, ({ file, key }) => `${file}\n${key.question}`);
    const accepting = (question: string) =>
      new Set(
        this.#rows.filter((row) => row.key.question === question && this.#isYes(row)).map(({ file }) => file),
      );
    this.#accepts = { proposals: accepting(ACCEPTING.proposals), ignored: accepting(ACCEPTING.ignored) };
  }

  /** Whether an answer is a yes, as in cells of data. Refuses what is neither a yes nor a no. */
  #isYes(row: FilledRow): boolean {
    if (row.text === '') return false;
    const read = coerceBoolean(row.text, () => {});
    const values = Object.keys(row.key.labels ?? {}).join(', ');
    if (typeof read !== 'boolean') this.#refuse(row, say().questionSheet.allowed({ values }));
    return read === true;
  }

  async read(): Promise<SheetAnswers> {
    for (let count = -1; count < this.#answers.length + this.#refused.size; ) {
      count = this.#answers.length + this.#refused.size;
      for (const step of [this.#answered, this.#repeated, this.#accepted]) {
        for (const question of this.#open()) await step.call(this, question);
        if (this.#answers.length + this.#refused.size > count) break;
      }
    }
    this.#noteUnused();
    return { answers: this.#answers, problems: this.#problems };
  }

  /** The open questions with their rows, as the answers until now read the sheets. */
  #open(): OpenQuestion[] {
    const { sheets, kinds } = this.#surveyed;
    return sheets.flatMap((sheet) => {
      const review = this.#reviewer.review(sheet, this.#answers);
      const kind = kinds.find(({ name }) => name === review.proposal.kind)!;
      return [...openQuestions(sheet, this.#answers, this.#reviewer)].flatMap((question) => {
        const id = `${sheet.file}\n${questionId(question, sheet.sheet, review, sheets)}`;
        const rows = this.#byQuestion.get(id) ?? [];
        return this.#refused.has(id) ? [] : { question, rows, asking: { sheet, kind, kinds } };
      });
    });
  }

  /** Takes the answer that a person gave in the row of the question. */
  async #answered({ question, rows, asking }: OpenQuestion): Promise<void> {
    const filled = rows.filter(({ text }) => text !== '');
    const [row, ...others] = filled;
    if (!row) return;
    for (const one of filled) this.#used.add(one);
    const differing = others.find(({ text }) => text !== row.text);
    if (differing) {
      this.#refuse(row, say().questionSheet.differs({ cell: differing.cell, text: differing.text }));
      this.#refuse(differing, say().questionSheet.differs({ cell: row.cell, text: row.text }));
      return;
    }
    const read = await answerIn(row.text, row.key.labels ?? {}, question, asking);
    if ('problem' in read) this.#refuse(row, read.problem);
    else this.#take({ question, value: read.value }, row);
  }

  /** Takes an answer, unless another column has its field: then both answers are wrong. */
  #take(answer: Answer, row: FilledRow): void {
    const rival = columnWithField(answer, this.#answers, this.#reviewer);
    const { question } = answer;
    const other = this.#answers.find(
      (one) =>
        one.question.sheet === question.sheet &&
        (one.question.type === 'column' || one.question.type === 'unit') &&
        one.question.subject === rival?.index,
    );
    if (!rival) {
      this.#answers.push(answer);
      this.#rowOf.set(answer, row);
      return;
    }
    const { taken } = say().questionSheet;
    const texts = { column: rival.letters, header: forTerminal(rival.header, 60), field: `${rival.target}` };
    const rivalRow = other && this.#rowOf.get(other);
    this.#refuse(row, taken({ ...texts, cell: rivalRow?.cell ?? '' }));
    if (!other || !rivalRow) return;
    const { about } = question as Question<'column'>;
    this.#answers = this.#answers.filter((one) => one !== other);
    const own = { column: about.letters, header: forTerminal(about.header, 60), field: texts.field };
    this.#refuse(rivalRow, taken({ ...own, cell: row.cell }));
  }

  /** Takes over the answer to the same question about another sheet. */
  #repeated({ question }: OpenQuestion): void {
    const kindOf = ({ sheet }: Question) => this.#reviewer.review(sheet, this.#answers).proposal.kind;
    const same = this.#answers.find(
      (one) => isSameQuestion(one.question, question) && kindOf(one.question) === kindOf(question),
    );
    if (!same) return;
    const answer: Answer = {
      ...{ question, value: same.value },
      ...(same.isAccepted ? { isAccepted: true } : { isRepeated: true }),
    };
    if (!columnWithField(answer, this.#answers, this.#reviewer)) this.#answers.push(answer);
  }

  /** Takes what trace proposed in the row of the question, if a person accepted all proposals there. */
  async #accepted({ question, rows, asking }: OpenQuestion): Promise<void> {
    const row = rows.find(({ key }) => key.proposed !== undefined);
    const { proposed } = row?.key ?? {};
    if (!row || !this.#accepts[proposed === 'ignore' ? 'ignored' : 'proposals'].has(row.file)) return;
    const text = typeof proposed === 'object' && 'text' in proposed ? proposed.text : String(proposed);
    const read = await answerIn(text, {}, question, asking);
    if ('problem' in read) return;
    const answer: Answer = { question, value: read.value, isAccepted: true };
    if (!columnWithField(answer, this.#answers, this.#reviewer)) this.#answers.push(answer);
  }

  #refuse({ place, text, file, key }: FilledRow, problem: string): void {
    this.#refused.add(`${file}\n${key.question}`);
    const { notAnswer } = say().questionSheet;
    this.#problems.push({
      ...{ severity: 'error', place },
      message: notAnswer({ text: forTerminal(text, 60), problem }),
    });
  }

  /** Answers to questions that are not open: they wait for another answer, or need none, because of it or of the map file. */
  #noteUnused(): void {
    const isAccepting = ({ key }: FilledRow) => Object.values<string>(ACCEPTING).includes(key.question);
    const unused = this.#rows.filter((row) => row.text !== '' && !this.#used.has(row) && !isAccepting(row));
    const deciding = this.#deciding();
    const groups = Map.groupBy(
      unused,
      ({ file, key }) =>
        deciding.find(({ row, scope }) => row.file === file && afterType(key.question).startsWith(scope))
          ?.row ?? file,
    );
    for (const [before, own] of groups) {
      const { file } = own[0]!;
      const cells = own
        .slice(0, MOST_CELLS)
        .map(({ cell }) => cell)
        .join(', ');
      const { gone, waits } = say().questionSheet;
      const texts = { count: own.length, cells };
      const { sheet } = this.#surveyed.answered.find((one) => one.file === file)!;
      this.#problems.push({
        severity: 'notice',
        place: originText({ file, sheet }),
        message: typeof before === 'string' ? gone(texts) : waits({ ...texts, cell: before.cell }),
      });
    }
  }

  /** The rows whose answers decide which questions a sheet has: its kind or header row is open. `scope`: the sheet, in keys. */
  #deciding(): { readonly row: FilledRow; readonly scope: string }[] {
    const { sheets } = this.#surveyed;
    return sheets.flatMap((sheet) => {
      const [question] = openQuestions(sheet, this.#answers, this.#reviewer);
      if (question?.type !== 'kind' && question?.type !== 'row') return [];
      const review = this.#reviewer.review(sheet, this.#answers);
      const id = questionId(question, sheet.sheet, review, sheets);
      const rows = this.#byQuestion.get(`${sheet.file}\n${id}`) ?? [];
      return rows.slice(0, 1).map((row) => ({ row, scope: afterType(id).slice(0, -'""]'.length) }));
    });
  }
}

/** What follows the type of a question in its key: its sheet, and what it is about. */
const afterType = (id: string): string => id.slice(id.indexOf(','));

/** Number of cells that a message names. */
const MOST_CELLS = 10;
