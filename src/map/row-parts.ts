import type { KindSpec } from '../contract/kind.ts';
import type { Row } from '../sheets/cell.ts';
import type { JoinedHeader } from './joined-header.ts';
import { referenceTo } from './part-fields.ts';
import { hasWordsOfOthers, related } from './part-search.ts';
import { partsBeside } from './parts-beside.ts';
import { type ColumnProposal, columnWith, isField, type MissingField } from './proposal.ts';
import type { SheetColumn } from './propose-draft.ts';
import type { TextRow } from './propose-rows.ts';
import { columnsOfPart } from './row-groups.ts';
import type { Links } from './sheet-evidence.ts';

/** One of the kinds that the rows of a table describe. */
export interface RowPart {
  readonly kind: string;
  /** The indexes of its columns. */
  readonly columns: ReadonlySet<number>;
  /** The fields of the columns that refer to a record of another part, by index. */
  readonly targets?: ReadonlyMap<number, string>;
  /** The values of required fields that only the header above the columns names. */
  readonly constants?: ReadonlyMap<string, string>;
  /** The columns whose headers are read without the header of their group: `Supplier of material / Code` is `Code`. */
  readonly below?: ReadonlySet<number>;
  /** The templates of fields that have the values of a row above. */
  readonly keys?: ReadonlyMap<string, string>;
  /** The columns whose cells are only in the first row of each record, with those of the other parts. */
  readonly filledDown?: ReadonlySet<number>;
  /** The texts that its rows have in a column, if other rows describe records of other kinds. */
  readonly rows?: { readonly header: string; readonly index: number; readonly texts: readonly string[] };
}

/** A table whose rows may describe records of several kinds. */
export interface SharedRows {
  readonly kinds: readonly KindSpec[];
  /** The kind that fits the whole table best. */
  readonly main: KindSpec;
  /** The kinds that the names of the sheet and the file suggest: one of them is among the parts. */
  readonly named: readonly KindSpec[];
  readonly header: JoinedHeader;
  /** The row above the header row. */
  readonly above: Row | undefined;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly TextRow[];
  /** The kinds of other sheets, and those with the keys in a column, by its index. */
  readonly elsewhere: Pick<Links, 'kinds' | 'refersTo' | 'keysOf'>;
  readonly propose: (
    kind: KindSpec,
    columns: readonly SheetColumn[],
    targets?: ReadonlyMap<number, string>,
  ) => readonly ColumnProposal[];
}

/**
 * The kinds that the rows of a table describe, such as a product, its supplier and its components: each has its key and all
 * required fields. Empty if there is only one.
 */
export function rowParts(rows: SharedRows): RowPart[] {
  const alone = rows.propose(rows.main, rows.columns).filter(isField).length;
  // The sheet may have more columns of another part than of the one to which the rows belong.
  const found = [rows.main, ...related(rows)].flatMap((main) => {
    const parts = withoutReferred(rows, partsBeside({ ...rows, main }, main !== rows.main));
    if (parts.length === 0 || !haveNames(rows, parts)) return [];
    if (parts.length > 1 && filledBy(rows, parts) <= alone) return [];
    const own = columnsOfPart(rows, parts[0]!);
    const isOther = Number(hasWordsOfOthers({ ...rows, main }, own));
    return [{ parts, keys: keysOf(rows, parts[0]!), isOther }];
  });
  found.sort(
    (one, other) =>
      other.parts.length - one.parts.length || one.isOther - other.isOther || other.keys - one.keys,
  );
  const parts = found[0]?.parts ?? [];
  return parts.length === 1 && parts[0]!.kind === rows.main.name ? [] : parts;
}

/**
 * Whether a part has one of the kinds that the names suggest and whose key a column certainly has, or refers to records of it that other
 * sheets have: `Materials by article`.
 */
function haveNames(
  { named, kinds, columns, elsewhere, propose }: SharedRows,
  parts: readonly RowPart[],
): boolean {
  const own = new Set(parts.map(({ kind }) => kind));
  const isReferred = (kind: KindSpec) =>
    elsewhere.kinds.has(kind.name) && kinds.some((one) => own.has(one.name) && referenceTo(one, kind));
  const hasKey = (kind: KindSpec) => propose(kind, columns).some(({ target }) => target === kind.key[0]);
  return (
    named.length === 0 || named.some((kind) => own.has(kind.name) || isReferred(kind)) || !named.some(hasKey)
  );
}

/** The parts without a main one that other sheets have, too: the rows are those of the other part, which refers to it. */
function withoutReferred(rows: SharedRows, parts: RowPart[]): RowPart[] {
  const [own, other, ...others] = parts;
  if (!own || !other || others.length > 0 || !rows.elsewhere.kinds.has(own.kind)) return parts;
  if (keysOf(rows, own) >= keysOf(rows, other)) return parts;
  const columns = new Set(rows.columns.map(({ index }) => index));
  return [{ kind: other.kind, columns }];
}

const kindOf = ({ kinds }: SharedRows, part: RowPart): KindSpec =>
  kinds.find(({ name }) => name === part.kind)!;

const proposalsOf = (rows: SharedRows, part: RowPart): readonly ColumnProposal[] =>
  rows.propose(kindOf(rows, part), columnsOfPart(rows, part), part.targets);

/** The number of columns that have a field of one of the parts. */
function filledBy(rows: SharedRows, parts: readonly RowPart[]): number {
  const filled = parts.flatMap((part) => proposalsOf(rows, part).filter(isField));
  return new Set(filled.map(({ index }) => index)).size;
}

/** The number of different keys of a part. */
function keysOf(rows: SharedRows, part: RowPart): number {
  const key = columnWith(proposalsOf(rows, part), kindOf(rows, part).key[0]);
  return rows.columns.find(({ index }) => index === key?.index)?.values.words.size ?? 0;
}

/** The missing fields, with what a part of the rows shows of them, and those that are in a row above. */
export function missingIn(missing: readonly MissingField[], part: RowPart | undefined): MissingField[] {
  const keys = [...(part?.keys ?? [])].map(([field, key]) => ({ field, key, question: '' }));
  const others = missing.filter(({ field }) => part?.keys?.has(field) !== true);
  return [
    ...keys,
    ...others.map((one) => {
      const constant = part?.constants?.get(one.field);
      return constant === undefined ? one : { ...one, constant };
    }),
  ];
}
