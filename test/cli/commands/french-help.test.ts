import { describe, expect, test } from 'vitest';
import { STUDY_STATES } from '../../../src/contract/v2/study-lists.ts';
import { SORT_NAMES } from '../../../src/contract/v3/brand-product-query.ts';
import { useLanguage } from '../../../src/say.ts';
import { LIMIT_NAMES } from '../../../src/sheets/limits.ts';
import { allDeclared } from './declared.ts';
import { folderWith, trace } from './harness.ts';

/** The words of every command and subcommand; no words for trace itself. */
const paths = [[], ...(await allDeclared()).map(({ words }) => words)];
const helpIn = async (language: string, path: readonly string[]) =>
  (await trace([...path, '--help', '--lang', language], { cwd: await folderWith() })).stdout;

const NAMES = [...LIMIT_NAMES, ...SORT_NAMES, ...STUDY_STATES, 'diff', 'reset', 'print'];

/** A line of help without what is the same in all languages: examples, flags, variables, placeholders, names. */
function wordsOf(line: string): string {
  const text = line
    .replace(/^ {2}\$ .*/, '')
    // The term of a table: a flag with its value, a command, a fault.
    .replace(/^ {2}(-V, --version|-h, --help|--?\S+( <.*?>\S*)*|[a-z\d]\S*( \[\S+\])?)(?= {2,}|$)/, '')
    .replace(/\[TRACE_\w+\]|\S+=\S+|--[\w.-]+|"[^"]*"|https?:\S+|\btrace(?: [a-z]+)+/g, '');
  return NAMES.reduce((rest, name) => rest.replace(new RegExp(`\\b${name}\\b`, 'g'), ''), text);
}

/** Words that every English sentence of some length has one of, and that are neither French nor German nor names. */
const ENGLISH =
  /(?<!\p{L})(the|of|with|and|to|from|for|that|this|these|is|are|be|by|not|default|if|each|other|others|without|your|such|as|at|all|file|files|folder|maximum|number|print|write|record|records)(?!\p{L})/iu;

/** How the usage of a command begins, by language. */
const USAGE = { fr: 'Utilisation\u00a0:', de: 'Aufruf:' };

describe.each(paths.map((path) => [`trace ${path.join(' ')}`.trim(), path] as const))(
  '%s --help',
  (_, path) => {
    test.each(Object.entries(USAGE))(
      'has in %s the flags of the English help, and no English text',
      async (language, usage) => {
        const [english, own] = [await helpIn('en', path), await helpIn(language, path)];
        expect(own).toMatch(new RegExp(`^${usage} ${['trace', ...path].join(' ')}`));
        const flagsOf = (help: string) => help.match(/^ {2}(-\w, )?--[\w-]+/gm);
        expect(flagsOf(own)).toEqual(flagsOf(english));

        const known = new Set(english.split('\n'));
        const lines = own.split('\n');
        expect(lines.filter((line) => known.has(line) && /\p{L}{2}/u.test(wordsOf(line)))).toEqual([]);
        expect(lines.filter((line) => ENGLISH.test(wordsOf(line)))).toEqual([]);
        expect(lines.filter((line) => line.length > 120 || /^\s*[;:!?»]/.test(line))).toEqual([]);
      },
    );
  },
);

test('help in French does not change the language of the next command', async () => {
  await helpIn('fr', []);
  expect(await helpIn('en', [])).toContain('\nExit codes:\n');
  await useLanguage('en');
});

test.each([
  [['imprt'], 'trace: commande inconnue "imprt"\n(Vouliez-vous dire import\u00a0?)\n'],
  [['check', 'x.csv', '--famly'], 'trace: option inconnue "--famly"\n(Vouliez-vous dire --family\u00a0?)\n'],
  [
    ['check', 'x', '--limit'],
    'trace: option inconnue "--limit"\u00a0: elle s’appelle désormais --file-limit\n',
  ],
  [['check'], 'trace: l’argument obligatoire "fichiers" manque\n'],
  [['check', 'x', '--env'], 'trace: l’option "--env <nom>" demande une valeur\n'],
  [['runs', 'list', 'a'], 'trace: trop d’arguments pour "list"\u00a0: 0 au plus, au lieu de 1\u00a0: a.\n'],
])('trace %j is rejected with a French message', async (argv, message) => {
  const { code, stdout, stderr } = await trace(argv, { cwd: await folderWith(), env: { TRACE_LANG: 'fr' } });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe(`${message}Ajoutez --help pour l’aide.\n`);
});

test.each([
  [['imprt'], 'trace: unbekannter Befehl "imprt"\n(Meinten Sie import?)\n'],
  [['check'], 'trace: das Pflichtargument "Dateien" fehlt\n'],
  [['check', 'x', '--env'], 'trace: der Wert der Option "--env <Name>" fehlt\n'],
])('trace %j is rejected with a German message', async (argv, message) => {
  const { code, stderr } = await trace(argv, { cwd: await folderWith(), env: { LANG: 'de_CH.UTF-8' } });
  expect([code, stderr]).toEqual([2, `${message}Die Hilfe zeigt --help.\n`]);
});
