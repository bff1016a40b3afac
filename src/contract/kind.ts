import { FAMILIES, type FamilyName } from './family.ts';
import type { Field } from './field.ts';

export type InterfaceName = 'v2' | 'v3';

/** A reference to another record by its key, in one field or in several fields together. */
export interface Reference {
  /**
   * The fields that contain the key of the other record, in the order of its key fields. A single field may be in an
   * array (`usedMaterials[].uniqueIdentifier`).
   */
  readonly fields: readonly string[];
  /** The kind of the other record. */
  readonly to: string;
  /** Other kinds that the record may have. */
  readonly or?: readonly string[];
  /**
   * The field to fill with the id of the record, if the interface requires an id and users have client identifiers. If
   * a cell may contain an id or a client identifier, `fills` is the field of the reference itself.
   */
  readonly fills?: string;
  /** The value that a field of the other record should have; any other value is a warning. */
  readonly expects?: { readonly field: string; readonly value: string };
  /** The reference is ignored if this field has this value. */
  readonly unless?: { readonly field: string; readonly value: string };
}

/**
 * A rule about fields that identify something (interface 2.8). A path also includes everything below it. If all paths
 * are in one array of objects, the rule applies to each item.
 */
export type IdentifierRule =
  /** Exactly one of the fields is given; with `optional`, at most one. */
  | {
      readonly type: 'exactly-one';
      readonly of: string;
      readonly fields: readonly string[];
      readonly optional?: true;
    }
  /** Exactly one of two groups is given. A group counts as given if any of its fields is given. */
  | {
      readonly type: 'either';
      readonly of: string;
      readonly groups: readonly [readonly string[], readonly string[]];
    }
  /** Either all of the fields are given, or none. An inner list contains alternatives, one of which is enough. */
  | { readonly type: 'together'; readonly of: string; readonly fields: readonly (readonly string[])[] }
  /** If the field is given, another field must have this value. */
  | {
      readonly type: 'demands';
      readonly of: string;
      readonly field: string;
      readonly other: string;
      readonly value: string;
    };

/** What supplier data collection requires of a kind (interface 4.3), in addition to its create call. */
export interface CollectionRules {
  /** A field that every record must have, except the records that `except` describes. */
  readonly needs?: { readonly field: string; readonly reason: string };
  /**
   * Records that may lack the field: records whose `field` contains one of the words, and records to which other
   * records refer only by the fields in `namedBy`.
   */
  readonly except?: {
    readonly field: string;
    readonly words: readonly string[];
    readonly namedBy: readonly string[];
  };
  /**
   * Links in the arrays `uncounted` are reported, unless the array `counted` also links to a record of `itemKind` whose
   * `itemFields` refer to the same record.
   */
  readonly links?: {
    readonly uncounted: readonly string[];
    readonly counted: string;
    readonly itemKind: string;
    readonly itemFields: readonly string[];
  };
}

/** How to read a record back from the service, to find out whether it was stored. */
type ReadBack = {
  /** The names in the response of fields of the body; their values are compared. */
  readonly compared: Readonly<Record<string, string>>;
  /**
   * Milliseconds after the last byte of a request until the absence of the record proves that it was not stored. (After a
   * gateway timeout, the record is often stored seconds later.) One minute if omitted. The setting `absence` overrides it.
   */
  readonly absenceMs?: number;
} & (
  | {
      /** Through the detail of the product, or the components of its study (interface 2.4, 2.6). */
      readonly method: 'product-detail' | 'study-components';
      /** What the body of a 404 may report as missing: the record, or a record that contains it. */
      readonly missing: readonly string[];
    }
  /** Through a search in a v2 list: `path?search=KEY` (interface 4.2). */
  | { readonly method: 'searched-list'; readonly path: string }
  /** Through a filter of a v3 list by unique identifier: `path?filter=KEY` (interface 4.4). */
  | { readonly method: 'filtered-list'; readonly path: string; readonly filter: string }
);

const MINUTE_MS = 60_000;

/** The setting `absence`: milliseconds for all kinds, or by kind. Kinds that are not listed have their default. */
export type AbsenceSetting = number | Readonly<Partial<Record<string, number>>>;

/** Milliseconds after which the absence of a record of this kind proves that it was not stored. */
export function absenceMsOf(
  { name, verify }: Pick<KindSpec, 'name' | 'verify'>,
  setting: AbsenceSetting = {},
): number {
  return typeof setting === 'number' ? setting : (setting[name] ?? verify?.absenceMs ?? MINUTE_MS);
}

/** Values of the response of a create that are stored besides the id. `studyId`: v2, the study of a product. */
type ResponseValue = 'studyId' | 'qrCodeLink' | 'showcaseLink';

/** How a value follows from another field of the body. */
export interface Following {
  /** The other field, as a map file names it. */
  readonly from: string;
  /** The texts in the other field that decide. They decide nothing if they have different values. */
  texts(body: Body): readonly string[];
  /** What a text says; undefined if it says nothing. */
  value(text: string, body: Body): Json | undefined;
}

/** The response of a create (201). Paths are dotted. */
type CreateResponse = {
  /** The path of the id; if there are several, the first one that is present. */
  readonly id: string | readonly string[];
  /** v2: the fields of the body that the response repeats; `packagingRef[]` is repeated in a list. */
  readonly repeats?: readonly string[];
  /** v3: the response contains the whole record (interface 4.4), not only its id and unique identifier. */
  readonly returnsRecord?: true;
} & { readonly [value in ResponseValue]?: string };

/** The paths to update a record, with the placeholders `{id}` and `{uniqueIdentifier}`. */
export interface UpdatePaths {
  readonly byId: string;
  readonly byUniqueIdentifier: string;
}

/** How records of a kind are updated (interface 4.3). Fields have their names in the interface. */
interface UpdateSpec {
  /** Default: paths like those of purchased items, with the plural of this kind. */
  readonly paths?: UpdatePaths;
  /** Fields that an update must not contain. */
  readonly fixed: readonly string[];
  /** The field that a clear word sets to null, by column. A clear word in the column of a list empties the list. */
  readonly clears?: Readonly<Record<string, string>>;
  /** The service ignores updates of a record once its supplier data collection has started (interface 3). */
  readonly locks?: true;
  /** Set if the response contains the whole record, so that a field that is missing in the response has no value. */
  readonly returnsRecord?: true;
  /** A row creates a record only if it has one of these fields. Omitted if the rules of the kind decide. */
  readonly describes?: readonly string[];
  /** Set if the interface documents the fields of an update, so that the mock checks their types. */
  readonly documented?: true;
  /** What the update command of the kind does, in the language of the process. */
  summary(): string;
  /**
   * For the help of the command: how rows are identified, the cells in which clear words are allowed, and when the
   * service refuses the update.
   */
  note(): string;
}

/** A kind that can be updated. */
export type UpdatableKind = KindSpec & Required<Pick<KindSpec, 'update'>>;

export const isUpdatable = (kind: KindSpec): kind is UpdatableKind => kind.update !== undefined;

/** What the ledger stores of a record besides the accepted body. */
export interface RecordMetadata {
  /** Links from the response of the service. */
  readonly qrCodeLink?: string;
  readonly showcaseLink?: string;
  /** Whether no update was sent since the record was created. */
  readonly asCreated: boolean;
}

/** Values of a row of a template by column name; all other columns are blank. */
type ExampleRow = Readonly<Record<string, string | number | boolean>>;

/**
 * A kind of record. Each kind is a file in `contract/v2` or `contract/v3` and a line in `contract/kinds.ts`. Headers,
 * checks, templates, waves, requests, settings, the mock and the docs follow from it.
 */
export interface KindSpec {
  readonly interface: InterfaceName;
  /** The singular, as in findings and reports. */
  readonly name: string;
  /** The plural, which is also the last segment of the create path. */
  readonly plural: string;
  readonly fields: readonly Field[];
  /** The fields that identify a record. */
  readonly key: readonly string[];
  /** The value of the last key field if it is blank, for example of a product without a colour. */
  readonly blankKey?: string;
  readonly references: readonly Reference[];
  /** Fields that a map file may fill by what another field says, by field. */
  readonly follows?: Readonly<Record<string, Following>>;
  /**
   * Records with the same `field` should have the same content, except for the fields `mayDiffer`: a difference may mean
   * that one component reference is used for two components.
   */
  readonly sharedRef?: { readonly field: string; readonly mayDiffer: readonly string[] };
  /** Arrays of objects whose shares, if given, must total 100, together with the shares in the arrays `with`. */
  readonly totals?: readonly {
    readonly items: string;
    readonly share: string;
    readonly with?: readonly string[];
  }[];
  readonly rules?: readonly IdentifierRule[];
  readonly collection?: CollectionRules;
  /** Set if the interface does not document the whole body: a column without a field can be sent under its dotted path. */
  readonly openBody?: true;
  /** Set if rows may be parts of a known record: required fields of objects are checked after the row is completed. */
  readonly partial?: true;
  /** A field whose distinct values are printed before sending, because an unknown value creates a new collection. */
  readonly announce?: { readonly field: string };
  /** How to find out whether the service has a record; omitted if the interface has no way. */
  readonly verify?: ReadBack;
  /** The field of the importation batch. It is not sent if it is a `local` field. */
  readonly batchField: string;
  readonly response: CreateResponse;
  /** The error code of a create whose key already exists. Default: `SUPPLIER_ALREADY_EXISTS`, with the name of the kind. */
  readonly existsCode?: string;
  /** Other nouns for a record of this kind in error codes, besides the name of the kind. */
  readonly codeNouns?: readonly string[];
  /** Omitted if the interface has no update. */
  readonly update?: UpdateSpec;
  /**
   * Values that the service sets by itself, by field, computed from the accepted body and the metadata of the record. A
   * function returns undefined if the value is not known.
   */
  readonly serviceValues?: Readonly<
    Record<
      string,
      (accepted: (field: string) => Json | undefined, metadata: RecordMetadata) => Json | undefined
    >
  >;
  /** More example rows for the template: records to which the examples of other sheets refer. */
  readonly examples?: readonly ExampleRow[];
  /** How often the template repeats the columns of an array of objects; once if omitted. */
  readonly templateRepeats?: Readonly<Record<string, number>>;
}

/** The JSON body of a create call. */
export type Body = { [name: string]: Json };
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Separates the parts of a key: U+001F, which no value read from a cell contains. */
export const KEY_SEPARATOR = '\u001f';

/** The key of a body: its key fields joined by `KEY_SEPARATOR`. Blank ones are replaced by `blankKey` of the kind. */
export function keyOf({ key, blankKey = '' }: KindSpec, body: Body): string {
  let text = '';
  for (let at = 0; at < key.length; at++) {
    const part = body[key[at]!];
    if (at > 0) text += KEY_SEPARATOR;
    text += typeof part === 'string' && part !== '' ? part : blankKey;
  }
  return text;
}

/** Fields that are ignored when records are compared: the batch of a record, and an id of the service in a row. */
export const uncomparedFields = ({ batchField, fields }: KindSpec): string[] => [
  batchField,
  ...(fields.some(({ local, path }) => local && path === 'id') ? ['id'] : []),
];

/** A key as messages print it: its parts joined by ` / `. */
export function keyText(key: string): string {
  return key.replaceAll(KEY_SEPARATOR, ' / ');
}

/**
 * The create path of a kind, without the base address. v2 paths depend on the family (interface 4.1), v3 paths do not
 * (4.3).
 */
export function createPath(kind: KindSpec, family: FamilyName | null): string {
  if (kind.interface === 'v3') return `/${kind.plural}`;
  if (family === null) throw new Error(`a ${kind.name} of v2 has no path without a family`);
  return `${FAMILIES[family].prefix}/${kind.plural}`;
}

/** Whether every record of `family` must have the field. */
export function isRequired(field: Field, family: FamilyName | null): boolean {
  return field.required === 'always' || (Array.isArray(field.required) && field.required.includes(family));
}

/** A function that computes its result once for each argument, and keeps it as long as the argument exists. */
export function oncePer<Key extends WeakKey, Value extends NonNullable<unknown> | null>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const results = new WeakMap<Key, Value>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) {
      result = compute(key);
      results.set(key, result);
    }
    return result;
  };
}
