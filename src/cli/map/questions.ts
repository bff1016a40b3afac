import type { Field } from '../../contract/field.ts';
import type { KindSpec } from '../../contract/kind.ts';
import { withEvidence } from '../../map/learn-proposal.ts';
import { fieldNamed } from '../../map/map-file/targets.ts';
import type { SheetProposal } from '../../map/proposal.ts';
import { collide, numberedPath } from '../../records/column-paths.ts';
import { Decisions, type FieldDecision } from './decisions.ts';
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
import type { SurveyedSheet } from './survey.ts';

/** What the questions of each type are about. */
interface Topics {
  /** The likely kinds. */
  readonly kind: readonly string[];
  readonly row: SurveyedSheet['firstRows'];
  /** `isOnlyOne`: its first candidate is neither the field nor a candidate of another column. */
  readonly column: ReviewedColumn & { readonly isOnlyOne: boolean };
  readonly unit: ReviewedColumn & Required<Pick<ReviewedColumn, 'unitOf'>>;
  readonly setting: ReviewedSetting;
  readonly separator: ReviewedSeparator;
  readonly group: ReviewedGroup;
  readonly differing: DifferingColumn;
  readonly fill: ReviewedFill;
  readonly field: ReviewedField;
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
  readonly value: string | number | FieldDecision | null;
  /** Set if `--accept` took the one candidate of the question, without a person. */
  readonly isAccepted?: true;
}

/** The one candidate of a question, never a unit or `ignore`; undefined if the question has none or several. */
export function oneCandidate(question: Question): string | FieldDecision | undefined {
  const { type, about } = question;
  if (type === 'field')
    return about.template === undefined ? undefined : { section: 'keys', text: about.template };
  if (type === 'column' && !about.isOnlyOne) return undefined;
  const candidates = type === 'kind' ? about : type === 'column' || type === 'word' ? about.candidates : [];
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
  for (const { question, value, isAccepted } of answers) {
    if (question.sheet !== sheet) continue;
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
  { file, sheet, survey, known, evidence }: SurveyedSheet,
  decisions: Decisions,
): SheetProposal {
  const kind = decisions.get('kind');
  const headerRow = decisions.get('row');
  if (kind === 'skip')
    return {
      ...{ file, sheet, kind, kindCandidates: [], headerRow: null, namesHeaderRow: false },
      ...{ columns: [], words: [] },
    };
  const proposal = survey.proposal({
    ...(kind != null && { kind }),
    ...(headerRow != null && { headerRow }),
    columns: new Map([...(evidence?.columns ?? []), ...decisions.byColumn('column')]),
    separators: decisions.byColumn('separator'),
    separatorsBy: known?.entry.separators ?? {},
  });
  const isChosen = headerRow != null && headerRow !== evidence?.headerRow;
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
    for (const question of questionsOf(sheet, reviewer.review(sheet, answers))) {
      const { type, subject, about } = question;
      if (type === 'word' && !canBeWord(about.word)) continue;
      if (decisions.get(type, subject) === undefined) return question;
      // All further questions about the sheet depend on its kind and header row.
      if (type === 'kind' || type === 'row') break;
    }
  }
  return undefined;
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
  for (const column of columns)
    if (column.unitOf) yield asked('unit', column.index, { ...column, unitOf: column.unitOf });
  const held = new Set(fills.flatMap(({ column, isHeld }) => (isHeld ? [column.index] : [])));
  for (const column of columns) {
    if (column.state !== 'open' || held.has(column.index) || column.unitOf) continue;
    const [first] = column.candidates;
    const isOnlyOne = columns.every(
      (other) => other === column || (other.target !== first && !other.candidates.includes(first!)),
    );
    yield asked('column', column.index, { ...column, isOnlyOne });
  }
  for (const field of fields.filter(isOpen)) yield asked('field', field.field, field);
  if (group?.decision === null) yield asked('group', '', group);
  for (const one of differing.filter(isOpen)) yield asked('differing', one.column.index, one);
  for (const separator of separators.filter(isOpen)) yield asked('separator', separator.index, separator);
  for (const setting of settings.filter(isOpen)) yield asked('setting', settingId(setting), setting);
  for (const word of words) if (word.state === 'open') yield asked('word', wordId(word), word);
}

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
