import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseChaos } from '../../src/mock/chaos/parse.ts';
import { folderWith, mockService, sandboxConfig } from '../cli/commands/harness.ts';
import { SMALL_BATCH, smallBatch } from '../cli/commands/sheets.ts';
import { runTrace } from './harness.ts';

const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox', '--report', 'last.json'];
const runIn = async (file: string) => (JSON.parse(await readFile(file, 'utf8')) as { run: string }).run;

describe('the report of a scheduled import', () => {
  test('the report of a scheduled import is not replaced when resolve settles an earlier run', async () => {
    const mock = await mockService({ chaos: parseChaos('at=2:reset-after') });
    const config = sandboxConfig(mock.url, 'concurrency: 1');
    const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': config });
    const last = path.join(cwd, 'last.json');
    expect((await runTrace(IMPORT, cwd)).code).toBe(6);
    const first = await runIn(last);
    let second = first;
    // The id of a run is the second in which it started.
    while (second.slice(0, 15) === first.slice(0, 15)) {
      expect((await runTrace(IMPORT, cwd)).code).toBe(6);
      second = await runIn(last);
    }
    await runTrace(['resolve', first], cwd);
    const settled = await runTrace(['resolve', first, '--sent'], cwd);
    expect(settled.stderr).toContain(path.join('reports', `${first}.json`));
    expect(await runIn(last)).toBe(second);
    const resumed = await runTrace(['resume', second], cwd);
    expect([resumed.code, await runIn(last)]).toEqual([0, second]);
  });
});
