import type { Environment } from '../../config/environment.ts';
import { toContractNames } from '../../contract/body.ts';
import {
  absenceMsOf,
  type Body,
  type InterfaceName,
  isUpdatable,
  type KindSpec,
} from '../../contract/kind.ts';
import { kindsOf } from '../../contract/registry.ts';
import { fixedFields, partnersOf } from '../../contract/v3/update.ts';
import { TraceError } from '../../errors.ts';
import type { DoubtfulRow } from '../../ledger/doubts.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Contents, OutdatedRow } from '../../ledger/outdated.ts';
import { patchOf } from '../../send/plan/patch.ts';
import type { SharedMemory } from '../../shared/memory.ts';
import { endRun } from '../end-run.ts';
import { contractOf, kindsIn } from '../input/settings.ts';
import { joinMemory } from '../join-memory.ts';
import { requireRun, resumable } from '../resume.ts';
import { type EndedRun, endBeforeSending, type SendingJob, sendPlanned } from '../send-run.ts';
import { type LockedLedger, lockLedger } from '../state/lock-ledger.ts';
import { machineClock } from '../state/machine-clock.ts';
import { runStartedEvent } from '../state/target.ts';
import {
  type AbsenceTerms,
  absenceCountsFrom,
  confirmSent,
  openForResolve,
  type PickDoubtful,
  type ResolveMethod,
  type UnsettledRecord,
} from './settle-doubts.ts';

/** Selects outdated records. Throws TraceError if the selection is invalid. */
type PickOutdated = (rows: readonly OutdatedRow[]) => readonly OutdatedRow[];

/** Selects the outdated records whose content in the service a person accepts. */
interface KeepRequest {
  readonly pick: PickOutdated;
  readonly by: string;
  readonly now: Date;
  readonly kinds: readonly KindSpec[];
}

/**
 * Stores the content of the selected outdated records as known, if the user has seen them in their present state.
 * The other selected records are then stored as seen. Requires the lock.
 */
export function keepOutdated(
  ledger: Ledger,
  run: number,
  { pick, by, now, kinds }: KeepRequest,
): { readonly kept: readonly OutdatedRow[]; readonly unlisted: readonly OutdatedRow[] } {
  ledger.inTransaction(() => ledger.outdated.settle(run));
  const selected = pick(ledger.outdated.rows(run));
  const seen = ledger.doubts.wereListed(selected);
  const kept = selected.filter((_, at) => seen[at]);
  const unlisted = selected.filter((_, at) => !seen[at]);
  ledger.doubts.noteListed(unlisted, now.toISOString());
  const specs = new Map(kinds.map((kind) => [kind.name, kind]));
  const message = { code: 'confirmed-kept', by, on: now.toISOString().slice(0, 10) } as const;
  const keptOf = ({ kind }: OutdatedRow, contents: Contents) => keptBody(specs.get(kind)!, contents);
  ledger.inTransaction(() => ledger.outdated.keep(kept, keptOf, [message]));
  return { kept, unlisted };
}

/**
 * The content to store as accepted. If the kind can be updated, the fields that differ are omitted, so that a
 * later update sets them again.
 */
function keptBody(kind: KindSpec, { body, known }: Contents): string {
  if (!isUpdatable(kind)) return body;
  const accepted = toContractNames(kind, JSON.parse(known) as Body);
  const given = JSON.parse(body) as Body;
  const { set, replaces } = patchOf(kind, accepted, given);
  const lost = new Set([...Object.keys(set), ...replaces]);
  const fixed = fixedFields(kind).filter((name) => given[name] !== undefined);
  for (const name of fixed.flatMap((name) => partnersOf(kind, name))) lost.add(name);
  const kept = Object.entries(accepted).filter(([name]) => !lost.has(name));
  // No update can set these fields, so they are stored with the values of the row.
  const fixedValues = fixed.map((name) => [name, given[name]!] as const);
  return JSON.stringify(Object.fromEntries([...kept, ...fixedValues]));
}

export interface ResolveJob extends SendingJob {
  readonly runId: string;
  readonly how: ResolveMethod;
  readonly pick: PickDoubtful;
  /** The person who confirms that the service has the records. */
  readonly by: string;
}

/** A request to accept the content of selected outdated records as it is in the service. */
export interface KeepJob extends SendingJob {
  readonly runId: string;
  readonly pick: PickOutdated;
  readonly by: string;
}

/**
 * The run afterwards, the number of accepted records, and the selected records that the user had not seen in their
 * present state.
 */
export interface KeepResult extends EndedRun {
  readonly kept: readonly OutdatedRow[];
  readonly unlisted: readonly OutdatedRow[];
}

/** The run afterwards, the settled records, and the records that cannot be settled yet. */
export interface ResolveResult extends EndedRun {
  readonly settled: readonly DoubtfulRow[];
  readonly unsettled: readonly UnsettledRecord[];
}

/** The records of a run that a person can settle. */
export interface OpenRecords {
  readonly rows: readonly DoubtfulRow[];
  readonly outdated: readonly OutdatedRow[];
  /** Whether the ledger stored that the user has seen the records. */
  readonly noted: boolean;
}

/**
 * Lists the records of a run that are in doubt or outdated, and stores that the user has seen them. If another run
 * has the lock or the ledger cannot be written, the ledger is opened with `read` instead, and nothing is stored.
 */
export function listOpen(
  job: Pick<ResolveJob, 'environment' | 'env' | 'now' | 'runId'>,
  pick: PickOpen,
  read: () => Ledger,
): OpenRecords & { readonly ledger: Ledger; close(): void } {
  let locked: LockedLedger;
  try {
    locked = lockLedger(job);
  } catch (error) {
    if (!(error instanceof TraceError) || !LIST_ANYWAY.has(error.code)) throw error;
    const ledger = read();
    return { ...listed(ledger, false), ledger, close: () => ledger.close() };
  }
  const { ledger, close } = locked;
  try {
    return { ...listed(ledger, true), ledger, close };
  } catch (error) {
    close();
    throw error;
  }

  function listed(ledger: Ledger, noted: boolean): OpenRecords {
    const { run } = requireRun(ledger, job.runId);
    if (noted) ledger.inTransaction(() => ledger.outdated.settle(run));
    const selected = pick(ledger.doubts.rows(run), ledger.outdated.rows(run));
    if (noted) ledger.doubts.noteListed([...selected.rows, ...selected.outdated], job.now().toISOString());
    return { ...selected, noted };
  }
}

/** Selects records of a run. Throws TraceError when the selection is wrong. */
type PickOpen = (
  rows: readonly DoubtfulRow[],
  outdated: readonly OutdatedRow[],
) => Pick<OpenRecords, 'rows' | 'outdated'>;

/** Stores the content of listed outdated records as known. Nothing is sent. */
export async function keepRun(job: KeepJob): Promise<KeepResult> {
  const { environment, emit, now } = job;
  const locked = lockLedger(job);
  const { ledger, warning, close } = locked;
  let memory: SharedMemory | null = null;
  try {
    const { run, id: runId, interface: name } = resumable(locked, job.runId, environment);
    memory = await joinMemory(job, locked, runId);
    emit(runStartedEvent('resolve', runId, environment));
    const kinds = kindsIn({ interface: name as InterfaceName, contract: contractOf(environment) });
    const result = keepOutdated(ledger, run, { pick: job.pick, by: job.by, now: now(), kinds });
    return { ledger, run, runId, ...result, stop: null, warning, close };
  } catch (error) {
    throw endBeforeSending(locked, undefined, now(), error);
  } finally {
    await memory?.close();
  }
}

/** Codes of errors after which the records are still listed, but nothing is stored. */
const LIST_ANYWAY: ReadonlySet<string> = new Set(['run-locked', 'ledger-unwritable']);

/** The time from which the absence of a record in doubt is conclusive; null if it is conclusive now. */
export function absentFrom(
  row: DoubtfulRow,
  interfaceName: string,
  environment: Environment,
  now: Date,
): Date | null {
  return absenceCountsFrom(row, interfaceName, termsOf(environment, now));
}

const termsOf = (environment: Environment, now: Date): AbsenceTerms => ({
  now,
  moment: machineClock.moment(),
  absenceMs: (kind) => absenceMsOf(kind, environment.absence.value),
});

/** Settles the selected records in doubt of a run. Sends no other records. */
export async function resolveRun(job: ResolveJob): Promise<ResolveResult> {
  const { environment, emit, how, now } = job;
  const locked = lockLedger(job);
  const { ledger, close } = locked;
  let started: number | undefined;
  let memory: SharedMemory | null = null;
  try {
    const { run, id: runId, interface: name } = resumable(locked, job.runId, environment);
    memory = await joinMemory(job, locked, runId);
    const interfaceName = name as InterfaceName;
    const settings = { interface: interfaceName, contract: contractOf(environment) };
    const request = { how, pick: job.pick, ...termsOf(environment, now()) };
    const { picked, unsettled, waves, doubtful } = openForResolve({ ledger, run, settings }, request);
    emit(runStartedEvent('resolve', runId, environment));
    started = run;
    if (how === 'sent') {
      const ids = picked.map(({ id }) => id);
      await confirmSent(ledger, run, ids, { by: job.by, now: now(), kinds: kindsIn(settings) });
      endRun(ledger, run);
      ledger.doubts.settleElsewhere(doubtful);
      return { ledger, run, runId, settled: picked, unsettled, stop: null, warning: undefined, close };
    }
    const sent = await sendPlanned(job, {
      locked,
      run,
      waves,
      doubtful,
      inDoubt: how,
      // The user requested only one create. If its response is lost, the record is in doubt again.
      ...(how === 'resend' ? { mostLost: 1 } : {}),
      blockedAreReported: true,
      memory,
    });
    return { ledger, run, runId, settled: picked, unsettled, ...sent, close };
  } catch (error) {
    throw endBeforeSending(locked, started, now(), error);
  } finally {
    await memory?.close();
  }
}

/** Whether records of a kind can be read back from the service. */
export function canBeRead(interfaceName: string, kind: string): boolean {
  return kindsOf(interfaceName as InterfaceName).some(
    ({ name, verify }) => name === kind && verify !== undefined,
  );
}
