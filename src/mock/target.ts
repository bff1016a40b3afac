/** The record that a request would write, for faults and statistics. */
export interface WriteTarget {
  /** The name of its kind. */
  readonly kind: string;
  /** The name under which keys are counted, if it differs from `kind`: updates are counted separately from creates. */
  readonly name?: string;
  readonly family: string;
  /** The key in the path or in this body; null if there is none. */
  keyIn(text: string): string | null;
}

/** The name under which the keys of a target are counted. */
export const countedAs = ({ name, kind }: WriteTarget): string => name ?? kind;
