import type { KindSpec } from '../contract/kind.ts';
import type { columnsBeside } from './columns-beside.ts';
import type { ProposedColumn } from './propose-draft.ts';
import type { TextRow } from './propose-rows.ts';
import { valuesShare } from './propose-values.ts';
import {
  besideOf,
  columnsOfAddresses,
  columnsOfFirstRows,
  columnsOfPeriods,
  columnsOfShares,
} from './row-evidence.ts';

/** What other sheets show of a column: its values are among the keys of a kind, or those sheets refer to it. */
export interface Links {
  /** By index of the column, the kinds of which it has keys. */
  readonly refersTo: ReadonlyMap<number, ReadonlySet<string>>;
  /** By index of the column and kind, the field of its records whose texts the column has, such as the names of suppliers. */
  readonly names: ReadonlyMap<number, ReadonlyMap<string, string>>;
  /** By index of the column, the fields of other sheets of which it has codes, such as `product.productColorCode`. */
  readonly textsOf: ReadonlyMap<number, ReadonlySet<string>>;
  /** The columns whose values other sheets have, too. */
  readonly isReferredTo: ReadonlySet<number>;
  /** The column with the values of the references that other sheets have to records of a kind. */
  readonly key?: { readonly index: number; readonly kind: string } | undefined;
  /** The columns whose values are those of other sheets with one more part, such as an SKU with its size. */
  readonly variants: ReadonlySet<number>;
  /** The columns of which another sheet has all values as its keys, and more. */
  readonly repeats: ReadonlySet<number>;
  /** By index of the column, the kinds of which other sheets, as many or more, have all its values as their keys. */
  readonly keysOf: ReadonlyMap<number, ReadonlySet<string>>;
  /** The kinds that other sheets have, and the fields of their columns: `product.productCollectionRef`. */
  readonly kinds: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
}

export const NO_LINKS: Links = {
  refersTo: new Map(),
  textsOf: new Map(),
  names: new Map(),
  isReferredTo: new Set(),
  variants: new Set(),
  repeats: new Set(),
  keysOf: new Map(),
  kinds: new Set(),
  fields: new Set(),
};

/** Whether a column is or may be the street of an address, or all of it, and not its second line. */
export const hasStreet = (drafts: readonly ProposedColumn[]): boolean =>
  drafts.some(({ target, candidates }) => {
    const all = new Set([target, ...candidates]);
    return !all.has('address.additionalStreet') && (all.has('address.street') || all.has('address.label'));
  });

/** Whether a column has keys of records of a kind. */
export const refers = (
  { refersTo, keysOf }: Pick<Links, 'refersTo' | 'keysOf'>,
  index: number,
  kind: string,
): boolean => refersTo.get(index)?.has(kind) === true || keysOf.get(index)?.has(kind) === true;

/** What is known of a sheet beside its columns. */
export interface SheetContext {
  readonly links: Links;
  readonly rows: readonly TextRow[];
  readonly languages: number | undefined;
  /** The columns that belong to the record that the rows are parts of (`columnsOfRecords`). */
  readonly ofOthers: ReadonlySet<number>;
  /** The fields that are filled otherwise. */
  readonly known: ReadonlySet<string>;
}

/** What the columns of a sheet show of each other. */
export type SheetEvidence = ReturnType<typeof sheetEvidence> & ReturnType<typeof columnsBeside>;

/** What the columns and the other sheets show, apart from the header and the values of each column. */
export function sheetEvidence(
  kind: KindSpec,
  drafts: readonly ProposedColumn[],
  open: readonly ProposedColumn[],
  { links, rows }: SheetContext,
) {
  const material = kind.fields.find(({ path }) => path === 'composition[].material');
  const isMaterial = ({ values, target }: ProposedColumn) =>
    /^composition\.\d+\.material$/.test(target ?? '') ||
    (material !== undefined &&
      (target === null || target === 'ignore' || target.startsWith('composition.')) &&
      (valuesShare(kind, material, values) ?? 0) >= 0.6);
  const isCertificate = ({ target, headerReadings }: ProposedColumn) =>
    [target, ...headerReadings.readings.map((reading) => reading.target)].some((one) =>
      one?.match(/^certifications\.\d+\.type$/),
    );
  return {
    ...{ links, shares: columnsOfShares(open, rows) },
    ...columnsOfPeriods(open, rows),
    firstRows: columnsOfFirstRows(drafts),
    addresses: columnsOfAddresses(drafts, rows),
    besideCertificates: besideOf(drafts, isCertificate),
    besideMaterials: besideOf(drafts, isMaterial),
    besideSuppliers: besideOf(
      drafts,
      ({ target, headerReadings: { readings } }) =>
        target === 'supplierRef' || readings.some(({ field }) => field.path === 'supplierRef'),
    ),
    hasStreet: hasStreet(drafts),
    hasAddress: drafts.some(({ target }) => target?.startsWith('address.') ?? false),
    besidePostalCode: new Set(
      drafts.flatMap(({ index, target }) => (target === 'address.postalCode' ? [index - 1, index + 1] : [])),
    ),
    besideCities: besideOf(drafts, ({ target }) => target?.endsWith('.city') ?? false),
  };
}
