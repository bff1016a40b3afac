import { languageFlag, say } from './say.ts';
import { forTerminal, isTypable } from './terminal-text.ts';

/**
 * The shell for which a command is quoted. Most words get the same quotes for both shells; a word that contains both an
 * apostrophe and a `$` does not. A command quoted for one shell runs nothing unexpected in the other.
 */
export type Shell = 'posix' | 'powershell';

const SHELL: Shell = process.platform === 'win32' ? 'powershell' : 'posix';

/**
 * A trace command to paste into a shell, from unquoted words: `command('runs', 'show', run)`. All printed commands are
 * built here, so that a file, sheet, record or environment whose name contains shell code cannot run it. It keeps the
 * language that a flag chose.
 */
export function command(...words: readonly string[]): string {
  return pasted(['trace', ...inLanguage(words)]);
}

/** The words of a command with the flag that chose the language, before operands that may begin with a hyphen. */
export function inLanguage(words: readonly string[]): string[] {
  const at = words.indexOf('--');
  const end = at < 0 ? words.length : at;
  return [...words.slice(0, end), ...languageFlag(), ...words.slice(end)];
}

/** A flag with its values to paste, such as `flag('--sheet', 'Sheet1=skip')`. */
export function flag(name: `--${string}`, ...values: readonly string[]): string {
  return pasted([name, ...values]);
}

/** The assignment of an environment variable, to type before a command. */
export function variable(name: string, value: string, shell: Shell = SHELL): string {
  const word = pasted([value], shell);
  if (shell === 'posix') return `${name}=${word}`;
  return `$env:${name}=${/^["']/.test(word) ? word : `"${word}"`}`;
}

/** A file as an operand: `./-rf` instead of `-rf`, which would be a flag. `-` means standard input. */
export function fileOperand(file: string): string {
  return file.startsWith('-') && file !== '-' ? `./${file}` : file;
}

/** The operands and flags of a command: operands first, or after `--` if one of them starts with a hyphen. */
export function operands(words: readonly string[], flags: readonly string[] = []): string[] {
  return words.some((word) => word.startsWith('-')) ? [...flags, '--', ...words] : [...words, ...flags];
}

/** Maximum length of a word. Longer words are truncated when printed, so they cannot be pasted. */
const MAX_LENGTH = 1000;

/** Whether a terminal shows the whole word, without hiding or interpreting any character of it. */
export const isPastable = (word: string): boolean => word.length <= MAX_LENGTH && isTypable(word);

/**
 * The words as a line to paste. A word that cannot be pasted is replaced by a placeholder, which makes a shell refuse
 * the line. The placeholder is explained in parentheses.
 */
export function pasted(words: readonly string[], shell: Shell = SHELL): string {
  const untypable = [...new Set(words.filter((word) => !isPastable(word)))];
  if (untypable.length === 0) return words.map((word) => quoted(word, shell)).join(' ');
  const placeholder = (word: string) => {
    const at = untypable.indexOf(word);
    return at < 0
      ? quoted(word, shell)
      : at === 0
        ? say().placeholders.name()
        : `${say().placeholders.name()}${at + 1}`;
  };
  const meanings = untypable.map((word) =>
    say().files.meaning({ name: placeholder(word), word: quoted(forTerminal(word, MAX_LENGTH), shell) }),
  );
  const line = words.map(placeholder).join(' ');
  return say().files.unpastable({ command: line, meanings: meanings.join(', ') });
}

/** A text with commands in which a file has another path. */
export const withPath = (text: string, from: string, to: string): string =>
  text.replace(
    new RegExp(`(?<![^ (])${RegExp.escape(pasted([fileOperand(from)]))}(?![^ :.,;)\\n])`, 'g'),
    () => pasted([fileOperand(to)]),
  );

/**
 * Words that need no quotes in any shell. Words that start with `@`, `=` or `%` are quoted, because these are special
 * in PowerShell or zsh. PowerShell also splits `a,b`, `-a.b` and `-a:b`.
 */
const plain = () => /^(?:--?|-{0,2}[A-Za-z][A-Za-z0-9-]*|[\p{L}\p{N}_./+][\p{L}\p{N}_./:@%+=-]*)$/u;
/** The same for ASCII words. Loading the Unicode letter classes takes longer than reading a small file. */
const PLAIN_ASCII = /^(?:--?|-{0,2}[A-Za-z][A-Za-z0-9-]*|[\w./+][\w./:@%+=-]*)$/;
/** Words that need no quotes in PowerShell, where `\` is not an escape. */
const plainInPowerShell = () =>
  /^(?:--?|-{0,2}[A-Za-z][A-Za-z0-9-]*|[\p{L}\p{N}_./\\+][\p{L}\p{N}_./\\:@%+=-]*)$/u;
/**
 * Characters that are special inside double quotes: `!` refers to the shell history, and in PowerShell curved quotes
 * end the string.
 */
const ACTIVE = /["$`!\u201c\u201d\u201e]/;
/** Characters that close single quotes in PowerShell. */
const APOSTROPHES = /['\u2018\u2019\u201a\u201b]/;

/** Quotes a word for a shell. Requires `isPastable`. */
function quoted(word: string, shell: Shell): string {
  const posix = shell === 'posix';
  if (PLAIN_ASCII.test(word) || (posix ? plain() : plainInPowerShell()).test(word)) return word;
  if (!ACTIVE.test(word) && !(posix && word.includes('\\'))) return `"${word}"`;
  if (!posix) return `'${word.replace(new RegExp(APOSTROPHES, 'g'), '$&$&')}'`;
  return word
    .split(new RegExp(`(${APOSTROPHES.source}+)`))
    .filter((piece) => piece !== '')
    .map((piece) => (APOSTROPHES.test(piece) ? `"${piece}"` : `'${piece}'`))
    .join('');
}
