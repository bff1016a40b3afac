import { Command } from 'commander';
import { helpTexts } from '../src/cli/flags/help.ts';
import { COMMANDS } from '../src/cli/index.ts';
import { say } from '../src/say.ts';
import { commandHelps, helpOf } from './commands-page.ts';

/** Columns of a page beside its indentation, on a terminal of 80. */
const WIDTH = 72;

/** The text of man/trace.1: the help of trace and of every command, as roff. */
export async function manPage(): Promise<string> {
  const program = helpTexts(new Command('trace')).description(say().helpCommands.trace());
  for (const { name, summary } of COMMANDS) program.command(name).description(summary);
  const parts = [
    '.\\" Generated from the help texts by "npm run docs". Do not edit.',
    '.TH TRACE 1 "" "supply\\-trace" "User Commands"',
    '.SH NAME',
    `trace \\- ${escaped(program.description())}`,
    ...section('OVERVIEW', helpOf(program, WIDTH)),
  ];
  for await (const { title, help } of commandHelps(WIDTH))
    parts.push(...section(`trace ${title}`.toUpperCase(), help));
  return `${parts.join('\n')}\n`;
}

const section = (title: string, text: string): string[] => [
  `.SH "${escaped(title)}"`,
  ...['.nf', escaped(text), '.fi'],
];

/** A text in which roff changes nothing: no line is a request, and flags can be copied. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');
