import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Listener } from '../../../src/cli/view/listener.ts';
import { marksFor } from '../../../src/cli/view/marks.ts';
import { tasks } from '../../../src/cli/view/tasks.ts';
import type { RunEvent } from '../../../src/import/report/run-event.ts';
import { FakeTerminal, opening, row, verdict, waveFinished, waveStarted, wholeRun } from './events.ts';

const SHOW = '\u001b[?25h';
const HIDE = '\u001b[?25l';

const MARKS = marksFor('linux', {});

let terminal: FakeTerminal;
let listener: Listener;
let time: number;

beforeEach(() => {
  terminal = new FakeTerminal();
  time = 0;
  listener = tasks({ stream: terminal, now: () => time, colorLevel: 0 }, MARKS);
});

afterEach(() => {
  vi.useRealTimers();
});

function play(events: Iterable<RunEvent>): void {
  for (const event of events) listener.on(event);
}

/** What stays on the screen: the last drawings of tasks, their lines, and the text between tasks. */
function settled(): string[] {
  const text = stripVTControlCharacters(terminal.text);
  return text.split(/\r?\n/).filter((line) => /^([✔✖↓] | {2}› |\w)/.test(line));
}

describe('tasks on a terminal', () => {
  it('tasks leave one line for each stage and wave, the rows with problems, and the verdict last', async () => {
    play(wholeRun);
    await listener.end();
    const lines = settled();
    expect([...new Set(lines)].map((line) => line.replace(/^[✔✖↓] /, ''))).toEqual([
      'import into sandbox (https://api.example), run 7',
      'checked 3 records: no errors, 1 warning, 2 fixed values',
      '  › batch.xlsx: workbook, 4 sheets',
      'planned 1 wave: 3 records to send',
      'wave 1 (component): 2 created, 1 rejected',
      '  › rejected: component CMP-2 / ROB-2041: COMPOSITION_INVALID; the service\\x1b[2J says 100% no',
      '2 created, 1 rejected. Next: trace runs report',
    ]);
    expect(terminal.text.endsWith('2 created, 1 rejected. Next: trace runs report\n')).toBe(true);
  });

  it('tasks leave a visible cursor and no listeners of the process', async () => {
    const before = ['exit', 'SIGINT'].map((name) => process.listenerCount(name));
    const sending = wholeRun.findIndex(({ type }) => type === 'row');
    play(wholeRun.slice(0, sending));
    await vi.waitUntil(() => terminal.text.includes('wave 1 (component)'));
    expect(terminal.text).toContain(HIDE);
    play(wholeRun.slice(sending));
    await listener.end();
    expect(terminal.text.lastIndexOf(SHOW)).toBeGreaterThan(terminal.text.lastIndexOf(HIDE));
    // Removes the one that this listener added.
    expect(process.listenerCount('exit')).toBe(before[0]! - 1);
    expect(process.listenerCount('SIGINT')).toBe(before[1]);
  });

  it('tasks show the cursor if the process exits before the end', async () => {
    play([...opening, waveStarted(3)]);
    await vi.waitUntil(() => terminal.text.includes('wave 1 (component)'));
    const shown = terminal.text.lastIndexOf(SHOW);
    expect(terminal.text.lastIndexOf(HIDE)).toBeGreaterThan(shown);
    const leave = process.listeners('exit').at(-1)!;
    leave.call(process, 130);
    expect(terminal.text.endsWith(SHOW)).toBe(true);
    await listener.end();
  });

  it('tasks show how many rows were done if the run is interrupted', async () => {
    play([...opening, waveStarted(3), row(1), { type: 'stopping', reason: 'interrupted' }]);
    await listener.end();
    expect(settled()).toContain('✖ wave 1 (component): interrupted after 1/3 rows');
    expect(settled()).toContain('  › stopping: interrupted');
  });

  it('end even if no stage was reached, with or without a verdict', async () => {
    await listener.end();
    const second = tasks({ stream: terminal, now: () => 0, colorLevel: 0 }, MARKS);
    second.on(verdict);
    await second.end();
    expect(terminal.text.endsWith('Next: trace runs report\n')).toBe(true);
  });

  it('mark a check with errors, and a plan that was not made', async () => {
    play(opening.slice(0, 4));
    play([{ type: 'checked', records: 3, findings: { error: 2, warning: 0, fixed: 0, notice: 0 } }, verdict]);
    await listener.end();
    expect(settled()).toContain('✖ checked 3 records: 2 errors');
    expect(settled()).toContain('↓ planning');
  });

  it('tasks show the pause between kinds, and waves that are not in a plan', async () => {
    play([
      waveStarted(1),
      row(1),
      waveFinished({ created: 1 }),
      { type: 'settling', ms: 4000, after: ['component'] },
    ]);
    play([waveStarted(1), row(2), waveFinished({ existing: 1 })]);
    await listener.end();
    expect([...new Set(settled())]).toEqual([
      '✔ wave 1 (component): 1 created',
      '✔ waiting 4 s after component',
      '✔ wave 1 (component): 1 existing',
    ]);
  });

  it('tasks name the first twenty rows with problems and count the others', async () => {
    play([waveStarted(30), ...Array.from({ length: 30 }, (_, index) => row(index, 'failed'))]);
    play([waveFinished({ failed: 30 })]);
    await listener.end();
    const last = settled().slice(settled().lastIndexOf('✖ wave 1 (component): 30 failed'));
    expect(last).toHaveLength(22);
    expect(last.at(-1)).toBe('  › and 10 more rows have problems; the report names them all');
  });

  it('tasks show the counter, the rate, the time left, and a pause that the service asks for', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    play([waveStarted(400)]);
    await vi.waitUntil(() => terminal.text.includes('0/400 rows'), { interval: 1 });
    time = 1000;
    play(Array.from({ length: 100 }, (_, index) => row(index)));
    vi.advanceTimersByTime(100);
    expect(stripVTControlCharacters(terminal.text)).toContain('100/400 rows, 100 rows/s, 3 s left');
    play([{ type: 'throttled', waitMs: 2000, status: 429, concurrency: 4 }]);
    vi.advanceTimersByTime(100);
    expect(stripVTControlCharacters(terminal.text)).toContain(
      '3 s left, the service responded with 429: waiting 2 s',
    );
    await listener.end();
  });

  it('tasks are not redrawn at each row', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    play([waveStarted(10_000)]);
    await vi.waitUntil(() => terminal.text.includes('0/10,000 rows'), { interval: 1 });
    const before = terminal.text.length;
    play(Array.from({ length: 10_000 }, (_, index) => row(index)));
    expect(terminal.text.length).toBe(before);
    await listener.end();
  });

  it('tasks have no colour at level 0 and some at level 1', async () => {
    play(wholeRun);
    await listener.end();
    const colored = (text: string) =>
      ['31m', '32m', '33m', '39m'].some((code) => text.includes(`\u001b[${code}`));
    expect(colored(terminal.text)).toBe(false);
    const second = new FakeTerminal();
    const other = tasks({ stream: second, now: () => 0, colorLevel: 1 }, MARKS);
    for (const event of wholeRun) other.on(event);
    await other.end();
    expect(colored(second.text)).toBe(true);
  });

  it('tasks are drawn on a terminal whose size is unknown', async () => {
    const unsized = Object.assign(new FakeTerminal(), { columns: 0, rows: 0 });
    const other = tasks({ stream: unsized, now: () => 0, colorLevel: 0 }, MARKS);
    for (const event of wholeRun) other.on(event);
    await other.end();
    expect(unsized.text).toContain(' wave 1 (component): 2 created, 1 rejected');
  });

  it('report an error of drawing after the verdict', async () => {
    const broken = new FakeTerminal();
    let asked = false;
    Object.defineProperty(broken, 'rows', {
      get() {
        asked = true;
        throw new Error('no rows');
      },
    });
    const other = tasks({ stream: broken, now: () => 0, colorLevel: 0 }, MARKS);
    other.on(waveStarted(3));
    await vi.waitUntil(() => asked);
    other.on(waveFinished({ created: 3 }));
    other.on(verdict);
    await expect(other.end()).rejects.toThrow('no rows');
    expect(broken.text).toContain('2 created, 1 rejected. Next: trace runs report\n');
    expect(broken.text.lastIndexOf(SHOW)).toBeGreaterThan(broken.text.lastIndexOf(HIDE));
  });
});
