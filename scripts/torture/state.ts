import { rmSync } from 'node:fs';
import type { Random } from '../fixtures/random.ts';
import { copyState, DAMAGES, type Damage, damageState, restoreState, type StatePlace } from './damage.ts';

/** What happened to the state. `copy` is the state before it; null if it cannot be restored. */
interface Damaged {
  readonly damage: string;
  readonly copy: string | null;
}

/** The state folder of a trial, and the number of damages that may still be done to it. */
export class TrialState {
  readonly place: StatePlace;
  readonly #random: Random;
  /** Number of remaining damages. */
  left: number;
  /** The last damage, until the state is restored. */
  damaged: Damaged | null = null;
  #older: string | null = null;
  #copies = 0;

  constructor(place: StatePlace, random: Random, left: number) {
    this.place = place;
    this.#random = random;
    this.left = left;
  }

  /** Damages the state and returns a description; null if the drawn damage is impossible now. */
  damage(): Damage | null {
    const damage: Damage = this.#random.pick(DAMAGES);
    const copy = copyState(this.place, `copy-${++this.#copies}`);
    if (!damageState(this.place, damage, this.#random, this.#older)) return null;
    this.left--;
    this.damaged = { damage, copy };
    return damage;
  }

  /** Removes the state for good. */
  remove(damage: string): void {
    rmSync(this.place.state, { recursive: true, force: true, maxRetries: 5 });
    this.left--;
    this.damaged = { damage, copy: null };
  }

  /** Restores the files as they were before the damage. */
  restore(copy: string): void {
    restoreState(this.place, copy);
    this.damaged = null;
  }

  /** Copies the present state, to replace a later ledger with it. */
  keepOlder(): void {
    if (this.left === 0 || this.damaged !== null) return;
    if (this.#older === null || this.#random.next() < 0.3)
      this.#older = copyState(this.place, `older-${++this.#copies}`);
  }
}
