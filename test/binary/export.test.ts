import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectEnd } from '../cli/commands/harness.ts';
import { IN_SANDBOX, imported } from '../cli/commands/reads-world.ts';
import { runTrace, start } from './harness.ts';

const EXPORT = ['studies', 'export', '--out', 'out/', ...IN_SANDBOX];

/** A mock with records, and a hook that is called for each study that is requested. */
async function watched() {
  const seen: { study: ((nth: number) => void) | null } = { study: null };
  let nth = 0;
  const world = await imported(
    {
      before: ({ path: asked }) => {
        if (asked.endsWith('/details')) seen.study?.(++nth);
        return null;
      },
    },
    'concurrency: 1',
  );
  return { ...world, seen };
}

async function filesIn(cwd: string): Promise<Record<string, string>> {
  const folder = path.join(cwd, 'out');
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'latin1')));
  return Object.fromEntries(names.map((name, at) => [name, texts[at]!]));
}

describe.skipIf(process.platform === 'win32')('an export that is killed with SIGKILL', () => {
  test.each([1, 3])(
    'an export that is killed while it requests study %i writes the same bytes when the same command is run again',
    async (at) => {
      const { cwd, seen } = await watched();
      expect((await runTrace(EXPORT, cwd)).code).toBe(0);
      const whole = await filesIn(cwd);
      const running = start(EXPORT, cwd);
      seen.study = (nth) => {
        if (nth === at) running.child.kill('SIGKILL');
      };
      expect((await running.done).signal).toBe('SIGKILL');
      seen.study = null;
      expectEnd(await runTrace(EXPORT, cwd), 0, 'resuming the interrupted export');
      expect(await filesIn(cwd)).toEqual(whole);
    },
  );
});

describe.skipIf(process.platform === 'win32')('an export that receives SIGINT', () => {
  test('exits with 130, names the next command, keeps its files private to their owner, and can be resumed', async () => {
    const { cwd, seen } = await watched();
    const running = start(EXPORT, cwd);
    seen.study = (nth) => {
      if (nth === 2) running.child.kill('SIGINT');
    };
    const { code, stderr } = await running.done;
    expect([code, stderr.trim().split('\n').at(-1)]).toEqual([
      130,
      expect.stringMatching(/Next: trace studies export --resume --env sandbox$/),
    ]);
    const left = await readdir(path.join(cwd, '.trace'), { recursive: true, withFileTypes: true });
    const rights = left.map(async ({ parentPath, name }) => [
      name,
      (await stat(path.join(parentPath, name))).mode & 0o077,
    ]);
    expect(left.map(({ name }) => name)).toContain('answers.ndjson');
    expect((await Promise.all(rights)).filter(([, mode]) => mode !== 0)).toEqual([]);
    seen.study = null;
    expectEnd(await runTrace(['studies', 'export', '--resume', ...IN_SANDBOX], cwd), 0, '4 studies in ');
  });
});

test.each([
  ['studies', 'export', '--format', 'ndjson', '--out', '-'],
  ['products', 'list'],
])('trace %s %s exits with 0 if the reader of its output goes away early', async (...argv) => {
  const { cwd } = await watched();
  const { child, done } = start([...argv.filter(Boolean), ...IN_SANDBOX], cwd);
  child.stdout.destroy();
  const { code, stderr } = await done;
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('bug')]);
});

test('without a terminal, studies export prints only data to stdout and no control characters to stderr', async () => {
  const { cwd } = await watched();
  const { code, stdout, stderr } = await runTrace(
    ['studies', 'export', '--format', 'json', '--out', '-', ...IN_SANDBOX],
    cwd,
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toHaveLength(4);
  for (const sign of ['\r', '\u001b']) expect(stderr).not.toContain(sign);
  expect(stderr.trim().split('\n').at(-1)).toBe('4 studies on standard output.');
});
