import type { KindSpec } from '../../contract/kind.ts';
import { kindText, numberText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import { amount } from '../view/sentences.ts';
import { readingsOf } from './ambiguous.ts';
import { constantFault, fieldChoices, isTemplate, noteOf, valueChoices } from './field-choices.ts';
import type { Choice, Prompts } from './prompts.ts';
import {
  type Answer,
  columnWithField,
  nextQuestion,
  oneCandidate,
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
  if (total > 0) prompts.note(say().mapQuestions.intro({ questions: amount(total, 'question') }));
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
  const { taken, choose, chooseBack } = say().mapQuestions;
  const sentence = taken({ column: letters, header: forTerminal(header, 60), field: `${target}` });
  return `${sentence}\n${isAnswered ? chooseBack() : choose()}`;
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
    [say().mapQuestions.kind(), say().mapQuestions.startsWith({ values: shown(first?.cells ?? [], 8) })],
    [...[...names].map((name) => ({ value: name, label: kindText(name) })), skip()],
  );
}

const skip = (): Offered => ({
  ...{ value: 'skip', label: say().mapQuestions.skip(), hint: say().mapQuestions.skipHint() },
});
const ignore = (): Offered => ({
  ...{ value: 'ignore', label: say().mapQuestions.ignore(), hint: say().mapQuestions.ignoreHint() },
});

function askRow(asking: Asking): Promise<Chosen> {
  const rows = asking.question.sheet.firstRows.map(({ row, cells }) => ({
    value: row,
    label: say().mapQuestions.row({ row: `${row}` }),
    hint: shown(cells, 6),
  }));
  return choose(asking, [say().mapQuestions.headerRow()], rows);
}

function askColumn(
  asking: Asking,
  { column }: Extract<Question, { type: 'column' }>,
  kind: KindSpec,
): Promise<Chosen> {
  const { header, letters, samples, candidates, question } = column;
  const lines = [
    header === ''
      ? say().mapQuestions.noHeader({ column: letters })
      : say().mapQuestions.column({ column: letters, header: forTerminal(header, 60) }),
    samplesText(samples),
    ...said(question),
  ];
  const fields = candidates
    .filter((field) => field !== 'ignore')
    .map((field) => ({ value: field, label: field, hint: noteOf(kind, field) }));
  return choose(
    asking,
    lines,
    [
      ...fields,
      { value: OTHER, label: say().mapQuestions.otherField(), hint: say().mapQuestions.search() },
      ignore(),
    ],
    () => asking.prompts.search(say().mapQuestions.partOfField(), fieldChoices(kind)),
  );
}

function askUnit(
  asking: Asking,
  { column: { header, letters, samples, unitOf } }: Extract<Question, { type: 'unit' }>,
): Promise<Chosen> {
  const lines = [
    say().mapQuestions.unit({ column: letters, header: forTerminal(header, 60) }),
    samplesText(samples),
  ];
  const choices = unitChoices(unitOf.unit).map((unit) => ({
    value: unit,
    label: unit,
    hint:
      unit === unitOf.unit
        ? say().mapQuestions.asTheyAre()
        : say().mapQuestions.converted({ unit: unitOf.unit }),
  }));
  return choose(asking, lines, [...choices, ignore()]);
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
    [
      say().mapQuestions.separator({ header: forTerminal(header, 60) }),
      say().mapQuestions.has({ sample: forTerminal(sample, 60) }),
    ],
    [
      ...signs,
      { value: ONE_VALUE, label: say().mapQuestions.nothing(), hint: say().mapQuestions.oneValue() },
    ],
  );
}

function askGroup(asking: Asking, group: ReviewedGroup): Promise<Chosen> {
  const by = group.by.map((header) => `"${forTerminal(header, 40)}"`).join(', ');
  return choose(
    asking,
    [say().mapQuestions.group({ columns: by }), ...groupLines(group).map((line) => forTerminal(line, 200))],
    [
      {
        ...{ value: 'one-record', label: say().mapQuestions.oneRecord() },
        hint: say().mapQuestions.oneRecordHint(),
      },
      { value: 'each-row', label: say().mapQuestions.eachRow() },
    ],
  );
}

function askDiffering(asking: Asking, { column, adds, repeats }: DifferingColumn): Promise<Chosen> {
  const { header, letters, samples } = column;
  const named = { column: letters, header: forTerminal(header, 60) };
  const added: Offered[] =
    adds === undefined
      ? []
      : [{ value: 'add-up', label: say().mapQuestions.addUp(), hint: say().mapQuestions.addUpHint() }];
  const once: Offered[] = repeats
    ? [{ value: 'repeat', label: say().mapQuestions.once(), hint: say().mapQuestions.onceHint() }]
    : [];
  return choose(
    asking,
    [
      repeats ? say().mapQuestions.differingSame(named) : say().mapQuestions.differing(named),
      samplesText(samples),
    ],
    [...added, ...once, ignore()],
  );
}

function askFill(asking: Asking, { column: { header, letters, samples } }: ReviewedFill): Promise<Chosen> {
  return choose(
    asking,
    [say().mapQuestions.fill({ column: letters, header: forTerminal(header, 60) }), samplesText(samples)],
    [
      { value: 'above', label: say().mapQuestions.above() },
      { value: 'blank', label: say().mapQuestions.blank() },
    ],
  );
}

function askSetting(asking: Asking, { name, field, sample, header }: ReviewedSetting): Promise<Chosen> {
  const readings = sample === null ? [] : readingsOf(name, sample);
  const { decimalSheet, decimalColumn, orderSheet, orderColumn } = say().mapQuestions;
  const isSheet = field === undefined;
  const text =
    name === 'decimal' ? (isSheet ? decimalSheet : decimalColumn) : isSheet ? orderSheet : orderColumn;
  return choose(
    asking,
    [text({ header: forTerminal(header, 60), sample: forTerminal(sample ?? '') })],
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
            hint: say().mapQuestions.template(),
          },
        ];
  const constant: Offered = {
    ...{ value: OTHER, label: say().mapQuestions.constant(), hint: say().mapQuestions.constantHint() },
  };
  return choose(asking, [...said(question), noteOf(kind, field)], [...made, constant], () =>
    constantFor(asking.prompts, field, kind),
  );
}

async function constantFor(prompts: Prompts, field: string, kind: KindSpec): Promise<FieldDecision | null> {
  const values = valueChoices(kind, field);
  const text =
    values.length > 0
      ? await prompts.search(say().mapQuestions.constantValue({ field }), values)
      : await prompts.text(say().mapQuestions.constantText({ field }), (typed) =>
          constantFault(kind, field, typed),
        );
  return text === null ? null : { section: isTemplate(text) ? 'keys' : 'constants', text };
}

function askWord(
  asking: Asking,
  { word: { field, word, rows, candidates, question } }: Extract<Question, { type: 'word' }>,
  kind: KindSpec,
): Promise<Chosen> {
  const lines = [
    say().mapQuestions.word({ field, word: forTerminal(word, 60), rows: amount(rows, 'row') }),
    // The question continues a sentence that begins with the word.
    ...said(question && say().mapQuestions.wordWhy({ why: question })),
  ];
  const values = valueChoices(kind, field);
  const other: Offered = {
    ...{ value: OTHER, label: say().mapQuestions.otherValue(), hint: say().mapQuestions.search() },
  };
  return choose(
    asking,
    lines,
    [
      ...candidates.map((value) => ({ value, label: forTerminal(value) })),
      ...(values.length === 0 ? [] : [other]),
    ],
    () => asking.prompts.search(say().mapQuestions.partOfValue(), values),
  );
}

/**
 * Asks with the choices that every question has. Enter takes the one candidate, which is the first of the choices. Where
 * there is none, or one of several, Enter leaves the question open: it never writes a guess that nobody chose. `other`
 * asks for the value of the choice `OTHER`.
 */
async function choose(
  { prompts, question, left, hasBack }: Asking,
  lines: readonly string[],
  choices: readonly Offered[],
  other?: () => Promise<Chosen>,
): Promise<Chosen> {
  const { sheet } = question;
  const first = oneCandidate(question) === undefined ? 0 : 1;
  const place = say().mapQuestions.place({
    file: forTerminal(sheet.file, 60),
    sheet: forTerminal(sheet.sheet, 40),
    left: numberText(left),
  });
  for (;;) {
    const value = await prompts.select<Chosen | typeof OTHER>([place, ...lines].join('\n'), [
      ...choices.slice(0, first),
      { value: null, label: say().mapQuestions.leaveOpen(), hint: say().mapQuestions.leaveOpenHint() },
      ...choices.slice(first),
      { value: REST, label: say().mapQuestions.leaveRest() },
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

const shown = (texts: readonly string[], most: number): string =>
  texts
    .filter((text) => text !== '')
    .slice(0, most)
    .map((text) => forTerminal(text, 30))
    .join(' | ') || say().mapQuestions.noValues();

const samplesText = (samples: readonly string[]): string =>
  say().mapQuestions.samples({ values: shown(samples, 3) });

const said = (question: string | undefined): string[] =>
  question === undefined ? [] : [forTerminal(question.charAt(0).toUpperCase() + question.slice(1), 300)];
