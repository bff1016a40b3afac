import { rm } from 'node:fs/promises';
import { expect } from 'vitest';
import { createPath } from '../../src/contract/kind.ts';
import { kindNamed } from '../../src/contract/registry.ts';
import type { RunningMock, StartOptions } from '../../src/mock/listen.ts';
import { folderWith, mockService, sandboxConfig, TOKEN } from '../cli/commands/harness.ts';
import { BATCH, CONCURRENCY } from './batch.ts';

/** A folder with a dozen records, and the service. */
export interface Place {
  readonly cwd: string;
  readonly mock: RunningMock;
  /** Records that the service had before the start: none may be sent again. */
  readonly stored?: ReadonlySet<string>;
}

/** Creates both for a test. Requests are sent as fast as possible, so that several are open at once. */
export async function makePlace(options: Partial<StartOptions> = {}): Promise<Place> {
  const mock = await mockService(options);
  const cwd = await folderWith({ ...BATCH, 'trace.config.yaml': configOf(mock) });
  return { mock, cwd };
}

/** Removes a place early: hundreds of them would slow each other down. */
export async function leave({ mock, cwd }: Place): Promise<void> {
  await mock.close();
  await rm(cwd, { recursive: true, force: true, maxRetries: 5 });
}

export const configOf = ({ url }: RunningMock, ...more: readonly string[]): string =>
  sandboxConfig(url, 'rate: 0', `concurrency: ${CONCURRENCY}`, ...more);

/** Stores a record in the service without the tool knowing. */
export async function send({ mock }: Place, kind: string, body: string): Promise<void> {
  const response = await fetch(`${mock.url}${createPath(kindNamed('v2', kind), 'STANDARD')}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body,
  });
  expect(response.status, await response.text()).toBe(201);
}
