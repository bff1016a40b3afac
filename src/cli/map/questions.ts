import type { Field } from '../../contract/field.ts';
import type { KindSpec } from '../../contract/kind.ts';
import { withTaught } from '../../map/learn-proposal.ts';
import { fieldNamed } from '../../map/map-file/targets.ts';
import type { SheetProposal } from '../../map/proposal.ts';
import { collide, numberedPath } from '../../records/column-paths.ts';
import {
  canBeWord,
  columnId,
  type Decisions,
  type FieldDecision,
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
import type { SurveyedSheet } from './survey.ts';

/** A question that only a person can answer. */
export type Question = { readonly sheet: SurveyedSheet } & (
  | { readonly type: 'kind'; readonly candidates: readonly string[] }
  | { readonly type: 'row' }
  | {
      readonly type: 'column';
      readonly column: ReviewedColumn;
      readonly kind: string;
      /** No other column has, or may have, its first candidate. */
      readonly isOnlyOne: boolean;
    }
  | { readonly type: 'unit'; readonly column: ReviewedColumn & Required<Pick<ReviewedColumn, 'unitOf'>> }
  | { readonly type: 'setting'; readonly setting: ReviewedSetting }
  | { readonly type: 'separator'; readonly separator: ReviewedSeparator }
  | { readonly type: 'group'; readonly group: ReviewedGroup }
  | { readonly type: 'differing'; readonly differing: DifferingColumn }
  | { readonly type: 'fill'; readonly fill: ReviewedFill }
  | { readonly type: 'field'; readonly field: ReviewedField; readonly kind: string }
  | { readonly type: 'word'; readonly word: ReviewedWord; readonly kind: string }
);

/** An answer to a question; null leaves it open. */
export interface Answer {
  readonly question: Question;
  readonly value: string | number | FieldDecision | null;
  /** Nobody saw the question: its one candidate was accepted. */
  readonly isAccepted?: true;
}

/** The one candidate of a question; undefined if it has none or several. A unit and a column to ignore are never one. */
export function oneCandidate(question: Question): string | FieldDecision | undefined {
  const { type } = question;
  if (type === 'field') {
    const { template } = question.field;
    return template === undefined ? undefined : { section: 'keys', text: template };
  }
  const candidates =
    type === 'kind'
      ? question.candidates
      : type === 'column' && question.isOnlyOne
        ? question.column.candidates
        : type === 'word'
          ? question.word.candidates
          : [];
  return candidates.length === 1 && candidates[0] !== 'ignore' ? candidates[0] : undefined;
}

/** Accepts the one candidate of each question that has just one. The other questions stay open. */
export function acceptLikely(sheets: readonly SurveyedSheet[]): Answer[] {
  const answers: Answer[] = [];
  const reviewer = new Reviewer();
  for (;;) {
    const question = nextQuestion(sheets, answers, reviewer);
    if (question === undefined) return answers.filter(({ value }) => value !== null);
    const value = oneCandidate(question) ?? null;
    const answer: Answer = { question, value, ...(value !== null && { isAccepted: true }) };
    const isTaken = columnWithField(answer, answers, reviewer) !== undefined;
    answers.push(isTaken ? { question, value: null } : answer);
  }
}

/** What the answers decide about a sheet. */
function decisionsOf(sheet: SurveyedSheet, answers: readonly Answer[]): Decisions {
  const columns = new Map<number, string | null>();
  const units = new Map<number, string | null>();
  const fields = new Map<string, FieldDecision | null>();
  const words = new Map<string, string | null>();
  const settings = new Map<string, string | null>(Object.entries(sheet.taught?.settings ?? {}));
  const separators = new Map<number, string | null>();
  const adds = new Map<number, 'add-up' | 'repeat' | null>();
  const fills = new Map<number, 'above' | 'blank' | null>();
  const accepted = new Set<string>();
  let decisions: Decisions = { accepted, columns, units, fields, words, settings, separators, adds, fills };
  const { known, asked, taught } = sheet;
  const kind = known ? (known.bound?.kind.name ?? 'skip') : (asked ?? taught?.kind);
  if (kind !== undefined) decisions = { ...decisions, kind };
  if (taught?.headerRow !== undefined) decisions = { ...decisions, headerRow: taught.headerRow };
  if (known?.headerRow !== undefined) decisions = { ...decisions, headerRow: known.headerRow };
  for (const { question, value, isAccepted } of answers) {
    if (question.sheet !== sheet) continue;
    if (isAccepted) accepted.add(acceptedId(question));
    if (question.type === 'kind') decisions = { ...decisions, kind: value as string | null };
    else if (question.type === 'row') decisions = { ...decisions, headerRow: value as number | null };
    else if (question.type === 'column') columns.set(question.column.index, value as string | null);
    else if (question.type === 'unit' && value === 'ignore') columns.set(question.column.index, value);
    else if (question.type === 'unit') units.set(question.column.index, value as string | null);
    else if (question.type === 'separator') separators.set(question.separator.index, value as string | null);
    else if (question.type === 'group')
      decisions = { ...decisions, group: value as ReviewedGroup['decision'] };
    else if (question.type === 'differing' && value === 'ignore')
      columns.set(question.differing.column.index, value);
    else if (question.type === 'differing')
      adds.set(question.differing.column.index, value as 'add-up' | 'repeat' | null);
    else if (question.type === 'fill')
      fills.set(question.fill.column.index, value as 'above' | 'blank' | null);
    else if (question.type === 'setting') settings.set(settingId(question.setting), value as string | null);
    else if (question.type === 'field') fields.set(question.field.field, value as FieldDecision | null);
    else words.set(wordId(question.word), value as string | null);
  }
  return decisions;
}

function acceptedId(question: Question): string {
  if (question.type === 'column') return columnId(question.column.index);
  if (question.type === 'word') return wordId(question.word);
  return question.type === 'field' ? question.field.field : question.type;
}

/** The proposal for a sheet, with what is decided. */
export function reviewed(sheet: SurveyedSheet, answers: readonly Answer[]): Review {
  const decisions = decisionsOf(sheet, answers);
  const proposed = proposalFor(sheet, decisions);
  const proposal = sheet.taught ? withTaught(proposed, sheet.taught) : proposed;
  const kind = sheet.kinds.find(({ name }) => name === proposal.kind);
  return reviewOf(proposal, decisions, sheet.ambiguous, kind, sheet.known);
}

/** Reviews sheets, each again only after an answer about it was given or taken back. */
export class Reviewer {
  readonly #last = new Map<SurveyedSheet, { readonly own: readonly Answer[]; readonly review: Review }>();

  review(sheet: SurveyedSheet, answers: readonly Answer[]): Review {
    const own = answers.filter(({ question }) => question.sheet === sheet);
    const last = this.#last.get(sheet);
    if (last?.own.length === own.length && own.every((answer, at) => answer === last.own[at]))
      return last.review;
    const review = reviewed(sheet, own);
    this.#last.set(sheet, { own, review });
    return review;
  }
}

function proposalFor(
  { file, sheet, survey, known, taught }: SurveyedSheet,
  { kind, headerRow, columns, separators }: Decisions,
): SheetProposal {
  if (kind === 'skip')
    return {
      ...{ file, sheet, kind, kindCandidates: [], headerRow: null, namesHeaderRow: false },
      ...{ columns: [], words: [] },
    };
  const targets = [...columns].filter((pair): pair is [number, string] => pair[1] !== null);
  const proposal = survey.proposal({
    ...(kind != null && { kind }),
    ...(headerRow != null && { headerRow }),
    columns: new Map([...(taught?.columns ?? []), ...targets]),
    separators: new Map([...separators].filter((pair): pair is [number, string] => pair[1] !== null)),
    separatorsBy: known?.entry.separators ?? {},
  });
  const isChosen = headerRow != null && headerRow !== taught?.headerRow;
  return isChosen && known === undefined ? { ...proposal, namesHeaderRow: true } : proposal;
}

/** The first question that the answers leave, sheet by sheet; undefined if there is none. */
export function nextQuestion(
  sheets: readonly SurveyedSheet[],
  answers: readonly Answer[],
  reviewer: Reviewer,
): Question | undefined {
  for (const sheet of sheets) {
    const decisions = decisionsOf(sheet, answers);
    const { proposal, columns, fields, words, settings, rows } = reviewer.review(sheet, answers);
    const { kind, kindCandidates, headerRow } = proposal;
    if (kind === null) {
      if (decisions.kind === undefined) return { sheet, type: 'kind', candidates: kindCandidates };
      continue;
    }
    if (kind === 'skip') continue;
    if (headerRow === null) {
      if (decisions.headerRow === undefined) return { sheet, type: 'row' };
      continue;
    }
    const fill = rows.fills.find(
      ({ column, decision }) => decision === null && !decisions.fills.has(column.index),
    );
    if (fill) return { sheet, type: 'fill', fill };
    const unit = columns.find(({ unitOf, index }) => unitOf !== undefined && !decisions.units.has(index));
    if (unit?.unitOf) return { sheet, type: 'unit', column: { ...unit, unitOf: unit.unitOf } };
    const held = new Set(rows.fills.flatMap(({ column, isHeld }) => (isHeld ? [column.index] : [])));
    const column = columns.find(
      ({ state, index, unitOf }) =>
        state === 'open' && !decisions.columns.has(index) && !held.has(index) && unitOf === undefined,
    );
    if (column) {
      const [first] = column.candidates;
      const isOnlyOne = columns.every(
        (other) => other === column || (other.target !== first && !other.candidates.includes(first!)),
      );
      return { sheet, type: 'column', column, kind, isOnlyOne };
    }
    const field = fields.find((one) => one.decision === null && !decisions.fields.has(one.field));
    if (field) return { sheet, type: 'field', field, kind };
    const { group } = rows;
    if (group?.decision === null && decisions.group === undefined) return { sheet, type: 'group', group };
    const differing = rows.differing.find(
      ({ decision, column: { index } }) => decision === null && !decisions.adds.has(index),
    );
    if (differing) return { sheet, type: 'differing', differing };
    const separator = rows.separators.find(
      ({ decision, index }) => decision === null && !decisions.separators.has(index),
    );
    if (separator) return { sheet, type: 'separator', separator };
    const setting = settings.find((one) => one.decision === null && !decisions.settings.has(settingId(one)));
    if (setting) return { sheet, type: 'setting', setting };
    const word = words.find(
      (one) => one.state === 'open' && canBeWord(one.word) && !decisions.words.has(wordId(one)),
    );
    if (word) return { sheet, type: 'word', word, kind };
  }
  return undefined;
}

/** Another column that keeps the field of an answer; undefined if there is none, so that the answer can count. */
export function columnWithField(
  answer: Answer,
  answers: readonly Answer[],
  reviewer: Reviewer,
): ReviewedColumn | undefined {
  const { question, value } = answer;
  if (typeof value !== 'string' || value === 'ignore') return undefined;
  if (question.type !== 'column' && question.type !== 'unit') return undefined;
  const { sheet, column } = question;
  const target = question.type === 'unit' ? question.column.unitOf.field : value;
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
  // A column that only the proposal mapped becomes a question.
  const { known } = sheet;
  const { columns, units } = decisionsOf(sheet, answers);
  return rivals.find(
    ({ index, isKnown }) =>
      columns.has(index) || units.has(index) || (isKnown && known?.headers?.meaning(index) !== undefined),
  );
}

/** The field of a target, and its path as rows are read. */
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
