import type { InterfaceName, KindSpec } from '../contract/kind.ts';
import { findKind } from '../contract/registry.ts';
import { type DoubtfulRow, doubtfulRows, noteListed, reopenDoubtful, wereListed } from '../ledger/doubts.ts';
import type { Doubt } from '../ledger/entries.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type Ending, Sending } from '../ledger/sending.ts';
import { elapsedMs, type Moment } from '../service/clock.ts';
import { makePlan, type Plannable } from './make-plan.ts';
import { standingOf } from './push/standing.ts';

/** How a person settles records in doubt: read them back, send them once more, or say that the service has them. */
export type Way = 'verify' | 'resend' | 'sent';

/** Which of the records in doubt are meant. Throws TraceError when the person named them wrongly. */
export type Picking = (rows: readonly DoubtfulRow[]) => readonly DoubtfulRow[];

/** A record in doubt that a person's word does not settle yet. */
export interface Untouched {
  readonly row: DoubtfulRow;
  /** It came into doubt after it was listed, or was never listed. */
  readonly why: 'not-listed' | 'too-early';
  /** From when on its absence counts; null when it does. */
  readonly absentFrom: Date | null;
}

/** What decides from when on the absence of a record counts. */
export interface AbsenceTerms {
  readonly now: Date;
  readonly moment: Moment;
  readonly absenceMs: (kind: KindSpec) => number;
}

/** From when on the absence of a record in doubt counts; null when it does already. */
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

/** The picked records in doubt of a run; notes that a person saw them as they are now. Requires the lock. */
export function listDoubtful(ledger: Ledger, run: number, pick: Picking, now: Date): readonly DoubtfulRow[] {
  const rows = pick(doubtfulRows(ledger, run));
  noteListed(ledger, rows, now.toISOString());
  return rows;
}

/** What a person says of records in doubt, and when. */
export interface Word extends AbsenceTerms {
  readonly how: Way;
  readonly pick: Picking;
}

/**
 * Divides the records that a word is about: it counts for those that were listed as they are now, and to send one again only
 * once its absence counts. Reading back needs no word. The others count as listed from now on.
 */
function divided(
  word: Word,
  ledger: Ledger,
  interfaceName: string,
  asked: readonly DoubtfulRow[],
): { picked: DoubtfulRow[]; untouched: Untouched[] } {
  const { how, now } = word;
  const picked: DoubtfulRow[] = [];
  const untouched: Untouched[] = [];
  const seen = wereListed(ledger, asked);
  for (const [at, row] of asked.entries()) {
    const absentFrom = absenceCountsFrom(row, interfaceName, word);
    if (how !== 'verify' && !seen[at]) untouched.push({ row, why: 'not-listed', absentFrom });
    else if (how === 'resend' && !row.isUpdate && absentFrom)
      untouched.push({ row, why: 'too-early', absentFrom });
    else picked.push(row);
  }
  const unseen = untouched.filter(({ why }) => why === 'not-listed').map(({ row }) => row);
  noteListed(ledger, unseen, now.toISOString());
  return { picked, untouched };
}

/** Opens the records of a run that a word settles, and plans them. Requires the lock. */
export function openForResolve(place: Omit<Plannable, 'inDoubt' | 'invalid' | 'reopen'>, word: Word) {
  const { ledger, run, settings } = place;
  const { picked, untouched } = divided(
    word,
    ledger,
    settings.interface,
    word.pick(doubtfulRows(ledger, run)),
  );
  const ids = picked.map(({ id }) => id);
  // Whatever the kind: it was asked for by name.
  const planned = makePlan({ ...place, inDoubt: 'resend', reopen: () => reopenDoubtful(ledger, run, ids) });
  return { picked, untouched, ...planned };
}

/** Marks records that are open as in the service, because a person says so who looked; no id is known. */
export async function confirmSent(
  ledger: Ledger,
  run: number,
  ids: readonly number[],
  { by, now, kinds }: { readonly by: string; readonly now: Date; readonly kinds: readonly KindSpec[] },
): Promise<void> {
  const sending = new Sending(ledger, run);
  const at = now.toISOString();
  const confirmed = { code: 'confirmed-sent', by, on: at.slice(0, 10) } as const;
  for (const id of ids) {
    // A later run may have learned more of its key.
    const row = sending.openRecord(id);
    if (row === undefined) continue;
    const updated = sending.updateOf(id);
    const kind = kinds.find(({ name }) => name === row.kind)!;
    const ending = updated
      ? ({ outcome: 'updated', entry: 'updated', took: updated, messages: [] } as const)
      : endingOf(sending.doubtOf(id), standingOf(kind, row.body, sending.contentOf(id)));
    await sending.settled(id, 0, at, { ...ending, messages: [confirmed, ...ending.messages] }, null);
  }
}

/** How a create in doubt ends that is in the service: by the content that was there before, or that an earlier run sent. */
function endingOf(
  doubt: Doubt | null,
  standing: ReturnType<typeof standingOf>,
): Pick<Ending, 'outcome' | 'entry' | 'messages'> {
  if (doubt?.known) return { ...standing, entry: 'before' };
  if (doubt && !doubt.same && standing.outcome !== 'unchanged') return { ...standing, entry: 'doubted' };
  return { outcome: 'created', entry: 'accepted', messages: [] };
}
