import { rm } from 'node:fs/promises';
import { expect } from 'vitest';
import { kindNamed } from '../../src/contract/registry.ts';
import { createPath } from '../../src/contract/routes.ts';
import type { RunningMock, StartOptions } from '../../src/mock/listen.ts';
import { folderWith, mockService, sandboxConfig, TOKEN } from '../cli/commands/harness.ts';
import { BATCH, CONCURRENCY } from './batch.ts';

/** A folder with the dozen records, and the service that knows the truth. */
export interface Place {
  readonly cwd: string;
  readonly mock: RunningMock;
  /** What the service had before it was started, as it counts what it receives: none of it may come again. */
  readonly stored?: ReadonlySet<string>;
}

/** Both are gone after the test. Requests leave as fast as they can, so that several are out at once. */
export async function makePlace(options: Partial<StartOptions> = {}): Promise<Place> {
  const mock = await mockService(options);
  const cwd = await folderWith({ ...BATCH, 'trace.config.yaml': configOf(mock) });
  return { mock, cwd };
}

/** Ends a place before its test has: hundreds of them would be in each other's way. */
export async function leave({ mock, cwd }: Place): Promise<void> {
  await mock.close();
  await rm(cwd, { recursive: true, force: true, maxRetries: 5 });
}

export const configOf = ({ url }: RunningMock, ...more: readonly string[]): string =>
  sandboxConfig(url, 'rate: 0', `concurrency: ${CONCURRENCY}`, ...more);

/** Has the service take a record that the tool does not hear of. */
export async function send({ mock }: Place, kind: string, body: string): Promise<void> {
  const response = await fetch(`${mock.url}${createPath(kindNamed('v2', kind), 'STANDARD')}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body,
  });
  expect(response.status, await response.text()).toBe(201);
}
