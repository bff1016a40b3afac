import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectEnd, sandboxFolder, TOKEN, trace } from './harness.ts';
import { csv, HEADS, purchase, world } from './purchases.ts';
import { csvOf, product, productBody, supplier, supplierBody } from './sheets.ts';

const BATCH = {
  'suppliers.csv': csvOf(supplier, [
    supplierBody('FRN-1'),
    supplierBody('FRN-2', { category: 'No such thing' }),
  ]),
  'products.csv': csvOf(product, [productBody('ROB-1', 'FRN-1'), productBody('ROB-2', 'FRN-2')]),
};
const IMPORT = ['import', ...Object.keys(BATCH), '--env', 'sandbox', '--skip-invalid'];

const imported = async (...flags: string[]) => {
  const { cwd } = await sandboxFolder(BATCH);
  const ran = await trace([...IMPORT, ...flags], { cwd });
  return { cwd, ran, read: (name: string) => readFile(path.join(cwd, name), 'utf8') };
};

/** The commands that a page advises. */
const commandsIn = (html: string): string[] =>
  [...html.matchAll(/<pre><code>trace ([^<]*)<\/code>/g)].map(([, words]) => words!);

describe('the page of a run', () => {
  test('the page of a run is written by --report and again by runs report --html, with the same content', async () => {
    const { cwd, ran, read } = await imported('--report', 'run.html');
    expectEnd(ran, 5, 'report: ');
    const html = await read('run.html');
    expect(html).toMatch(/id="blocked"[\s\S]*supplier FRN-2[\s\S]*<b>1 product<\/b>/);
    expect(html).toContain('The records in the terminal');
    expectEnd(await trace('runs report latest --html again.html', { cwd }), 0, 'report: again.html');
    expect(await read('again.html')).toBe(html);
    expect(html).not.toContain(TOKEN);
  });

  test('the page of a run advises commands that work', async () => {
    const { cwd, read } = await imported('--report', 'run.html');
    const commands = commandsIn(await read('run.html'));
    expect(commands.map((words) => words.split(' ').slice(0, 2).join(' '))).toEqual([
      ...['runs show', 'runs report', 'runs show', 'studies report'],
    ]);
    for (const words of commands) expect([words, (await trace(words, { cwd })).code]).toEqual([words, 0]);
    const rows = await readFile(path.join(cwd, commands[1]!.split(' ')[4]!), 'utf8');
    expect(rows.trimEnd().split('\n')).toHaveLength(5);
    expect(rows).toMatch(
      /product,ROB-2 [^\n]*,blocked,,supplier FRN-2 is invalid,0,[^\n]*products\.csv,products,3,/,
    );
  });

  test('the page of a run replaces the page of an earlier run, and no other page without --force', async () => {
    const { cwd, read } = await imported('--report', 'run.html');
    const first = await read('run.html');
    await trace([...IMPORT, '--report', 'run.html'], { cwd });
    expect(await read('run.html')).not.toBe(first);
    await writeFile(path.join(cwd, 'own.html'), '<!doctype html>\n<p>mine');
    expectEnd(await trace('runs report --html own.html', { cwd }), 2, 'not a report');
    expect(await read('own.html')).toContain('mine');
    expectEnd(await trace('runs report --html own.html --force', { cwd }), 0);
  });

  test('the page of a run is written after a dry run, and after a command that fails before its run', async () => {
    const { cwd } = await sandboxFolder(BATCH);
    await trace([...IMPORT, '--dry-run', '--report', 'dry.html'], { cwd });
    expect(await readFile(path.join(cwd, 'dry.html'), 'utf8')).toContain('not-attempted');
    const ran = await trace('import missing.csv --env sandbox --report failed.html', { cwd });
    expect(ran.code).toBe(2);
    const html = await readFile(path.join(cwd, 'failed.html'), 'utf8');
    expect(html).toMatch(/class="verdict bad"[\s\S]*missing\.csv/);
  });

  test('the page of a run has the language of the command', async () => {
    const { cwd, read } = await imported();
    await trace('runs report --html fr.html --lang fr', { cwd });
    expect(await read('fr.html')).toMatch(/<html lang="fr">[\s\S]*Enregistrements bloqués[\s\S]*--lang fr/);
  });

  test('runs report --rows refuses a file that is no table', async () => {
    const { cwd } = await imported();
    expectEnd(await trace('runs report --rows rows.html', { cwd }), 2, '--rows rows.html');
  });
});

describe('the changed fields on the page of a run', () => {
  const CHANGED = csv(HEADS, purchase('P-1', 'PO-NEW'), purchase('P-2', 'PO-P-2', '2026-05-01'));

  test('the changed fields on the page of a run are the same before and after the update, and after later ones', async () => {
    const { run, cwd } = await world({ 'changes.csv': CHANGED });
    const changes = async (name: string) =>
      /id="changes"[\s\S]*?<tbody>([\s\S]*?)<\/tbody>/.exec(
        await readFile(path.join(cwd, name), 'utf8'),
      )?.[1];
    await run('purchased-items', 'update', 'changes.csv', '--dry-run', '--report', 'before.html');
    const { report } = await run('purchased-items', 'update', 'changes.csv');
    await trace(['runs', 'report', report.run, '--html', 'after.html'], { cwd });
    const before = await changes('before.html');
    expect(before).toMatch(/&quot;PO-P-1&quot; → &quot;PO-NEW&quot;/);
    expect(before).toMatch(/&quot;2026-04-15&quot; → &quot;2026-05-01&quot;/);
    expect(await changes('after.html')).toBe(before);
    await writeFile(path.join(cwd, 'changes.csv'), csv(HEADS, purchase('P-1', 'PO-LAST')));
    const last = await run('purchased-items', 'update', 'changes.csv');
    await trace(['runs', 'report', report.run, '--html', 'later.html'], { cwd });
    await trace(['runs', 'report', last.report.run, '--html', 'last.html'], { cwd });
    expect(await changes('later.html')).toBe(before);
    expect(await changes('last.html')).toMatch(/&quot;PO-NEW&quot; → &quot;PO-LAST&quot;/);
  });
});
