import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import type { Clock, Moment } from '../../../../src/service/clock.ts';
import { dbOf } from '../../../ledger/store-of.ts';
import { seeded } from '../harness.ts';
import type { Disk } from './disk.ts';
import { Machine } from './machine.ts';

/** Thrown (and never caught by the engine) when a rule is violated. */
export class Broken extends Error {}

interface TimedWake {
  at: number;
  readonly wake: () => void;
  /** Ends with its process; null for what continues without one. */
  readonly owner: Process | null;
}

/** The date at which every simulation starts. */
const EPOCH = Date.UTC(2026, 10, 2);
const MOST_STEPS = 100_000;

/** Time, random numbers and scheduling: everything that happens in a simulation follows from its seed. */
export class World {
  readonly random: () => number;
  readonly machine: Machine;
  /** Maximum number of milliseconds from a commit until the process learns of it. */
  readonly slowestDisk: number;
  /** Milliseconds since the start of the simulation. */
  now = 0;
  /** The error of the date on the user's machine, in milliseconds. */
  wrongBy = 0;
  readonly trace: string[] = [];
  #wakes: TimedWake[] = [];
  #broken: Broken | null = null;
  #steps = 0;

  constructor(seed: number) {
    this.random = seeded(seed);
    this.slowestDisk = this.pick([0, 0, 30, 200]);
    this.machine = new Machine(this);
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  /** A whole number from 0 to `most`, both included. */
  upTo(most: number): number {
    return Math.floor(this.random() * (most + 1));
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.random() * values.length)]!;
  }

  /** The date on the machine of the user. */
  date(): Date {
    return new Date(EPOCH + this.now + this.wrongBy);
  }

  /** The date everywhere else. */
  trueTime(): number {
    return EPOCH + this.now;
  }

  note(text: string): void {
    this.trace.push(`${String(Math.round(this.now)).padStart(8)} ${text}`);
  }

  /** A rule is violated: the simulation ends at its next step. */
  breaks(text: string): void {
    this.note(`BROKEN ${text}`);
    this.#broken ??= new Broken(text);
  }

  /** Returns a function that cancels it. */
  later(ms: number, wake: () => void, owner: Process | null = null): () => void {
    const timed = { at: this.now + Math.max(0, ms), wake, owner };
    this.#wakes.push(timed);
    return () => {
      const at = this.#wakes.indexOf(timed);
      if (at >= 0) this.#wakes.splice(at, 1);
    };
  }

  /** Ends the waits of a process. */
  forget(owner: Process): void {
    this.#wakes = this.#wakes.filter((timed) => timed.owner !== owner);
  }

  /** Runs a process until its work has settled or it died. Throws `Broken`. */
  async live<T>(process: Process, work: Promise<T>): Promise<{ value: T } | { error: unknown } | 'dead'> {
    let end: { value: T } | { error: unknown } | null = null;
    work.then(
      (value) => {
        end = { value };
      },
      (error: unknown) => {
        end = { error };
      },
    );
    for (;;) {
      await turn();
      this.mustHold();
      if (process.dead) return 'dead';
      if (end) return end;
      if (process.writing > 0) continue;
      if (!this.next()) throw new Broken('it hangs: everyone waits for something that never comes');
    }
  }

  /** Lets time pass without any process. */
  pass(ms: number): void {
    const until = this.now + ms;
    while (this.#wakes.some(({ at }) => at <= until)) this.next();
    this.now = until;
    this.mustHold();
  }

  mustHold(): void {
    if (this.#broken) throw this.#broken;
  }

  /** The next event happens; false if there is none. Events that are due at the same time happen in random order. */
  next(): boolean {
    if (this.#wakes.length === 0) return false;
    if (++this.#steps > MOST_STEPS) throw new Broken('it goes on for ever');
    const at = Math.min(...this.#wakes.map((timed) => timed.at));
    const due = this.#wakes.filter((timed) => timed.at === at);
    const next = due.length === 1 ? due[0]! : this.pick(due);
    this.#wakes.splice(this.#wakes.indexOf(next), 1);
    this.now = Math.max(this.now, at);
    const until = next.owner?.pausedUntil ?? 0;
    if (until > this.now) {
      next.at = until;
      this.#wakes.push(next);
      return true;
    }
    next.owner?.step();
    if (!next.owner?.dead) next.wake();
    return true;
  }
}

/** The faults of a process: at which of its steps, and which of its commits fail. */
export interface Fate {
  readonly diesAt?: number;
  readonly stopsAt?: number;
  readonly refusesCommit?: number;
}

/** The resources of a process. */
export interface Life {
  /** Null for a ledger in memory. */
  readonly disk: Disk | null;
  readonly moment: () => Moment;
  /** Called at each of its steps. */
  readonly onStep: () => void;
}

/** One process of the engine. After it dies, nothing is written, sent or received. */
export class Process {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly stop = new AbortController();
  dead = false;
  /** It was asked to stop, and had the chance to notice. */
  heardStop = false;
  /** Writes that wait for their commit. */
  writing = 0;
  /** Whether transactions outside the push are steps of it too. */
  isActive = false;
  /** Until then nothing of it happens, like that of a process that is stopped. */
  pausedUntil = 0;
  /** Called when a request has passed the last check, before it is on its way. */
  beforeSocket: (() => Promise<void>) | null = null;
  readonly #world: World;
  readonly #fate: Fate;
  readonly #life: Life;
  #steps = 0;
  #commits = 0;

  constructor(world: World, ledger: Ledger, fate: Fate, life: Life) {
    this.#world = world;
    this.#fate = fate;
    this.#life = life;
    const born = world.now - world.upTo(1e6);
    this.clock = {
      now: () => world.now - born,
      moment: life.moment,
      sleep: (ms, signal) => this.sleep(ms, signal),
    };
    this.ledger = Object.create(ledger, { write: { value: this.#write(ledger) } }) as Ledger;
    hookCommits(ledger, this);
  }

  /** A step of the process, at which it may die or be asked to stop. */
  step(): void {
    if (this.dead) return;
    this.#steps++;
    if (this.#steps === this.#fate.stopsAt) {
      this.#world.note('asked to stop');
      this.stop.abort();
      setImmediate(() => {
        this.heardStop = true;
      });
    }
    if (this.#steps === this.#fate.diesAt) this.die();
    else this.#life.onStep();
  }

  die(): void {
    this.#world.note('dies');
    this.dead = true;
    this.#world.forget(this);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (this.dead) return new Promise(() => {});
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        callOff();
        reject(signal?.reason);
      };
      // To the millisecond, like timers.
      const callOff = this.#world.later(
        Math.ceil(ms),
        () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
        this,
      );
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** It may die before a commit is on the disk, while it is written, or just after: its requests are not sent yet. */
  commit(onDisk: () => void): void {
    this.step();
    if (this.dead) {
      this.#life.disk?.interrupt(onDisk);
      throw new Error('dead');
    }
    if (this.writing > 0 && ++this.#commits === this.#fate.refusesCommit) {
      this.#world.note('the disk is full');
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    }
    onDisk();
    this.step();
    if (this.dead && this.writing === 0) throw new Error('dead');
  }

  #write(ledger: Ledger): Ledger['write'] {
    return (work) => {
      if (this.dead) return new Promise(() => {});
      this.writing++;
      const alive = () => {
        if (this.dead) throw new Error('dead');
        work();
      };
      return new Promise((resolve, reject) => {
        const settled = (settle: () => void) => {
          this.writing--;
          if (this.dead) return;
          if (this.#world.slowestDisk === 0) settle();
          else this.#world.later(this.#world.upTo(this.#world.slowestDisk), settle, this);
        };
        ledger.write(alive).then(
          () => settled(resolve),
          (error: unknown) => settled(() => reject(error)),
        );
      });
    };
  }
}

const hooks = new WeakMap<DatabaseSync, { process: Process }>();

function hookCommits(ledger: Ledger, process: Process): void {
  const db = dbOf(ledger);
  const hook = hooks.get(db);
  if (hook) {
    hook.process = process;
    return;
  }
  const fresh = { process };
  hooks.set(db, fresh);
  const exec = db.exec.bind(db);
  db.exec = (sql) => {
    const { process } = fresh;
    if (sql === 'commit' && (process.writing > 0 || process.isActive)) process.commit(() => exec(sql));
    else exec(sql);
  };
}
