import texts from '../../language/compiled/headers.js';

/**
 * The notions that headers are made of, by group: see `language/any/fields.yaml`. A header means a field if its words name
 * exactly the notions of one of the field's patterns.
 */
export const NOTIONS: Readonly<Record<string, string>> = JSON.parse(texts.notions);

export const notionsOf = (group: string): ReadonlySet<string> => new Set(NOTIONS[group]!.split(' '));

export const FOREIGN = notionsOf('foreign');
export const GENERAL = notionsOf('general');

/** The fields that identify what a column only describes, by notion. */
export const IDENTIFIERS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries<string>(JSON.parse(texts.identified)).map(([notion, fields]) => [notion, fields.split(' ')]),
);
