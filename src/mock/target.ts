/** The record that a request would write, for faults and statistics. */
export interface WriteTarget {
  /** The name of its kind. */
  readonly kind: string;
  /** The name under which its keys are counted, if it is not the kind: updates are counted apart from creates. */
  readonly name?: string;
  readonly family: string;
  /** The key in the path or in this body; null if there is none. */
  keyIn(text: string): string | null;
}

/** The name under which the keys of a target are counted. */
export const countedAs = ({ name, kind }: WriteTarget): string => name ?? kind;
