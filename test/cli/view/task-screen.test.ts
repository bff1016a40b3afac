import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { marksFor } from '../../../src/cli/view/marks.ts';
import { TaskScreen } from '../../../src/cli/view/task-screen.ts';
import { drawnScreen } from './drawn-screen.ts';
import { FakeTerminal } from './events.ts';

const MARKS = { spinner: ['-'], ends: { success: 'v', failure: 'x', skipped: 's' } };
const size = { columns: 40, rows: 6 };

let terminal: FakeTerminal;
let screen: TaskScreen;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  terminal = Object.assign(new FakeTerminal(), size);
  screen = new TaskScreen({ stream: terminal, now: () => 0, colorLevel: 0 }, MARKS);
  screen.print('before');
});

afterEach(async () => {
  screen.remove();
  await screen.end();
  vi.useRealTimers();
});

const shown = () => drawnScreen(terminal.text, size);
/** Waits until a text is drawn: packages are loaded first. */
const drawn = (text: string) =>
  vi.waitUntil(() => shown().lines.join('|').includes(text), { interval: 1, timeout: 5000 });

test('a task is redrawn in place at each tick, and its last lines stay on the terminal', async () => {
  let title = 'one';
  screen.start(() => title);
  await drawn('- one');
  screen.line('a');
  title = 'two';
  vi.advanceTimersByTime(100);
  expect(shown()).toEqual({ lines: ['before', '- two', '  › a'], cursor: false });
  screen.finish('success', 'three');
  await screen.idle();
  expect(shown()).toEqual({ lines: ['before', 'v three', '  › a'], cursor: true });
});

test('long lines of a task are truncated while it runs, and wrapped at spaces when it ends', async () => {
  const long = 'a line that is a few columns longer than the terminal';
  screen.start(() => long);
  screen.line(long);
  await drawn('› a line');
  expect(shown().lines).toEqual([
    'before',
    '- a line that is a few columns longer…',
    '  › a line that is a few columns long…',
  ]);
  screen.finish('failure', long);
  await screen.idle();
  expect(shown().lines).toEqual([
    ...['before', 'x a line that is a few columns longer', '  than the terminal'],
    ...['  › a line that is a few columns longer', '    than the terminal'],
  ]);
});

test('if a task has more lines than the terminal, only the latest are drawn until it ends', async () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`);
  screen.start(() => 'title');
  await drawn('title');
  for (const line of lines) screen.line(line);
  vi.advanceTimersByTime(100);
  const latest = lines.slice(-4).map((line) => `  › ${line}`);
  expect(shown().lines).toEqual(['before', '- title', ...latest]);
  screen.finish('success', 'title');
  await screen.idle();
  expect(shown().lines).toEqual(['before', 'v title', ...lines.map((line) => `  › ${line}`)]);
});

test('the next task and the next text start below a task, and a removed task leaves nothing', async () => {
  screen.start(() => 'one');
  screen.finish('skipped', 'one');
  screen.line('between');
  screen.start(() => 'two');
  await drawn('- two');
  screen.remove();
  screen.print('after');
  await screen.idle();
  expect(shown()).toEqual({ lines: ['before', 's one', 'between', 'after'], cursor: true });
});

test('a drawn task does not hold back what other code writes', async () => {
  const write = [terminal.write, process.stdout.write, process.stderr.write];
  screen.start(() => 'one');
  await drawn('- one');
  expect([terminal.write, process.stdout.write, process.stderr.write]).toEqual(write);
});

test('a terminal with 0 rows is treated as one of 24 rows', async () => {
  const unsized = Object.assign(new FakeTerminal(), { columns: 0, rows: 0 });
  const other = new TaskScreen({ stream: unsized, now: () => 0, colorLevel: 0 }, MARKS);
  other.start(() => 'title');
  for (let at = 0; at < 40; at++) other.line(`line ${at}`);
  await vi.waitUntil(() => unsized.text.includes('line 39'), { interval: 1 });
  const { lines } = drawnScreen(unsized.text, { columns: 80, rows: 24 });
  expect([lines.length, lines[1]]).toEqual([23, '  › line 18']);
  other.remove();
  await other.end();
});

test.each([
  ['linux', { TERM: 'xterm-256color' }, '✔'],
  ['linux', { TERM: 'linux' }, '√'],
  ['darwin', {}, '✔'],
  ['win32', {}, '√'],
  ['win32', { WT_SESSION: 'x' }, '✔'],
  ['win32', { TERM_PROGRAM: 'vscode' }, '✔'],
])('on %s with the variables %j, the mark of success is %s', (platform, env, well) => {
  expect(marksFor(platform, env).ends.success).toBe(well);
});
