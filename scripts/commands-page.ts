import { Command } from 'commander';
import { HELP_WIDTH, helpTexts } from '../src/cli/flags/help.ts';
import { COMMANDS } from '../src/cli/index.ts';

const SESSION = { context: {} as never, info: {} as never, exit: () => {}, run: async () => 0 };

/** The text of docs/commands.md: the help of every command. */
export async function commandsPage(): Promise<string> {
  const parts = ['# Commands', '', 'Generated from the help texts by `npm run docs`. Do not edit.', ''];
  for (const { name, summary, load } of COMMANDS) {
    const command = helpTexts(new Command('trace')).command(name).description(summary);
    (await load()).define(command, SESSION);
    for (const part of [command, ...command.commands]) {
      const title = part === command ? name : `${name} ${part.name()}`;
      parts.push(`## trace ${title}`, '', '```text', helpOf(part).trimEnd(), '```', '');
    }
  }
  return parts.join('\n');
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (chunk) => (text += chunk), getOutHelpWidth: () => HELP_WIDTH });
  command.outputHelp();
  return text;
}
