import type { Field } from './field.ts';

export type InterfaceName = 'v2' | 'v3';

/** A field, or several together, that name another record's key. */
interface Reference {
  /** The fields that together spell the key of the record named, in the order of that kind's key. */
  readonly fields: readonly string[];
  /** The kind of the record named. */
  readonly to: string;
}

/** How the interface lets a record be read back: what to read, and where the key stands in it. */
export type ReadBack = 'product-detail' | 'packaging-list' | 'study-components';

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
  /** Arrays of objects of which the given shares total 100. */
  readonly totals?: readonly { readonly items: string; readonly share: string }[];
  /** A field of which the distinct values are listed before sending, with the reason. */
  readonly announce?: { readonly field: string; readonly reason: string };
  /** How to tell whether a record is in the service; without it the interface has no way. */
  readonly verify?: ReadBack;
  /** The field that holds the importation batch. */
  readonly batchField: string;
  /** Where the 201 answer carries what we keep. */
  readonly answer: { readonly id: string } & {
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

/** A key as people read it: parts joined by ` / `. */
export function keyText(key: string): string {
  return key.split(KEY_SEPARATOR).join(' / ');
}
