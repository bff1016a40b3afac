import type { InterfaceName, KindSpec } from '../../contract/kind.ts';
import { findKind } from '../../contract/registry.ts';
import type { DoubtfulRow } from '../../ledger/doubts.ts';
import type { Doubt } from '../../ledger/entries.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Ending } from '../../ledger/record.ts';
import { keyOutcome } from '../../send/push/endings.ts';
import { elapsedMs, type Moment } from '../../service/clock.ts';
import { makePlan, type PlanRequest } from '../staged/make-plan.ts';

/** How a person settles records in doubt: read them back, send them again, or confirm that the service has them. */
export type ResolveMethod = 'verify' | 'resend' | 'sent';

/** Selects records in doubt. Throws TraceError if the selection is invalid. */
export type PickDoubtful = (rows: readonly DoubtfulRow[]) => readonly DoubtfulRow[];

/** A selected record in doubt that cannot be settled yet. */
export interface UnsettledRecord {
  readonly row: DoubtfulRow;
  /**
   * `not-listed`: the user has not seen the record in its present state. `too-early`: its absence is not
   * conclusive yet.
   */
  readonly why: 'not-listed' | 'too-early';
  /** The time from which the absence of the record is conclusive; null if it is conclusive now. */
  readonly absentFrom: Date | null;
}

/** The settings that determine when the absence of a record becomes conclusive. */
export interface AbsenceTerms {
  readonly now: Date;
  readonly moment: Moment;
  readonly absenceMs: (kind: KindSpec) => number;
}

/** The time from which the absence of a record in doubt is conclusive; null if it is conclusive now. */
export function absenceCountsFrom(
  { kind, since }: DoubtfulRow,
  interfaceName: string,
  { now, moment, absenceMs }: AbsenceTerms,
): Date | null {
  const spec = findKind(interfaceName as InterfaceName, kind);
  if (!spec) return null;
  const ageMs = (since && elapsedMs(since, moment)) ?? 0;
  const leftMs = absenceMs(spec) - ageMs;
  return leftMs > 0 ? new Date(now.getTime() + leftMs) : null;
}

/** Which records in doubt to settle, and how. */
export interface ResolveRequest extends AbsenceTerms {
  readonly how: ResolveMethod;
  readonly pick: PickDoubtful;
}

/**
 * Separates the selected records that can be settled now from those that cannot. A record must have been seen in
 * its present state. It is sent again only if its absence is conclusive; it may always be read back. Records that
 * the user had not seen are stored as seen from now on.
 */
function splitSelection(
  request: ResolveRequest,
  ledger: Ledger,
  interfaceName: string,
  selected: readonly DoubtfulRow[],
): { picked: DoubtfulRow[]; unsettled: UnsettledRecord[] } {
  const { how, now } = request;
  const picked: DoubtfulRow[] = [];
  const unsettled: UnsettledRecord[] = [];
  const seen = ledger.doubts.wereListed(selected);
  for (const [at, row] of selected.entries()) {
    const absentFrom = absenceCountsFrom(row, interfaceName, request);
    if (how !== 'verify' && !seen[at]) unsettled.push({ row, why: 'not-listed', absentFrom });
    else if (how === 'resend' && !row.isUpdate && absentFrom)
      unsettled.push({ row, why: 'too-early', absentFrom });
    else picked.push(row);
  }
  const unseen = unsettled.filter(({ why }) => why === 'not-listed').map(({ row }) => row);
  ledger.doubts.noteListed(unseen, now.toISOString());
  return { picked, unsettled };
}

/** Opens the selected records of a run and plans them. Requires the lock. */
export function openForResolve(
  place: Omit<PlanRequest, 'inDoubt' | 'invalid' | 'reopen'>,
  request: ResolveRequest,
) {
  const { ledger, run, settings } = place;
  const { picked, unsettled } = splitSelection(
    request,
    ledger,
    settings.interface,
    request.pick(ledger.doubts.rows(run)),
  );
  const ids = picked.map(({ id }) => id);
  // Send the records again whatever their kind, because the user selected them.
  const planned = makePlan({
    ...place,
    inDoubt: 'resend',
    reopen: () => ledger.runs.reopenDoubtful(run, ids),
  });
  return { picked, unsettled, ...planned };
}

/** Ends open records as accepted after a person confirmed that the service has them. Their ids are unknown. */
export async function confirmSent(
  ledger: Ledger,
  run: number,
  ids: readonly number[],
  { by, now, kinds }: { readonly by: string; readonly now: Date; readonly kinds: readonly KindSpec[] },
): Promise<void> {
  const sending = ledger.sending(run);
  const at = now.toISOString();
  const confirmed = { code: 'confirmed-sent', by, on: at.slice(0, 10) } as const;
  for (const id of ids) {
    // A later run may have settled its key.
    const row = sending.openRecord(id);
    if (row === undefined) continue;
    const updated = sending.updates.namesOf(id);
    const kind = kinds.find(({ name }) => name === row.kind)!;
    const ending = updated
      ? ({ outcome: 'updated', entry: 'updated', applied: updated, messages: [] } as const)
      : endingOf(sending.entries.doubtOf(id), keyOutcome(kind, row.body, sending.entries.contentOf(id)));
    await sending.markSettled(id, 0, at, { ...ending, messages: [confirmed, ...ending.messages] }, null);
  }
}

/**
 * The ending of a create in doubt that the service has stored. Its content may be that of this record, of an
 * earlier version of it, or of a record of another run.
 */
function endingOf(
  doubt: Doubt | null,
  standing: ReturnType<typeof keyOutcome>,
): Pick<Ending, 'outcome' | 'entry' | 'messages'> {
  if (doubt?.known) return { ...standing, entry: 'before' };
  if (doubt && !doubt.same && standing.outcome !== 'unchanged') return { ...standing, entry: 'doubted' };
  return { outcome: 'created', entry: 'accepted', messages: [] };
}
