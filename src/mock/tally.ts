/** Requests since the start of a mock, without its own `/__mock` paths. */
export interface MockStats {
  readonly requests: number;
  /** Responses by kind and status, `{ supplier: { 201: 40 } }`; requests that are not creates count under `other`. */
  readonly answers: Readonly<Record<string, Readonly<Record<number, number>>>>;
  /** Requests by key, refused or not: `supplier|STANDARD|FRN-0007`. Parts of a key are separated by U+001F. */
  readonly received: Readonly<Record<string, number>>;
  /** Faults that were injected, by name. */
  readonly faults: Readonly<Record<string, number>>;
  /** Of `received`, how often a fault prevented the processing; all others were applied or refused. */
  readonly keptOff: Readonly<Record<string, number>>;
  /** Writes whose response is lost and that are still to be stored (faults such as `reset-late`). */
  readonly late: number;
}

/** Counts requests: a few map look-ups each. */
export class Tally {
  #requests = 0;
  readonly #answers = new Map<string, Map<number, number>>();
  readonly #received = new Map<string, number>();
  readonly #faults = new Map<string, number>();
  readonly #keptOff = new Map<string, number>();
  #late = 0;

  /** Counts a request and returns its number, from 1. */
  arrived(): number {
    this.#requests += 1;
    return this.#requests;
  }

  answered(kind: string, status: number): void {
    let statuses = this.#answers.get(kind);
    if (!statuses) {
      statuses = new Map();
      this.#answers.set(kind, statuses);
    }
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }

  received(kind: string, family: string, key: string): void {
    count(this.#received, `${kind}|${family}|${key}`);
  }

  /** A fault prevented the processing of a create. */
  keptOff(kind: string, family: string, key: string): void {
    this.received(kind, family, key);
    count(this.#keptOff, `${kind}|${family}|${key}`);
  }

  faulted(name: string): void {
    count(this.#faults, name);
  }

  /** One more write to store late, or one fewer. */
  late(change: 1 | -1): void {
    this.#late += change;
  }

  stats(): MockStats {
    return {
      requests: this.#requests,
      answers: Object.fromEntries([...this.#answers].map(([kind, by]) => [kind, Object.fromEntries(by)])),
      received: Object.fromEntries(this.#received),
      faults: Object.fromEntries(this.#faults),
      keptOff: Object.fromEntries(this.#keptOff),
      late: this.#late,
    };
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
