import { load, YAMLException } from 'js-yaml';
import { afterEach, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { useLanguage } from '../src/say.ts';
import { yamlFault } from '../src/yaml-fault.ts';

afterEach(() => useLanguage('en'));

/** The reasons of js-yaml and yaml for a text that they refuse. yaml has no limit on depth. */
function reasonsFor(text: string): string[] {
  const [error] = parseDocument(text, { prettyErrors: false }).errors;
  try {
    load(text, { maxDepth: 10 });
  } catch (thrown) {
    if (thrown instanceof YAMLException)
      return [thrown.reason, ...(error && !text.startsWith('[[') ? [error.message] : [])];
  }
  throw new Error(`${text} is valid`);
}

test.each([
  ['a: [1, 2', 'a bracket or quotation mark is not closed', 'un crochet ou un guillemet n’est pas fermé'],
  ['a: "b', 'a bracket or quotation mark is not closed', 'un crochet ou un guillemet n’est pas fermé'],
  ['a:\n\tb: 1', 'a tab is used for indentation', 'une tabulation sert d’indentation'],
  ['a: 1\n  b: 2', 'the indentation is wrong', 'l’indentation est incorrecte'],
  [
    'a: 1\nb\nc: 2',
    'a key has no colon and space after it',
    'une clé n’est pas suivie de deux-points et d’une espace',
  ],
  ['["1" "2"]', 'a comma is missing between two entries', 'une virgule manque entre deux entrées'],
  ['a: 1\na: 2', 'a key is given twice', 'une clé est donnée deux fois'],
  ['['.repeat(20), 'too many levels are nested', 'trop de niveaux sont imbriqués'],
])('the error of invalid YAML, %j, is explained in the language of the process', async (text, en, fr) => {
  const reasons = reasonsFor(text);
  for (const reason of reasons) expect(yamlFault(reason), reason).toBe(en);
  await useLanguage('fr');
  for (const reason of reasons) expect(yamlFault(reason)).toBe(fr);
});

test('an unknown reason for invalid YAML is repeated unchanged', async () => {
  expect(yamlFault('odd tag')).toBe('odd tag');
  await useLanguage('fr');
  expect(yamlFault('odd tag')).toBe('odd tag');
});
