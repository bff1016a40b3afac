import { hostname } from 'node:os';
import { requireApproval } from '../config/approval.ts';
import type { Environment } from '../config/environment.ts';
import { readToken } from '../config/token.ts';
import { sourceName, sourceText } from '../config/token-source.ts';
import { usage } from '../errors.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { say } from '../say.ts';
import { elapsedMs } from '../service/clock.ts';
import type { SharedMemory } from '../shared/memory.ts';
import type { Postgres } from '../shared/postgres.ts';
import type { SharedStore } from '../shared/store.ts';
import { authoritiesOf } from './connection.ts';
import type { RunEvent } from './report/run-event.ts';
import type { LockedLedger, LockingJob } from './state/lock-ledger.ts';
import { machineClock } from './state/machine-clock.ts';

type Job = Pick<LockingJob, 'environment' | 'env'> & { readonly signal: AbortSignal };

/**
 * Joins the memory that machines share, if the environment has one: the ledger then knows what others have sent. Null if
 * it has none.
 *
 * @throws TraceError `memory-address`, `memory-plain`, `memory-refused`, `memory-newer`, `memory-lost`, or if the source of
 *   the address is not approved
 */
export async function joinMemory(
  job: Job & Pick<LockingJob, 'now'> & { readonly emit: (event: RunEvent) => void },
  { ledger, target }: LockedLedger,
  run: string,
): Promise<SharedMemory | null> {
  const store = await storeOf(job, target);
  if (store === null) return null;
  const { SharedMemory: Shared } = await import('../shared/memory.ts');
  try {
    const clock = machineClock;
    const timeoutMs = job.environment.timeoutMs.value;
    const sender = { run, host: hostname(), pid: process.pid, timeoutMs, clock, now: job.now };
    const memory = await Shared.join(store, ledger.exchange(target), sender);
    const moment = clock.moment();
    ledger.doubts.stamp(target, moment, (since) => elapsedMs(since, moment) !== null);
    ledger.doubts.settleKnown(target);
    if (memory.restored !== null) job.emit({ type: 'memory-restored', memory: memory.restored });
    return memory;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Copies what the memory of an environment knows into a temporary ledger, without joining it.
 *
 * @throws like `joinMemory`
 */
export async function copyMemory(job: Job, ledger: Ledger, target: string): Promise<void> {
  const store = await storeOf(job, target);
  if (store === null) return;
  try {
    await store.changes(null, null, ledger.exchange(target).taking(machineClock.moment()));
  } finally {
    await store.close();
  }
}

/**
 * Connects to the memory that machines share; null if the environment has none. The caller closes it.
 *
 * @throws TraceError like `joinMemory`
 */
export async function openMemory(
  environment: Environment,
  env: LockingJob['env'],
  signal: AbortSignal,
): Promise<Postgres | null> {
  const { memory, network } = environment;
  if (memory === null) return null;
  await requireApproval(environment, env);
  const source = sourceText(sourceName(memory, null));
  const url = await readToken(memory, env, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw usage('memory-address', say().memory.noAddress({ source }), say().memory.addressHow(), error);
  });
  const { Postgres: Shared } = await import('../shared/postgres.ts');
  return Shared.open({ url, source, authorities: () => authoritiesOf(network) });
}

/** The store of the memory of an environment for a target; null if it has none. */
async function storeOf({ environment, env, signal }: Job, target: string): Promise<SharedStore | null> {
  const postgres = await openMemory(environment, env, signal);
  if (postgres === null) return null;
  const { PostgresStore } = await import('../shared/postgres-store.ts');
  return new PostgresStore(postgres, target);
}
