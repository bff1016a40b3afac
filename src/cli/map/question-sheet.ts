import { basename } from 'node:path';
import { command } from '../../advice.ts';
import type { InputSettings } from '../../import/input/settings.ts';
import { numberText, say } from '../../say.ts';
import type { QuestionSheet, ResultCell, ResultLine } from '../../sheets/annotate/marks.ts';
import { questionTitle } from '../../sheets/annotate/own-sheets.ts';
import { forTerminal } from '../../terminal-text.ts';
import { joinedTexts, withPart } from './accept.ts';
import { filledRows } from './question-answers.ts';
import { type AskedQuestion, askedQuestions } from './question-list.ts';
import { ACCEPTING, type QuestionKey, questionId, sheetOffer } from './question-offer.ts';
import type { Question } from './questions.ts';
import { type Surveyed, type SurveyedSheet, surveyed } from './survey.ts';

/** The columns of the sheet: their widths in characters. The column of the answer follows that of the proposal. */
const WIDTHS = [46, 22, 20, 26, 7, 22, 26, 52];
const ANSWER = 6;
/** Maximum number of questions in a sheet. */
const MOST_QUESTIONS = 500;
/** Number of possible answers that a row explains, and of sheets that it names. */
const MOST_EXPLAINED = 6;
const MOST_PLACES = 3;

/** The questions of a map, for the annotated copies of its files. */
export interface QuestionSheets {
  /** Number of questions in the copy of a file. */
  count(file: string): number;
  /** The sheet of questions of the copy; null if there is nothing to ask. `nameInCopy`: the name that a sheet has there. */
  sheetFor(file: string, nameInCopy: (sheet: string) => string): QuestionSheet | null;
}

/** A question as a row of the sheet, but for what depends on the copy. */
interface QuestionRow extends AskedQuestion {
  readonly proposal: string;
  readonly choices: readonly string[];
  readonly labels: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
  readonly explained: readonly string[];
}

/** The questions about the input files, which may have different map files. */
export async function questionsAbout(settings: InputSettings, signal: AbortSignal): Promise<QuestionSheets> {
  const byMap = Map.groupBy(new Set(settings.files), (file) => settings.maps?.get(file));
  const byFile = new Map<string, QuestionSheets>();
  for (const [map, files] of byMap) {
    const sheets = await questionSheets(await surveyed({ ...settings, files }, map, signal));
    for (const file of files) byFile.set(file, sheets);
  }
  return {
    count: (file) => byFile.get(file)?.count(file) ?? 0,
    sheetFor: (file, nameInCopy) => byFile.get(file)?.sheetFor(file, nameInCopy) ?? null,
  };
}

/** The questions that `trace map` would ask about the files, each once. */
export async function questionSheets(survey: Surveyed): Promise<QuestionSheets> {
  const byFile = Map.groupBy(askedQuestions(survey), ({ question }) => question.sheet.file);
  const rows = new Map<string, QuestionRow[]>();
  for (const [file, asked] of byFile)
    rows.set(file, await Promise.all(asked.slice(0, MOST_QUESTIONS).map((one) => rowOf(one, survey))));
  const earlier = new Map(
    survey.answered.map((sheet) => [
      sheet.file,
      new Map(filledRows(sheet).map(({ key, text }) => [key.question, text])),
    ]),
  );
  return {
    count: (file) => rows.get(file)?.length ?? 0,
    sheetFor: (file, nameInCopy) => {
      const own = rows.get(file) ?? [];
      if (own.length === 0) return null;
      const answers = earlier.get(file) ?? new Map();
      return sheetOf(own, { nameInCopy, answers, sheets: survey.sheets, all: byFile.get(file)?.length ?? 0 });
    },
  };
}

async function rowOf(asked: AskedQuestion, { kinds }: Surveyed): Promise<QuestionRow> {
  const { question, review, proposed } = asked;
  const kind = kinds.find(({ name }) => name === review.proposal.kind)!;
  const { lines, choices, others, typed } = await sheetOffer(question, {
    sheet: question.sheet,
    kind,
    kinds,
  });
  const labels = choices
    .filter(({ value, label }) => value !== label)
    .map(({ value, label }) => [label, value]);
  const isProposed = ({ value }: { readonly value: unknown }) =>
    JSON.stringify(value) === JSON.stringify(proposed);
  const named = choices.length > 0 ? choices : others;
  const explained = named
    .slice(0, MOST_EXPLAINED)
    .map(({ label, hint }) => (hint ? `${label}: ${hint}` : label));
  const rest = choices.length + others.length - explained.length;
  return {
    ...asked,
    lines: lines.filter((line) => line !== samplesOf(question)),
    proposal: proposed === undefined ? '' : (choices.find(isProposed)?.label ?? String(proposed)),
    choices: [...choices, ...others].map(({ label }) => label),
    labels: Object.fromEntries(labels),
    explained: [
      ...explained,
      ...(typed === undefined ? [] : [typed]),
      ...(rest > 0 ? [say().questionSheet.others({ count: rest, number: numberText(rest) })] : []),
    ],
  };
}

/** The line with samples: the sheet has a column for them. */
function samplesOf({ type, about }: Question): string | undefined {
  if (type === 'column' || type === 'unit')
    return say().mapQuestions.samples({ values: joinedTexts(about.samples, 3) });
  if (type === 'fill' || type === 'differing')
    return say().mapQuestions.samples({ values: joinedTexts(about.column.samples, 3) });
  return undefined;
}

interface SheetContext {
  readonly nameInCopy: (sheet: string) => string;
  /** The answers that a person has given already. */
  readonly answers: ReadonlyMap<string, string>;
  /** All sheets of the survey. */
  readonly sheets: readonly SurveyedSheet[];
  /** Number of questions, with those that have no room. */
  readonly all: number;
}

function sheetOf(rows: readonly QuestionRow[], context: SheetContext): QuestionSheet {
  const text = say().questionSheet;
  const line = (content: string): ResultLine => [{ text: content, style: 'plain' }];
  const head: ResultLine[] = [
    questionTitle(),
    line(text.howToAnswer({ answer: text.headerAnswer() })),
    line(text.howToReturn({ command: command('map', say().placeholders.file()) })),
    ...(context.all > rows.length
      ? [line(text.capped({ shown: numberText(rows.length), all: numberText(context.all) }))]
      : []),
  ];
  const headers = [
    ...[
      text.headerQuestion(),
      text.headerWhere(),
      text.headerColumn(),
      text.headerValues(),
      text.headerRows(),
    ],
    ...[text.headerProposal(), text.headerAnswer(), text.headerPossible()],
  ];
  const table: ResultLine[] = [
    [
      ...headers.map((content) => ({ text: content, style: 'header' }) as const),
      { text: JSON.stringify({ answer: headers[ANSWER] }), style: 'plain' },
    ],
    ...acceptLines(rows),
    ...rows.map((row) => questionLine(row, context)),
  ];
  const lines = [...head, [], ...table];
  return { name: text.name(), count: rows.length, widths: WIDTHS, lines, frozen: head.length + 2 };
}

/** The questions whether all proposals hold, as the first screens of a terminal ask. An earlier yes is about others. */
function acceptLines(rows: readonly QuestionRow[]): ResultLine[] {
  const { yes, no, ignore } = say().mapQuestions;
  const { acceptProposals, acceptIgnored } = say().questionSheet;
  const labels = { [yes()]: 'yes', [no()]: 'no' };
  const choices = Object.keys(labels);
  const proposed = rows.filter((row) => row.proposed !== undefined).length;
  const ignored = rows.filter((row) => row.proposed === 'ignore').length;
  const lines = [
    { count: proposed - ignored, question: ACCEPTING.proposals, text: acceptProposals },
    { count: ignored, question: ACCEPTING.ignored, text: acceptIgnored },
  ];
  return lines.flatMap(({ count, question, text }) => {
    // Each proposal has a row that accepts it, unless there is only one.
    if (count === 0 || proposed < 2) return [];
    const cells = [text({ count, number: numberText(count), ignore: ignore() }), '', '', '', '', ''];
    return [tableLine(cells, [choices.join(', ')], { question, labels }, choices, '')];
  });
}

function questionLine(row: QuestionRow, { nameInCopy, answers, sheets }: SheetContext): ResultLine {
  const { question, review, places, column, values, rows, proposal, proposed, labels } = row;
  const { sheet } = question;
  const id = questionId(question, nameInCopy(sheet.sheet), review, sheets);
  const shown = places
    .slice(0, MOST_PLACES)
    .map((one) => `${basename(one.copyOf ?? one.file)} › ${withPart(one, one.sheet)}`);
  const rest = places.length - shown.length;
  const where = [...shown, ...(rest > 0 ? [say().mapping.more({ number: numberText(rest) })] : [])];
  const cells = [
    ...[row.lines.join('\n'), where.join('\n'), column?.text ?? '', values.join('\n')],
    ...[numberText(rows), proposal],
  ];
  const key = { question: id, ...(proposed !== undefined && { proposed }), labels };
  const line = tableLine(cells, row.explained, key, row.choices, answers.get(id) ?? '');
  if (!column) return line;
  const { isForm, headerRow } = review.proposal;
  const cell = isForm ? column.letters : `${column.letters}${headerRow ?? 1}`;
  return line.with(2, { text: column.text, link: { sheet: nameInCopy(sheet.sheet), cell } });
}

/** A row of the table, with the cell for the answer and the hidden key. */
const tableLine = (
  cells: readonly string[],
  explained: readonly string[],
  key: QuestionKey,
  choices: readonly string[],
  answer: string,
): ResultCell[] => [
  ...cells.map((text) => ({ text: visible(text) }) as const),
  { text: answer, style: 'answer', choices },
  { text: visible(explained.join('\n')) },
  { text: JSON.stringify(key), style: 'plain' },
];

/** A text of the input in a cell, without control characters; line breaks stay. */
const visible = (text: string): string =>
  text
    .split('\n')
    .map((part) => forTerminal(part, 300))
    .join('\n');
