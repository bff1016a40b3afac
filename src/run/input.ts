import type { Readable } from 'node:stream';
import type { FamilyName, ProjectTypes } from '../contract/family.ts';
import type { InterfaceName } from '../contract/kind.ts';
import type { Limits } from '../sheets/source.ts';

/** What the person asked to be read, and how. */
export interface InputSettings {
  readonly files: readonly string[];
  readonly interface: InterfaceName;
  /** For rows that do not say their family. */
  readonly family: FamilyName | null;
  readonly projectTypes: ProjectTypes;
  /** Fills or overrides the importation batch. */
  readonly batch: string | null;
  /** Kinds to send; empty for all. The others are read so that references to them are understood. */
  readonly only: readonly string[];
  /** Sheet or file name, in lower case, to kind or `skip`. */
  readonly sheets: ReadonlyMap<string, string>;
  readonly strict: boolean;
  readonly externalRefs: boolean;
  /** A file without a row of data is all right. */
  readonly allowEmpty: boolean;
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly decimal?: ',' | '.';
  readonly dateOrder?: 'day-first' | 'month-first';
  /** Limits of reading that the person changed. */
  readonly limits?: Partial<Limits>;
  readonly stdin: Readable;
}
