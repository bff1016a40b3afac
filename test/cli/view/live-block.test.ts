import { beforeEach, expect, test } from 'vitest';
import { LiveBlock } from '../../../src/cli/view/live-block.ts';
import { marksFor } from '../../../src/cli/view/marks.ts';
import { FakeTerminal } from './events.ts';

/** The content of a terminal of this size, and the lines that scrolled off its top. */
function screenOf(text: string, { columns, rows }: { columns: number; rows: number }) {
  const lines: string[][] = [[]];
  let [row, column, wraps, cursor] = [0, 0, true, true];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal obeys
  const signs = text.matchAll(/\u001b\[(\??\d*)([A-Za-z])|([\s\S])/g);
  for (const [, digits = '', final, sign] of signs) {
    const top = Math.max(0, lines.length - rows);
    if (sign === '\n') {
      row += 1;
      column = 0;
      lines[row] ??= [];
    } else if (sign !== undefined) {
      if (column >= columns && wraps) {
        row += 1;
        column = 0;
        lines[row] ??= [];
      }
      lines[row]![Math.min(column, columns - 1)] = sign;
      column += 1;
    } else if (final === 'A') row = Math.max(top, row - Number(digits || 1));
    else if (final === 'G') column = 0;
    else if (final === 'J') {
      lines.length = row + 1;
      lines[row]!.length = column;
    } else if (`${digits}${final}` === '?7l') wraps = false;
    else if (`${digits}${final}` === '?7h') wraps = true;
    else if (`${digits}${final}` === '?25l') cursor = false;
    else if (`${digits}${final}` === '?25h') cursor = true;
    else throw new Error(`unknown sequence ${digits}${final}`);
  }
  return { lines: lines.map((line) => line.join('')), wraps, cursor };
}

let terminal: FakeTerminal;
let block: LiveBlock;
const size = { columns: 20, rows: 6 };

beforeEach(() => {
  terminal = Object.assign(new FakeTerminal(), size);
  terminal.write('before\n');
  block = new LiveBlock(terminal);
});

const shown = () => screenOf(terminal.text, size);

test('lines are drawn over the last ones, more or fewer', () => {
  block.draw(['one', 'a']);
  block.draw(['two', 'a', 'b']);
  expect(shown()).toEqual({ lines: ['before', 'two', 'a', 'b', ''], wraps: true, cursor: false });
  block.draw(['three']);
  expect(shown().lines).toEqual(['before', 'three', '']);
  block.finish(['end', 'a']);
  expect(shown()).toEqual({ lines: ['before', 'end', 'a', ''], wraps: true, cursor: true });
});

test('long lines are cut while they are drawn, and wrapped at spaces behind their mark in the end', () => {
  const long = 'x line that is longer than the terminal';
  block.draw([long, long]);
  block.draw([long, long]);
  expect(shown().lines.map(({ length }) => length)).toEqual([6, 20, 20, 0]);
  block.finish([long]);
  expect(shown().lines).toEqual(['before', 'x line that is', '  longer than the', '  terminal', '']);
  const red = '\u001b[31mx\u001b[39m';
  block = new LiveBlock(Object.assign(terminal, { text: '' }));
  block.finish([`${red} line of 20 columns`, `${red} line of 21 columns!`]);
  expect(terminal.text.split('\n').slice(0, 3)).toEqual([
    `${red} line of 20 columns`,
    `${red} line of 21`,
    '  columns!',
  ]);
});

test('more lines than the terminal has rows: the first and the latest are drawn, all stay in the end', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`);
  for (let count = 1; count <= 20; count++) block.draw(lines.slice(0, count));
  expect(shown().lines).toEqual(['before', 'line 0', 'line 16', 'line 17', 'line 18', 'line 19', '']);
  block.finish(lines);
  expect(shown().lines).toEqual(['before', ...lines, '']);
});

test('after it has left, the next block starts below', () => {
  block.draw(['one']);
  block.finish(['one']);
  block.draw(['two']);
  block.finish(['two']);
  expect(shown().lines).toEqual(['before', 'one', 'two', '']);
});

test('a terminal without rows counts as one of 24', () => {
  const unsized = Object.assign(new FakeTerminal(), { columns: 0, rows: 0 });
  new LiveBlock(unsized).draw(Array.from({ length: 40 }, (_, at) => `${at}`));
  expect(unsized.text.split('\n')).toHaveLength(24);
});

test.each([
  ['linux', { TERM: 'xterm-256color' }, '✔'],
  ['linux', { TERM: 'linux' }, '√'],
  ['darwin', {}, '✔'],
  ['win32', {}, '√'],
  ['win32', { WT_SESSION: 'x' }, '✔'],
  ['win32', { TERM_PROGRAM: 'vscode' }, '✔'],
])('marks that a terminal of %s with %j can show', (platform, env, well) => {
  expect(marksFor(platform, env).ends.success).toBe(well);
});
