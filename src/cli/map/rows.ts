import type { KindSpec } from '../../contract/kind.ts';
import { unnumberedPath } from '../../map/map-file/targets.ts';
import type { GroupProposal, RecordRows, SeparatorProposal, SheetProposal } from '../../map/proposal.ts';
import { cleanText } from '../../recognise/text.ts';
import { headerKey, headersOf } from '../../records/headers.ts';
import { say } from '../../say.ts';
import type { DecidedBy, Decisions } from './decisions.ts';
import type { KnownEntry, ReviewedColumn } from './review.ts';

/** What separates the values in the cells of a column. The decision is null if it is open. */
export interface ReviewedSeparator extends SeparatorProposal {
  readonly index: number;
  readonly header: string;
  /** The key of the line: the header of the column, or its field. */
  readonly key: string;
  readonly decision: string | null;
}

/** Whether rows that follow each other are one record. */
export interface ReviewedGroup extends GroupProposal {
  readonly decision: 'one-record' | 'each-row' | null;
}

/** A column for a field with a single value, in which the rows of one record differ. */
export interface DifferingColumn {
  readonly column: ReviewedColumn;
  /** The field, if its numbers can be added up. */
  readonly adds?: string;
  /** Set if its rows have equal quantities. */
  readonly repeats?: true;
  readonly decision: 'add-up' | 'repeat' | 'first' | null;
}

/** A column whose blank cells may have the value above. */
export interface ReviewedFill {
  readonly column: ReviewedColumn;
  /** Whether the column is not read until a person decides, because rows would be sent without a value. */
  readonly isHeld: boolean;
  readonly decision: 'above' | 'blank' | null;
  readonly by?: DecidedBy;
}

/** How rows become records, with the decisions about it. */
export interface ReviewedRows {
  readonly separators: readonly ReviewedSeparator[];
  readonly group?: ReviewedGroup;
  readonly differing: readonly DifferingColumn[];
  readonly fills: readonly ReviewedFill[];
}

/** The separator for a list whose cells have one value each: any other sign in a cell is part of the value. */
export const ONE_VALUE = ';';

export function rowsOf(
  proposal: SheetProposal,
  columns: readonly ReviewedColumn[],
  decisions: Decisions,
  kind: KindSpec | undefined,
  known: KnownEntry | undefined,
): ReviewedRows {
  const mapped = columns.filter(({ state }) => state === 'mapped');
  const at = (index: number) => mapped.find((column) => column.index === index);
  const group = groupOf(proposal, decisions, known);
  const isGrouped = group?.decision === 'one-record' && known?.entry.addUp === undefined;
  const differing = (isGrouped ? group.differing : []).flatMap(({ index, ...one }): DifferingColumn[] => {
    const column = at(index);
    const isKnown = known?.entry.takeFirst?.some(
      (name) => unnumberedPath(name) === unnumberedPath(column?.target ?? ''),
    );
    return column && !isKnown
      ? [{ column, ...one, decision: decisions.get('differing', index) ?? null }]
      : [];
  });
  const fills = (known?.entry.fillDown ? [] : (proposal.fills ?? [])).flatMap(
    ({ index, isCertain, isSent }): ReviewedFill[] => {
      const column = at(index);
      if (!column || (!isCertain && column.isKnown)) return [];
      const decision = decisions.get('fill', index) ?? (isCertain ? 'above' : null);
      const by = decisions.by('fill', index);
      return [{ column, isHeld: isSent && decision === null, decision, ...(by && { by }) }];
    },
  );
  return {
    separators: kind ? separatorsOf(mapped, columns, decisions, kind, known) : [],
    ...(group && { group }),
    differing,
    fills,
  };
}

function groupOf(
  { group }: SheetProposal,
  decisions: Decisions,
  known: KnownEntry | undefined,
): ReviewedGroup | undefined {
  if (!group || known?.entry.groupBy !== undefined) return undefined;
  return { ...group, decision: decisions.get('group') ?? (group.isCertain ? 'one-record' : null) };
}

function separatorsOf(
  mapped: readonly ReviewedColumn[],
  columns: readonly ReviewedColumn[],
  decisions: Decisions,
  kind: KindSpec,
  known: KnownEntry | undefined,
): ReviewedSeparator[] {
  return mapped.flatMap(({ separator, index, header, target }): ReviewedSeparator[] => {
    if (!separator || target === null) return [];
    const path = unnumberedPath(target);
    const isKnown = Object.keys(known?.entry.separators ?? {}).some(
      (key) => headerKey(cleanText(key)) === headerKey(header) || unnumberedPath(key) === path,
    );
    if (isKnown) return [];
    const isShared = header === '' || columns.some((one) => one.index !== index && one.header === header);
    // A header that is the name of a field has no line in `columns`, so it cannot be a key in `separators`.
    const isName = headersOf(kind).meaning(header) !== undefined;
    const decision = decisions.get('separator', index) ?? separator.value;
    return [{ ...separator, index, header, key: isShared || isName ? path : header, decision }];
  });
}

/** The records of the first groups, one a line, for a person who decides. */
export const groupLines = ({ first }: GroupProposal): string[] => first.map(recordLine);

/** The rows of a record, and its values in the order of the columns. */
export function recordLine({ rows, cells }: RecordRows): string {
  const shown = cells.map((values) => [...new Set(values)].join(' + ')).filter((text) => text !== '');
  return say().mapComments.record({ rows: rowsText(rows), values: shown.join(' | ') });
}

/** The rows of a record, such as `rows 2 to 4`. */
export const rowsText = (rows: RecordRows['rows']): string =>
  rows.length > 1
    ? say().mapComments.rows({ first: `${rows[0]}`, last: `${rows.at(-1)}` })
    : say().mapComments.row({ row: `${rows[0]}` });
