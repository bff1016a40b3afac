import { Command, type Option } from 'commander';
import type { Session } from '../../src/cli/command.ts';
import { helpTexts } from '../../src/cli/flags/help.ts';
import { COMMANDS } from '../../src/cli/index.ts';
import { languageOf } from '../../src/language/languages.ts';

interface Module {
  readonly name: string;
  define(command: Command, session: Session): void;
}

/** Every command as the binary declares it, with actions that do nothing. */
export class Program {
  readonly #modules: readonly Module[];

  private constructor(modules: readonly Module[]) {
    this.#modules = modules;
  }

  static async load(): Promise<Program> {
    return new Program(
      await Promise.all(COMMANDS.map(async ({ name, load }) => ({ name, ...(await load()) }))),
    );
  }

  /** Why commander rejects the words; null if they are a command with flags that it accepts. */
  async fault(argv: readonly string[]): Promise<string | null> {
    let acted = false;
    const program = this.#program(() => {
      acted = true;
    });
    try {
      // The language is chosen before commander reads the words.
      await program.parseAsync([...languageOf(argv, {}).words], { from: 'user' });
    } catch (error) {
      return (error as Error).message;
    }
    return acted ? null : 'it is no command, but a group of them';
  }

  /** The command that the words name, and the remaining words. */
  named(words: readonly string[]): { command: Command; rest: readonly string[] } | null {
    let command = this.#program(() => {});
    for (const [at, word] of words.entries()) {
      const next = command.commands.find((one) => one.name() === word);
      if (!next) return at === 0 ? null : { command, rest: words.slice(at) };
      command = next;
    }
    return { command, rest: [] };
  }

  /** The flags with this name, of all commands that have it. */
  flags(long: string): Option[] {
    return all(this.#program(() => {})).flatMap(({ options }) =>
      options.filter((option) => option.long === long),
    );
  }

  /** The words of every command that has the flag. */
  withFlag(long: string): string[] {
    return all(this.#program(() => {}))
      .filter(({ options }) => options.some((option) => option.long === long))
      .map((command) => pathOf(command).replace(/^trace /, ''));
  }

  /** The help of every command. */
  helps(): { name: string; text: string }[] {
    return all(this.#program(() => {})).map((command) => {
      let text = '';
      command.configureOutput({
        writeOut: (more) => {
          text += more;
        },
      });
      command.outputHelp();
      return { name: pathOf(command), text };
    });
  }

  #program(act: () => void): Command {
    const program = helpTexts(new Command('trace'));
    const session = { context: {}, exit: () => {} } as unknown as Session;
    for (const { name, define } of this.#modules) define(program.command(name), session);
    for (const command of all(program)) {
      command.exitOverride().configureOutput({ writeOut() {}, writeErr() {}, outputError() {} });
      if (command.commands.length === 0) command.action(act);
    }
    return program;
  }
}

const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
