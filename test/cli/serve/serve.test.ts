import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { uploadsOf } from '../../../src/cli/serve/check-upload.ts';
import type { Visit } from '../../../src/cli/serve/server.ts';
import { stateFiles } from '../../../src/import/state/state-files.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import { takeLock } from '../../../src/ledger/lock.ts';
import { dbOf } from '../../ledger/store-of.ts';
import { unbalanced } from '../../page/browser.ts';
import { createsOf, folderWith, sandboxFolder, trace } from '../commands/harness.ts';
import { csvOf, smallBatch, supplier, supplierBody } from '../commands/sheets.ts';
import { type Serving, serving, wordsOf } from './harness.ts';

afterEach(() => vi.unstubAllEnvs());

/** A folder in which a batch was imported, with one row that the service did not get. */
async function imported() {
  const files = {
    ...smallBatch(),
    'bad.csv': csvOf(supplier, [supplierBody('BAD', { category: 'WEAVNG' })]),
  };
  const { cwd, mock } = await sandboxFolder(files);
  const argv = ['import', ...Object.keys(files), '--env', 'sandbox', '--skip-invalid'];
  await trace(argv, { cwd });
  return { cwd, mock };
}

/** The status of a request with these headers, which `fetch` does not send. */
const statusWith = (to: string, headers: Record<string, string>, method = 'GET'): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(to, { headers, method }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    sent.on('error', reject).end();
  });

describe('who is let in', () => {
  test('a request without the token, with another host or from another site is refused', async () => {
    const { link, origin, root } = await serving(await folderWith());
    const opened = await fetch(link, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `${root}/`]);
    const set = opened.headers.get('set-cookie')!;
    expect(set).toMatch(new RegExp(`^trace-token=[\\w-]{32}; Path=${root}; HttpOnly; SameSite=Lax$`));
    const cookie = set.split(';')[0]!;
    const other = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const page = `${origin}${root}/check`;
    const { host } = new URL(origin);
    const statuses = await Promise.all([
      statusWith(page, { cookie }),
      statusWith(page, {}),
      statusWith(page, { cookie: other }),
      statusWith(`${origin}/?token=${'A'.repeat(32)}`, {}),
      statusWith(page, { cookie, host: 'evil.example' }),
      statusWith(page, { cookie, host: 'evil.example:80@127.0.0.1' }),
      statusWith(page, { cookie, origin: 'http://evil.example' }),
      statusWith(page, { cookie, origin: 'null' }, 'POST'),
      statusWith(page, { cookie }, 'POST'),
      statusWith(page, { cookie, origin: `http://${host}` }, 'POST'),
      statusWith(page, { cookie }, 'DELETE'),
      statusWith(`${origin}/check`, { cookie }),
      statusWith(`${origin}//evil.example/?token=x`, { cookie }),
    ]);
    expect(statuses).toEqual([200, 401, 401, 401, 403, 403, 403, 403, 403, 400, 405, 404, 404]);
  });

  test('each page has a policy that allows only its own script, and is not stored', async () => {
    const site = await serving(await folderWith());
    const { headers } = await site.get('check');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; .*script-src 'self'.*frame-ancestors 'none'$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await site.page('page.js')).toContain('EventSource');
    expect(site.said()).not.toContain(site.link.split('=')[1]);
  });

  test('a port that is taken is an error with a hint, and Ctrl-C ends with exit code 0', async () => {
    const cwd = await folderWith();
    const site = await serving(cwd);
    const taken = await trace(['serve', '--port', new URL(site.origin).port], { cwd });
    expect([taken.code, taken.stderr]).toEqual([2, expect.stringContaining('0 selects a free one')]);
    expect((await trace(['serve', '--port', '65536'], { cwd })).stderr).toContain('--port "65536"');
    expect(await site.stop()).toBe(0);
  });
});

describe('the pages', () => {
  test('runs, the page of a run and its findings by row are shown, and nothing is written or sent', async () => {
    const { cwd, mock } = await imported();
    const sent = createsOf(mock);
    const hash = async () =>
      createHash('sha256')
        .update(await readFile(path.join(cwd, '.trace', 'ledger.db')))
        .digest('hex');
    const before = await hash();
    const site = await serving(cwd);
    const list = await site.page('');
    const [, id] = /\/runs\/(\d{8}-\d{6}-\w+)"/.exec(list)!;
    expect(wordsOf(list)).toMatch(/sandbox \d{4}-\d\d-\d\d \d\d:\d\d .*created, 1 invalid/);
    const page = await site.page(`runs/${id}`);
    expect(unbalanced(page.replace(/<!--.*?-->/, ''))).toEqual([]);
    for (const part of ['records', 'findings', 'waves', 'files', 'commands', 'more'])
      expect(page).toContain(`id="${part}-head"`);
    const findings = await site.page(`runs/${id}/findings`);
    expect(wordsOf(findings)).toMatch(
      /Findings 1 to \d+ .*bad\.csv › \w+2 error "WEAVNG" is not in supplier\.category/,
    );
    const later = wordsOf(await site.page(`runs/${id}/findings?from=100`));
    expect(later).toContain('No findings. ');
    for (const [to, words] of [
      ['runs/nope', 'trace runs list'],
      ['nope', 'no such page'],
      ['jobs', 'no shared memory'],
      ['checks/nope', 'not kept any more'],
    ] as const)
      expect(wordsOf(await site.page(to))).toContain(words);
    await site.check({ 'suppliers.csv': csvOf(supplier, [supplierBody('NEW')]) });
    expect([await hash(), createsOf(mock)]).toEqual([before, sent]);
  });

  test('the page of studies has those of a run, read from the service', async () => {
    const { cwd } = await imported();
    const site = await serving(cwd, '--env sandbox');
    expect(wordsOf(await site.page('studies'))).toContain('the studies of sandbox from the service');
    const studies = await site.get('studies/page?run=latest');
    const html = await studies.text();
    expect([studies.status, html.match(/<section class="study/g)?.length ?? 0]).toEqual([
      200,
      expect.any(Number),
    ]);
    expect(html).toContain('<nav class="places"');
    expect(html).toContain(`${site.root}/page.js`);
    expect(wordsOf(await site.page('studies/page?batch=nope'))).toContain('the importation batch "nope"');
  });

  test('without a ledger, the page of runs says what to do, and files can be checked', async () => {
    const site = await serving(await folderWith());
    expect(wordsOf(await site.page(''))).toContain('trace import FILE');
    const checked = await site.check({ 'suppliers.csv': csvOf(supplier, [supplierBody('ONE')]) });
    expect(wordsOf(await checked.text())).toContain('no errors');
  });

  test.each([
    ['fr', 'Exécutions Vérifier des fichiers Études', 'Files'],
    ['de', 'Läufe Dateien prüfen Studien', 'Runs'],
  ])('the pages are in the language of --lang %s', async (lang, bar, english) => {
    const site = await serving(await folderWith(), `--lang ${lang}`);
    const html = await site.page('check');
    expect(html).toContain(`<html lang="${lang}">`);
    expect(wordsOf(html)).toContain(bar);
    expect(wordsOf(html)).not.toContain(english);
  });
});

/** The next events of a stream, until one has this name. */
async function eventsUntil(name: string, reader: AsyncIterator<string>): Promise<string> {
  let text = '';
  while (!text.includes(`event: ${name}`)) {
    const { done, value } = await reader.next();
    if (done) throw new Error(`the stream ended: ${text}`);
    text += value;
  }
  return text;
}

test('a run in progress is followed until its end, without a lock on its ledger', async () => {
  const { cwd } = await imported();
  const files = stateFiles(path.join(cwd, '.trace'));
  const started = { command: 'import', environment: 'sandbox', interface: 'v2', options: '{}' };
  const target = 'http://127.0.0.1:1';
  const lock = takeLock(files.lock(target));
  const ledger = Ledger.open(files.ledger);
  const { run, id } = ledger.runs.start({ ...started, target, startedAt: new Date().toISOString() });
  ledger.runs.storeStage(run, 'planned');
  const db = dbOf(ledger);
  const insert = db.prepare(
    "insert into records(run, kind, family, key, batch, body, hash, sheet_id, row, outcome) values (?, 'supplier', '', ?, '', '{}', '', 1, 2, ?)",
  );
  for (const at of Array(8).keys()) insert.run(run, `K-${at}`, at < 3 ? 'created' : null);
  const site = await serving(cwd);
  expect(wordsOf(await site.page(''))).toContain('in progress 3 of 8 records have an outcome');
  const page = await site.page(`runs/${id}`);
  expect(page).toContain(`data-live="${site.root}/live/runs/${id}"`);
  expect(page).toContain('role="status"');
  expect(wordsOf(page)).toContain('Environment sandbox Started (UTC) 20');
  const stream = (await site.get(`live/runs/${id}`)).body!.pipeThrough(new TextDecoderStream());
  const events = stream[Symbol.asyncIterator]();
  const first = await eventsUntil('said', events);
  expect(wordsOf(first)).toContain('3 of 8 records have an outcome created 3');
  expect(first).toContain('data: 30% of the records');
  // The importing process can write and check its log in while the page is open.
  db.exec("update records set outcome = 'created' where outcome is null; pragma wal_checkpoint(truncate)");
  ledger.runs.finish(run, new Date().toISOString(), 0, '{"text":"all done","next":null}');
  lock[Symbol.dispose]();
  ledger.close();
  expect(wordsOf(await eventsUntil('ended', events))).toContain('8 of 8 records have an outcome');
  expect(wordsOf(await site.page(`runs/${id}`))).toContain('all done');
  expect(await site.stop()).toBe(0);
});

describe('files that are checked', () => {
  /** The folder of temporary files, which is empty after each check. */
  async function withTemporary(): Promise<{ site: Serving; left: () => Promise<string[]> }> {
    const [cwd, temporary] = [await folderWith(), await folderWith()];
    vi.stubEnv('TMPDIR', temporary).stubEnv('TEMP', temporary);
    return { site: await serving(cwd), left: () => readdir(temporary) };
  }

  test.each([
    ['a damaged workbook', 'batch.xlsx', Buffer.from('PK\u0003\u0004 and no more'), 'file-unreadable'],
    ['an empty file', 'suppliers.csv', '', 'file-empty'],
    ['an image', 'scan.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'file-format'],
    [
      'a wrong value',
      'suppliers.csv',
      csvOf(supplier, [supplierBody('A', { category: 'WEAVNG' })]),
      'not-in-list',
    ],
  ])('%s is a finding with its cell, and no file stays on the disk', async (_, name, content, code) => {
    const { site, left } = await withTemporary();
    const response = await site.check({ [name]: content });
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(unbalanced(html.replace(/<!--.*?-->/, ''))).toEqual([]);
    const words = wordsOf(html);
    expect(words).toContain(`Check of ${name}`);
    expect(words).toMatch(new RegExp(`Findings by row .*${name}.* error .*${code}`));
    expect(html).not.toContain('trace-serve-');
    expect(await left()).toEqual([]);
  });

  test('the annotated copies of several files can be downloaded, whatever their names', async () => {
    const { site, left } = await withTemporary();
    const bad = csvOf(supplier, [supplierBody('A', { category: 'WEAVNG' })]);
    const html = await (
      await site.check({ 'a/../../../<b>é".csv': bad, 'same.csv': bad, 'CON.csv': bad })
    ).text();
    expect(html).not.toContain('<b>é');
    const links = [...html.matchAll(/href="([^"]+\/checks\/[^"]+\/\d)">([^<]*)</g)];
    expect(links.map(([, , name]) => name)).toEqual([
      '_b_é_-annotated.xlsx',
      'same-annotated.xlsx',
      '_CON-annotated.xlsx',
    ]);
    const copy = await site.get(links[0]![1]!);
    expect(copy.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''_b_%C3%A9_-annotated.xlsx",
    );
    const bytes = Buffer.from(await copy.arrayBuffer());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(await left()).toEqual([]);
    vi.unstubAllEnvs();
    const again = await folderWith({ 'copy.xlsx': bytes });
    expect((await trace(['check', 'copy.xlsx'], { cwd: again })).stdout).toContain('[not-in-list]');
  });

  test('for an export of another system, the page names the command that maps it', async () => {
    const { site } = await withTemporary();
    const rows = 'Fournisseur Réf;Raison sociale;Pays;Ville;Courriel\nF1;Filature;FR;Lyon;a@b.example\n';
    const words = wordsOf(await (await site.check({ 'export.csv': rows })).text());
    expect(words).toContain('trace map export.csv');
  });

  test('an upload that is too large, empty or malformed is an error with what to do', async () => {
    const upload = async (bytes: string, type: string, most: number) => {
      const sent = Object.assign(Readable.from([Buffer.from(bytes)]), { headers: { 'content-type': type } });
      return uploadsOf(sent as unknown as Visit['request'], most);
    };
    await expect(upload('x'.repeat(2000), 'x/y', 0.001)).rejects.toMatchObject({ code: 'upload-size' });
    await expect(upload('x', 'multipart/form-data; boundary=y', 1)).rejects.toMatchObject({
      code: 'upload-malformed',
    });
    const empty = new Response(new FormData());
    const type = empty.headers.get('content-type')!;
    await expect(upload(await empty.text(), type, 1)).rejects.toMatchObject({ code: 'upload-empty' });
  });

  test('only the last checks are kept, and the configuration of the folder applies', async () => {
    const site = await serving(await folderWith({ 'trace.config.yaml': 'ignoreColumns: [Extra]\n' }));
    const rows = csvOf(supplier, [supplierBody('A')])
      .replace('\n', ',Extra\n')
      .replace(/\n$/, ',x\n');
    const first = await site.check({ 'a.csv': rows });
    expect(wordsOf(await first.text())).toContain('1 column with 1 value ignored');
    const { pathname } = new URL(first.url);
    for (const _ of Array(5).keys()) await site.check({ 'b.csv': '' });
    expect(wordsOf(await site.page(pathname))).toContain('not kept any more');
  });
});
