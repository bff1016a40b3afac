import type { World } from './world.ts';

/** What can go wrong with a create. */
export const FAULTS = [
  ...['reset-before', 'reset-after', 'error-before', 'error-after', 'cut', 'unreadable', 'throttled'],
  ...['storm', 'unavailable', 'unsent', 'timeout', 'late', 'swizzle', 'token', 'elsewhere'],
] as const;

export type Fault = (typeof FAULTS)[number];

/** The frequency of each fault, if it differs from the default. */
const OFTEN: Partial<Record<Fault, number>> = { token: 1, elsewhere: 1, late: 20 };

/** How often each kind of fault occurs, and how slow everything is: drawn once for a simulation. */
export class Weather {
  readonly #world: World;
  readonly #faults: readonly Fault[];
  readonly #share: number;
  readonly #slowest: number;
  /** The faults that occurred. */
  readonly seen = new Set<Fault>();
  #left: number;

  constructor(world: World) {
    this.#world = world;
    this.#share = world.pick([0, 0.05, 0.15, 0.3, 0.6]);
    const faults = FAULTS.filter(() => world.chance(0.5));
    // Faults that end a run are rare, or no run would get far.
    this.#faults = faults.flatMap((fault) => Array.from({ length: OFTEN[fault] ?? 8 }, () => fault));
    this.#slowest = world.pick([1, 60, 400, 2500]);
    this.#left = world.upTo(60);
  }

  /** Stops all faults. */
  calm(): void {
    this.#left = 0;
  }

  get isCalm(): boolean {
    return this.#left === 0;
  }

  fault(): Fault | null {
    if (this.#left === 0 || this.#faults.length === 0 || !this.#world.chance(this.#share)) return null;
    this.#left--;
    const fault = this.#world.pick(this.#faults);
    this.seen.add(fault);
    return fault;
  }

  /** Whether a read fails. */
  spoils(): boolean {
    if (this.#left === 0 || !this.#world.chance(this.#share / 2)) return false;
    this.#left--;
    return true;
  }

  latencyMs(): number {
    return this.#world.upTo(this.#slowest);
  }
}
