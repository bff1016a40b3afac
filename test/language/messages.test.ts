import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { argumentsOf, textsOf } from '../../scripts/make-messages.ts';
import { command } from '../../src/advice.ts';
import { kindsOf } from '../../src/contract/registry.ts';
import { LANGUAGES, type Language, languageOf } from '../../src/language/languages.ts';
import { language, numberText, say, useLanguage } from '../../src/say.ts';

const english = textsOf('en');

describe.each(LANGUAGES)('the texts in %s', (name) => {
  const texts = textsOf(name);

  test('the texts of a language have the same messages as the English texts, in the same order', () => {
    const namesOf = (all: typeof texts) =>
      Object.entries(all).map(([area, messages]) => [area, Object.keys(messages)]);
    expect(namesOf(texts)).toEqual(namesOf(english));
  });

  test('the texts of a language have the noun of each kind in all its forms', () => {
    const lacking = [...kindsOf('v2'), ...kindsOf('v3')].flatMap(({ name: kind, plural }) =>
      [
        ...['kinds', 'theKind', 'aKind', 'genders'].map((area) => [area, kind] as const),
        ['kinds', plural] as const,
      ].filter(([area, noun]) => texts[area]?.[noun] === undefined),
    );
    expect(lacking, `areas and names in src/language/${name}/messages.yaml`).toEqual([]);
  });

  test('use the same values as the English texts in each message', () => {
    for (const [area, messages] of Object.entries(english)) {
      for (const [key, text] of Object.entries(messages)) {
        const own = argumentsOf(texts[area]![key]!);
        // A language may need the number or the gender to choose a form where English does not.
        const values = (all: ReadonlyMap<string, unknown>) =>
          [...all.keys()].filter((argument) => argument !== 'count' && argument !== 'gender').sort();
        expect([area, key, ...values(own)]).toEqual([area, key, ...values(argumentsOf(text))]);
      }
    }
  });
});

test('the page of the configuration names the languages that trace speaks', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const [sentence] = page.match(/^`trace` speaks .*/m)!;
  const english = new Intl.DisplayNames('en', { type: 'language' });
  for (const name of LANGUAGES) expect(sentence).toContain(english.of(name)!);
});

/** Texts that are the same in English, by language. */
const SAME: Readonly<Record<Exclude<Language, 'en'>, string>> = {
  fr: `{count, plural, one{{number} question} other{{number} questions}} | CODE | options | shell | ids | date | code | codes | document |
    job | port | dates | variable {name} | configuration | proxy | notifications | absent | Collection | Certifications | Impacts | Microfibres | Acidification | Destination | train | web |
    Distance (km) | Composition | Interface | {count, plural, one{{number} code} other{{number} codes}} | collection | type | machine | Questions | Question`,
  de: 'NAME | CODE | GTINs | Limits: {names}. | Links | Name | Material | Link | JSON | Status | Problem',
};

test.each(Object.keys(SAME) as (keyof typeof SAME)[])(
  'no text in %s equals the English one, except words of both languages',
  (name) => {
    const texts = textsOf(name);
    const same = Object.entries(english)
      .filter(([area]) => !['examples', 'genders'].includes(area))
      .flatMap(([area, messages]) =>
        Object.entries(messages).filter(([key, text]) => texts[area]![key] === text),
      )
      .map(([, text]) => text)
      .filter((text) => /\p{L}{3}/u.test(text.replaceAll(/\{[^{}]*\}|--\w+|HTTP/g, '')));
    expect([...new Set(same)]).toEqual(SAME[name].split(/ \|\s+/));
  },
);

/** What the typography of a language forbids. In German, a question mark without words beside it is a value. */
const TYPOGRAPHY: Readonly<Record<Exclude<Language, 'en'>, RegExp>> = {
  fr: /\p{L}'\p{L}| [;:!?»]|« /u,
  de: /\p{L}'\p{L}| [;:!?](?!\S)|[«»]|„[^“]*(?:„|$)|\d %/u,
};

test.each(Object.keys(TYPOGRAPHY) as (keyof typeof TYPOGRAPHY)[])(
  'the texts in %s follow its typography',
  (name) => {
    for (const [area, messages] of Object.entries(textsOf(name))) {
      for (const text of Object.values(messages)) {
        // A comma or point in quotes is a value, not punctuation; a colon in a command or an address has no space.
        const shown = text
          .replaceAll("'{'", '')
          .replaceAll("'}'", '')
          .replaceAll(/"[\d.,]+ %"/g, '');
        expect([area, shown]).toEqual([area, expect.not.stringMatching(TYPOGRAPHY[name])]);
      }
    }
  },
);

describe('the language of a command line', () => {
  const french = () => 'fr-FR';
  test.each([
    [['check', 'a.csv', '--lang', 'fr'], {}, 'fr', ['check', 'a.csv']],
    [['--lang=FR', 'check'], {}, 'fr', ['check']],
    [['check', '--', '--lang', 'fr'], { LANG: 'C' }, 'en', ['check', '--', '--lang', 'fr']],
    [['check'], { TRACE_LANG: 'fr', LANG: 'en_GB.UTF-8' }, 'fr', ['check']],
    [['check', '--lang', 'en'], { TRACE_LANG: 'fr', LANG: 'fr_FR.UTF-8' }, 'en', ['check']],
    [['check', '--data-lang', 'fr'], { LANG: 'C' }, 'en', ['check', '--data-lang', 'fr']],
    [['check', '--json', '--lang', 'fr'], {}, 'fr', ['check', '--json']],
    [['check', '--json'], { TRACE_LANG: 'fr' }, 'fr', ['check', '--json']],
    [['resume', '--report', 'r.json'], { LANG: 'fr_FR' }, 'en', ['resume', '--report', 'r.json']],
    [['resume', '--report', 'r.html'], { LANG: 'fr_FR' }, 'fr', ['resume', '--report', 'r.html']],
    [['resume'], { LANG: 'fr_FR', TRACE_REPORT: 'r.html' }, 'fr', ['resume']],
  ])('the language for %j with the variables %j is %s', (argv, env, chosen, words) => {
    expect(languageOf(argv, env, () => 'en-US')).toEqual({
      language: chosen,
      byFlag: argv.some((word, at) => word.startsWith('--lang') && !argv.slice(0, at).includes('--')),
      words,
      unknown: null,
    });
  });

  test.each([
    [{ LANG: 'fr_FR.UTF-8' }, 'fr'],
    [{ LANG: 'fr' }, 'fr'],
    [{ LANG: 'fr_CH@euro' }, 'fr'],
    [{ LC_MESSAGES: 'fr_CA', LANG: 'en_CA.UTF-8' }, 'fr'],
    [{ LC_ALL: 'C', LC_MESSAGES: 'fr_CA', LANG: 'fr_FR' }, 'en'],
    [{ LC_ALL: '', LC_MESSAGES: '', LANG: 'fr_FR' }, 'fr'],
    [{ LC_ALL: 'C.UTF-8' }, 'en'],
    [{ LC_ALL: 'POSIX' }, 'en'],
    [{ LANG: 'de_AT.UTF-8' }, 'de'],
    [{ LANG: 'it_IT.UTF-8' }, 'en'],
    [{ LANG: 'fro_FR' }, 'en'],
    [{ TRACE_LANG: '', LANG: 'fr_FR' }, 'fr'],
    [{}, 'fr'],
  ])('the language of a command line is that of the locale in %j: %s', (env, chosen) => {
    expect(languageOf(['check'], env, french).language).toBe(chosen);
  });

  test.each([
    [['check', '--json'], {}],
    [['import', '--json-lines'], {}],
    [['import', '--report', 'r.json'], {}],
    [['import', '--report=r.json'], {}],
    [['check'], { TRACE_JSON: '1' }],
    [['import'], { TRACE_REPORT: 'r.json' }],
  ])('the language of a command line is English for scripts, whatever the locale is: %j %j', (argv, env) => {
    expect(languageOf(argv, { LC_ALL: 'fr_FR.UTF-8', ...env }, french).language).toBe('en');
  });

  test('the language of a command line is English in tests on every machine', () => {
    expect(languageOf(['check'], process.env).language).toBe('en');
    expect(languageOf(['check'], {}).language).toBe('en');
  });

  test.each([
    [['--lang', 'it'], {}, 'en', '--lang', 'it'],
    [['--lang'], {}, 'en', '--lang', ''],
    [['--lang=it'], { LANG: 'fr_FR.UTF-8' }, 'fr', '--lang', 'it'],
    [['--lang', 'it'], { TRACE_LANG: 'fr' }, 'fr', '--lang', 'it'],
    [['--lang', 'fr'], { TRACE_LANG: 'it' }, 'fr', 'TRACE_LANG', 'it'],
  ])('the language for an unknown one in %j or the variables %j is %s', (argv, env, chosen, name, value) => {
    expect(languageOf(argv, env, () => 'en-US')).toEqual({
      language: chosen,
      byFlag: argv.includes('fr'),
      words: [],
      unknown: { name, value },
    });
  });
});

test('advised commands repeat the --lang flag of the user, before operands that may begin with a hyphen', async () => {
  expect(command('runs', 'list')).toBe('trace runs list');
  await useLanguage('fr');
  expect(command('runs', 'list')).toBe('trace runs list');
  await useLanguage('fr', true);
  expect(command('runs', 'list')).toBe('trace runs list --lang fr');
  expect(command('env', 'show', '--', '-x')).toBe('trace env show --lang fr -- -x');
  await useLanguage('en');
});

test('the language of the process can be changed', async () => {
  await useLanguage('fr');
  expect([language(), say().none.row()]).toEqual(['fr', 'aucune ligne']);
  // Zero and one are singular in French.
  expect(say().counts.row({ count: 0, number: '0' })).toBe('0 ligne');
  expect(say().counts.row({ count: 2, number: '2' })).toBe('2 lignes');
  await useLanguage('de');
  expect([say().counts.row({ count: 0, number: '0' }), numberText(1250.5)]).toEqual(['0 Zeilen', '1.250,5']);
  await useLanguage('en');
  expect([language(), say().counts.row({ count: 1, number: '1' })]).toEqual(['en', '1 row']);
});
