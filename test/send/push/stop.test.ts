import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OUTCOMES } from '../../../src/send/push/outcome.ts';
import { dbOf } from '../../ledger/store-of.ts';
import { ANSWERS, comeBackIn, type Given, pushed, seeded, supplier } from './harness.ts';

const suppliers = (count: number): Given[] =>
  Array.from({ length: count }, (_, index) => supplier(`S${index + 1}`));

describe('an interruption', () => {
  it('an interruption before the first record leaves all records not attempted', async () => {
    const run = await pushed(suppliers(3), { signal: AbortSignal.abort() });
    expect(run.stop).toEqual({ exit: 'interrupted', reason: 'interrupted' });
    expect(run.service.calls).toEqual([]);
    expect(new Set(Object.values(run.outcomes))).toEqual(new Set(['not-attempted']));
  });

  it('during a run awaits the open requests and starts no others', async () => {
    const interrupt = new AbortController();
    let outThen = 0;
    const run = await pushed(suppliers(500), {
      signal: interrupt.signal,
      script: (_, service) => {
        if (service.calls.length === 100) {
          interrupt.abort();
          outThen = service.out;
        }
        return ANSWERS.accepted;
      },
    });
    expect(run.stop).toEqual({ exit: 'interrupted', reason: 'interrupted' });
    expect(run.events).toContainEqual({
      type: 'stopping',
      reason: 'interrupted: waiting for open requests; a second Ctrl-C ends the wait',
    });
    expect(outThen).toBeGreaterThan(1);
    expect(run.service.calls).toHaveLength(100);
    const outcomes = Object.values(run.outcomes);
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(100);
    expect(outcomes.filter((outcome) => outcome === 'not-attempted')).toHaveLength(400);
  });

  it.each([
    ['a Retry-After of half an hour', comeBackIn(1_800_000)],
    ['a backoff', ANSWERS.unsent],
  ])('an interruption ends the wait of %s at once', async (_, answer) => {
    const interrupt = new AbortController();
    const run = await pushed(suppliers(40), {
      signal: interrupt.signal,
      script: (_, service) => (service.calls.length > 20 ? answer : ANSWERS.accepted),
      onEvent: ({ type }) => {
        if (type === 'throttled' || type === 'retry') interrupt.abort();
      },
    });
    expect(run.stop).toMatchObject({ exit: 'interrupted' });
    expect(run.clock.now()).toBeLessThan(60_000);
    expect(run.row('S21')).toMatchObject({ outcome: 'not-attempted', attempts: 1 });
  });

  it('an interruption at any moment leaves no open attempt, and each outcome agrees with the last response for its record', async () => {
    const answers = [ANSWERS.accepted, ANSWERS.accepted, ANSWERS.accepted, ANSWERS.refused];
    const odd = [ANSWERS.exists, ANSWERS.unsent, ANSWERS.putOff, comeBackIn(5000), ANSWERS.unknown];
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.nat({ max: 60 }),
        fc.constantFrom(0, 3, 20),
        async (seed, at, rate) => {
          const random = seeded(seed);
          const interrupt = new AbortController();
          const all = [...answers, ...odd];
          const run = await pushed(suppliers(40), {
            seed,
            rate,
            concurrency: 8,
            signal: interrupt.signal,
            latencyMs: () => Math.floor(random() * 300),
            script: (_, service) => {
              if (service.calls.length === at) interrupt.abort();
              return all[Math.floor(random() * all.length)]!;
            },
          });
          expect(run.error).toBeUndefined();
          expect(run.service.out).toBe(0);
          for (const [key, outcome] of Object.entries(run.outcomes)) {
            expect(OUTCOMES).toContain(outcome);
            const { state, attempts } = run.row(key);
            const calls = run.service.callsOf(key);
            expect(attempts).toBe(calls.length);
            expect(state).toBe(outcome === 'not-attempted' ? 'staged' : 'ended');
            const last = calls.at(-1)?.answer?.type;
            const ends = {
              accepted: 'created',
              exists: 'existing',
              refused: 'rejected',
              unknown: 'in-doubt',
            } as Record<string, string>;
            if (last !== undefined && ends[last]) expect(outcome).toBe(ends[last]);
            else expect(['not-attempted', 'failed']).toContain(outcome);
          }
          const tries = dbOf(run.ledger)
            .prepare('select count(*) as count from attempts where ended_at is null')
            .get();
          expect(tries).toEqual({ count: 0 });
          run.ledger.close();
        },
      ),
      { numRuns: 40 },
    );
  });
});
