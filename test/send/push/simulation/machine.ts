import { BY_DATE_PREFIX, type Moment } from '../../../../src/service/clock.ts';
import type { World } from './world.ts';

const HOUR_MS = 3_600_000;

/**
 * The machine's monotonic clock, counted from the last boot. Some systems identify a boot by an id, others only by its
 * time, which changes when the clock is set.
 */
export class Machine {
  readonly #world: World;
  readonly #namesStarts: boolean;
  #starts = 1;
  #startedAt: number;

  constructor(world: World) {
    this.#world = world;
    this.#namesStarts = world.chance(0.6);
    this.#startedAt = -world.pick([0, 0, HOUR_MS, 700 * HOUR_MS]);
  }

  moment(): Moment {
    const ms = this.#world.now - this.#startedAt;
    const boot = this.#namesStarts
      ? `start ${this.#starts}`
      : `${BY_DATE_PREFIX}${Math.round(this.#world.date().getTime() - ms)}`;
    return { boot, ms };
  }

  /** The clock is set: a day ahead or back, or a little. */
  setDate(inMs: number): void {
    const world = this.#world;
    const by = world.pick([-1, 1]) * world.pick([24 * HOUR_MS, 24 * HOUR_MS, 90_000]);
    world.later(inMs, () => {
      world.note(`the date jumps by ${by} ms`);
      world.wrongBy += by;
    });
  }

  /** The machine restarts, or the next process runs on another machine, which started long ago. */
  restart(): void {
    this.#world.note('the machine restarts');
    this.#starts++;
    this.#startedAt = this.#world.now - this.#world.pick([0, 249.7 * HOUR_MS]);
  }
}
