import type { KindSpec } from '../../contract/kind.ts';
import { forTerminal } from '../../terminal-text.ts';
import { amount } from '../view/sentences.ts';
import { readingsOf } from './ambiguous.ts';
import { constantFault, fieldChoices, isTemplate, noteOf, valueChoices } from './field-choices.ts';
import type { Choice, Prompts } from './prompts.ts';
import {
  type Answer,
  columnWithField,
  nextQuestion,
  openCount,
  type Question,
  Reviewer,
} from './questions.ts';
import { type FieldDecision, type ReviewedColumn, type ReviewedSetting, unitChoices } from './review.ts';
import {
  type DifferingColumn,
  groupLines,
  ONE_VALUE,
  type ReviewedFill,
  type ReviewedGroup,
  type ReviewedSeparator,
} from './rows.ts';
import type { Surveyed, SurveyedSheet } from './survey.ts';

/** What a person chooses instead of a value. */
const BACK = Symbol('back');
const REST = Symbol('leave the rest open');
/** Asks for a value that is not among the choices. */
const OTHER = Symbol('another value');

type Chosen = Answer['value'] | typeof BACK | typeof REST;
type Offered = Choice<Chosen | typeof OTHER>;

/** Asks every open question. `back` undoes the last answer. */
export async function askAll({ sheets, kinds }: Surveyed, prompts: Prompts): Promise<Answer[]> {
  const answers: Answer[] = [];
  const reviewer = new Reviewer();
  const total = openCount(sheets, answers, reviewer);
  if (total > 0) prompts.note(`${amount(total, 'question')}. Ctrl-C ends without writing.`);
  for (;;) {
    const question = nextQuestion(sheets, answers, reviewer);
    if (question === undefined) return answers;
    const skipped = answers.filter(({ value }) => value === null).length;
    const asking: Asking = {
      prompts,
      question,
      left: openCount(sheets, answers, reviewer) - skipped,
      hasBack: answers.length > 0,
    };
    const value = await ask(asking, kinds);
    if (value === REST) return answers;
    if (value === BACK) {
      answers.pop();
      continue;
    }
    const answer = { question, value };
    const other = columnWithField(answer, answers, reviewer);
    if (other) prompts.note(refusal(other, answers, question.sheet));
    else answers.push(answer);
  }
}

/** Why a column cannot have the field that a person chose. */
function refusal(
  { letters, header, index, target }: ReviewedColumn,
  answers: readonly Answer[],
  sheet: SurveyedSheet,
): string {
  const isAnswered = answers.some(
    ({ question }) => question.sheet === sheet && 'column' in question && question.column.index === index,
  );
  const back = isAnswered ? ', or go back to change that column' : '';
  return `Not taken: column ${letters} "${forTerminal(header, 60)}" has ${target} already.\nChoose another field or ignore${back}.`;
}

interface Asking {
  readonly prompts: Prompts;
  readonly question: Question;
  /** Number of questions, with this one. */
  readonly left: number;
  readonly hasBack: boolean;
}

function ask(asking: Asking, kinds: readonly KindSpec[]): Promise<Chosen> {
  const { question } = asking;
  if (question.type === 'kind') return askKind(asking, question.candidates, kinds);
  if (question.type === 'row') return askRow(asking);
  if (question.type === 'unit') return askUnit(asking, question);
  if (question.type === 'setting') return askSetting(asking, question.setting);
  if (question.type === 'separator') return askSeparator(asking, question.separator);
  if (question.type === 'group') return askGroup(asking, question.group);
  if (question.type === 'differing') return askDiffering(asking, question.differing);
  if (question.type === 'fill') return askFill(asking, question.fill);
  const kind = kinds.find(({ name }) => name === question.kind)!;
  if (question.type === 'column') return askColumn(asking, question, kind);
  return question.type === 'field' ? askField(asking, question, kind) : askWord(asking, question, kind);
}

function askKind(asking: Asking, candidates: readonly string[], kinds: readonly KindSpec[]): Promise<Chosen> {
  const names = new Set([...candidates, ...kinds.map(({ name }) => name)]);
  const [first] = asking.question.sheet.firstRows;
  return choose(
    asking,
    ['What does a row of this sheet describe?', `It starts with: ${shown(first?.cells ?? [], 8)}`],
    [...[...names].map((name) => ({ value: name, label: name })), SKIP],
  );
}

const SKIP: Offered = { value: 'skip', label: 'skip', hint: 'do not read the sheet' };
const IGNORE: Offered = { value: 'ignore', label: 'ignore', hint: 'do not send its values' };

function askRow(asking: Asking): Promise<Chosen> {
  const rows = asking.question.sheet.firstRows.map(({ row, cells }) => ({
    value: row,
    label: `row ${row}`,
    hint: shown(cells, 6),
  }));
  return choose(asking, ['Which row has the headers of the columns?'], rows);
}

function askColumn(
  asking: Asking,
  { column }: Extract<Question, { type: 'column' }>,
  kind: KindSpec,
): Promise<Chosen> {
  const { header, letters, samples, candidates, question } = column;
  const lines = [
    header === ''
      ? `Column ${letters} has values but no header. What is it?`
      : `Which field is column ${letters} "${forTerminal(header, 60)}"?`,
    `Samples: ${shown(samples, 3)}`,
    ...said(question),
  ];
  const fields = candidates
    .filter((field) => field !== 'ignore')
    .map((field) => ({ value: field, label: field, hint: noteOf(kind, field) }));
  return choose(
    asking,
    lines,
    [...fields, { value: OTHER, label: 'another field', hint: 'search' }, IGNORE],
    () => asking.prompts.search('Part of the name of the field:', fieldChoices(kind)),
  );
}

function askUnit(
  asking: Asking,
  { column: { header, letters, samples, unitOf } }: Extract<Question, { type: 'unit' }>,
): Promise<Chosen> {
  const lines = [
    `Which unit do the numbers of column ${letters} "${forTerminal(header, 60)}" have?`,
    `Samples: ${shown(samples, 3)}`,
  ];
  const choices = unitChoices(unitOf.unit).map((unit) => ({
    value: unit,
    label: unit,
    hint: unit === unitOf.unit ? 'sent as they are' : `converted to ${unitOf.unit}`,
  }));
  return choose(asking, lines, [...choices, IGNORE]);
}

function askSeparator(asking: Asking, { header, sample, choices }: ReviewedSeparator): Promise<Chosen> {
  const signs = choices.map((sign) => ({
    value: sign,
    label: `"${sign}"`,
    hint: forTerminal(
      sample
        .split(sign)
        .map((part) => part.trim())
        .join(' | '),
      50,
    ),
  }));
  return choose(
    asking,
    [`What separates the values of "${forTerminal(header, 60)}"?`, `It has: ${forTerminal(sample, 60)}`],
    [...signs, { value: ONE_VALUE, label: 'nothing', hint: 'it is one value; ";" separates values' }],
  );
}

function askGroup(asking: Asking, group: ReviewedGroup): Promise<Chosen> {
  const by = group.by.map((header) => `"${forTerminal(header, 40)}"`).join(', ');
  return choose(
    asking,
    [
      `Rows that follow each other have the same ${by}, or none. Are they one record?`,
      ...groupLines(group).map((line) => forTerminal(line, 200)),
    ],
    [
      { value: 'one-record', label: 'one record', hint: 'lists have the items of all rows' },
      { value: 'each-row', label: 'each row is a record' },
    ],
  );
}

function askDiffering(asking: Asking, { column, adds, repeats }: DifferingColumn): Promise<Chosen> {
  const { header, letters, samples } = column;
  const added: Offered[] =
    adds === undefined ? [] : [{ value: 'add-up', label: 'add up', hint: 'send the sum of the rows' }];
  const once: Offered[] = repeats
    ? [{ value: 'repeat', label: 'once', hint: 'the rows repeat the quantity of the record' }]
    : [];
  return choose(
    asking,
    [
      `The rows of a record have ${repeats ? 'the same quantity' : 'different values'} in column ${letters} "${forTerminal(header, 60)}". What is sent?`,
      `Samples: ${shown(samples, 3)}`,
    ],
    [...added, ...once, IGNORE],
  );
}

function askFill(asking: Asking, { column: { header, letters, samples } }: ReviewedFill): Promise<Chosen> {
  return choose(
    asking,
    [
      `What do blank cells of column ${letters} "${forTerminal(header, 60)}" mean?`,
      `Samples: ${shown(samples, 3)}`,
    ],
    [
      { value: 'above', label: 'the value above' },
      { value: 'blank', label: 'no value' },
    ],
  );
}

function askSetting(asking: Asking, { name, field, sample, header }: ReviewedSetting): Promise<Chosen> {
  const readings = sample === null ? [] : readingsOf(name, sample);
  const what = name === 'decimal' ? 'Which decimal mark' : 'Which order of day and month';
  return choose(
    asking,
    [
      `${what} does this ${field === undefined ? 'sheet' : 'column'} use? "${forTerminal(header, 60)}" has ${forTerminal(sample ?? '')}.`,
    ],
    readings.map(({ value, reading }) => ({ value, label: value, hint: reading })),
  );
}

function askField(
  asking: Asking,
  { field: { field, question, template } }: Extract<Question, { type: 'field' }>,
  kind: KindSpec,
): Promise<Chosen> {
  const made: Offered[] =
    template === undefined
      ? []
      : [
          {
            value: { section: 'keys', text: template },
            label: forTerminal(template),
            hint: 'made of other cells',
          },
        ];
  const constant: Offered = { value: OTHER, label: 'a constant', hint: 'the same value for all rows' };
  return choose(asking, [...said(question), noteOf(kind, field)], [...made, constant], () =>
    constantFor(asking.prompts, field, kind),
  );
}

async function constantFor(prompts: Prompts, field: string, kind: KindSpec): Promise<FieldDecision | null> {
  const values = valueChoices(kind, field);
  const text =
    values.length > 0
      ? await prompts.search(`The value of ${field} for all rows:`, values)
      : await prompts.text(
          `The value of ${field} for all rows. {productRef} stands for the cell of a field or column:`,
          (typed) => constantFault(kind, field, typed),
        );
  return text === null ? null : { section: isTemplate(text) ? 'keys' : 'constants', text };
}

function askWord(
  asking: Asking,
  { word: { field, word, rows, candidates, question } }: Extract<Question, { type: 'word' }>,
  kind: KindSpec,
): Promise<Chosen> {
  const lines = [
    `Which value of ${field} is "${forTerminal(word, 60)}" (${amount(rows, 'row')})?`,
    // The question continues a sentence that begins with the word.
    ...said(question && `it ${question}`),
  ];
  const values = valueChoices(kind, field);
  return choose(
    asking,
    lines,
    [
      ...candidates.map((value) => ({ value, label: forTerminal(value) })),
      ...(values.length === 0 ? [] : [{ value: OTHER, label: 'another value', hint: 'search' } as const]),
    ],
    () => asking.prompts.search('Part of the value:', values),
  );
}

/**
 * Asks with the choices that every question has. The first one leaves the question open, because what is asked is not
 * certain: Enter must never write a guess. `other` asks for the value of the choice `OTHER`.
 */
async function choose(
  { prompts, question: { sheet }, left, hasBack }: Asking,
  lines: readonly string[],
  choices: readonly Offered[],
  other?: () => Promise<Chosen>,
): Promise<Chosen> {
  const place = `${forTerminal(sheet.file, 60)} › ${forTerminal(sheet.sheet, 40)} (${left} left)`;
  for (;;) {
    const value = await prompts.select<Chosen | typeof OTHER>([place, ...lines].join('\n'), [
      { value: null, label: 'leave open', hint: 'written as a question' },
      ...choices,
      { value: REST, label: 'leave all others open' },
      ...(hasBack ? [{ value: BACK, label: 'back', hint: 'undo the last answer' } as const] : []),
    ]);
    if (value !== OTHER) return value;
    const chosen = await other!();
    // Nothing was chosen: the question is asked again.
    if (chosen !== null) return chosen;
  }
}

const shown = (texts: readonly string[], most: number): string =>
  texts
    .filter((text) => text !== '')
    .slice(0, most)
    .map((text) => forTerminal(text, 30))
    .join(' | ') || 'no values';

const said = (question: string | undefined): string[] =>
  question === undefined ? [] : [forTerminal(question.charAt(0).toUpperCase() + question.slice(1), 300)];
