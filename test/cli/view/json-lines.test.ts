import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { jsonLines } from '../../../src/cli/view/json-lines.ts';
import { Sink, wholeRun } from './events.ts';

const AT = '2026-11-21T02:13:00.000Z';

it('--json-lines writes each event as one line, type and time first, with control characters escaped', async () => {
  const stream = new Sink();
  const listener = jsonLines(stream, () => new Date(AT));
  for (const event of wholeRun) listener.on(event);
  await listener.end();
  expect(stream.lines.map((line) => JSON.parse(line))).toEqual(
    wholeRun.map((event) => ({
      ...event,
      time: AT,
      ...(event.type === 'run-started' ? { schemaVersion: 1 } : {}),
    })),
  );
  for (const line of stream.lines) expect(line).toMatch(/^\{"type":"[a-z-]+","time":"/);
  expect(stream.text).not.toContain('\u001b');
});

it('--json-lines ends although its reader went away', async () => {
  const stream = new PassThrough();
  stream.on('error', () => {});
  const listener = jsonLines(stream, () => new Date(AT));
  listener.on(wholeRun[0]!);
  stream.destroy();
  await expect(listener.end()).resolves.toBeUndefined();
});
