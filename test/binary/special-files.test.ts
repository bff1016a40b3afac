import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectEnd, folderWith } from '../cli/commands/harness.ts';
import { SMALL_BATCH, smallBatch } from '../cli/commands/sheets.ts';
import { runTrace, start } from './harness.ts';

const pipeAt = (path: string) => expect(spawnSync('mkfifo', [path]).status).toBe(0);

describe.skipIf(process.platform === 'win32')('a path that is not a regular file', () => {
  test.each([
    ['a folder', (path: string) => mkdir(path)],
    ['a pipe', async (path: string) => pipeAt(path)],
    ['a device', (path: string) => symlink('/dev/zero', path)],
  ])('a special file (%s) as a map file is an error that names its type', async (type, make) => {
    const cwd = await folderWith(smallBatch());
    await make(join(cwd, 'trace.map.yaml'));
    await writeFile(join(cwd, 'own.yaml'), 'map: trace.map.yaml\n');
    const configured = await runTrace(['check', ...SMALL_BATCH, '--config', 'own.yaml'], cwd);
    expectEnd(configured, 2, `trace.map.yaml is ${type}, not a file`);
    expectEnd(await runTrace(['check', ...SMALL_BATCH], cwd), 2, `trace.map.yaml is ${type}, not a file`);
    if (type === 'a pipe') return;
    const named = await runTrace(['check', ...SMALL_BATCH, '--map', 'trace.map.yaml'], cwd);
    expectEnd(named, 2, `trace.map.yaml is ${type}, not a file`);
  });

  test.each([
    ['a device', '/dev/zero'],
    ['made by the system when it is read', '/proc/kmsg'],
    ['made by the system when it is read', '/proc/self/environ'],
  ])(
    'a special file (%s) is refused as input, map file, configuration and OpenAPI document: %s',
    async (type, target) => {
      if (!existsSync(target)) return;
      const cwd = await folderWith(smallBatch());
      await symlink(target, join(cwd, 'link.yaml'));
      const refused = expect.stringContaining(`link.yaml is ${type}, not a file`);
      for (const argv of [
        ['check', 'link.yaml'],
        ['check', ...SMALL_BATCH, '--map', 'link.yaml'],
        ['check', ...SMALL_BATCH, '--config', 'link.yaml'],
        ['taxonomy', 'import', 'link.yaml', '--env', 'mock'],
      ]) {
        const { code, stderr } = await runTrace(argv, cwd);
        expect([argv, code, stderr]).toEqual([argv, 2, refused]);
      }
    },
  );

  test('a special file is read if it is a pipe, the null device or a link to a file', async () => {
    const cwd = await folderWith(smallBatch());
    pipeAt(join(cwd, 'pipe.csv'));
    const running = start(['check', 'pipe.csv', '--config', '/dev/null'], cwd);
    const writer = await open(join(cwd, 'pipe.csv'), 'w');
    await writer.close();
    const piped = await running.done;
    expect(piped.stdout).toContain('pipe.csv: 1 error');
    await symlink(SMALL_BATCH[0]!, join(cwd, 'link.csv'));
    expect((await runTrace(['check', 'link.csv'], cwd)).code).toBe(0);
  });
});
