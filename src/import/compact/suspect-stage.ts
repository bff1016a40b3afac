import type { Stage } from '../../ledger/stage.ts';
import type { IdentifiedRow, RowRecord, StageOfInput } from '../input/read-context.ts';
import { hashesOf } from '../input/stage-row.ts';
import type { CompactRecords, Suspicion } from './compact-records.ts';

const NO_HASHES = { hash: '', shareKey: null, shareHash: null } as const;
const NOTHING: Suspicion = { isRepeated: false, differs: false, isTarget: false, references: [] };

/**
 * Receives the input of a check when it is read again: stages the suspects, with what the rules across records compare,
 * and the keys that may be suggested for an unresolved reference.
 */
export class SuspectStage implements StageOfInput {
  readonly #stage: Stage;
  readonly #records: CompactRecords;
  readonly #isStray: (kind: string, family: string) => boolean;
  #suspicion = NOTHING;
  /** The SHA-256 of each file, in the order of reading. */
  readonly sums: string[] = [];

  /** `isStray`: whether the family is rare among the records of the kind. */
  constructor(stage: Stage, records: CompactRecords, isStray: (kind: string, family: string) => boolean) {
    this.#stage = stage;
    this.#records = records;
    this.#isStray = isStray;
  }

  needs(row: IdentifiedRow): boolean {
    const suspicion = this.#records.suspicionOf(row);
    this.#suspicion = suspicion ?? NOTHING;
    return suspicion !== null || this.#isStray(row.kind.name, row.family) || this.#records.isMissed(row.kind);
  }

  record(record: RowRecord): void {
    const { isRepeated, differs, isTarget, references } = this.#suspicion;
    const { kind, body, isSelected, ...rest } = record;
    const hashes = isRepeated || differs ? hashesOf(record) : NO_HASHES;
    this.#stage.record({
      ...{ ...rest, kind: kind.name, ...hashes, references },
      body: isTarget ? JSON.stringify(body) : '{}',
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
