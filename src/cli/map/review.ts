import type { KindSpec } from '../../contract/kind.ts';
import type { BoundEntry } from '../../map/map-file/bind.ts';
import type { SheetEntry } from '../../map/map-file/map-file.ts';
import { fieldNamed, unnumberedPath } from '../../map/map-file/targets.ts';
import {
  CERTAIN_BASES,
  type ColumnProposal,
  type SheetProposal,
  type WordProposal,
} from '../../map/proposal.ts';
import { cleanText } from '../../recognise/text.ts';
import { headerKey, headersOf } from '../../records/headers.ts';
import { wordKey } from '../../records/mapped.ts';
import { unitFactor } from '../../records/number.ts';
import type { MappedHeaders } from '../../records/record.ts';
import { say } from '../../say.ts';
import { columnLetters } from '../../sheets/cell.ts';
import type { AmbiguousCells, NeededSetting } from './ambiguous.ts';
import type { DecidedBy, Decisions, FieldDecision } from './decisions.ts';
import { type ReviewedRows, rowsOf } from './rows.ts';

export const wordId = ({ field, word }: Pick<WordProposal, 'field' | 'word'>): string => `${field}\n${word}`;

/** The entry of the map file in force that matches a sheet. */
export interface KnownEntry {
  /** The index of the entry, from 0. */
  readonly at: number;
  readonly line: number;
  readonly entry: SheetEntry;
  /** Null for a sheet that is skipped. */
  readonly bound: BoundEntry | null;
  /** The header row of the sheet and its columns, as the entry reads them; undefined if it has none. */
  readonly headerRow?: number;
  readonly headers?: MappedHeaders;
}

/**
 * `mapped`, `ignored`: decided, by a person or by a certain proposal. `open`: a person must decide. `empty`: the column
 * has no values, so nothing is lost without a decision.
 */
type State = 'mapped' | 'ignored' | 'open' | 'empty';

export interface ReviewedColumn extends ColumnProposal {
  readonly state: State;
  /** Whether the map file already has the column, or needs no line for it. */
  readonly isKnown: boolean;
  /** The unit of the field, if the column is open because nothing shows the unit of its numbers. */
  readonly unitOf?: { readonly field: string; readonly unit: string };
  readonly by?: DecidedBy;
}

export interface ReviewedWord extends WordProposal {
  readonly state: 'mapped' | 'open';
  readonly isKnown: boolean;
  readonly by?: DecidedBy;
}

/** A required field that no column fills. */
export interface ReviewedField {
  readonly field: string;
  readonly question: string;
  readonly template?: string;
  readonly sample?: string;
  readonly decision: FieldDecision | null;
}

/** A setting that a sheet needs, and the decision about it: null if the setting is open. */
export interface ReviewedSetting extends NeededSetting {
  /** The field of the column that needs it, if the map file has settings by column; otherwise it is for all columns. */
  readonly field?: string;
  readonly decision: string | null;
}

export const settingId = ({ name, field }: Pick<ReviewedSetting, 'name' | 'field'>): string =>
  field === undefined ? name : `${name}\n${field}`;

/** A proposal for a sheet, combined with the decisions about it. */
export interface Review {
  readonly proposal: SheetProposal;
  readonly columns: readonly ReviewedColumn[];
  readonly words: readonly ReviewedWord[];
  readonly fields: readonly ReviewedField[];
  readonly settings: readonly ReviewedSetting[];
  readonly rows: ReviewedRows;
  /** Whether a person named the kind: without an entry, trace may not find it. */
  readonly isNamed: boolean;
  /** Whether the kind was accepted without a person. */
  readonly isKindAccepted: boolean;
  /** Number of questions, with those about the kind and the header row. */
  readonly open: number;
}

/** Combines a proposal with the decisions. Only names, synonyms and decisions map a column; suggestions remain questions. */
export function reviewOf(
  proposal: SheetProposal,
  decisions: Decisions,
  ambiguous: AmbiguousCells,
  kind: KindSpec | undefined,
  known?: KnownEntry,
): Omit<Review, 'open'> {
  const missing = fieldsOf(proposal, decisions, known);
  const used = placeholdersOf([
    ...proposal.columns.flatMap(({ unit, index }) => {
      const own = decisions.get('unit', index) ?? unit;
      return own?.startsWith('{') ? [own] : [];
    }),
    ...Object.values(known?.entry.keys ?? {}),
    ...missing.flatMap(({ decision, sample, template = '' }) => {
      // The columns of a text that is still a question have no other field.
      if (decision === null) return sample === undefined ? [] : [template];
      return decision.section === 'keys' ? [decision.text] : [];
    }),
  ]);
  const decided = proposal.columns.map((column) => columnOf(column, decisions, used, kind, known));
  const fields = missing.filter(({ field }) => !isFilled(field, decided));
  const rows = rowsOf(proposal, decided, decisions, kind, known);
  const held = new Set(rows.fills.flatMap(({ column, isHeld }) => (isHeld ? [column.index] : [])));
  const columns = decided.map((column) => (held.has(column.index) ? heldColumn(column) : column));
  const words = proposal.words.map((word) => wordOf(word, decisions, known));
  const needed = neededSettings(ambiguous, kind, columns, known);
  const settings = needed.map((one) => ({
    ...one,
    decision: decisions.get('setting', settingId(one)) ?? one.proven,
  }));
  const isNamed = typeof decisions.get('kind') === 'string';
  const isKindAccepted = decisions.by('kind') === 'accepted';
  return { proposal, columns, words, fields, settings, rows, isNamed, isKindAccepted };
}

/** The column as a question: it is not read until a person decides what its blank cells mean. */
const heldColumn = (column: ReviewedColumn): ReviewedColumn => ({
  ...column,
  ...{ target: null, candidates: [], readsAs: column.target!, state: 'open', isKnown: false },
  question: say().mapComments.held({ field: column.target! }),
});

function columnOf(
  proposed: ColumnProposal,
  decisions: Decisions,
  used: ReadonlySet<string>,
  kind: KindSpec | undefined,
  known: KnownEntry | undefined,
): ReviewedColumn {
  const said = decisions.get('column', proposed.index);
  const column: ColumnProposal =
    typeof said === 'string' ? { ...proposed, target: said, basis: 'learned' } : proposed;
  const { index, target, basis, samples } = column;
  const header = cleanText(column.header);
  const by = decisions.by('column', index) ?? decisions.by('unit', index);
  const own = { ...column, header, ...(by && { by }) };
  const decided = inEntry(known, header, index);
  if (decided === 'ignore') return { ...own, target: 'ignore', state: 'ignored', isKnown: true };
  if (decided === 'yes') return { ...own, state: 'mapped', isKnown: true };
  const unitOf = said === null ? undefined : missingUnit(kind, column);
  if (unitOf) {
    const unit = decisions.get('unit', index);
    if (typeof unit === 'string')
      return { ...own, target: unitOf.field, unit, state: 'mapped', isKnown: false };
    // Without a line, a header that is the name of the field would be read.
    const open = { target: null, candidates: [unitOf.field], readsAs: unitOf.field } as const;
    return { ...own, ...open, question: say().mapComments.unitOnly(), unitOf, state: 'open', isKnown: false };
  }
  const isDoubted = decisions.get('doubt', index) === 'ignore';
  // An empty column gets no line `ignore`: that would drop the values that a later export may have in it.
  const isUndecided =
    said === undefined &&
    target === 'ignore' &&
    (isDoubted || (samples.length === 0 && column.readsAs === undefined));
  const isOpen = said === null || target === null || isUndecided || !CERTAIN_BASES.has(basis);
  // Only a template or a unit uses the column: it needs no line.
  const isUsed = used.has(headerKey(header)) && (isOpen || target === 'ignore');
  if (!isOpen && !isUsed)
    return { ...own, state: target === 'ignore' ? 'ignored' : 'mapped', isKnown: false };
  if (isUsed) return { ...own, target: null, state: 'mapped', isKnown: true };
  const candidates = [
    ...new Set([...(target === null || target === 'ignore' ? [] : [target]), ...column.candidates]),
  ];
  const state = samples.length === 0 ? 'empty' : 'open';
  return {
    ...own,
    target: null,
    candidates,
    ...(isDoubted && { question: column.question ?? say().proposals.unknown() }),
    state,
    isKnown: state === 'empty' && column.readsAs === undefined,
  };
}

/** The field and its unit, if nothing shows the unit of the numbers of a column. */
function missingUnit(
  kind: KindSpec | undefined,
  { target, candidates, needsUnit, basis }: ColumnProposal,
): ReviewedColumn['unitOf'] {
  if (!needsUnit || !kind) return undefined;
  const path = target === null ? candidates[0] : CERTAIN_BASES.has(basis) ? target : undefined;
  const value = path === undefined ? undefined : fieldNamed(kind, path)?.field.value;
  return value?.type === 'number' && value.unit !== undefined
    ? { field: path!, unit: value.unit }
    : undefined;
}

/** The units that a person can choose for numbers of a field with this unit. */
export const unitChoices = (unit: string): string[] =>
  CHOSEN_UNITS.filter((name) => unitFactor(unit, name) !== undefined);

const CHOSEN_UNITS = ['g', 'kg', 'mg', 't', 'lb', 'oz'];

/** Whether the entry of the map file maps or ignores a column. A header that is the name of a field needs no line. */
function inEntry(known: KnownEntry | undefined, header: string, index: number): 'yes' | 'ignore' | undefined {
  const meaning = known?.headers?.meaning(index);
  if (meaning === undefined || meaning === 'unclear') return undefined;
  // A column of another table needs no line in this one.
  if (typeof meaning === 'string') return meaning === 'key' ? 'yes' : 'ignore';
  const { columns = {}, letters = {} } = known!.entry;
  const isNamed =
    Object.keys(columns).some((key) => headerKey(cleanText(key)) === headerKey(header)) ||
    Object.keys(letters).some((key) => key.toUpperCase() === columnLetters(index)) ||
    headersOf(known!.bound!.kind).meaning(header) === undefined;
  return isNamed ? 'yes' : undefined;
}

function wordOf(word: WordProposal, decisions: Decisions, known: KnownEntry | undefined): ReviewedWord {
  const decision = decisions.get('word', wordId(word));
  const isWritten = canBeWord(word.word);
  if (typeof decision === 'string' && isWritten)
    return {
      ...{ ...word, value: decision, basis: 'learned', state: 'mapped', isKnown: false },
      by: decisions.by('word', wordId(word))!,
    };
  const isOpen = !isWritten || decision === null || word.value === null || !CERTAIN_BASES.has(word.basis);
  if (isOpen) {
    const candidates = [...new Set([...(word.value === null ? [] : [word.value]), ...word.candidates])];
    return { ...word, value: null, candidates, state: 'open', isKnown: false };
  }
  return { ...word, state: 'mapped', isKnown: word.basis === 'name' || hasWord(known, word) };
}

/** Whether the entry of the map file has the word, below the field or below the header of a column of the field. */
function hasWord(known: KnownEntry | undefined, { field, word }: WordProposal): boolean {
  if (!known) return false;
  const { values = {}, columns = {} } = known.entry;
  return Object.entries(values).some(
    ([key, words]) =>
      unnumberedPath(columns[key] ?? key).replace(/\.material$/, '') === field.replace(/\.material$/, '') &&
      Object.keys(words).some((one) => wordKey(one) === wordKey(word)),
  );
}

/** The settings that the entry of the map file does not have, for the sheet or for some of its columns. */
function neededSettings(
  ambiguous: AmbiguousCells,
  kind: KindSpec | undefined,
  columns: readonly ReviewedColumn[],
  known: KnownEntry | undefined,
): Omit<ReviewedSetting, 'decision'>[] {
  const mapped = columns.filter(({ state }) => state === 'mapped');
  const missing = ambiguous.needed(kind, mapped).filter(({ name }) => known?.entry[name] === undefined);
  if (!kind || !known) return missing;
  const byColumn = mapped.flatMap((column) => {
    const { index, target } = column;
    const meaning = target === null ? undefined : fieldNamed(kind, target);
    const format = meaning && known.headers?.format(index, meaning);
    return ambiguous
      .needed(kind, [column])
      .filter(({ name }) => typeof known.entry[name] === 'object' && format?.[name] === undefined)
      .map((one) => ({ ...one, field: target! }));
  });
  return [...missing, ...byColumn];
}

function fieldsOf(
  { missing = [] }: SheetProposal,
  decisions: Decisions,
  known: KnownEntry | undefined,
): ReviewedField[] {
  const filled = new Set(
    [
      ...[...Object.keys(known?.entry.constants ?? {}), ...Object.keys(known?.entry.keys ?? {})],
      ...Object.values(known?.entry.labels ?? {}),
    ].map(unnumberedPath),
  );
  return missing
    .filter(({ field }) => !filled.has(unnumberedPath(field)))
    .map((one) => {
      const { constant, key } = one;
      const proven: FieldDecision | null =
        key !== undefined
          ? { section: 'keys', text: key }
          : constant === undefined
            ? null
            : { section: 'constants', text: constant };
      const decision = decisions.get('field', one.field) ?? proven;
      const by = decisions.by('field', one.field);
      return { ...one, decision: decision && by ? { ...decision, by } : decision };
    });
}

/** Whether a mapped column fills a field. The proposal may list the field as missing, because it lacks the last answers. */
function isFilled(field: string, columns: readonly ReviewedColumn[]): boolean {
  const path = unnumberedPath(field);
  return columns.some(({ state, target }) => {
    if (state !== 'mapped' || target === null) return false;
    const own = unnumberedPath(target);
    return own === path || (own === 'composition' && path.startsWith('composition.'));
  });
}

/** The headers and fields between braces in templates, folded. */
function placeholdersOf(templates: readonly string[]): Set<string> {
  return new Set(
    templates.flatMap((template) =>
      [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => headerKey(cleanText(name!))),
    ),
  );
}

/** Whether a map file can name a word: longer texts are not looked up. */
export const canBeWord = (word: string): boolean => word.length <= LONGEST_WORD;

const LONGEST_WORD = 200;
