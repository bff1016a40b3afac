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

/** How the interface lets a record be read back: what to read, and where the key stands in it. */
export type ReadBack = 'product-detail' | 'packaging-list' | 'study-components' | 'brand-product-list';

const MINUTE_MS = 60_000;

/**
 * How long after the last byte of a request a record that is not shown may still appear (ms). What a gateway gave up on is
 * often stored seconds later; the brand-product list shows a write up to 20 minutes late (interface 4.4, 8), a quarter more
 * as clocks differ. Configuration can change it: `absence`.
 */
const ABSENCE_MS: Readonly<Record<ReadBack, number>> = {
  'product-detail': MINUTE_MS,
  'packaging-list': MINUTE_MS,
  'study-components': MINUTE_MS,
  'brand-product-list': 25 * MINUTE_MS,
};

/** The time (ms) after which the absence of a record of a kind counts, where the configuration says nothing. */
export const absenceMsOf = ({ verify }: Pick<KindSpec, 'verify'>): number =>
  verify === undefined ? MINUTE_MS : ABSENCE_MS[verify];

/**
 * What a row describes. One file in `contract/v2` or `contract/v3` and one line in the registry; headers, checks,
 * templates, waves, routes, the mock and the docs follow from it.
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
  /** How to tell whether a record is in the service; without it the interface has no way. */
  readonly verify?: ReadBack;
  /** The field that holds the importation batch; of ours alone where it is a `local` field. */
  readonly batchField: string;
  /** Where the 201 answer carries what we keep, dotted; of several names the first that is there. */
  readonly answer: { readonly id: string | readonly string[] } & {
    readonly [kept in 'studyId' | 'qrCodeLink' | 'showcaseLink']?: string;
  };
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
