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

describe('the lock of an environment', () => {
  it('the lock is refused while another process has it, and free as soon as that process is killed', async () => {
    const path = join(folder, 'locks', 'production.lock');
    const holder = await holderOf(path);
    expect(() => takeLock(path)).toThrow(expect.objectContaining({ exit: 'locked', code: 'run-locked' }));
    // Checking the lock did not take it from its holder.
    expect(() => takeLock(path)).toThrow(/Another run/);
    await killed(holder);
    takeLock(path)[Symbol.dispose]();
  });

  it('the lock does not lock another environment', async () => {
    await holderOf(join(folder, 'locks', 'production.lock'));
    takeLock(join(folder, 'locks', 'sandbox.lock'))[Symbol.dispose]();
  });

  it('the lock cannot be taken twice by one process, but again after its release', () => {
    const path = join(folder, 'sandbox.lock');
    const lock = takeLock(path);
    expect(() => takeLock(path)).toThrow(/Another run/);
    lock[Symbol.dispose]();
    lock[Symbol.dispose]();
    takeLock(path)[Symbol.dispose]();
  });

  it('the lock is refused with an error for the user if its file cannot be created', () => {
    writeFileSync(join(folder, 'locks'), 'a file where the folder should be');
    const path = join(folder, 'locks', 'sandbox.lock');
    expect(() => takeLock(path)).toThrow(
      expect.objectContaining({ name: 'TraceError', code: 'ledger-unwritable' }),
    );
  });

  it('the lock is created again if its file is damaged', () => {
    const path = join(folder, 'sandbox.lock');
    writeFileSync(path, 'garbage, and longer than a head'.repeat(20));
    const lock = takeLock(path);
    expect(() => takeLock(path)).toThrow(expect.objectContaining({ code: 'run-locked' }));
    lock[Symbol.dispose]();
  });
});
