import { describe, expect, it } from 'vitest';
import { elapsedMs } from '../../../src/service/clock.ts';
import { dbOf } from '../../ledger/store-of.ts';
import {
  ANSWERS,
  LOOKS,
  type LookScript,
  packaging,
  product,
  pushed,
  resumed,
  type Script,
  TARGET,
  VirtualClock,
} from './harness.ts';

const P = 'P / C / RED';
const records = [product('P/C/RED')];
/** The response to the first create of a record is lost: the gateway gave up, but the service behind it did not. */
const lostOnce: Script = ({ attempt }) => (attempt === 1 ? ANSWERS.unknown : ANSWERS.accepted);
const storedLate =
  (atMs: number): LookScript =>
  ({ startedAt }) =>
    startedAt >= atMs ? LOOKS.found : LOOKS.absent;

describe('a record in doubt that the service does not show', () => {
  it('a record in doubt that the service does not show is sent only once if the service stores the record seven seconds after the lost response', async () => {
    const run = await pushed(records, { script: lostOnce, lookUp: storedLate(7000) });
    expect(run.outcomes).toEqual({ [P]: 'created' });
    expect(run.service.calls).toHaveLength(1);
    const [first, second] = run.service.looks;
    expect([first!.startedAt < 7000, second!.startedAt >= 60_000]).toEqual([true, true]);
    const waits = run.events.flatMap((event) => (event.type === 'reading-back' ? [event.reason] : []));
    expect(waits).toEqual(['HTTP 500', 'not shown yet; it may still appear']);
  });

  it('a record in doubt that the service does not show is not sent again before its absence counts', async () => {
    const run = await pushed(records, { script: lostOnce, lookUp: () => LOOKS.absent });
    const [first, second] = run.service.calls;
    expect(run.outcomes).toEqual({ [P]: 'created' });
    expect(second!.startedAt - first!.startedAt).toBeGreaterThanOrEqual(60_000);
  });

  it.each([0, 5000, 90_000])(
    'a record in doubt that the service does not show counts as absent after the configured time: %d ms',
    async (boundMs) => {
      const run = await pushed(records, {
        script: lostOnce,
        lookUp: () => LOOKS.absent,
        settleMs: 0,
        absenceMs: () => boundMs,
      });
      const [first, second] = run.service.calls;
      const waited = second!.startedAt - first!.startedAt;
      expect([waited >= boundMs, waited < boundMs + 1000]).toEqual([true, true]);
    },
  );

  it('a record in doubt that the service does not show does not delay other records while waiting, even if it is the first one', async () => {
    const many = Array.from({ length: 30 }, (_, at) => packaging(`B${at}`));
    const script: Script = ({ key, attempt }) =>
      key === 'B0' && attempt === 1 ? ANSWERS.unknown : ANSWERS.accepted;
    const run = await pushed(many, { script, lookUp: () => LOOKS.absent, concurrency: 4 });
    expect(new Set(Object.values(run.outcomes))).toEqual(new Set(['created']));
    const others = run.service.calls.filter(({ key }) => key !== 'B0');
    expect(Math.max(...others.map(({ startedAt }) => startedAt))).toBeLessThan(10_000);
  });

  it('a record in doubt that the service does not show does not delay the stop of the run after ten lost responses in a row', async () => {
    const many = Array.from({ length: 200 }, (_, at) => packaging(`B${at}`));
    const run = await pushed(many, { script: () => ANSWERS.unknown, lookUp: () => LOOKS.absent });
    expect(run.stop).toMatchObject({ exit: 'doubt' });
    expect(run.clock.now()).toBeLessThan(60_000);
    expect(run.service.calls).toHaveLength(10);
  });

  it('a record in doubt that the service does not show stays in doubt, with the time from which it counts as absent, if a run cannot wait so long', async () => {
    const clock = new VirtualClock();
    const asked = { script: lostOnce, lookUp: () => LOOKS.absent, absenceMs: () => 1_500_000, clock };
    const first = await pushed(records, asked);
    expect(first.outcomes).toEqual({ [P]: 'in-doubt' });
    expect(first.row(P).messages[1]).toMatch(
      /^not shown yet; it counts as absent from 2026-11-02T00:25:0\d\.\d{3}Z; trace resume \S+ settles it$/,
    );
    clock.stall(1_000_000);
    const second = await resumed(first.ledger, first.run, asked);
    expect([second.outcomes[P], second.service.calls]).toEqual(['in-doubt', []]);
    clock.stall(500_000);
    const third = await resumed(first.ledger, first.run, { ...asked, script: () => ANSWERS.accepted });
    expect([third.outcomes[P], third.service.calls.length]).toEqual(['created', 1]);
  });

  it('a record in doubt that the service does not show counts as absent from the time of its doubt if an earlier process on this machine left it', async () => {
    const clock = new VirtualClock();
    const asked = { lookUp: () => LOOKS.absent, clock };
    const first = await pushed(records, { ...asked, script: () => ANSWERS.unknown, inDoubt: 'hold' });
    clock.stall(60_000);
    const before = clock.now();
    const second = await resumed(first.ledger, first.run, asked);
    expect([second.outcomes[P], clock.now() - before < 10_000]).toEqual(['created', true]);
  });

  it('a record in doubt that the service does not show counts as absent from the start of this process if the machine restarted since', async () => {
    const asked = { lookUp: () => LOOKS.absent };
    const first = await pushed(records, { ...asked, script: () => ANSWERS.unknown, inDoubt: 'hold' });
    const clock = new VirtualClock();
    clock.stall(500);
    const second = await resumed(first.ledger, first.run, { ...asked, clock });
    expect(second.outcomes[P]).toBe('created');
    expect(second.service.calls[0]!.startedAt).toBeGreaterThanOrEqual(60_500);
  });
});

describe('the elapsed time of a doubt', () => {
  it('the elapsed time of a doubt starts again in the ledger only if its clock cannot be compared with that of this process', async () => {
    const many = [packaging('A'), packaging('B')];
    const { ledger, clock } = await pushed(many, { script: () => ANSWERS.unknown, inDoubt: 'hold' });
    const times = () => dbOf(ledger).prepare('select key, boot, ms from doubts order by key').all();
    dbOf(ledger).prepare("update doubts set boot = '' where key = 'B'").run();
    const [before] = times();
    clock.stall(1000);
    const now = clock.moment();
    ledger.doubts.stamp(TARGET, now, (since) => elapsedMs(since, now) !== null);
    expect(times()).toEqual([before, { key: 'B', ...now }]);
  });

  it.each([
    ['known within one boot', { boot: 'a', ms: 5 }, { boot: 'a', ms: 9 }, 4],
    ['unknown after another boot', { boot: 'a', ms: 5 }, { boot: 'b', ms: 9 }, null],
    ['unknown if the clock went back', { boot: 'a', ms: 9 }, { boot: 'a', ms: 5 }, null],
    ['unknown without a boot id', { boot: '', ms: 5 }, { boot: '', ms: 9 }, null],
    ['known if boot dates are close', { boot: '~1000000', ms: 5 }, { boot: '~1000700', ms: 9 }, 4],
    ['unknown if the boot date jumped', { boot: '~1000000', ms: 5 }, { boot: '~1005000', ms: 9 }, null],
    ['known if the date drifted', { boot: '~1000000', ms: 0 }, { boot: '~1040000', ms: 8.64e7 }, 8.64e7],
  ] as const)('the elapsed time of a doubt is %s', (_, since, until, ms) => {
    expect(elapsedMs(since, until)).toBe(ms);
  });
});

describe('a record that a person chose to send again', () => {
  it('a record that a person chose to send again is sent once, and is in doubt again if that response is lost too', async () => {
    const run = await pushed(records, { script: () => ANSWERS.unknown, inDoubt: 'hold' });
    const again = await resumed(run.ledger, run.run, {
      script: () => ANSWERS.unknown,
      inDoubt: 'resend',
      mostLost: 1,
    });
    expect([again.outcomes[P], again.service.calls.length]).toEqual(['in-doubt', 1]);
    expect(again.row(P).messages[1]).toMatch(/^sent once more without a certain response; trace resolve /);
  });
});
