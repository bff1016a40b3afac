/** The key of a record at a target. */
export interface EntryKey {
  readonly interface: string;
  readonly kind: string;
  readonly key: string;
  readonly family: string;
}

/** A key as one text, the same for equal keys. */
export const entryKeyText = ({ interface: name, kind, key, family }: EntryKey): string =>
  `${name} ${kind} ${family} ${key}`;
