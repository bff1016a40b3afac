import { expect, test } from 'vitest';
import { helpWidth } from '../../../src/cli/flags/help.ts';
import { textWidth } from '../../../src/cli/view/table.ts';
import { LANGUAGES } from '../../../src/language/languages.ts';
import { allDeclared } from './declared.ts';
import { trace } from './harness.ts';

const commands = await allDeclared();
/** The words of every command and subcommand; no words for trace itself. */
const paths = [[], ...commands.map(({ words }) => words)];

/** The lines of the help of all commands on a terminal with a number of columns. */
async function helpLines(language: string, columns: number): Promise<string[]> {
  const env = { COLUMNS: `${columns}` };
  const lines: string[] = [];
  for (const path of paths) {
    const { stdout } = await trace([...path, '--help', '--lang', language], { cwd: '.', env });
    lines.push(...stdout.split('\n'));
  }
  return lines;
}

test.each(LANGUAGES.flatMap((language) => [60, 80, 120].map((columns) => [language, columns] as const)))(
  'the help in the language %s fits %i columns, except for commands to copy',
  async (language, columns) => {
    const lines = await helpLines(language, columns);
    expect(lines.length).toBeGreaterThan(1000);
    // A command to copy cannot be wrapped.
    const command = /^( {2}\$|Usage:|Utilisation\u00a0:) trace /;
    const long = lines.filter((line) => textWidth(line) > columns && !command.test(line));
    expect(long).toEqual([]);
  },
);

test('the help of an import shows ten everyday flags first, and every other flag in a named group', async () => {
  const { stdout } = await trace('import --help', { cwd: '.', env: { COLUMNS: '80' } });
  const groups = stdout.split(/^(?=\S.*:$)/m).map((part) => part.match(/^ {2}--[a-z-]+/gm)?.length ?? 0);
  const titles = stdout.match(/^\S.*:$/gm)!;
  expect([titles[1], groups[2]]).toEqual(['Options:', 10]);
  expect(titles).toContain('How files are read:');
  expect(titles).not.toContain('Other options:');
});

test('the width of help is that of the terminal, but at least 60 and at most 110 columns', () => {
  expect([undefined, 20, 80, 300].map(helpWidth)).toEqual([110, 60, 80, 110]);
});

test('the help of --force names the files of the other flags that it overwrites', () => {
  const missing = commands.flatMap(({ command: { options } }) => {
    const force = options.find(({ long }) => long === '--force')?.description;
    const written = options.filter(({ long }) => long === '--annotate' || long === '--report');
    return force === undefined ? [] : written.filter(({ long }) => !force.includes(long!));
  });
  expect(missing).toEqual([]);
});
