import type { Stage } from '../../ledger/stage.ts';
import type { IdentifiedRow, RowRecord, StageOfInput } from '../input/read-context.ts';
import { hashesOf, referencesOf } from '../input/stage-row.ts';
import type { Suspicion } from './compact-records.ts';
import type { CompactStage } from './compact-stage.ts';

const NO_HASHES = { hash: '', shareKey: null, shareHash: null } as const;
const NOTHING: Suspicion = {
  ...{ isRepeated: false, looksAlike: false, differs: false, isTarget: false },
  ...{ references: [], absent: [] },
};
/** Receives the absent references of a record. */
export type OnAbsent = (
  sheet: { readonly file: string; readonly sheet: string; readonly columns: Record<string, string> },
  record: RowRecord,
  absent: Suspicion['absent'],
) => void;

interface SuspectOptions {
  /** Whether the family is rare among the records of the kind. */
  readonly isStray: (kind: string, family: string) => boolean;
  /** Whether the input has several families, so that all references are compared. */
  readonly isMixed: boolean;
  /** Receives absent references, whose records are not staged for them; null if they are staged like others. */
  readonly onAbsent: OnAbsent | null;
}

/**
 * Receives the input of a check when it is read again: stages the suspects, with what the rules across records compare,
 * and the keys that may be suggested for an unresolved reference.
 */
export class SuspectStage implements StageOfInput {
  readonly #stage: Stage;
  readonly #first: CompactStage;
  readonly #options: SuspectOptions;
  readonly #sheets = new Map<number, Parameters<OnAbsent>[0]>();
  #suspicion = NOTHING;
  /** The number of records that were read. */
  #read = 0;
  /** The SHA-256 of each file, in the order of reading. */
  readonly sums: string[] = [];

  /** `first`: the first reading. */
  constructor(stage: Stage, first: CompactStage, options: SuspectOptions) {
    this.#stage = stage;
    this.#first = first;
    this.#options = options;
  }

  again(row: RowRecord): Pick<RowRecord, 'ending'> | null {
    const number = this.#read++;
    const isNeeded = this.#isNeeded(row);
    this.#reportAbsent(row);
    if (!isNeeded) return null;
    return { ending: this.#first.endingOf(number, row.isSelected) };
  }

  #isNeeded(row: IdentifiedRow): boolean {
    const { records } = this.#first;
    const { isStray, isMixed, onAbsent } = this.#options;
    this.#suspicion = records.suspicionOf(row, onAbsent !== null) ?? NOTHING;
    const { isRepeated, looksAlike, differs, isTarget, references } = this.#suspicion;
    const isSuspect = isRepeated || looksAlike || differs || isTarget || references.length > 0;
    return isMixed || isSuspect || isStray(row.kind.name, row.family) || records.isMissed(row.kind);
  }

  #reportAbsent(row: RowRecord): void {
    const { absent } = this.#suspicion;
    if (absent.length > 0) this.#options.onAbsent!(this.#sheets.get(row.sheetId)!, row, absent);
  }

  record(record: RowRecord): void {
    const { isRepeated, differs, isTarget, references } = this.#suspicion;
    const { isMixed } = this.#options;
    const compared = isMixed ? referencesOf(record) : references;
    const { kind, body, isSelected, ...rest } = record;
    const isCompared = isRepeated || differs;
    const hashes = isCompared ? hashesOf(record) : NO_HASHES;
    this.#stage.record({
      ...{ ...rest, kind: kind.name, ...hashes, references: compared },
      body: isMixed || isTarget || isCompared ? JSON.stringify(body) : '{}',
    });
  }

  isAccepted(): boolean {
    return false;
  }

  sheet(...of: Parameters<Stage['sheet']>): number {
    const id = this.#stage.sheet(...of);
    const [file, sheet, , columns] = of;
    this.#sheets.set(id, { file, sheet, columns });
    return id;
  }

  file(_path: string, sha256: string): void {
    this.sums.push(sha256);
  }

  invalidateSheet(...sheet: Parameters<Stage['invalidateSheet']>): void {
    this.#stage.invalidateSheet(...sheet);
  }

  commit(): void {
    this.#stage.commit();
  }

  finding(): void {}
  ignored(): void {}
  endNotAttempted(): void {}
}
