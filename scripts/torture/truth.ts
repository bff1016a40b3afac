import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningMock } from '../../src/mock/listen.ts';
import type { MockStats } from '../../src/mock/tally.ts';
import { MAX_LATENCY_MS } from './faults.ts';
import type { Applied } from './judge.ts';

/** The service's own record of what it received and applied. */
export interface Truth {
  readonly journal: Applied[];
  readonly stats: MockStats;
}

/** Reads it once all late requests are stored. */
export async function truthOf(mock: RunningMock): Promise<Truth> {
  await sleep(2 * MAX_LATENCY_MS);
  while (mock.stats().late > 0) await sleep(20);
  return { journal: await journalOf(mock), stats: mock.stats() };
}

/** All records that the service has applied so far. */
export async function journalOf(mock: RunningMock): Promise<Applied[]> {
  const journal: Applied[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: { data: Applied[]; next: number | null } = await read(mock, `/__mock/journal?after=${after}`);
    journal.push(...page.data);
    after = page.next;
  }
  return journal;
}

/** Retries, because the service may be restarting. */
async function read<T>(mock: RunningMock, path: string): Promise<T> {
  for (;;) {
    try {
      return (await (await fetch(`${mock.url}${path}`)).json()) as T;
    } catch {
      await sleep(50);
    }
  }
}
