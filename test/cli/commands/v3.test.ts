import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Body, Json } from '../../../src/contract/kind.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import { dbOf } from '../../ledger/store-of.ts';
import {
  createsOf,
  expectEnd,
  findingsIn,
  folderWith,
  journalOf,
  printed,
  sandboxFolder,
  trace,
} from './harness.ts';

const WORKBOOK = fileURLToPath(new URL('../../../fixtures/v3/maison-aurore-v3.xlsx', import.meta.url));
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Report {
  readonly interface: string;
  readonly totals: Record<string, number>;
  readonly verdict: { next: string | null } | null;
  readonly records: {
    kind: string;
    key: string;
    outcome: string;
    id: string | null;
    messages: string[];
    blockedBy: object | null;
  }[];
}

/** A folder with sheets as CSV, whose sandbox is a v3 mock. */
async function place(sheets: Readonly<Record<string, string>> = {}, ...more: readonly string[]) {
  const { mock, cwd } = await sandboxFolder(sheets, { config: more });
  const send = async (...argv: readonly string[]) => {
    const ran = await trace(['import', ...argv, '--env', 'sandbox', '--json'], { cwd });
    return { ...ran, report: (ran.stdout === '' ? null : JSON.parse(ran.stdout)) as Report };
  };
  return { mock, cwd, send };
}

const csv = (...rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => `${cells.join(',')}\n`).join('');

const SITES = csv(
  ['uniqueIdentifier', 'siteName'],
  ['AURORE-SITE-0001', 'Mill'],
  ['AURORE-SITE-0002', 'Workshop'],
);

describe('an import of the v3 fixture', () => {
  test('an import of the v3 fixture creates every record after those that it refers to, with their ids; the second time all are unchanged', async () => {
    const { mock, send } = await place();
    const first = await send(WORKBOOK);
    expect([first.code, first.report.interface, first.report.totals.created]).toEqual([0, 'v3', 215]);

    const journal = await journalOf(mock);
    const seen = new Set<string>();
    const ids = new Set(first.report.records.map(({ id }) => id));
    expect([...ids].every((id) => UUID.test(id ?? ''))).toBe(true);
    for (const { kind, key, body } of journal) {
      const sent = body as Body;
      const byId = ['owner_id', 'productId', 'purchasedItemId', 'warehouseId', 'genericProductInfoId'];
      for (const path of byId) {
        if (sent[path] !== undefined) expect(ids).toContain(sent[path]);
      }
      for (const name of identifiersIn(sent)) expect(seen, `${kind} ${key} names ${name}`).toContain(name);
      const owns = ['importationBatch', 'siteRole', 'owner_unique_identifier', 'productUniqueIdentifier'];
      for (const own of owns) expect(sent).not.toHaveProperty(own);
      seen.add(key);
    }
    expect(seen.size).toBe(215);

    const sent = createsOf(mock);
    const second = await send(WORKBOOK);
    expect([second.code, second.report.totals.unchanged]).toEqual([0, 215]);
    expect(createsOf(mock)).toBe(sent);
  });
});

/** The unique identifiers that a body references, without its own. */
function identifiersIn(body: Json, depth = 0): string[] {
  if (typeof body !== 'object' || body === null) return [];
  if (Array.isArray(body)) return body.flatMap((item) => identifiersIn(item, depth + 1));
  return Object.entries(body).flatMap(([name, value]) => {
    const names = /uniqueIdentifier$/i.test(name) && !(depth === 0 && name === 'uniqueIdentifier');
    return names && typeof value === 'string' ? [value] : identifiersIn(value, depth + 1);
  });
}

describe('references in v3', () => {
  test('references that form a circle are an error with their path, and records that refer to the circle are blocked', async () => {
    const rows = [
      ['C-A', 'C-B'],
      ['C-B', 'C-C'],
      ['C-C', 'C-A'],
      ['C-D', 'C-A'],
      ['C-E', ''],
    ];
    const components = csv(
      ['uniqueIdentifier', 'usedComponents.1.uniqueIdentifier', 'address.country'],
      ...rows.map((row) => [...row, 'IT']),
    );
    const { mock, cwd, send } = await place({ 'components.csv': components });
    const checked = await trace(['check', 'components.csv', '--json'], { cwd });
    const findings = findingsIn(checked.stdout);
    expect(findings.map(({ code }) => code)).toEqual(['reference-circle']);
    expect(findings[0]!.message).toContain(
      'component C-A refers to component C-B, which refers to component C-C, which refers to component C-A',
    );
    const { code, report } = await send('components.csv', '--skip-invalid');
    const expected = [5, expect.objectContaining({ created: 1, invalid: 3, blocked: 1 })];
    expect([code, report.totals]).toEqual(expected);
    expect((await journalOf(mock)).map(({ key }) => key)).toEqual(['C-E']);
  });

  test('references to a record whose id the ledger does not have fail, and are sent once the ledger has the id', async () => {
    const material = csv(
      ['uniqueIdentifier', 'owner_kind', 'owner_unique_identifier'],
      ['AURORE-MATERIAL-1', 'SUPPLIER', 'AURORE-SITE-0001'],
    );
    const { mock, send, cwd } = await place({ 'suppliers.csv': SITES, 'materials.csv': material });
    const alone = await send('materials.csv');
    expect([alone.code, alone.report.totals.invalid]).toEqual([3, 1]);
    const external = await send('materials.csv', '--external-refs');
    expect([external.code, external.report.totals.failed]).toEqual([5, 1]);
    expect(external.report.records[0]!.messages[0]).toContain(
      'owner_id needs the id of supplier AURORE-SITE-0001',
    );
    // No retry finds an id that does not exist: the user has to provide it.
    expect(external.report.verdict?.next).toMatch(/^add the missing ids of 1 record to the input /);
    const expected = { kind: 'supplier', key: 'AURORE-SITE-0001', outcome: null };
    expect(external.report.records[0]!.blockedBy).toEqual(expected);
    const resumed = await trace(['resume'], { cwd });
    expect(resumed.stderr).not.toContain('trace resume');
    expect(resumed.stderr).toContain('Next: add the missing ids');
    expect(createsOf(mock)).toBe(0);
    await send('suppliers.csv');
    // It is known now: resume sends the records that waited for it.
    expect(await printed(['runs', 'list', '--json'], { cwd })).toHaveLength(3);
    const later = await send('materials.csv');
    expect([later.code, later.report.totals.created]).toEqual([0, 1]);
  });

  test('references in v3 can be ids of the service, and no other text', async () => {
    const purchase = (id: string) =>
      csv(['uniqueIdentifier', 'buyerId', 'sellerId', 'itemId'], ['P-1', id, id, id]);
    const { cwd } = await place({
      'a.csv': purchase('0b5e8b1e-9d4f-4b7a-8a53-0c1d2e3f4a5b'),
      'b.csv': purchase('SITE-X'),
    });
    const codes = async (file: string) => {
      const { stdout } = await trace(['check', file, '--json'], { cwd });
      return findingsIn(stdout).map(({ code }) => code);
    };
    expect(await codes('a.csv')).toEqual([]);
    expect(await codes('b.csv')).toEqual(['reference-unknown', 'reference-unknown', 'reference-unknown']);
  });
});

describe('the interface', () => {
  const V2 = csv(['supplierRef', 'category'], ['FRN-1', 'TRANSFORMATION - Weaving']);

  test.each([
    [['v3.csv', 'v2.csv'], [], 'v2.csv'],
    [['v2.csv', 'v3.csv'], [], 'v3.csv'],
    [['v3.csv'], ['--interface', 'v2'], 'v3.csv'],
    [['v2.csv'], ['--interface', 'v3'], 'v2.csv'],
  ])(
    'the interface is one for all files: with %j %j, the sheet of %s is an error',
    async (files, flags, reported) => {
      const cwd = await folderWith({ 'v3.csv': SITES, 'v2.csv': V2 });
      const argv = ['check', ...files, ...flags, '--family', 'STANDARD', '--batch', 'W1', '--json'];
      const ran = await trace(argv, { cwd });
      expect(ran.code).toBe(3);
      expect(findingsIn(ran.stdout).filter(({ code }) => code === 'sheet-interface')).toMatchObject([
        { origin: { file: expect.stringMatching(reported) } },
      ]);
    },
  );

  test('the interface is detected from all sheets before a message about an unknown sheet lists its kinds', async () => {
    const cwd = await folderWith({ 'sizes.csv': csv(['Colour', 'Size'], ['Blue', 'M']), 'v3.csv': SITES });
    const { stderr, stdout } = await trace(['check', 'sizes.csv', 'v3.csv'], { cwd });
    expect(`${stdout}${stderr}`).toContain('KIND is one of supplier, material, component');
  });

  test('the interface can be set for an environment; unknown columns are sent only if --extra-columns names them', async () => {
    const sheet = csv(
      ['uniqueIdentifier', 'audit.auditor', 'audits.1.year'],
      ['AURORE-SITE-0001', 'BV', 2026],
    );
    const { mock, send } = await place({ 'suppliers.csv': sheet }, 'interface: v3');
    expect((await send('suppliers.csv', '--batch', 'W9')).code).toBe(3);
    expect(createsOf(mock)).toBe(0);
    const extra = ['--extra-columns', 'audit.auditor,audits.1.year,Turnover'];
    const { code, report } = await send('suppliers.csv', '--batch', 'W9', ...extra);
    expect([code, report.interface, report.totals.created]).toEqual([0, 'v3', 1]);
    const reported = (report as unknown as { findings: { code: string; message: string }[] }).findings.map(
      ({ code: of, message }) => `${of} ${message}`,
    );
    expect(reported).toContain('flag-unused --extra-columns Turnover: there is no such column');
    expect((await journalOf(mock))[0]!.body).toEqual({
      uniqueIdentifier: 'AURORE-SITE-0001',
      audit: { auditor: 'BV' },
      audits: [{ year: '2026' }],
    });
  });

  test('the interface has hints that can be turned off for an environment', async () => {
    const sheet = csv(['uniqueIdentifier', 'site_name'], ['SHORT', 'Mill']);
    const { mock, cwd, send } = await place({ 'suppliers.csv': sheet }, 'interface: v3', 'hints: false');
    const strict = await trace(['check', 'suppliers.csv', '--interface', 'v3'], { cwd });
    expect(strict.code).toBe(3);
    const extra = ['--extra-columns', 'site_name'];
    const off = await trace(['plan', 'suppliers.csv', '--env', 'sandbox', ...extra], { cwd });
    expect(off.code).toBe(0);
    const { report } = await send('suppliers.csv', ...extra);
    // The mock of the test uses the hints, so it rejects the unchanged name.
    expect(report.totals.rejected).toBe(1);
    expect(createsOf(mock)).toBe(1);
  });

  test('decides which kind a name of --only means, if v2 has a similar word', async () => {
    const { send } = await place();
    const { code, report } = await send(WORKBOOK, '--only', 'suppliers,materials');
    const created = report.records.filter(({ outcome }) => outcome === 'created').map(({ kind }) => kind);
    expect([code, report.totals.created]).toEqual([0, 35]);
    expect([...new Set(created)]).toEqual(['supplier', 'material']);
  });

  test('the column id gives an id that the ledger lacks, and is never sent', async () => {
    const owned = csv(
      ['uniqueIdentifier', 'owner_kind', 'owner_unique_identifier'],
      ['AURORE-MAT-000001', 'SUPPLIER', 'AURORE-SITE-0001'],
    );
    const { mock, cwd, send } = await place({ 'suppliers.csv': SITES, 'materials.csv': owned });
    await send('suppliers.csv', '--interface', 'v3');
    const [site] = await journalOf(mock);
    // another ledger: the service only reports that it has the site
    const lost = await send('suppliers.csv', 'materials.csv', '--state-dir', 'other');
    const expected = [5, expect.objectContaining({ existing: 2, failed: 1, created: 0 })];
    expect([lost.code, lost.report.totals]).toEqual(expected);
    expect(lost.report.records.at(-1)!.messages.join()).toContain('in the column id of the row');
    const reported = csv(['uniqueIdentifier', 'siteName', 'id'], ['AURORE-SITE-0001', 'Mill', site!.id]);
    await writeFile(path.join(cwd, 'suppliers.csv'), reported);
    const plan = ['plan', 'suppliers.csv', '--env', 'sandbox', '--state-dir', 'other', '--json'];
    expect((await trace(plan, { cwd })).stdout).not.toContain('"changed":1');
    const mended = await send('suppliers.csv', 'materials.csv', '--state-dir', 'other');
    expect([mended.code, mended.report.totals]).toEqual([
      0,
      expect.objectContaining({ created: 1, failed: 0 }),
    ]);
    const bodies = (await journalOf(mock)).map(({ body }) => body as Body);
    expect(bodies.at(-1)).toMatchObject({ owner_id: site!.id });
    expect(bodies.every((body) => body.id === undefined)).toBe(true);
  });

  test('the interface must be v3 for --data-collection', async () => {
    const cwd = await folderWith({ 'suppliers.csv': SITES });
    const wrong = await trace(['check', 'suppliers.csv', '--data-collection', '--interface', 'v2'], { cwd });
    expectEnd(wrong, 2, '--data-collection');
    const ran = await trace(['check', 'suppliers.csv', '--data-collection', '--json'], { cwd });
    const { findings } = JSON.parse(ran.stdout) as { findings: { code: string }[] };
    expect(findings.map(({ code }) => code)).toEqual(['collection-needs', 'collection-needs']);
  });
});

describe('a brand product whose response was lost', () => {
  test('a brand product whose response was lost stays in doubt while the list may be outdated, and is sent again by a later resume', async () => {
    let lost = 0;
    const sheet = csv(['uniqueIdentifier', 'producedQuantity'], ['BP-1', 10]);
    const { mock, cwd } = await sandboxFolder(
      { 'brand-products.csv': sheet },
      {
        config: ['absence: { supplier: 1s }'],
        before: ({ method, path }) =>
          method === 'POST' && path === '/brand-products' && lost++ === 0
            ? new Response('', { status: 500 })
            : null,
      },
    );
    const run = (...argv: readonly string[]) => trace([...argv, '--env', 'sandbox'], { cwd });

    const first = await run('import', 'brand-products.csv');
    expectEnd(first, 6, /not shown yet; it counts as absent from \S+Z; trace resume/);
    const early = await run('resume');
    expect([early.code, (await journalOf(mock)).length]).toEqual([6, 0]);

    const ledger = Ledger.open(`${cwd}/.trace/ledger.db`);
    dbOf(ledger)
      .prepare('update doubts set ms = ms - ?')
      .run(26 * 60_000);
    ledger.close();
    const late = await run('resume');
    expect(late.stderr).toContain('1 created');
    expect([late.code, (await journalOf(mock)).map(({ key }) => key)]).toEqual([0, ['BP-1']]);
  });
});
