import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Body, isUpdatable } from '../../../src/contract/kind.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import { withServiceValues } from '../../../src/contract/v3/update.ts';
import type { RunningMock } from '../../../src/mock/listen.ts';
import { SLOW } from '../../effort.ts';
import { journalOf, reportIn, sandboxFolder, trace } from './harness.ts';
import { csvText, type Kept, lostCells, type RandomSheet, sheetOf, withKeys } from './random-sheets.ts';
import { component, packaging, product, supplier } from './sheets.ts';

/** At full length, other sheets each time: so many that some are sent, whatever chance gives. */
const RUNS = SLOW ? { numRuns: 40 } : { numRuns: 14, seed: 61 };

const IGNORED = ['--ignore-columns', '"Notes, internal",Logo'];

/** How a sheet is passed to trace. */
const flagsOf = ({ kind, unknown }: RandomSheet): string[] => [
  ...['sheet.csv', '--sheet', `sheet.csv=${kind.name}`, '--env', 'sandbox', '--report', 'r.json'],
  ...['--external-refs', ...IGNORED, ...(unknown ? ['--ignore-unknown-columns'] : [])],
];

/** The content of the service by key: the body of the create, with the values of later updates. */
async function storedBodies(mock: RunningMock): Promise<Map<string, Body>> {
  const bodies = new Map<string, Body>();
  for (const { key, body } of await journalOf(mock)) {
    const name = key.split('\u001f')[0]!;
    bodies.set(name, { ...bodies.get(name), ...(body as Body) });
  }
  return bodies;
}

test('after an import with exit code 0, every filled cell is stored or reported as not sent', {
  tags: ['sampled'],
}, async () => {
  const { mock, cwd } = await sandboxFolder();
  let number = 0;
  let ended = 0;
  const kinds = [supplier, packaging, product, component];
  await fc.assert(
    fc.asyncProperty(fc.oneof(...kinds.map(sheetOf)), fc.nat(3), async (random, times) => {
      const sheet = withKeys(
        random,
        random.rows.map(() => `K-${++number}`),
      );
      await writeFile(path.join(cwd, 'sheet.csv'), csvText(sheet));
      const argv = ['import', ...flagsOf(sheet), '--family', 'STANDARD'];
      let { code } = await trace(argv, { cwd });
      if (code !== 0) return;
      const first = await reportIn(cwd);
      if (times === 0) ({ code } = await trace(argv, { cwd }));
      expect(code).toBe(0);
      ended++;
      const bodies = await storedBodies(mock);
      expect(lostCells(sheet, first, (key) => ({ body: bodies.get(key)! }))).toEqual([]);
    }),
    RUNS,
  );
  expect(ended).toBeGreaterThan(1);
});

/** The records that the examples of the contract reference: the service and the ledger have them. */
const NAMED = {
  'suppliers.csv': 'uniqueIdentifier,siteName\nAURORE-SITE-0007,Mill\nAURORE-SITE-0021,Shop\n',
  'materials.csv': 'uniqueIdentifier,address.country\nAURORE-MAT-COTTON-001,IT\n',
  'components.csv': 'uniqueIdentifier,address.country\nAURORE-CMP-0044,IT\n',
  'products.csv': 'uniqueIdentifier,address.country\nAURORE-PRD-2041-ECRU,IT\nAURORE-PRD-0003,IT\n',
  'generic-product-infos.csv': 'uniqueIdentifier,colorCode\nROB-2041_ECRU-012_SS27_PO-2026-0415,ECRU\n',
  'purchased-items.csv': [
    'uniqueIdentifier,buyerKind,buyerUniqueIdentifier,sellerUniqueIdentifier,itemUniqueIdentifier\n',
    'AURORE-PURCHASE-0031,SUPPLIER,AURORE-SITE-0007,AURORE-SITE-0021,AURORE-CMP-0044\n',
  ].join(''),
};

const V3 = ['--interface', 'v3'];

/** The content of the ledger for a key: accepted bodies, with the names that the user gave, and their batches. */
function ledgerValues(cwd: string, key: string): string[] {
  using db = new DatabaseSync(path.join(cwd, '.trace', 'ledger.db'));
  return db
    .prepare(
      "select body, batch from records where key = ? and outcome in ('created', 'updated', 'unchanged')",
    )
    .all(key)
    .flatMap(({ body, batch }) => [
      ...Object.values(JSON.parse(String(body)) as Body).map(String),
      String(batch),
    ]);
}

/** The links that the service returned for a record: they prove values that the service set. */
function linksOf(cwd: string, key: string): { qrCodeLink?: string } {
  using db = new DatabaseSync(path.join(cwd, '.trace', 'ledger.db'));
  const entry = db.prepare('select answer from entries where key = ? and answer is not null').get(key);
  return entry === undefined ? {} : (JSON.parse(String(entry.answer)) as { qrCodeLink?: string });
}

test('after a create or an update in v3 with exit code 0, every filled cell is stored or reported as not sent', {
  tags: ['sampled'],
}, async () => {
  const { mock, cwd } = await sandboxFolder(NAMED);
  const named = ['import', ...Object.keys(NAMED), ...V3, '--env', 'sandbox', '--batch', 'W0'];
  expect(await trace(named, { cwd })).toMatchObject({ code: 0 });
  let number = 0;
  const ended = { created: 0, updated: 0 };
  // Kinds with updates are more frequent: else a run in a hundred has almost none.
  const versions = fc.oneof(
    ...kindsOf('v3').map((kind) => ({
      weight: isUpdatable(kind) ? 3 : 1,
      arbitrary: fc.tuple(sheetOf(kind), isUpdatable(kind) ? sheetOf(kind) : fc.constant(null)),
    })),
  );
  await fc.assert(
    fc.asyncProperty(
      versions,
      fc.record({ extra: fc.boolean(), batch: fc.boolean(), byCommand: fc.boolean() }),
      async ([first, second], { extra, batch, byCommand }) => {
        const keys = [1, 2, 3].map(() => `AURORE-RANDOM-${++number}`);
        const shared = ['--severity', 'composition-total=off'];
        const more = extra ? [...shared, '--extra-columns', 'Colour of logo,valide du'] : shared;
        const wave = batch ? ['--batch', 'W1'] : [];
        const holds = async (sheet: RandomSheet, what: keyof typeof ended, argv: readonly string[]) => {
          await writeFile(path.join(cwd, 'sheet.csv'), csvText(sheet));
          const { code } = await trace(argv, { cwd });
          if (code !== 0) return false;
          ended[what]++;
          const report = await reportIn(cwd);
          const bodies = await storedBodies(mock);
          const ids = new Map((await journalOf(mock)).map((entry) => [entry.key, entry.id]));
          const keptOf = (key: string): Kept => ({
            body: withServiceValues(sheet.kind, bodies.get(key)!, { ...linksOf(cwd, key), asCreated: false }),
            local: ledgerValues(cwd, key),
            ids,
          });
          expect(lostCells(sheet, report, keptOf)).toEqual([]);
          return true;
        };
        const created = withKeys(first, keys);
        const sent = await holds(created, 'created', [
          'import',
          ...V3,
          ...wave,
          ...flagsOf(created),
          ...more,
        ]);
        if (!sent || second === null) return;
        const changed = withKeys({ ...second, rows: second.rows.slice(0, first.rows.length) }, keys);
        const words = byCommand ? [changed.kind.plural, 'update'] : ['import', '--update', ...V3, ...wave];
        await holds(changed, 'updated', [...words, ...flagsOf(changed), ...more]);
      },
    ),
    RUNS,
  );
  expect(ended.created).toBeGreaterThan(4);
  if (SLOW) expect(ended.updated).toBeGreaterThan(1);
});
