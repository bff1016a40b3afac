import { absenceMsIn, type Environment } from '../config/environment.ts';
import type { InterfaceName } from '../contract/kind.ts';
import { findKind, kindsOf } from '../contract/registry.ts';
import { TraceError } from '../errors.ts';
import { settleElsewhere } from '../ledger/elsewhere.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { noteListed, wereListed } from '../ledger/listed.ts';
import { Sending } from '../ledger/sending.ts';
import { type DoubtfulRow, doubtfulRows, reopenDoubtful } from '../ledger/unfinished.ts';
import { elapsedMs } from '../service/clock.ts';
import { contractOf } from './contract.ts';
import { endRun } from './end.ts';
import { makePlan } from './judge.ts';
import { machineClock } from './machine-clock.ts';
import { originOf } from './place.ts';
import {
  endBroken,
  type HeldLedger,
  holdLedger,
  type Pushed,
  pushStaged,
  type SendingJob,
} from './pushed.ts';
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

/** The run after it, the records that it was about, and those that were named and not touched. */
export interface Resolved extends Pushed {
  readonly picked: readonly DoubtfulRow[];
  readonly untouched: readonly Untouched[];
}

/** A record in doubt that a person's word does not settle yet. */
interface Untouched {
  readonly row: DoubtfulRow;
  /** It came into doubt after it was listed, or was never listed. */
  readonly why: 'not-listed' | 'too-early';
  /** From when on its absence counts; null when it does. */
  readonly absentFrom: Date | null;
}

/** The records in doubt of a run, as a person sees them. */
export interface DoubtListing {
  readonly rows: readonly DoubtfulRow[];
  /** The listing was noted: what is said of these records now is about them as they are listed. */
  readonly noted: boolean;
}

/**
 * Lists the records of a run that are in doubt and notes that a person saw them, under the lock: while another run pushes,
 * they may change, and nothing is noted. `read` opens the ledger where it cannot be locked or written.
 */
export function listDoubt(
  job: Pick<ResolveJob, 'environment' | 'env' | 'now' | 'runId'>,
  pick: ResolveJob['pick'],
  read: () => Ledger,
): DoubtListing & { readonly ledger: Ledger; close(): void } {
  let held: HeldLedger;
  try {
    held = holdLedger(job);
  } catch (error) {
    if (!(error instanceof TraceError) || !NOT_NOTED.has(error.code)) throw error;
    const ledger = read();
    return { ...listed(ledger, false), ledger, close: () => ledger.close() };
  }
  const { ledger, close } = held;
  try {
    return { ...listed(ledger, true), ledger, close };
  } catch (error) {
    close();
    throw error;
  }

  function listed(ledger: Ledger, noted: boolean): DoubtListing {
    const rows = pick(doubtfulRows(ledger, ledger.findRun(job.runId)!.run));
    if (noted) noteListed(ledger, rows, job.now().toISOString());
    return { rows, noted };
  }
}

/** What keeps a listing from being noted, and does not keep it from being printed. */
const NOT_NOTED: ReadonlySet<string> = new Set(['run-locked', 'ledger-unwritable']);

/** From when on the absence of a record in doubt counts; null when it does already. */
export function absentFrom(
  { kind, since }: DoubtfulRow,
  interfaceName: string,
  environment: Environment,
  now: Date,
): Date | null {
  const spec = findKind(interfaceName as InterfaceName, kind);
  if (!spec) return null;
  const ageMs = (since && elapsedMs(since, machineClock.moment())) ?? 0;
  const leftMs = absenceMsIn(environment, spec) - ageMs;
  return leftMs > 0 ? new Date(now.getTime() + leftMs) : null;
}

/**
 * Divides the records that a person's word is about: it counts for those that were listed as they are now, and to send one
 * again only once its absence counts. Reading back needs no word.
 */
function divided(
  { how, environment, now }: ResolveJob,
  ledger: Ledger,
  interfaceName: string,
  asked: readonly DoubtfulRow[],
): { picked: DoubtfulRow[]; untouched: Untouched[] } {
  const picked: DoubtfulRow[] = [];
  const untouched: Untouched[] = [];
  const seen = wereListed(ledger, asked);
  for (const [at, row] of asked.entries()) {
    const from = absentFrom(row, interfaceName, environment, now());
    if (how !== 'verify' && !seen[at]) untouched.push({ row, why: 'not-listed', absentFrom: from });
    else if (how === 'resend' && !row.isUpdate && from)
      untouched.push({ row, why: 'too-early', absentFrom: from });
    else picked.push(row);
  }
  const unseen = untouched.filter(({ why }) => why === 'not-listed').map(({ row }) => row);
  noteListed(ledger, unseen, now().toISOString());
  return { picked, untouched };
}

/** Settles records of a run that are in doubt and were listed; nothing else of it is sent. */
export async function resolveRun(job: ResolveJob): Promise<Resolved> {
  const { environment, emit, how, now } = job;
  const held = holdLedger(job);
  const { ledger, target, close } = held;
  let begun: number | undefined;
  try {
    const { run, id: runId, interface: name } = resumable(held, job.runId, environment);
    const { picked, untouched } = divided(job, ledger, name, job.pick(doubtfulRows(ledger, run)));
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
      return { ledger, run, runId, picked, untouched, stop: null, warning: undefined, close };
    }
    const pushed = await pushStaged(job, {
      held,
      run,
      interface: interfaceName,
      waves,
      doubtful,
      inDoubt: how,
      // A person asked for one create: a lost answer is a new doubt.
      ...(how === 'resend' ? { mostLost: 1 } : {}),
      blockedAreTold: true,
    });
    return { ledger, run, runId, picked, untouched, ...pushed, close };
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
