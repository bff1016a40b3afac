import { describe, expect, it } from 'vitest';
import { LostResponses } from '../../../src/send/push/engine.ts';
import { ANSWERS, LOOKS, packaging, product, pushed, supplier } from './harness.ts';

describe('a record that waits', () => {
  const many = Array.from({ length: 400 }, (_, at) => packaging(`B${at}`));
  const everyFifth = (key: string) => Number(key.slice(1)) % 5 === 3;

  it('a record that waits before it is read back lets others use its slot', async () => {
    const run = await pushed(many, {
      concurrency: 8,
      settleMs: 4000,
      latencyMs: () => 50,
      script: ({ key }) => (everyFifth(key) ? ANSWERS.unknown : ANSWERS.accepted),
      lookUp: () => LOOKS.found,
    });
    expect(new Set(Object.values(run.outcomes))).toEqual(new Set(['created']));
    expect(run.service.looks).toHaveLength(80);
    expect(run.service.mostOut).toBe(8);
    // 480 requests of 50 ms, 8 at once, and one settle pause: in 80 pauses, 8 at once, it took 40 s.
    expect(run.clock.now()).toBeLessThan(480 * 50 + 4000);
    expect(run.clock.now()).toBeGreaterThan(4000);
  });

  it('a record that waits before it is sent again lets others use its slot', async () => {
    const run = await pushed(
      [supplier('S'), ...Array.from({ length: 60 }, (_, at) => product(`P${at}/C`, { supplierRef: 'S' }))],
      {
        concurrency: 2,
        settleMs: 4000,
        latencyMs: () => 50,
        script: ({ kind, attempt }) =>
          kind === 'product' && attempt === 1 ? ANSWERS.unknownReference : ANSWERS.accepted,
      },
    );
    expect(new Set(Object.values(run.outcomes))).toEqual(new Set(['created']));
    expect(run.service.mostOut).toBe(2);
    expect(run.clock.now()).toBeLessThan(30_000);
  });

  it('among about a thousand others holds back further records', async () => {
    let most = 0;
    const records = Array.from({ length: 1300 }, (_, at) => packaging(`B${at}`));
    const run = await pushed(records, {
      concurrency: 4,
      settleMs: 3_600_000,
      // A certain response between the lost ones: the run would stop otherwise.
      script: ({ key }, service) => {
        most = Math.max(most, service.calls.length - service.looks.length);
        return Number(key.slice(1)) % 9 === 0 ? ANSWERS.accepted : ANSWERS.unknown;
      },
      lookUp: () => LOOKS.found,
    });
    expect(new Set(Object.values(run.outcomes))).toEqual(new Set(['created']));
    expect(most).toBeGreaterThan(1000);
    expect(most).toBeLessThan(1300);
  });
});

describe('lost responses', () => {
  it('lost responses count as one in a row if their requests were open at the same time', () => {
    const lost = new LostResponses();
    const together = [lost.leaving(), lost.leaving()];
    for (const one of together) lost.count(one);
    expect(lost.inARow).toBe(1);
    const [later, last] = [lost.leaving(), lost.leaving()];
    lost.count(later);
    expect(lost.inARow).toBe(2);
    // A certain response begins a new row, to which requests of the former one do not belong.
    lost.reset();
    lost.count(lost.leaving());
    lost.count(last);
    expect(lost.inARow).toBe(1);
  });
});
