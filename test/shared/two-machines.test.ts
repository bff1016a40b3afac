import { cp } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, mockService, reportIn, sandboxConfig, trace } from '../cli/commands/harness.ts';
import { postgres } from '../postgres.ts';

const database = postgres();
const FIXTURES = path.join(import.meta.dirname, '../../fixtures');

/** Folders with own state, as two machines have them, and one service and one memory for both. */
async function machines(...config: readonly string[]) {
  const mock = await mockService();
  const memory = await database.newDatabase();
  const text = sandboxConfig(mock.url, 'memoryEnv: TRACE_TEST_MEMORY', 'timeout: 2s', ...config);
  const machine = async () => {
    const cwd = await folderWith({ 'trace.config.yaml': text });
    const run = (words: string) => trace(words, { cwd, env: { TRACE_TEST_MEMORY: memory } });
    return { cwd, run };
  };
  const stats = async () => (await (await fetch(`${mock.url}/__mock/stats`)).json()) as { requests: number };
  return { stats, memory, one: await machine(), other: await machine() };
}

describe('two machines with one memory', () => {
  it.each(['v2', 'v3'] as const)(
    'knows on the second machine what the first has sent, in %s',
    async (name) => {
      const { stats, one, other } = await machines(`interface: ${name}`);
      const file = name === 'v2' ? 'batch/maison-aurore.xlsx' : 'v3/maison-aurore-v3.xlsx';
      for (const { cwd } of [one, other]) await cp(path.join(FIXTURES, file), path.join(cwd, 'batch.xlsx'));
      const first = await one.run('import batch.xlsx --env sandbox --report r.json');
      expect(first.code, first.stderr).toBe(0);
      const sent = (await stats()).requests;
      const second = await other.run('import batch.xlsx --env sandbox --report r.json');
      expect(second.code, second.stderr).toBe(0);
      const { totals } = await reportIn(other.cwd);
      expect(totals).toMatchObject({
        unchanged: name === 'v2' ? 572 : 215,
        created: 0,
        blocked: 0,
        failed: 0,
      });
      expect((await stats()).requests).toBe(sent);
    },
  );
});
