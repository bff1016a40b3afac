import type { InterfaceName } from '../contract/kind.ts';
import { kindsOf } from '../contract/registry.ts';
import { settleElsewhere } from '../ledger/elsewhere.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Sending } from '../ledger/sending.ts';
import { type DoubtfulRow, doubtfulRows, reopenDoubtful } from '../ledger/unfinished.ts';
import { contractOf } from './contract.ts';
import { endRun } from './end.ts';
import { makePlan } from './judge.ts';
import { originOf } from './place.ts';
import { endBroken, holdLedger, type Pushed, pushStaged, type SendingJob } from './pushed.ts';
import { resumable } from './resume.ts';

export interface ResolveJob extends SendingJob {
  readonly runId: string;
  /** Read them back; send them again; or take a person's word that they are in the service. */
  readonly how: 'verify' | 'resend' | 'sent';
  /** Which of the records in doubt are meant. Throws what the person did wrong. */
  readonly pick: (rows: readonly DoubtfulRow[]) => readonly DoubtfulRow[];
  /** Who says that they were sent. */
  readonly by: string;
}

/** The run after it, and the records that it was about. */
export interface Resolved extends Pushed {
  readonly picked: readonly DoubtfulRow[];
}

/** Settles records of a run that are in doubt; nothing else of it is sent. */
export async function resolveRun(job: ResolveJob): Promise<Resolved> {
  const { environment, emit, how, now } = job;
  const held = holdLedger(job);
  const { ledger, target, close } = held;
  let begun: number | undefined;
  try {
    const { run, id: runId, interface: name } = resumable(held, job.runId, environment);
    const picked = job.pick(doubtfulRows(ledger, run));
    emit({
      type: 'run-started',
      run: runId,
      command: 'resolve',
      environment: environment.name,
      origin: originOf(environment),
    });
    const interfaceName = name as InterfaceName;
    const ids = picked.map(({ id }) => id);
    const { waves, doubtful } = makePlan({
      ledger,
      run,
      target,
      settings: { interface: interfaceName, contract: contractOf(environment) },
      // Whatever the kind: it was asked for by name.
      inDoubt: 'resend',
      reopen: () => reopenDoubtful(ledger, run, ids),
    });
    begun = run;
    if (how === 'sent') {
      await takeWord(job, ledger, run, ids);
      endRun(ledger, run);
      settleElsewhere(ledger, doubtful);
      return { ledger, run, runId, picked, stop: null, warning: undefined, close };
    }
    const pushed = await pushStaged(job, {
      held,
      run,
      interface: interfaceName,
      waves,
      doubtful,
      inDoubt: how,
      blockedAreTold: true,
    });
    return { ledger, run, runId, picked, ...pushed, close };
  } catch (error) {
    throw endBroken(held, begun, now(), error);
  }
}

/** They are in the service, as a person says who looked; no id is known. */
async function takeWord(
  { now, by }: ResolveJob,
  ledger: Ledger,
  run: number,
  ids: readonly number[],
): Promise<void> {
  const sending = new Sending(ledger, run);
  const open = ledger.db.prepare('select 1 from records where id = ? and outcome is null');
  const at = now().toISOString();
  const messages = [`${by} said on ${at.slice(0, 10)} that it is in the service (trace resolve --sent)`];
  for (const id of ids) {
    // A later run may have learned more of its key.
    if (open.get(id) === undefined) continue;
    const known = sending.doubtOf(id)?.known === true;
    const updated = sending.updateOf(id);
    const ending = updated
      ? ({ outcome: 'updated', entry: 'updated', took: updated } as const)
      : known
        ? ({ outcome: 'existing', entry: 'before' } as const)
        : ({ outcome: 'created', entry: 'accepted' } as const);
    await sending.settled(id, 0, at, { ...ending, messages }, null);
  }
}

/** Whether the service can be asked for records of a kind. */
export function canBeRead(interfaceName: string, kind: string): boolean {
  return kindsOf(interfaceName as InterfaceName).some(
    ({ name, verify }) => name === kind && verify !== undefined,
  );
}
