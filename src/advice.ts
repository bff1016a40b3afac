import { forTerminal, isTypable } from './terminal-text.ts';

/**
 * Who reads what is pasted. Most words have one form for both; a word with an apostrophe and a `$` has two. Neither form
 * runs anything in the other shell.
 */
export type Shell = 'posix' | 'powershell';

const SHELL: Shell = process.platform === 'win32' ? 'powershell' : 'posix';

/**
 * A command of trace to paste, from its words as the process would get them: `command('runs', 'show', run)`. Every
 * command that is printed is made here, so that no name of a file, sheet, record or environment runs in a shell.
 */
export function command(...words: readonly string[]): string {
  return pasted(['trace', ...words]);
}

/** A flag and its value to paste, for advice that is not a whole command: `flag('--sheet', 'Sheet1=skip')`. */
export function flag(name: `--${string}`, ...values: readonly string[]): string {
  return pasted([name, ...values]);
}

/** How a variable of the environment is set, to be typed before a command. */
export function variable(name: string, value: string, shell: Shell = SHELL): string {
  const word = pasted([value], shell);
  if (shell === 'posix') return `${name}=${word}`;
  return `$env:${name}=${/^["']/.test(word) ? word : `"${word}"`}`;
}

/** A file as an operand of a command: a name such as `-rf` must not be read as a flag; `-` is standard input. */
export function fileOperand(file: string): string {
  return file.startsWith('-') && file !== '-' ? `./${file}` : file;
}

/** Operands of a command and its flags: the operands first, or behind `--` where one could be read as a flag. */
export function operands(words: readonly string[], flags: readonly string[] = []): string[] {
  return words.some((word) => word.startsWith('-')) ? [...flags, '--', ...words] : [...words, ...flags];
}

/** A name longer than this is cut where it is shown, and half of a quoted word is none. */
const LONGEST = 1000;

/** Whether a word can be pasted: a terminal neither acts on it nor hides any of it, and shows it whole. */
export const isPastable = (word: string): boolean => word.length <= LONGEST && isTypable(word);

/**
 * The words as a line to paste. In place of a word that cannot be pasted stands a placeholder, which the line explains; a
 * shell refuses that line as a whole.
 */
export function pasted(words: readonly string[], shell: Shell = SHELL): string {
  const untypable = [...new Set(words.filter((word) => !isPastable(word)))];
  if (untypable.length === 0) return words.map((word) => quoted(word, shell)).join(' ');
  const placeholder = (word: string) => {
    const at = untypable.indexOf(word);
    return at < 0 ? quoted(word, shell) : at === 0 ? 'NAME' : `NAME${at + 1}`;
  };
  const meanings = untypable.map(
    (word) => `${placeholder(word)} is ${quoted(forTerminal(word, LONGEST), shell)}`,
  );
  const line = words.map(placeholder).join(' ');
  return `${line} (${meanings.join(', ')}, which cannot be pasted: rename it, or type it another way)`;
}

/**
 * What no shell here reads as anything but itself: `@` and `=` begin something in PowerShell and zsh, `%` names a job,
 * `,` makes a list of PowerShell, which also cuts `-a.b` and `-a:b` in two.
 */
const PLAIN = /^(?:--?|-{0,2}[A-Za-z][A-Za-z0-9-]*|[\p{L}\p{N}_./+][\p{L}\p{N}_./:@%+=-]*)$/u;
/** As before, where `\` is no escape. */
const PLAIN_POWERSHELL = /^(?:--?|-{0,2}[A-Za-z][A-Za-z0-9-]*|[\p{L}\p{N}_./\\+][\p{L}\p{N}_./\\:@%+=-]*)$/u;
/** What is read inside of double quotes: `!` by the history, the curved ones by PowerShell, which closes with any. */
const ACTIVE = /["$`!\u201c\u201d\u201e]/;
/** PowerShell closes single quotes with any of these. */
const APOSTROPHES = /['\u2018\u2019\u201a\u201b]/;

/** A word so that a shell takes it as it is. Only for words that can be pasted. */
function quoted(word: string, shell: Shell): string {
  const posix = shell === 'posix';
  if ((posix ? PLAIN : PLAIN_POWERSHELL).test(word)) return word;
  if (!ACTIVE.test(word) && !(posix && word.includes('\\'))) return `"${word}"`;
  if (!posix) return `'${word.replace(new RegExp(APOSTROPHES, 'g'), '$&$&')}'`;
  return word
    .split(new RegExp(`(${APOSTROPHES.source}+)`))
    .filter((piece) => piece !== '')
    .map((piece) => (APOSTROPHES.test(piece) ? `"${piece}"` : `'${piece}'`))
    .join('');
}
