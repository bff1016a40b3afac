import type { PushSettings } from '../../../../src/import/push/engine.ts';
import type { ResolveRequest } from '../../../../src/import/resolve/settle-doubts.ts';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import type { Moment } from '../../../../src/service/pacing.ts';
import type { Service } from '../../../../src/service/service.ts';
import { Day } from './day.ts';
import type { Disk } from './disk.ts';
import type { Fault } from './weather.ts';
import { World } from './world.ts';

/** Puts a fault into the engine, to see that the simulation finds it. */
export interface Sabotage {
  readonly ledger?: (ledger: Ledger) => Ledger;
  readonly service?: (service: Service) => Service;
  readonly settings?: (settings: PushSettings, world: World) => PushSettings;
  /** What a disk does that loses its power and had not told the truth. */
  readonly powerLoss?: (ledger: Ledger) => void;
  /** Weakens a ledger in a file when it is opened. */
  readonly open?: (ledger: Ledger) => void;
  /** Before a ledger in a file is opened after a death. */
  readonly found?: (disk: Disk) => void;
  /** The ledger as other processes read it. */
  readonly reader?: (ledger: Ledger) => Ledger;
  /** The temporary ledger of a plan. */
  readonly planner?: (ledger: Ledger) => Ledger;
  /** The clock that processes share. */
  readonly moment?: (moment: Moment, world: World) => Moment;
  /** Before what a person says of the records of a run is taken. */
  readonly beforeWord?: (ledger: Ledger, run: number) => void;
  readonly word?: (word: ResolveRequest) => ResolveRequest;
  /** After a run is planned. */
  readonly afterPlan?: (ledger: Ledger) => void;
}

/** What a simulation came to. */
export interface Tally {
  readonly requests: number;
  readonly lives: number;
  readonly deaths: number;
  /** How long it took, in its own time. */
  readonly ms: number;
  readonly faults: ReadonlySet<Fault>;
  /** How the records of its last import ended. */
  readonly outcomes: ReadonlySet<string | null>;
  readonly onDisk: boolean;
  /** Deaths at which writes of the ledger were not synced, or a checkpoint was going on. */
  readonly torn: number;
  /** Creates that were stored after their answer was lost. */
  readonly late: number;
  /** Times that a second process looked. */
  readonly looks: number;
  /** Records that a person settled. */
  readonly settled: number;
  /** Outdated records that a person took for known. */
  readonly kept: number;
}

/**
 * One small import, on a bad day: run, killed, stopped and resumed until all is settled, and checked at every step.
 * Throws with the seed and what happened when anything does not hold.
 */
export async function simulate(seed: number, sabotage: Sabotage = {}): Promise<Tally> {
  const world = new World(seed);
  const day = new Day(world, sabotage);
  let sound = false;
  try {
    const tally = await day.live();
    sound = true;
    return tally;
  } catch (error) {
    const { message } = error as Error;
    const rerun = `run again with TRACE_SIM_SEED=${seed}`;
    const trace = process.env.TRACE_SIM_SEED ? `\n${day}\n${world.trace.join('\n')}` : '';
    throw new Error(`seed ${seed}: ${message} (${rerun})${trace}`, { cause: error });
  } finally {
    day.close(sound);
  }
}
