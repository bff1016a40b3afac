/** The record that a request would write, as faults and counts know it. */
export interface WriteTarget {
  /** Name of its kind. */
  readonly kind: string;
  /** Under what its keys are counted, when it is not the kind: an update is no create. */
  readonly name?: string;
  readonly family: string;
  /** The key that the request spells, in its path or in this body; null when it spells none. */
  keyIn(text: string): string | null;
}

/** Under what the keys of a target are counted. */
export const countedAs = ({ name, kind }: WriteTarget): string => name ?? kind;
