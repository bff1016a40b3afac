import { execFile } from 'node:child_process';
import { chmod, copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { folderWith, mockService, reportIn, TOKEN } from '../cli/commands/harness.ts';
import { runTrace } from './harness.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const ERP = path.join(ROOT, 'fixtures', 'mapped', 'erp-fr');
const FILES = ['FOURNISSEURS.csv', 'EMBALLAGES.csv', 'ARTICLES.csv', 'NOMENCLATURES.csv'];
const SANDBOX = 'https://sandbox.example.com';

interface Block {
  readonly section: string;
  readonly language: string;
  readonly lines: readonly string[];
}

/** The blocks of the page, in order. */
async function blocksOfPage(): Promise<Block[]> {
  const page = await readFile(path.join(ROOT, 'docs', 'nightly-job.md'), 'utf8');
  return page.split(/^## /m).flatMap((part) => {
    const section = part.slice(0, part.indexOf('\n'));
    return [...part.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
      section,
      language: language!,
      lines: text!.split('\n').filter((line) => line !== ''),
    }));
  });
}

/** Whether a line of the output is one of the page, where `…` is any text and lines of files may have other numbers. */
function matches(shown: string, line: string): boolean {
  const plain = (text: string) => text.replace(/\(line \d+\)/g, '(line N)');
  const parts = plain(shown)
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(plain(line));
}

/** Next month's export: one more column, and one more component of a fibre that was not there before. */
async function nextExport(file: string): Promise<void> {
  const lines = iconv
    .decode(await readFile(file), 'windows-1252')
    .trimEnd()
    .split('\r\n');
  const linen = lines.find((line) => line.includes(';Lin;100;'))!;
  lines.push(linen.replace(/^[^;]+/, 'TIS-CHA-0001').replace(';Lin;', ';Chanvre;'));
  const wider = lines.map((line, at) => `${line};${at === 0 ? 'Pays de filature' : 'France'}`);
  await writeFile(file, iconv.encode(`${wider.join('\r\n')}\r\n`, 'windows-1252'));
}

/** Runs a line of a crontab as cron does, on this machine. */
async function asCron(line: string, folder: string): Promise<number> {
  const places = {
    '/usr/local/bin/node': process.execPath,
    '/usr/local/lib/node_modules/supply-trace': ROOT,
    '/srv/erp': folder,
  };
  let command = /^(?:\S+ ){5}(.+)$/.exec(line)![1]!;
  for (const [from, to] of Object.entries(places)) {
    expect(command).toContain(from);
    command = command.replaceAll(from, to);
  }
  const env = { HOME: folder, PATH: '/usr/bin:/bin' };
  return promisify(execFile)('/bin/sh', ['-c', command], { cwd: '/', env }).then(
    () => 0,
    ({ code }: { code: number }) => code,
  );
}

/** Writes the lines of a block into the map file: over the line of the same key, or below the line in its comment. */
function withLines(map: string, { lines }: Block): string {
  let entries = map.split(/^(?= {2}- )/m);
  let entry = 0;
  let below = '';
  for (const line of lines) {
    const place = /^# (\S+), (?:in its entry|below (\S+)):$/.exec(line);
    if (place) {
      entry = entries.findIndex((text) => text.includes(place[1]!));
      below = place[2] === undefined ? 'kind: .*' : `${place[2]}:`;
      continue;
    }
    const key = line
      .trim()
      .split(': ')[0]!
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const own = new RegExp(`^ *(?:# *)?${key}: .*$`, 'm');
    const text = entries[entry]!;
    const edited = own.test(text)
      ? text.replace(own, line)
      : text.replace(new RegExp(`^ *${below}$`, 'm'), (found) => `${found}\n${line}`);
    entries = entries.with(entry, edited);
  }
  return entries.join('');
}

test.skipIf(process.platform === 'win32')(
  'every block of docs/nightly-job.md does what the page says',
  async () => {
    const mock = await mockService();
    const cwd = await folderWith({ token: `${TOKEN}\n` });
    await chmod(path.join(cwd, 'token'), 0o600);
    for (const file of [...FILES, '../materials.txt'])
      await copyFile(path.join(ERP, file), path.join(cwd, path.basename(file)));
    const mapFile = path.join(cwd, 'trace.map.yaml');
    // Without its pauses.
    const env = { HOME: cwd, TRACE_YES_TRUST: '', TRACE_SETTLE: '0', TRACE_RATE: '0' };

    let printed = '';
    let section = '';
    const blocks = await blocksOfPage();
    expect(blocks.map(({ language }) => language)).toEqual(
      expect.arrayContaining(['sh', 'text', 'yaml', 'crontab']),
    );
    for (const block of blocks) {
      if (block.section !== section && block.section === 'Next month')
        await nextExport(path.join(cwd, 'NOMENCLATURES.csv'));
      section = block.section;
      if (block.language === 'sh') {
        for (const line of block.lines) {
          const [command, code = '0'] = line.split(/ +# exit code /) as [string, string?];
          const ran = await runTrace(command.split(' ').slice(1), cwd, env);
          printed = `${ran.stdout}${ran.stderr}`.replaceAll(mock.url, SANDBOX);
          const codes = command.startsWith('trace map ') ? [0, 3] : [Number(code)];
          expect(codes, `${command}\n${printed}`).toContain(ran.code);
        }
      } else if (block.language === 'text') {
        const lines = printed.split('\n');
        for (const shown of block.lines) {
          const found = lines.some((line) => matches(shown, line));
          expect(found ? shown : printed.slice(-4000), shown).toBe(shown);
        }
      } else if (block.language === 'crontab') {
        expect(await asCron(block.lines[0]!, cwd)).toBe(0);
        const { exitCode } = await reportIn(cwd, 'last.json');
        expect(exitCode).toBe(0);
      } else if (block.lines[0]!.startsWith('# trace.config.yaml')) {
        const config = block.lines.join('\n').replace(SANDBOX, mock.url);
        await writeFile(path.join(cwd, 'trace.config.yaml'), `${config}\n`);
      } else {
        const map = await readFile(mapFile, 'utf8');
        await writeFile(mapFile, withLines(map, block));
      }
    }
    const cron = blocks.find(({ language }) => language === 'crontab')!.lines[0]!;
    expect(await asCron(cron, cwd)).toBe(0);
    const { totals } = await reportIn(cwd, 'last.json');
    expect(totals).toMatchObject({ created: 1, unchanged: 572 });
  },
);
