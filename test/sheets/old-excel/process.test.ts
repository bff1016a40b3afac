import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as xlsx from 'xlsx';
import type { Input } from '../../../src/sheets/input.ts';
import { DEFAULT_LIMITS } from '../../../src/sheets/limits.ts';
import { type OldExcelOptions, openOldExcel } from '../../../src/sheets/old-excel/open.ts';

const HOLDER = fileURLToPath(new URL('./holder.ts', import.meta.url));

let folder: string;
let small: string;
let large: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trace-old-'));
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => [`REF-${at}`, `Tessitura ${at}`, at]);
  small = await book('small.xls', rows(3));
  large = await book('large.xls', rows(20_000));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function book(name: string, rows: unknown[][]): Promise<string> {
  const workbook = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(workbook, xlsx.utils.aoa_to_sheet(rows), 'suppliers');
  const file = join(folder, name);
  await writeFile(file, xlsx.write(workbook, { type: 'buffer', bookType: 'xls' }));
  return file;
}

/** Opens a file, and returns what happened and the id of the process. */
async function opened(file: string, options: OldExcelOptions, signal?: AbortSignal) {
  const temporaryFolder = await mkdtemp(join(folder, 'spool-'));
  const handle = await open(file, 'r');
  const input: Input = { file, handle, size: (await stat(file)).size, close: () => handle.close() };
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

describe('the process that reads old workbooks', () => {
  test('ends with the reading, and leaves no file', async () => {
    const { result, pid, left } = await opened(small, {});
    expect(result).toMatchObject({ format: 'xls', description: 'old workbook (.xls)' });
    expect(isGone(pid)).toBe(true);
    expect(left).toEqual([]);
  });

  test('is killed at its limit of memory', async () => {
    const { result, pid, left } = await opened(large, { bounds: { megabytes: 90, seconds: 60 } });
    expect(result).toMatchObject({
      name: 'Damage',
      message: expect.stringMatching(/more than 90 MB of memory/),
    });
    expect(result).toMatchObject({ suggestion: expect.stringMatching(/\.xlsx.*leading zeros/) });
    expect(isGone(pid)).toBe(true);
    expect(left).toEqual([]);
  });

  test('is killed at its limit of memory by the heap too', async () => {
    const { result, pid } = await opened(large, { bounds: { megabytes: 20, seconds: 60 } });
    expect(result).toMatchObject({ message: expect.stringMatching(/more than 20 MB of memory/) });
    expect(isGone(pid)).toBe(true);
  });

  test('is killed at its limit of time', async () => {
    const { result, pid, left } = await opened(large, { bounds: { megabytes: 512, seconds: 0.05 } });
    expect(result).toMatchObject({
      name: 'Damage',
      message: expect.stringMatching(/more than 0\.05 seconds/),
    });
    expect(isGone(pid)).toBe(true);
    expect(left).toEqual([]);
  });

  test('is killed by an interruption, which is not damage', async () => {
    const interrupt = new AbortController();
    const onSpawn = () => interrupt.abort();
    const { result, pid, left } = await opened(large, { onSpawn }, interrupt.signal);
    expect(result).toBe(interrupt.signal.reason);
    expect(isGone(pid)).toBe(true);
    expect(left).toEqual([]);
  });

  test('that is killed by someone else is one clear error', async () => {
    const { result } = await opened(large, { onSpawn: (pid) => process.kill(pid, 'SIGKILL') });
    expect(result).toMatchObject({
      name: 'Damage',
      message: expect.stringMatching(/process that reads it ended/),
    });
  });

  test('gets no variable of the user, whatever the test runner has', async () => {
    const seen: string[] = [];
    const onSpawn = (pid: number) => {
      if (process.platform === 'linux') seen.push(readFileSync(`/proc/${pid}/environ`, 'utf8'));
    };
    vi.stubEnv('TRACE_TOKEN', 'secret-token');
    await opened(small, { onSpawn });
    vi.unstubAllEnvs();
    expect(seen.join()).not.toContain('secret-token');
  });

  test.skipIf(process.platform === 'win32').each(['SIGKILL', 'SIGTERM'] as const)(
    'ends when the process that started it gets %s, while it parses or waits',
    async (signal) => {
      for (const file of [large, small]) {
        const holder = spawn(process.execPath, [HOLDER, file, folder], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const [line] = (await once(holder.stdout!, 'data')) as [Buffer];
        const pid = Number(line.toString());
        expect(isGone(pid)).toBe(false);
        holder.kill(signal);
        await once(holder, 'exit');
        await vi.waitFor(() => expect(isGone(pid)).toBe(true), { timeout: 20_000, interval: 10 });
      }
      expect((await readdir(folder)).filter((name) => name.startsWith('trace-input-'))).toEqual([]);
    },
  );

  test.skipIf(process.platform !== 'linux')('writes no file and starts no process', () => {
    const code = `
      const fs = require('node:fs');
      for (const attempt of [() => fs.writeFileSync('${folder}/made', 'x'), () => require('node:child_process').spawnSync('true')])
        try { attempt(); console.log('done'); } catch (error) { console.log(error.code); }`;
    const out = execFileSync(process.execPath, [
      '--permission',
      '--allow-fs-read=*',
      '--allow-worker',
      '-e',
      code,
    ]);
    expect(out.toString().trim().split('\n')).toEqual(['ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED']);
  });
});
