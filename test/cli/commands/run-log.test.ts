import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectEnd, folderWith, sandboxFolder, TOKEN, trace } from './harness.ts';
import { csvOf, SMALL_BATCH, smallBatch, supplier, supplierBody } from './sheets.ts';

const ONE = { 'suppliers.csv': csvOf(supplier, [supplierBody('SUP-1')]) };

async function linesOf(cwd: string, name = 'night.log') {
  const text = await readFile(path.join(cwd, name), 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  expect(text).not.toContain(TOKEN);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('the log of a run', () => {
  it('has a line of JSON for each event of the level, with its time and its run, and the end last', async () => {
    const { cwd } = await sandboxFolder(smallBatch());
    const run = `import ${SMALL_BATCH.join(' ')} --env sandbox --log-file logs/night.log`;
    expectEnd(await trace(run, { cwd }), 0);
    const lines = await linesOf(cwd, 'logs/night.log');
    expect(lines.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['run-started', 'checked', 'planned', 'wave-finished', 'verdict']),
    );
    for (const line of lines) expect(line).toMatchObject({ level: 'info', run: lines[0].run });
    expect(lines.map(({ time }) => time)).toEqual(lines.map(({ time }) => new Date(time).toISOString()));
    expect(lines.at(-1)).toMatchObject({ event: 'ended', exitCode: 0, error: null });
    const debug = await trace(`${run} --log-level debug`, { cwd });
    expectEnd(debug, 0);
    const all = (await linesOf(cwd, 'logs/night.log')).slice(lines.length);
    expect(all.map(({ level }) => level)).toContain('debug');
    expect(all[0].run).not.toBe(lines[0].run);
  });

  it('is set by the configuration, and has a failure before the run and one of the token', async () => {
    const { cwd } = await sandboxFolder(ONE);
    const config = path.join(cwd, 'trace.config.yaml');
    await writeFile(config, `${await readFile(config, 'utf8')}log: { file: night.log, level: error }\n`);
    expectEnd(await trace('import nightly-*.csv --env sandbox', { cwd }), 2);
    expectEnd(await trace('import suppliers.csv --env sandbox', { cwd, env: { SANDBOX_TOKEN: '' } }), 4);
    const lines = await linesOf(cwd);
    expect(lines.map(({ event, error }) => [event, error?.code])).toEqual([
      ['ended', 'file-missing'],
      ['ended', 'token-missing'],
    ]);
    expect(lines[0]).toMatchObject({ level: 'error', run: null, exitCode: 2 });
  });

  it('is renamed at the start of a run once it is large, and its last five parts are kept', async () => {
    const large = `{"level":"info"}\n${' '.repeat(10 * 1024 * 1024)}`;
    const cwd = await folderWith({
      ...ONE,
      'night.log': large,
      'night.log.1': 'older',
      'night.log.5': 'oldest',
    });
    expectEnd(await trace('import suppliers.csv --log-file night.log', { cwd }), 0);
    expect((await linesOf(cwd)).length).toBeGreaterThan(3);
    expect((await stat(path.join(cwd, 'night.log.1'))).size).toBe(large.length);
    expect(await readFile(path.join(cwd, 'night.log.2'), 'utf8')).toBe('older');
  });

  it('continues after a line that a full disk cut off', async () => {
    const cwd = await folderWith({ ...ONE, 'night.log': '{"level":"info","ti' });
    expectEnd(await trace('import suppliers.csv --log-file night.log', { cwd }), 0);
    const lines = (await readFile(path.join(cwd, 'night.log'), 'utf8')).split('\n');
    expect([lines[0], JSON.parse(lines[1]!).event]).toEqual(['{"level":"info","ti', 'run-started']);
  });

  it('never changes a file that is no log, nor the outcome of a run: there is one warning', async () => {
    const cwd = await folderWith({ ...ONE, 'notes.txt': 'my notes' });
    for (const name of ['notes.txt', 'suppliers.csv/night.log']) {
      const ran = await trace(`import suppliers.csv --quiet --log-file ${name}`, { cwd });
      expect([ran.code, ran.stderr.split('\n').length]).toEqual([0, 2]);
      expectEnd(ran, 0, `The log ${path.join(cwd, name)} is incomplete (`);
    }
    expect(await readFile(path.join(cwd, 'notes.txt'), 'utf8')).toBe('my notes');
  });

  it('outside the folder of the configuration needs its approval, and an unknown level is an error', async () => {
    const home = await folderWith();
    const { cwd } = await sandboxFolder(ONE);
    await writeFile(path.join(cwd, 'trace.config.yaml'), `log: { file: ${path.join(home, 'night.log')} }\n`);
    const env = { TRACE_YES_TRUST: '', TRACE_HOME: home };
    const refused = await trace('import suppliers.csv', { cwd, env });
    expectEnd(refused, 2, `runs write or send to ${path.join(home, 'night.log')}`, 'trace env trust mock');
    // The log of a flag is the user's own, and says why nothing ran.
    await trace('import suppliers.csv --log-file own.log', { cwd, env });
    expect((await linesOf(cwd, 'own.log')).at(-1)).toMatchObject({ event: 'ended', exitCode: 2 });
    expectEnd(await trace('env trust mock --yes', { cwd, env }), 0);
    expectEnd(await trace('import suppliers.csv', { cwd, env }), 0);
    expect((await linesOf(home)).at(-1)).toMatchObject({ event: 'ended' });
    const level = await trace('import suppliers.csv --log-level loud', { cwd, env });
    expectEnd(level, 2, '--log-level "loud"', 'error, warn, info, debug');
  });
});
