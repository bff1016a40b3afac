import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { folderWith, journalOf, mockService, sandboxConfig } from '../cli/commands/harness.ts';
import { csvOf, packaging } from '../cli/commands/sheets.ts';
import { soundBody } from '../mock/sound-body.ts';
import { start } from './harness.ts';

const KEYS = Array.from({ length: 30 }, (_, at) => `EMB-${at + 10}`);
const WATCH = ['watch', 'inbox', '--env', 'sandbox', '--stable', '50ms', '--retry', '50ms'];

describe.skipIf(process.platform === 'win32')('trace watch', () => {
  test('imports a file exactly once over kill -9, a second watcher and a full disk', async () => {
    const mock = await mockService();
    const cwd = await folderWith({ 'trace.config.yaml': sandboxConfig(mock.url, 'rate: 30') });
    const inbox = path.join(cwd, 'inbox');
    await mkdir(inbox);
    const body = (packagingRef: string) =>
      soundBody(packaging, 'STANDARD', { fill: 'required', with: { packagingRef } });
    await writeFile(path.join(inbox, 'a.csv'), csvOf(packaging, KEYS.map(body)));

    // No file can grow: the ledger cannot be written, so the file stays.
    const full = start(WATCH, cwd, { TMPDIR: cwd }, 100);
    await full.saysOnStderr('a.csv stays');
    const second = await start(WATCH, cwd).done;
    expect([second.code, second.stderr]).toEqual([8, expect.stringContaining('Another process watches')]);
    full.child.kill('SIGKILL');
    await full.done;
    expect(existsSync(path.join(inbox, 'a.csv'))).toBe(true);

    const killed = start(WATCH, cwd);
    await vi.waitFor(async () => expect((await journalOf(mock)).length).toBeGreaterThan(3), 20_000);
    killed.child.kill('SIGKILL');
    await killed.done;
    expect((await journalOf(mock)).length).toBeLessThan(KEYS.length);

    // It was imported, and cannot be moved.
    await writeFile(path.join(inbox, 'done'), '');
    const last = start(WATCH, cwd);
    await last.saysOnStderr('a.csv was imported and cannot be moved to inbox/done');
    await rm(path.join(inbox, 'done'));
    await last.saysOnStderr('a.csv moved to inbox/done/a.csv');
    last.child.kill('SIGTERM');
    expect(await last.done).toMatchObject({ code: 0 });
    const journal = await journalOf(mock);
    expect(journal.map(({ key }) => key).toSorted()).toEqual(KEYS.toSorted());
  });
});
