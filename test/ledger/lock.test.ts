import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeLock } from '../../src/ledger/lock.ts';

let folder: string;
const holders: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trace-lock-'));
});

afterEach(async () => {
  for (const holder of holders.splice(0)) await killed(holder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function holderOf(path: string): Promise<ChildProcess> {
  const holder = fork(new URL('./lock-holder.ts', import.meta.url), [path], { execArgv: [] });
  holders.push(holder);
  expect(await once(holder, 'message')).toEqual(['held', undefined]);
  return holder;
}

async function killed(holder: ChildProcess): Promise<void> {
  if (holder.exitCode !== null || holder.signalCode !== null) return;
  const gone = once(holder, 'exit');
  holder.kill('SIGKILL');
  await gone;
}

describe('lock', () => {
  it('is refused while another process holds it, and free the moment that one is killed', async () => {
    const path = join(folder, 'locks', 'production.lock');
    const holder = await holderOf(path);
    expect(() => takeLock(path)).toThrow(expect.objectContaining({ exit: 'locked', code: 'run-locked' }));
    // Checking the lock did not take it from its holder.
    expect(() => takeLock(path)).toThrow(/Another run/);
    await killed(holder);
    takeLock(path)[Symbol.dispose]();
  });

  it('of one environment does not exclude another', async () => {
    await holderOf(join(folder, 'locks', 'production.lock'));
    takeLock(join(folder, 'locks', 'sandbox.lock'))[Symbol.dispose]();
  });

  it('is held once in a process, and can be taken again after its release', () => {
    const path = join(folder, 'sandbox.lock');
    const lock = takeLock(path);
    expect(() => takeLock(path)).toThrow(/Another run/);
    lock[Symbol.dispose]();
    lock[Symbol.dispose]();
    takeLock(path)[Symbol.dispose]();
  });

  it('that cannot be made is an expected error', () => {
    writeFileSync(join(folder, 'locks'), 'a file where the folder should be');
    const path = join(folder, 'locks', 'sandbox.lock');
    expect(() => takeLock(path)).toThrow(
      expect.objectContaining({ name: 'TraceError', code: 'ledger-unwritable' }),
    );
  });

  it('whose file is damaged is made again: it has no data', () => {
    const path = join(folder, 'sandbox.lock');
    writeFileSync(path, 'garbage, and longer than a head'.repeat(20));
    const lock = takeLock(path);
    expect(() => takeLock(path)).toThrow(expect.objectContaining({ code: 'run-locked' }));
    lock[Symbol.dispose]();
  });
});
