import { hostname } from 'node:os';
import { requireApproval } from '../config/approval.ts';
import { readToken } from '../config/token.ts';
import { sourceName, sourceText } from '../config/token-source.ts';
import { usage } from '../errors.ts';
import { say } from '../say.ts';
import { elapsedMs } from '../service/clock.ts';
import type { SharedMemory } from '../shared/memory.ts';
import { authoritiesOf } from './connection.ts';
import type { LockedLedger, LockingJob } from './state/lock-ledger.ts';
import { machineClock } from './state/machine-clock.ts';

/**
 * Joins the memory that machines share, if the environment has one: the ledger then knows what others have sent. Null if
 * it has none.
 *
 * @throws TraceError `memory-address`, `memory-plain`, `memory-refused`, `memory-newer`, `memory-lost`, or if the source of
 *   the address is not approved
 */
export async function joinMemory(
  { environment, env, now, signal }: LockingJob & { readonly signal: AbortSignal },
  { ledger, target }: LockedLedger,
  run: string,
): Promise<SharedMemory | null> {
  const { memory: source, timeoutMs } = environment;
  if (source === null) return null;
  await requireApproval(environment, env);
  const name = sourceText(sourceName(source, null));
  const url = await readToken(source, env, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw usage('memory-address', say().memory.noAddress({ source: name }), say().memory.addressHow(), error);
  });
  const { Postgres } = await import('../shared/postgres.ts');
  const { PostgresStore } = await import('../shared/postgres-store.ts');
  const { SharedMemory: Shared } = await import('../shared/memory.ts');
  const secureContext = await authoritiesOf(environment.network);
  const postgres = await Postgres.open({ url, source: name, secureContext });
  try {
    const clock = machineClock;
    const sender = { run, host: hostname(), pid: process.pid, timeoutMs: timeoutMs.value, clock, now };
    const memory = await Shared.join(new PostgresStore(postgres, target), ledger.exchange(target), sender);
    const moment = machineClock.moment();
    ledger.doubts.stamp(target, moment, (since) => elapsedMs(since, moment) !== null);
    ledger.doubts.settleKnown(target);
    return memory;
  } catch (error) {
    await postgres.close();
    throw error;
  }
}
