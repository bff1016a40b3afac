import { Readable, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { run } from '../../src/main.ts';
import { folderWith } from '../cli/commands/harness.ts';
import { MINUTE_MS, NOON } from './v3/harness.ts';

const FILES = {
  'brands.json': '{"aurore": "a-token", "boreal": "b-token"}',
  'faults.json': '\ufeff{ "faults": { "503-retry": 1 }, "retryAfter": 7 }',
  'broken.json': '{ "seed"',
};

/** Starts `trace mock` in a new folder, at a time that the test sets. */
async function traceMock(argv: readonly string[], env: Record<string, string> = {}) {
  const cwd = await folderWith(FILES);
  const stop = new AbortController();
  const url = Promise.withResolvers<string>();
  const clock = { ms: NOON };
  let talk = '';
  const sink = (take: (text: string) => void) =>
    new Writable({
      write(chunk, _encoding, done) {
        take(String(chunk));
        done();
      },
    });
  const stdout = sink((text) => url.resolve(text.trim()));
  const stderr = sink((text) => {
    talk += text;
  });
  const code = run(['mock', '--port', '0', ...argv], {
    ...{ stdin: Readable.from([]), stdout, stderr, isTTY: false, canAnswer: false, env, cwd },
    now: () => new Date(clock.ms),
    signal: stop.signal,
  });
  return { code, url: url.promise, stop: () => stop.abort(), talk: () => talk, clock };
}

async function totalFor(url: string, token: string): Promise<number> {
  const answer = await fetch(`${url}/brand-products`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { total: number }).total;
}

test.each([
  ['flags', ['--brands', 'brands.json', '--refresh', '20m'], {}],
  ['variables', [], { TRACE_BRANDS: 'brands.json', TRACE_REFRESH: '20m' }],
])('trace mock takes the brands and the refresh time from %s', async (_, argv, env) => {
  const mock = await traceMock(argv, env);
  const url = await mock.url;
  const headers = { authorization: 'Bearer b-token', 'content-type': 'application/json' };
  const body = '{"uniqueIdentifier": "BP-1"}';
  expect((await fetch(`${url}/brand-products`, { method: 'POST', headers, body })).status).toBe(201);
  expect(await totalFor(url, 'b-token')).toBe(0);
  mock.clock.ms += 20 * MINUTE_MS;
  expect(await totalFor(url, 'b-token')).toBe(1);
  expect(await totalFor(url, 'a-token')).toBe(0);
  expect((await fetch(`${url}/brand-products`, { headers: { authorization: 'Bearer x' } })).status).toBe(401);
  mock.stop();
  expect(await mock.code).toBe(0);
  expect(mock.talk()).not.toContain('b-token');
});

test.each([
  ['a text', '503-retry=100%,retry-after=7'],
  ['a file', 'faults.json'],
])('trace mock --chaos takes the plan from %s', async (_, given) => {
  const mock = await traceMock(['--chaos', given]);
  const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
  const answer = await fetch(`${await mock.url}/v2/suppliers`, { method: 'POST', headers, body: '{}' });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('7');
  mock.stop();
  expect(await mock.code).toBe(0);
});

test.each([
  [['--brands', 'none.json'], 'none.json cannot be read'],
  [['--refresh', 'often'], '--refresh "often": it must be a time such as 4s'],
  [['--refresh', '20'], '--refresh "20": it must be a time'],
  [['--chaos', 'reset-afer=5%'], 'Did you mean reset-after?'],
  [['--chaos', 'none.json'], 'none.json cannot be read'],
  [['--chaos', 'broken.json'], 'not well-formed JSON'],
])('trace mock with %j ends with a usage error that contains "%s"', async (argv, told) => {
  const mock = await traceMock(argv);
  expect(await mock.code).toBe(2);
  expect(mock.talk()).toContain(told);
});
