import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { draftIn } from '../../src/drafts.ts';
import { folderWith } from '../cli/commands/harness.ts';
import { IN_SANDBOX, imported } from '../cli/commands/reads-world.ts';
import { SMALL_BATCH, smallBatch } from '../cli/commands/sheets.ts';
import { runBinary, runTrace } from './harness.ts';

const BATCH = fileURLToPath(new URL('../../fixtures/batch/maison-aurore.xlsx', import.meta.url));
const MAP = 'version: 1\nsheets:\n  - { sheet: "*", kind: supplier }\n';

describe('--force', () => {
  test('--force never replaces a configuration, ledger, backup, lock, map file or approval, whatever command writes', async () => {
    const { cwd } = await imported();
    await mkdir(join(cwd, 'other'));
    const [lock] = (await readdir(join(cwd, '.trace', 'locks'))).filter((name) => name.endsWith('.lock'));
    await writeFile(join(cwd, 'own.yaml'), await readFile(join(cwd, 'trace.config.yaml')));
    for (const [name, text] of Object.entries({
      'trace.config.json': '{}',
      'trace.map.yaml': MAP,
      'export.map.yaml': MAP,
      'trace.contract.sandbox.json': '{}',
      'approved.json': '{}',
    }))
      await writeFile(join(cwd, 'other', name), text);
    const ledger = join(cwd, '.trace', 'ledger.db');
    await copyFile(ledger, join(cwd, 'other', 'copy.xlsx'));
    await copyFile(ledger, join(cwd, 'other', 'copy.html'));
    await copyFile(BATCH, join(cwd, 'mine.xlsx'));
    await writeFile(join(cwd, 'foreign.csv'), 'Lieferantennummer;Firma;Land\nF-1;Tessitura;Italien\n');
    const outputs: readonly (readonly [string, readonly string[]])[] = [
      ...[
        'trace.config.yaml',
        'own.yaml',
        'other/trace.config.json',
        '.trace/ledger.db',
        '.trace/ledger.backup.db',
        `.trace/locks/${lock}`,
        'other/trace.map.yaml',
        'other/export.map.yaml',
        'other/trace.contract.sandbox.json',
        'other/approved.json',
      ].map((file) => [file, ['runs', 'report', '--out', file]] as const),
      ['trace.config.yaml', ['import', ...SMALL_BATCH, ...IN_SANDBOX, '--report', 'trace.config.yaml']],
      ['other/copy.xlsx', ['check', 'mine.xlsx', '--annotate', 'other/copy.xlsx']],
      ['other/copy.xlsx', ['fix', 'mine.xlsx', '--out', 'other/copy.xlsx']],
      ['other/copy.xlsx', ['template', '--out', 'other/copy.xlsx']],
      ['other/copy.xlsx', ['template', '--onto', 'mine.xlsx', '--out', 'other/copy.xlsx']],
      ['other/copy.xlsx', ['studies', 'export', '--out', 'other/copy.xlsx', ...IN_SANDBOX]],
      ['other/trace.config.json', ['studies', 'export', '--out', 'other/trace.config.json', ...IN_SANDBOX]],
      ['other/copy.html', ['studies', 'report', '--out', 'other/copy.html', ...IN_SANDBOX]],
      ['other/copy.xlsx', ['runs', 'undo', '--out', 'other/copy.xlsx']],
      ['own.yaml', ['map', 'foreign.csv', '--yes', '--out', 'own.yaml']],
    ];
    for (const [file, argv] of outputs) {
      const before = await readFile(join(cwd, file));
      const { code, stderr } = await runTrace([...argv, '--force'], cwd);
      expect([argv, code, stderr]).toEqual([argv, 2, expect.stringContaining('which trace never replaces')]);
      expect(before.equals(await readFile(join(cwd, file)))).toBe(true);
    }
  });
});

/** Configuration files that cannot be recognised by their name or by their first line. */
const ENVIRONMENT = `{ baseUrl: 'http://127.0.0.1:9', tokenFile: 'key.txt' }`;
const SETTINGS: Readonly<Record<string, string | Buffer>> = {
  'flow.yaml': `{ ignoreColumns: [Notes], environments: { sandbox: ${ENVIRONMENT} } }`,
  'line.json': '{"ignoreColumns":["Notes"],"environments":{"sandbox":{"baseUrl":"http://127.0.0.1:9"}}}',
  'mark.yaml': `\u{feff}environments: { sandbox: ${ENVIRONMENT} }`,
  'late.yaml': `# ${'-'.repeat(20_000)}\nenvironments: { sandbox: ${ENVIRONMENT} }`,
  'wide.yaml': Buffer.from(`\u{feff}environments: { sandbox: ${ENVIRONMENT} }`, 'utf16le'),
  'other.yaml': 'ignoreColumns: [Notes]',
};
const MAPS: Readonly<Record<string, string>> = {
  'flow.map': '{ version: 1, sheets: [{ sheet: "*", kind: supplier }] }',
  'line.map': '{"version":1,"sheets":[{"sheet":"*","kind":"supplier"}]}',
  'mark.map': `\u{feff}${MAP}`,
  'late.map': `version: 1\n# ${'-'.repeat(20_000)}\nsheets: [{ sheet: "*", kind: supplier }]`,
};

test('--report with --force never replaces the configuration, map or token file of the run, whatever its format', async () => {
  const cwd = await folderWith({
    ...smallBatch(),
    ...SETTINGS,
    ...MAPS,
    'key.txt': 'a-token-of-the-sandbox',
  });
  const cases = [
    ...Object.keys(SETTINGS).map((file) => [file, '--config', file]),
    ...Object.keys(MAPS).map((file) => [file, '--map', file]),
    ['key.txt', '--config', 'flow.yaml'],
  ];
  for (const [file = '', ...settings] of cases) {
    const before = await readFile(join(cwd, file));
    const argv = ['import', ...SMALL_BATCH, ...settings, '--dry-run', '--report', file, '--force'];
    const { stderr } = await runTrace(argv, cwd);
    expect([file, stderr]).toEqual([file, expect.stringContaining('which trace never replaces')]);
    expect(before.equals(await readFile(join(cwd, file)))).toBe(true);
  }
});

describe.skipIf(process.platform === 'win32')('an output with data', () => {
  test('an output with data can be read only by its owner, like the folders that are created for it', async () => {
    const { cwd } = await imported();
    await copyFile(BATCH, join(cwd, 'mine.xlsx'));
    for (const argv of [
      ['check', 'mine.xlsx', '--annotate', 'annotated.xlsx'],
      ['fix', 'mine.xlsx', '--out', 'fixed.xlsx'],
      ['template', '--onto', 'mine.xlsx', '--out', 'onto.xlsx'],
      ['studies', 'export', '--out', 'one.csv', '--grain', 'study', ...IN_SANDBOX],
      ['studies', 'export', '--out', 'one.xlsx', ...IN_SANDBOX],
      ['studies', 'export', '--out', 'new/deep/', '--format', 'json', ...IN_SANDBOX],
      ['studies', 'report', '--out', 'page.html', ...IN_SANDBOX],
    ]) {
      const { code, stderr } = await runTrace(argv, cwd);
      expect([argv, code, stderr]).toEqual([argv, 0, expect.any(String)]);
    }
    const mode = async (name: string) => [name, ((await stat(join(cwd, name))).mode & 0o777).toString(8)];
    const files = ['annotated.xlsx', 'fixed.xlsx', 'onto.xlsx', 'one.csv', 'one.xlsx', 'page.html'];
    for (const name of files) expect(await mode(name)).toEqual([name, '600']);
    for (const name of ['new', 'new/deep']) expect(await mode(name)).toEqual([name, '700']);
    for (const name of await readdir(join(cwd, 'new', 'deep')))
      expect(await mode(join('new', 'deep', name))).toEqual([expect.any(String), '600']);
  });

  test('an output that a killed process left incomplete is removed by the next run, and that of a living process is kept', async () => {
    const cwd = await folderWith();
    const ended = spawnSync('true').pid;
    const living = draftIn(cwd, '0123456789abcdef');
    const left = living.replace(`.${process.pid}-`, `.${ended}-`);
    expect(left).not.toBe(living);
    const elsewhere = living.replace(/[0-9a-f]{8}\.\d+/, `ffffffff.${ended}`);
    for (const path of [living, left, elsewhere]) await writeFile(path, 'half a file');
    expect((await runTrace(['template', '--out', 'blank.xlsx'], cwd)).code).toBe(0);
    expect((await readdir(cwd)).map((name) => join(cwd, name)).sort()).toEqual(
      [living, elsewhere, join(cwd, 'blank.xlsx')].sort(),
    );
  });
});

/** Kills the process that imports this module before it gives a complete file its name. */
const KILLED = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const killing = (call) => (from, ...more) => {
  if (/[.]trace-[^/]*[.]tmp$/.test(from)) process.kill(process.pid, 'SIGKILL');
  return call(from, ...more);
};
for (const name of ['rename', 'link']) {
  fs[name + 'Sync'] = killing(fs[name + 'Sync']);
  fs.promises[name] = killing(fs.promises[name]);
}
syncBuiltinESMExports();
`;

test.skipIf(process.platform === 'win32')(
  'the temporary file of a run that was killed while writing is removed by the next run in that folder',
  async () => {
    const cwd = await folderWith({ 'killed.mjs': KILLED });
    const argv = ['template', '--out', 'blank.xlsx'];
    const preload = { NODE_OPTIONS: `--import ${pathToFileURL(join(cwd, 'killed.mjs'))}` };
    const killed = await runBinary(argv, cwd, preload);
    expect([killed.signal, (await readdir(cwd)).filter((name) => name.endsWith('.tmp'))]).toEqual([
      'SIGKILL',
      [expect.stringMatching(/^\.trace-/)],
    ]);
    expect((await runTrace(argv, cwd)).code).toBe(0);
    expect((await readdir(cwd)).sort()).toEqual(['blank.xlsx', 'killed.mjs']);
  },
);

test.each(['HOME', 'TRACE_HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'APPDATA', 'LOCALAPPDATA'])(
  'a relative path in the variable %s is refused, so that a folder cannot approve itself',
  async (name) => {
    const cwd = await folderWith(smallBatch());
    await mkdir(join(cwd, 'own'));
    const { code, stderr } = await runTrace(['check', ...SMALL_BATCH], cwd, { [name]: 'own' });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`The variable ${name} is own`)]);
    const mock = await runTrace(['import', ...SMALL_BATCH], cwd, { [name]: './own' });
    expect([mock.code, mock.stderr]).toEqual([2, expect.stringContaining(`Set ${name} to a whole path`)]);
    expect(await readdir(join(cwd, 'own'))).toEqual([]);
  },
);
