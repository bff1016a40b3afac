import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { eventLine } from '../../src/cli/view/event-schema.ts';
import { check, exportStudies, importFiles, plan, TraceError } from '../../src/library/index.ts';
import {
  folderWith,
  journalOf,
  mockService,
  printed,
  sandboxConfig,
  TOKEN,
  trace,
} from '../cli/commands/harness.ts';
import { smallBatch } from '../cli/commands/sheets.ts';

const FILES = Object.keys(smallBatch());

/** A folder with the batch, and the options with which the library sends it to a mock. */
async function place(more: Readonly<Record<string, string>> = {}) {
  const mock = await mockService();
  const cwd = await folderWith({ 'trace.config.yaml': sandboxConfig(mock.url), ...smallBatch(), ...more });
  const sandbox = { baseUrl: mock.url, settle: 0, absence: 0, rate: 1000 };
  const config = { environments: { sandbox, production: sandbox } };
  return { mock, cwd, options: { files: FILES, cwd, config, environment: 'sandbox', token: TOKEN } };
}

const thrownBy = (call: Promise<unknown>): Promise<TraceError> =>
  call.then(
    () => expect.fail('it did not throw'),
    (error) => error,
  );

async function eventsOf<Event>(call: AsyncIterable<Event>): Promise<Event[]> {
  return Array.fromAsync(call);
}

/** A text of a result without what differs between two runs. */
const withoutRun = (value: object) =>
  JSON.parse(
    JSON.stringify(value, (key, member) =>
      ['run', 'startedAt', 'finishedAt', 'id', 'studyId', 'qrCodeLink', 'showcaseLink'].includes(key)
        ? undefined
        : member,
    ),
  );

describe('results and events', () => {
  test('check and plan return what their commands print as JSON', async () => {
    const { cwd, options } = await place({ 'wrong.csv': 'supplierRef,companyName\nA,B\nA,C\n' });
    const input = { ...options, files: [...FILES, 'wrong.csv'] };
    const { exitCode, verdict, ...checked } = await check(input);
    const words = [...input.files, '--env', 'sandbox', '--json'];
    expect(checked).toEqual(await printed(['check', ...words], { cwd }));
    expect(checked.counts.error).toBeGreaterThan(0);
    expect([exitCode, verdict.next]).toEqual([3, expect.stringContaining('fix')]);
    const { verdict: _, ...planned } = await plan(input);
    expect(planned).toEqual(await printed(['plan', ...words], { cwd }));
  });

  test('importFiles returns the report of its run, and its events are those of --json-lines', async () => {
    const { cwd, options } = await place();
    const call = importFiles(options);
    const events = await eventsOf(call);
    const { warnings, ...report } = await call;
    const time = new Date().toISOString();
    for (const event of events)
      expect(() => eventLine.parse({ time, schemaVersion: 1, ...event })).not.toThrow();
    expect(events.at(0)?.type).toBe('run-started');
    expect(events.at(-1)).toMatchObject({ type: 'verdict', exitCode: 0 });
    expect(events.filter(({ type }) => type === 'row')).toHaveLength(report.records.length);
    const shown = await printed(['runs', 'report', report.run!], { cwd });
    expect(withoutRun(report)).toEqual(withoutRun(shown));
    expect([report.exitCode, report.totals.created, warnings]).toEqual([0, report.records.length, []]);
    const again = await importFiles(options);
    expect(again.totals.unchanged).toBe(report.records.length);
  });

  test('two imports at once keep their events and their records apart', async () => {
    const places = await Promise.all([place(), place()]);
    const runs = places.map(({ options }) => importFiles(options));
    const [one, other] = await Promise.all(runs.map(eventsOf));
    const [first, second] = await Promise.all(runs);
    expect(one).toContainEqual(expect.objectContaining({ type: 'run-started', run: first!.run }));
    expect(other).toContainEqual(expect.objectContaining({ type: 'run-started', run: second!.run }));
    expect(one!.length).toBe(other!.length);
    expect([first!.totals, first!.totals.created > 0]).toEqual([second!.totals, true]);
  });

  test('exportStudies writes what the command writes, also to a stream', async () => {
    const { cwd, options } = await place();
    await importFiles(options);
    const { files: _, ...common } = options;
    let text = '';
    const out = new Writable({
      write(chunk, _encoding, done) {
        text += chunk;
        done();
      },
    });
    const chosen = { grains: ['study'], format: 'csv' } as const;
    const call = exportStudies({ ...common, ...chosen, out });
    const events = await eventsOf(call);
    const { records, files, exitCode } = await call;
    expect([records > 0, files, exitCode]).toEqual([true, [], 0]);
    expect(events).toContainEqual({ type: 'listed', total: records });
    const words = 'studies export --env sandbox --grain study --format csv --out -';
    expect((await trace(words, { cwd })).stdout).toBe(text);
    const written = await exportStudies({ ...common, ...chosen, out: 's.csv' });
    expect(written.files).toEqual([path.join(cwd, 's.csv')]);
    expect(await readFile(path.join(cwd, 's.csv'), 'utf8')).toBe(text);
  });

  test('the file - is the content that the program gives', async () => {
    const { options } = await place();
    const stdin = (async function* () {
      yield new TextEncoder().encode(Object.values(smallBatch())[0]!);
    })();
    const { files, counts } = await check({ ...options, files: ['-'], stdin });
    expect([files[0]!.rows > 0, counts.error]).toEqual([true, 0]);
  });
});

describe('errors', () => {
  test.each([
    ['a file that is missing', { files: ['none.csv'] }, 'file-missing', 'usage'],
    ['an option that does not exist', { skipinvalid: true }, 'option-unknown', 'usage'],
    ['a wrong value', { rate: -1 }, 'flag-value', 'usage'],
    ['a text instead of a list', { files: 'batch.csv' }, 'flag-value', 'usage'],
    ['a text instead of a switch', { environment: 'production', yes: 'false' }, 'flag-value', 'usage'],
    ['a wrong configuration', { config: { environments: 1 } }, 'config-invalid', 'usage'],
    [
      'a write to production that is not allowed',
      { environment: 'production' },
      'production-unconfirmed',
      'usage',
    ],
    ['no token', { token: undefined }, 'token-missing', 'token'],
    ['an empty token', { token: ' ' }, 'token-malformed', 'token'],
  ])('%s is a TraceError', async (_, wrong, code, exit) => {
    const { mock, options } = await place();
    const error = await thrownBy(importFiles({ ...options, ...(wrong as object) }));
    expect([error instanceof TraceError, error.code, error.exit]).toEqual([true, code, exit]);
    expect(mock.stats().answers).toEqual({});
  });

  test('a configuration that is found in a folder must be approved', async () => {
    const { options } = await place();
    const { config: _, ...found } = options;
    expect(await thrownBy(importFiles(found))).toMatchObject({ code: 'config-unapproved' });
    expect(await importFiles({ ...found, trust: true })).toMatchObject({ exitCode: 0 });
  });

  test('a loop over the events of a call that fails throws its error', async () => {
    const { options } = await place();
    const seen: unknown[] = [];
    const loop = async () => {
      for await (const event of check({ ...options, files: [...FILES, 'none.csv'] })) seen.push(event);
    };
    expect(await thrownBy(loop())).toMatchObject({ code: 'file-missing' });
    expect(seen.length).toBeGreaterThan(0);
  });

  test('a second import from the same folder at the same time is refused', async () => {
    const { options } = await place();
    const [one, other] = await Promise.allSettled([importFiles(options), importFiles(options)]);
    expect(one.status).toBe('fulfilled');
    expect(other).toMatchObject({ status: 'rejected', reason: { code: 'run-locked', exit: 'locked' } });
  });
});

describe('a call that is aborted', () => {
  test.each([
    ['check', check],
    ['plan', plan],
  ])('%s throws, before and while it reads', async (_, call) => {
    const { options } = await place();
    const stop = new AbortController();
    const read = async () => {
      for await (const { type } of call({ ...options, signal: stop.signal }))
        if (type === 'file-opened') stop.abort();
    };
    expect(await thrownBy(read())).toMatchObject({ code: 'interrupted', exit: 'interrupted' });
    const late = call({ ...options, signal: stop.signal });
    expect(await thrownBy(late)).toMatchObject({ code: 'interrupted', exit: 'interrupted' });
  });

  test('importFiles returns its report, and the next call sends the rest', async () => {
    const { mock, options } = await place();
    const stop = new AbortController();
    const run = importFiles({ ...options, concurrency: 1, signal: stop.signal });
    for await (const { type } of run) if (type === 'row') stop.abort();
    const { exitCode, error, totals, records } = await run;
    expect([exitCode, error?.code]).toEqual([130, 'interrupted']);
    expect(totals.created + totals['not-attempted']).toBe(records.length);
    expect(totals['not-attempted']).toBeGreaterThan(0);
    const rest = await importFiles(options);
    expect([rest.exitCode, rest.totals.created]).toEqual([0, totals['not-attempted']]);
    expect(await journalOf(mock)).toHaveLength(records.length);
  });
});

test('the token is in no event, result or file', async () => {
  const { cwd, options } = await place();
  const run = importFiles({ ...options, batch: 'B' });
  const events = await eventsOf(run);
  const texts = [JSON.stringify(events), JSON.stringify(await run)];
  const names = await readdir(cwd, { recursive: true, withFileTypes: true });
  for (const one of names.filter((entry) => entry.isFile()))
    texts.push(await readFile(path.join(one.parentPath, one.name), 'latin1'));
  expect(texts.filter((text) => text.includes(TOKEN))).toEqual([]);
  expect(texts.length).toBeGreaterThan(4);
});
