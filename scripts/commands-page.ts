import { Command } from 'commander';
import { HELP_WIDTH, helpTexts } from '../src/cli/flags/help.ts';
import { COMMANDS } from '../src/cli/index.ts';

const SESSION = { context: {} as never, info: {} as never, exit: () => {}, run: async () => 0 };

/** The text of docs/commands.md: the help of every command. */
export async function commandsPage(): Promise<string> {
  const parts = ['# Commands', '', 'Generated from the help texts by `npm run docs`. Do not edit.', ''];
  for await (const { title, help } of commandHelps(HELP_WIDTH))
    parts.push(`## trace ${title}`, '', '```text', help, '```', '');
  return parts.join('\n');
}

/** The help of every command, in columns of at most `width`. */
export async function* commandHelps(width: number): AsyncGenerator<{ title: string; help: string }> {
  for (const { name, summary, load } of COMMANDS) {
    const command = helpTexts(new Command('trace')).command(name).description(summary);
    (await load()).define(command, SESSION);
    for (const part of [command, ...command.commands])
      yield { title: part === command ? name : `${name} ${part.name()}`, help: helpOf(part, width) };
  }
}

/** The help of a command without the line feeds at its end. */
export function helpOf(command: Command, width: number): string {
  let text = '';
  command.configureOutput({ writeOut: (chunk) => (text += chunk), getOutHelpWidth: () => width });
  command.outputHelp();
  return text.trimEnd();
}
