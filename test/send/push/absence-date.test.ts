import { expect, it } from 'vitest';
import { BY_DATE_PREFIX, type Moment } from '../../../src/service/clock.ts';
import { ANSWERS, LOOKS, packaging, product, pushed, type Script, VirtualClock } from './harness.ts';

const DAY_MS = 86_400_000;

/** A system that identifies the boot of the machine by its date; the date is changed at `at`. */
class DatedClock extends VirtualClock {
  readonly #at: number;

  constructor(at: number) {
    super();
    this.#at = at;
  }

  override moment(): Moment {
    const ms = this.now();
    return { boot: `${BY_DATE_PREFIX}${ms < this.#at ? 0 : DAY_MS}`, ms };
  }
}

it('changing the date of the machine during a run does not shorten the time until absence counts', async () => {
  const clock = new DatedClock(125_000);
  const script: Script = ({ kind, attempt }) =>
    kind === 'product' && attempt === 1 ? ANSWERS.unknown : ANSWERS.accepted;
  let answers = 0;
  const run = await pushed([packaging('B0'), product('P/C/RED', { packagingRefs: ['B0'] })], {
    clock,
    script,
    lookUp: () => LOOKS.absent,
    // The run is two minutes old when the response is lost.
    latencyMs: () => (answers++ === 0 ? 119_000 : 50),
  });
  const [first, second] = run.service.callsOf('P / C / RED');
  expect(first!.startedAt).toBeLessThan(125_000);
  expect(run.service.looks[0]!.startedAt).toBeGreaterThan(125_000);
  expect(second!.startedAt - first!.startedAt).toBeGreaterThanOrEqual(60_000);
});
