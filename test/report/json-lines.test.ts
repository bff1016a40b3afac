import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { jsonLines } from '../../src/report/json-lines.ts';
import { Sink, wholeRun } from './events.ts';

it('writes each event as one line, type first, and escapes what a terminal would obey', async () => {
  const stream = new Sink();
  const listener = jsonLines(stream);
  for (const event of wholeRun) listener.on(event);
  await listener.end();
  expect(stream.lines.map((line) => JSON.parse(line))).toEqual(wholeRun);
  for (const line of stream.lines) expect(line).toMatch(/^\{"type":"/);
  expect(stream.text).not.toContain('\u001b');
});

it('ends although its reader went away', async () => {
  const stream = new PassThrough();
  stream.on('error', () => {});
  const listener = jsonLines(stream);
  listener.on(wholeRun[0]!);
  stream.destroy();
  await expect(listener.end()).resolves.toBeUndefined();
});
