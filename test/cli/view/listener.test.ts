import { describe, expect, it } from 'vitest';
import { Pace, plainListener, rowsAfter } from '../../../src/cli/view/listener.ts';
import type { RunEvent } from '../../../src/import/report/run-event.ts';
import { row, Sink, verdict, waveFinished, waveStarted, wholeRun } from './events.ts';

describe('the pace of a run', () => {
  it('the pace of a run is only the counter at first, and has the rate and the time left after a second', () => {
    const pace = new Pace(400, 0);
    for (let row = 1; row <= 100; row += 1) pace.add(row * 5);
    expect(pace.text(500)).toBe('100/400 rows');
    for (let row = 101; row <= 200; row += 1) pace.add(row * 5);
    expect(pace.text(1000)).toBe('200/400 rows, 200 rows/s, 1 s left');
  });

  it('the pace of a run is computed from the most recent rows', () => {
    const pace = new Pace(100_000, 0);
    for (let row = 1; row <= 1000; row += 1) pace.add(row);
    for (let second = 2; second <= 40; second += 1) pace.add(second * 1000);
    expect(pace.rate(40_000)).toBe(1);
  });

  it('the pace of a run has the time for all waves if others follow', () => {
    const pace = new Pace(400, 0, 600);
    for (let row = 1; row <= 200; row += 1) pace.add(row * 5);
    expect(pace.text(1000)).toBe('200/400 rows, 200 rows/s, 1 s left (4 s for all 800 rows left)');
  });

  it('the rows after a wave are those that the plan sends in later waves', () => {
    const wave = (number: number, toSend: number) => ({ wave: number, kinds: [], groups: [], toSend });
    const plan = { schemaVersion: 1, waves: [wave(1, 5), wave(2, 7), wave(3, 9)] } as const;
    expect([0, 1, 3].map((after) => rowsAfter(plan, after))).toEqual([21, 16, 0]);
    expect(rowsAfter(undefined, 1)).toBe(0);
  });

  it('the pace of a run has the rate 0 if no row comes', () => {
    const pace = new Pace(10, 0);
    expect(pace.text(5000)).toBe('0/10 rows, 0.0 rows/s');
  });
});

/** Sends events to the listener; a number advances the clock by so many milliseconds. */
async function played(
  events: Iterable<RunEvent | number>,
  colorLevel: 0 | 1 = 0,
  { quiet = false, ...screen }: { quiet?: boolean; at?: () => Date } = {},
): Promise<string[]> {
  const stream = new Sink();
  let time = 0;
  const listener = plainListener({ stream, now: () => time, colorLevel, ...screen }, { quiet });
  for (const event of events) {
    if (typeof event === 'number') time += event;
    else listener.on(event);
  }
  await listener.end();
  return stream.lines;
}

describe('progress without a terminal', () => {
  it('describes a run from its start to its verdict, which is the last line', async () => {
    expect(await played(wholeRun)).toEqual([
      'import into sandbox (https://api.example), run 7',
      'batch.xlsx: workbook, 4 sheets',
      'batch.xlsx › Components: 3 rows of component read',
      'checked 3 records: no errors, 1 warning, 2 fixed values',
      'planned 1 wave: 3 records to send',
      'wave 1 (component) started: 3 rows',
      'rejected: component CMP-2 / ROB-2041: COMPOSITION_INVALID; the service\\x1b[2J says 100% no',
      'the service responded with 429: waiting 2 s, then 4 requests at a time',
      'wave 1 (component) finished: 2 created, 1 rejected',
      '2 created, 1 rejected. Next: trace runs report',
    ]);
  });

  it('each line has its local time, with the offset from UTC', async () => {
    const at = new Date('2026-08-26T00:00:01.9Z');
    const [line] = await played(wholeRun, 0, { at: () => at });
    const [, local, sign, hours, minutes] = /^(\S{19})([+-])(\d\d):(\d\d) import into/.exec(line!)!;
    const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
    expect(Date.parse(`${local}Z`) - offset * 60_000).toBe(Date.parse('2026-08-26T00:00:01Z'));
  });

  it('with quiet, only rows that need a person and the reason of a stop have lines', async () => {
    const stopping = { type: 'stopping', reason: 'the disk is full' } as const;
    expect(await played([...wholeRun.slice(0, -1), stopping], 0, { quiet: true })).toEqual([
      expect.stringMatching(/^rejected: component CMP-2/),
      'stopping: the disk is full',
    ]);
  });

  it('progress without a terminal has colours only from colour level 1 on', async () => {
    expect((await played(wholeRun, 0)).join('')).not.toContain('\u001b');
    expect((await played(wholeRun, 1)).join('')).toContain('\u001b[31mrejected');
  });

  it('progress without a terminal prints a line for each tenth of the rows, at most once a second', async () => {
    const events = [waveStarted(100), ...Array.from({ length: 100 }, (_, index) => [200, row(index)]).flat()];
    const progress = (await played(events)).filter((line) => line.startsWith('wave 1: '));
    const expected = ['10', '20', '30', '40', '50', '60', '70', '80', '90'];
    expect(progress.map((line) => /(\d+)\/100/.exec(line)![1])).toEqual(expected);
    expect(progress[0]).toBe('wave 1: 10/100 rows, 5.0 rows/s, 18 s left');
  });

  it('progress without a terminal prints a line every five seconds if a tenth takes longer', async () => {
    const events = [
      waveStarted(100_000),
      ...Array.from({ length: 130 }, (_, index) => [100, row(index)]).flat(),
    ];
    expect((await played(events)).filter((line) => line.startsWith('wave 1: '))).toHaveLength(2);
  });

  it('progress without a terminal names the first twenty rows with problems and counts the others', async () => {
    const lines = await played([
      waveStarted(50),
      ...Array.from({ length: 50 }, (_, index) => row(index, index % 2 ? 'blocked' : 'created')),
      waveFinished({ created: 25, blocked: 25 }),
    ]);
    expect(lines.filter((line) => line.startsWith('blocked: '))).toHaveLength(20);
    expect(lines.at(-2)).toBe('and 5 more rows have problems; the report names them all');
  });

  it('progress without a terminal does not repeat thousands of retries and pauses', async () => {
    const retry: RunEvent = {
      type: 'retry',
      kind: 'product',
      key: 'ROB-1',
      attempt: 1,
      waitMs: 300,
      reason: 'connection refused',
    };
    const lines = await played([...Array.from({ length: 1000 }, () => retry), 5000, retry, verdict]);
    expect(lines).toEqual([
      'attempt 1 of product ROB-1 failed: connection refused; retrying in 300 ms',
      'attempt 1 of product ROB-1 failed: connection refused; retrying in 300 ms (after 999 other retries or pauses)',
      '2 created, 1 rejected. Next: trace runs report',
    ]);
  });
});
