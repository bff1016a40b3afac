import type { Readable } from 'node:stream';
import type { Contract } from '../contract/completion-diff.ts';
import type { FamilyName, ProjectTypes } from '../contract/family.ts';
import type { InterfaceName } from '../contract/kind.ts';
import type { Severities } from '../findings/severity.ts';
import type { Limits } from '../sheets/source.ts';
import type { IgnoredColumns } from './records/record.ts';

/** What the person asked to be read, and how. */
export interface InputSettings {
  readonly files: readonly string[];
  readonly interface: InterfaceName;
  /** Nobody said which interface: the heads of the sheets do, where they can. */
  readonly interfaceBySheets?: boolean;
  /** The kinds of each interface as the environment has them; the registry's when left out. */
  readonly contract?: Contract;
  /** Flags of the environment whose contract it is, for commands that messages name. */
  readonly place?: readonly string[];
  /** The rows are updates of records of this kind; sheets of others are left out. */
  readonly updates?: string;
  /** Changed records of kinds that can be updated are sent as updates. */
  readonly update?: boolean;
  /** The rules of supplier data collection count too (interface 4.3). */
  readonly collection?: boolean;
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
  /** Findings that the person lowers or raises. */
  readonly severities?: Severities;
  /** Columns that are left out, and the names of them that a flag said. */
  readonly ignore?: IgnoredColumns & { readonly flagged: readonly string[] };
  /** Columns of v3 that no field has and that are sent all the same; `flagged` as the flag names them. */
  readonly extra?: { readonly names: ReadonlySet<string>; readonly flagged: readonly string[] };
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
