import type { Readable } from 'node:stream';
import type { Contract } from '../contract/completion-diff.ts';
import type { FamilyName, ProjectTypes } from '../contract/family.ts';
import type { InterfaceName } from '../contract/kind.ts';
import type { Severities } from '../findings/severity.ts';
import type { Limits } from '../sheets/source.ts';
import type { Maps } from './map-in-force.ts';
import type { IgnoredColumns } from './records/record.ts';

/** What to read, and how. */
export interface InputSettings {
  readonly files: readonly string[];
  readonly interface: InterfaceName;
  /** The interface is detected from the headers of the sheets, if they show it. */
  readonly interfaceBySheets?: boolean;
  /** The kinds of each interface for the environment; those of the registry by default. */
  readonly contract?: Contract;
  /** Flags of the environment of this contract, for commands in messages. */
  readonly place?: readonly string[];
  /** The rows are updates of records of this kind; other sheets are skipped. */
  readonly updates?: string;
  /** Changed records of kinds that can be updated are sent as updates. */
  readonly update?: boolean;
  /** The rules of supplier data collection apply too (interface 4.3). */
  readonly collection?: boolean;
  /** For rows without a family. */
  readonly family: FamilyName | null;
  readonly projectTypes: ProjectTypes;
  /** Fills or overrides the importation batch. */
  readonly batch: string | null;
  /** Kinds to send; empty for all. The others are read so that references to them are understood. */
  readonly only: readonly string[];
  /** Sheet or file name, in lower case, to kind or `skip`. */
  readonly sheets: ReadonlyMap<string, string>;
  readonly strict: boolean;
  /** Severities that the person changed. */
  readonly severities?: Severities;
  /** Ignored columns, and those of them that a flag names. */
  readonly ignore?: IgnoredColumns & { readonly flagged: readonly string[] };
  /** Map files by input file. */
  readonly maps?: Maps;
  /** Columns of v3 that match no field and are sent anyway; `flagged` as the flag names them. */
  readonly extra?: { readonly names: ReadonlySet<string>; readonly flagged: readonly string[] };
  readonly externalRefs: boolean;
  /** A file without a data row is no error. */
  readonly allowEmpty: boolean;
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly decimal?: ',' | '.';
  readonly dateOrder?: 'day-first' | 'month-first';
  /** Limits of reading that the person changed. */
  readonly limits?: Partial<Limits>;
  readonly stdin: Readable;
}
