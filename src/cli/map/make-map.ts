import { command as advised, fileOperand, flag, operands } from '../../advice.ts';
import { write } from '../../context.ts';
import { FAMILIES } from '../../contract/family.ts';
import { EXIT_CODES, type TraceError, usage } from '../../errors.ts';
import { placeText } from '../../findings/finding.ts';
import { SEVERITIES } from '../../findings/group.ts';
import { MAP_FILE } from '../../import/input/map-in-force.ts';
import type { InputSettings } from '../../import/input/settings.ts';
import { wordCountOf } from '../../map/learn-proposal.ts';
import { numberText, say } from '../../say.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import type { MapDocument } from '../view/map-schema.ts';
import { mapLines } from '../view/map-view.ts';
import { amount } from '../view/sentences.ts';
import { lineFor, terminalWidth, wrapWhole } from '../view/wrap.ts';
import { type MapText, mapText } from './changes.ts';
import { documentOf, type Reviews, viewOf } from './document.ts';
import type { RunRecords } from './learn-run.ts';
import { type MapPlace, textOfMap, writeMap } from './place.ts';
import type { Prompts } from './prompts.ts';
import { type Answer, proposedAnswers, Reviewer, reviewed } from './questions.ts';
import { type Surveyed, type SurveyedSheet, surveyed } from './survey.ts';

type LearnedMap = NonNullable<MapDocument['learned']>;

/** The number of columns and words of the map that the run proves. */
function learnedCounts(run: string, reviews: Reviews): LearnedMap {
  let [columns, words] = [0, 0];
  for (const [{ evidence }, review] of reviews) {
    if (!evidence) continue;
    columns += review.columns.filter(
      ({ index, state, isKnown, target }) =>
        !isKnown && (state === 'mapped' || state === 'ignored') && evidence.columns.get(index) === target,
    ).length;
    words += review.words.filter(
      (word) =>
        !word.isKnown &&
        word.basis === 'learned' &&
        wordCountOf(evidence, word)?.values.has(word.value ?? ''),
    ).length;
  }
  return { run, columns, words };
}

const MOST_SHOWN = 20;

/** The lines about what was learned, and about what the rows of the run contradict. */
function* learnedLines({ run, columns, words }: LearnedMap, reviews: Reviews): Generator<string> {
  yield say().mapping.learned({
    ...{ run, columns: amount(columns, 'column'), words: amount(words, 'word') },
  });
  const open = [...doubts(reviews)];
  yield* open.slice(0, MOST_SHOWN);
  if (open.length > MOST_SHOWN)
    yield `  ${say().mapping.more({ number: numberText(open.length - MOST_SHOWN) })}`;
}

function* doubts(reviews: Reviews): Generator<string> {
  for (const [{ file, sheet, evidence }, review] of reviews) {
    if (!evidence) {
      if (review.proposal.kind !== 'skip')
        yield `  ${say().mapping.noKeys({ file: forTerminal(file, 100), sheet: forTerminal(sheet, 40) })}`;
      continue;
    }
    for (const { index, letters, header, state } of review.columns) {
      const question = evidence.questions.get(index)?.question;
      if (question !== undefined && state === 'open')
        yield `  ${say().mapping.doubtColumn({ column: letters, header: forTerminal(header, 40), question })}`;
    }
    for (const word of review.words)
      if (word.state === 'open' && wordCountOf(evidence, word))
        yield `  ${say().mapping.doubtWord({
          ...{ word: forTerminal(word.word, 40), field: word.field },
          question: forTerminal(word.question ?? '', 200),
        })}`;
  }
}

export interface MakeOptions {
  readonly map?: string;
  readonly out?: string;
  readonly learn?: string;
  readonly force?: boolean;
  readonly yes?: boolean;
  readonly accept?: string;
  readonly input?: boolean;
  readonly json?: boolean;
}

/** The input of `makeMap`, from the files and flags of the command. */
export interface MapJob {
  readonly settings: InputSettings;
  /** The files as typed, for the next command. */
  readonly files: readonly string[];
  readonly place: MapPlace;
  readonly options: MakeOptions;
  /** Flags that the next command repeats. */
  readonly flags: readonly string[];
  /** The run of `--learn`. */
  readonly run?: RunRecords;
}

/** Proposes a map, asks what is open on a terminal, and writes the map file. Returns the exit code. */
export async function makeMap(
  { settings, files, place, options, flags, run }: MapJob,
  session: Session,
): Promise<number> {
  const { context } = session;
  const survey = await surveyed(settings, place.map, context.signal, run);
  const rank = ({ severity }: (typeof survey.findings)[number]) => SEVERITIES.indexOf(severity);
  for (const finding of survey.findings.toSorted((one, other) => rank(one) - rank(other))) {
    const text = say().mapping.finding({
      severity: say().severity[finding.severity](),
      place: forTerminal(placeText(finding), 300),
      message: forTerminal(finding.message, 1000),
    });
    await write(context.stderr, lineFor(context.stderr, text, 2000));
  }
  for (const { file, sheet } of survey.hidden) {
    const text = say().mapping.hidden({
      ...{ sheet: forTerminal(sheet), file: forTerminal(file) },
      flag: flag('--sheet', `${sheet}=${say().placeholders.kind()}`),
    });
    await write(context.stderr, lineFor(context.stderr, text));
  }
  // With --accept, the file is written without a confirmation, as with --yes.
  const isSure = options.yes === true || options.accept !== undefined;
  const isAsking = !isSure && !options.json && context.canAnswer && options.input !== false;
  const before = place.map === undefined ? null : await textOfMap(place.map, context.cwd);
  const prompts = isAsking ? await (await import('./prompts.ts')).clackPrompts(context) : null;
  const again = mapAgain(files, options, ...flags, ...(options.yes ? ['--yes'] : []));
  const given = survey.answered.length > 0 ? await answersGiven(survey, again, context) : [];
  const answers = prompts
    ? await (await import('./ask.ts')).askAll(survey, prompts, given)
    : acceptedAnswers(survey, options.accept, given);
  const reviews: Reviews = new Map(survey.sheets.map((sheet) => [sheet, reviewed(sheet, answers)]));
  const { newText, reopened } = mapText(survey, reviews, before, place.target);
  if (!options.json && place.target !== '-') await printSheets(survey, reviews, session);
  const isConfirmed =
    isSure || (prompts !== null && newText !== null && (await confirmed(newText, place, prompts)));
  const isWritten = newText !== null && isConfirmed && place.target !== '-';
  if (isWritten) await writeMap(place, newText.text, context.cwd, options.force === true);
  if (place.target === '-' && newText !== null) await write(context.stdout, newText.text);
  const learned = run ? learnedCounts(run.id, reviews) : null;
  const open = [...reviews.values()].reduce((sum, one) => sum + one.open, reopened);
  const isBroken = survey.findings.some(({ severity }) => severity === 'error');
  const exitCode = EXIT_CODES[open > 0 || isBroken || survey.sheets.length === 0 ? 'invalid' : 'done'].code;
  const next = nextCommand(files, newText, place, options, flags);
  if (options.json) {
    const ends = { map: place.target, written: isWritten, lines: newText?.lines ?? 0, exitCode, next, open };
    await write(context.stdout, `${jsonText({ ...documentOf(survey, reviews, ends), learned })}\n`);
    return exitCode;
  }
  if (newText !== null && !isWritten && place.target !== '-')
    throw unwrittenError(newText, isAsking, files, flags, options);
  const width = terminalWidth(context.stderr);
  const print = (line: string) => write(context.stderr, `${wrapWhole(line, width).join('\n')}\n`);
  if (learned) for (const line of learnedLines(learned, reviews)) await print(line);
  const accepted = answers.filter(({ isAccepted }) => isAccepted).length;
  if (options.accept && accepted > 0) {
    const texts = {
      count: accepted,
      number: numberText(accepted),
      mark: say().mapComments.accepted(),
    };
    await print(say().mapping.accepted(texts));
  } else if (!prompts && open > 0 && acceptedAnswers(survey, 'likely', given).length > given.length) {
    await print(
      say().mapping.acceptHow({ command: mapAgain(files, options, ...flags, '--accept', 'likely') }),
    );
  }
  if (!prompts && open > 0 && !files.includes('-')) {
    const copy = `${say().questionSheet.name().toLowerCase()}.xlsx`;
    await print(say().questionSheet.askAgain({ command: `${next} ${flag('--annotate', copy)}` }));
  }
  for (const line of neededFlags(survey, settings, reviews)) await print(line);
  for (const line of endLines(newText, before, open, place, reviews, next, again)) await print(line);
  return exitCode;
}

/** The flags that the next commands need, if neither a column nor the configuration has the family and the batch. */
function* neededFlags(
  { interface: interfaceName }: Surveyed,
  { family }: InputSettings,
  reviews: Reviews,
): Generator<string> {
  const all = [...reviews].filter(([, { proposal }]) => proposal.kind !== null && proposal.kind !== 'skip');
  if (interfaceName !== 'v2' || all.length === 0) return;
  const has = (field: string) =>
    all.every(
      ([{ known }, { columns }]) =>
        columns.some(({ target }) => target === field) || Object.hasOwn(known?.entry.constants ?? {}, field),
    );
  const name = say().placeholders.name();
  if (family === null && !has('projectType'))
    yield say().mapping.needsFamily({
      flag: flag('--family', name),
      names: Object.keys(FAMILIES).join(', '),
    });
  if (!has('importationBatch')) yield say().mapping.needsBatch({ flag: flag('--batch', name) });
}

/** The answers in the sheets of questions of annotated copies. Prints what is wrong with others. `again`: this command. */
async function answersGiven(
  survey: Surveyed,
  again: string,
  { stderr }: Session['context'],
): Promise<readonly Answer[]> {
  const { sheetAnswers } = await import('./question-answers.ts');
  const { answers, problems } = await sheetAnswers(survey);
  const print = (text: string) => write(stderr, lineFor(stderr, text, 2000));
  for (const { severity, place, message } of problems) {
    const texts = { severity: say().severity[severity](), place: forTerminal(place, 300) };
    await print(say().mapping.finding({ ...texts, message }));
    if (severity === 'error') await print(`  → ${say().questionSheet.correct({ command: again })}`);
  }
  for (const [file, own] of Map.groupBy(answers, ({ question }) => question.sheet.file))
    await print(say().questionSheet.read({ file: forTerminal(file, 300), count: own.length }));
  return answers;
}

/**
 * The given answers, and what `--accept` takes: `likely` the proposals, `everything` also that columns without a field
 * are ignored.
 */
function acceptedAnswers(
  { sheets }: Surveyed,
  which: string | undefined,
  given: readonly Answer[],
): readonly Answer[] {
  const reviewer = new Reviewer();
  if (which === undefined) return given;
  const accepted = [...given, ...proposedAnswers(sheets, given, 'proposals', reviewer)];
  return which === 'everything'
    ? [...accepted, ...proposedAnswers(sheets, accepted, 'ignored', reviewer)]
    : accepted;
}

async function confirmed(
  made: MapText,
  { target, isExtended }: MapPlace,
  prompts: Prompts,
): Promise<boolean> {
  const texts = { lines: amount(made.lines, 'line'), file: forTerminal(target, 300) };
  const { addTo, writeTo } = say().mapQuestions;
  return prompts.confirm((isExtended ? addTo : writeTo)(texts));
}

async function printSheets({ sheets }: Surveyed, reviews: Reviews, { context }: Session): Promise<void> {
  for (const sheet of sheets)
    for (const line of mapLines(viewOf(sheet, reviews.get(sheet)!))) await write(context.stdout, `${line}\n`);
}

/** The command to run when the map file is finished. */
function nextCommand(
  files: readonly string[],
  made: MapText | null,
  { target, map: inForce, isExtended }: MapPlace,
  { map, out }: MakeOptions,
  flags: readonly string[],
): string {
  // Whether the target exists afterwards: it is written now, or is an existing file that is extended.
  const isThere = target !== '-' && (made !== null || isExtended);
  const written = isThere ? (map ?? out) && target : inForce && map;
  const named = written === undefined ? [] : ['--map', written];
  return advised('check', ...operands(files.map(fileOperand), [...named, ...flags]));
}

function unwrittenError(
  { lines }: MapText,
  isAsking: boolean,
  files: readonly string[],
  flags: readonly string[],
  options: MakeOptions,
): TraceError {
  if (isAsking) return usage('map-unconfirmed', say().mapping.unwritten());
  return usage(
    'map-unconfirmed',
    say().mapping.unasked(),
    say().mapping.unaskedHow({
      ...{ count: lines, number: numberText(lines) },
      command: mapAgain(files, options, ...flags, '--yes'),
    }),
  );
}

/** The command that repeats this one with more flags. */
function mapAgain(files: readonly string[], options: MakeOptions, ...flags: readonly string[]): string {
  const { map, out, learn, force } = options;
  const own = [
    ...(map === undefined ? [] : ['--map', map]),
    ...(out === undefined ? [] : ['--out', out]),
    ...(learn === undefined ? [] : ['--learn', learn]),
    ...(force ? ['--force'] : []),
  ];
  return advised('map', ...operands(files.map(fileOperand), [...own, ...flags]));
}

function* endLines(
  made: MapText | null,
  before: string | null,
  open: number,
  { target, isExtended }: MapPlace,
  reviews: Reviews,
  next: string,
  again: string,
): Generator<string> {
  const file = target === '-' ? MAP_FILE : forTerminal(target, 1000);
  if (reviews.size === 0) yield say().mapping.noRows();
  else if (made === null && open === 0)
    yield isExtended ? say().mapping.complete({ file }) : say().mapping.needless();
  else if (made === null && before !== null) yield say().mapping.nothingNew({ file });
  else if (made !== null && target !== '-')
    yield say().mapping.newLines({ file, lines: amount(made.lines, 'new line') });
  const text = made?.text ?? before;
  // A sheet whose kind is open has no entry, so nothing about it can be answered in the file.
  const kindless = text === null ? [] : [...reviews].filter(([, { proposal }]) => proposal.kind === null);
  const others = open - kindless.reduce((sum, [, review]) => sum + review.open, 0);
  for (const [sheet] of kindless)
    yield say().mapping.kindless({
      ...{
        file,
        sheet: forTerminal(sheet.sheet, 100),
        path: forTerminal(sheet.file, 300),
        how: nameKind(sheet),
      },
    });
  if (others > 0) {
    const line = text === null ? -1 : text.split('\n').findIndex((line) => QUESTION.test(line));
    // Without a map file the kind of each sheet is open, and this command goes on once it is named.
    const [first, ...more] = text === null ? reviews.keys() : [];
    const how = first ? nameKind(first, ...more) : say().mapping.answer();
    const texts = { questions: amount(others, 'question'), how, command: first ? again : next };
    yield line < 0 ? say().mapping.open(texts) : say().mapping.openLine({ ...texts, line: `${line + 1}` });
  } else if (open === 0 && reviews.size > 0) yield say().mapping.next({ command: next });
}

/** A line with a question: a comment, or a column with the value `?`. */
const QUESTION = /^\s*#\s.*: \?(?:\s+#|\s*$)|: "\?"/;

const nameKind = (...sheets: readonly [SurveyedSheet, ...SurveyedSheet[]]): string =>
  say().mapping.nameKind({
    flags: sheets.map(({ sheet }) => flag('--sheet', `${sheet}=${say().placeholders.kind()}`)).join(' '),
    kinds: sheets[0].kinds.map(({ name }) => name).join(', '),
  });
