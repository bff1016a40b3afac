import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { command, fileOperand, flag, operands, pasted } from '../../src/advice.ts';
import { HOSTILE_NAMES } from './hostile-names.ts';
import { powershellWords } from './powershell.ts';
import { promptWords, SHELLS, shellWords } from './shells.ts';

/** Words to type, made of the characters that shells interpret. */
const TRICKY = fc
  .array(fc.constantFrom(...` '"\`$!\\~@=%#&|;<>(){}[]*?^,.:-+ab1é\u2018\u2019\u201c\u201e\u2013😀`), {
    maxLength: 8,
  })
  .map((characters) => characters.join(''));

describe('advised commands quote words only if necessary', () => {
  test.each<[words: string[], text: string]>([
    [['import', 'batch.xlsx', '--env', 'sandbox'], 'trace import batch.xlsx --env sandbox'],
    [['check', 'données/produits_1.csv'], 'trace check données/produits_1.csv'],
    [['import', '-', '--sheet', 'Sheet1=skip'], 'trace import - --sheet Sheet1=skip'],
    [['check', 'a b.xlsx', '--sheet', 'FR textile=skip'], 'trace check "a b.xlsx" --sheet "FR textile=skip"'],
    [['check', "l'été.xlsx"], `trace check "l'été.xlsx"`],
    [['check', '$(touch x).csv'], `trace check '$(touch x).csv'`],
    [['check', "it's $5.csv"], `trace check 'it'"'"'s $5.csv'`],
    [['check', '%PATH%'], 'trace check "%PATH%"'],
    [['plan', '--only', 'suppliers,products'], 'trace plan --only "suppliers,products"'],
  ])('in a POSIX shell: %j as %s', (words, text) => {
    expect(pasted(['trace', ...words], 'posix')).toBe(text);
  });

  test.runIf(process.platform !== 'win32')(
    'words are quoted only if necessary, in the form for this system',
    () => {
      expect(command('check', "it's $5.csv")).toBe(`trace check 'it'"'"'s $5.csv'`);
      expect(flag('--sheet', 'a b=skip')).toBe('--sheet "a b=skip"');
    },
  );

  test.each<[word: string, text: string]>([
    ['C:\\dir\\a.xlsx', 'trace C:\\dir\\a.xlsx'],
    ['C:\\my dir\\a.xlsx', 'trace "C:\\my dir\\a.xlsx"'],
    ["it's $5.csv", "trace 'it''s $5.csv'"],
    ['it\u2019s $5.csv', 'trace \u0027it\u2019\u2019s $5.csv\u0027'],
  ])('words are quoted only if necessary in PowerShell: %j as %s', (word, text) => {
    expect(pasted(['trace', word], 'powershell')).toBe(text);
  });
});

describe('words of advised commands, when pasted', () => {
  const words = [...HOSTILE_NAMES, ...fc.sample(TRICKY, { numRuns: 2000, seed: 7 })];
  const lines = words.map((word) => pasted(['trace', word, `--sheet`, `${word}=skip`, 'end'], 'posix'));
  const wanted = words.map((word) => [word, '--sheet', `${word}=skip`, 'end']);

  test.each(SHELLS)('words that are pasted in %s keep their value', (shell) => {
    expect(shellWords(shell, lines)).toEqual(wanted);
  });

  test.runIf(SHELLS.includes('bash'))('at a prompt of bash, keep their value', () => {
    expect(promptWords(lines)).toEqual(wanted);
  });

  test('words that are pasted in PowerShell keep their value', () => {
    for (const word of words) {
      const line = pasted(['trace', word, '--sheet', `${word}=skip`, 'end'], 'powershell');
      expect(powershellWords(line)).toEqual(['trace', word, '--sheet', `${word}=skip`, 'end']);
    }
  });

  test.runIf(SHELLS.includes('sh'))('in the other kind of shell, run nothing', () => {
    for (const line of lines) expect(() => powershellWords(line)).not.toThrow();
    const foreign = words.map((word) => pasted(['trace', word, 'end'], 'powershell'));
    // A backslash is an escape in POSIX, so the words may differ there; each line is still one complete call.
    const quoted = foreign.filter((line) => !/\\/.test(line));
    expect(shellWords('sh', quoted).map((call) => call.at(-1))).toEqual(quoted.map(() => 'end'));
  });
});

describe('a command with a word that cannot be pasted', () => {
  const names = [
    'b'.repeat(1001),
    'a\x1b[2Jb',
    'a\nb',
    'a\rb',
    'a\tb',
    'a\u202eb',
    'a\u009bb',
    'a\u200bb',
    'a\ud800b',
    '\0',
  ];

  test.each(names)(
    'a command that cannot be pasted has NAME instead, says so, and cannot be run: %j',
    (name) => {
      const line = pasted(['trace', 'check', `$(touch x)${name}`, '--sheet', 'b=skip'], 'posix');
      expect(line).toMatch(/^trace check NAME --sheet b=skip \(NAME is '\$\(touch x\)/);
      expect(line).toContain('cannot be pasted');
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      for (const shell of SHELLS) expect(() => shellWords(shell, [line])).toThrow(/ended with/);
    },
  );

  test('a command that cannot be pasted has a different NAME for each such word', () => {
    expect(pasted(['trace', 'check', '\x01', 'c', '\x02', '\x01'], 'posix')).toBe(
      `trace check NAME c NAME2 NAME (NAME is '\\x01', NAME2 is '\\x02', which cannot be pasted: rename it, or type it another way)`,
    );
  });
});

test('files whose names look like flags are written as operands', () => {
  expect(fileOperand('-rf')).toBe('./-rf');
  expect(fileOperand('-')).toBe('-');
  expect(operands(['a', 'b'], ['--env', 'c'])).toEqual(['a', 'b', '--env', 'c']);
  expect(operands(['a', '-b'], ['--env', 'c'])).toEqual(['--env', 'c', '--', 'a', '-b']);
});
