import type { Environment } from '../../config/environment.ts';
import { completeKinds } from '../../contract/completion-apply.ts';
import type { Contract } from '../../contract/completion-diff.ts';
import type { FamilyName, ProjectTypes } from '../../contract/family.ts';
import type { InterfaceName, KindSpec } from '../../contract/kind.ts';
import { kindsOf } from '../../contract/registry.ts';
import { withRequired } from '../../contract/required-sets.ts';
import type { Severities } from '../../findings/severity.ts';
import type { Completed } from '../../records/check/check-row.ts';
import type { Draft, IgnoredColumns, SheetMap } from '../../records/record.ts';
import type { Row } from '../../sheets/cell.ts';
import type { Limits } from '../../sheets/source.ts';
import type { Maps } from './map-in-force.ts';

/** What to read, and how. */
export interface InputSettings {
  readonly files: readonly string[];
  readonly interface: InterfaceName;
  /** Whether to detect the interface from the headers of the sheets. */
  readonly interfaceBySheets?: boolean;
  /** The kinds of each interface in the environment. The default is the kinds of the registry. */
  readonly contract?: Contract;
  /** Flags that commands in messages repeat to find the same environment. */
  readonly place?: readonly string[];
  /** The rows are updates of records of this kind; other sheets are skipped. */
  readonly updates?: string;
  /** Changed records of kinds that can be updated are sent as updates. */
  readonly update?: boolean;
  /** Whether to apply the rules of supplier data collection, too (interface 4.3). */
  readonly collection?: boolean;
  /** The family of rows that give none. */
  readonly family: FamilyName | null;
  readonly projectTypes: ProjectTypes;
  /** If set: the importation batch of every row. */
  readonly batch: string | null;
  /** If set: the importation batch of rows that have none. */
  readonly defaultBatch?: string | null;
  /** Kinds to send; empty for all. Other kinds are read, so that references to them resolve. */
  readonly only: readonly string[];
  /** The kind to read a sheet as, or `skip`, by the name of the sheet or file in lower case. */
  readonly sheets: ReadonlyMap<string, string>;
  /** The values of `--sheet` as they were typed, by the same names. */
  readonly typedSheets?: ReadonlyMap<string, string>;
  readonly strict: boolean;
  /** Severities that the user changed. */
  readonly severities?: Severities;
  /** Columns to ignore. `flagged` contains those that the command line names. */
  readonly ignore?: IgnoredColumns & { readonly flagged: readonly string[] };
  /** Map files by input file. */
  readonly maps?: Maps;
  /**
   * Columns of v3 that match no field but are sent anyway. `flagged` contains their names as
   * written on the command line.
   */
  readonly extra?: { readonly names: ReadonlySet<string>; readonly flagged: readonly string[] };
  readonly externalRefs: boolean;
  /** Whether a file without data rows is allowed. */
  readonly allowEmpty: boolean;
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly decimal?: ',' | '.';
  readonly dateOrder?: 'day-first' | 'month-first';
  /** Whether groups of findings keep all of their places and values to print. */
  readonly allPlaces?: boolean;
  /** Limits that the user changed. */
  readonly limits?: Partial<Limits>;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Receives how each sheet of records is read. A sheet may be read more than once. */
  readonly onSheet?: (map: SheetMap) => void;
  /** Receives each row of a record, how it was read, and how it was completed. */
  readonly onRow?: (row: Row, draft: Draft, completed: Completed) => void;
}

/** The kinds of each interface; by default those of the registry. */
export const contractIn = ({ contract }: Pick<InputSettings, 'contract'>): Contract =>
  contract ?? { v2: kindsOf('v2'), v3: kindsOf('v3') };

/** The kinds with which the input is read, checked and sent. */
export const kindsIn = (settings: Pick<InputSettings, 'interface' | 'contract'>): readonly KindSpec[] =>
  contractIn(settings)[settings.interface];

/**
 * Returns the kinds of each interface in an environment. They include its hints, its required
 * fields, and its values that were imported, added or learned.
 * @throws TraceError `required-unknown`, `required-fixed`
 */
export function contractOf(environment: Pick<Environment, 'hints' | 'completion' | 'required'>): Contract {
  const { hints, completion, required } = environment;
  const kinds = (name: InterfaceName) =>
    withRequired(completeKinds(kindsOf(name), completion[name], { hints: hints.value }), required[name]);
  return { v2: kinds('v2'), v3: kinds('v3') };
}
