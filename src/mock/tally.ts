/** Statistics of the requests since the start of a mock, without its own `/__mock` paths. */
export interface MockStats {
  readonly requests: number;
  /** Responses by kind and status: `{ supplier: { 201: 40 } }`. Responses to reads are under `other`. */
  readonly answers: Readonly<Record<string, Readonly<Record<number, number>>>>;
  /** Requests by key, including refused ones: `supplier|STANDARD|FRN-0007`. Parts of a key are separated by U+001F. */
  readonly received: Readonly<Record<string, number>>;
  /** Injected faults by name. */
  readonly faults: Readonly<Record<string, number>>;
  /** Requests in `received` that were not processed because of a fault. All others were applied or refused. */
  readonly notStored: Readonly<Record<string, number>>;
  /** Writes that are not stored yet, although their response was lost (faults such as `reset-late`). */
  readonly late: number;
}

/** The record that a request would write, for faults and statistics. */
export interface WriteTarget {
  /** The name of its kind. */
  readonly kind: string;
  /** The name of the record in the statistics, from the path or this body; null if there is none. */
  nameIn(text: string): string | null;
}

/** The name of a record in the statistics: `supplier|STANDARD|FRN-0007`, `purchased-item update|v3|P-1`. */
export const recordName = (kind: string, family: string, key: string): string => `${kind}|${family}|${key}`;

/** Counts requests and responses. */
export class Tally {
  #requests = 0;
  readonly #answers = new Map<string, Map<number, number>>();
  readonly #received = new Map<string, number>();
  readonly #faults = new Map<string, number>();
  readonly #notStored = new Map<string, number>();
  #late = 0;

  /** Counts a request and returns its number, from 1. */
  countRequest(): number {
    this.#requests += 1;
    return this.#requests;
  }

  countResponse(kind: string, status: number): void {
    let statuses = this.#answers.get(kind);
    if (!statuses) {
      statuses = new Map();
      this.#answers.set(kind, statuses);
    }
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }

  countReceived(record: string): void {
    count(this.#received, record);
  }

  /** Counts a write that was not processed because of a fault. */
  countNotStored(record: string): void {
    this.countReceived(record);
    count(this.#notStored, record);
  }

  countFault(name: string): void {
    count(this.#faults, name);
  }

  /** Counts a write that will be stored late (1), or one that is done (-1). */
  countLate(change: 1 | -1): void {
    this.#late += change;
  }

  stats(): MockStats {
    return {
      requests: this.#requests,
      answers: Object.fromEntries([...this.#answers].map(([kind, by]) => [kind, Object.fromEntries(by)])),
      received: Object.fromEntries(this.#received),
      faults: Object.fromEntries(this.#faults),
      notStored: Object.fromEntries(this.#notStored),
      late: this.#late,
    };
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
