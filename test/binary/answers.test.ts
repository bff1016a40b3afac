import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runReport } from '../../src/cli/view/report-schema.ts';
import { KINDS } from '../../src/contract/registry.ts';
import { expectEnd, folderWith, sandboxConfig } from '../cli/commands/harness.ts';
import { csvOf, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { soundBody } from '../mock/sound-body.ts';
import { httpSide, json, type Seen } from '../service/far-side.ts';
import { runTrace } from './harness.ts';

const { product } = KINDS.v2;
const JSON_TYPE = { 'content-type': 'application/json' };

type Answer = (response: ServerResponse, seen: Seen) => void;

/** A folder whose sandbox is a service with these responses, and three suppliers to send. */
async function sandbox(answer: Answer, ...names: readonly string[]) {
  const side = await httpSide((response, seen) => {
    response.on('error', () => {});
    answer(response, seen);
  });
  const rows = ['A', 'B', 'C'].map((ref, at) =>
    supplierBody(`FRN-${ref}`, { name: names[at] ?? `Atelier ${ref}` }),
  );
  const cwd = await folderWith({
    'suppliers.csv': csvOf(supplier, rows),
    'trace.config.yaml': sandboxConfig(side.baseUrl, 'timeout: 5s'),
  });
  const run = (...argv: string[]) => runTrace([...argv, '--env', 'sandbox'], cwd);
  return { side, cwd, run };
}

/** Returns one body for the create of FRN-B, and accepts the others. */
const toB =
  (status: number, body: unknown): Answer =>
  (response, { body: sent }) =>
    sent.includes('FRN-B')
      ? json(response, status, body)
      : json(response, 201, { success: true, id: `id-${JSON.parse(sent).supplierRef}` });

/** The exit code of a run with a record of this outcome. */
const EXIT_CODES_OF: Readonly<Record<string, number>> = {
  created: 0,
  existing: 0,
  rejected: 5,
  'in-doubt': 6,
};

describe('the response to the create of a supplier', () => {
  const refusal = (message: string) => ({ statusCode: 400, message: [message], error: 'Bad Request' });

  test.each<[name: string, status: number, body: unknown, outcome: string, words: RegExp]>([
    ['a value like a code', 400, refusal('name A_EXISTS is not allowed'), 'rejected', /A_EXISTS/],
    ['a code', 400, refusal('SUPPLIER_ALREADY_EXISTS'), 'existing', /./],
    ['a problem document', 422, { title: 'Invalid', detail: 'no such city' }, 'rejected', /no such city/],
    ['201 and a refusal', 201, { success: false, message: 'no such city' }, 'rejected', /no such city/],
    ['201 and no success', 201, { success: false, id: 'a' }, 'in-doubt', /success: false/],
    ['400 and a success', 400, { success: true, id: '886b-1' }, 'in-doubt', /true and the id 886b-1/],
    ['408', 408, { message: 'too slow' }, 'in-doubt', /HTTP 408: too slow/],
    ['201 and errors', 201, { id: 'a', errors: ['no such city'] }, 'in-doubt', /no such city/],
    ['201 of another key', 201, { id: 'a', supplierRef: ['FRN-A'] }, 'in-doubt', /FRN-A instead of FRN-B/],
    ['201 of no key', 201, { id: 'a', supplierRef: [] }, 'in-doubt', /supplierRef \[\] instead/],
    ['201 of its own key', 201, { id: 'a', supplierRef: ['OLD', 'frn-b'] }, 'created', /^$/],
    ['201 with the id of another', 201, { id: 'id-FRN-A' }, 'in-doubt', /which supplier FRN-A already has/],
    ['201 and a warning', 201, { id: 'a', warnings: ['no such city'] }, 'created', /no such city/],
  ])('%s, HTTP %i with %j, gives the row the outcome %s', async (_, status, body, outcome, words) => {
    const { run, side } = await sandbox(toB(status, body), 'Atelier', 'NO_TOKEN A_EXISTS');
    const ran = await run('import', 'suppliers.csv', '--json');
    const { records } = runReport.parse(JSON.parse(ran.stdout));
    const found = Object.fromEntries(records.map(({ key, outcome }) => [key, outcome]));
    expect(found).toEqual({ 'FRN-A': 'created', 'FRN-B': outcome, 'FRN-C': 'created' });
    expect(ran.code).toBe(EXIT_CODES_OF[outcome]);
    const said = records.find(({ key }) => key === 'FRN-B')!.messages.join('; ');
    if (outcome !== 'existing') expect(said).toMatch(words);
    expect(side.seen.filter(({ body: sent }) => sent.includes('FRN-B'))).toHaveLength(1);
  });

  test.each<[name: string, status: number, body: unknown]>([
    ['a 404 of something else', 404, { message: 'Cannot POST /v2/suppliers' }],
    ['a 405', 405, { code: 'METHOD_NOT_ALLOWED' }],
    ['a redirect', 302, { code: 'SUPPLIER_NOT_FOUND' }],
  ])('%s (HTTP %i) stops the run with exit code 2', async (_, status, body) => {
    const { run, side } = await sandbox((response) => json(response, status, body));
    const ran = await run('import', 'suppliers.csv', '--json', '--concurrency', '1');
    const { totals } = runReport.parse(JSON.parse(ran.stdout));
    expect([ran.code, totals['not-attempted'], side.seen.length]).toEqual([2, 3, 1]);
  });
});

test('a record is in doubt if the service gives it the id that another record got in an earlier run', async () => {
  const { run, cwd } = await sandbox((response) => json(response, 201, { id: 'id-1' }));
  const totals = async (file: string) => {
    const ran = await run('import', file, '--json', '--concurrency', '4');
    return [ran.code, runReport.parse(JSON.parse(ran.stdout)).totals] as const;
  };
  await writeFile(path.join(cwd, 'suppliers-a.csv'), csvOf(supplier, [supplierBody('FRN-A')]));
  expect(await totals('suppliers-a.csv')).toMatchObject([0, { created: 1 }]);
  await writeFile(path.join(cwd, 'suppliers-b.csv'), csvOf(supplier, [supplierBody('FRN-B')]));
  expect(await totals('suppliers-b.csv')).toMatchObject([6, { created: 0, 'in-doubt': 1 }]);
  // Nothing is sent twice: neither records in doubt nor known records.
  expect(await totals('suppliers-b.csv')).toMatchObject([6, { 'in-doubt': 1 }]);
  expect(await totals('suppliers-a.csv')).toMatchObject([0, { unchanged: 1 }]);
});

test('if the service gives one id to many creates at once, one record is created and the others are in doubt', async () => {
  const { run, cwd, side } = await sandbox((response) => json(response, 201, { id: 'id-1' }));
  const refs = Array.from({ length: 8 }, (_, at) => supplierBody(`FRN-${at}`));
  await writeFile(path.join(cwd, 'suppliers.csv'), csvOf(supplier, refs));
  const ran = await run('import', 'suppliers.csv', '--json', '--concurrency', '8');
  const { totals } = runReport.parse(JSON.parse(ran.stdout));
  expect([ran.code, totals.created, totals['in-doubt'], side.seen.length]).toEqual([6, 1, 7, 8]);
});

/** Responses to the read-back of a product whose create was stored, which say nothing conclusive about it. */
const WEAK: readonly (readonly [name: string, body: string])[] = [
  ['nothing', ''],
  ['an empty object', '{}'],
  ['the code of another kind', '["SUPPLIER_NOT_FOUND"]'],
  ['such a code in an error body', '{"statusCode":404,"message":["SUPPLIER_NOT_FOUND"],"error":"Not Found"}'],
  ['a text that it exists', 'PRODUCT_ALREADY_EXISTS'],
  ['the product', '{"id":"p-1","ref":["ROB-1"],"name":"Robe","studies":[]}'],
];

describe('a product whose response was lost and whose read-back is a 404 with', () => {
  const row = soundBody(product, 'STANDARD', { with: { productRef: 'ROB-1' } });
  const lost = async (readBack: string) => {
    const side = await httpSide((response, { method }) =>
      method === 'POST' ? response.destroy() : response.writeHead(404, JSON_TYPE).end(readBack),
    );
    const cwd = await folderWith({
      'products.csv': csvOf(product, [row]),
      'trace.config.yaml': sandboxConfig(side.baseUrl, 'timeout: 5s', 'absence: 0s', 'settle: 0s'),
    });
    const argv = ['import', 'products.csv', '--external-refs', '--env', 'sandbox', '--json'];
    const ran = await runTrace(argv, cwd);
    const [record] = runReport.parse(JSON.parse(ran.stdout)).records;
    const posts = side.seen.filter(({ method }) => method === 'POST').length;
    return { code: ran.code, posts, outcome: record!.outcome, said: record!.messages.join('; ') };
  };

  test.each(WEAK)('%s is in doubt and is not sent again', async (_, body) => {
    expect(await lost(body)).toMatchObject({
      ...{ code: 6, posts: 1, outcome: 'in-doubt' },
      said: expect.stringContaining('does not say that the product is missing'),
    });
  });

  test('the code PRODUCT_NOT_FOUND is sent again', async () => {
    const { posts } = await lost('{"statusCode":404,"message":["PRODUCT_NOT_FOUND"],"error":"Not Found"}');
    expect(posts).toBeGreaterThan(1);
  });
});

const LISTS = [
  ['studies', 'list'],
  ['brand-products', 'list'],
];
const SHOWS = [
  ['studies', 'show', 'x'],
  ['fec', 'show', 'x'],
];
const READS = [
  ...LISTS,
  ...SHOWS,
  ['studies', 'export', 'x', '--out', 'studies.json'],
  ['products', 'export', '--out', 'products.json'],
];

describe('a response to a command that reads', () => {
  test.each<[name: string, answer: Answer]>([
    ['truncated', (response) => response.writeHead(200, JSON_TYPE).end('{"data":[{"id"')],
    [
      'without end',
      (response) => {
        const more = () => {
          while (response.write('['.repeat(1 << 20))) if (response.destroyed) return;
          response.once('drain', more);
        };
        response.writeHead(200, JSON_TYPE);
        more();
      },
    ],
  ])(
    'that is %s ends list, show and export with exit code 7 and the advice to run again',
    async (_, answer) => {
      const { run, cwd } = await sandbox(answer);
      // Most of them wait before they retry.
      const ends = await Promise.all(READS.map(async (argv) => [argv, await run(...argv)] as const));
      for (const [argv, { code, stdout, stderr }] of ends) {
        expect([argv, code, stdout, stderr]).toEqual([argv, 7, '', expect.stringMatching(/run again/i)]);
      }
      expect((await readdir(cwd)).filter((name) => name.endsWith('.json'))).toEqual([]);
      expect(await runTrace(['env', 'check', 'sandbox'], cwd)).toMatchObject({ code: 7, stdout: '' });
    },
    120_000,
  );

  test.each([
    { success: false, message: 'index is down', data: [], total: 0 },
    { data: [], total: 0, errors: [{ message: 'index is down' }] },
  ])(
    'HTTP 200 with %j is an error: exit code 7, and the file of an export is not replaced',
    async (body) => {
      const { run, cwd } = await sandbox((response) => json(response, 200, body));
      const kept = path.join(cwd, 'products.json');
      await writeFile(kept, '[{"id":"p-1"}]\n');
      const reads = [...LISTS, ['products', 'export', '--out', 'products.json', '--force']];
      const ends = await Promise.all(reads.map(async (argv) => [argv, await run(...argv)] as const));
      for (const [argv, { code, stdout, stderr }] of ends) {
        expect([argv, code, stdout, stderr]).toEqual([argv, 7, '', expect.stringContaining('index is down')]);
      }
      expectEnd(await runTrace(['env', 'check', 'sandbox'], cwd), 7, 'index is down');
      expect(await readFile(kept, 'utf8')).toBe('[{"id":"p-1"}]\n');
    },
    60_000,
  );

  test('HTTP 400 ends list and show without the advice to run again', async () => {
    const { run } = await sandbox((response) => json(response, 400, { message: ['x is no id'] }));
    for (const argv of [...LISTS, ...SHOWS]) {
      const ran = await run(...argv);
      expectEnd(ran, 2, 'x is no id');
      expect(ran.stderr).not.toMatch(/again/i);
    }
  });

  test('JSON of another service ends env check with exit code 2', async () => {
    for (const body of [{ status: 'up' }, [], 'ok', { data: 'x', total: 1 }]) {
      const { cwd } = await sandbox((response) => json(response, 200, body));
      expectEnd(await runTrace(['env', 'check', 'sandbox'], cwd), 2, 'does not respond like the service');
    }
  });

  test('a list with only broken items and always a next page ends after a few requests, whatever the limit', async () => {
    const { run, side } = await sandbox((response, { path }) => {
      const offset = Number(new URL(path, 'http://far.test').searchParams.get('offset'));
      json(response, 200, { offset, limit: 100, total: offset + 101, data: Array(100).fill({ name: 'x' }) });
    });
    for (const list of ['studies', 'products', 'packaging']) {
      const before = side.seen.length;
      expectEnd(await run(list, 'list', '--limit', '5'), 5, 'have no id');
      expect(side.seen.length - before).toBeLessThan(40);
    }
  });
});
