import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { expectEnd, folderWith, sandboxConfig, TOKEN } from '../cli/commands/harness.ts';
import { imported, onScreen, onTerminal } from '../cli/commands/reads-world.ts';
import { component, componentBody, csvOf } from '../cli/commands/sheets.ts';
import { runTrace } from './harness.ts';
import { ENTER, hasScript, terminal } from './pseudo-terminal.ts';

const IN = ['--env', 'sandbox'] as const;

test('studies show accepts the reference of a product; if it has several studies, it prints a command for each', async () => {
  const { cwd } = await imported();
  const only = await runTrace(['studies', 'show', 'ROB-2', ...IN, '--json'], cwd);
  expect([only.code, only.stderr]).toEqual([0, '']);
  expect(JSON.parse(only.stdout)).toMatchObject({ productRef: 'ROB-2', colorCode: 'ECRU' });
  const several = await runTrace(['studies', 'show', 'ROB/1 é', ...IN], cwd);
  expect([several.code, several.stdout]).toEqual([2, '']);
  expect(several.stderr).toContain('has 2 studies: ');
  const shown = /NOIR[^:]*: trace (studies show \S+ --env sandbox)/.exec(
    several.stderr.replaceAll(/\n +/g, ' '),
  )!;
  const pasted = await runTrace([...shown[1]!.split(' '), '--json'], cwd);
  expect(JSON.parse(pasted.stdout)).toMatchObject({ productRef: 'ROB/1 é', colorCode: 'NOIR' });
  const named = await runTrace(['studies', 'show', 'ROB/1 é', '--color', 'NOIR', ...IN, '--json'], cwd);
  expect(JSON.parse(named.stdout)).toEqual(JSON.parse(pasted.stdout));
  const absent = await runTrace(['studies', 'show', 'ROB-9', ...IN], cwd);
  expectEnd(absent, 2, 'Next: trace studies list --env sandbox');
});

test('at 80 columns, studies list shows names and states, and no command prints a longer line', async () => {
  const { cwd } = await imported();
  const { stdout } = await onScreen(['studies', 'list'], cwd);
  expect(stdout).toMatch(/^product reference +product +colour +state +collection$/m);
  expect(stdout).toMatch(/^ROB-2 +Robe ROB-2 +ECRU +IN_PROGRESS +Été 27$/m);
  expect((await onScreen(['studies', 'list'], cwd, 140)).stdout).toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  for (const argv of await argvsIn(cwd)) {
    const shown = await onTerminal(argv, cwd);
    expect([argv, shown.code]).toEqual([argv, 0]);
    expect(shown.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  }
});

test.skipIf(!hasScript)('in a real terminal of 80 columns, no command prints a longer line', async () => {
  const { cwd } = await imported();
  for (const argv of await argvsIn(cwd)) {
    const { ended, all } = terminal(cwd, argv, { SANDBOX_TOKEN: TOKEN, TRACE_YES_TRUST: '1' });
    expect([argv, (await ended)[0]]).toEqual([argv, 0]);
    const lines = stripVTControlCharacters(all()).split(/\r*\n/);
    expect(lines.length).toBeGreaterThan(2);
    expect([argv, lines.filter((line) => line.length > 80)]).toEqual([argv, []]);
  }
});

/** Commands that print long names. */
async function argvsIn(cwd: string): Promise<string[][]> {
  const long = join(cwd, 'long.yaml');
  await writeFile(
    long,
    [
      'stateDir: a-very-long-name-of-a-folder-for-the-state/with-another-very-long-name-in-it/and-one-more',
      'environments:',
      '  sandbox:',
      '    baseUrl: https://api.some-long-host-name.supply-chain.example.com/v2/tenants/maison-aurore-sandbox',
      '    tokenCommand: [security, find-generic-password, -s, maison-aurore-production-token, -w]',
    ].join('\n'),
  );
  return [
    ['studies', 'list', ...IN],
    ['runs', 'list'],
    ['runs', 'show'],
    ['env', 'show', 'sandbox', '--config', long],
  ];
}

test.skipIf(!hasScript)('in a terminal, a question is wrapped between words', async () => {
  const cwd = await folderWith({ 'trace.config.yaml': sandboxConfig('http://127.0.0.1:9') });
  const { type, ended, all } = terminal(cwd, ['env', 'trust', '--lang', 'fr']);
  await type('approuver', ENTER);
  await ended;
  const asked = all().slice(all().indexOf('Autoriser')).split('\n');
  expect(asked[0]!.trimEnd()).toMatch(/Saisissez oui pour$/);
});

test('runs show does not print itself as the next command', async () => {
  const cwd = await folderWith({ 'c.csv': csvOf(component, [componentBody('C1', 'ROB-1', 'F1')]) });
  const sent = await runTrace(['import', 'c.csv', '--external-refs', '--env', 'mock'], cwd);
  expectEnd(sent, 5, /1 rejected. Next: trace runs show \S+$/m);
  expectEnd(await runTrace(['runs', 'show'], cwd), 0, /1 rejected\.\n$/);
});
