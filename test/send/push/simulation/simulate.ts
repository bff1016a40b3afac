import type { ResolveRequest } from '../../../../src/import/resolve/settle-doubts.ts';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import type { PushSettings } from '../../../../src/send/push/engine.ts';
import type { Moment } from '../../../../src/service/clock.ts';
import type { Limiter, RequestLimits } from '../../../../src/service/limiter.ts';
import type { Service } from '../../../../src/service/service.ts';
import { Day } from './day.ts';
import type { Disk } from './disk.ts';
import type { Fault } from './weather.ts';
import { World } from './world.ts';

/** Puts a defect into the engine, to test that the simulation detects it. */
export interface Sabotage {
  readonly ledger?: (ledger: Ledger) => Ledger;
  readonly service?: (service: Service) => Service;
  readonly settings?: (settings: PushSettings) => PushSettings;
  readonly limits?: (limits: RequestLimits) => RequestLimits;
  readonly limiter?: (limiter: Limiter) => void;
  /** Effects of a disk that loses power and had reported false syncs. */
  readonly powerLoss?: (ledger: Ledger) => void;
  /** Weakens a ledger in a file when it is opened. */
  readonly open?: (ledger: Ledger) => void;
  /** Called before a ledger in a file is opened after a death. */
  readonly found?: (disk: Disk) => void;
  /** The ledger as other processes read it. */
  readonly reader?: (ledger: Ledger) => Ledger;
  /** The temporary ledger of a plan. */
  readonly planner?: (ledger: Ledger) => Ledger;
  /** The clock that processes share. */
  readonly moment?: (moment: Moment, world: World) => Moment;
  /** Called before the user settles records of a run. */
  readonly beforeWord?: (ledger: Ledger, run: number) => void;
  readonly word?: (word: ResolveRequest) => ResolveRequest;
  /** Called after a run is planned. */
  readonly afterPlan?: (ledger: Ledger) => void;
}

/** The result of a simulation. */
export interface Tally {
  readonly requests: number;
  readonly lives: number;
  readonly deaths: number;
  /** Its duration, in virtual time. */
  readonly ms: number;
  readonly faults: ReadonlySet<Fault>;
  /** The outcomes of its last import. */
  readonly outcomes: ReadonlySet<string | null>;
  readonly onDisk: boolean;
  /** Deaths at which writes of the ledger were not synced, or a checkpoint was running. */
  readonly torn: number;
  /** Creates that were stored after their response was lost. */
  readonly late: number;
  /** Number of reads by a second process. */
  readonly looks: number;
  /** Records that a user settled. */
  readonly settled: number;
  /** Outdated records that a user kept. */
  readonly kept: number;
}

/**
 * One small import with faults: run, killed, stopped and resumed until everything is settled, and checked at every
 * step. Throws with the seed and the log if a rule is violated.
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
