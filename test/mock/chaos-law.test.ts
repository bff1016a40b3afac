import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { KINDS } from '../../src/contract/registry.ts';
import { parseChaos } from '../../src/mock/chaos/parse.ts';
import { startMock } from '../../src/mock/listen.ts';
import { openService } from '../../src/service/http.ts';
import { Limiter } from '../../src/service/limiter.ts';
import { SLOW } from '../effort.ts';
import { soundBody } from './sound-body.ts';

const SPEC =
  'latency=0-5,429=4%,429-date=2%,500=4%,500-after=4%,503=2%,503-retry=4%,504=2%,504-after=4%,html=2%,html-after=2%,' +
  'portal=2%,truncate=4%,cut-json=4%,reset-before=6%,reset-after=8%,hang=1%,hang-after=1%,slow=2%,redirect=2%,' +
  'reset-late=2%,504-late=2%,hang-late=1%,late-ms=0-300,slow-ms=10,redirect-to=http://127.0.0.1:9,restart=60,down-ms=20';

const TAKEN = new Set(['accepted', 'exists']);
const NOT_TAKEN = new Set(['throttled', 'misdirected', 'refused', 'token']);

test('under a mix of faults at once, each certain response is true, and no key is stored twice', {
  tags: ['sampled'],
}, async () => {
  const body = soundBody(KINDS.v2.supplier, 'STANDARD');
  await fc.assert(
    fc.asyncProperty(fc.nat(2 ** 32 - 1), async (seed) => {
      const chaos = parseChaos(`seed=${seed},${SPEC}`);
      await using mock = await startMock({ dataFile: null, token: null, chaos });
      const limiter = new Limiter({ rate: 0, concurrency: 12 });
      // The responses are tested, not the pace.
      limiter.hold = () => {};
      const target = { baseUrl: mock.url, token: 't', limiter, timeoutMs: 200, tlsChecked: true };
      const service = openService(target);
      const refs = Array.from({ length: 150 }, (_, n) => `FRN-${n}`);
      const answers = await Promise.all(
        refs.map(async (supplierRef) => {
          const sent = JSON.stringify({ ...body, supplierRef });
          const once = () => service.create({ kind: KINDS.v2.supplier, family: 'STANDARD', body: sent });
          let answer = await once();
          while (answer.type === 'unsent') {
            await sleep(5);
            answer = await once();
          }
          return [supplierRef, answer.type] as const;
        }),
      );
      await service.close();
      await vi.waitFor(() => expect(mock.stats().late).toBe(0), { timeout: 60_000 });
      const response = await fetch(`${mock.url}/__mock/journal`);
      const { data } = (await response.json()) as { data: { key: string }[] };
      const stored = data.map(({ key }) => key);
      expect(new Set(stored).size).toBe(stored.length);
      for (const [ref, type] of answers) {
        if (TAKEN.has(type)) expect(stored).toContain(ref);
        if (NOT_TAKEN.has(type)) expect(stored).not.toContain(ref);
      }
      const met = mock.stats().faults;
      expect(met).toMatchObject({ restart: 1 });
      expect(Object.keys(met).length).toBeGreaterThan(8);
    }),
    { numRuns: SLOW ? 4 : 1 },
  );
});
