import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Input } from '../../../src/sheets/input.ts';
import { DEFAULT_LIMITS } from '../../../src/sheets/limits.ts';
import { type OldExcelOptions, openOldExcel, PERMISSIONS } from '../../../src/sheets/old-excel/open.ts';
import { book, endlessBook, sheet } from './books.ts';

const HOLDER = fileURLToPath(new URL('./holder.ts', import.meta.url));

let folder: string;
let small: string;
let large: string;
let endless: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trace-old-'));
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => [`REF-${at}`, `Tessitura ${at}`, at]);
  small = await file('small.xls', book({ suppliers: sheet(...rows(3)) }));
  large = await file('large.xls', book({ suppliers: sheet(...rows(10_000)) }));
  endless = await file('endless.xls', endlessBook());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

/** Opens a file, and returns what happened and the id of the process. */
async function opened(path: string, options: OldExcelOptions, signal?: AbortSignal) {
  const temporaryFolder = await mkdtemp(join(folder, 'spool-'));
  const handle = await open(path, 'r');
  const input: Input = { file: path, handle, size: (await stat(path)).size, close: () => handle.close() };
  let pid = 0;
  const onSpawn = (id: number) => {
    pid = id;
    options.onSpawn?.(id);
  };
  const context = { temporaryFolder, onFinding: () => {}, ...(signal && { signal }) };
  const result = await openOldExcel(input, 'xls', DEFAULT_LIMITS, context, { ...options, onSpawn }).catch(
    (error: unknown) => error,
  );
  const left = await readdir(temporaryFolder);
  if (result !== null && typeof result === 'object' && 'close' in result) await (result as Input).close();
  else await handle.close();
  return { result, pid, left };
}

/** Whether a process is gone; one that ended and that nobody waits for counts as gone. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  if (process.platform !== 'linux') return false;
  try {
    return /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}

const LONG = { timeout: 20_000, interval: 10 };

/** The processor time of a process in seconds; known on Linux only. */
function secondsOf(pid: number): number {
  if (process.platform !== 'linux') return 2;
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

describe('the process that reads old workbooks', () => {
  test('the process has ended when the workbook is open, and leaves no file', async () => {
    const { result, pid, left } = await opened(small, {});
    expect(result).toMatchObject({ format: 'xls', description: 'old workbook (.xls)' });
    expect(isGone(pid)).toBe(true);
    expect(left).toEqual([]);
  });

  test('the process is killed at its limit of memory, also for memory outside the heap', async () => {
    const bytes = await open(await file('hollow.xls', book({ a: sheet(['a']) })), 'r+');
    await bytes.truncate(100 * 1024 ** 2);
    await bytes.close();
    const bounds = { megabytes: 300, seconds: 60 };
    const { result, pid, left } = await opened(join(folder, 'hollow.xls'), { bounds });
    expect(result).toMatchObject({
      name: 'Damage',
      message: expect.stringMatching(/more than 300 MB of mem/),
    });
    expect(result).toMatchObject({ suggestion: expect.stringMatching(/\.xlsx.*leading zeros/) });
    expect(isGone(pid)).toBe(true);
    expect(left).toEqual([]);
  });

  test('the process is killed at its limit of memory if the heap exceeds it', async () => {
    const { result, pid } = await opened(large, { bounds: { megabytes: 20, seconds: 60 } });
    expect(result).toMatchObject({ message: expect.stringMatching(/more than 20 MB of memory/) });
    expect(isGone(pid)).toBe(true);
  });

  test('the process is killed at its limit of time', async () => {
    const { result, pid, left } = await opened(endless, { bounds: { megabytes: 512, seconds: 1 } });
    expect(result).toMatchObject({ name: 'Damage', message: expect.stringMatching(/more than 1 seconds/) });
    expect(isGone(pid)).toBe(true);
    expect(left).toEqual([]);
  });

  test('the process is killed if the user interrupts, and no damage is reported', async () => {
    const interrupt = new AbortController();
    const onSpawn = () => interrupt.abort();
    const { result, pid, left } = await opened(endless, { onSpawn }, interrupt.signal);
    expect(result).toBe(interrupt.signal.reason);
    expect(isGone(pid)).toBe(true);
    expect(left).toEqual([]);
  });

  test('a process that another program kills is one error', async () => {
    const { result } = await opened(endless, { onSpawn: (pid) => process.kill(pid, 'SIGKILL') });
    expect(result).toMatchObject({
      name: 'Damage',
      message: expect.stringMatching(/process that reads it ended/),
    });
  });

  test('the process gets no environment variable of the user', async () => {
    const seen: string[] = [];
    const onSpawn = (pid: number) => {
      if (process.platform === 'linux') seen.push(readFileSync(`/proc/${pid}/environ`, 'utf8'));
    };
    vi.stubEnv('TRACE_TOKEN', 'secret-token');
    await opened(small, { onSpawn });
    vi.unstubAllEnvs();
    expect(seen.join()).not.toContain('secret-token');
  });

  test.skipIf(process.platform === 'win32')(
    'ends if the process that started it is killed, while it parses or waits',
    async () => {
      for (const path of [endless, large]) {
        const holder = spawn(process.execPath, [HOLDER, path, folder], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const [line] = (await once(holder.stdout!, 'data')) as [Buffer];
        const pid = Number(line.toString());
        expect(isGone(pid)).toBe(false);
        // It is in the parser, which blocks it.
        if (path === endless) await vi.waitFor(() => expect(secondsOf(pid)).toBeGreaterThan(1), LONG);
        holder.kill('SIGKILL');
        await once(holder, 'exit');
        await vi.waitFor(() => expect(isGone(pid)).toBe(true), LONG);
      }
      expect((await readdir(folder)).filter((name) => name.startsWith('trace-input-'))).toEqual([]);
    },
  );

  test.skipIf(process.platform !== 'linux')(
    'the process may neither write a file nor start a process',
    () => {
      const code = `
      const fs = require('node:fs');
      for (const attempt of [() => fs.writeFileSync('${folder}/made', 'x'), () => require('node:child_process').spawnSync('true')])
        try { attempt(); console.log('done'); } catch (error) { console.log(error.code); }`;
      const out = execFileSync(process.execPath, [...PERMISSIONS, '-e', code]);
      expect(out.toString().trim().split('\n')).toEqual(['ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED']);
    },
  );
});
