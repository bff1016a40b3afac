import type { Field } from '../../contract/field.ts';
import type { KindSpec } from '../../contract/kind.ts';
import { withEvidence } from '../../map/learn-proposal.ts';
import { unitTemplate } from '../../map/map-file/settings-of-fields.ts';
import { fieldNamed, unnumberedPath } from '../../map/map-file/targets.ts';
import type { SheetProposal } from '../../map/proposal.ts';
import { collide, numberedPath } from '../../records/column-paths.ts';
import { unitFactor } from '../../records/number.ts';
import { Decisions, type FieldColumn, type FieldDecision } from './decisions.ts';
import {
  canBeWord,
  type Review,
  type ReviewedColumn,
  type ReviewedField,
  type ReviewedSetting,
  type ReviewedWord,
  reviewOf,
  settingId,
  wordId,
} from './review.ts';
import type { DifferingColumn, ReviewedFill, ReviewedGroup, ReviewedSeparator } from './rows.ts';
import { wordsOfQuestion } from './same-question.ts';
import type { SurveyedSheet } from './survey.ts';

/** What the questions of each type are about. */
interface Topics {
  /** The likely kinds. */
  readonly kind: readonly string[];
  readonly row: SurveyedSheet['firstRows'];
  /** `isOnlyOne`: its first candidate is neither the field nor a candidate of another column. */
  readonly column: ReviewedColumn & { readonly isOnlyOne: boolean };
  /** `unitColumns`: the columns that may have the units, as `units` of a map file names them. */
  readonly unit: ReviewedColumn &
    Required<Pick<ReviewedColumn, 'unitOf'>> & { readonly unitColumns: readonly string[] };
  readonly setting: ReviewedSetting;
  readonly separator: ReviewedSeparator;
  readonly group: ReviewedGroup;
  readonly differing: DifferingColumn;
  readonly fill: ReviewedFill;
  /** `columns`: those that no other field has. */
  readonly field: ReviewedField & { readonly columns: readonly ReviewedColumn[] };
  readonly word: ReviewedWord;
}

/** A question that only a person can answer. `subject` distinguishes questions of one type (see `Decisions`). */
export type Question<Type extends keyof Topics = keyof Topics> = {
  readonly [Own in Type]: {
    readonly sheet: SurveyedSheet;
    readonly type: Own;
    readonly subject: string | number;
    readonly about: Topics[Own];
  };
}[Type];

/** An answer to a question; null leaves it open. */
export interface Answer {
  readonly question: Question;
  readonly value: string | number | FieldDecision | FieldColumn | null;
  /** Set if it was accepted with others, without a look at this question. */
  readonly isAccepted?: true;
  /** Set if a person answered the same question about another sheet. */
  readonly isRepeated?: true;
  /** Set if a person took this value away, so that the question is asked, whatever trace proposes. */
  readonly isDoubt?: true;
}

/**
 * What trace proposes as the answer: a column that all evidence shows, the one candidate of a question, the one column that has the
 * units, or the value above the blank cells of a required field.
 * Undefined if there are none or several.
 */
export function proposedValue({ type, about }: Question): string | FieldDecision | undefined {
  if (type === 'field')
    return about.template === undefined ? undefined : { section: 'keys', text: about.template };
  if (type === 'column') return about.likely === 'ignore' || about.isOnlyOne ? about.likely : undefined;
  if (type === 'unit') return about.unitColumns.length === 1 ? about.unitColumns[0] : undefined;
  if (type === 'fill') return about.isHeld ? undefined : 'above';
  const candidates = type === 'kind' ? about : type === 'word' ? about.candidates : [];
  return candidates.length === 1 ? candidates[0] : undefined;
}

/**
 * What is accepted together. `proposals`: the one value that all evidence shows; `ignored`: that a column names no field.
 * `kinds`, `columns`, `words`: the first of several candidates, or that a column without one names no field.
 */
export type Accepting = 'proposals' | 'ignored' | 'kinds' | 'columns' | 'words';

/** The answers that trace proposes after those that are given, and after its own, until there is nothing more. */
export function proposedAnswers(
  sheets: readonly SurveyedSheet[],
  given: readonly Answer[],
  which: Accepting,
  reviewer: Reviewer,
  rejected: readonly Answer[] = [],
): Answer[] {
  const proposed: Answer[] = [];
  for (;;) {
    const all = [...given, ...proposed];
    const added = sheets.flatMap((sheet) => proposedIn(sheet, all, which, reviewer, rejected));
    if (added.length === 0) return proposed;
    proposed.push(...added);
  }
}

function proposedIn(
  sheet: SurveyedSheet,
  answers: readonly Answer[],
  which: Accepting,
  reviewer: Reviewer,
  rejected: readonly Answer[],
): Answer[] {
  const added: Answer[] = [];
  const targets = new Set<unknown>();
  for (const question of openQuestions(sheet, answers, reviewer)) {
    const answer = candidatesFor(question, which)
      .map((value): Answer => ({ question, value, isAccepted: true }))
      .find(
        (one) =>
          !rejected.some((other) => isSameAnswer(one, other)) &&
          !(question.type === 'column' && one.value !== 'ignore' && targets.has(one.value)) &&
          !columnWithField(one, answers, reviewer),
      );
    if (!answer) continue;
    if (question.type === 'column') targets.add(answer.value);
    added.push(answer);
  }
  return added;
}

/** The values that may be proposed for a question, most likely first. */
function candidatesFor(question: Question, which: Accepting): readonly (string | FieldDecision)[] {
  const { type, about } = question;
  const proposed = proposedValue(question);
  const values = proposed === undefined ? [] : [proposed];
  if (which === 'kinds') return type === 'kind' && proposed === undefined ? about : [];
  if (which === 'words') return type === 'word' ? about.candidates : [];
  if (which === 'columns') return type === 'column' ? [...values, ...about.candidates, 'ignore'] : [];
  return (proposed === 'ignore') === (which === 'ignored') ? values : [];
}

/** Whether two answers say the same about the same question. */
const isSameAnswer = (one: Answer, other: Answer): boolean =>
  one.question.sheet === other.question.sheet &&
  one.question.type === other.question.type &&
  one.question.subject === other.question.subject &&
  one.isAccepted === other.isAccepted &&
  one.isDoubt === other.isDoubt &&
  JSON.stringify(one.value) === JSON.stringify(other.value);

/** The decisions about a sheet, from the answers. */
function decisionsOf(sheet: SurveyedSheet, answers: readonly Answer[]): Decisions {
  const { known, asked, evidence } = sheet;
  const decisions = new Decisions();
  for (const [name, value] of Object.entries(evidence?.settings ?? {}))
    decisions.decide('setting', name, value);
  const kind = known ? (known.bound?.kind.name ?? 'skip') : (asked ?? evidence?.kind);
  if (kind !== undefined) decisions.decide('kind', '', kind);
  const headerRow = known?.headerRow ?? evidence?.headerRow;
  if (headerRow !== undefined) decisions.decide('row', '', headerRow);
  for (const { question, value, isAccepted, isDoubt } of answers) {
    if (question.sheet !== sheet) continue;
    if (isDoubt) {
      decisions.decide('doubt', question.subject, value);
      continue;
    }
    if (question.type === 'field' && typeof value === 'object' && value !== null && 'column' in value) {
      decisions.decide('column', value.column, question.subject);
      continue;
    }
    const isColumn = value === 'ignore' && (question.type === 'unit' || question.type === 'differing');
    decisions.decide(isColumn ? 'column' : question.type, question.subject, value, isAccepted);
  }
  return decisions;
}

/** The proposal for a sheet, with what is decided. */
export function reviewed(sheet: SurveyedSheet, answers: readonly Answer[]): Review {
  const decisions = decisionsOf(sheet, answers);
  const proposed = proposalFor(sheet, decisions);
  const proposal = sheet.evidence ? withEvidence(proposed, sheet.evidence) : proposed;
  const kind = sheet.kinds.find(({ name }) => name === proposal.kind);
  const review = reviewOf(proposal, decisions, sheet.ambiguous, kind, sheet.known);
  return { ...review, open: [...questionsOf(sheet, review)].length };
}

/** Number of reviews that are kept for each sheet: with the answers that are given, and with those that are proposed. */
const KEPT_REVIEWS = 8;

/** Reviews sheets, each again only after an answer about it was given or taken back. */
export class Reviewer {
  readonly #last = new Map<SurveyedSheet, { readonly own: readonly Answer[]; readonly review: Review }[]>();

  review(sheet: SurveyedSheet, answers: readonly Answer[]): Review {
    const own = answers.filter(({ question }) => question.sheet === sheet);
    const kept = this.#last.get(sheet) ?? [];
    const known = kept.find(
      (one) => one.own.length === own.length && own.every((answer, at) => isSameAnswer(answer, one.own[at]!)),
    );
    if (known) return known.review;
    const review = reviewed(sheet, own);
    this.#last.set(sheet, [{ own, review }, ...kept].slice(0, KEPT_REVIEWS));
    return review;
  }
}

function proposalFor(
  { file, sheet, survey, known, evidence }: SurveyedSheet,
  decisions: Decisions,
): SheetProposal {
  const headerRow = decisions.get('row');
  const columns = new Map([...(evidence?.columns ?? []), ...decisions.byColumn('column')]);
  const base = { ...(headerRow != null && { headerRow }), separatorsBy: known?.entry.separators ?? {} };
  const kind = decisions.get('kind');
  if (kind === 'skip')
    return {
      ...{ file, sheet, kind, kindCandidates: [], headerRow: null, namesHeaderRow: false },
      ...{ columns: [], words: [] },
    };
  const own = { ...base, columns, separators: decisions.byColumn('separator') };
  const found = survey.proposal({ ...own, ...(kind != null && { kind }) });
  // A kind that is certain stays: the reference of a product is a column of its components, too.
  const before = kind == null && found.kind === null && columns.size > 0 ? survey.proposal(base).kind : null;
  const proposal = before === null ? found : survey.proposal({ ...own, kind: before });
  const isChosen = headerRow != null && headerRow !== evidence?.headerRow;
  return isChosen && known === undefined ? { ...proposal, namesHeaderRow: true } : proposal;
}

/** The questions of a sheet that the answers leave. */
export function* openQuestions(
  sheet: SurveyedSheet,
  answers: readonly Answer[],
  reviewer: Reviewer,
): Generator<Question> {
  const decisions = decisionsOf(sheet, answers);
  for (const question of questionsOf(sheet, reviewer.review(sheet, answers))) {
    const { type, subject, about } = question;
    if (type === 'word' && !canBeWord(about.word)) continue;
    if (decisions.get(type, subject) === undefined) yield question;
    // All further questions about the sheet depend on its kind and header row.
    if (type === 'kind' || type === 'row') return;
  }
}

/**
 * Whether two questions about sheets of one kind have the same answer: what they are about has the same words. A constant,
 * the decimal mark and the order of dates may differ from sheet to sheet.
 */
export function isSameQuestion(one: Question, other: Question): boolean {
  const words = wordsOfQuestion(one);
  return one.sheet !== other.sheet && words !== undefined && words === wordsOfQuestion(other);
}

/** The open questions of a sheet, in the order in which they are asked. */
function* questionsOf(
  sheet: SurveyedSheet,
  { proposal, columns, fields, words, settings, rows }: Omit<Review, 'open'>,
): Generator<Question> {
  const { kind, kindCandidates, headerRow } = proposal;
  const asked = <Type extends keyof Topics>(type: Type, subject: string | number, about: Topics[Type]) =>
    ({ sheet, type, subject, about }) as Question;
  if (kind === 'skip') return;
  if (kind === null) yield asked('kind', '', kindCandidates);
  else if (headerRow === null) yield asked('row', '', sheet.firstRows);
  const { fills, group, differing, separators } = rows;
  for (const fill of fills.filter(isOpen)) yield asked('fill', fill.column.index, fill);
  const unitColumns = columns.flatMap(unitsIn);
  for (const column of columns)
    if (column.unitOf) yield asked('unit', column.index, { ...column, unitOf: column.unitOf, unitColumns });
  const held = new Set(fills.flatMap(({ column, isHeld }) => (isHeld ? [column.index] : [])));
  const isNeeded = ({ candidates: [field] }: ReviewedColumn) =>
    field === undefined || !needed.has(unnumberedPath(field)) ? 1 : 0;
  const needed = new Set(sheet.kinds.find(({ name }) => name === kind)?.fields.flatMap(neededPath));
  for (const column of columns.toSorted((one, other) => isNeeded(one) - isNeeded(other))) {
    if (column.state !== 'open' || held.has(column.index) || column.unitOf) continue;
    const [first] = column.candidates;
    const isOnlyOne = columns.every(
      (other) => other === column || (other.target !== first && !other.candidates.includes(first!)),
    );
    yield asked('column', column.index, { ...column, isOnlyOne });
  }
  const free = columns.filter(
    ({ state, target, unitOf }) => !unitOf && (state === 'open' || target === 'ignore'),
  );
  for (const field of fields.filter(isOpen)) yield asked('field', field.field, { ...field, columns: free });
  if (group?.decision === null) yield asked('group', '', group);
  for (const one of differing.filter(isOpen)) yield asked('differing', one.column.index, one);
  for (const separator of separators.filter(isOpen)) yield asked('separator', separator.index, separator);
  for (const setting of settings.filter(isOpen)) yield asked('setting', settingId(setting), setting);
  // A word holds its rows: the one with the most rows is asked first.
  for (const word of words.toSorted((one, other) => other.rows - one.rows))
    if (word.state === 'open') yield asked('word', wordId(word), word);
}

/** A column of units of weight, as `units` of a map file names it. */
const unitsIn = ({ header, samples, target }: ReviewedColumn): string[] =>
  (target === null || target === 'ignore') &&
  samples.length > 0 &&
  unitTemplate(`{${header}}`) !== undefined &&
  samples.every((text) => unitFactor('g', text) !== undefined)
    ? [`{${header}}`]
    : [];

const neededPath = ({ path, required }: Field): string[] =>
  required === undefined ? [] : [unnumberedPath(path)];

const isOpen = ({ decision }: { readonly decision: unknown }): boolean => decision === null;

/** The other column that already has the field of an answer, so that the answer is rejected; undefined if there is none. */
export function columnWithField(
  answer: Answer,
  answers: readonly Answer[],
  reviewer: Reviewer,
): ReviewedColumn | undefined {
  const { question, value } = answer;
  if (typeof value !== 'string' || value === 'ignore') return undefined;
  if (question.type !== 'column' && question.type !== 'unit') return undefined;
  const { sheet, about: column } = question;
  const target = question.type === 'unit' ? question.about.unitOf.field : value;
  const before = reviewer.review(sheet, answers);
  const kind = sheet.kinds.find(({ name }) => name === before.proposal.kind);
  const own = kind && pathOf(kind, target);
  if (!own) return undefined;
  const rivals = [...before.columns, ...before.rows.fills.map((fill) => fill.column)].filter((other) => {
    if (other.index === column.index || other.state !== 'mapped' || other.target === null) return false;
    const path = pathOf(kind, other.target);
    return path !== undefined && collide(own, path);
  });
  if (rivals.length === 0) return undefined;
  // A column that has the field only because of the proposal loses it, and becomes a question.
  const { known } = sheet;
  const decisions = decisionsOf(sheet, answers);
  return rivals.find(
    ({ index, isKnown }) =>
      decisions.get('column', index) !== undefined ||
      decisions.get('unit', index) !== undefined ||
      (isKnown && known?.headers?.meaning(index) !== undefined),
  );
}

/** The field that a target names, and the path that a column with this target fills. */
function pathOf(
  kind: KindSpec,
  target: string,
): { readonly field: Field; readonly path: string } | undefined {
  const meaning = fieldNamed(kind, target);
  return meaning && { field: meaning.field, path: numberedPath(meaning, new Set()) };
}

/** How many questions there are, answered or not. */
export const openCount = (
  sheets: readonly SurveyedSheet[],
  answers: readonly Answer[],
  reviewer: Reviewer,
): number => sheets.reduce((sum, sheet) => sum + reviewer.review(sheet, answers).open, 0);
