import { expect, it } from 'vitest';
import { kindsOf } from '../../../src/contract/registry.ts';
import { endRun } from '../../../src/import/end-run.ts';
import {
  absenceCountsFrom,
  confirmSent,
  openForResolve,
  type ResolveMethod,
} from '../../../src/import/resolve/settle-doubts.ts';
import { makePlan } from '../../../src/import/staged/make-plan.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import {
  ANSWERS,
  type Given,
  INPUT,
  LOOKS,
  product,
  pushed,
  rowsOf,
  stageRun,
  supplier,
} from '../../send/push/harness.ts';

const P = 'P / C / RED';
const NOW = new Date('2026-11-02T06:00:00.000Z');
const MOMENT = { boot: 'later', ms: 0 };

/** The response to its create is lost, and no look-up shows the record. */
function leftInDoubt(records: readonly Given[], ledger = Ledger.temporary(null)) {
  const [script, lookUp] = [() => ANSWERS.unknown, () => LOOKS.absent];
  return pushed(records, { ledger, script, lookUp, absenceMs: () => 1_500_000 });
}

/** Settles all records in doubt of a run; returns those to which the request applies. */
async function say(ledger: Ledger, run: number, how: ResolveMethod, absenceMs: number): Promise<number[]> {
  const place = { ledger, run, settings: INPUT };
  const terms = { now: NOW, moment: MOMENT, absenceMs: () => absenceMs };
  const { picked } = openForResolve(place, { how, pick: (rows) => rows, ...terms });
  const ids = picked.map(({ id }) => id);
  if (how === 'sent') await confirmSent(ledger, run, ids, { by: 'ada', now: NOW, kinds: kindsOf('v2') });
  endRun(ledger, run);
  return ids;
}

const outcomes = (ledger: Ledger, run: number) => rowsOf(ledger, run).map(({ outcome }) => outcome);

function plannedAgain(ledger: Ledger, record: Given): string | null {
  const run = stageRun(ledger, [record]);
  makePlan({ ledger, run, settings: INPUT });
  return rowsOf(ledger, run)[0]!.status;
}

it('trace resolve --sent applies only to records in doubt that were listed before', async () => {
  const { ledger, run } = await leftInDoubt([product('P/C/RED')]);
  expect(await say(ledger, run, 'sent', 0)).toEqual([]);
  expect(outcomes(ledger, run)).toEqual(['in-doubt']);
  // A record that was not listed is listed instead.
  expect(await say(ledger, run, 'sent', 0)).toHaveLength(1);
  expect(outcomes(ledger, run)).toEqual(['created']);
});

it('trace resolve --sent does not apply to a record that a later run has sent again since it was listed', async () => {
  const record = product('P/C/RED');
  const { ledger, run } = await leftInDoubt([record]);
  ledger.doubts.noteListed(ledger.doubts.rows(run), NOW.toISOString());
  const later = stageRun(ledger, [record]);
  await ledger.sending(later).markSending(2, 1, NOW.toISOString());
  endRun(ledger, later);
  expect(await say(ledger, run, 'sent', 0)).toEqual([]);
  expect(await say(ledger, run, 'sent', 0)).toHaveLength(1);
});

it('trace resolve --resend applies to a record only once it counts as absent', async () => {
  const { ledger, run } = await leftInDoubt([product('P/C/RED')]);
  ledger.doubts.noteListed(ledger.doubts.rows(run), NOW.toISOString());
  expect(await say(ledger, run, 'resend', 60_000)).toEqual([]);
  expect(outcomes(ledger, run)).toEqual(['in-doubt']);
  expect(await say(ledger, run, 'resend', 0)).toHaveLength(1);
});

it('trace resolve --sent stores the content that was sent, if the row has other content by now', async () => {
  const [before, after] = [product('P/C/RED', { name: 'a' }), product('P/C/RED', { name: 'b' })];
  const { ledger } = await leftInDoubt([before]);
  // It is not sent: the request of the first run may still be stored.
  const { run, service } = await leftInDoubt([after], ledger);
  expect(service.calls).toEqual([]);
  ledger.doubts.noteListed(ledger.doubts.rows(run), NOW.toISOString());
  await say(ledger, run, 'sent', 0);
  expect(outcomes(ledger, run)).toEqual(['outdated']);
  expect([plannedAgain(ledger, before), plannedAgain(ledger, after)]).toEqual(['unchanged', 'outdated']);
});

it('trace resolve --sent stores unknown content if two contents were sent, and no later run sends the record', async () => {
  const lost = { script: () => ANSWERS.unknown };
  const { ledger } = await pushed([supplier('S', { name: 'a' })], { ...lost, inDoubt: 'hold' });
  const { run } = await pushed([supplier('S', { name: 'b' })], { ...lost, ledger, inDoubt: 'resend' });
  ledger.doubts.noteListed(ledger.doubts.rows(run), NOW.toISOString());
  await say(ledger, run, 'sent', 0);
  expect(outcomes(ledger, run)).toEqual(['existing']);
  for (const name of ['a', 'b', 'c']) {
    const later = await pushed([supplier('S', { name })], { ledger });
    expect([later.outcomes, later.service.calls]).toEqual([{ S: 'existing' }, []]);
    expect(later.row('S').messages[0]).toContain('with unknown content');
  }
});

it('after a record is sent again, its absence counts from that request, not from its earlier doubt', async () => {
  const { ledger, run, row } = await leftInDoubt([product('P/C/RED')]);
  const terms = { now: NOW, moment: MOMENT, absenceMs: () => 60_000 };
  const listed = () => ledger.doubts.rows(run)[0]!;
  const { boot, ms } = listed().since!;
  const later = { ...terms, moment: { boot, ms: ms + 60_000 } };
  expect(absenceCountsFrom(listed(), 'v2', later)).toBeNull();

  const sending = ledger.sending(run);
  await sending.markAbsent(listed().id, row(P).attempts, NOW.toISOString());
  await sending.markSending(1, row(P).attempts + 1, NOW.toISOString());
  expect(absenceCountsFrom(listed(), 'v2', later)).toEqual(new Date(NOW.getTime() + 60_000));
});
