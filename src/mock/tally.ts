import type { FamilyName } from '../contract/family.ts';

/** What a mock was asked since it started; its own `/__mock` paths are left out. */
export interface MockStats {
  readonly requests: number;
  /** Answers by kind and status, `{ supplier: { 201: 40 } }`; what is no create counts under `other`. */
  readonly answers: Readonly<Record<string, Readonly<Record<number, number>>>>;
  /** How often each key came, refused or not: `supplier|STANDARD|FRN-0007`. Parts of a key stand apart by U+001F. */
  readonly received: Readonly<Record<string, number>>;
  /** Faults that were injected, by name. */
  readonly faults: Readonly<Record<string, number>>;
}

/** Counts requests: a few map look-ups each. */
export class Tally {
  #requests = 0;
  readonly #answers = new Map<string, Map<number, number>>();
  readonly #received = new Map<string, number>();
  readonly #faults = new Map<string, number>();

  /** Counts a request and gives its number, from 1. */
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

  received(kind: string, family: FamilyName, key: string): void {
    const name = `${kind}|${family}|${key}`;
    this.#received.set(name, (this.#received.get(name) ?? 0) + 1);
  }

  faulted(name: string): void {
    this.#faults.set(name, (this.#faults.get(name) ?? 0) + 1);
  }

  stats(): MockStats {
    return {
      requests: this.#requests,
      answers: Object.fromEntries([...this.#answers].map(([kind, by]) => [kind, Object.fromEntries(by)])),
      received: Object.fromEntries(this.#received),
      faults: Object.fromEntries(this.#faults),
    };
  }
}
