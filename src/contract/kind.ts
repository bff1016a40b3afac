import type { Field } from './field.ts';

export type InterfaceName = 'v2' | 'v3';

/** A field, or several fields together, that refer to another record by its key. */
export interface Reference {
  /**
   * The fields that together are the key of the other record, in the order of its key fields. A single field may be in
   * arrays (`usedMaterials[].uniqueIdentifier`).
   */
  readonly fields: readonly string[];
  /** The kind of the other record. */
  readonly to: string;
  /** Other kinds that the record may have. */
  readonly or?: readonly string[];
  /**
   * The field to fill with the id of the record, where the interface requires an id and people have a client identifier.
   * It is the field itself when a cell may have either.
   */
  readonly fills?: string;
  /** The value that a field of the other record should have; another one is a warning. */
  readonly says?: { readonly field: string; readonly value: string };
  /** The reference does not count when this field has this value. */
  readonly unless?: { readonly field: string; readonly value: string };
}

/**
 * A rule about fields that identify something (interface 2.8). A path includes everything below it. Paths in one array of
 * objects apply to each of its items.
 */
export type IdentifierRule =
  /** Exactly one of the fields; with `optional` none is allowed too. */
  | {
      readonly type: 'exactly-one';
      readonly of: string;
      readonly fields: readonly string[];
      readonly optional?: true;
    }
  /** Exactly one of two groups; a group is given when any of its fields is. */
  | {
      readonly type: 'either';
      readonly of: string;
      readonly groups: readonly [readonly string[], readonly string[]];
    }
  /** All or none of the fields; of alternatives, one. */
  | { readonly type: 'together'; readonly of: string; readonly fields: readonly (readonly string[])[] }
  /** When the field is given, another must have this value. */
  | {
      readonly type: 'demands';
      readonly of: string;
      readonly field: string;
      readonly other: string;
      readonly value: string;
    };

/** What supplier data collection requires of a kind (interface 4.3), in addition to its create call. */
export interface CollectionRules {
  /** A field that every record must have, except those of `except`. */
  readonly needs?: { readonly field: string; readonly reason: string };
  /**
   * Records that need not have it: those whose `field` has one of the words, and those that other records refer to only
   * by the fields `namedBy`.
   */
  readonly except?: {
    readonly field: string;
    readonly words: readonly string[];
    readonly namedBy: readonly string[];
  };
  /** Arrays whose links do not count, unless the record is also linked through `counted` to an item that refers to it. */
  readonly links?: {
    readonly uncounted: readonly string[];
    readonly counted: string;
    readonly itemKind: string;
    readonly itemFields: readonly string[];
  };
}

/** How to read a record back, to find out whether the service has it. */
type ReadBack = {
  /** The name under which the service shows a field of the body. Values of both are compared. */
  readonly compared: Readonly<Record<string, string>>;
  /**
   * Milliseconds after the last byte of a request until absence counts. A gateway that timed out often stored the record
   * seconds later. One minute when omitted. The setting `absence` overrides it.
   */
  readonly absenceMs?: number;
} & (
  | {
      /** The product's detail; the study of a product and the components in it (interface 2.4, 2.6). */
      readonly method: 'product-detail' | 'study-components';
      /** What the body of a 404 may report as missing: the record, and what contains it. */
      readonly missing: readonly string[];
    }
  /** A v2 list that `search` narrows: `path?search=KEY` (interface 4.2). */
  | { readonly method: 'searched-list'; readonly path: string }
  /** A v3 list that `filter` narrows to one unique identifier: `path?filter=KEY` (interface 4.4). */
  | { readonly method: 'filtered-list'; readonly path: string; readonly filter: string }
);

const MINUTE_MS = 60_000;

/** The time (ms) after which the absence of a record of a kind counts, without a setting. */
export const absenceMsOf = ({ verify }: Pick<KindSpec, 'verify'>): number => verify?.absenceMs ?? MINUTE_MS;

/** What we keep of the response of a create: its links and, in v2, the study that a product belongs to. */
type KeptName = 'studyId' | 'qrCodeLink' | 'showcaseLink';

/** The response of a create (201). Paths are dotted. */
type CreateResponse = {
  /** Where the id is; of several paths the first that is present. */
  readonly id: string | readonly string[];
  /** v2: the fields of the body that the response repeats; in a list when written `packagingRef[]`. */
  readonly repeats?: readonly string[];
  /** v3: the response has the whole record (interface 4.4); otherwise the id and the unique identifier. */
  readonly whole?: true;
} & { readonly [kept in KeptName]?: string };

/** Paths to update a record: `{id}` and `{uniqueIdentifier}` stand for what identifies it. */
export interface UpdatePaths {
  readonly byId: string;
  readonly byUniqueIdentifier: string;
}

/** How the interface updates records of a kind (interface 4.3). Fields have the names that the interface shows. */
interface UpdateSpec {
  readonly paths: UpdatePaths;
  /** Fields that the body of an update must not have. */
  readonly fixed: readonly string[];
  /** By column, the field that a clear word sets to null. Lists become empty in any column. */
  readonly clears?: Readonly<Record<string, string>>;
  /** The service ignores updates of a record once its supplier data collection has started (interface 3). */
  readonly locks?: true;
  /** The response has the full record: a field that it does not have is not set. */
  readonly whole?: true;
  /** A row creates a record only if it has one of these fields. Omitted where the rules of the kind decide. */
  readonly describes?: readonly string[];
  /** The interface shows the fields of an update, so the mock checks their types. */
  readonly shown?: true;
  /** For the help of the command: which cells a clear word empties, and when the service refuses. */
  readonly note: string;
}

/** A kind that can be updated. */
export type UpdatableKind = KindSpec & Required<Pick<KindSpec, 'update'>>;

/** What the ledger keeps of a record besides the accepted body. */
export interface KeptOfRecord {
  /** Links from the service. */
  readonly qrCodeLink?: string;
  readonly showcaseLink?: string;
  /** No update was sent since the record was created. */
  readonly asCreated: boolean;
}

/** A row of a template, by column name; other columns are blank. */
type ExampleRow = Readonly<Record<string, string | number | boolean>>;

/**
 * What a row describes: one file in `contract/v2` or `contract/v3` and one line in `contract/kinds.ts`. Headers, checks,
 * templates, waves, requests, settings, the mock and the docs follow from it.
 */
export interface KindSpec {
  readonly interface: InterfaceName;
  /** Singular, as findings and reports print it. */
  readonly name: string;
  readonly plural: string;
  /** The last segment of its create path. */
  readonly route: string;
  /** Sheet and file names for this kind, English and French. */
  readonly sheetNames: readonly string[];
  readonly fields: readonly Field[];
  /** The fields that identify a record. */
  readonly key: readonly string[];
  /** The value of a blank last key field (the service stores a product without a colour under it). */
  readonly blankKey?: string;
  readonly references: readonly Reference[];
  /**
   * Fields besides the key that may differ between two records with the same first key field. Any other difference is
   * suspicious: one component reference with two contents.
   */
  readonly sharedRef?: { readonly field: string; readonly mayDiffer: readonly string[] };
  /** Arrays of objects whose shares, as far as given, must total 100, together with those of the arrays in `with`. */
  readonly totals?: readonly {
    readonly items: string;
    readonly share: string;
    readonly with?: readonly string[];
  }[];
  readonly rules?: readonly IdentifierRule[];
  readonly collection?: CollectionRules;
  /** The interface does not show the whole body: a column without a field is sent under its dotted path. */
  readonly openBody?: true;
  /** Rows may have parts of a known record: required fields of its objects are checked after it is completed. */
  readonly partial?: true;
  /** A field whose distinct values are listed before sending, with the reason. */
  readonly announce?: { readonly field: string; readonly reason: string };
  /** How to find out whether the service has a record; omitted when the interface has no way. */
  readonly verify?: ReadBack;
  /** The field with the importation batch; not sent where it is a `local` field. */
  readonly batchField: string;
  readonly response: CreateResponse;
  /** The code of a create whose key exists. Default: `SUPPLIER_ALREADY_EXISTS`. */
  readonly existsCode?: string;
  /** Other nouns that error codes use for a record of this kind, besides its name. */
  readonly codeNouns?: readonly string[];
  /** Omitted where the interface has no update. */
  readonly update?: UpdateSpec;
  /**
   * Values that the service sets on its own, by field, from the accepted body and what was kept of the record. Undefined: not
   * known.
   */
  readonly serviceValues?: Readonly<
    Record<string, (accepted: (field: string) => Json | undefined, kept: KeptOfRecord) => Json | undefined>
  >;
  /** More example rows of the template: records that the examples of other sheets refer to. */
  readonly examples?: readonly ExampleRow[];
  /** How often the template repeats an array of objects; once when omitted. */
  readonly templateRepeats?: Readonly<Record<string, number>>;
}

/** A body of a create call: JSON, shaped by its kind. */
export type Body = { [name: string]: Json };
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Separates the parts of a key: U+001F, which no cell keeps. */
export const KEY_SEPARATOR = '\u001f';

/** The key of a body: its key fields joined; a blank last one becomes the kind's `blankKey`. */
export function keyOf(kind: KindSpec, body: Body): string {
  return kind.key
    .map((name) => (typeof body[name] === 'string' && body[name] !== '' ? body[name] : (kind.blankKey ?? '')))
    .join(KEY_SEPARATOR);
}

/** Fields that are not content: the batch of a record, and its id where a person gives it. */
export const notContent = ({ batchField, fields }: KindSpec): string[] => [
  batchField,
  ...(fields.some(({ local, path }) => local && path === 'id') ? ['id'] : []),
];

/** A key as people read it: parts joined by ` / `. */
export function keyText(key: string): string {
  return key.split(KEY_SEPARATOR).join(' / ');
}
