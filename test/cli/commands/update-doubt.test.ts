import { cpSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { parseChaos } from '../../../src/mock/chaos/parse.ts';
import { folderWith, printed, sandboxConfig, TOKEN, trace } from './harness.ts';
import { csv, launch, outcomes, type Report, world } from './purchases.ts';

const ORDERS = (...orders: readonly string[]) =>
  csv(['uniqueIdentifier', 'purchaseOrder'], ...orders.map((order, at) => [`P-${at + 1}`, order]));
const UPDATE = ['purchased-items', 'update', 'changes.csv'];

/** The requests before the first update: nine creates. */
const CREATES = 9;

describe('the response to an update', () => {
  test.each(['500', '500-after', 'reset-before', 'reset-after', 'cut-json'])(
    'a lost response to an update (%s) makes trace send the update again, which ends as updated',
    async (fault) => {
      const { mock, run, updates } = await world(
        { 'changes.csv': ORDERS('PO-A', 'PO-B') },
        { mock: { chaos: parseChaos(`seed=1,at=${CREATES + 1}:${fault}`) } },
      );
      const { code, report } = await run(...UPDATE);
      expect([code, outcomes(report)]).toEqual([0, { 'P-1': 'updated', 'P-2': 'updated' }]);
      expect(report.records.map(({ attempts }) => attempts)).toEqual([2, 1]);
      const taken = (await updates()).map(({ key, body }) => [key, body]);
      const first = ['P-1', { purchaseOrder: 'PO-A' }];
      const twice = ['500-after', 'reset-after', 'cut-json'].includes(fault);
      expect(taken).toEqual([first, ...(twice ? [first] : []), ['P-2', { purchaseOrder: 'PO-B' }]]);
      expect(mock.stats().requests).toBe(CREATES + 3);
      expect((await run(...UPDATE)).report.totals.unchanged).toBe(2);
    },
  );

  test('an update whose response is lost at every attempt leaves the row in doubt, until a later update and a resume settle it', async () => {
    let down = false;
    const before = () => (down ? new Response('', { status: 500 }) : null);
    const { run, updates, cwd } = await world(
      { 'changes.csv': ORDERS('PO-A'), 'back.csv': ORDERS('PO-P-1') },
      { mock: { before } },
    );
    down = true;
    const { code, report, stderr } = await run(...UPDATE);
    expect([code, outcomes(report)]).toEqual([6, { 'P-1': 'in-doubt' }]);
    expect(stderr).toContain(`trace resume ${report.run}`);
    down = false;
    // The order that was accepted first may or may not be stored: it is sent anyway.
    const back = await run('purchased-items', 'update', 'back.csv');
    expect([back.code, outcomes(back.report)]).toEqual([0, { 'P-1': 'updated' }]);
    expect((await updates()).map(({ body }) => body)).toEqual([{ purchaseOrder: 'PO-P-1' }]);
    // The later run decides.
    const resumed = await trace(['resume', report.run, '--json'], { cwd });
    const after = JSON.parse(resumed.stdout) as Report;
    expect([resumed.code, outcomes(after)]).toEqual([0, { 'P-1': 'existing' }]);
    expect(after.records[0]!.messages[0]).toContain(`run ${back.report.run} has sent this record since`);
    expect(await updates()).toHaveLength(1);
  });

  test.each<[unknown, number, string, RegExp]>([
    [{}, 6, 'in-doubt', /no record/],
    [{ message: 'Internal error' }, 6, 'in-doubt', /Internal error/],
    [{ id: 'x', uniqueIdentifier: 'P-2', purchaseOrder: 'PO-A' }, 6, 'in-doubt', /another record, P-2/],
    [{ errors: ['not stored'] }, 5, 'rejected', /not stored/],
  ])(
    'HTTP 200 with %j as the response to an update: exit code %i, outcome %s',
    async (body, exit, outcome, words) => {
      const before = ({ method }: { readonly method: string }) =>
        method === 'PATCH' ? Response.json(body) : null;
      const { run } = await world({ 'changes.csv': ORDERS('PO-A') }, { mock: { before } });
      const { code, report } = await run(...UPDATE);
      expect([code, outcomes(report)]).toEqual([exit, { 'P-1': outcome }]);
      expect(report.records[0]!.messages.join()).toMatch(words);
    },
  );

  test('an update whose response is lost leaves the row in doubt with "inDoubt: hold", until a person settles it', async () => {
    const { cwd, run, updates } = await world(
      { 'changes.csv': ORDERS('PO-A', 'PO-B') },
      {
        config: ['inDoubt: hold'],
        mock: { chaos: parseChaos(`seed=1,at=${CREATES + 1}:reset-after+${CREATES + 2}:reset-before`) },
      },
    );
    const { code, report } = await run(...UPDATE);
    expect([code, outcomes(report)]).toEqual([6, { 'P-1': 'in-doubt', 'P-2': 'in-doubt' }]);
    const resolve = (...argv: string[]) => trace(['resolve', report.run, ...argv, '--json'], { cwd });
    expect((await resolve()).code).toBe(6);
    expect((await resolve('--sent', '--key', 'P-1')).code).toBe(6);
    expect((await resolve('--resend', '--key', 'P-2')).code).toBe(0);
    const shown = JSON.parse((await trace(['runs', 'report'], { cwd })).stdout) as Report;
    expect(outcomes(shown)).toEqual({ 'P-1': 'updated', 'P-2': 'updated' });
    const expected = [{ purchaseOrder: 'PO-A' }, { purchaseOrder: 'PO-B' }];
    expect((await updates()).map(({ body }) => body)).toEqual(expected);
    expect((await run(...UPDATE)).report.totals.unchanged).toBe(2);
  });
});

describe('an update run that is killed while a request is open', () => {
  test.each([
    ['before the service stored it', false, false, 'updated'],
    ['after the service stored it', true, false, 'updated'],
    ['before, and collection is launched meanwhile', false, true, 'rejected'],
    ['after, and collection is launched meanwhile', true, true, 'updated'],
  ])(
    'an update that is killed while a request is open (%s) is resumed with the outcome that the service has',
    async (_, taken, launched, outcome) => {
      const cut = await folderWith();
      const place = { url: '', cwd: '', dead: false };
      const before = async ({ method, path: asked }: { method: string; path: string }) => {
        if (method !== 'PATCH' || place.dead) return null;
        place.dead = true;
        if (taken) await patch(place.url + asked, { purchaseOrder: 'PO-A' });
        // A kill leaves the disk as it is at this moment. The process itself ends and sends nothing more.
        cutLedger(place.cwd, cut);
        return new Response('', { status: 401 });
      };
      const { mock, cwd, run, updates } = await world(
        { 'changes.csv': ORDERS('PO-A', 'PO-B') },
        { mock: { before } },
      );
      Object.assign(place, { url: mock.url, cwd });
      expect((await run(...UPDATE)).code).toBe(4);
      expect((await updates()).map(({ key }) => key)).toEqual(taken ? ['P-1'] : []);
      if (launched) await launch(mock, 'P-1');

      await writeFile(path.join(cut, 'trace.config.yaml'), sandboxConfig(mock.url));
      await writeFile(path.join(cut, 'changes.csv'), ORDERS('PO-A', 'PO-B'));
      const resumed = await trace(['resume', '--json'], { cwd: cut });
      const report = JSON.parse(resumed.stdout) as Report;
      const expected = [outcome === 'updated' ? 0 : 5, { 'P-1': outcome, 'P-2': 'updated' }];
      expect([resumed.code, outcomes(report)]).toEqual(expected);
      expect(report.records.map(({ attempts }) => attempts)).toEqual([2, 1]);
      expect((await updates()).at(-1)).toMatchObject({ key: 'P-2', body: { purchaseOrder: 'PO-B' } });
      expect(
        outcomes(await printed<Report>([...UPDATE, '--env', 'sandbox', '--json'], { cwd: cut })),
      ).toEqual({
        'P-1': outcome === 'updated' ? 'unchanged' : 'rejected',
        'P-2': 'unchanged',
      });
    },
  );

  test('an update that is killed makes the next update send the field of that request, even with its earlier value', async () => {
    const cut = await folderWith();
    const place = { cwd: '', dead: false };
    const before = ({ method }: { method: string }) => {
      if (method !== 'PATCH' || place.dead) return null;
      place.dead = true;
      cutLedger(place.cwd, cut);
      return new Response('', { status: 401 });
    };
    const { mock, cwd, run, updates } = await world({ 'changes.csv': ORDERS('PO-A') }, { mock: { before } });
    place.cwd = cwd;
    expect((await run(...UPDATE)).code).toBe(4);
    await writeFile(path.join(cut, 'trace.config.yaml'), sandboxConfig(mock.url));
    await writeFile(path.join(cut, 'changes.csv'), ORDERS('PO-P-1', 'PO-P-2'));
    const ran = await trace([...UPDATE, '--env', 'sandbox', '--json'], { cwd: cut });
    expect(outcomes(JSON.parse(ran.stdout) as Report)).toEqual({ 'P-1': 'updated', 'P-2': 'unchanged' });
    expect((await updates()).map(({ body }) => body)).toEqual([{ purchaseOrder: 'PO-P-1' }]);
  });
});

/** Copies the ledger as it is now. The process that the copy names as its sender lives; that of a kill does not. */
function cutLedger(from: string, to: string): void {
  for (const name of ['ledger.db', 'ledger.db-wal'])
    cpSync(path.join(from, '.trace', name), path.join(to, '.trace', name));
  const db = new DatabaseSync(path.join(to, '.trace', 'ledger.db'));
  db.exec('delete from senders');
  db.close();
}

async function patch(url: string, body: object): Promise<void> {
  const { status } = await fetch(url, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(body),
  });
  expect(status).toBe(200);
}
