import type { Value } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { cleanText } from '../recognise/text.ts';
import { headerParts } from '../records/headers.ts';
import { wordKey } from '../records/mapped.ts';
import { unitFactor } from '../records/number.ts';
import { numberText, say } from '../say.ts';
import type { CellSetting } from './learn-cell.ts';
import type { ColumnDoubt, ColumnLearner, WordCount } from './learn-columns.ts';
import { fieldNamed, unnumberedPath } from './map-file/targets.ts';
import { CERTAIN_BASES, type ColumnProposal, type SheetProposal, type WordProposal } from './proposal.ts';

/** What a run proves about a sheet. */
export interface RunEvidence {
  /** Name of the kind, or `skip`. */
  readonly kind: string;
  readonly headerRow?: number;
  /** Target by index of the column, without the targets that the headers name anyway. */
  readonly columns: ReadonlyMap<number, string>;
  /** Units of learned columns, by index of the column. */
  readonly units: ReadonlyMap<number, string>;
  /** Why a column is a question, by index of the column. */
  readonly questions: ReadonlyMap<number, RunQuestion>;
  /** By field without item numbers and folded word. */
  readonly words: ReadonlyMap<string, WordCount>;
  /** Number of rows that a word needs. */
  readonly leastRows: number;
  readonly settings: CellSetting;
}

interface RunQuestion {
  readonly candidates: readonly string[];
  readonly question: string;
  /** The field that the header names, so that the column would be read without a line. */
  readonly readsAs?: string;
}

/** What the rows of a run prove about the columns, compared with what the headers mean. `base`: the proposal by headers. */
export function columnEvidence(
  kind: KindSpec,
  base: SheetProposal,
  learner: ColumnLearner,
): Omit<RunEvidence, 'kind' | 'headerRow' | 'words'> {
  const { learned, doubts } = learner.columns();
  const columns = new Map<number, string>();
  const units = new Map<number, string>();
  const questions = new Map<number, RunQuestion>();
  const settings = new Map<number, CellSetting>();
  const certain = new Map(base.columns.filter(isCertain).map((column) => [column.target!, column]));
  for (const { index, target, rows, setting } of learned) {
    const column = base.columns.find((one) => one.index === index);
    if (!column || column.header === '') continue;
    const other = certain.get(target);
    const proof = { field: target, rows: rowCountText(rows) };
    const unit = unitOf(kind, column, target, setting);
    if (unit === 'contradiction')
      questions.set(index, columnQuestion(column, target, say().proposals.learnedUnit(proof)));
    else if (isCertain(column) && column.target !== target)
      questions.set(
        index,
        columnQuestion(column, target, say().proposals.learnedOther({ ...proof, meant: column.target! })),
      );
    else if (other && other.index !== index)
      questions.set(
        index,
        columnQuestion(column, target, say().proposals.learnedFilled({ ...proof, column: other.letters })),
      );
    else {
      settings.set(index, setting);
      if (unit !== undefined) units.set(index, unit);
      if (column.target !== target) columns.set(index, target);
    }
  }
  for (const [index, own] of Map.groupBy(doubts, (one) => one.index)) {
    const column = base.columns.find((one) => one.index === index);
    if (!column || isCertain(column) || column.header === '') continue;
    const likely = own.toSorted((one, other) => other.rows - one.rows);
    const candidates = likely.slice(0, 3).map(({ target }) => target);
    questions.set(index, { candidates, question: doubtText(likely[0]!) });
  }
  const mapped = new Map([
    // A column with a question whose header is the name of a field may get that field as the answer.
    ...base.columns.flatMap(({ index, readsAs }) =>
      readsAs === undefined ? [] : [[index, readsAs] as const],
    ),
    ...base.columns.filter(isCertain).map((one) => [one.index, one.target!] as const),
    ...columns,
  ]);
  // Rows without a record or with other values show that the export changed since the run: words then need two rows.
  const isSame = learner.rowsWithout === 0 && doubts.every(({ why }) => why !== 'contradiction');
  return {
    columns,
    units,
    questions,
    settings: settingsOf(kind, mapped, settings),
    leastRows: isSame ? 1 : 2,
  };
}

/** The decimal mark and the order of dates, if the run proves the same for all mapped columns of numbers, and of dates. */
function settingsOf(
  kind: KindSpec,
  mapped: ReadonlyMap<number, string>,
  settings: ReadonlyMap<number, CellSetting>,
): CellSetting {
  const typed = (type: Value['type']) =>
    [...mapped].filter(([, target]) => fieldNamed(kind, target)?.field.value.type === type);
  const common = (type: Value['type'], name: 'decimal' | 'dateOrder') => {
    const own = typed(type).map(([index]) => settings.get(index));
    if (own.includes(undefined)) return {};
    const values = new Set(own.flatMap((setting) => setting?.[name] ?? []));
    return values.size === 1 ? { [name]: [...values][0] } : {};
  };
  return { ...common('number', 'decimal'), ...common('date', 'dateOrder') };
}

const isCertain = ({ target, basis }: ColumnProposal): boolean =>
  target !== null && target !== 'ignore' && CERTAIN_BASES.has(basis);

function columnQuestion({ target, basis }: ColumnProposal, learned: string, question: string): RunQuestion {
  const candidates = [...new Set([learned, ...(target === null || target === 'ignore' ? [] : [target])])];
  const isRead = basis === 'name' && target !== null && target !== 'ignore';
  return { candidates, question, ...(isRead && { readsAs: target }) };
}

function doubtText({ target, rows, others, why }: ColumnDoubt): string {
  const texts = { field: target, rows: rowCountText(rows) };
  const { learnedContradiction, learnedFew, learnedSeveral, learnedWords } = say().proposals;
  if (why === 'contradiction') return learnedContradiction({ ...texts, others: rowCountText(others) });
  if (why === 'few') return learnedFew(texts);
  return why === 'several' ? learnedSeveral(texts) : learnedWords(texts);
}

const rowCountText = (rows: number): string => say().counts.row({ count: rows, number: numberText(rows) });

/** The unit to write for a learned column; `contradiction` if its header has another one. */
function unitOf(
  kind: KindSpec,
  { header }: ColumnProposal,
  target: string,
  { unit }: CellSetting,
): string | undefined {
  const value = fieldNamed(kind, target)?.field.value;
  if (value?.type !== 'number' || value.unit === undefined || unit === undefined) return undefined;
  const named = headerParts(cleanText(header))?.unit;
  const factor = named === undefined ? undefined : unitFactor(value.unit, named);
  if (factor === undefined) return unit;
  return factor === unitFactor(value.unit, unit) ? undefined : 'contradiction';
}

/** The words of the columns with fields, by field without item numbers and folded word. */
export function wordEvidence({ columns }: SheetProposal, learner: ColumnLearner): Map<string, WordCount> {
  const words = new Map<string, WordCount>();
  for (const { index, target } of columns) {
    if (target === null || target === 'ignore') continue;
    const field = unnumberedPath(target === 'composition' ? 'composition.material' : target);
    for (const count of learner.words(index, target)) {
      const key = wordOf(field, count.word);
      const values = new Map(words.get(key)?.values);
      for (const [value, rows] of count.values) values.set(value, (values.get(value) ?? 0) + rows);
      words.set(key, { word: count.word, values });
    }
  }
  return words;
}

const wordOf = (field: string, word: string): string => `${field}\n${wordKey(word)}`;

/** The counts of a word of a proposal; undefined if the run does not have the word. */
export const wordCountOf = ({ words }: RunEvidence, { field, word }: Pick<WordProposal, 'field' | 'word'>) =>
  words.get(wordOf(field, word));

/** A proposal with the words, units and questions of a run added. The columns that the run proves are in it already. */
export function withEvidence(proposal: SheetProposal, evidence: RunEvidence): SheetProposal {
  const columns = proposal.columns.map((column): ColumnProposal => {
    const question = evidence.questions.get(column.index);
    if (question && column.basis !== 'learned')
      return {
        ...column,
        ...{ target: null, basis: 'none', question: question.question },
        candidates: [...new Set([...question.candidates, ...column.candidates])],
        ...(question.readsAs !== undefined && { readsAs: question.readsAs }),
      };
    const unit = evidence.units.get(column.index);
    return unit === undefined ? column : { ...column, unit };
  });
  return { ...proposal, columns, words: proposal.words.map((word) => wordWithEvidence(word, evidence)) };
}

function wordWithEvidence(word: WordProposal, evidence: RunEvidence): WordProposal {
  const values = wordCountOf(evidence, word)?.values;
  if (values === undefined || word.value !== null) return word;
  const [[value, rows] = ['', 0]] = values;
  const { question: _, ...rest } = word;
  if (values.size === 1 && rows >= evidence.leastRows)
    return { ...rest, value, basis: 'learned', candidates: [] };
  const counts = [...values].toSorted(([, one], [, other]) => other - one);
  const text = counts
    .map(([name, rows]) => say().proposals.learnedValue({ value: name, rows: rowCountText(rows) }))
    .join(', ');
  return {
    ...rest,
    candidates: counts.map(([name]) => name),
    question: say().proposals.learnedWord({ values: text }),
  };
}
