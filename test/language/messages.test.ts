import { describe, expect, test } from 'vitest';
import { differing } from '../../scripts/committed.ts';
import { argumentsOf, madeMessages, textsOf } from '../../scripts/make-messages.ts';
import { LANGUAGES, languageOf } from '../../src/language/languages.ts';
import { language, say, useLanguage } from '../../src/say.ts';

const english = textsOf('en');

describe.each(LANGUAGES)('the texts in %s', (name) => {
  const texts = textsOf(name);

  test('have the messages of the English ones, in the same order', () => {
    const namesOf = (all: typeof texts) =>
      Object.entries(all).map(([area, messages]) => [area, Object.keys(messages)]);
    expect(namesOf(texts)).toEqual(namesOf(english));
  });

  test('use the same values in each message', () => {
    for (const [area, messages] of Object.entries(english)) {
      for (const [key, text] of Object.entries(messages)) {
        const own = argumentsOf(texts[area]![key]!);
        // A language may need the number to choose a form where English does not.
        const same = [...argumentsOf(text).keys()].filter((argument) => argument !== 'count').sort();
        expect([area, key, ...[...own.keys()].filter((argument) => argument !== 'count').sort()]).toEqual([
          area,
          key,
          ...same,
        ]);
      }
    }
  });
});

test('the French texts have French typography', () => {
  for (const messages of Object.values(textsOf('fr'))) {
    for (const text of Object.values(messages)) {
      // A comma or point in quotes is a value, not punctuation; a colon in a command or an address has no space.
      expect(text.replaceAll("'{'", '').replaceAll("'}'", '')).not.toMatch(/\p{L}'\p{L}| [;:!?»]|« /u);
    }
  }
});

test('the compiled messages are those of the files', () => {
  expect(differing(madeMessages())).toEqual([]);
});

describe('the language of a command line', () => {
  test.each([
    [['check', 'a.csv', '--lang', 'fr'], {}, 'fr', ['check', 'a.csv']],
    [['--lang=FR', 'check'], {}, 'fr', ['check']],
    [['check', '--', '--lang', 'fr'], {}, 'en', ['check', '--', '--lang', 'fr']],
    [['check'], { TRACE_LANG: 'fr' }, 'fr', ['check']],
    [['check', '--lang', 'en'], { TRACE_LANG: 'fr' }, 'en', ['check']],
    [['check', '--data-lang', 'fr'], {}, 'en', ['check', '--data-lang', 'fr']],
  ])('%j with %j is %s', (argv, env, chosen, words) => {
    expect(languageOf(argv, env)).toEqual({ language: chosen, words });
  });

  test('is refused if it is unknown', () => {
    expect(() => languageOf(['--lang', 'de'], {})).toThrow('--lang "de": unknown language.');
    expect(() => languageOf(['--lang'], {})).toThrow('--lang "": unknown language.');
  });
});

test('the language of the process can be chosen again', async () => {
  await useLanguage('fr');
  expect([language(), say().none.row()]).toEqual(['fr', 'aucune ligne']);
  // Zero and one are singular in French.
  expect(say().counts.row({ count: 0, number: '0' })).toBe('0 ligne');
  expect(say().counts.row({ count: 2, number: '2' })).toBe('2 lignes');
  await useLanguage('en');
  expect([language(), say().counts.row({ count: 1, number: '1' })]).toEqual(['en', '1 row']);
});
