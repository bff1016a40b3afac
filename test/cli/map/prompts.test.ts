import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { valuesMeant } from '../../../src/cli/map/field-choices.ts';
import { clackPrompts, type Prompts } from '../../../src/cli/map/prompts.ts';
import type { Context } from '../../../src/context.ts';
import { kindNamed } from '../../../src/contract/registry.ts';
import { useLanguage } from '../../../src/say.ts';

const DOWN = '\u001b[B';
const ENTER = '\r';
const CHOICES = [
  { value: 'AD', label: 'AD', hint: 'Andorra' },
  { value: 'IN', label: 'IN', hint: 'India' },
  { value: 'AR', label: 'AR', hint: 'Argentina, which adds a hint' },
  { value: 'name', label: 'name' },
  { value: 'address.name', label: 'address.name' },
];

/** What a question returns for these keys, and what it shows. */
async function typed<Value>(
  keys: readonly string[],
  question: (prompts: Prompts) => Promise<Value>,
  { size = {}, env = {} }: { size?: object; env?: Record<string, string> } = {},
) {
  const stdin = new PassThrough();
  const stderr = Object.assign(new PassThrough(), size);
  let shown = '';
  stderr.on('data', (data: Buffer) => {
    shown += data.toString();
  });
  const context = { stdin, stderr, env, signal: new AbortController().signal } as unknown as Context;
  const answer = question(await clackPrompts(context));
  for (const key of keys) {
    await turn();
    stdin.write(key);
  }
  return { value: await answer, shown: stripVTControlCharacters(shown) };
}

describe('a search', () => {
  test.each([
    [[ENTER], null],
    [[' ', ENTER], null],
    [['q', 'q', ENTER], null],
    [['a', 'n', 'd', ENTER], 'AD'],
    [[DOWN, ENTER], 'AD'],
    [['a', 'r', 'g', ENTER], 'AR'],
    // The whole name of a choice finds only that choice, although others have it in their names.
    [['i', 'n', ENTER], 'IN'],
    // A part of a name counts more than a hint.
    [['a', 'd', 'd', ENTER], 'address.name'],
    [['N', 'a', 'm', 'e', ENTER], 'name'],
  ])('a search with the keys %j chooses %j', async (keys, expected) => {
    const { value } = await typed(keys, (prompts) => prompts.search('Part of the value:', CHOICES));
    expect(value).toBe(expected);
  });
});

test('a search finds a value by a word that means it, if no name has that text', async () => {
  const meaningsOf = valuesMeant(kindNamed('v2', 'product'), 'category');
  const choices = ['COATS', 'FORMAL COATS', 'SHIRTS'].map((value) => ({ value, label: value }));
  const search = (text: string) =>
    typed([...text, DOWN, ENTER], (prompts) => prompts.search('Part of the value:', choices, meaningsOf));
  expect((await search('chemisette')).value).toBe('SHIRTS');
  expect((await search('zzqx')).value).toBeNull();
});

test('Enter at a selection chooses its first choice', async () => {
  const { value } = await typed([ENTER], (prompts) => prompts.select('Which?', CHOICES));
  expect(value).toBe('AD');
});

test('the texts around questions are French if the language is French', async () => {
  await useLanguage('fr');
  onTestFinished(() => useLanguage('en'));
  const keys = ['z', '\u007f', 'a', 'n', 'd', ENTER];
  const searched = await typed(keys, (prompts) => prompts.search('Une partie\u00a0:', CHOICES));
  expect(searched.value).toBe('AD');
  expect(searched.shown).toContain('Recherche\u00a0: ');
  expect(searched.shown).toContain('aucun résultat');
  expect(searched.shown).toContain('(1 résultat)');
  expect(searched.shown).toContain('Entrée\u00a0: confirmer');
  const selected = await typed([ENTER], (prompts) => prompts.select('Lequel ?', CHOICES));
  const confirmed = await typed([ENTER], (prompts) => prompts.confirm('Écrire ?'));
  expect([selected.value, confirmed.value]).toEqual(['AD', true]);
  expect(confirmed.shown).toContain('oui / ○ non');
  for (const { shown } of [searched, selected, confirmed])
    expect(shown).not.toMatch(/navigate|confirm\b|search|match|\bYes\b|\bNo\b/i);
});

test('a note is wrapped between words', async () => {
  const { shown } = await typed(
    [ENTER],
    (prompts) => {
      prompts.note('rien n’a été écrit '.repeat(12).trim());
      return prompts.confirm('?');
    },
    { size: { columns: 60, rows: 24 } },
  );
  const lines = shown.split('\n').filter((line) => /rien|écrit/.test(line));
  expect(lines.join(' ').match(/\p{L}[\p{L}’]*/gu)).toHaveLength(48);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60);
});

describe('a terminal', () => {
  const WORDS = 'word '.repeat(30).trim();
  const widest = (shown: string) => Math.max(...shown.split('\n').map((line) => line.length));

  test.each([
    [{ columns: 0, rows: 0 }, {}, 80],
    [{}, {}, 80],
    [{ columns: 0, rows: 0 }, { COLUMNS: '60' }, 60],
    [{ columns: 100, rows: 30 }, { COLUMNS: '60' }, 100],
  ])('a terminal with the size %j and the variables %j has %i columns', async (size, env, columns) => {
    const { shown } = await typed([ENTER], (prompts) => prompts.select(WORDS, CHOICES), { size, env });
    expect(widest(shown)).toBeLessThanOrEqual(columns);
    expect(widest(shown)).toBeGreaterThan(columns - 10);
    // All choices are shown, too.
    for (const { label } of CHOICES) expect(shown).toContain(label);
  });
});
