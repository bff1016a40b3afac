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

describe('a record that is not shown', () => {
  it('and is stored seven seconds after its answer was lost: is found later, and was sent once', async () => {
    const run = await pushed(records, { script: lostOnce, lookUp: storedLate(7000) });
    expect(run.outcomes).toEqual({ [P]: 'created' });
    expect(run.service.calls).toHaveLength(1);
    const [first, second] = run.service.looks;
    expect([first!.startedAt < 7000, second!.startedAt >= 60_000]).toEqual([true, true]);
    const waits = run.events.flatMap((event) => (event.type === 'reading-back' ? [event.reason] : []));
    expect(waits).toEqual(['HTTP 500', 'not shown yet; it may still appear']);
  });

  it('is sent again no earlier than its absence counts', async () => {
    const run = await pushed(records, { script: lostOnce, lookUp: () => LOOKS.absent });
    const [first, second] = run.service.calls;
    expect(run.outcomes).toEqual({ [P]: 'created' });
    expect(second!.startedAt - first!.startedAt).toBeGreaterThanOrEqual(60_000);
  });

  it.each([0, 5000, 90_000])('counts after the time that is set: %d ms', async (boundMs) => {
    const run = await pushed(records, {
      script: lostOnce,
      lookUp: () => LOOKS.absent,
      settleMs: 0,
      absenceMs: () => boundMs,
    });
    const [first, second] = run.service.calls;
    const waited = second!.startedAt - first!.startedAt;
    expect([waited >= boundMs, waited < boundMs + 1000]).toEqual([true, true]);
  });

  it('holds up no other record while it waits, though it was the first', async () => {
    const many = Array.from({ length: 30 }, (_, at) => packaging(`B${at}`));
    const script: Script = ({ key, attempt }) =>
      key === 'B0' && attempt === 1 ? ANSWERS.unknown : ANSWERS.accepted;
    const run = await pushed(many, { script, lookUp: () => LOOKS.absent, concurrency: 4 });
    expect(new Set(Object.values(run.outcomes))).toEqual(new Set(['created']));
    const others = run.service.calls.filter(({ key }) => key !== 'B0');
    expect(Math.max(...others.map(({ startedAt }) => startedAt))).toBeLessThan(10_000);
  });

  it('of a service that stores nothing: ten lost answers still end the run soon', async () => {
    const many = Array.from({ length: 200 }, (_, at) => packaging(`B${at}`));
    const run = await pushed(many, { script: () => ANSWERS.unknown, lookUp: () => LOOKS.absent });
    expect(run.stop).toMatchObject({ exit: 'doubt' });
    expect(run.clock.now()).toBeLessThan(60_000);
    expect(run.service.calls).toHaveLength(10);
  });

  it('stays in doubt when that takes longer than a run waits, with the time from which it counts', async () => {
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

  it('was left by an earlier process of this machine: its time goes on', async () => {
    const clock = new VirtualClock();
    const asked = { lookUp: () => LOOKS.absent, clock };
    const first = await pushed(records, { ...asked, script: () => ANSWERS.unknown, inDoubt: 'hold' });
    clock.stall(60_000);
    const before = clock.now();
    const second = await resumed(first.ledger, first.run, asked);
    expect([second.outcomes[P], clock.now() - before < 10_000]).toEqual(['created', true]);
  });

  it('was left before the machine started again: its time begins with the process that finds it', async () => {
    const asked = { lookUp: () => LOOKS.absent };
    const first = await pushed(records, { ...asked, script: () => ANSWERS.unknown, inDoubt: 'hold' });
    const clock = new VirtualClock();
    clock.stall(500);
    const second = await resumed(first.ledger, first.run, { ...asked, clock });
    expect(second.outcomes[P]).toBe('created');
    expect(second.service.calls[0]!.startedAt).toBeGreaterThanOrEqual(60_500);
  });
});

describe('the time of a doubt', () => {
  it('is noted anew where it cannot be compared, and only there', async () => {
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
    ['the same start', { boot: 'a', ms: 5 }, { boot: 'a', ms: 9 }, 4],
    ['another start', { boot: 'a', ms: 5 }, { boot: 'b', ms: 9 }, null],
    ['a clock that went back', { boot: 'a', ms: 9 }, { boot: 'a', ms: 5 }, null],
    ['no start', { boot: '', ms: 5 }, { boot: '', ms: 9 }, null],
    ['starts known by their date', { boot: '~1000000', ms: 5 }, { boot: '~1000700', ms: 9 }, 4],
    ['a date that jumped', { boot: '~1000000', ms: 5 }, { boot: '~1005000', ms: 9 }, null],
    ['a date that drifted in a day', { boot: '~1000000', ms: 0 }, { boot: '~1040000', ms: 8.64e7 }, 8.64e7],
  ] as const)('%s', (_, since, until, ms) => {
    expect(elapsedMs(since, until)).toBe(ms);
  });
});

describe('a record that is sent again because a person asked for it', () => {
  it('is sent once: a lost answer is a new doubt', async () => {
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
