import type { FamilyName } from '../contract/family.ts';
import type { Body } from '../contract/kind.ts';

/** A v2 create to apply: its body is valid and its key is free. */
export interface NewEntry {
  readonly kind: string;
  readonly family: FamilyName;
  readonly key: string;
  /** The parts of the key, in the order of the key fields. If the last part is blank, its default is used. */
  readonly keyParts: readonly string[];
  /** The body with the field names of the interface, even if the contract of the environment has others. */
  readonly body: Body;
  /** Whether the request had other field names. */
  readonly renamed: boolean;
  /** The body of the request. */
  readonly requestBody: string;
  readonly at: Date;
}

/** The ids of a created record. */
export interface CreatedIds {
  readonly id: string;
  readonly studyId?: string;
}
