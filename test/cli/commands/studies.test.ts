import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import type { Body } from '../../../src/contract/kind.ts';
import { GRAINS } from '../../../src/read/tables/table.ts';
import { expectEnd, expectSaid, TOKEN, trace } from './harness.ts';
import { IN_SANDBOX, imported, importedWithStop, linesOf, onScreen, textIn } from './reads-world.ts';
import { productBody } from './sheets.ts';

const keysOf = (lines: readonly Record<string, unknown>[]) =>
  lines.map(({ productRef, colorCode }) => `${productRef} ${colorCode}`).sort();

const ALL = ['ROB-2 ECRU', 'ROB-3 ECRU', 'ROB/1 é ECRU', 'ROB/1 é NOIR'];

/** The formats besides CSV. */
const FORMATS = ['json', 'ndjson', 'xlsx', 'parquet'];

async function exported(cwd: string, ...flags: readonly string[]) {
  const ran = await trace(['studies', 'export', ...flags, ...IN_SANDBOX], { cwd });
  return { ...ran, last: ran.stderr.trim().split('\n').at(-1) ?? '' };
}

describe('trace studies show and showcase', () => {
  test('find a study by its id or by its three references, and print it in the languages of --data-lang', async () => {
    const { cwd } = await imported();
    const [first] = await linesOf(['studies', 'list', '--color', 'NOIR'], cwd);
    const id = String(first!.id);
    const [study] = await linesOf(['studies', 'show', id, '--data-lang', 'fr'], cwd);
    expect(study).toMatchObject({ id, colorCode: 'NOIR' });
    expect(Object.keys((study!.agecClaims as { microfibers: object }).microfibers)).toEqual(['fr']);
    const triple = ['--collection', 'SS27', '--product-ref', 'ROB/1 é', '--color', 'NOIR'];
    expect(await linesOf(['studies', 'show', ...triple, '--data-lang', 'fr'], cwd)).toEqual([study]);
    const card = await onScreen(['studies', 'show', id, '--data-lang', 'fr'], cwd, 90);
    expect([card.code, card.stdout]).toEqual([0, expect.stringContaining('ROB/1 é')]);
    expect(card.stdout.trim().split('\n').length).toBeGreaterThan(20);
    const [showcase] = await linesOf(['studies', 'showcase', id], cwd);
    expect(showcase).toMatchObject({ sku: 'ROB/1 é', color: 'NOIR' });
  });

  test('reject an id whose collection, product or colour is not the one of the flags', async () => {
    const { cwd } = await imported();
    const [first] = await linesOf(['studies', 'list', '--color', 'NOIR'], cwd);
    const id = String(first!.id);
    for (const flags of [
      ['--collection', 'SS27'],
      ['--product-ref', 'ROB/1 é', '--color', 'NOIR'],
    ]) {
      expect(await linesOf(['studies', 'show', id, ...flags], cwd)).toMatchObject([{ id }]);
    }
    for (const [flag, other] of [
      ['--collection', 'Été 27'],
      ['--product-ref', 'ROB-2'],
      ['--color', ''],
    ] as const) {
      const { code, stdout, stderr } = await trace(['studies', 'show', id, flag, other, ...IN_SANDBOX], {
        cwd,
      });
      expect([code, stdout]).toEqual([2, '']);
      expectSaid(stderr, `not "${other}"`, 'trace studies list');
    }
  });

  test.each<[argv: string[], text: RegExp]>([
    [['show', 'none'], /no study none \(HTTP 404.*trace studies list --env sandbox/],
    [['showcase', 'none'], /HTTP 404.*trace studies list/],
  ])('advise studies list for an unknown id: %j', async (argv, text) => {
    const { cwd } = await imported();
    expectEnd(await trace(['studies', ...argv, ...IN_SANDBOX], { cwd }), 2, text);
  });
});

describe('trace studies export', () => {
  test('writes every grain as CSV, and every other format', async () => {
    const { cwd } = await imported();
    const files = [...GRAINS.map((grain) => [grain, 'csv']), ...FORMATS.map((format) => ['study', format])];
    for (const [grain, format] of files) {
      const file = `by-${grain}.${format}`;
      const { code, last } = await exported(cwd, '--grain', grain!, '--out', file);
      expect([file, code, last]).toEqual([file, 0, `4 studies in ${file}.`]);
      const { size } = await stat(path.join(cwd, file));
      expect(size).toBeGreaterThan(0);
    }
    const study = JSON.parse(await textIn(cwd, 'by-study.json')) as Record<string, unknown>[];
    expect(keysOf(study)).toEqual(ALL);
    expect((await textIn(cwd, 'by-study.csv')).trim().split('\n')).toHaveLength(5);
    expect((await textIn(cwd, 'by-component.csv')).trim().split('\n')).toHaveLength(4);
  });

  test('writes a CSV for each grain into a folder, with the same bytes each time, or for a French Excel', async () => {
    const { cwd } = await imported();
    expect((await exported(cwd, '--out', 'out/')).last).toBe('4 studies in out/.');
    expect((await readdir(path.join(cwd, 'out'))).sort()).toEqual(
      GRAINS.map((grain) => `${grain}.csv`).sort(),
    );
    const before = await textIn(cwd, 'out', 'step.csv');
    await exported(cwd, '--out', 'out/');
    expect(await textIn(cwd, 'out', 'step.csv')).toBe(before);
    await exported(cwd, '--out', 'fr/', '--excel', 'fr', '--format', 'csv');
    expect(await textIn(cwd, 'fr', 'study.csv')).toMatch(/^\ufeff[^,]+;/);
  });

  test('studies export without --out writes a folder of CSV, or one file of the chosen format', async () => {
    const { cwd } = await imported();
    expect((await exported(cwd)).last).toBe('4 studies in trace-studies/.');
    expect(await readdir(path.join(cwd, 'trace-studies'))).toHaveLength(GRAINS.length);
    expect((await exported(cwd, '--format', 'xlsx')).last).toBe('4 studies in trace-studies.xlsx.');
  });

  test('creates missing folders, and takes an existing one with a dot in its name as a folder', async () => {
    const { cwd } = await imported();
    expect((await exported(cwd, '--grain', 'study', '--out', 'new/deep/s.csv')).code).toBe(0);
    expect(await readdir(path.join(cwd, 'new', 'deep'))).toEqual(['s.csv']);
    await mkdir(path.join(cwd, 'v1.2'));
    expect((await exported(cwd, '--out', 'v1.2')).code).toBe(0);
    expect(await readdir(path.join(cwd, 'v1.2'))).toHaveLength(GRAINS.length);
  });

  test('writes all studies of a product by its reference, and lists a reference that nobody has', async () => {
    const { cwd } = await imported();
    const { last } = await exported(cwd, 'ROB/1 é', 'ROB-2', '--out', 's.json');
    expect(last).toBe('3 studies in s.json.');
    expect(keysOf(JSON.parse(await textIn(cwd, 's.json')))).toEqual(ALL.filter((key) => !/ROB-3/.test(key)));
    expect((await exported(cwd, 'ROB-3', '--showcase', '--out', 'show.json')).last).toBe(
      '1 showcase in show.json.',
    );
    expect((await exported(cwd, 'ROB-3', 'NOPE', '--out', 't.json')).code).toBe(5);
    expect(await textIn(cwd, 't.problems.csv')).toContain('NOPE,,404,');
  });

  test('writes a folder of Parquet, and one grain as a file; standard output is refused', async () => {
    const { cwd } = await imported();
    expect((await exported(cwd, '--format', 'parquet', '--out', 'pq/')).last).toBe('4 studies in pq/.');
    expect(await readdir(path.join(cwd, 'pq'))).toEqual(GRAINS.map((grain) => `${grain}.parquet`).toSorted());
    await exported(cwd, '--grain', 'impact', '--out', 'impacts.parquet', '--lang', 'fr');
    const bytes = await readFile(path.join(cwd, 'impacts.parquet'));
    const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    await exported(cwd, '--grain', 'impact', '--out', 'impacts.json');
    expect(rows).toEqual(JSON.parse(await textIn(cwd, 'impacts.json')));
    expect((await exported(cwd, '--grain', 'impact', '--format', 'parquet', '--out', '-')).code).toBe(2);
  });

  test('--showcase writes the showcases of the selected studies', async () => {
    const { cwd } = await imported();
    expect((await exported(cwd, '--showcase', '--batch', 'B2', '--out', 's.json')).code).toBe(0);
    expect(JSON.parse(await textIn(cwd, 's.json'))).toMatchObject([{ sku: 'ROB-3' }]);
    expect((await exported(cwd, '--showcase', '--out', 's/')).last).toContain('4 showcases');
  });

  test('--changed-since-last writes only studies that changed since the last export', async () => {
    const { cwd, mock } = await imported();
    const flags = ['--format', 'ndjson', '--out', '-', '--changed-since-last'];
    expect((await exported(cwd, ...flags)).stdout.trim().split('\n')).toHaveLength(4);
    const none = await exported(cwd, ...flags);
    expect([none.stdout, none.last]).toEqual(['', expect.stringContaining('4 unchanged')]);
    const [{ id } = {}] = await linesOf(['studies', 'list', '--color', 'NOIR'], cwd);
    await fetch(`${mock.url}/__mock/studies/${id}/state`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ state: 'PUBLISHED' }),
    });
    const one = await exported(cwd, ...flags);
    expect(JSON.parse(one.stdout)).toMatchObject({ id, state: 'PUBLISHED' });
    expect((await exported(cwd, ...flags, '--data-lang', 'fr')).stdout.trim().split('\n')).toHaveLength(4);
  });

  test('--changed-since-last keeps a file if nothing changed, and never replaces a complete export', async () => {
    const { cwd, mock } = await imported();
    const out = ['--grain', 'study', '--out', 'out/all.csv'];
    expect((await exported(cwd, ...out)).code).toBe(0);
    const whole = await textIn(cwd, 'out', 'all.csv');
    const changes = [...out, '--changed-since-last'];
    const none = await exported(cwd, ...changes);
    expect([none.code, none.last]).toEqual([
      0,
      'nothing changed since the last export: out/all.csv stays as it is, 4 studies unchanged.',
    ]);
    const [{ id } = {}] = await linesOf(['studies', 'list', '--color', 'NOIR'], cwd);
    const publish = (state: string) =>
      fetch(`${mock.url}/__mock/studies/${id}/state`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ state }),
      });
    await publish('PUBLISHED');
    const refused = await exported(cwd, ...changes);
    expectEnd(
      refused,
      2,
      /all\.csv contains a complete export: --changed-since-last would replace it with only the records that changed \(1 of 4\)\.*\n?.*Next: trace studies export --resume --out FILE --env sandbox/,
    );
    expect(await textIn(cwd, 'out', 'all.csv')).toBe(whole);
    const elsewhere = await exported(cwd, '--resume', '--out', 'changes.csv');
    const expected = [0, '1 study in changes.csv, 3 unchanged since the last export and skipped.'];
    expect([elsewhere.code, elsewhere.last]).toEqual(expected);
    expect((await textIn(cwd, 'changes.csv')).trim().split('\n')).toHaveLength(2);
    await publish('COMPLETED');
    const night = ['--grain', 'study', '--out', 'changes.csv', '--changed-since-last'];
    expect((await exported(cwd, ...night)).last).toBe(
      '1 study in changes.csv, 3 unchanged since the last export and skipped; they replaced the rows of that export.',
    );
    await publish('PUBLISHED');
    expect((await exported(cwd, ...changes, '--force')).code).toBe(0);
    expect((await textIn(cwd, 'out', 'all.csv')).trim().split('\n')).toHaveLength(2);
  });

  test('replaces its own unchanged file, and a file of a person only with --force', async () => {
    const { cwd } = await imported();
    await writeFile(path.join(cwd, 'mine.json'), 'my own work');
    expectEnd(await exported(cwd, '--out', 'mine.json'), 2, '--force');
    expect(await textIn(cwd, 'mine.json')).toBe('my own work');
    expect((await exported(cwd, '--out', 'mine.json', '--force')).code).toBe(0);
    expect((await exported(cwd, '--out', 'mine.json')).code).toBe(0);
    await writeFile(path.join(cwd, 'mine.json'), `${await textIn(cwd, 'mine.json')} edited`);
    expect((await exported(cwd, '--out', 'mine.json')).code).toBe(2);
  });

  test.skipIf(process.platform === 'win32')(
    'trace studies export never writes through a link, even with --force',
    async () => {
      const { cwd } = await imported();
      await writeFile(path.join(cwd, 'mine.json'), 'my own work');
      await symlink(path.join(cwd, 'mine.json'), path.join(cwd, 'link.json'));
      expectEnd(await exported(cwd, '--out', 'link.json', '--force'), 2, 'is a link');
      expect(await textIn(cwd, 'mine.json')).toBe('my own work');
    },
  );

  test('trace studies export lists a study that fails in a file of problems, and exits with 5', async () => {
    let gone = '';
    const { cwd } = await imported({
      before: ({ path: asked }) =>
        gone !== '' && asked.includes(gone) ? new Response('{"message":"gone"}', { status: 404 }) : null,
    });
    const [{ id } = {}] = await linesOf(['studies', 'list', '--color', 'NOIR'], cwd);
    gone = String(id);
    const { code, last, stderr } = await exported(cwd, '--out', 's.json');
    expect(code).toBe(5);
    expect(last).toMatch(
      new RegExp(
        `3 studies in s\\.json; 1 problem listed in .*s\\.problems\\.csv.*trace studies show ${id} --env sandbox`,
      ),
    );
    expect(stderr).toContain(`study ${id}, ROB/1 é: the service does not have it (HTTP 404)`);
    const [head, row] = (await textIn(cwd, 's.problems.csv')).split(/\r?\n/);
    expect(head).toBe('studyId,productRef,status,error,what to do');
    expect(row).toContain(`${id},ROB/1 é,404,`);
    const onStdout = await exported(cwd, '--out', '-', '--format', 'ndjson');
    const expected = [5, 3, expect.stringContaining('1 problem listed above')];
    expect([onStdout.code, onStdout.stdout.trim().split('\n').length, onStdout.last]).toEqual(expected);
  });

  test('exits with 4 for a rejected token, writes nothing and names the next command', async () => {
    const { cwd } = await imported();
    const { code, stderr } = await trace(['studies', 'export', '--out', 'o/', ...IN_SANDBOX], {
      cwd,
      env: { SANDBOX_TOKEN: 'another-token-0123' },
    });
    expectEnd({ code, stderr }, 4, 'trace env check sandbox');
    expect(await readdir(cwd)).not.toContain('o');
  });

  test('exits with 130 if it is interrupted, and names the command that resumes it', async () => {
    const { cwd, mock, signal } = await importedWithStop();
    const argv = ['studies', 'export', '--out', 'o/', ...IN_SANDBOX];
    expectEnd(await trace(argv, { cwd, signal }), 130, 'Next: trace studies export --resume');
    const before = mock.stats().requests;
    const other = await exported(cwd, '--resume', '--color', 'NOIR');
    expect([other.code, other.last]).toEqual([2, expect.stringContaining('no other filters')]);
    expectEnd(await exported(cwd, '--resume', '--out', 'p/'), 0, '2 studies fetched already');
    expect(mock.stats().requests - before).toBe(2);
    expect(await readdir(path.join(cwd, 'p'))).toHaveLength(GRAINS.length);
  });

  test('exits with 7 if the service cannot be reached', async () => {
    const { cwd, mock } = await imported();
    await mock.close();
    expectEnd(await exported(cwd, '--out', 'o/'), 7, '--resume');
  }, 20_000);
});

test('studies export from an embedded mock without data creates no data file', async () => {
  const { cwd } = await imported();
  const { code, stderr } = await trace(['studies', 'export', '--out', 'o/', '--state-dir', 'other'], { cwd });
  expectEnd({ code, stderr }, 0, 'no studies in o/');
  expect(await readdir(path.join(cwd, 'other'))).toEqual(['exports']);
});

describe('trace studies report', () => {
  test('writes one page with the selected studies', async () => {
    const { cwd } = await imported();
    const { code, stderr } = await trace(
      ['studies', 'report', '--batch', 'B1', '--out', 'r.html', ...IN_SANDBOX],
      { cwd },
    );
    expectEnd({ code, stderr }, 0, '3 studies in r.html.');
    const page = await textIn(cwd, 'r.html');
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain('ROB/1 é');
    expect(page).not.toContain('ROB-3');
  });
});

test('--color "" selects products without a colour, in every command of studies and products', async () => {
  const { cwd, mock } = await imported();
  for (const productColorCode of ['', 'ECRU'])
    expect(
      await sentTo(mock, productBody('SANS-1', 'FRN-1', { productCollectionRef: 'SS27', productColorCode })),
    ).toBe(201);
  const without = ['--color', ''];
  const studies = await linesOf(['studies', 'list', ...without], cwd);
  expect(studies).toMatchObject([{ productRef: 'SANS-1', colorCode: 'DEFAULT' }]);
  expect(await linesOf(['products', 'list', ...without], cwd)).toMatchObject([{ ref: ['SANS-1'] }]);
  const triple = ['--collection', 'SS27', '--product-ref', 'SANS-1', ...without];
  expect(await linesOf(['studies', 'show', ...triple], cwd)).toMatchObject([{ id: studies[0]!.id }]);
  expect(await linesOf(['studies', 'list', ...triple], cwd)).toEqual(studies);
  expect((await exported(cwd, ...without, '--out', 'w.json')).last).toBe('1 study in w.json.');
});

async function sentTo({ url }: { url: string }, { productColorCode, ...body }: Body): Promise<number> {
  const { status } = await fetch(`${url}/v2/products`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(productColorCode === '' ? body : { ...body, productColorCode }),
  });
  return status;
}
