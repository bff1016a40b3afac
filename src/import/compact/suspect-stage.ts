import type { Stage } from '../../ledger/stage.ts';
import type { IdentifiedRow, RowRecord, StageOfInput } from '../input/read-context.ts';
import { hashesOf, referencesOf } from '../input/stage-row.ts';
import type { Suspicion } from './compact-records.ts';
import type { CompactStage } from './compact-stage.ts';

const NO_HASHES = { hash: '', shareKey: null, shareHash: null } as const;
const NOTHING: Suspicion = {
  ...{ isRepeated: false, looksAlike: false, differs: false, isTarget: false, references: [] },
};

/**
 * Receives the input of a check when it is read again: stages the suspects, with what the rules across records compare,
 * and the keys that may be suggested for an unresolved reference.
 */
export class SuspectStage implements StageOfInput {
  readonly #stage: Stage;
  readonly #first: CompactStage;
  readonly #isStray: (kind: string, family: string) => boolean;
  readonly #isMixed: boolean;
  #suspicion = NOTHING;
  /** The number of records that were read. */
  #read = 0;
  /** The SHA-256 of each file, in the order of reading. */
  readonly sums: string[] = [];

  /**
   * `first`: the first reading. `isStray`: whether the family is rare among the records of the kind. `isMixed`: whether
   * the input has several families, so that all references are compared.
   */
  constructor(
    stage: Stage,
    first: CompactStage,
    {
      isStray,
      isMixed,
    }: { readonly isStray: (kind: string, family: string) => boolean; readonly isMixed: boolean },
  ) {
    this.#stage = stage;
    this.#first = first;
    this.#isStray = isStray;
    this.#isMixed = isMixed;
  }

  again(row: IdentifiedRow): Pick<RowRecord, 'ending'> | null {
    const number = this.#read++;
    const suspicion = this.#first.records.suspicionOf(row);
    this.#suspicion = suspicion ?? NOTHING;
    const isNeeded =
      this.#isMixed ||
      suspicion !== null ||
      this.#isStray(row.kind.name, row.family) ||
      this.#first.records.isMissed(row.kind);
    return isNeeded ? { ending: this.#first.endingOf(number, row.isSelected) } : null;
  }

  record(record: RowRecord): void {
    const { isRepeated, differs, isTarget, references } = this.#suspicion;
    const compared = this.#isMixed ? referencesOf(record) : references;
    const { kind, body, isSelected, ...rest } = record;
    const isCompared = isRepeated || differs;
    const hashes = isCompared ? hashesOf(record) : NO_HASHES;
    this.#stage.record({
      ...{ ...rest, kind: kind.name, ...hashes, references: compared },
      body: this.#isMixed || isTarget || isCompared ? JSON.stringify(body) : '{}',
    });
  }

  isAccepted(): boolean {
    return false;
  }

  sheet(...sheet: Parameters<Stage['sheet']>): number {
    return this.#stage.sheet(...sheet);
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
