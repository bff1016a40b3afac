import { Command } from 'commander';
import { COMMANDS } from '../../../src/cli/index.ts';

const SESSION = { context: {} as never, info: {} as never, exit: () => {}, run: async () => 0 };

/** A command or a subcommand, by its words after `trace`. */
export interface Declared {
  readonly path: string;
  readonly words: readonly string[];
  readonly command: Command;
}

/** A command and its subcommands, as `main` declares them. */
export async function declared({ name, load }: (typeof COMMANDS)[number]): Promise<Declared[]> {
  const command = new Command(name);
  (await load()).define(command, SESSION);
  const subcommands = command.commands.map((sub) => ({ words: [name, sub.name()], command: sub }));
  return [{ words: [name], command }, ...subcommands].map((one) => ({ ...one, path: one.words.join(' ') }));
}

export const allDeclared = async (): Promise<Declared[]> =>
  (await Promise.all(COMMANDS.map(declared))).flat();
