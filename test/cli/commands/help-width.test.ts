import { Command } from 'commander';
import { expect, test } from 'vitest';
import { helpWidth } from '../../../src/cli/flags/help.ts';
import { COMMANDS } from '../../../src/cli/index.ts';

const SESSION = { context: {} as never, info: {} as never, exit: () => {} };

/** The help of a command and of its subcommands on a terminal with a number of columns. */
async function helpsAt(columns: number): Promise<string[]> {
  const helps: string[] = [];
  const program = new Command('trace').configureOutput({
    writeOut: (text) => void helps.push(text),
    getOutHelpWidth: () => helpWidth(columns),
  });
  for (const { name, summary, load } of COMMANDS) {
    const command = program.command(name).description(summary);
    (await load()).define(command, SESSION);
    for (const one of [command, ...command.commands]) one.outputHelp();
  }
  program.outputHelp();
  return helps;
}

test.each([80, 110])(
  'no help is wider than a terminal of %i columns, but for examples to copy',
  async (columns) => {
    const lines = (await helpsAt(columns)).flatMap((help) => help.split('\n'));
    expect(lines.length).toBeGreaterThan(1000);
    // Names of fields cannot be wrapped.
    const mayBeLong = /^ {2}\$ trace |^ *\S+$/;
    expect(lines.filter((line) => line.length > columns && !mayBeLong.test(line))).toEqual([]);
  },
);

test('the width follows the terminal within what can be read', () => {
  expect([undefined, 20, 80, 300].map(helpWidth)).toEqual([110, 60, 80, 110]);
});
