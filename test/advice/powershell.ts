/**
 * The words of a command as PowerShell 7 parses them in argument mode, for lines of literals only: no variables, no
 * escapes. Throws where PowerShell would run, expand or end something, so that a test fails instead of continuing.
 * Based on about_Quoting_Rules, about_Parsing and the tokenizer: `'` and its curved forms open and close a literal, and
 * two of them inside stand for one; `"` and its curved forms open and close a text in which `$` and a backtick are
 * active; a quote at the start of a word ends the word where it closes; `@`, `#` and numbers have a meaning at the
 * start of a word.
 */
export function powershellWords(line: string): string[] {
  const words: string[] = [];
  let at = 0;
  while (at < line.length) {
    if (line[at] === ' ') {
      at++;
      continue;
    }
    const word = wordAt(line, at);
    words.push(word.text);
    at = word.end;
  }
  return words;
}

const SINGLE = /['\u2018\u2019\u201a\u201b]/;
const DOUBLE = /["\u201c\u201d\u201e]/;
/** Characters that end a word or are active in it, outside quotes. */
const ACTIVE = /[\s{}();,|&<>`$]/;

function wordAt(line: string, start: number): { text: string; end: number } {
  const first = line[start]!;
  if (/[@#=]/.test(first)) throw new Error(`PowerShell: ${first} begins a word in ${line}`);
  let text = '';
  let at = start;
  while (at < line.length && line[at] !== ' ') {
    const character = line[at]!;
    if (SINGLE.test(character) || DOUBLE.test(character)) {
      const string = SINGLE.test(character) ? literalAt(line, at) : expandableAt(line, at);
      text += string.text;
      // A word that begins with a quote ends where the quote closes.
      if (at === start) return string;
      at = string.end;
      continue;
    }
    if (ACTIVE.test(character)) throw new Error(`PowerShell: ${character} acts in ${line}`);
    text += character;
    at++;
  }
  if (/^-[^-].*[.:]/.test(text)) throw new Error(`PowerShell cuts ${text} in two`);
  return { text, end: at };
}

function literalAt(line: string, start: number): { text: string; end: number } {
  let text = '';
  for (let at = start + 1; at < line.length; at++) {
    if (SINGLE.test(line[at]!)) {
      if (!SINGLE.test(line[at + 1] ?? '')) return { text, end: at + 1 };
      at++;
    }
    text += line[at]!;
  }
  throw new Error(`PowerShell: a quote is open in ${line}`);
}

function expandableAt(line: string, start: number): { text: string; end: number } {
  let text = '';
  for (let at = start + 1; at < line.length; at++) {
    const character = line[at]!;
    if (DOUBLE.test(character)) {
      if (!DOUBLE.test(line[at + 1] ?? '')) return { text, end: at + 1 };
      at++;
    } else if (character === '$' || character === '`') {
      throw new Error(`PowerShell: ${character} acts in ${line}`);
    }
    text += line[at]!;
  }
  throw new Error(`PowerShell: a quote is open in ${line}`);
}
