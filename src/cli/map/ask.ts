import type { KindSpec } from '../../contract/kind.ts';
import { unnumberedPath } from '../../map/map-file/targets.ts';
import { kindText, numberText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import { amount } from '../view/sentences.ts';
import { joinedTexts, Screens, withPart } from './accept.ts';
import type { FieldDecision } from './decisions.ts';
import {
  constantFault,
  fieldChoices,
  isTemplate,
  noteOf,
  valueChoices,
  valuesMeant,
} from './field-choices.ts';
import { openByWorth, type WeighedQuestion } from './order.ts';
import type { Choice, Prompts } from './prompts.ts';
import {
  type Answer,
  columnWithField,
  isSameQuestion,
  openCount,
  proposedValue,
  type Question,
  Reviewer,
} from './questions.ts';
import { type ReviewedColumn, type ReviewedWord, unitChoices } from './review.ts';
import {
  differingOffer,
  groupOffer,
  ignore,
  names,
  samplesText,
  separatorOffer,
  settingOffer,
} from './row-offers.ts';
import type { Surveyed, SurveyedSheet } from './survey.ts';

/** Choices of a person that are not a value: to go back, and to leave all further questions open. */
const BACK = Symbol('back');
const LEAVE_REST = Symbol('leave the rest open');
/** Maximum number of columns that are offered for a required field. */
const MOST_COLUMNS = 8;
/** Asks for a value that is not among the choices. */
export const OTHER = Symbol('another value');

type Chosen = Answer['value'] | typeof BACK | typeof LEAVE_REST;
type Offered = Choice<Chosen | typeof OTHER>;

/**
 * Asks for proposals together, then every open question. `back` undoes the last answer. `given`: answers that a person gave
 * before, in a workbook; they are among those that are returned.
 */
export async function askAll(
  { sheets, kinds }: Surveyed,
  prompts: Prompts,
  given: readonly Answer[] = [],
): Promise<Answer[]> {
  const reviewer = new Reviewer();
  const screens = new Screens(sheets, reviewer);
  const answers: Answer[] = [...given];
  let [together, isIntroduced] = [given.length, false];
  for (;;) {
    const open = openByWorth(sheets, answers, reviewer);
    const repeated = repeatedAnswers(open, answers, reviewer);
    if (repeated.length > 0) {
      answers.push(...repeated);
      continue;
    }
    const screen = screens.next(answers, open);
    if (screen) {
      answers.push(...(await screens.show(screen, answers, prompts)));
      together = answers.length;
      continue;
    }
    const [first] = open;
    if (first === undefined) return answers;
    const { question } = first;
    if (!isIntroduced) {
      const total = openCount(sheets, answers, reviewer);
      prompts.note(say().mapQuestions.intro({ questions: amount(total, 'question') }));
      isIntroduced = true;
    }
    const skipped = answers.filter(({ value }) => value === null).length;
    const left = openCount(sheets, answers, reviewer) - skipped;
    const { sheet } = question;
    const { proposal } = reviewer.review(sheet, answers);
    const kind = kinds.find(({ name }) => name === proposal.kind);
    const offer = offerOf(question, { sheet, kind: kind!, kinds, prompts });
    const value = await ask(prompts, question, offer, left, answers.length > together);
    if (value === LEAVE_REST) return answers;
    if (value === BACK) {
      while (answers.pop()?.isRepeated);
      continue;
    }
    const answer = { question, value };
    const other = columnWithField(answer, answers, reviewer);
    if (other) prompts.note(refusal(other, answers, question.sheet));
    else answers.push(answer);
  }
}

/** What a person answered for one sheet, for the same questions about others. */
function repeatedAnswers(
  open: readonly WeighedQuestion[],
  answers: readonly Answer[],
  reviewer: Reviewer,
): Answer[] {
  const kindOf = ({ sheet }: Question) => reviewer.review(sheet, answers).proposal.kind;
  return open.flatMap(({ question }) => {
    const same = answers.find(
      (answer) =>
        !answer.isAccepted &&
        !answer.isDoubt &&
        isSameQuestion(answer.question, question) &&
        kindOf(answer.question) === kindOf(question),
    );
    if (!same || columnWithField({ question, value: same.value }, answers, reviewer)) return [];
    return [{ question, value: same.value, isRepeated: true }];
  });
}

/** Why a column cannot have the field that a person chose. */
function refusal(column: ReviewedColumn, answers: readonly Answer[], sheet: SurveyedSheet): string {
  const isAnswered = answers.some(
    ({ question }) =>
      question.sheet === sheet &&
      (question.type === 'column' || question.type === 'unit') &&
      question.subject === column.index,
  );
  const { taken, choose, chooseBack } = say().mapQuestions;
  const sentence = taken({ ...names(column), field: `${column.target}` });
  return `${sentence}\n${isAnswered ? chooseBack() : choose()}`;
}

/** What a question shows a person. `other` asks for the value of the choice `OTHER`. */
export interface Offer {
  readonly lines: readonly string[];
  readonly choices: readonly Offered[];
  readonly other?: () => Promise<Chosen>;
}

/** What every question can use: its sheet, its kind, and the prompts. */
export interface QuestionContext {
  readonly sheet: SurveyedSheet;
  /** Known for all questions but those about the kind and the header row. */
  readonly kind: KindSpec;
  readonly kinds: readonly KindSpec[];
  readonly prompts: Prompts;
}

/** What a question shows a person, on a terminal or in a workbook. */
export const offerOf = ({ type, about }: Question, asking: QuestionContext): Offer =>
  OFFERS[type](about as never, asking);

const OFFERS: {
  readonly [Type in Question['type']]: (about: Question<Type>['about'], asking: QuestionContext) => Offer;
} = {
  kind: kindOffer,
  row: (rows) => ({
    lines: [say().mapQuestions.headerRow()],
    choices: rows.map(({ row, cells }) => ({
      value: row,
      label: say().mapQuestions.row({ row: `${row}` }),
      hint: joinedTexts(cells, 6),
    })),
  }),
  unit: unitOffer,
  setting: settingOffer,
  separator: separatorOffer,
  group: groupOffer,
  differing: differingOffer,
  fill: ({ column }) => ({
    lines: [say().mapQuestions.fill(names(column)), samplesText(column)],
    choices: [
      { value: 'above', label: say().mapQuestions.above() },
      { value: 'blank', label: say().mapQuestions.blank() },
    ],
  }),
  column: columnOffer,
  field: fieldOffer,
  word: wordOffer,
};

function kindOffer(candidates: readonly string[], { sheet, kinds }: QuestionContext): Offer {
  const names = new Set([...candidates, ...kinds.map(({ name }) => name), 'skip']);
  const skip = { value: 'skip', label: say().mapQuestions.skip(), hint: say().mapQuestions.skipHint() };
  return {
    lines: [
      say().mapQuestions.kind(),
      say().mapQuestions.startsWith({ values: joinedTexts(sheet.firstRows[0]?.cells ?? [], 8) }),
    ],
    choices: [...names].map((name) => (name === 'skip' ? skip : { value: name, label: kindText(name) })),
  };
}

function columnOffer(column: ReviewedColumn, { kind, prompts }: QuestionContext): Offer {
  const { header, letters, candidates, fitting = [], question } = column;
  const { mapQuestions } = say();
  return {
    lines: [
      header === '' ? mapQuestions.noHeader({ column: letters }) : mapQuestions.column(names(column)),
      samplesText(column),
      ...questionLines(question),
    ],
    choices: [
      ...[...new Set([...candidates, ...fitting])]
        .filter((field) => field !== 'ignore')
        .map((field) => ({ value: field, label: field, hint: noteOf(kind, field) })),
      { value: OTHER, label: mapQuestions.otherField(), hint: mapQuestions.search() },
      ignore(),
    ],
    other: () => prompts.search(mapQuestions.partOfField(), fieldChoices(kind)),
  };
}

function unitOffer(column: Question<'unit'>['about']): Offer {
  const { unit: own } = column.unitOf;
  const { mapQuestions } = say();
  const columns = column.unitColumns.map((value) => ({
    value,
    label: value,
    hint: mapQuestions.unitColumn(),
  }));
  const choices = unitChoices(own).map((unit) => ({
    value: unit,
    label: unit,
    hint: unit === own ? mapQuestions.asTheyAre() : mapQuestions.converted({ unit: own }),
  }));
  return {
    lines: [mapQuestions.unit(names(column)), samplesText(column)],
    choices: [...columns, ...choices, ignore()],
  };
}

function fieldOffer(
  { field, question, template, columns }: Question<'field'>['about'],
  { kind, prompts }: QuestionContext,
): Offer {
  const { mapQuestions } = say();
  const isList = valueChoices(kind, field).length > 0;
  const fits = ({ fitting, candidates }: ReviewedColumn) =>
    Number([...(fitting ?? []), ...candidates].some((one) => unnumberedPath(one) === unnumberedPath(field)));
  const free: Offered[] = columns
    .filter(
      ({ header, samples }) => header !== '' && samples.some((text) => !isList || /\p{L}{2}/u.test(text)),
    )
    .toSorted((one, other) => fits(other) - fits(one))
    .slice(0, MOST_COLUMNS)
    .map((column) => ({
      value: { column: column.index, header: column.header },
      label: mapQuestions.fromColumn({ header: forTerminal(column.header, 40) }),
      hint: column.samples.map((text) => forTerminal(text, 20)).join(' | '),
    }));
  const made: Offered[] =
    template === undefined
      ? []
      : [
          {
            value: { section: 'keys', text: template },
            label: forTerminal(template),
            hint: mapQuestions.template(),
          },
        ];
  return {
    lines: [...questionLines(question), noteOf(kind, field)],
    choices: [
      ...made,
      ...free,
      { value: OTHER, label: mapQuestions.constant(), hint: mapQuestions.constantHint() },
    ],
    other: () => constantFor(prompts, field, kind),
  };
}

async function constantFor(prompts: Prompts, field: string, kind: KindSpec): Promise<FieldDecision | null> {
  const values = valueChoices(kind, field);
  const text =
    values.length > 0
      ? await prompts.search(say().mapQuestions.constantValue({ field }), values, valuesMeant(kind, field))
      : await prompts.text(say().mapQuestions.constantText({ field }), (typed) =>
          constantFault(kind, field, typed),
        );
  return text === null ? null : { section: isTemplate(text) ? 'keys' : 'constants', text };
}

function wordOffer(
  { field, word, rows, candidates, question }: ReviewedWord,
  { kind, prompts }: QuestionContext,
): Offer {
  const { mapQuestions } = say();
  const values = valueChoices(kind, field);
  const other = { value: OTHER, label: mapQuestions.otherValue(), hint: mapQuestions.search() } as const;
  return {
    lines: [
      mapQuestions.word({ field, word: forTerminal(word, 60), rows: amount(rows, 'row') }),
      // In this text, the question continues a sentence that begins with the word of the sheet.
      ...questionLines(question && mapQuestions.wordWhy({ why: question })),
    ],
    choices: [
      ...candidates.map((value) => ({ value, label: forTerminal(value) })),
      ...(values.length === 0 ? [] : [other]),
    ],
    other: () => prompts.search(mapQuestions.partOfValue(), values, valuesMeant(kind, field)),
  };
}

/**
 * Asks with the choices that every question has. What trace proposes is the first choice, and Enter takes it, unless it is
 * to ignore the column. Otherwise Enter leaves the question open, so that no guess is written that nobody chose.
 */
async function ask(
  prompts: Prompts,
  question: Question,
  { lines, choices, other }: Offer,
  left: number,
  hasBack: boolean,
): Promise<Chosen> {
  const { sheet } = question;
  const proposed = proposedValue(question);
  const first = proposed === undefined || proposed === 'ignore' ? 0 : 1;
  const place = say().mapQuestions.place({
    // The end of a long path has the name of the file.
    file: forTerminal(sheet.file.length > 60 ? `…${sheet.file.slice(-59)}` : sheet.file, 60),
    sheet: withPart(sheet, forTerminal(sheet.sheet, 40)),
    left: numberText(left),
  });
  for (;;) {
    const value = await prompts.select<Chosen | typeof OTHER>([place, ...lines].join('\n'), [
      ...choices.slice(0, first),
      { value: null, label: say().mapQuestions.leaveOpen(), hint: say().mapQuestions.leaveOpenHint() },
      ...choices.slice(first),
      { value: LEAVE_REST, label: say().mapQuestions.leaveRest() },
      ...(hasBack
        ? [{ value: BACK, label: say().mapQuestions.back(), hint: say().mapQuestions.backHint() } as const]
        : []),
    ]);
    if (value !== OTHER) return value;
    const chosen = await other!();
    // Nothing was chosen: the question is asked again.
    if (chosen !== null) return chosen;
  }
}

const questionLines = (question: string | undefined): string[] =>
  question === undefined ? [] : [forTerminal(question.charAt(0).toUpperCase() + question.slice(1), 300)];
