/** The record that a request would write, for faults and counts. */
export interface WriteTarget {
  /** Name of its kind. */
  readonly kind: string;
  /** The name that its keys are counted under, if it is not the kind: an update is not a create. */
  readonly name?: string;
  readonly family: string;
  /** The key in the path or in this body; null when there is none. */
  keyIn(text: string): string | null;
}

/** The name that the keys of a target are counted under. */
export const countedAs = ({ name, kind }: WriteTarget): string => name ?? kind;
