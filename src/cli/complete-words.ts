import { readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ShellCompDirective } from '@bomb.sh/tab';
import tab from '@bomb.sh/tab/commander';
import { Command } from 'commander';
import { fromHome } from '../config/home.ts';
import { loadConfig } from '../config/load.ts';
import { environmentNames } from '../config/resolve-environment.ts';
import { FAMILY_NAMES } from '../contract/family.ts';
import { kindWords } from '../contract/registry.ts';
import { TraceError } from '../errors.ts';
import type { Session } from './command.ts';
import { isPathFlag, PATH_ARGUMENTS } from './flags/help.ts';
import type { NamedCommand } from './index.ts';
import { openLedger } from './run/earlier-run.ts';

/** Number of runs that are offered. */
const RUNS_SHOWN = 20;

/** Names that every shell reads without quotes. Others are not offered, because the scripts add no quotes. */
const PLAIN_NAME = /^[\p{L}\p{N}_.+%@=-]+$/u;

/**
 * Prints the completions of the last of the words after `trace`, in the protocol of the library. It prints on the standard
 * output of the process.
 */
export async function completeWords(
  words: readonly string[],
  commands: readonly NamedCommand[],
  session: Session,
): Promise<void> {
  const { context } = session;
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const program = new Command('trace');
  for (const { name, summary, load } of commands) {
    const command = program.command(name).description(summary);
    if (name === first) (await load()).define(command, session);
  }
  const root = tab(program);
  root.commands.delete('complete');

  const given = (flag: string, name: string) => {
    const value = words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined;
    return value === undefined ? {} : { [name]: value };
  };
  const place: { config?: string; stateDir?: string } = {
    ...given('--config', 'config'),
    ...given('--state-dir', 'stateDir'),
  };
  const listed = async (list: () => Promise<readonly string[]>): Promise<readonly string[]> =>
    list().catch((error: unknown) => {
      if (error instanceof TraceError) return [];
      throw error;
    });
  const isOfEnvironment = first === 'env' || words.slice(-2).some((word) => word.startsWith('--env'));
  const environments = isOfEnvironment
    ? await listed(async () => environmentNames(await loadConfig(context.cwd, place.config, context.signal)))
    : [];
  const runs = ['runs', 'resume', 'resolve'].includes(first)
    ? await listed(async () => {
        using ledger = await openLedger(place, context);
        return ['latest', ...ledger.runs.list(RUNS_SHOWN).map(({ id }) => id)];
      })
    : [];
  const kinds = [...kindWords('v2'), ...kindWords('v3')];
  const interfaces = ['v2', 'v3'];
  const byOption = {
    env: environments,
    only: kinds,
    kinds,
    kind: kinds,
    family: FAMILY_NAMES,
    interface: interfaces,
  };
  const byArgument = { run: runs, kinds, name: environments };
  const files = filesFor(last.replace(/^--[a-z-]+=/, ''), context.cwd);

  const { ShellCompDirectiveNoFileComp: noFiles, ShellCompDirectiveNoSpace: noSpace } = ShellCompDirective;
  let directive = noFiles!;
  // The library sets a directive of its own before it prints.
  Object.defineProperty(root, 'directive', { get: () => directive, set: () => {}, configurable: true });
  const offer = (values: readonly string[]) => (complete: (value: string, description: string) => void) => {
    for (const value of values) complete(value, '');
    // A folder is not the end of a path.
    if (values === files && files.length > 0 && files.every((file) => file.endsWith('/')))
      directive = noFiles! | noSpace!;
  };
  for (const [path, { options, arguments: operands }] of root.commands) {
    const declared = path
      .split(' ')
      .reduce((at, word) => at.commands.find((one) => one.name() === word) ?? at, program);
    for (const [name, option] of options) {
      const isPath = declared.options.some((one) => one.long === `--${name}` && isPathFlag(one));
      const values = isPath
        ? files
        : Object.hasOwn(byOption, name)
          ? byOption[name as keyof typeof byOption]
          : undefined;
      if (values && !option.isBoolean) option.handler = offer(values);
    }
    for (const [name, operand] of operands) {
      const values = PATH_ARGUMENTS.has(name)
        ? files
        : Object.hasOwn(byArgument, name)
          ? byArgument[name as keyof typeof byArgument]
          : undefined;
      if (values) operand.handler = offer(values);
    }
  }
  root.parse([...words]);
}

/** The files and folders whose path begins with what was typed. Folders end with a slash. */
function filesFor(typed: string, cwd: string): readonly string[] {
  const start = typed.slice(0, typed.lastIndexOf('/') + 1);
  try {
    return readdirSync(resolve(cwd, fromHome(dirname(`${start}x`))), { withFileTypes: true })
      .filter(({ name }) => PLAIN_NAME.test(name) && `${start}${name}`.startsWith(typed))
      .filter(({ name }) => !name.startsWith('.') || typed.slice(start.length).startsWith('.'))
      .map((entry) => `${start}${entry.name}${entry.isDirectory() ? '/' : ''}`);
  } catch {
    return [];
  }
}
