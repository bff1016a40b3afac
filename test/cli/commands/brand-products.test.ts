import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { v3Items } from '../../../src/read/export/v3-list.ts';
import { Limiter } from '../../../src/service/limiter.ts';
import { openReads } from '../../../src/service/reads.ts';
import { writeWorkbook } from '../../../src/sheets/workbook-writer.ts';
import { mockInProcess } from '../../mock/harness.ts';
import { FakeClock } from '../../service/fake-clock.ts';
import { expectEnd, trace } from './harness.ts';
import { gtinOf, linesOf, numbered, v3World } from './v3-world.ts';

const names = (text: string): string[] => linesOf(text).map(({ uniqueIdentifier }) => uniqueIdentifier);

describe('brand-products list', () => {
  test('an offset past the end reports how many items match', async () => {
    const { list, run } = await v3World(Array.from({ length: 3 }, (_, at) => numbered(at)));
    for (const offset of ['3', '40']) {
      const ran = await list('--offset', offset);
      expect([ran.code, ran.stdout]).toEqual([0, '']);
      expect(ran.stderr).toBe(`The offset ${offset} is past the end of the list: 3 items match.\n`);
    }
    expect((await list('--offset', '2')).stderr).toBe('');
    expectEnd(await run('fec', 'list', '--offset', '40'), 0, 'past the end');
  });

  test('an empty --color-code lists the products without a colour', async () => {
    const { colorCode: _, ...without } = numbered(1) as { colorCode?: unknown };
    const { list } = await v3World([numbered(0), without as ReturnType<typeof numbered>]);
    expect(names((await list('--color-code', '')).stdout)).toEqual(['BP-001']);
    expect(names((await list('--color-code', ',C-0')).stdout)).toHaveLength(2);
    expect((await list('--gtins', '')).code).toBe(2);
  });

  test('brand-products list accepts every filter, range and order of the interface as a flag', async () => {
    const { list, ids } = await v3World(Array.from({ length: 8 }, (_, at) => numbered(at)));
    for (const [flags, found] of [
      ['', 'BP-000 BP-001 BP-002 BP-003 BP-004 BP-005 BP-006 BP-007'],
      ['--search rob-2003', 'BP-003'],
      [`--brand-product-id ${ids[1]},${ids[2]!.toUpperCase()}`, 'BP-001 BP-002'],
      ['--unique-identifier BP-004 --unique-identifier BP-005', 'BP-004 BP-005'],
      ['--product-ref ROB-2001', 'BP-001'],
      ['--product-name jupe,Élan --collections AW27', 'BP-001 BP-003 BP-005 BP-007'],
      [`--color-code C-2 --gtins ${gtinOf(5)}`, 'BP-005'],
      ['--agec-scope no --limit 2', 'BP-001 BP-003'],
      ['--traceability-start-date 2026-03-01..2026-05-15', 'BP-002 BP-003 BP-004'],
      ['--traceability-start-date 2026-03-15', 'BP-002'],
      ['--traceability-end-date 2026-10-01..', 'BP-007'],
      ['--produced-quantity 100..300', 'BP-001 BP-002 BP-003'],
      ['--produced-quantity gt:100,neq:300,lte:500', 'BP-002 BP-004 BP-005'],
      ['--produced-quantity 0,700', 'BP-000 BP-007'],
      ['--sort-by producedQuantity --order-by desc --limit 3', 'BP-007 BP-006 BP-005'],
      ['--sort-by reference --offset 6', 'BP-006 BP-007'],
      ['--supplier 7b1e1d5e-3f0c-4a55-9b7e-0d9f8f3c2a11', ''],
    ] as const) {
      const ran = await list(...flags.split(' ').filter(Boolean));
      expect([flags, ran.code, names(ran.stdout).join(' ')], ran.stderr).toEqual([flags, 0, found]);
    }
    const all = await list('--all', '--sort-by', 'name', '--agec-scope', 'yes');
    expect(all.code, all.stderr).toBe(0);
    expect(names(all.stdout)).toEqual(expect.arrayContaining(['BP-000', 'BP-002', 'BP-004', 'BP-006']));
  });

  test('brand-products list reads a comma after a backslash as part of the value', async () => {
    const { list } = await v3World([numbered(1, { name: 'Robe, longue' }), numbered(2)]);
    const ran = await list('--product-name', 'Robe\\, longue');
    expect(names(ran.stdout)).toEqual(['BP-001']);
  });

  test('works in an environment whose interface is v3', async () => {
    const { list, cwd, run, mock } = await v3World([numbered(1)]);
    const file = path.join(cwd, 'trace.config.yaml');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(`baseUrl: ${mock.url}`, `baseUrl: ${mock.url}\n    interface: v3`));
    expect(names((await list()).stdout)).toEqual(['BP-001']);
    expect((await run('products', 'list')).stderr).toContain('trace brand-products list');
    expectEnd(await run('brand-products', 'export', '--resume'), 2, 'No interrupted export');
  });
});

describe('brand-products list with filter values from a file', () => {
  const gtins = Array.from({ length: 1200 }, (_, at) => gtinOf(at));
  const world = () =>
    v3World(
      Array.from({ length: 24 }, (_, at) =>
        numbered(at, { gtins: gtins.filter((_, n) => n % 24 === at || n % 24 === (at + 1) % 24) }),
      ),
    );

  test('brand-products list with values from a file lists each product of 1,200 GTINs once, in the requested order', async () => {
    const { list, cwd, mock } = await world();
    await writeFile(path.join(cwd, 'codes.txt'), `${gtins.join('\n')}\n`);
    const sorted = ['--sort-by', 'producedQuantity', '--order-by', 'desc'];
    const ran = await list('--gtins-file', 'codes.txt', ...sorted);
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(names(ran.stdout)).toEqual(
      Array.from({ length: 24 }, (_, at) => `BP-${String(23 - at).padStart(3, '0')}`),
    );
    expect(Object.keys(mock.stats().answers.other ?? {})).toEqual(['200']);
    // Sorting by a field that the responses do not contain needs the whole list.
    const byScore = await list('--gtins-file', 'codes.txt', '--sort-by', 'brandScore');
    const whole = await list('--sort-by', 'brandScore');
    expect(names(byScore.stdout)).toEqual(names(whole.stdout));
    expect(byScore.stderr).toContain('do not contain brandScore');
    const some = await list('--gtins-file', 'codes.txt', '--offset', '3', '--limit', '2', ...sorted);
    expect(names(some.stdout)).toEqual(['BP-020', 'BP-019']);
  });

  test('brand-products list with values from a file reads one value per line, from the column of the filter, or from the one that --column names', async () => {
    const { list, cwd } = await v3World([0, 1, 2].map((at) => numbered(at)));
    const column = (header: string) => ({ header });
    const columns = [column('Produit'), column('Code EAN')];
    const rows = [0, 2].map((at) => ['Robe', at === 0 ? Number(gtinOf(at)) : gtinOf(at)]);
    const book = await writeWorkbook({ title: 'codes', sheets: [{ name: 'Codes', columns, rows }] });
    const files = {
      'plain.txt': `${gtinOf(0)}\r\n\r\n${gtinOf(2)}\r\n`,
      'headed.csv': `EAN\n${gtinOf(0)}\n${gtinOf(2)}\n`,
      'wide.csv': `product;gtins\nRobe;${gtinOf(0)}; ${gtinOf(2)}\nJupe;\n`.replace('; 36', '|36'),
      'codes.xlsx': book,
      'ids.csv': 'uniqueIdentifier,other\nBP-000,x\nBP-002,y\n',
      'none.csv': 'a,b\n1,2\n',
      'empty.txt': '\n',
      'broken.csv': 'EAN\n3.60701E+12\n',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(cwd, name), text);
    for (const argv of [
      ['--gtins-file', 'plain.txt'],
      ['--gtins-file', 'headed.csv'],
      ['--gtins-file', 'wide.csv'],
      ['--gtins-file', 'codes.xlsx', '--column', 'code ean'],
      ['--unique-identifier-file', 'ids.csv'],
    ]) {
      const ran = await list(...argv);
      expect([argv, ran.stderr, names(ran.stdout)]).toEqual([argv, '', ['BP-000', 'BP-002']]);
    }
    const stdin = { cwd, stdin: `${gtinOf(0)}\n${gtinOf(2)}\n` };
    const piped = ['brand-products', 'list', '--env', 'sandbox', '--gtins-file', '-'];
    expect(names((await trace(piped, stdin)).stdout)).toEqual(['BP-000', 'BP-002']);
    expect((await trace([...piped, '--product-ref-file', '-'], stdin)).code).toBe(2);
    for (const [file, said] of [
      ['none.csv', /several columns, and none is called gtins\. Choose one with --column: a, b/],
      ['empty.txt', /contains only blanks/],
      ['broken.csv', /is a code that a spreadsheet converted to a number/],
      ['missing.txt', /There is no file/],
    ] as const) {
      const ran = await list('--gtins-file', file);
      expect([file, ran.code]).toEqual([file, 2]);
      expect(ran.stderr).toMatch(said);
    }
  });
});

describe('brand-products show', () => {
  test('brand-products show accepts an id or a unique identifier, and advises --wait if there is no such product', async () => {
    const { run, ids } = await v3World([numbered(1), numbered(2)]);
    for (const name of ['BP-002', ids[1]!, ids[1]!.toUpperCase()]) {
      const ran = await run('brand-products', 'show', name);
      expect(JSON.parse(ran.stdout)).toMatchObject({ id: ids[1], uniqueIdentifier: 'BP-002' });
    }
    const ran = await run('brand-products', 'show', 'BP-009');
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toMatch(/no brand product BP-009 .*within 20 minutes.*--wait/);
  });
});

describe('brand-products export', () => {
  test('brand-products export keeps the requested order in CSV for a French Excel and in NDJSON', async () => {
    const { run, cwd } = await v3World([0, 1, 2].map((at) => numbered(at)));
    const common = ['brand-products', 'export', '--sort-by', 'producedQuantity', '--order-by', 'desc'];
    const ran = await run(...common, '--out', 'p.csv', '--excel', 'fr', '--data-headers');
    expectEnd(ran, 0, '3 brand products in p.csv.');
    const text = await readFile(path.join(cwd, 'p.csv'), 'utf8');
    const [head, ...rows] = text
      .replace('\ufeff', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(';'));
    expect(head!.slice(0, 6)).toEqual(['id', 'uniqueIdentifier', 'reference', 'name', 'colorCode', 'gtins']);
    expect(rows.map((row) => row[1])).toEqual(['BP-002', 'BP-001', 'BP-000']);
    expect(ran.stderr).not.toContain('does not know');
    const lines = await run(...common, '--format', 'ndjson', '--out', '-');
    expect(names(lines.stdout)).toEqual(['BP-002', 'BP-001', 'BP-000']);
    expect((await run(...common, '--out', 'p.xlsx')).code).toBe(0);
    const one = await run('brand-products', 'export', 'BP-001', '--format', 'ndjson', '--out', '-');
    expect(names(one.stdout)).toEqual(['BP-001']);
    const mixed = await run('brand-products', 'export', 'BP-001', '7b1e1d5e-3f0c-4a55-9b7e-0d9f8f3c2a11');
    expect(mixed.code).toBe(2);
  });
});

test('an interrupted export is resumed without its flags and files, and other flags are rejected', async () => {
  let refuse = true;
  const { run, cwd } = await v3World(
    [0, 1, 2].map((at) => numbered(at)),
    {
      before: ({ method }) =>
        refuse && method === 'GET'
          ? Response.json({ statusCode: 401, message: ['NO_TOKEN'] }, { status: 401 })
          : null,
    },
  );
  await writeFile(path.join(cwd, 'codes.txt'), `${gtinOf(0)}\n${gtinOf(2)}\n`);
  const asked = ['--gtins-file', 'codes.txt', '--sort-by', 'producedQuantity', '--order-by', 'desc'];
  const cut = await run('brand-products', 'export', ...asked, '--out', 'p.ndjson');
  expectEnd(cut, 4, 'trace brand-products export --resume');
  refuse = false;
  for (const other of [
    ['--color-code', 'C-1'],
    ['--gtins', gtinOf(0)],
    ['--order-by', 'asc'],
    ['--produced-quantity', '1..'],
    ['--limit', '1'],
    ['--offset', '1'],
    ['BP-001'],
  ]) {
    const { code, stderr } = await run('brand-products', 'export', '--resume', ...other);
    expect([other, code, stderr]).toEqual([other, 2, expect.stringContaining('no other filters')]);
  }
  const same = await run('brand-products', 'export', '--resume', ...asked, '--all', '--out', 'q.csv');
  expectEnd(same, 0, /2 brand products in .*q\.csv/);

  refuse = true;
  await run('brand-products', 'export', ...asked, '--limit', '1', '--out', 'p.ndjson');
  refuse = false;
  expect((await run('brand-products', 'export', '--resume', '--all')).code).toBe(2);
  await rm(path.join(cwd, 'codes.txt'));
  const ran = await run('brand-products', 'export', '--resume', '--limit', '1');
  expectEnd(ran, 0, /1 brand product in .*p\.ndjson/);
  expect(names(await readFile(path.join(cwd, 'p.ndjson'), 'utf8'))).toEqual(['BP-002']);
});

describe('--wait', () => {
  const MINUTE = 60_000;
  /** A list that is refreshed every twenty minutes, with a clock that moves when a read arrives. */
  async function delayed(stepMinutes: number) {
    let ms = Date.parse('2026-11-21T12:01:00Z');
    const world = await v3World([numbered(1), numbered(2)], {
      refreshMs: 20 * MINUTE,
      now: () => new Date(ms),
      before: ({ method }) => {
        if (method === 'GET') ms += stepMinutes * MINUTE;
        return null;
      },
    });
    return world;
  }

  test('--wait reads the list until it shows the named products, and prints why it waits', async () => {
    const { list } = await delayed(7);
    const wait = ['--wait', '--wait-every', '1ms'];
    const ran = await list('--unique-identifier', 'BP-001,BP-002', ...wait);
    expect(names(ran.stdout)).toEqual(['BP-001', 'BP-002']);
    expectEnd(ran, 0, /does not show BP-001, BP-002 yet: the service refreshes it every 20 minutes/);
    expect(ran.stderr).toContain('The list shows all 2.');
  });

  test('--wait exits with 5 and names the missing products when the time is over', async () => {
    const { list } = await delayed(0);
    const wait = ['--wait', '--wait-limit', '3ms', '--wait-every', '1ms'];
    const ran = await list('--unique-identifier', 'BP-001', ...wait);
    expect([ran.code, ran.stdout]).toEqual([5, '']);
    expect(ran.stderr).toMatch(/still does not show BP-001\./);
  });

  test('--wait makes export and show exit with 5 when the time is over', async () => {
    const { run, cwd } = await delayed(0);
    const wait = ['--wait', '--wait-limit', '3ms', '--wait-every', '1ms'];
    const exported = await run('brand-products', 'export', 'BP-001', ...wait, '--out', 'p.csv');
    expectEnd(exported, 5, 'does not show BP-001');
    expect(await readFile(path.join(cwd, 'p.csv'), 'utf8')).toMatch(/^id,.*\r\n$/);
    const shown = await run('brand-products', 'show', 'BP-001', ...wait);
    expectEnd(shown, 5, 'does not show brand product BP-001');
  });

  test('--wait without names waits for the products that this ledger sent recently', async () => {
    const { list, run, cwd } = await v3World([]);
    await writeFile(
      path.join(cwd, 'brand-products.csv'),
      'uniqueIdentifier,productRef\nAURORE-BP-0000001,ROB-1\n',
    );
    const none = await list('--wait');
    expect(none.stderr).toContain('Nothing to wait for');
    const sent = await run('import', 'brand-products.csv', '--interface', 'v3', '--yes', '--batch', 'W1');
    expectEnd(sent, 0, '1 created');
    const ran = await list('--wait');
    expect([ran.code, names(ran.stdout)]).toEqual([0, ['AURORE-BP-0000001']]);
    expect(ran.stderr).toContain('The list shows it.');
  });
});

describe('a list of brand products that is read in pages', () => {
  test('a list that is read in pages gives each product once for any page size, while products are created', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }),
        fc.constantFrom('createdAt', 'name', 'producedQuantity'),
        async (count, pageSize, later, sortBy) => {
          const mock = mockInProcess();
          let reads = 0;
          let made = 0;
          const make = async () => {
            const { status } = await mock.post('/brand-products', numbered(made++));
            expect(status).toBe(201);
          };
          for (let at = 0; at < count; at++) await make();
          const before = made;
          const opened = openReads(
            {
              origin: 'mock',
              async read(path) {
                if (later.includes(++reads)) await make();
                const reply = await mock.get(path);
                return reply.status === 200
                  ? { type: 'body', body: reply.json }
                  : {
                      type: 'failed',
                      answer: {
                        type: 'refused',
                        status: 400,
                        messages: [reply.text],
                        unknownReference: false,
                      },
                    };
              },
            },
            { limiter: new Limiter({ rate: 0, concurrency: 4 }, new FakeClock()) },
          );
          const found: string[] = [];
          for await (const next of v3Items(opened, { list: 'brandProducts', params: { sortBy }, pageSize })) {
            if ('item' in next) found.push(String(next.item.uniqueIdentifier));
          }
          expect(new Set(found).size).toBe(found.length);
          const expected = Array.from({ length: before }, (_, at) => numbered(at).uniqueIdentifier);
          expect(found).toEqual(expect.arrayContaining(expected as string[]));
          mock.store.close();
        },
      ),
      { numRuns: 40, seed: 27 },
    );
  });
});
