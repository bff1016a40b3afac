import type { Field } from './field.ts';

export type InterfaceName = 'v2' | 'v3';

/** A field, or several together, that name another record's key. */
export interface Reference {
  /**
   * The fields that together spell the key of the record named, in the order of that kind's key; one alone may stand in
   * arrays (`usedMaterials[].uniqueIdentifier`).
   */
  readonly fields: readonly string[];
  /** The kind of the record named. */
  readonly to: string;
  /** Further kinds of which it may be instead. */
  readonly or?: readonly string[];
  /**
   * The field beside it that takes the id which the service gave to the record named: the interface wants an id where
   * people have a client identifier. The field itself when a cell of it may hold either.
   */
  readonly fills?: string;
  /** What a field of the record named must say (a warning where it says something else). */
  readonly says?: { readonly field: string; readonly value: string };
  /** It names nothing of ours when this field has this value. */
  readonly unless?: { readonly field: string; readonly value: string };
}

/**
 * A rule about fields that identify something (interface 2.8). A path stands for itself and all below it; paths of one
 * array of objects are meant within each of its items.
 */
export type IdentifierRule =
  /** One of the fields and no other; with `optional` none of them is right too. */
  | {
      readonly type: 'exactly-one';
      readonly of: string;
      readonly fields: readonly string[];
      readonly optional?: true;
    }
  /** One of two groups and not both; any field of a group counts as the group. */
  | {
      readonly type: 'either';
      readonly of: string;
      readonly groups: readonly [readonly string[], readonly string[]];
    }
  /** All or none; of alternatives, one. */
  | { readonly type: 'together'; readonly of: string; readonly fields: readonly (readonly string[])[] }
  /** Where the field is given, another must have this value. */
  | {
      readonly type: 'demands';
      readonly of: string;
      readonly field: string;
      readonly other: string;
      readonly value: string;
    };

/** What supplier data collection asks of a kind (interface 4.3), beyond what its create call asks. */
export interface CollectionRules {
  /** A field that every record must have, but for exceptions: see `except`. */
  readonly needs?: { readonly field: string; readonly reason: string };
  /**
   * Records that need not have it: those of which `field` says one of the words, and those that others name by the fields
   * `namedBy` alone.
   */
  readonly except?: {
    readonly field: string;
    readonly words: readonly string[];
    readonly namedBy: readonly string[];
  };
  /** Arrays whose links do not count unless the record is linked through `counted` too, to an item that names it. */
  readonly links?: {
    readonly uncounted: readonly string[];
    readonly counted: string;
    readonly itemKind: string;
    readonly itemFields: readonly string[];
  };
}

/** How to read a record back, to find out whether the service has it. */
export type ReadBack = {
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
export type CreateResponse = {
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
export interface UpdateSpec {
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
export type ExampleRow = Readonly<Record<string, string | number | boolean>>;

/**
 * What a row describes: one file in `contract/v2` or `contract/v3` and one line in `contract/kinds.ts`. Headers, checks,
 * templates, waves, requests, settings, the mock and the docs follow from it.
 */
export interface KindSpec {
  readonly interface: InterfaceName;
  /** Singular, as findings and reports print it. */
  readonly name: string;
  readonly plural: string;
  /** Last step of its create path. */
  readonly route: string;
  /** Sheet and file names that mean this kind, English and French. */
  readonly sheetNames: readonly string[];
  readonly fields: readonly Field[];
  /** The fields that make a record itself. */
  readonly key: readonly string[];
  /** What a blank last key field counts as (a product without a colour is stored under it). */
  readonly blankKey?: string;
  readonly references: readonly Reference[];
  /**
   * Fields besides the key that may differ between two records that share the first key field. Every other
   * difference is doubtful: one component reference with two contents.
   */
  readonly sharedRef?: { readonly field: string; readonly mayDiffer: readonly string[] };
  /** Arrays of objects of which the given shares total 100, together with those of the arrays in `with`. */
  readonly totals?: readonly {
    readonly items: string;
    readonly share: string;
    readonly with?: readonly string[];
  }[];
  readonly rules?: readonly IdentifierRule[];
  readonly collection?: CollectionRules;
  /** The interface does not show the whole body: a column that no field has goes through as its dotted path. */
  readonly openBody?: true;
  /**
   * Rows may give parts of what is known of a record: what an object must hold is judged once it is completed.
   */
  readonly partial?: true;
  /** A field of which the distinct values are listed before sending, with the reason. */
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

/** Between the parts of a key: U+001F, which no cell keeps. */
export const KEY_SEPARATOR = '\u001f';

/** The key of a body: its key fields joined; a blank last one becomes the kind's `blankKey`. */
export function keyOf(kind: KindSpec, body: Body): string {
  return kind.key
    .map((name) => (typeof body[name] === 'string' && body[name] !== '' ? body[name] : (kind.blankKey ?? '')))
    .join(KEY_SEPARATOR);
}

/** Fields of which a change is no change of the record: its batch, and an id that a person knows of. */
export const notContent = ({ batchField, fields }: KindSpec): string[] => [
  batchField,
  ...(fields.some(({ local, path }) => local && path === 'id') ? ['id'] : []),
];

/** A key as people read it: parts joined by ` / `. */
export function keyText(key: string): string {
  return key.split(KEY_SEPARATOR).join(' / ');
}
