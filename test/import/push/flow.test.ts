import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, test } from 'vitest';
import type { PushContext } from '../../../src/import/push/engine.ts';
import { LostResponses, Slots, StopSignal, takeTurn } from '../../../src/import/push/flow.ts';
import { ConcurrencyLimit } from '../../../src/service/concurrency.ts';
import { ANSWERS, LOOKS, packaging, product, pushed, supplier } from './harness.ts';

describe('a record that waits out a pause', () => {
  const many = Array.from({ length: 400 }, (_, at) => packaging(`B${at}`));
  const everyFifth = (key: string) => Number(key.slice(1)) % 5 === 3;

  it('before it is read back lends its slot to others', async () => {
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

  it('before it is sent again does so as well', async () => {
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
});

describe('lost responses', () => {
  it('of requests that were sent before the first of them count as one', () => {
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

test('a turn that ends with the run gives its place back', async () => {
  const [limit, stop] = [new ConcurrencyLimit(2), new StopSignal(undefined, () => {})];
  const pacer = { tryTurn: () => false, turn: (signal: AbortSignal) => rejected(signal) };
  const turn = takeTurn({ limit, stop, pacer } as unknown as PushContext);
  expect(limit.out).toBe(1);
  stop.now({ exit: 'interrupted', reason: 'stopped' });
  expect(await turn).toBe(false);
  expect(limit.out).toBe(0);
});

const rejected = (signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('slots', () => {
  const isFree = async (slots: Slots) => {
    let free = false;
    void slots.free().then(() => {
      free = true;
    });
    await turn();
    return () => free;
  };

  it('are lent for a pause, and taken again after it even when others have them', async () => {
    const slots = new Slots(1);
    const pause = Promise.withResolvers<void>();
    slots.take();
    const waiting = await isFree(slots);
    expect(waiting()).toBe(false);
    const rest = slots.lend(pause.promise);
    await turn();
    expect(waiting()).toBe(true);
    slots.take();
    pause.resolve();
    await rest;
    slots.release();
    const next = await isFree(slots);
    expect(next()).toBe(false);
    slots.release();
    await turn();
    expect(next()).toBe(true);
  });

  it('are free for nobody new while a thousand records wait out their pauses', async () => {
    const slots = new Slots(2);
    const pause = Promise.withResolvers<void>();
    const rests = Array.from({ length: 1000 }, () => {
      slots.take();
      return slots.lend(pause.promise);
    });
    const next = await isFree(slots);
    expect(next()).toBe(false);
    pause.resolve();
    await Promise.all(rests);
    for (const _ of rests) slots.release();
    await turn();
    expect(next()).toBe(true);
  });
});
