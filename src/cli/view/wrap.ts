import { stripVTControlCharacters } from 'node:util';
import { forTerminal } from '../../terminal-text.ts';
import { table, textWidth, type ViewColumn } from './table.ts';

/** Columns of the terminal that a stream writes to; undefined for a pipe or a file, whose lines are not wrapped. */
export function terminalWidth(stream: object): number | undefined {
  const { isTTY, columns } = stream as { readonly isTTY?: boolean; readonly columns?: number };
  return isTTY === true && columns ? columns : undefined;
}

/** The lines of a text, wrapped at spaces. A word that is longer than `width` columns is split. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && textWidth(`${line} ${word}`) > width) {
      lines.push(line);
      line = '';
    } else if (line !== '') line += ' ';
    for (const character of word) {
      if (textWidth(line + character) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line];
}

const INDENT = '  ';
/** Narrower terminals get lines of this width. */
export const MIN_WIDTH = 40;

/** Matches a command of trace up to the words of the sentence after it. Nothing inside quotes ends the command. */
const COMMAND =
  /^\(?trace [a-z](?:"[^"]*"|'[^']*'|[^"'])*?(?=\)|[;,:]? (?:shows|affiche|montre) |[;,:] |(?<=\S)\. | \(|[;:]?$)/;
/** A flag and its value, which may be quoted. */
const FLAG = /^--[a-z-]+ (?:"[^"]*"|'[^']*'|[^\s("'-][^ ]*)[^ ]*/;
const QUOTED = /^["'][^"']{1,60}["'][^ ]*/;

/**
 * The lines of a text, wrapped at spaces. Words, short quoted values, and commands to paste are never split, even if
 * one is longer than `width`. One line if `width` is undefined.
 */
export function wrapWhole(text: string, width: number | undefined): string[] {
  if (width === undefined || textWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (let rest = text; rest !== ''; ) {
    const [unit] = COMMAND.exec(rest) ?? FLAG.exec(rest) ?? QUOTED.exec(rest) ?? /^[^ ]*/.exec(rest)!;
    const whole = unit + /^[^ ]*/.exec(rest.slice(unit.length))![0];
    if (line !== '' && textWidth(`${line} ${whole}`) > width) {
      lines.push(line);
      line = whole;
    } else line = line === '' ? whole : `${line} ${whole}`;
    rest = rest.slice(whole.length).replace(/^ +/, '');
  }
  return [...lines, line];
}

/**
 * A table. If it is wider than `width`, each row is wrapped between its cells, and within a cell that is longer than a
 * line.
 */
export function wrappedTable(
  columns: readonly ViewColumn[],
  rows: readonly (readonly string[])[],
  width: number | undefined,
): string[] {
  const lines = table(columns, rows);
  if (width === undefined || lines.every((line) => textWidth(line) <= width)) return lines;
  const names = [columns[0]!.header, ...rows.map(([name]) => name!)];
  const indent = Math.max(...names.map(textWidth)) + INDENT.length;
  const room = Math.max(width, MIN_WIDTH) - indent;
  return [columns.map(({ header }) => header), ...rows].flatMap(([name, ...cells]) => {
    const parts = cells.flatMap((cell) => wrap(cell, room));
    return wrappedParts(name! + ' '.repeat(indent - textWidth(name!)), parts, width);
  });
}

/**
 * A line of parts with two spaces between them. If it is longer than `width`, it is broken between parts, and within a
 * part only at its spaces; the lines after the first are indented below the end of `start`, unless a word has no room there.
 */
export function wrappedParts(start: string, parts: readonly string[], width: number | undefined): string[] {
  const whole = start + parts.join(INDENT);
  if (width === undefined || textWidth(whole) <= width) return [whole];
  const indent = ' '.repeat(textWidth(start));
  const room = Math.max(width, MIN_WIDTH) - indent.length;
  const lines: string[] = [];
  for (const part of parts) {
    const joined = lines.length === 0 ? part : `${lines.at(-1)}${INDENT}${part}`;
    if (lines.length > 0 && textWidth(joined) <= room) lines.splice(-1, 1, joined);
    else lines.push(...wrapWhole(part, room));
  }
  // A link stays in one line, so that it can be opened.
  const indentOf = (line: string) => (textWidth(line) > room ? INDENT : indent);
  return lines.map((line, at) => (at === 0 ? start : indentOf(line)) + line);
}

/** The lines of a text as `wrapWhole` has them; all lines but the first are indented. */
export const wrapIndented = (text: string, width: number | undefined): string[] =>
  wrapWhole(text, width === undefined ? undefined : Math.max(width, MIN_WIDTH) - INDENT.length).map(
    (line, at) => (at === 0 ? line : `${INDENT}${line}`),
  );

/**
 * A sentence for a stream: in one line, or wrapped at the width of the terminal. `length`: maximum number of
 * characters, after which the sentence is truncated.
 */
export const lineFor = (stream: object, text: string, length = 1000): string =>
  `${wrapIndented(forTerminal(text, length), terminalWidth(stream)).join('\n')}\n`;

/** The lines of a text that may have colours, which it loses if it is wrapped. */
export function paintedLines(text: string, width: number | undefined): string[] {
  const plain = stripVTControlCharacters(text);
  return width === undefined || textWidth(plain) <= width ? [text] : wrapIndented(plain, width);
}

/**
 * The lines of a sentence, wrapped at `width`; all lines but the first are indented. One line if `width` is undefined.
 */
export function wrapSentence(text: string, width: number | undefined): string[] {
  if (width === undefined || textWidth(text) <= width) return [text];
  const lines = wrap(text, Math.max(width, MIN_WIDTH) - INDENT.length);
  return lines.map((line, at) => (at === 0 ? line : `${INDENT}${line}`));
}

/** A command to paste and its meaning, on one line if they fit. The command is never split. */
export function commandHelp(
  command: string,
  meaning: string,
  width: number | undefined,
  commandWidth = textWidth(command),
): string[] {
  const padding = ' '.repeat(Math.max(commandWidth - textWidth(command), 0));
  const line = `${INDENT}${command}${padding}${INDENT}${meaning}`;
  if (width === undefined || textWidth(line) <= width) return [line];
  const indent = INDENT.repeat(3);
  const lines = wrap(meaning, Math.max(width, MIN_WIDTH) - indent.length);
  return [`${INDENT}${command}`, ...lines.map((part) => `${indent}${part}`)];
}

/** A text of at most `width` columns, with an ellipsis if it was truncated. */
export function truncated(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let start = '';
  for (const character of text) {
    if (textWidth(start + character) > width - 1) break;
    start += character;
  }
  return `${start}…`;
}
