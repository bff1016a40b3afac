import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/language/languages.ts';
import { dataOf } from '../../data.ts';
import { folderWith, sandboxConfig, trace } from './harness.ts';

const CONFIG = 'environments:\n  sandbox:\n    rate: vite\n    absence: { produit: 1m }\n    tokenEnvv: X\n';

test.each(dataOf<[string, string][]>(import.meta.dirname, 'french-usage.yaml'))(
  'trace %s is rejected with a French message',
  async (words, text) => {
    const cwd = await folderWith({ 'bad.yaml': CONFIG });
    const { code, stdout, stderr } = await trace(`${words} --lang fr`, { cwd });
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(text)]);
  },
);

test('if a shell splits a file name with spaces, the error shows the whole name in quotes', async () => {
  const cwd = await folderWith({ 'lot été 2.csv': 'a' });
  for (const [argv, missing] of [
    [['import', 'lot', 'été', '2.csv'], 'lot'],
    [['check', 'lot été 2.csv', 'lot', 'été', '2.csv'], 'lot'],
  ] as const) {
    const { code, stderr } = await trace([...argv, '--lang', 'fr'], { cwd });
    expect([code, stderr]).toEqual([
      2,
      `trace: Le fichier ${missing} n’existe pas. Un nom avec une espace s’écrit entre guillemets\u00a0: "lot été 2.csv".\n`,
    ]);
  }
  const { stderr } = await trace(['check', 'lot', 'ete.csv', '--lang', 'fr'], { cwd });
  expect(stderr).not.toContain('guillemets');
});

test('the error about an unknown sheet repeats --sheet as it was typed', async () => {
  const cwd = await folderWith({ 'p.csv': 'a;b\n1;2\n' });
  const { stderr } = await trace(['check', 'p.csv', '--sheet', 'Produitz=products', '--lang', 'fr'], { cwd });
  expect(stderr).toContain('--sheet Produitz=products\u00a0: aucune feuille');
});

test('an invalid value of a variable is reported in French, with the name of the variable', async () => {
  const env = { TRACE_LANG: 'fr', TRACE_RATE: 'vite' };
  const { stderr } = await trace(['import', 'x.csv'], { cwd: await folderWith(), env });
  expect(stderr).toMatch(/^trace: TRACE_RATE="vite"\u00a0: la valeur doit être/);
});

test('an unknown --lang is reported in the language of the locale', async () => {
  const env = { LANG: 'fr_FR.UTF-8' };
  const { code, stderr } = await trace(['check', 'x.csv', '--lang', 'it'], { cwd: await folderWith(), env });
  expect([code, stderr]).toEqual([
    2,
    `trace: --lang "it"\u00a0: langue inconnue. Utilisez ${LANGUAGES.join(' ou ')}. La langue des textes des études se choisit avec --data-lang.\n`,
  ]);
});

test('an unreachable address is reported in one sentence, with what to check', async () => {
  const cwd = await folderWith({ 'trace.config.yaml': sandboxConfig('http://127.0.0.1:1') });
  const ran = (argv: readonly string[], env = {}) => trace(argv, { cwd, env: { TRACE_LANG: 'fr', ...env } });
  const reason = 'connexion refusée (ECONNREFUSED)';
  const listed = await ran(['studies', 'list', '--env', 'sandbox']);
  expect([listed.code, listed.stderr.split('\n')]).toEqual([
    7,
    [
      `échec de la tentative 1 pour /v2/products à partir de 0\u00a0: ${reason}\u00a0; nouvelle tentative dans 0 ms`,
      `trace: http://127.0.0.1:1 est injoignable\u00a0: ${reason}. Vérifiez l’adresse et le réseau (trace env check sandbox), puis relancez.`,
      '',
    ],
  ]);
  const checked = await ran(['env', 'check', 'sandbox'], { HTTP_PROXY: 'http://proxy.test:8080' });
  expect(checked.stderr).toContain('puis relancez. Derrière un proxy, définissez HTTPS_PROXY.\n');
});

test('in French, "0 étude" is singular, and taxonomy reset of an unchanged contract says that it is unchanged', async () => {
  const cwd = await folderWith();
  const ran = async (...argv: string[]) => (await trace([...argv, '--lang', 'fr'], { cwd })).stderr;
  expect(await ran('studies', 'report')).toContain('\n0 étude à exporter\n');
  expect(await ran('taxonomy', 'reset')).toBe('Le contrat de mock ne diffère pas de l’interface.\n');
});

test('an error is wrapped to the width of the window, but never inside a word', async () => {
  const cwd = await folderWith();
  const argv = ['check', 'no-such-file-of-this-name.xlsx', '--lang', 'fr'];
  const whole = await trace(argv, { cwd });
  const { stderr } = await trace(argv, { cwd, columns: 50 });
  const error = stderr.slice(stderr.indexOf('trace:')).trimEnd();
  const lines = error.split('\n');
  expect(lines.length).toBeGreaterThan(1);
  // A path is one word, which is never split.
  for (const line of lines) expect(line.length <= 50 || !/\S \S/.test(line)).toBe(true);
  expect(whole.stderr).toContain(lines.map((line) => line.trim()).join(' '));
});
