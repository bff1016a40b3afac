import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { textsOf } from '../../scripts/make-messages.ts';
import { COMMANDS } from '../../src/cli/index.ts';
import { LANGUAGES } from '../../src/language/languages.ts';
import { Program } from './program.ts';
import { shellWords } from './shells.ts';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));
const program = await Program.load();

/** Files of src, and the texts of the languages, without their comments. */
const SOURCES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(ts|yaml)$/.test(file) && file !== 'advice.ts' && !/\bexamples\./.test(file))
  .map((file) => ({ file, code: withoutComments(readFileSync(`${SRC}${file}`, 'utf8')) }));

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/(^|\s)\/\/.*$|^# .*$/gm, '$1');
}

/** Texts that mention a command but are not meant to be pasted, by file. */
const MENTIONS: Readonly<Record<string, readonly string[]>> = {
  'cli/view/report-schema.ts': ['"trace runs show --json" lists all.'],
  // The name of a style of cells.
  'sheets/annotate/styles.ts': ['cellStyle name="trace '],
  'cli/commands/env-settings.ts': ["'file written by trace taxonomy, next to the configuration'"],
};

/** Messages that mention a command in a sentence, by area. */
const MENTIONING = [
  ['helpFlags', 'contract'],
  ['environments', 'fromContract'],
  ['explain', 'next'],
] as const;

/** Commands that are written by hand, except in examples of the help and in mentions. */
function writtenByHand(file: string, code: string): string[] {
  // The commands of examples and cures have no values of a person.
  let rest = code.replace(/^(?:examples|cures):\n(?: .*\n|\n)*/gm, '');
  // The summary of the command `trace`: that of the program has the shorter name.
  rest = rest.replace(/'trace trace'(?=[:\]])|^ {2}trace trace(?=:)/gm, '');
  const language = LANGUAGES.find((name) => file === `language/${name}/messages.yaml`);
  const texts = language ? MENTIONING.map(([area, name]) => textsOf(language)[area]![name]!) : [];
  for (const mention of [...texts, ...(MENTIONS[file] ?? [])]) rest = rest.replace(mention, '');
  const names = COMMANDS.map(({ name }) => name).join('|');
  const found = [
    ...rest.matchAll(
      new RegExp(`(?<![\\w-])trace (${names}|\\$\\{(?!VERSION|version|options|interface))`, 'g'),
    ),
  ];
  return found.map(({ index }) => rest.slice(Math.max(0, index - 40), index + 60));
}

/** Flags with an inserted value that are written by hand; `--flag "value": ...` only repeats what the user typed. */
function flagsByHand(code: string): string[] {
  const found = code.matchAll(/--[a-z-]+[ =]["']?\$\{[^`\n]*/g);
  return [...found]
    .map(([text]) => text)
    .filter((text) => !/^--[a-z-]+ ("\$\{[^}]+\}("|=\$\{[^}]+\}")|\$\{[^}]+\}):/.test(text))
    .filter((text) => !ECHOES.some((echo) => text.startsWith(echo)));
}

/** Sentences that repeat what the user typed. */
const ECHOES = [
  '--out §{typed} names ',
  '--out §{typed} is ',
  // Flags of Node.
  '--max-old-space-size=',
  '--allow-fs-read=',
].map(source);

/** Text of a source: `§` stands for the dollar sign. */
function source(text: string): string {
  return text.replaceAll('§', '$');
}

describe('commands in messages are built by src/advice.ts', () => {
  test.each(SOURCES)('no command is written by hand in $file', ({ file, code }) => {
    expect(writtenByHand(file, code)).toEqual([]);
    expect(flagsByHand(code)).toEqual([]);
  });

  test.each(LANGUAGES.map((name) => `language/${name}/messages.yaml`))(
    'no command is written by hand in examples and cures of %s, except those that exist',
    (name) => {
      const { code } = SOURCES.find(({ file }) => file === name)!;
      const areas = code.match(/^(?:examples|cures):\n(?: .*\n|\n)*/gm)!.join('');
      const named = [...areas.matchAll(/(?<![\w-])trace ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)?)/g)].map(
        ([, words]) => words!,
      );
      const commands = named.filter((words) => COMMANDS.some((one) => one.name === words.split(' ')[0]));
      expect(commands.length).toBeGreaterThan(10);
      for (const words of commands) expect(program.named(words.split(' ')), words).not.toBeNull();
    },
  );

  test('since those that are written by hand are detected', () => {
    expect(writtenByHand('x.ts', source('const hint = `Next: trace runs show §{id}`;'))).toHaveLength(1);
    expect(writtenByHand('x.ts', source("const hint = 'trace resume';"))).toHaveLength(1);
    expect(writtenByHand('x.ts', source('const next = `trace §{words} list`;'))).toHaveLength(1);
    expect(flagsByHand(source('const hint = `say --sheet "§{sheet}=skip"`;'))).toHaveLength(1);
    expect(flagsByHand(source('const hint = `say --env §{name}`;'))).toHaveLength(1);
    expect(flagsByHand(source('throw usage(`--grain "§{grain}": no such grain.`);'))).toEqual([]);
  });

  test('no command is written by hand, except mentions, each of which still exists', () => {
    for (const [file, mentions] of Object.entries(MENTIONS)) {
      const code = SOURCES.find((one) => one.file === file)?.code ?? '';
      for (const mention of mentions) expect(code, file).toContain(mention);
    }
  });
});

/** Every call that builds a command, by the words that are literals; after the first other word, only flags. */
const CALLS = SOURCES.flatMap(({ file, code }) =>
  [...code.matchAll(/(?<![.\w])(?:command|advised)\((?=\s*')/g)].map(({ 0: call, index }) => {
    const words = argumentsOf(code.slice(index + call.length));
    const open = words.findIndex((word) => !/^'[^']*'$/.test(word));
    const known = words.slice(0, open < 0 ? words.length : open).map((word) => word.slice(1, -1));
    const flags = words.flatMap((word) => /^'(--[a-z-]+)'$/.exec(word)?.[1] ?? []);
    return { file, known, flags };
  }),
);

/** The arguments of a call, after its opening bracket. */
function argumentsOf(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (depth === 0 && character === ')') break;
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character)) depth--;
    if (depth === 0 && character === ',') parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

describe('the calls in src/ that build a command', () => {
  test('the calls that build a command are more than 30', () => {
    expect(CALLS.length).toBeGreaterThan(30);
  });

  test.each(CALLS)(
    'the calls that build a command name an existing command and flags, in $file: $known $flags',
    ({ known, flags }) => {
      const found = program.named(known);
      expect(found).not.toBeNull();
      const { command, rest } = found!;
      // A remaining word is an operand, not a misspelled command of a group.
      if (rest.length > 0 && !rest[0]!.startsWith('-')) expect(command.commands).toEqual([]);
      const long = command.options.map((option) => option.long);
      for (const flag of flags) expect(long).toContain(flag);
    },
  );
});

describe.skipIf(process.platform === 'win32')('the examples in the help', () => {
  const examples = program
    .helps()
    .flatMap(({ name, text }) =>
      [...text.matchAll(/^ {2}\$ (.+)$/gm)].map(([, line]) => ({ name, line: line! })),
    );

  test('exist for every command', () => {
    expect(new Set(examples.map(({ name }) => name)).size).toBeGreaterThan(COMMANDS.length);
  });

  test.each(examples)('the examples in the help are valid commands: $line', async ({ name, line }) => {
    const [words = []] = shellWords('sh', [line]);
    expect(await program.fault(words)).toBeNull();
    expect(`trace ${words.join(' ')}`.startsWith(name === 'trace' ? 'trace ' : name)).toBe(true);
  });
});
