import { describe, expect, it } from 'vitest';
import { duration, Pace } from '../../../src/cli/view/sentences.ts';

describe('Pace', () => {
  it('knows the counter at once, rate and time left after a second', () => {
    const pace = new Pace(400, 0);
    for (let row = 1; row <= 100; row += 1) pace.add(row * 5);
    expect(pace.text(500)).toBe('100/400 rows');
    for (let row = 101; row <= 200; row += 1) pace.add(row * 5);
    expect(pace.text(1000)).toBe('200/400 rows, 200 rows/s, 1 s left');
  });

  it('forgets how fast it was long ago', () => {
    const pace = new Pace(100_000, 0);
    for (let row = 1; row <= 1000; row += 1) pace.add(row);
    for (let second = 2; second <= 40; second += 1) pace.add(second * 1000);
    expect(pace.rate(40_000)).toBe(1);
  });

  it('stands still when nothing comes', () => {
    const pace = new Pace(10, 0);
    expect(pace.text(5000)).toBe('0/10 rows, 0.0 rows/s');
  });
});

it.each([
  [500, '500 ms'],
  [4000, '4 s'],
  [1500, '1.5 s'],
  [59_400, '59 s'],
  [59_600, '1 min'],
  [125_000, '2 min 5 s'],
  [12_000_000, '3 h 20 min'],
])('%i ms is %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});
