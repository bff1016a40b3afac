import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../../src/main.ts';

/** Starts `trace mock` in a new folder. */
async function traceMock(argv: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const cwd = await mkdtemp(path.join(os.tmpdir(), 'trace-chaos-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(cwd, name), text);
  const stop = new AbortController();
  const url = Promise.withResolvers<string>();
  let talk = '';
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      url.resolve(String(chunk).trim());
      done();
    },
  });
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      talk += String(chunk);
      done();
    },
  });
  const code = run(['mock', '--port', '0', ...argv], {
    ...{ stdin: Readable.from([]), stdout, stderr, isTTY: false, canAnswer: false, env: {}, cwd },
    now: () => new Date(),
    signal: stop.signal,
  });
  return { code, url: url.promise, stop: () => stop.abort(), talk: () => talk };
}

const JSON_PLAN = '\ufeff{ "faults": { "503-retry": 1 }, "retryAfter": 7 }';

test.each([
  ['a text', '503-retry=100%,retry-after=7'],
  ['a file', 'faults.json'],
])('--chaos takes %s', async (_, given) => {
  const mock = await traceMock(['--chaos', given], { 'faults.json': JSON_PLAN });
  const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
  const answer = await fetch(`${await mock.url}/v2/suppliers`, { method: 'POST', headers, body: '{}' });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('7');
  mock.stop();
  expect(await mock.code).toBe(0);
});

test.each([
  ['reset-afer=5%', 'Did you mean reset-after?'],
  ['none.json', 'none.json cannot be read'],
  ['broken.json', 'not well-formed JSON'],
])('--chaos %s is a usage error', async (given, said) => {
  const mock = await traceMock(['--chaos', given], { 'broken.json': '{ "seed"' });
  expect(await mock.code).toBe(2);
  expect(mock.talk()).toContain(said);
});
