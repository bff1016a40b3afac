import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { exportProgress } from '../../../src/cli/view/export-progress.ts';
import { cardLines, fittedTable } from '../../../src/cli/view/list-view.ts';
import { marksFor } from '../../../src/cli/view/marks.ts';
import { safeScreen } from '../../../src/cli/view/safe-screen.ts';
import { textWidth } from '../../../src/cli/view/table.ts';
import { TaskScreen } from '../../../src/cli/view/task-screen.ts';
import { drawnScreen } from './drawn-screen.ts';
import { FakeTerminal, Sink } from './events.ts';

const EVIL = 'x\u001b[2J\u202e';
const SAFE = 'x\\x1b[2J\\u{202e}';

function listening(drawn: boolean) {
  let time = 0;
  const stream = drawn ? new FakeTerminal() : new Sink();
  const screen = { stream, now: () => time, colorLevel: 0 as const };
  const tasks = drawn ? new TaskScreen(screen, marksFor('linux', {})) : null;
  const listener = exportProgress(screen, tasks);
  const wait = (ms: number) => {
    time += ms;
  };
  return { listener, wait, said: () => stream.text };
}

/** What a terminal shows, without the spinner. */
const shown = (text: string) =>
  drawnScreen(text, { columns: 120, rows: 40 }).lines.flatMap((line) => line.replace(/^[⠀-⣿] /, '') || []);

const PROBLEM = {
  id: 's-1',
  productRef: 'ROB-2041',
  status: 404,
  error: '',
  advice: 'look it up again later',
};

const problem = (id: string) => ({
  type: 'problem' as const,
  nouns: { one: 'study', many: 'studies' },
  problem: { id, productRef: EVIL, status: 404, error: EVIL, advice: 'look' },
});

describe('the progress of an export', () => {
  test('breaks lines that are longer than the terminal at spaces, with colours or without', () => {
    for (const colorLevel of [0, 1] as const) {
      let text = '';
      const stream = Object.assign(
        new Writable({
          write(chunk: Buffer, _encoding, done) {
            text += chunk.toString();
            done();
          },
        }),
        { isTTY: true, columns: 60 },
      );
      const listener = exportProgress({ stream, now: () => 0, colorLevel }, null);
      listener.on({
        ...problem('s-1'),
        problem: { ...PROBLEM, error: 'the service did not answer in time' },
      });
      const lines = text.trimEnd().split('\n');
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.filter((line) => textWidth(stripVTControlCharacters(line)) > 60)).toEqual([]);
    }
  });

  test('an export without a terminal shows plain lines now and then, with control characters escaped', () => {
    const { listener, wait, said } = listening(false);
    listener.on({
      type: 'export-started',
      nouns: { one: 'study', many: 'studies' },
      environment: 'far',
      origin: 'https://far.test',
    });
    listener.on({ type: 'listed', total: 3000 });
    for (let done = 1; done <= 3000; done++) {
      wait(10);
      listener.on({ type: 'fetched', done, total: 3000 });
    }
    listener.on(problem('s1'));
    listener.on({ type: 'note', text: EVIL });
    listener.end();
    const lines = said().trim().split('\n');
    const expected = ['export of studies from far (https://far.test)', '3,000 studies to export'];
    expect(lines.slice(0, 2)).toEqual(expected);
    expect(lines.filter((line) => / fetched/.test(line))).toHaveLength(5);
    expect(lines[2]).toBe('500/3,000 studies fetched, 100/s, 25 s left');
    expect(lines.at(-2)).toBe(`study s1, ${SAFE}: ${SAFE}; look`);
    for (const sign of ['\u001b', '\u202e', '\r']) expect(said()).not.toContain(sign);
  });

  test('counts a list in the nouns of its items', () => {
    const { listener, wait, said } = listening(false);
    wait(5000);
    listener.on({ type: 'listing', nouns: { one: 'brand product', many: 'brand products' }, listed: 1 });
    expect(said()).toBe('1 brand product listed\n');
  });

  test('is drawn on a terminal below the permanent lines, and is removed at the end', async () => {
    const { listener, said } = listening(true);
    const listing = (listed: number) =>
      listener.on({ type: 'listing', nouns: { one: 'study', many: 'studies' }, listed });
    const drawn = (text: string) => vi.waitUntil(() => shown(said()).includes(text), { interval: 5 });
    for (let listed = 1; listed < 5; listed++) listing(listed);
    await drawn('4 studies listed');
    listener.on({ type: 'note', text: EVIL });
    listing(5);
    await drawn('5 studies listed');
    expect(shown(said())).toEqual([SAFE, '5 studies listed']);
    await listener.end();
    expect(shown(said())).toEqual([SAFE]);
  });

  test('prints the first twenty problems and counts the others, and does not repeat retries', () => {
    const { listener, said } = listening(false);
    for (let at = 0; at < 50; at++) {
      listener.on(problem(`s${at}`));
      listener.on({ type: 'retry', what: 'study s', attempt: 1, waitMs: 10, reason: 'HTTP 500' });
    }
    listener.end();
    const lines = said().trim().split('\n');
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe('and 30 problems more');
  });
});

test('a table narrows or omits its widest columns to fit the screen, but keeps ids', () => {
  const rows = [['a'.repeat(36), 'œuvre '.repeat(10), 'IN_PROGRESS', EVIL]];
  const columns = ['id', 'name', 'state', 'a long head'].map((head) => ({ header: head }));
  for (const width of [200, 80, 50]) {
    const lines = fittedTable(columns, rows, width);
    expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(width);
  }
  expect(fittedTable(columns, rows, 500)[1]).toContain(SAFE);
  // The next command needs the id: other columns are truncated or omitted for it.
  expect(fittedTable(columns, rows, 50)).toEqual([
    `id${' '.repeat(34)}  name`,
    `${'a'.repeat(36)}  ${'œuvre '.repeat(2).slice(0, 11)}…`,
  ]);
});

test('a card omits empty values', () => {
  const lines = cardLines([
    ['name', 'Robe'],
    ['empty', ''],
    [EVIL, ['a', EVIL]],
    ['more', { a: 1 }],
  ]);
  expect(lines).toEqual([
    `name${' '.repeat(SAFE.length - 4)}  Robe`,
    `${SAFE}  a, ${SAFE}`,
    `more${' '.repeat(SAFE.length - 4)}  {"a":1}`,
  ]);
});

test('control characters in long texts are escaped before they reach the screen', async () => {
  let text = '';
  const screen = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  const safe = safeScreen(screen);
  await new Promise((done) => safe.write(`${'a'.repeat(5000)}\n${EVIL}\nœ\n`, done));
  expect(text).toBe(`${'a'.repeat(5000)}\n${SAFE}\nœ\n`);
});
